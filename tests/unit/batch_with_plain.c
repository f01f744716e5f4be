/* The batch calls with the engines of the tests in addition to those of the library. A program with
   this object file does not use the object of the library.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/batch/work.h"

extern const ascon_engine ascon_engine_plain_x4;
#if ASCON_TEST_PLANTED_ENGINES
extern const ascon_engine ascon_engine_planted_branch, ascon_engine_planted_index;
#define ASCON_MORE_ENGINES                                                                         \
  &ascon_engine_plain_x4, &ascon_engine_planted_branch, &ascon_engine_planted_index
#else
#define ASCON_MORE_ENGINES &ascon_engine_plain_x4
#endif

#include "asconkit/batch/batch.c"
