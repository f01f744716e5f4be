/* For compilers without a C library: sources that include it without need.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if __has_include_next(<assert.h>)
#include_next <assert.h>
#endif
