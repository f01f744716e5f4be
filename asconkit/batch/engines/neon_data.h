/* Vector engines with the 128-bit registers of AArch64, two lanes to each: what contract.h asks for
   but the round, which neon.h writes with the instructions that every processor has and sha3.h with
   those of the SHA-3 extension.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_NEON_DATA_H
#define ASCON_ENGINES_NEON_DATA_H

#include "places.h"
#if ASCON_HAVE_AARCH64_ENGINES

#ifndef REGISTERS /* read alone */
#define REGISTERS 2
#define ASCON_STACK_BYTES 6144
#endif

#include <arm_neon.h>

#include "../../core/platform/cpu.h"
#include "../../core/platform/stack.h"
#include "short_strings.h"

typedef uint64x2_t lane_vector;
enum { VECTOR_LANES = 2 };

INLINED uint64x2_t vector_load(const uint64_t words[2]) { return vld1q_u64(words); }
INLINED void vector_store(uint64_t words[2], uint64x2_t x) { vst1q_u64(words, x); }
INLINED uint64x2_t vector_set(uint64_t word) { return vdupq_n_u64(word); }
INLINED uint64x2_t vector_xor(uint64x2_t a, uint64x2_t b) { return veorq_u64(a, b); }
INLINED uint64x2_t vector_where(uint64x2_t mask, uint64x2_t a, uint64x2_t b) {
  return vbslq_u64(mask, a, b);
}

INLINED uint64x2_t in_order(uint8x16_t x, byte_order order) {
  return vreinterpretq_u64_u8(order == ASCON_LITTLE_ENDIAN ? x : vrev64q_u8(x));
}

INLINED uint8x16_t as_bytes(uint64x2_t x, byte_order order) {
  const uint8x16_t bytes = vreinterpretq_u8_u64(x);
  return order == ASCON_LITTLE_ENDIAN ? bytes : vrev64q_u8(bytes);
}

INLINED void vector_read_pair(uint64x2_t d[2], const uintptr_t rows[2], size_t at,
                              byte_order order) {
  const uint64x2_t first = in_order(vld1q_u8((const uint8_t *)(rows[0] + at)), order);
  const uint64x2_t second = in_order(vld1q_u8((const uint8_t *)(rows[1] + at)), order);
  d[0] = vzip1q_u64(first, second);
  d[1] = vzip2q_u64(first, second);
}

INLINED void vector_write_pair(const uintptr_t rows[2], size_t at, const uint64x2_t d[2],
                               byte_order order) {
  vst1q_u8((uint8_t *)(rows[0] + at), as_bytes(vzip1q_u64(d[0], d[1]), order));
  vst1q_u8((uint8_t *)(rows[1] + at), as_bytes(vzip2q_u64(d[0], d[1]), order));
}

INLINED uint64x2_t vector_read_word(const uintptr_t rows[2], size_t at, byte_order order) {
  const uint8x8_t first = vld1_u8((const uint8_t *)(rows[0] + at));
  return in_order(vcombine_u8(first, vld1_u8((const uint8_t *)(rows[1] + at))), order);
}

/* The registers hold secrets of all lanes. Calls preserve the lower halves of v8 to v15 alone. */
INLINED void clear_vectors(void) {
  clear_vector_registers();
  __asm__ __volatile__(
      ".irp n, 8, 9, 10, 11, 12, 13, 14, 15\n\tmov "
      "v\\n\\().d[1], xzr\n\t.endr" ::
          : "memory");
}

#endif
#endif
