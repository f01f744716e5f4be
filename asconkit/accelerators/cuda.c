/* NVIDIA's devices through CUDA's driver. Its library is opened at run time; what is declared here
   is what its documentation says, as no header of it is needed. A kernel is compiled for the device
   when it is first asked for (cuda_compiler.c). A library that was packaged with ASCON_CUDA_IMAGES
   has machine code for some architectures, and compiles for others only.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cuda_compiler.h"
#include "driver.h"
#include "request.h"

#if ASCON_HAS_SYSTEM
#ifdef ASCON_CUDA_IMAGES
#include "cuda_images.h" /* made when the library is built: tools/cuda_kernels.py */
#else
static const unsigned char *const cuda_images[] = {NULL};
#endif

#include "../core/modes/calls.h"
#include "../core/platform/shared_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- CUDA ----------------------------------------------------------------------------------- */

typedef int cuda_result;
typedef int cuda_device;
typedef uint64_t cuda_memory; /* an address on the device */
typedef void *cuda_object;    /* context, module, function, stream, event */

enum {
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, /* in kHz */
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_STREAM_NON_BLOCKING = 1
};

/* F(name, parameters): every function that is called here, by the name of its current version. */
#define CUDA_FUNCTIONS(F)                                                                          \
  F(cuInit, (unsigned))                                                                            \
  F(cuGetErrorName, (cuda_result, const char **))                                                  \
  F(cuDriverGetVersion, (int *))                                                                   \
  F(cuDeviceGetCount, (int *))                                                                     \
  F(cuDeviceGet, (cuda_device *, int))                                                             \
  F(cuDeviceGetName, (char *, int, cuda_device))                                                   \
  F(cuDeviceGetAttribute, (int *, int, cuda_device))                                               \
  F(cuDeviceTotalMem_v2, (size_t *, cuda_device))                                                  \
  F(cuDevicePrimaryCtxRetain, (cuda_object *, cuda_device))                                        \
  F(cuDevicePrimaryCtxRelease_v2, (cuda_device))                                                   \
  F(cuCtxPushCurrent_v2, (cuda_object))                                                            \
  F(cuCtxPopCurrent_v2, (cuda_object *))                                                           \
  F(cuModuleLoadData, (cuda_object *, const void *))                                               \
  F(cuModuleUnload, (cuda_object))                                                                 \
  F(cuModuleGetFunction, (cuda_object *, cuda_object, const char *))                               \
  F(cuMemAlloc_v2, (cuda_memory *, size_t))                                                        \
  F(cuMemFree_v2, (cuda_memory))                                                                   \
  F(cuMemHostAlloc, (void **, size_t, unsigned))                                                   \
  F(cuMemFreeHost, (void *))                                                                       \
  F(cuStreamCreate, (cuda_object *, unsigned))                                                     \
  F(cuStreamDestroy_v2, (cuda_object))                                                             \
  F(cuStreamSynchronize, (cuda_object))                                                            \
  F(cuMemcpyHtoDAsync_v2, (cuda_memory, const void *, size_t, cuda_object))                        \
  F(cuMemcpyDtoHAsync_v2, (void *, cuda_memory, size_t, cuda_object))                              \
  F(cuMemsetD8Async, (cuda_memory, unsigned char, size_t, cuda_object))                            \
  F(cuLaunchKernel, (cuda_object, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,      \
                     unsigned, cuda_object, void **, void **))                                     \
  F(cuEventRecord, (cuda_object, cuda_object))

#define DECLARE_FUNCTION(name, parameters) cuda_result(SYSTEM_CALL *name) parameters;

/* A kernel that this queue has compiled. */
typedef struct compiled_kernel {
  struct compiled_kernel *next;
  cuda_object module, function;
  char name[KERNEL_NAME_BYTES];
} compiled_kernel;

typedef struct cuda {
  CUDA_FUNCTIONS(DECLARE_FUNCTION)
  cuda_device device;
  cuda_object context, stream;
  cuda_object images; /* all kernels, or NULL: then they are compiled */
  cuda_compiler compiler;
  int capability; /* 90 for 9.0 */
  compiled_kernel *compiled;
} cuda;

static const library_name LIBRARY = {"libcuda.so.1", "nvcuda.dll"};

