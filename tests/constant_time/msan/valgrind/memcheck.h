/* valgrind's requests, answered by clang's memory sanitizer, which follows undefined values through
   vector instructions that valgrind does not know. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <sanitizer/msan_interface.h>

#define RUNNING_ON_VALGRIND 1
#define VALGRIND_MAKE_MEM_UNDEFINED(memory, bytes) (__msan_poison(memory, bytes), 0)
#define VALGRIND_MAKE_MEM_DEFINED(memory, bytes) (__msan_unpoison(memory, bytes), 0)
