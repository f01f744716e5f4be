/* Ascon-Hash256, Ascon-XOF128 and the MAC of v1.3 for MicroPython, as objects like hashlib's.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "module.h"
#include "asconkit/ascon_algorithms.h"
#include <string.h>

enum { KEY = 16, MOST_OUTPUT = 32 };

typedef struct sponge {
  mp_obj_base_t base;
  volatile uint8_t busy;
  uint8_t key[KEY]; /* of a MAC, for reset() */
  ascon_sponge_ctx context;
} sponge;

static const ascon_algorithm *algorithm_of(const mp_obj_type_t *type) {
  if (type == &asconkit_hash256_type) return ASCON_HASH256;
  return type == &asconkit_xof128_type ? ASCON_XOF128 : ASCON_V13_MAC;
}

static void start(sponge *self) {
  const ascon_algorithm *algorithm = algorithm_of(self->base.type);
  (void)ascon_any_sponge_init(&self->context, algorithm, self->key, algorithm->key_bytes);
  self->busy = 0;
}

/* Ends the use of an object. */
static void leave(sponge *self, ascon_result result) {
  self->busy = 0;
  if (result == ASCON_ERR_TAG) asconkit_raise_invalid_tag();
  if (result != ASCON_OK)
    asconkit_raise_state(
        MP_ERROR_TEXT("the object was wiped, or its output is already being read"));
}

static mp_obj_t update(mp_obj_t self_in, mp_obj_t data) {
  sponge *self = MP_OBJ_TO_PTR(self_in);
  const mp_buffer_info_t input = asconkit_input(data);
  asconkit_enter(&self->busy);
  leave(self, ascon_any_sponge_update(&self->context, input.buf, input.len));
  return mp_const_none;
}

/* [key,] [data] */
static mp_obj_t make_sponge(const mp_obj_type_t *type, size_t count, size_t named,
                            const mp_obj_t *args) {
  const size_t keys = algorithm_of(type)->key_bytes ? 1 : 0;
  mp_arg_check_num(count, named, keys, keys + 1, false);
  const uint8_t *key = keys ? asconkit_exactly(args[0], KEY, "key") : NULL;
  sponge *self = mp_obj_malloc_with_finaliser(sponge, type);
  memset(self->key, 0, KEY);
  if (key) memcpy(self->key, key, KEY);
  start(self);
  if (count > keys) update(MP_OBJ_FROM_PTR(self), args[keys]);
  return MP_OBJ_FROM_PTR(self);
}

/* Starts the next message, under the same key. */
static mp_obj_t reset(mp_obj_t self_in) {
  sponge *self = MP_OBJ_TO_PTR(self_in);
  asconkit_enter(&self->busy);
  if (!self->context.params) leave(self, ASCON_ERR_ORDER);
  start(self);
  return mp_const_none;
}

static mp_obj_t finalise(mp_obj_t self_in) {
  sponge *self = MP_OBJ_TO_PTR(self_in);
  ascon_wipe(self->key, KEY);
  ascon_wipe(&self->context, sizeof self->context);
  return mp_const_none;
}

/* Not while a call works on the object, which an interrupt handler may have stopped. */
static mp_obj_t wipe(mp_obj_t self_in) {
  sponge *self = MP_OBJ_TO_PTR(self_in);
  asconkit_enter(&self->busy);
  finalise(self_in);
  self->busy = 0;
  return mp_const_none;
}

/* ---- A digest or a tag: of a copy, so that more may be added ----------------------------------
 */

static ascon_result squeeze_copy(sponge *self, uint8_t *out) {
  ascon_sponge_ctx copy;
  asconkit_enter(&self->busy);
  copy = self->context;
  const ascon_result result =
      ascon_any_sponge_squeeze(&copy, out, algorithm_of(self->base.type)->output_bytes);
  ascon_wipe(&copy, sizeof copy);
  return result;
}

static mp_obj_t digest(mp_obj_t self_in) {
  sponge *self = MP_OBJ_TO_PTR(self_in);
  uint8_t out[MOST_OUTPUT];
  leave(self, squeeze_copy(self, out));
  return mp_obj_new_bytes(out, algorithm_of(self->base.type)->output_bytes);
}

static mp_obj_t digest_into(mp_obj_t self_in, mp_obj_t buf) {
  sponge *self = MP_OBJ_TO_PTR(self_in);
  const size_t length = algorithm_of(self->base.type)->output_bytes;
  uint8_t *out = asconkit_output(buf, length);
  leave(self, squeeze_copy(self, out));
  return MP_OBJ_NEW_SMALL_INT(length);
}

static mp_obj_t verify(mp_obj_t self_in, mp_obj_t tag) {
  sponge *self = MP_OBJ_TO_PTR(self_in);
  uint8_t right[MOST_OUTPUT];
  const uint8_t *given = asconkit_exactly(tag, ASCON_AEAD128_TAG_BYTES, "tag");
  ascon_result result = squeeze_copy(self, right);
  if (result == ASCON_OK && !ascon_equal(given, right, ASCON_AEAD128_TAG_BYTES))
    result = ASCON_ERR_TAG;
  ascon_wipe(right, sizeof right);
  leave(self, result);
  return mp_const_none;
}

