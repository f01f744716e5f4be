/* Devices of OpenCL 1.2 and later. The library is opened at run time; what is declared here is what
   its specification says, as no header of it is needed. The driver compiles the kernels' text, and
   keeps what it compiled in its own cache.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "driver.h"

#if ASCON_HAS_SYSTEM
#include "kernel_text.h"

#include "../core/modes/calls.h"
#include "../core/platform/shared_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- OpenCL --------------------------------------------------------------------------------- */

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_bits;
typedef void *cl_object; /* platform, device, context, queue, program, kernel, memory, event */

enum {
  CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
  CL_OUT_OF_HOST_MEMORY = -6,
  CL_INVALID_BUFFER_SIZE = -61,
  CL_MEM_READ_WRITE = 1 << 0,
  CL_MEM_ALLOC_HOST_PTR = 1 << 4,
  CL_MAP_READ_WRITE = 3,
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
  CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
  CL_DEVICE_MAX_CLOCK_FREQUENCY = 0x100c,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101f,
  CL_DEVICE_ENDIAN_LITTLE = 0x1026,
  CL_DEVICE_AVAILABLE = 0x1027,
  CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
  CL_DEVICE_NAME = 0x102b,
  CL_PROGRAM_BUILD_LOG = 0x1183
};
#define CL_DEVICE_TYPE_ALL ((cl_bits)0xffffffff)

/* F(type, name, parameters): every function that is called here. Those of type cl_int return an
   error, the others give it by their last parameter. */
#define OPENCL_FUNCTIONS(F)                                                                        \
  F(cl_int, clGetPlatformIDs, (cl_uint, cl_object *, cl_uint *))                                   \
  F(cl_int, clGetDeviceIDs, (cl_object, cl_bits, cl_uint, cl_object *, cl_uint *))                 \
  F(cl_int, clGetDeviceInfo, (cl_object, cl_uint, size_t, void *, size_t *))                       \
  F(cl_int, clRetainContext, (cl_object))                                                          \
  F(cl_int, clReleaseContext, (cl_object))                                                         \
  F(cl_int, clReleaseCommandQueue, (cl_object))                                                    \
  F(cl_int, clBuildProgram, (cl_object, cl_uint, const cl_object *, const char *, void *, void *)) \
  F(cl_int, clGetProgramBuildInfo, (cl_object, cl_object, cl_uint, size_t, void *, size_t *))      \
  F(cl_int, clReleaseProgram, (cl_object))                                                         \
  F(cl_int, clReleaseKernel, (cl_object))                                                          \
  F(cl_int, clSetKernelArg, (cl_object, cl_uint, size_t, const void *))                            \
  F(cl_int, clEnqueueNDRangeKernel,                                                                \
    (cl_object, cl_object, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,       \
     const cl_object *, cl_object *))                                                              \
  F(cl_int, clReleaseMemObject, (cl_object))                                                       \
  F(cl_int, clEnqueueUnmapMemObject,                                                               \
    (cl_object, cl_object, void *, cl_uint, const cl_object *, cl_object *))                       \
  F(cl_int, clEnqueueWriteBuffer,                                                                  \
    (cl_object, cl_object, cl_uint, size_t, size_t, const void *, cl_uint, const cl_object *,      \
     cl_object *))                                                                                 \
  F(cl_int, clEnqueueReadBuffer,                                                                   \
    (cl_object, cl_object, cl_uint, size_t, size_t, void *, cl_uint, const cl_object *,            \
     cl_object *))                                                                                 \
  F(cl_int, clEnqueueFillBuffer,                                                                   \
    (cl_object, cl_object, const void *, size_t, size_t, size_t, cl_uint, const cl_object *,       \
     cl_object *))                                                                                 \
  F(cl_int, clEnqueueMarkerWithWaitList, (cl_object, cl_uint, const cl_object *, cl_object *))     \
  F(cl_int, clFlush, (cl_object))                                                                  \
  F(cl_int, clFinish, (cl_object))                                                                 \
  F(void *, clCreateContext,                                                                       \
    (const intptr_t *, cl_uint, const cl_object *, void *, void *, cl_int *))                      \
  F(void *, clCreateCommandQueue, (cl_object, cl_object, cl_bits, cl_int *))                       \
  F(void *, clCreateProgramWithSource,                                                             \
    (cl_object, cl_uint, const char *const *, const size_t *, cl_int *))                           \
  F(void *, clCreateKernel, (cl_object, const char *, cl_int *))                                   \
  F(void *, clCreateBuffer, (cl_object, cl_bits, size_t, void *, cl_int *))                        \
  F(void *, clEnqueueMapBuffer,                                                                    \
    (cl_object, cl_object, cl_uint, cl_bits, size_t, size_t, cl_uint, const cl_object *,           \
     cl_object *, cl_int *))

