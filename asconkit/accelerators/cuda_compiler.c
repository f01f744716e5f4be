/* Compiling kernels for CUDA by NVRTC; the contract is in cuda_compiler.h. What is declared there
   is what NVRTC's documentation says, as no header of it is needed.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cuda_compiler.h"
#include "driver.h"
#include "kernel_text.h"

#if ASCON_HAS_SYSTEM
#include "../core/modes/calls.h"
#include "../core/platform/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_INVALID_OPTION = 5, OPTION_BYTES = 96 };

/* ---- The library ---------------------------------------------------------------------------- */

/* One for each major version of CUDA, the newest first. */
static const struct {
  int major;
  library_name name;
} LIBRARIES[] = {
    {13, {"libnvrtc.so.13", "nvrtc64_130_0.dll"}},
    {12, {"libnvrtc.so.12", "nvrtc64_120_0.dll"}},
    {11, {"libnvrtc.so.11.2", "nvrtc64_112_0.dll"}},
};
enum { VERSIONS = sizeof LIBRARIES / sizeof *LIBRARIES };

static void *open_newest(int version, char *text) {
  const library_name *wanted = NULL;
  for (size_t i = 0; i < VERSIONS; i++) {
    if (version / 1000 < LIBRARIES[i].major) continue;
    void *library = open_library(&LIBRARIES[i].name);
    if (library) return library;
    if (!wanted) wanted = &LIBRARIES[i].name;
  }
  ascon_device_say(text,
                   "CUDA: no compiler: there is no %s, ASCONKIT_NVRTC names none, and this library "
                   "has no machine code for the device (ASCONKIT_CUDA_IMAGES)",
                   wanted ? library_file(wanted) : "NVRTC for this driver");
  return NULL;
}

static void *open_named(const char *path, char *text) {
  const library_name name = {path, path};
  void *library = is_absolute_path(path) ? open_library_at(&name) : NULL;
  if (!library)
    ascon_device_say(
        text, "CUDA: ASCONKIT_NVRTC is '%s'; expected the absolute path of NVRTC's library", path);
  return library;
}

int ascon_cuda_compiler_open(cuda_compiler *compiler, int version, char *text) {
  const char *path = ascon_environment("ASCONKIT_NVRTC");
  void *library = path ? open_named(path, text) : open_newest(version, text);
  if (!library) return 0;
#define FIND(type, name, parameters)                                                               \
  if (!find_function(library, #name, (void *)&compiler->name)) {                                   \
    ascon_device_say(text, "CUDA: NVRTC has no %s, expected NVRTC 11.2 or later", #name);          \
    return 0;                                                                                      \
  }
  NVRTC_FUNCTIONS(FIND)
#undef FIND
  return 1;
}

/* ---- Programs ------------------------------------------------------------------------------- */

static ascon_result outcome(const cuda_compiler *c, char *text, const char *name,
                            nvrtc_result error) {
  if (error == 0) return ASCON_OK;
  ascon_device_say(text, "%s: %s", name, c->nvrtcGetErrorString(error));
  return error == NVRTC_ERROR_OUT_OF_MEMORY ? ASCON_ERR_RESOURCES : ASCON_ERR_DEVICE;
}

/* In functions that have `compiler` and `text`. */
#define TRY(name, ...) RETURN_IF_ERROR(outcome(compiler, text, #name, compiler->name(__VA_ARGS__)))

/* The first line of what the compiler says. */
static ascon_result say_log(const cuda_compiler *compiler, nvrtc_program program,
                            nvrtc_result error, char *text) {
  size_t bytes = 0;
  char *log = NULL;
  if (compiler->nvrtcGetProgramLogSize(program, &bytes) == 0 && bytes) log = calloc(1, bytes);
  if (log && compiler->nvrtcGetProgramLog(program, log) == 0) log[strcspn(log, "\n")] = 0;
  ascon_device_say(text, "nvrtcCompileProgram: %s %s", compiler->nvrtcGetErrorString(error),
                   log ? log : "");
  free(log);
  return ASCON_ERR_DEVICE;
}

typedef nvrtc_result(SYSTEM_CALL *get_size)(nvrtc_program, size_t *);
typedef nvrtc_result(SYSTEM_CALL *get_code)(nvrtc_program, char *);

static ascon_result copy_code(const cuda_compiler *compiler, nvrtc_program program, int is_ptx,
                              char **code, char *text) {
  const get_size size_of = is_ptx ? compiler->nvrtcGetPTXSize : compiler->nvrtcGetCUBINSize;
  const get_code code_of = is_ptx ? compiler->nvrtcGetPTX : compiler->nvrtcGetCUBIN;
  size_t bytes = 0;
  RETURN_IF_ERROR(outcome(compiler, text, is_ptx ? "nvrtcGetPTXSize" : "nvrtcGetCUBINSize",
                          size_of(program, &bytes)));
  *code = malloc(bytes);
  if (!*code) {
    ascon_device_say(text, "no memory for a kernel");
    return ASCON_ERR_RESOURCES;
  }
  return outcome(compiler, text, is_ptx ? "nvrtcGetPTX" : "nvrtcGetCUBIN", code_of(program, *code));
}

static ascon_result compile(const cuda_compiler *compiler, nvrtc_program program,
                            const char *kernel, int capability, char **code, char *text) {
  char architecture[OPTION_BYTES], only[OPTION_BYTES];
  (void)snprintf(only, sizeof only, "-DONLY_%s", kernel);
  (void)snprintf(architecture, sizeof architecture, "-arch=sm_%d", capability);
  const char *const options[] = {architecture, "-DONE_KERNEL", only};
  const char *const of_ptx[] = {"-arch=compute_75", "-DONE_KERNEL", only}; /* the oldest device */
  const int count = sizeof options / sizeof *options;
  nvrtc_result error = compiler->nvrtcCompileProgram(program, count, options);
  const int is_ptx = error == NVRTC_ERROR_INVALID_OPTION;
  if (is_ptx) error = compiler->nvrtcCompileProgram(program, count, of_ptx);
  if (error) return say_log(compiler, program, error, text);
  return copy_code(compiler, program, is_ptx, code, text);
}

ascon_result ascon_cuda_compile(const cuda_compiler *compiler, const char *kernel, int capability,
                                char **code, char *text) {
  nvrtc_program program = NULL;
  const char *kernels = ascon_kernel_text(text);
  *code = NULL;
  if (!kernels) return ASCON_ERR_DEVICE;
  TRY(nvrtcCreateProgram, &program, kernels, "asconkit", 0, NULL, NULL);
  const ascon_result result = compile(compiler, program, kernel, capability, code, text);
  (void)compiler->nvrtcDestroyProgram(&program);
  if (result == ASCON_OK) return ASCON_OK;
  free(*code);
  *code = NULL;
  return result;
}

#endif
