/* What the stand-in of Zephyr's settings needs of a C library.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef STAND_IN_SYS_TYPES_H
#define STAND_IN_SYS_TYPES_H

typedef long ssize_t;

#endif
