/* Datagrams (asconkit/datagram/ascon_datagram.h) for MicroPython: Sender and Receiver, whose
   counters are kept by objects with load() and store(counter).

   Python code never runs inside a call of the library: it could raise, resize a buffer, or call the
   same object. A call that needs store() is refused by the store below, which notes the counter;
   then Python's store() is called, and then the call is made again, with the buffers as they are
   now. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "module.h"
#include "asconkit/datagram/ascon_datagram.h"
#include <string.h>

enum {
  COUNTER = ASCON_DATAGRAM_COUNTER_BYTES,
  IDENTITY = ASCON_DATAGRAM_IDENTITY_BYTES,
  KEY = ASCON_DATAGRAM_KEY_BYTES
};

typedef struct peer {
  mp_obj_base_t base;
  volatile uint8_t busy;
  uint64_t stored, wanted; /* what Python's store() has kept, and the last that it was to keep */
  mp_obj_t keeper;         /* the object with load() and store(), or None */
  ascon_datagram_store store;
  union {
    ascon_datagram_state state;
    ascon_datagram_sender sender;
    ascon_datagram_receiver receiver;
  } is;
} peer;

/* ---- Counters ---------------------------------------------------------------------------------
 */

static int load_counter(void *context, uint8_t counter[COUNTER]) {
  const peer *self = context;
  for (int i = 0; i < COUNTER; i++) counter[i] = (uint8_t)(self->stored >> 8 * i);
  return 1;
}

static int store_counter(void *context, const uint8_t counter[COUNTER]) {
  peer *self = context;
  self->wanted = 0;
  for (int i = 0; i < COUNTER; i++) self->wanted |= (uint64_t)counter[i] << 8 * i;
  return self->wanted <= self->stored;
}

/* Any other object than an integer from 0 to 2^64 - 1 is not equal to what is made of its bits. */
static uint64_t to_counter(mp_obj_t number) {
  const mp_obj_t high = mp_binary_op(MP_BINARY_OP_RSHIFT, number, MP_OBJ_NEW_SMALL_INT(32));
  const uint64_t counter = (uint64_t)(uint32_t)mp_obj_get_int_truncated(high) << 32 |
                           (uint32_t)mp_obj_get_int_truncated(number);
  if (!mp_obj_equal(mp_obj_new_int_from_ull(counter), number))
    mp_raise_ValueError(MP_ERROR_TEXT("load() must return a counter, 0 or more"));
  return counter;
}

static uint64_t call_load(mp_obj_t keeper) {
  mp_obj_t call[2];
  mp_load_method(keeper, MP_QSTR_load, call);
  return to_counter(mp_call_method_n_kw(0, 0, call));
}

/* Its exceptions leave the object as it was: another call tries again. */
static void call_store(peer *self) {
  const uint64_t wanted = self->wanted;
  mp_obj_t call[3];
  mp_load_method(self->keeper, MP_QSTR_store, call);
  call[2] = mp_obj_new_int_from_ull(wanted);
  mp_call_method_n_kw(1, 0, call);
  if (wanted > self->stored) self->stored = wanted;
}

/* ---- Starting and ending ----------------------------------------------------------------------
 */

enum { A_KEY, AN_IDENTITY, A_STORE, A_STEP, COUNTER_LENGTH, TAG_LENGTH, EPOCH_LENGTH, FORGERIES };
static const mp_arg_t arguments[] = {
    {MP_QSTR_key, MP_ARG_REQUIRED | MP_ARG_OBJ, {0}},
    {MP_QSTR_identity, MP_ARG_REQUIRED | MP_ARG_OBJ, {0}},
    {MP_QSTR_store, MP_ARG_OBJ, {.u_rom_obj = MP_ROM_NONE}},
    {MP_QSTR_step, MP_ARG_INT, {.u_int = 1}},
    {MP_QSTR_counter_length, MP_ARG_KW_ONLY | MP_ARG_INT, {.u_int = 2}},
    {MP_QSTR_tag_length, MP_ARG_KW_ONLY | MP_ARG_INT, {.u_int = 8}},
    {MP_QSTR_epoch_length, MP_ARG_KW_ONLY | MP_ARG_INT, {.u_int = 0}},
    {MP_QSTR_max_forgeries, MP_ARG_KW_ONLY | MP_ARG_INT, {.u_int = 1000000}},
};