/* ---- The output of a XOF ----------------------------------------------------------------------
 */

static void squeeze(sponge *self, uint8_t *out, size_t length) {
  asconkit_enter(&self->busy);
  leave(self, ascon_any_sponge_squeeze(&self->context, out, length));
}

static mp_obj_t read_output(mp_obj_t self_in, mp_obj_t length_in) {
  const mp_int_t length = mp_obj_get_int(length_in);
  if (length < 0)
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("length %d: expected at least 0"),
                      (int)length);
  vstr_t made;
  vstr_init_len(&made, (size_t)length);
  squeeze(MP_OBJ_TO_PTR(self_in), (uint8_t *)made.buf, (size_t)length);
  return mp_obj_new_bytes_from_vstr(&made);
}

static mp_obj_t read_output_into(mp_obj_t self_in, mp_obj_t buf) {
  mp_buffer_info_t output;
  mp_get_buffer_raise(buf, &output, MP_BUFFER_WRITE);
  squeeze(MP_OBJ_TO_PTR(self_in), output.buf, output.len);
  return MP_OBJ_NEW_SMALL_INT(output.len);
}

/* ---- Types ------------------------------------------------------------------------------------
 */

static MP_DEFINE_CONST_FUN_OBJ_2(update_object, update);
static MP_DEFINE_CONST_FUN_OBJ_1(reset_object, reset);
static MP_DEFINE_CONST_FUN_OBJ_1(wipe_object, wipe);
static MP_DEFINE_CONST_FUN_OBJ_1(finalise_object, finalise);
static MP_DEFINE_CONST_FUN_OBJ_1(digest_object, digest);
static MP_DEFINE_CONST_FUN_OBJ_2(digest_into_object, digest_into);
static MP_DEFINE_CONST_FUN_OBJ_2(verify_object, verify);
static MP_DEFINE_CONST_FUN_OBJ_2(read_object, read_output);
static MP_DEFINE_CONST_FUN_OBJ_2(read_into_object, read_output_into);

/* What all three have. */
#define COMMON                                                                                     \
  {MP_ROM_QSTR(MP_QSTR_update), MP_ROM_PTR(&update_object)},                                       \
      {MP_ROM_QSTR(MP_QSTR_reset), MP_ROM_PTR(&reset_object)},                                     \
      {MP_ROM_QSTR(MP_QSTR_wipe), MP_ROM_PTR(&wipe_object)}, {                                     \
    MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&finalise_object)                                     \
  }
#define OF_A_DIGEST                                                                                \
  {MP_ROM_QSTR(MP_QSTR_digest), MP_ROM_PTR(&digest_object)}, {                                     \
    MP_ROM_QSTR(MP_QSTR_digest_into), MP_ROM_PTR(&digest_into_object)                              \
  }

static const mp_rom_map_elem_t hash_names[] = {
    COMMON,
    OF_A_DIGEST,
    {MP_ROM_QSTR(MP_QSTR_digest_size), MP_ROM_INT(ASCON_HASH256_BYTES)},
};
static const mp_rom_map_elem_t xof_names[] = {
    COMMON,
    {MP_ROM_QSTR(MP_QSTR_read), MP_ROM_PTR(&read_object)},
    {MP_ROM_QSTR(MP_QSTR_read_into), MP_ROM_PTR(&read_into_object)},
};
static const mp_rom_map_elem_t mac_names[] = {
    COMMON,
    OF_A_DIGEST,
    {MP_ROM_QSTR(MP_QSTR_verify), MP_ROM_PTR(&verify_object)},
    {MP_ROM_QSTR(MP_QSTR_digest_size), MP_ROM_INT(ASCON_AEAD128_TAG_BYTES)},
};
static MP_DEFINE_CONST_DICT(hash_dict, hash_names);
static MP_DEFINE_CONST_DICT(xof_dict, xof_names);
static MP_DEFINE_CONST_DICT(mac_dict, mac_names);

MP_DEFINE_CONST_OBJ_TYPE(asconkit_hash256_type, MP_QSTR_hash256, MP_TYPE_FLAG_NONE, make_new,
                         make_sponge, locals_dict, &hash_dict);
MP_DEFINE_CONST_OBJ_TYPE(asconkit_xof128_type, MP_QSTR_xof128, MP_TYPE_FLAG_NONE, make_new,
                         make_sponge, locals_dict, &xof_dict);
MP_DEFINE_CONST_OBJ_TYPE(asconkit_v13_mac_type, MP_QSTR_v13_mac, MP_TYPE_FLAG_NONE, make_new,
                         make_sponge, locals_dict, &mac_dict);
