/* The files of kernel/ as one text, which NVRTC and OpenCL's drivers compile at run time.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_TEXT_H
#define ASCON_KERNEL_TEXT_H

#include "../core/platform/compiler.h"

/* The text, which ends with a zero; with ONE_KERNEL and ONLY_name defined it has this kernel alone.
   NULL, with a line in `text`, in a library that was compiled without it. */
const char *ascon_kernel_text(char *text);

#endif
