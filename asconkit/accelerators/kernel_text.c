/* The contract is in kernel_text.h. The build writes the text as numbers into the file that
   ASCON_KERNEL_TEXT names: cmake/kernel_text.cmake, or bindings/rust/asconkit-sys/build.rs.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernel_text.h"
#include "driver.h"

static const char kernels[] = {
#if defined(ASCON_KERNEL_TEXT)
#include ASCON_KERNEL_TEXT
#endif
    0};

const char *ascon_kernel_text(char *text) {
  if (kernels[0]) return kernels;
  ascon_device_say(text,
                   "this library was compiled without its kernels (ASCON_KERNEL_TEXT, "
                   "asconkit/cmake/kernel_text.cmake)");
  return NULL;
}
