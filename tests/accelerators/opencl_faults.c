/* Stands before the system's libOpenCL.so.1: it passes calls on, lets one of them fail, and tells
   what the memory holds that the library has made. It has the functions that
   asconkit/accelerators/opencl.c calls; FAULTS_LIBRARY is the path of the system's.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
enum { FAILED = -9999 };

static char failing[64]; /* the function; empty: none */
static int failing_call; /* this one, counted from 1 */
static int for_good;     /* and all of that function after it */
static int calls;        /* of that function since then */
static int left;         /* objects that were made and not released */

/* How often the function that is to fail was called. */
EXPORT int faults_calls(const char *function) { return strcmp(function, failing) == 0 ? calls : 0; }
EXPORT int faults_left(void) { return left; }

static int fails(const char *function) {
  if (strcmp(function, failing) != 0) return 0;
  calls++;
  return failing_call && (calls == failing_call || (for_good && calls > failing_call));
}

static void *system_function(const char *name) {
  static void *library;
  if (!library) library = dlopen(getenv("FAULTS_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  void *found = library ? dlsym(library, name) : NULL;
  if (!found) abort();
  return found;
}

/* All parameters are integers and pointers, which the calling convention passes alike; ten at most.
 */
typedef intptr_t word;
typedef word (*function)(word, word, word, word, word, word, word, word, word, word);
#define WORDS word a, word b, word c, word d, word e, word f, word g, word h, word i, word j
#define PASSED a, b, c, d, e, f, g, h, i, j

static word pass(const char *name, WORDS) {
  function found;
  void *address = system_function(name);
  memcpy(&found, &address, sizeof found);
  return found(PASSED);
}

/* A function that returns an error. */
static int32_t attempt(const char *name, WORDS) {
  return fails(name) ? FAILED : (int32_t)pass(name, PASSED);
}

/* One that releases an object: it is released also where the call is said to have failed. */
static int32_t try_release(const char *name, WORDS) {
  const int failed = fails(name);
  left--;
  const int32_t error = (int32_t)pass(name, PASSED);
  return failed ? FAILED : error;
}

/* One that makes an object, and has the address of the error as its parameter `error`. */
static word try_create(const char *name, word error, WORDS) {
  if (fails(name)) {
    *(int32_t *)error = FAILED;
    return 0;
  }
  const word made = pass(name, PASSED);
  left += made != 0;
  return made;
}

#define PLAIN(name)                                                                                \
  EXPORT int32_t name(WORDS) { return attempt(#name, PASSED); }
#define RELEASER(name)                                                                             \
  EXPORT int32_t name(WORDS) { return try_release(#name, PASSED); }
#define CREATOR(name, last)                                                                        \
  EXPORT word name(WORDS) { return try_create(#name, last, PASSED); }

PLAIN(clGetPlatformIDs)
PLAIN(clGetDeviceIDs)
PLAIN(clGetDeviceInfo)
PLAIN(clRetainContext)
PLAIN(clBuildProgram)
PLAIN(clGetProgramBuildInfo)
PLAIN(clSetKernelArg)
PLAIN(clEnqueueNDRangeKernel)
PLAIN(clEnqueueWriteBuffer)
PLAIN(clEnqueueReadBuffer)
PLAIN(clEnqueueMarkerWithWaitList)
PLAIN(clFlush)
PLAIN(clFinish)
RELEASER(clReleaseContext)
RELEASER(clReleaseCommandQueue)
RELEASER(clReleaseProgram)
RELEASER(clReleaseKernel)
CREATOR(clCreateContext, f)
CREATOR(clCreateProgramWithSource, e)
CREATOR(clCreateKernel, c)

/* ---- What memory holds ---------------------------------------------------------------------- */

/* Buffers begin with zeros here, so that what they hold later is the library's. */
typedef struct buffer {
  word object; /* 0: there is none */
  word context;
  size_t bytes;
  const unsigned char *mapped; /* pinned memory, at this address; NULL: memory of the device */
} buffer;

enum { BUFFERS = 64, PINNED = 1, OF_DEVICE = 2, GIVEN_BACK = 4 };
enum { CL_MEM_COPY_HOST_PTR = 1 << 5 };

static buffer buffers[BUFFERS];
static word device;        /* the last that a queue was made for */
static int given_back;     /* whether memory was released that was not zeros */
static int forgets_wiping; /* whether zeros that are to be filled in are left out */

static int is_zero(const unsigned char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (bytes[i]) return 0;
  return 1;
}

/* Reads a buffer in a new queue. */
static int buffer_is_zero(const buffer *b) {
  if (b->mapped) return is_zero(b->mapped, b->bytes);
  int32_t error = 0;
  unsigned char *copy = malloc(b->bytes);
  const word queue =
      pass("clCreateCommandQueue", b->context, device, 0, (word)&error, 0, 0, 0, 0, 0, 0);
  if (!copy || !queue) abort();
  error = (int32_t)pass("clEnqueueReadBuffer", queue, b->object, 1, 0, (word)b->bytes, (word)copy,
                        0, 0, 0, 0);
  const int zero = error == 0 && is_zero(copy, b->bytes);
  (void)pass("clReleaseCommandQueue", queue, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  free(copy);
  return zero;
}

/* The entry of an object; with 0 a free entry. */
static buffer *find_buffer(word object) {
  for (int i = 0; i < BUFFERS; i++)
    if (buffers[i].object == object) return &buffers[i];
  abort();
}

/* From here on, call number `call` of this function fails, and with `and_all_after` all after it;
   0: none. Buffers of queues that are lost are no longer read. */
EXPORT void faults_fail(const char *name, int call, int and_all_after) {
  (void)snprintf(failing, sizeof failing, "%s", name);
  failing_call = call, for_good = and_all_after, calls = 0;
  memset(buffers, 0, sizeof buffers);
  given_back = 0;
}

/* Which memory holds something else than zeros, or was released with it since the last call. */
EXPORT int faults_holds(void) {
  int found = given_back ? GIVEN_BACK : 0;
  given_back = 0;
  for (const buffer *b = buffers; b < buffers + BUFFERS; b++)
    if (b->object && !buffer_is_zero(b)) found |= b->mapped ? PINNED : OF_DEVICE;
  return found;
}

EXPORT void faults_forget_wiping(int forgets) { forgets_wiping = forgets; }

EXPORT word clCreateCommandQueue(WORDS) {
  device = b;
  return try_create("clCreateCommandQueue", d, PASSED);
}

EXPORT word clCreateBuffer(WORDS) {
  void *zeros = calloc(1, (size_t)c);
  if (!zeros) abort();
  b |= CL_MEM_COPY_HOST_PTR, d = (word)zeros;
  const word made = try_create("clCreateBuffer", e, PASSED);
  free(zeros);
  if (made) *find_buffer(0) = (buffer){made, a, (size_t)c, NULL};
  return made;
}

EXPORT int32_t clReleaseMemObject(WORDS) {
  buffer *released = find_buffer(a);
  given_back |= !buffer_is_zero(released);
  memset(released, 0, sizeof *released);
  return try_release("clReleaseMemObject", PASSED);
}

EXPORT word clEnqueueMapBuffer(WORDS) {
  const word made = try_create("clEnqueueMapBuffer", j, PASSED);
  find_buffer(b)->mapped = (const unsigned char *)made;
  return made;
}

EXPORT int32_t clEnqueueUnmapMemObject(WORDS) {
  find_buffer(b)->mapped = NULL;
  return try_release("clEnqueueUnmapMemObject", PASSED);
}

EXPORT int32_t clEnqueueFillBuffer(WORDS) {
  if (forgets_wiping && is_zero((const unsigned char *)c, (size_t)d)) return 0;
  return attempt("clEnqueueFillBuffer", PASSED);
}