#define DECLARE_FUNCTION(type, name, parameters) type(SYSTEM_CALL *name) parameters;

typedef struct opencl {
  OPENCL_FUNCTIONS(DECLARE_FUNCTION)
  cl_object device, context, queue, program;
  cl_object kernel; /* the one that was last used */
  char kernel_name[64];
  size_t group; /* lanes of a work group */
} opencl;

static const library_name LIBRARY = {"libOpenCL.so.1", "OpenCL.dll"};
/* Some systems have no number in its name. */
static const library_name LIBRARY_WITHOUT_NUMBER = {"libOpenCL.so", "OpenCL.dll"};

/* Fills in the functions; 0 if there is no such library, or an older one, and a line in `text`. */
static int load(opencl *cl, char *text) {
  void *library = open_library(&LIBRARY);
  if (!library) library = open_library(&LIBRARY_WITHOUT_NUMBER);
  if (!library) {
    ascon_device_say(text, "OpenCL: there is no %s", library_file(&LIBRARY));
    return 0;
  }
#define FIND(type, name, parameters)                                                               \
  if (!find_function(library, #name, (void *)&cl->name)) {                                         \
    ascon_device_say(text, "OpenCL: %s has no %s, expected OpenCL 1.2", library_file(&LIBRARY),    \
                     #name);                                                                       \
    return 0;                                                                                      \
  }
  OPENCL_FUNCTIONS(FIND)
#undef FIND
  return 1;
}

/* The result for an error of OpenCL, with a line that names the call. */
static ascon_result outcome(char *text, const char *name, cl_int error) {
  if (error == 0) return ASCON_OK;
  const int memory = error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY ||
                     error == CL_INVALID_BUFFER_SIZE;
  ascon_device_say(text, "%s: OpenCL error %d%s", name, (int)error, memory ? ", no memory" : "");
  return memory ? ASCON_ERR_RESOURCES : ASCON_ERR_DEVICE;
}

#define TRY(name, ...)                                                                             \
  RETURN_IF_ERROR(outcome(queue->error, #name, ((opencl *)queue->own)->name(__VA_ARGS__)))

/* ---- Devices -------------------------------------------------------------------------------- */

enum { PLATFORMS = 16, DEVICES = 64 };

static int usable(const opencl *cl, cl_object device) {
  cl_uint available = 0, little = 0, compiler = 0;
  return cl->clGetDeviceInfo(device, CL_DEVICE_AVAILABLE, 4, &available, NULL) == 0 &&
         cl->clGetDeviceInfo(device, CL_DEVICE_ENDIAN_LITTLE, 4, &little, NULL) == 0 &&
         cl->clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, 4, &compiler, NULL) == 0 &&
         available && little && compiler;
}

/* The usable devices of all platforms; their number. */
static cl_uint find_devices(const opencl *cl, cl_object found[DEVICES], char *text) {
  cl_object platforms[PLATFORMS], all[DEVICES];
  cl_uint platform_count = 0, count = 0;
  if (cl->clGetPlatformIDs(PLATFORMS, platforms, &platform_count) != 0 || platform_count == 0) {
    ascon_device_say(text, "OpenCL: no driver is installed");
    return 0;
  }
  for (cl_uint p = 0; p < platform_count && p < PLATFORMS; p++) {
    cl_uint here = 0;
    if (cl->clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, DEVICES, all, &here) != 0) continue;
    for (cl_uint d = 0; d < here && d < DEVICES && count < DEVICES; d++)
      if (usable(cl, all[d])) found[count++] = all[d];
  }
  if (count == 0) ascon_device_say(text, "OpenCL: the drivers have no usable device");
  return count;
}

static void describe(const opencl *cl, cl_object id, cl_uint index, ascon_device *device) {
  cl_uint units = 0, mhz = 0;
  memset(device, 0, sizeof *device);
  device->kind = ASCON_DEVICE_OPENCL;
  device->index = index;
  (void)cl->clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  (void)cl->clGetDeviceInfo(id, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof mhz, &mhz, NULL);
  (void)cl->clGetDeviceInfo(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof device->memory_bytes,
                            &device->memory_bytes, NULL);
  (void)cl->clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof device->name - 1, device->name, NULL);
  device->units = units, device->mhz = mhz;
}

static size_t opencl_list(ascon_device *devices, size_t capacity, char *text) {
  opencl cl;
  cl_object found[DEVICES];
  memset(&cl, 0, sizeof cl);
  if (!load(&cl, text)) return 0;
  const cl_uint count = find_devices(&cl, found, text);
  for (cl_uint d = 0; d < count && d < capacity; d++) describe(&cl, found[d], d, &devices[d]);
  return count;
}

/* ---- Queues --------------------------------------------------------------------------------- */

static ascon_result build_program(ascon_queue *queue) {
  opencl *cl = queue->own;
  const char *text = ascon_kernel_text(queue->error);
  cl_int error = 0;
  if (!text) return ASCON_ERR_DEVICE;
  cl->program = cl->clCreateProgramWithSource(cl->context, 1, &text, NULL, &error);
  RETURN_IF_ERROR(outcome(queue->error, "clCreateProgramWithSource", error));
  error = cl->clBuildProgram(cl->program, 1, &cl->device, "-cl-std=CL1.2", NULL, NULL);
  if (error == 0) return ASCON_OK;
  char log[ASCON_DEVICE_TEXT_BYTES - 64] = "";
  (void)cl->clGetProgramBuildInfo(cl->program, cl->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1,
                                  log, NULL);
  log[strcspn(log, "\n")] = 0;
  ascon_device_say(queue->error, "clBuildProgram: OpenCL error %d %s", (int)error, log);
  return ASCON_ERR_DEVICE;
}

static ascon_result make_context(ascon_queue *queue, void *context) {
  opencl *cl = queue->own;
  cl_int error = 0;
  if (context) {
    TRY(clRetainContext, context);
    cl->context = context;
  } else {
    cl->context = cl->clCreateContext(NULL, 1, &cl->device, NULL, NULL, &error);
    RETURN_IF_ERROR(outcome(queue->error, "clCreateContext", error));
  }
  cl->queue = cl->clCreateCommandQueue(cl->context, cl->device, 0, &error);
  return outcome(queue->error, "clCreateCommandQueue", error);
}

static ascon_result find_device(ascon_queue *queue) {
  opencl *cl = queue->own;
  cl_object found[DEVICES];
  size_t largest = 1;
  if (!load(cl, queue->error)) return ASCON_ERR_DEVICE;
  const cl_uint count = find_devices(cl, found, queue->error);
  if (queue->device.index >= count) {
    if (count)
      ascon_device_say(queue->error, "OpenCL: device %u, expected 0 to %u", queue->device.index,
                       count - 1);
    return ASCON_ERR_DEVICE;
  }
  cl->device = found[queue->device.index];
  TRY(clGetDeviceInfo, cl->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, NULL);
  cl->group = largest < LANES_PER_GROUP ? largest : LANES_PER_GROUP;
  return ASCON_OK;
}

static void opencl_close(ascon_queue *queue) {
  opencl *cl = queue->own;
  if (cl->kernel) (void)cl->clReleaseKernel(cl->kernel);
  if (cl->program) (void)cl->clReleaseProgram(cl->program);
  if (cl->queue) (void)cl->clFinish(cl->queue);
  if (cl->queue) (void)cl->clReleaseCommandQueue(cl->queue);
  if (cl->context) (void)cl->clReleaseContext(cl->context);
  free(cl);
  queue->own = NULL;
}

static ascon_result opencl_open(ascon_queue *queue, void *context) {
  queue->own = calloc(1, sizeof(opencl));
  if (!queue->own) {
    ascon_device_say(queue->error, "no memory for a queue");
    return ASCON_ERR_RESOURCES;
  }
  ascon_result result = find_device(queue);
  if (result == ASCON_OK) result = make_context(queue, context);
  if (result == ASCON_OK) result = build_program(queue);
  if (result != ASCON_OK) opencl_close(queue);
  return result;
}

/* ---- Launches ------------------------------------------------------------------------------- */

static ascon_result need_kernel(ascon_queue *queue, const char *name) {
  opencl *cl = queue->own;
  cl_int error = 0;
  if (cl->kernel && strcmp(name, cl->kernel_name) == 0) return ASCON_OK;
  if (cl->kernel) (void)cl->clReleaseKernel(cl->kernel);
  cl->kernel = cl->clCreateKernel(cl->program, name, &error);
  (void)snprintf(cl->kernel_name, sizeof cl->kernel_name, "%s", name);
  return outcome(queue->error, "clCreateKernel", error);
}

static ascon_result set_arguments(ascon_queue *queue, const kernel_launch *launch) {
  cl_object kernel = ((opencl *)queue->own)->kernel;
  TRY(clSetKernelArg, kernel, 0, sizeof launch->call, &launch->call);
  for (cl_uint b = 0; b < BUFFERS; b++)
    TRY(clSetKernelArg, kernel, 1 + b, sizeof launch->buffer[b],
        launch->buffer[b] ? (const void *)&launch->buffer[b] : NULL);
  return ASCON_OK;
}

static ascon_result opencl_launch(ascon_queue *queue, const kernel_launch *launch, void *stream,
                                  void *event) {
  opencl *cl = queue->own;
  cl_object commands = stream ? stream : cl->queue, results = NULL;
  const uint8_t none = ASCON_ERR_DEVICE;
  const size_t count = (size_t)launch->call.count;
  const size_t lanes = (count + cl->group - 1) / cl->group * cl->group;
  if (count == 0) {
    if (event) TRY(clEnqueueMarkerWithWaitList, commands, 0, NULL, (cl_object *)event);
    return ASCON_OK;
  }
  memcpy((void *)&results, (const void *)&launch->buffer[BUFFER_RESULTS], sizeof results);
  RETURN_IF_ERROR(need_kernel(queue, launch->kernel));
  RETURN_IF_ERROR(set_arguments(queue, launch));
  TRY(clEnqueueFillBuffer, commands, results, &none, 1, (size_t)launch->call.first_result, count, 0,
      NULL, NULL);
  TRY(clEnqueueNDRangeKernel, commands, cl->kernel, 1, NULL, &lanes, &cl->group, 0, NULL,
      (cl_object *)event);
  TRY(clFlush, commands);
  return ASCON_OK;
}

static ascon_result opencl_wait(ascon_queue *queue, void *stream) {
  opencl *cl = queue->own;
  TRY(clFinish, stream ? stream : cl->queue);
  return ASCON_OK;
}

/* ---- Memory --------------------------------------------------------------------------------- */

static ascon_result make_buffer(ascon_queue *queue, cl_object *memory, cl_bits flags,
                                size_t bytes) {
  opencl *cl = queue->own;
  cl_int error = 0;
  *memory = cl->clCreateBuffer(cl->context, CL_MEM_READ_WRITE | flags, bytes, NULL, &error);
  return outcome(queue->error, "clCreateBuffer", error);
}

static ascon_result fill(ascon_queue *queue, cl_object commands, cl_object memory, size_t bytes) {
  const uint8_t zero = 0;
  TRY(clEnqueueFillBuffer, commands, memory, &zero, 1, 0, bytes, 0, NULL, NULL);
  return ASCON_OK;
}

static ascon_result opencl_allocate(ascon_queue *queue, void **memory, size_t bytes) {
  opencl *cl = queue->own;
  RETURN_IF_ERROR(make_buffer(queue, memory, 0, bytes));
  ascon_result result = fill(queue, cl->queue, *memory, bytes);
  if (result == ASCON_OK) result = opencl_wait(queue, NULL);
  if (result == ASCON_OK) return ASCON_OK;
  (void)cl->clReleaseMemObject(*memory);
  *memory = NULL;
  return result;
}

static void opencl_release(ascon_queue *queue, void *memory, size_t bytes) {
  opencl *cl = queue->own;
  (void)fill(queue, cl->queue, memory, bytes);
  (void)cl->clFinish(cl->queue);
  (void)cl->clReleaseMemObject(memory);
}

static ascon_result opencl_write(ascon_queue *queue, void *memory, const void *from, size_t bytes) {
  opencl *cl = queue->own;
  TRY(clEnqueueWriteBuffer, cl->queue, memory, 1, 0, bytes, from, 0, NULL, NULL);
  return ASCON_OK;
}

static ascon_result opencl_read(ascon_queue *queue, void *to, const void *memory, size_t bytes) {
  opencl *cl = queue->own;
  cl_object object = NULL;
  memcpy((void *)&object, (const void *)&memory, sizeof object);
  TRY(clEnqueueReadBuffer, cl->queue, object, 1, 0, bytes, to, 0, NULL, NULL);
  return ASCON_OK;
}

/* ---- Staging -------------------------------------------------------------------------------- */

/* slot->own is the pinned memory, which is mapped from its creation to its end. */
static void opencl_close_slot(ascon_queue *queue, staging_slot *slot) {
  opencl *cl = queue->own;
  if (slot->host) {
    (void)cl->clEnqueueUnmapMemObject(slot->stream, slot->own, slot->host, 0, NULL, NULL);
    (void)cl->clFinish(slot->stream);
  }
  if (slot->own) (void)cl->clReleaseMemObject(slot->own);
  if (slot->device) (void)cl->clReleaseMemObject(slot->device);
  if (slot->stream) (void)cl->clReleaseCommandQueue(slot->stream);
  memset(slot, 0, sizeof *slot);
}

static ascon_result make_slot(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  opencl *cl = queue->own;
  cl_int error = 0;
  slot->stream = cl->clCreateCommandQueue(cl->context, cl->device, 0, &error);
  RETURN_IF_ERROR(outcome(queue->error, "clCreateCommandQueue", error));
  RETURN_IF_ERROR(make_buffer(queue, &slot->device, 0, bytes));
  RETURN_IF_ERROR(make_buffer(queue, &slot->own, CL_MEM_ALLOC_HOST_PTR, bytes));
  slot->host = cl->clEnqueueMapBuffer(slot->stream, slot->own, 1, CL_MAP_READ_WRITE, 0, bytes, 0,
                                      NULL, NULL, &error);
  return outcome(queue->error, "clEnqueueMapBuffer", error);
}

static ascon_result opencl_open_slot(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  const ascon_result result = make_slot(queue, slot, bytes);
  if (result != ASCON_OK) opencl_close_slot(queue, slot);
  return result;
}

static ascon_result opencl_upload(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  if (bytes)
    TRY(clEnqueueWriteBuffer, slot->stream, slot->device, 0, 0, bytes, slot->host, 0, NULL, NULL);
  return ASCON_OK;
}

static ascon_result opencl_download(ascon_queue *queue, staging_slot *slot, size_t from,
                                    size_t bytes) {
  TRY(clEnqueueReadBuffer, slot->stream, slot->device, 0, from, bytes, slot->host + from, 0, NULL,
      NULL);
  TRY(clFlush, slot->stream);
  return ASCON_OK;
}

static ascon_result opencl_clear(ascon_queue *queue, staging_slot *slot, size_t bytes) {
  return fill(queue, slot->stream, slot->device, bytes);
}

const accelerator_driver ascon_opencl_driver = {
    .list = opencl_list,
    .open = opencl_open,
    .close = opencl_close,
    .run = ascon_staging_run,
    .enqueue = ascon_staging_enqueue,
    .launch = opencl_launch,
    .wait = opencl_wait,
    .allocate = opencl_allocate,
    .release = opencl_release,
    .write = opencl_write,
    .read = opencl_read,
    .open_slot = opencl_open_slot,
    .close_slot = opencl_close_slot,
    .upload = opencl_upload,
    .download = opencl_download,
    .clear = opencl_clear,
};

#endif
