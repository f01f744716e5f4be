/* What the files of the MicroPython module share: arguments that are buffers, exceptions, types.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_MICROPYTHON_MODULE_H
#define ASCONKIT_MICROPYTHON_MODULE_H

#include "asconkit/ascon.h"
#include "py/runtime.h"

/** Returns the bytes of an object that has a buffer. Raises TypeError for other objects. They stay
    where they are until Python code runs again. */
mp_buffer_info_t asconkit_input(mp_obj_t object);

/** Does the same with an argument that may be None or left out: it then has no bytes. */
mp_buffer_info_t asconkit_optional(size_t count, const mp_obj_t *args, size_t which);

/** Does the same, and raises ValueError, which calls the object by its name, for other lengths. */
const uint8_t *asconkit_exactly(mp_obj_t object, size_t length, const char *name);

/** Returns the beginning of a buffer to write to. Raises ValueError if it has less than `length`
    bytes. */
uint8_t *asconkit_output(mp_obj_t object, size_t length);

/** Raises ValueError if an output overlaps an input, unless the input begins at `in_place`. */
void asconkit_keep_apart(const uint8_t *out, size_t length, mp_buffer_info_t input,
                         const uint8_t *in_place, const char *name);

/** Raises InvalidTag. */
__attribute__((noreturn)) void asconkit_raise_invalid_tag(void);
/** Raises StateError, with this text. */
__attribute__((noreturn)) void asconkit_raise_state(mp_rom_error_text_t text);

extern const mp_obj_type_t mp_type_InvalidTag, mp_type_Refused, mp_type_StateError;
extern const mp_obj_type_t asconkit_hash256_type, asconkit_xof128_type, asconkit_v13_mac_type;
extern const mp_obj_type_t asconkit_sender_type, asconkit_receiver_type;

/* The mark of an object that a call works on. It stays if the call never returns: KeyboardInterrupt
   of a Unix port leaves the middle of it. */
static inline void asconkit_enter(volatile uint8_t *busy) {
  if (*busy)
    asconkit_raise_state(MP_ERROR_TEXT("in use, or a call was interrupted: make a new object"));
  *busy = 1;
}

#endif
