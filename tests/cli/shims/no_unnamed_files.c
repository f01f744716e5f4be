// SPDX-License-Identifier: Apache-2.0 OR MIT
// Preloaded: a file system without unnamed files, as NFS is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

typedef int opening(const char *path, int flags, ...);

static int open_named(const char *function, const char *path, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return ((opening *)dlsym(RTLD_NEXT, function))(path, flags, mode);
}

#define OPEN(function)                                                                             \
  int function(const char *path, int flags, ...) {                                                 \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    mode_t mode = va_arg(rest, mode_t);                                                            \
    va_end(rest);                                                                                  \
    return open_named(#function, path, flags, mode);                                               \
  }

OPEN(open)
OPEN(open64)
