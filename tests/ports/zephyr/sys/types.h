/* What the stand-in of Zephyr's settings needs of a C library.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

typedef long ssize_t;
