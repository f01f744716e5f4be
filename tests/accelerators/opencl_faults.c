/* Stands before the system's libOpenCL.so.1: it passes calls on, and lets one of them fail. It has
   the functions that asconkit/accelerators/opencl.c calls; FAULTS_LIBRARY is the path of the
   system's.
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

EXPORT void faults_set(const char *function, int call, int and_all_after) {
  (void)snprintf(failing, sizeof failing, "%s", function);
  failing_call = call, for_good = and_all_after, calls = 0;
}

EXPORT int faults_calls(void) { return calls; }
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

/* Functions that return an error. */
#define PLAIN(name)                                                                                \
  EXPORT int32_t name(WORDS) {                                                                     \
    if (fails(#name)) return FAILED;                                                               \
    return (int32_t)pass(#name, PASSED);                                                           \
  }
/* Those that release an object: it is released also where the call is said to have failed. */
#define RELEASER(name)                                                                             \
  EXPORT int32_t name(WORDS) {                                                                     \
    const int failed = fails(#name);                                                               \
    left--;                                                                                        \
    const int32_t error = (int32_t)pass(#name, PASSED);                                            \
    return failed ? FAILED : error;                                                                \
  }
/* Those that make one, whose parameter `last` is the address of the error. */
#define CREATOR(name, last)                                                                        \
  EXPORT word name(WORDS) {                                                                        \
    if (fails(#name)) {                                                                            \
      *(int32_t *)(last) = FAILED;                                                                 \
      return 0;                                                                                    \
    }                                                                                              \
    const word made = pass(#name, PASSED);                                                         \
    left += made != 0;                                                                             \
    return made;                                                                                   \
  }

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
PLAIN(clEnqueueFillBuffer)
PLAIN(clEnqueueMarkerWithWaitList)
PLAIN(clFlush)
PLAIN(clFinish)
RELEASER(clReleaseContext)
RELEASER(clReleaseCommandQueue)
RELEASER(clReleaseProgram)
RELEASER(clReleaseKernel)
RELEASER(clReleaseMemObject)
RELEASER(clEnqueueUnmapMemObject)
CREATOR(clCreateContext, f)
CREATOR(clCreateCommandQueue, d)
CREATOR(clCreateProgramWithSource, e)
CREATOR(clCreateKernel, c)
CREATOR(clCreateBuffer, e)
CREATOR(clEnqueueMapBuffer, j)
