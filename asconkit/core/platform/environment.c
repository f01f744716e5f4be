/* Reading the environment, in builds that choose at run time; the contract is in environment.h.
   Each system has another way to say that the program has rights that its caller lacks. Without any
   of them, getenv() it is.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* secure_getenv */
#endif
#include "environment.h"

#if ASCON_USE_ENVIRONMENT
#include <stdlib.h>
/* secure_getenv() of glibc asks for the same as AT_SECURE, the kernel's word on it. */
#if defined(__GLIBC__)
const char *ascon_environment(const char *name) { return secure_getenv(name); }
#elif defined(__linux__)
#include <sys/auxv.h>
const char *ascon_environment(const char *name) {
  return getauxval(AT_SECURE) ? NULL : getenv(name);
}
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
#include <unistd.h>
const char *ascon_environment(const char *name) { return issetugid() ? NULL : getenv(name); }
#else
const char *ascon_environment(const char *name) { return getenv(name); }
#endif
#endif