static mp_int_t within(const mp_arg_val_t *values, size_t which, mp_int_t low, mp_int_t high) {
  const mp_int_t value = values[which].u_int;
  if (value < low || value > high)
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("%q is %d, expected %d to %d"),
                      (qstr)arguments[which].qst, (int)value, (int)low, (int)high);
  return value;
}

static void wipe_peer(peer *self) { ascon_wipe(&self->is, sizeof self->is); }

static mp_obj_t make_peer(const mp_obj_type_t *type, size_t count, size_t named,
                          const mp_obj_t *args) {
  mp_arg_val_t given[MP_ARRAY_SIZE(arguments)];
  mp_arg_parse_all_kw_array(count, named, args, MP_ARRAY_SIZE(arguments), arguments, given);
  const bool sends = type == &asconkit_sender_type;
  const ascon_datagram_settings settings = {
      .counter_length = (uint8_t)within(given, COUNTER_LENGTH, 1, 7),
      .tag_length = (uint8_t)within(given, TAG_LENGTH, 4, 16),
      .epoch_length = (uint8_t)within(given, EPOCH_LENGTH, 0, 5),
      .max_forgeries = (uint32_t)within(given, FORGERIES, 1, INT32_MAX),
  };
  const mp_int_t most =
      sends ? ascon_datagram_max_step(&settings) : (mp_int_t)ASCON_DATAGRAM_WINDOW_BITS;
  const uint16_t step = (uint16_t)within(given, A_STEP, 1, most);
  const mp_obj_t keeper = given[A_STORE].u_obj;

  peer *self = mp_obj_malloc_with_finaliser(peer, type);
  memset((char *)self + sizeof self->base, 0, sizeof *self - sizeof self->base);
  self->keeper = keeper;
  self->store = (ascon_datagram_store){load_counter, store_counter, self, step};
  const bool is_kept = keeper != mp_const_none;
  if (is_kept) self->stored = call_load(keeper);
  const uint8_t *key = asconkit_exactly(given[A_KEY].u_obj, KEY, "key");
  const uint8_t *identity = asconkit_exactly(given[AN_IDENTITY].u_obj, IDENTITY, "identity");
  const ascon_datagram_store *store = is_kept ? &self->store : NULL;
  const ascon_result result =
      sends ? ascon_datagram_sender_init(&self->is.sender, &settings, identity, key, store)
            : ascon_datagram_receiver_init(&self->is.receiver, &settings, identity, key, store);
  if (result != ASCON_OK)
    mp_raise_ValueError(MP_ERROR_TEXT(
        "tag_length must be 4, 8, 12 or 16, epoch_length less than counter_length, and the stored "
        "counter less than 2**56 and in the first 2**16 epochs"));
  return MP_OBJ_FROM_PTR(self);
}

static mp_obj_t finalise(mp_obj_t self_in) {
  wipe_peer(MP_OBJ_TO_PTR(self_in));
  return mp_const_none;
}

/* Not while a call works on the object, which an interrupt handler may have stopped. */
static mp_obj_t wipe(mp_obj_t self_in) {
  peer *self = MP_OBJ_TO_PTR(self_in);
  asconkit_enter(&self->busy);
  wipe_peer(self);
  self->busy = 0;
  return mp_const_none;
}

/* ---- Sealing and opening ----------------------------------------------------------------------
 */

static void raise_for(ascon_result result, bool sends) {
  if (result == ASCON_ERR_TAG) asconkit_raise_invalid_tag();
  if (result == ASCON_ERR_ORDER) asconkit_raise_state(MP_ERROR_TEXT("the object was wiped"));
  if (sends) asconkit_raise_state(MP_ERROR_TEXT("the counters are used up"));
  mp_raise_msg(&mp_type_Refused,
               MP_ERROR_TEXT("the datagram was not decrypted: too short, too old, too far ahead, "
                             "or accepted before"));
}

