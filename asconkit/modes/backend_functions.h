/* The functions of one backend for its table. A backend's .c file includes its backend.h, then
   this, and defines its ascon_backend with BACKEND_FUNCTIONS.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BACKEND_FUNCTIONS_H
#define ASCON_BACKEND_FUNCTIONS_H

#include "../platform/cpu.h"
#include "aead_pieces.h"
#include "backend_table.h"
#include "sponge_pieces.h"
#include "stored.h"
#include "table_rows.h"

/* clang-format off */
#define BACKEND_FUNCTIONS                               \
  .aead = {AEAD_TABLE_ROWS},                            \
  .sponge = {SPONGE_TABLE_ROWS},                        \
  .aead_pieces_start = aead_pieces_start,               \
  .aead_pieces_update = aead_pieces_update,             \
  .aead_pieces_end_ad = aead_pieces_end_ad,             \
  .aead_pieces_finish = aead_pieces_finish,             \
  .sponge_pieces_start = sponge_pieces_start,           \
  .sponge_pieces_absorb = sponge_pieces_absorb,         \
  .sponge_pieces_end_absorb = sponge_pieces_end_absorb, \
  .sponge_pieces_squeeze = sponge_pieces_squeeze,       \
  .stored_set = stored_set,                             \
  .stored_permute = stored_permute,                     \
  .stored_bytes = stored_bytes,                         \
  .stored_blocks = stored_blocks,                       \
  .clear_stack = clear_stack
/* clang-format on */

#endif
