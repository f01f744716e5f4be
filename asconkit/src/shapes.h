/* Names of block loops, for C and for assembly: ascon_armv7m_encrypt_16_8_le encrypts blocks of 16
   bytes in little-endian order with 8 rounds after each. SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#ifndef ASCON_SHAPES_H
#define ASCON_SHAPES_H

#include "algorithm_table.h"

#define ASCON_SUFFIX_OF_ASCON_LITTLE_ENDIAN le
#define ASCON_SUFFIX_OF_ASCON_BIG_ENDIAN be

/* le or be */
#define ASCON_ORDER_SUFFIX(order) ASCON_SUFFIX_OF_##order
#define ASCON_SHAPE(prefix, op, rate, rounds, order)                                               \
  ASCON_SHAPE_EXPANDED(prefix, op, rate, rounds, ASCON_ORDER_SUFFIX(order))
#define ASCON_SHAPE_EXPANDED(prefix, op, rate, rounds, suffix)                                     \
  ASCON_SHAPE_JOINED(prefix, op, rate, rounds, suffix)
#define ASCON_SHAPE_JOINED(prefix, op, rate, rounds, suffix)                                       \
  prefix##_##op##_##rate##_##rounds##_##suffix

/* What depends on the order alone: ascon_armv7m_start_le. */
#define ASCON_IN_ORDER(prefix, op, order)                                                          \
  ASCON_IN_ORDER_EXPANDED(prefix, op, ASCON_ORDER_SUFFIX(order))
#define ASCON_IN_ORDER_EXPANDED(prefix, op, suffix) ASCON_IN_ORDER_JOINED(prefix, op, suffix)
#define ASCON_IN_ORDER_JOINED(prefix, op, suffix) prefix##_##op##_##suffix

#endif
