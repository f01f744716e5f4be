/* NVRTC, NVIDIA's compiler as a library. It is opened at run time, as the driver is.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CUDA_COMPILER_H
#define ASCON_CUDA_COMPILER_H

#include "ascon_accelerator.h"
#include "../core/platform/shared_library.h"

typedef int nvrtc_result;
typedef void *nvrtc_program;

/* F(type, name, parameters): every function that is called here. */
#define NVRTC_FUNCTIONS(F)                                                                         \
  F(const char *, nvrtcGetErrorString, (nvrtc_result))                                             \
  F(nvrtc_result, nvrtcCreateProgram,                                                              \
    (nvrtc_program *, const char *, const char *, int, const char *const *, const char *const *))  \
  F(nvrtc_result, nvrtcDestroyProgram, (nvrtc_program *))                                          \
  F(nvrtc_result, nvrtcCompileProgram, (nvrtc_program, int, const char *const *))                  \
  F(nvrtc_result, nvrtcGetProgramLogSize, (nvrtc_program, size_t *))                               \
  F(nvrtc_result, nvrtcGetProgramLog, (nvrtc_program, char *))                                     \
  F(nvrtc_result, nvrtcGetCUBINSize, (nvrtc_program, size_t *))                                    \
  F(nvrtc_result, nvrtcGetCUBIN, (nvrtc_program, char *))                                          \
  F(nvrtc_result, nvrtcGetPTXSize, (nvrtc_program, size_t *))                                      \
  F(nvrtc_result, nvrtcGetPTX, (nvrtc_program, char *))

#define DECLARE_NVRTC_FUNCTION(type, name, parameters) type(SYSTEM_CALL *name) parameters;

typedef struct cuda_compiler {
  NVRTC_FUNCTIONS(DECLARE_NVRTC_FUNCTION)
} cuda_compiler;

/* Opens the library that the variable ASCONKIT_NVRTC names by an absolute path; without it, the one
   of the driver's major version or an older one, in the system's path. 0, with a line in `text`, if
   there is none. `version` is the driver's, such as 12040 for CUDA 12.4. */
int ascon_cuda_compiler_open(cuda_compiler *compiler, int version, char *text);

/* Compiles one kernel for a device of this compute capability, 90 for 9.0. *code is machine code,
   or PTX where the compiler does not know such a device; the caller frees it. */
ascon_result ascon_cuda_compile(const cuda_compiler *compiler, const char *kernel, int capability,
                                char **code, char *text);

#endif
