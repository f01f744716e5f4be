// SPDX-License-Identifier: Apache-2.0 OR MIT
// Preloaded, this is a system on which locking memory always fails.
#include <errno.h>
#include <stddef.h>

int mlock(const void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
  errno = EPERM;
  return -1;
}
