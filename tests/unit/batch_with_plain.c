/* The batch calls with the engines of the tests beside those of the library. A program that has
   this object file has no use for the library's own. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon_config.h"
#include "asconkit/batch/engine_list.h"

#undef ASCON_LIST_ENGINE_X1
#if ASCON_TEST_PLANTED_ENGINES
#define ASCON_LIST_ENGINE_X1(X) X(x1) X(plain_x4) X(planted_branch) X(planted_index)
#else
#define ASCON_LIST_ENGINE_X1(X) X(x1) X(plain_x4)
#endif

#include "asconkit/batch/batch.c"