/* Fills in the functions; 0 if there is no such library, or an older one, and a line in `text`. */
static int load(cuda *cu, char *text) {
  void *library = open_library(&LIBRARY);
  if (!library) {
    ascon_device_say(text, "CUDA: there is no %s: no driver is installed", library_file(&LIBRARY));
    return 0;
  }
#define FIND(name, parameters)                                                                     \
  if (!find_function(library, #name, (void *)&cu->name)) {                                         \
    ascon_device_say(text, "CUDA: %s has no %s, expected CUDA 11 or later",                        \
                     library_file(&LIBRARY), #name);                                               \
    return 0;                                                                                      \
  }
  CUDA_FUNCTIONS(FIND)
#undef FIND
  return 1;
}

/* The result for an error of CUDA, with a line that names the call. */
static ascon_result outcome(const cuda *cu, char *text, const char *name, cuda_result error) {
  const char *words = NULL;
  if (error == 0) return ASCON_OK;
  if (cu->cuGetErrorName(error, &words) != 0 || !words) words = "unknown error";
  ascon_device_say(text, "%s: CUDA error %d, %s", name, error, words);
  return error == CUDA_ERROR_OUT_OF_MEMORY ? ASCON_ERR_RESOURCES : ASCON_ERR_DEVICE;
}

/* In functions that have `cu` and `queue`. */
#define CALL(name, ...) outcome(cu, queue->error, #name, cu->name(__VA_ARGS__))
#define TRY(name, ...) RETURN_IF_ERROR(CALL(name, __VA_ARGS__))

static cuda_memory address_of(const void *memory) { return (cuda_memory)(uintptr_t)memory; }

/* ---- Devices -------------------------------------------------------------------------------- */

/* How many devices there are; 0 with a line that says why there are none. */
static int count_devices(const cuda *cu, char *text) {
  int count = 0;
  if (outcome(cu, text, "cuInit", cu->cuInit(0)) != ASCON_OK) return 0;
  if (outcome(cu, text, "cuDeviceGetCount", cu->cuDeviceGetCount(&count)) != ASCON_OK) return 0;
  if (count == 0) ascon_device_say(text, "CUDA: the driver has no device");
  return count;
}

/* What the driver does not tell stays 0. */
static void describe(const cuda *cu, unsigned index, ascon_device *device) {
  cuda_device id = 0;
  int units = 0, khz = 0;
  size_t bytes = 0;
  memset(device, 0, sizeof *device);
  device->kind = ASCON_DEVICE_CUDA;
  device->index = index;
  if (cu->cuDeviceGet(&id, (int)index) != 0) return;
  (void)cu->cuDeviceGetName(device->name, (int)sizeof device->name, id);
  (void)cu->cuDeviceGetAttribute(&units, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, id);
  (void)cu->cuDeviceGetAttribute(&khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, id);
  (void)cu->cuDeviceTotalMem_v2(&bytes, id);
  device->units = (unsigned)units, device->mhz = (unsigned)khz / 1000, device->memory_bytes = bytes;
}

static size_t cuda_list(ascon_device *devices, size_t capacity, char *text) {
  cuda cu;
  memset(&cu, 0, sizeof cu);
  if (!load(&cu, text)) return 0;
  const size_t count = (size_t)count_devices(&cu, text);
  for (size_t d = 0; d < count && d < capacity; d++) describe(&cu, (unsigned)d, &devices[d]);
  return count;
}

/* ---- Contexts ------------------------------------------------------------------------------- */

/* Every call between these two is in the context of the queue, whatever the caller's thread has. */
static ascon_result enter(ascon_queue *queue) {
  const cuda *cu = queue->own;
  TRY(cuCtxPushCurrent_v2, cu->context);
  return ASCON_OK;
}

static ascon_result leave(ascon_queue *queue, ascon_result result) {
  const cuda *cu = queue->own;
  cuda_object ignored = NULL;
  (void)cu->cuCtxPopCurrent_v2(&ignored);
  return result;
}

/* Whether the library has machine code that the driver takes for its device. */
static int load_images(cuda *cu) {
  for (size_t i = 0; i < sizeof cuda_images / sizeof *cuda_images; i++)
    if (cuda_images[i] && cu->cuModuleLoadData(&cu->images, cuda_images[i]) == 0) return 1;
  cu->images = NULL;
  return 0;
}

static ascon_result open_compiler(ascon_queue *queue) {
  cuda *cu = queue->own;
  int version = 0, major = 0, minor = 0;
  TRY(cuDriverGetVersion, &version);
  TRY(cuDeviceGetAttribute, &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, cu->device);
  TRY(cuDeviceGetAttribute, &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, cu->device);
  cu->capability = 10 * major + minor;
  return ascon_cuda_compiler_open(&cu->compiler, version, queue->error) ? ASCON_OK
                                                                        : ASCON_ERR_DEVICE;
}

static ascon_result prepare(ascon_queue *queue) {
  cuda *cu = queue->own;
  if (!load_images(cu)) RETURN_IF_ERROR(open_compiler(queue));
  TRY(cuStreamCreate, &cu->stream, CU_STREAM_NON_BLOCKING);
  return ASCON_OK;
}

static void forget_kernels(cuda *cu) {
  while (cu->compiled) {
    compiled_kernel *next = cu->compiled->next;
    (void)cu->cuModuleUnload(cu->compiled->module);
    free(cu->compiled);
    cu->compiled = next;
  }
}

static void cuda_close(ascon_queue *queue) {
  cuda *cu = queue->own;
  if (cu->context && enter(queue) == ASCON_OK) {
    if (cu->stream && !queue->lost) (void)cu->cuStreamSynchronize(cu->stream);
    if (cu->stream) (void)cu->cuStreamDestroy_v2(cu->stream);
    forget_kernels(cu);
    if (cu->images) (void)cu->cuModuleUnload(cu->images);
    (void)leave(queue, ASCON_OK);
  }
  if (cu->context) (void)cu->cuDevicePrimaryCtxRelease_v2(cu->device);
  free(cu);
  queue->own = NULL;
}

static ascon_result find_device(ascon_queue *queue) {
  cuda *cu = queue->own;
  if (!load(cu, queue->error)) return ASCON_ERR_DEVICE;
  const int count = count_devices(cu, queue->error);
  if (count == 0) return ASCON_ERR_DEVICE;
  if (queue->device.index >= (unsigned)count) {
    ascon_device_say(queue->error, "CUDA: device %u, expected 0 to %d", queue->device.index,
                     count - 1);
    return ASCON_ERR_DEVICE;
  }
  TRY(cuDeviceGet, &cu->device, (int)queue->device.index);
  TRY(cuDevicePrimaryCtxRetain, &cu->context, cu->device);
  return ASCON_OK;
}

static ascon_result cuda_open(ascon_queue *queue, void *context) {
  (void)context;
  queue->own = calloc(1, sizeof(cuda));
  if (!queue->own) {
    ascon_device_say(queue->error, "no memory for a queue");
    return ASCON_ERR_RESOURCES;
  }
  ascon_result result = find_device(queue);
  if (result == ASCON_OK) result = enter(queue);
  if (result == ASCON_OK) result = leave(queue, prepare(queue));
  if (result != ASCON_OK) cuda_close(queue);
  return result;
}

/* ---- Launches ------------------------------------------------------------------------------- */

static ascon_result load_kernel(ascon_queue *queue, compiled_kernel *kernel) {
  const cuda *cu = queue->own;
  char *code = NULL;
  RETURN_IF_ERROR(
      ascon_cuda_compile(&cu->compiler, kernel->name, cu->capability, &code, queue->error));
  const ascon_result result = CALL(cuModuleLoadData, &kernel->module, code);
  free(code);
  RETURN_IF_ERROR(result);
  const ascon_result found =
      CALL(cuModuleGetFunction, &kernel->function, kernel->module, kernel->name);
  if (found != ASCON_OK) (void)cu->cuModuleUnload(kernel->module);
  return found;
}

static ascon_result compile_kernel(ascon_queue *queue, const char *name, cuda_object *function) {
  cuda *cu = queue->own;
  compiled_kernel *kernel = calloc(1, sizeof *kernel);
  if (!kernel) {
    ascon_device_say(queue->error, "no memory for a kernel");
    return ASCON_ERR_RESOURCES;
  }
  (void)snprintf(kernel->name, sizeof kernel->name, "%s", name);
  const ascon_result result = load_kernel(queue, kernel);
  if (result != ASCON_OK) {
    free(kernel);
    return result;
  }
  *function = kernel->function;
  kernel->next = cu->compiled;
  cu->compiled = kernel;
  return ASCON_OK;
}

static ascon_result find_kernel(ascon_queue *queue, const char *name, cuda_object *function) {
  const cuda *cu = queue->own;
  if (cu->images) return CALL(cuModuleGetFunction, function, cu->images, name);
  for (const compiled_kernel *kernel = cu->compiled; kernel; kernel = kernel->next)
    if (strcmp(kernel->name, name) == 0) {
      *function = kernel->function;
      return ASCON_OK;
    }
  return compile_kernel(queue, name, function);
}

/* Parameters are given by their addresses, in the order of KERNEL_PARAMETERS. */
static ascon_result run_kernel(ascon_queue *queue, const kernel_launch *launch, void *stream) {
  const cuda *cu = queue->own;
  kernel_launch copy = *launch;
  cuda_object kernel = NULL;
  void *parameters[1 + BUFFERS] = {&copy.call};
  const size_t count = (size_t)launch->call.count;
  const cuda_memory results =
      address_of(launch->buffer[BUFFER_RESULTS]) + launch->call.first_result;
  const unsigned groups = (unsigned)((count + LANES_PER_GROUP - 1) / LANES_PER_GROUP);
  for (size_t b = 0; b < BUFFERS; b++) parameters[1 + b] = (void *)&copy.buffer[b];
  RETURN_IF_ERROR(find_kernel(queue, launch->kernel, &kernel));
  TRY(cuMemsetD8Async, results, ASCON_ERR_DEVICE, count, stream);
  TRY(cuLaunchKernel, kernel, groups, 1, 1, LANES_PER_GROUP, 1, 1, 0, stream, parameters, NULL);
  return ASCON_OK;
}

static ascon_result launch_inside(ascon_queue *queue, const kernel_launch *launch, void *stream,
                                  void *event) {
  const cuda *cu = queue->own;
  if (launch->call.count) RETURN_IF_ERROR(run_kernel(queue, launch, stream));
  if (event) TRY(cuEventRecord, event, stream);
  return ASCON_OK;
}

static void *stream_of(const ascon_queue *queue, void *stream) {
  return stream ? stream : ((const cuda *)queue->own)->stream;
}

static ascon_result cuda_launch(ascon_queue *queue, const kernel_launch *launch, void *stream,
                                void *event) {
  RETURN_IF_ERROR(enter(queue));
  return leave(queue, launch_inside(queue, launch, stream_of(queue, stream), event));
}

static ascon_result cuda_wait(ascon_queue *queue, void *stream) {
  const cuda *cu = queue->own;
  RETURN_IF_ERROR(enter(queue));
  return leave(queue, CALL(cuStreamSynchronize, stream_of(queue, stream)));
}

/* ---- Memory --------------------------------------------------------------------------------- */

/* Zeroizes memory of the device and waits for it. */
static ascon_result zeroize_memory(ascon_queue *queue, cuda_memory memory, size_t bytes) {
  const cuda *cu = queue->own;
  TRY(cuMemsetD8Async, memory, 0, bytes, cu->stream);
  TRY(cuStreamSynchronize, cu->stream);
  return ASCON_OK;
}

static ascon_result allocate_inside(ascon_queue *queue, void **memory, size_t bytes) {
  const cuda *cu = queue->own;
  cuda_memory address = 0;
  TRY(cuMemAlloc_v2, &address, bytes);
  const ascon_result result = zeroize_memory(queue, address, bytes);
  if (result == ASCON_OK) *memory = (void *)(uintptr_t)address;
  else (void)cu->cuMemFree_v2(address);
  return result;
}

static ascon_result cuda_allocate(ascon_queue *queue, void **memory, size_t bytes) {
  RETURN_IF_ERROR(enter(queue));
  return leave(queue, allocate_inside(queue, memory, bytes));
}

static void cuda_release(ascon_queue *queue, void *memory, size_t bytes) {
  const cuda *cu = queue->own;
  if (enter(queue) != ASCON_OK) return;
  (void)zeroize_memory(queue, address_of(memory), bytes);
  (void)leave(queue, CALL(cuMemFree_v2, address_of(memory)));
}

/* A copy that could not be waited for might still use the caller's memory: nothing may follow it.
 */
static ascon_result wait_for_copy(ascon_queue *queue) {
  const cuda *cu = queue->own;
  const ascon_result result = CALL(cuStreamSynchronize, cu->stream);
  if (result != ASCON_OK) queue->lost = 1;
  return result;
}

static ascon_result write_inside(ascon_queue *queue, void *memory, const void *from, size_t bytes) {
  const cuda *cu = queue->own;
  TRY(cuMemcpyHtoDAsync_v2, address_of(memory), from, bytes, cu->stream);
  return wait_for_copy(queue);
}

static ascon_result cuda_write(ascon_queue *queue, void *memory, const void *from, size_t bytes) {
  RETURN_IF_ERROR(enter(queue));
  return leave(queue, write_inside(queue, memory, from, bytes));
}

static ascon_result read_inside(ascon_queue *queue, void *to, const void *memory, size_t bytes) {
  const cuda *cu = queue->own;
  TRY(cuMemcpyDtoHAsync_v2, to, address_of(memory), bytes, cu->stream);
  return wait_for_copy(queue);
}

static ascon_result cuda_read(ascon_queue *queue, void *to, const void *memory, size_t bytes) {
  RETURN_IF_ERROR(enter(queue));
  return leave(queue, read_inside(queue, to, memory, bytes));
}

/* ---- Staging -------------------------------------------------------------------------------- */

static void free_slot(ascon_queue *queue, staging_slot *slot) {
  const cuda *cu = queue->own;
  if (slot->stream) (void)cu->cuStreamDestroy_v2(slot->stream);
  if (slot->host) (void)cu->cuMemFreeHost(slot->host);
  if (slot->device) (void)cu->cuMemFree_v2(address_of(slot->device));
  memset(slot, 0, sizeof *slot);
}

static ascon_result make_slot(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  const cuda *cu = queue->own;
  cuda_memory address = 0;
  void *host = NULL;
  TRY(cuStreamCreate, &slot->stream, CU_STREAM_NON_BLOCKING);
  TRY(cuMemHostAlloc, &host, bytes, 0);
  slot->host = host;
  TRY(cuMemAlloc_v2, &address, bytes);
  slot->device = (void *)(uintptr_t)address;
  return ASCON_OK;
}

static ascon_result cuda_open_slot(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  RETURN_IF_ERROR(enter(queue));
  const ascon_result result = make_slot(queue, slot, bytes);
  if (result != ASCON_OK) free_slot(queue, slot);
  return leave(queue, result);
}

static void cuda_close_slot(ascon_queue *queue, staging_slot *slot) {
  if (enter(queue) != ASCON_OK) return;
  free_slot(queue, slot);
  (void)leave(queue, ASCON_OK);
}

static ascon_result cuda_upload(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  const cuda *cu = queue->own;
  if (bytes == 0) return ASCON_OK;
  RETURN_IF_ERROR(enter(queue));
  return leave(
      queue, CALL(cuMemcpyHtoDAsync_v2, address_of(slot->device), slot->host, bytes, slot->stream));
}

static ascon_result cuda_download(ascon_queue *queue, staging_slot *slot, size_t from,
                                  size_t bytes) {
  const cuda *cu = queue->own;
  RETURN_IF_ERROR(enter(queue));
  return leave(queue, CALL(cuMemcpyDtoHAsync_v2, slot->host + from, address_of(slot->device) + from,
                           bytes, slot->stream));
}

static ascon_result cuda_clear(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  const cuda *cu = queue->own;
  RETURN_IF_ERROR(enter(queue));
  return leave(queue, CALL(cuMemsetD8Async, address_of(slot->device), 0, bytes, slot->stream));
}

const accelerator_driver ascon_cuda_driver = {
    .list = cuda_list,
    .open = cuda_open,
    .close = cuda_close,
    .run = ascon_staging_run,
    .enqueue = ascon_staging_enqueue,
    .launch = cuda_launch,
    .wait = cuda_wait,
    .allocate = cuda_allocate,
    .release = cuda_release,
    .write = cuda_write,
    .read = cuda_read,
    .open_slot = cuda_open_slot,
    .close_slot = cuda_close_slot,
    .upload = cuda_upload,
    .download = cuda_download,
    .clear = cuda_clear,
};

#endif
