// SPDX-License-Identifier: Apache-2.0 OR MIT
// Preloaded: a system that lets nobody lock memory.
#include <errno.h>
#include <stddef.h>

int mlock(const void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
  errno = EPERM;
  return -1;
}