/* One try, from `in` to `out`. */
static ascon_result run(peer *self, uint8_t *out, mp_buffer_info_t in, mp_buffer_info_t header) {
  asconkit_enter(&self->busy);
  const ascon_result result =
      self->base.type == &asconkit_sender_type
          ? ascon_datagram_seal(&self->is.sender, out, in.buf, in.len, header.buf, header.len)
          : ascon_datagram_open(&self->is.receiver, out, in.buf, in.len, header.buf, header.len);
  self->busy = 0;
  return result;
}

/* Where a result is written: the beginning of `buf`. There, a text may be in its place in the
   datagram, but not if a receiver has a store: it may have to read the datagram again. */
static uint8_t *output(const peer *self, mp_obj_t buf, size_t length, mp_buffer_info_t in,
                       mp_buffer_info_t header, bool sends) {
  uint8_t *out = asconkit_output(buf, length);
  const uint8_t *bytes = in.buf, n = self->is.state.counter_length;
  const bool in_place =
      sends ? bytes == out + n : self->keeper == mp_const_none && bytes + n == out;
  asconkit_keep_apart(out, length, in, in_place ? bytes : NULL, sends ? "text" : "datagram");
  asconkit_keep_apart(out, length, header, NULL, "header");
  return out;
}

/* self, text or datagram, and, perhaps, a header and a buffer for the result. */
static mp_obj_t call_peer(size_t count, const mp_obj_t *args) {
  peer *self = MP_OBJ_TO_PTR(args[0]);
  const bool sends = self->base.type == &asconkit_sender_type;
  for (;;) {
    const mp_buffer_info_t in = asconkit_input(args[1]), header = asconkit_optional(count, args, 2);
    const size_t overhead = (size_t)self->is.state.counter_length + self->is.state.tag_length;
    if (overhead == 0) raise_for(ASCON_ERR_ORDER, sends);
    if (in.len > SIZE_MAX / 2 || (!sends && in.len < overhead)) raise_for(ASCON_ERR_RANGE, false);
    const size_t length = sends ? in.len + overhead : in.len - overhead;
    vstr_t made;
    uint8_t *out;
    if (count > 3) out = output(self, args[3], length, in, header, sends);
    else {
      vstr_init_len(&made, length);
      out = (uint8_t *)made.buf;
    }
    const ascon_result result = run(self, out, in, header);
    if (result == ASCON_OK)
      return count > 3 ? MP_OBJ_NEW_SMALL_INT(length) : mp_obj_new_bytes_from_vstr(&made);
    if (count <= 3) vstr_clear(&made);
    if (result != ASCON_ERR_STORE) raise_for(result, sends);
    call_store(self);
  }
}

/* ---- Types ------------------------------------------------------------------------------------
 */

static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(call_object, 2, 3, call_peer);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(call_into_object, 4, 4, call_peer);
static MP_DEFINE_CONST_FUN_OBJ_1(wipe_object, wipe);
static MP_DEFINE_CONST_FUN_OBJ_1(finalise_object, finalise);

static const mp_rom_map_elem_t sender_names[] = {
    {MP_ROM_QSTR(MP_QSTR_seal), MP_ROM_PTR(&call_object)},
    {MP_ROM_QSTR(MP_QSTR_seal_into), MP_ROM_PTR(&call_into_object)},
    {MP_ROM_QSTR(MP_QSTR_wipe), MP_ROM_PTR(&wipe_object)},
    {MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&finalise_object)},
};
static const mp_rom_map_elem_t receiver_names[] = {
    {MP_ROM_QSTR(MP_QSTR_open), MP_ROM_PTR(&call_object)},
    {MP_ROM_QSTR(MP_QSTR_open_into), MP_ROM_PTR(&call_into_object)},
    {MP_ROM_QSTR(MP_QSTR_wipe), MP_ROM_PTR(&wipe_object)},
    {MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&finalise_object)},
};
static MP_DEFINE_CONST_DICT(sender_dict, sender_names);
static MP_DEFINE_CONST_DICT(receiver_dict, receiver_names);

MP_DEFINE_CONST_OBJ_TYPE(asconkit_sender_type, MP_QSTR_Sender, MP_TYPE_FLAG_NONE, make_new,
                         make_peer, locals_dict, &sender_dict);
MP_DEFINE_CONST_OBJ_TYPE(asconkit_receiver_type, MP_QSTR_Receiver, MP_TYPE_FLAG_NONE, make_new,
                         make_peer, locals_dict, &receiver_dict);
