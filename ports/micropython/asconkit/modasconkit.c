/* The module asconkit of MicroPython: its names, its exceptions, and Ascon-AEAD128.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "module.h"
#include "py/objexcept.h"
#include "py/objstr.h"
#include <string.h>

enum {
  KEY = ASCON_AEAD128_KEY_BYTES,
  NONCE = ASCON_AEAD128_NONCE_BYTES,
  TAG = ASCON_AEAD128_TAG_BYTES
};

/* ---- Exceptions and buffers -------------------------------------------------------------------
 */

MP_DEFINE_EXCEPTION(InvalidTag, Exception)
MP_DEFINE_EXCEPTION(Refused, Exception)
MP_DEFINE_EXCEPTION(StateError, RuntimeError)

void asconkit_raise_invalid_tag(void) {
  mp_raise_msg(&mp_type_InvalidTag,
               MP_ERROR_TEXT("the tag does not match: wrong key, or the data was changed"));
}

void asconkit_raise_state(mp_rom_error_text_t text) { mp_raise_msg(&mp_type_StateError, text); }

mp_buffer_info_t asconkit_input(mp_obj_t object) {
  mp_buffer_info_t input;
  mp_get_buffer_raise(object, &input, MP_BUFFER_READ);
  return input;
}

mp_buffer_info_t asconkit_optional(size_t count, const mp_obj_t *args, size_t which) {
  const bool is_there = count > which && args[which] != mp_const_none;
  return is_there ? asconkit_input(args[which]) : (mp_buffer_info_t){NULL, 0, 0};
}

const uint8_t *asconkit_exactly(mp_obj_t object, size_t length, const char *name) {
  const mp_buffer_info_t input = asconkit_input(object);
  if (input.len != length)
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("%s has %u bytes, expected %u"), name,
                      (unsigned)input.len, (unsigned)length);
  return input.buf;
}

uint8_t *asconkit_output(mp_obj_t object, size_t length) {
  mp_buffer_info_t output;
  mp_get_buffer_raise(object, &output, MP_BUFFER_WRITE);
  if (output.len < length)
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("buf has %u bytes, expected at least %u"),
                      (unsigned)output.len, (unsigned)length);
  return output.buf;
}

void asconkit_keep_apart(const uint8_t *out, size_t length, mp_buffer_info_t input,
                         const uint8_t *in_place, const char *name) {
  const uintptr_t from = (uintptr_t)out, other = (uintptr_t)input.buf;
  const bool overlaps = length && input.len && from < other + input.len && other < from + length;
  if (overlaps && input.buf != in_place)
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("buf overlaps %s"), name);
}

/* ---- Ascon-AEAD128 ----------------------------------------------------------------------------
 */

typedef struct aead {
  mp_obj_base_t base;
  bool is_wiped;
  uint8_t key[KEY];
} aead;

static mp_obj_t make_aead(const mp_obj_type_t *type, size_t count, size_t named,
                          const mp_obj_t *args) {
  mp_arg_check_num(count, named, 1, 1, false);
  const uint8_t *key = asconkit_exactly(args[0], KEY, "key");
  aead *self = mp_obj_malloc_with_finaliser(aead, type);
  self->is_wiped = false;
  memcpy(self->key, key, KEY);
  return MP_OBJ_FROM_PTR(self);
}

static mp_obj_t wipe_aead(size_t count, const mp_obj_t *args) {
  aead *self = MP_OBJ_TO_PTR(args[0]);
  (void)count;
  self->is_wiped = true;
  ascon_wipe(self->key, KEY);
  return mp_const_none;
}

/* `in` to `out`, with a copy of the key: an interrupt handler may wipe the object meanwhile. */
static ascon_result run_aead(const aead *self, bool encrypts, uint8_t *out, mp_buffer_info_t in,
                             mp_buffer_info_t ad, const uint8_t *nonce) {
  uint8_t key[KEY];
  memcpy(key, self->key, KEY);
  ascon_result result = ASCON_ERR_ORDER;
  if (!self->is_wiped)
    result = encrypts
                 ? ascon_aead128_encrypt_combined(out, in.buf, in.len, ad.buf, ad.len, nonce, key)
                 : ascon_aead128_decrypt_combined(out, in.buf, in.len, ad.buf, ad.len, nonce, key);
  ascon_wipe(key, KEY);
  return result;
}

/* self, nonce, data, and, perhaps, associated data and a buffer for the result. Nothing is written
   before all arguments are checked; no Python code runs after the first one was looked at. */
