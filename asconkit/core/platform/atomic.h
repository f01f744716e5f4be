/* Variables that threads share without a lock: those of C11. For the choice of a backend
   (core/api/dispatch.c) and for batches. What they point to is constant, or they count, so that a
   relaxed order is enough. A compiler that has none (MSVC without
   /experimental:c11atomics says __STDC_NO_ATOMICS__), or a processor without a compare-exchange,
   gets plain variables: there batches use no threads, and a program calls the library from one
   thread before it does from others, or forces its backend before that.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ATOMIC_H
#define ASCON_ATOMIC_H

#if !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#endif

#if defined(ATOMIC_POINTER_LOCK_FREE) && ATOMIC_POINTER_LOCK_FREE == 2
#define ASCON_ATOMICS 1
#define ASCON_ATOMIC _Atomic
#define ASCON_LOAD(variable) atomic_load_explicit(&(variable), memory_order_relaxed)
#define ASCON_STORE(variable, value) atomic_store_explicit(&(variable), value, memory_order_relaxed)
/* Gives what was there before. */
#define ASCON_FETCH_ADD(variable, value)                                                           \
  atomic_fetch_add_explicit(&(variable), value, memory_order_relaxed)
/* Sets the variable if it is *expected and gives 1; otherwise *expected becomes what it is, and
   the result is 0. */
#define ASCON_COMPARE_EXCHANGE(variable, expected, value)                                          \
  atomic_compare_exchange_strong_explicit(&(variable), expected, value, memory_order_relaxed,      \
                                          memory_order_relaxed)
#else
#define ASCON_ATOMICS 0
#define ASCON_ATOMIC
#define ASCON_LOAD(variable) (variable)
#define ASCON_STORE(variable, value) ((variable) = (value))
#define ASCON_FETCH_ADD(variable, value) (((variable) += (value)) - (value))
#define ASCON_COMPARE_EXCHANGE(variable, expected, value)                                          \
  ((variable) == *(expected) ? ((variable) = (value), 1) : (*(expected) = (variable), 0))
#endif

#endif
