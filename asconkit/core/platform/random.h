/* Whether the operating system has a generator of random bytes that random.c knows.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_RANDOM_H
#define ASCON_RANDOM_H

#include "../../ascon_config.h"

#if ASCON_HAS_SYSTEM &&                                                                            \
    (defined(__linux__) || defined(_WIN32) || defined(__APPLE__) || defined(__FreeBSD__) ||        \
     defined(__OpenBSD__) || defined(__NetBSD__) || defined(__DragonFly__))
#define ASCON_SYSTEM_RANDOM 1
#else
#define ASCON_SYSTEM_RANDOM 0
#endif

#endif
