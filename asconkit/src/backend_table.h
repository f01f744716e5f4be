/* The table of one backend, for builds that choose at run time. A backend's .c file includes its
   backend.h, modes.h and this. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BACKEND_TABLE_H
#define ASCON_BACKEND_TABLE_H

#include "cpu.h"
#include "modes.h"
#include "words.h"

/* The value of preference may be an expression in `features`. */
/* clang-format off */
#define ASCON_BACKEND_TABLE(id, preference_value, available_function) \
  /* A plain function, for tools that count, prove or emulate it. */  \
  void ascon_##id##_permute(ascon_words *words, unsigned rounds);     \
  void ascon_##id##_permute(ascon_words *words, unsigned rounds) {    \
    words_permute(words, rounds);                                     \
  }                                                                   \
  static int preference_of_##id(unsigned features) {                  \
    (void)features;                                                   \
    return preference_value;                                          \
  }                                                                   \
  const ascon_backend ascon_backend_##id = {                          \
      .name = #id,                                                    \
      .available = available_function,                                \
      .preference = preference_of_##id,                               \
      .init = words_init,                                             \
      .permute = words_permute,                                       \
      .bytes = words_bytes,                                           \
      .blocks = words_blocks,                                         \
      .clear_stack = ascon_clear_stack, \
      .aead = mode_aead,                                              \
      .aead_init = mode_aead_init,                                    \
      .aead_update = mode_aead_update,                                \
      .aead_end_ad = mode_aead_end_ad,                                \
      .aead_final = mode_aead_final,                                  \
      .sponge = mode_sponge,                                          \
      .sponge_init = mode_sponge_init,                                \
      .sponge_absorb = mode_sponge_absorb,                            \
      .sponge_end_absorb = mode_sponge_end_absorb,                    \
      .sponge_squeeze = mode_sponge_squeeze,                          \
      .prfshort = mode_prfshort}
/* clang-format on */

static inline int available_always(unsigned features) {
  (void)features;
  return 1;
}

#endif