static mp_obj_t call_aead(size_t count, const mp_obj_t *args, bool encrypts) {
  const aead *self = MP_OBJ_TO_PTR(args[0]);
  const uint8_t *nonce = asconkit_exactly(args[1], NONCE, "nonce");
  const mp_buffer_info_t in = asconkit_input(args[2]), ad = asconkit_optional(count, args, 3);
  if (!encrypts && in.len < TAG) asconkit_raise_invalid_tag();
  if (in.len > SIZE_MAX / 2) mp_raise_ValueError(MP_ERROR_TEXT("data is too long"));
  const size_t length = encrypts ? in.len + TAG : in.len - TAG;
  vstr_t made;
  uint8_t *out;
  if (count > 4) {
    out = asconkit_output(args[4], length);
    asconkit_keep_apart(out, length, in, out, "data");
    asconkit_keep_apart(out, length, ad, NULL, "associated_data");
    asconkit_keep_apart(out, length, (mp_buffer_info_t){(void *)nonce, NONCE, 0}, NULL, "nonce");
  } else {
    vstr_init_len(&made, length);
    out = (uint8_t *)made.buf;
  }
  const ascon_result result = run_aead(self, encrypts, out, in, ad, nonce);
  if (result != ASCON_OK && count <= 4) vstr_clear(&made);
  if (result == ASCON_ERR_TAG) asconkit_raise_invalid_tag();
  if (result != ASCON_OK) asconkit_raise_state(MP_ERROR_TEXT("the key was wiped"));
  return count > 4 ? MP_OBJ_NEW_SMALL_INT(length) : mp_obj_new_bytes_from_vstr(&made);
}

static mp_obj_t call_encrypt(size_t count, const mp_obj_t *args) {
  return call_aead(count, args, true);
}
static mp_obj_t call_decrypt(size_t count, const mp_obj_t *args) {
  return call_aead(count, args, false);
}

static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(encrypt_object, 3, 4, call_encrypt);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(decrypt_object, 3, 4, call_decrypt);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(encrypt_into_object, 5, 5, call_encrypt);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(decrypt_into_object, 5, 5, call_decrypt);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(wipe_object, 1, 4, wipe_aead);

static const mp_rom_map_elem_t aead_names[] = {
    {MP_ROM_QSTR(MP_QSTR_encrypt), MP_ROM_PTR(&encrypt_object)},
    {MP_ROM_QSTR(MP_QSTR_decrypt), MP_ROM_PTR(&decrypt_object)},
    {MP_ROM_QSTR(MP_QSTR_encrypt_into), MP_ROM_PTR(&encrypt_into_object)},
    {MP_ROM_QSTR(MP_QSTR_decrypt_into), MP_ROM_PTR(&decrypt_into_object)},
    {MP_ROM_QSTR(MP_QSTR_wipe), MP_ROM_PTR(&wipe_object)},
    {MP_ROM_QSTR(MP_QSTR___enter__), MP_ROM_PTR(&mp_identity_obj)},
    {MP_ROM_QSTR(MP_QSTR___exit__), MP_ROM_PTR(&wipe_object)},
    {MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&wipe_object)},
};
static MP_DEFINE_CONST_DICT(aead_dict, aead_names);

static MP_DEFINE_CONST_OBJ_TYPE(aead_type, MP_QSTR_AsconAEAD128, MP_TYPE_FLAG_NONE, make_new,
                                make_aead, locals_dict, &aead_dict);

/* ---- The module -------------------------------------------------------------------------------
 */

/* The same time for every content. */
static mp_obj_t compare_digest(mp_obj_t a, mp_obj_t b) {
  const mp_buffer_info_t first = asconkit_input(a), second = asconkit_input(b);
  return mp_obj_new_bool(first.len == second.len && ascon_equal(first.buf, second.buf, first.len));
}
static MP_DEFINE_CONST_FUN_OBJ_2(compare_digest_object, compare_digest);

static mp_obj_t wipe_buffer(mp_obj_t object) {
  mp_buffer_info_t buffer;
  mp_get_buffer_raise(object, &buffer, MP_BUFFER_WRITE);
  ascon_wipe(buffer.buf, buffer.len);
  return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(wipe_buffer_object, wipe_buffer);

static const mp_rom_map_elem_t module_names[] = {
    {MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_asconkit)},
    {MP_ROM_QSTR(MP_QSTR_AsconAEAD128), MP_ROM_PTR(&aead_type)},
    {MP_ROM_QSTR(MP_QSTR_hash256), MP_ROM_PTR(&asconkit_hash256_type)},
    {MP_ROM_QSTR(MP_QSTR_xof128), MP_ROM_PTR(&asconkit_xof128_type)},
    {MP_ROM_QSTR(MP_QSTR_v13_mac), MP_ROM_PTR(&asconkit_v13_mac_type)},
    {MP_ROM_QSTR(MP_QSTR_Sender), MP_ROM_PTR(&asconkit_sender_type)},
    {MP_ROM_QSTR(MP_QSTR_Receiver), MP_ROM_PTR(&asconkit_receiver_type)},
    {MP_ROM_QSTR(MP_QSTR_InvalidTag), MP_ROM_PTR(&mp_type_InvalidTag)},
    {MP_ROM_QSTR(MP_QSTR_Refused), MP_ROM_PTR(&mp_type_Refused)},
    {MP_ROM_QSTR(MP_QSTR_StateError), MP_ROM_PTR(&mp_type_StateError)},
    {MP_ROM_QSTR(MP_QSTR_compare_digest), MP_ROM_PTR(&compare_digest_object)},
    {MP_ROM_QSTR(MP_QSTR_wipe), MP_ROM_PTR(&wipe_buffer_object)},
};
static MP_DEFINE_CONST_DICT(module_dict, module_names);

const mp_obj_module_t asconkit_module = {
    .base = {&mp_type_module},
    .globals = (mp_obj_dict_t *)&module_dict,
};
MP_REGISTER_MODULE(MP_QSTR_asconkit, asconkit_module);
