/* ascon_random_bytes(): the operating system's generator, and nothing of our own. Where there is
   none (no system, or one that is not known here), it does not exist, and a program that uses it
   does not link.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* getrandom */
#endif
#include "../../ascon.h"
#include "random.h"

/* system_random(out, bytes): one request for at most AT_ONCE bytes. Gives the number of bytes
   written, which may be less, or 0 or less if the system has none. */
#if !ASCON_SYSTEM_RANDOM
/* No call. */
#elif defined(__linux__)
#include <errno.h>
#include <sys/random.h>
#include <sys/types.h>

/* May give less than asked for, when a signal arrives: the caller asks again. */
static ssize_t system_random(uint8_t *out, size_t bytes) {
  ssize_t got;
  do got = getrandom(out, bytes, 0);
  while (got < 0 && errno == EINTR);
  return got;
}
#elif defined(_WIN32)
#include <windows.h>
/* clang-format off */
#include <bcrypt.h> /* after windows.h */
/* clang-format on */

static long system_random(uint8_t *out, size_t bytes) {
  const NTSTATUS status = BCryptGenRandom(NULL, out, (ULONG)bytes, BCRYPT_USE_SYSTEM_PREFERRED_RNG);
  return status == 0 ? (long)bytes : 0;
}
#else
#include <stdlib.h>

/* Cannot fail. */
static long system_random(uint8_t *out, size_t bytes) {
  arc4random_buf(out, bytes);
  return (long)bytes;
}
#endif

#if ASCON_SYSTEM_RANDOM
enum { AT_ONCE = 1 << 20 }; /* bytes; every system takes so many */

/* Asks until there are enough. After a failure, what had already come is zeroized: nobody may take
   the buffer for random. */
ascon_result ascon_random_bytes(uint8_t *out, size_t bytes) {
  if (bytes && !out) return ASCON_ERR_NULL;
  for (size_t done = 0; done < bytes;) {
    const size_t left = bytes - done;
    const long got = (long)system_random(out + done, left < AT_ONCE ? left : AT_ONCE);
    if (got <= 0) {
      ascon_wipe(out, bytes);
      return ASCON_ERR_RANDOM;
    }
    done += (size_t)got;
  }
  return ASCON_OK;
}
#endif
