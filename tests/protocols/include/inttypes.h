/* For compilers without a C library: zcbor includes it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
