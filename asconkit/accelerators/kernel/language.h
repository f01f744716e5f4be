/* What the kernels take from the language that they are compiled as: CUDA, OpenCL C 1.2, or C and
   C++, where SYCL, a test or an emulation calls a kernel once for every lane. All else in this
   folder is the C99 that these languages share. Bytes in memory are little-endian words in all of
   them.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_LANGUAGE_H
#define ASCON_KERNEL_LANGUAGE_H

/* lane_word, lane_byte: 64 and 8 bits. lane_pair: 16 bytes, aligned to 16, loaded and stored at
   once. GLOBAL: the memory that all lanes see. LANE_INDEX: the number of this lane. ROLLED before a
   loop: its body stands in the code once. FORGET(x): what the compiler has computed from x before
   is computed again where it is needed; kept in registers, it would leave too few for the state. */
#if defined(__OPENCL_VERSION__)
typedef ulong lane_word;
typedef uint lane_index;
typedef uchar lane_byte;
typedef ulong2 lane_pair;
#define GLOBAL __global
#define KERNEL __kernel void
#define LANE_FUNCTION static inline
#define LANE_PARAMETER
#define LANE_INDEX ((lane_word)get_global_id(0))
#define ROLLED
#define ADDRESS(pointer) ((size_t)(pointer))
#elif defined(__CUDACC__)
typedef unsigned long long lane_word;
typedef unsigned lane_index;
typedef unsigned char lane_byte;
typedef ulonglong2 lane_pair;
#define GLOBAL
/* 12 groups of 128 lanes on a multiprocessor, so at most 40 registers; Turing has room for 8. */
#if __CUDA_ARCH__ >= 800
#define KERNEL extern "C" __global__ void __launch_bounds__(128, 12)
#else
#define KERNEL extern "C" __global__ void __launch_bounds__(128)
#endif
#define LANE_FUNCTION static __device__ __forceinline__
#define LANE_PARAMETER
#define LANE_INDEX ((lane_word)blockIdx.x * blockDim.x + threadIdx.x)
#define ROLLED _Pragma("unroll 1")
#define ADDRESS(pointer) ((size_t)(pointer))
#define FORGET(x) asm volatile("" : "+r"(x))
#else
#include <stddef.h>
#include <stdint.h>
typedef uint64_t lane_word;
typedef uint32_t lane_index;
typedef uint8_t lane_byte;
typedef struct lane_pair {
  lane_word x, y;
} lane_pair;
#define GLOBAL
#if defined(ASCON_KERNEL_IN_HEADER) /* ascon_sycl.hpp: in a namespace of C++ */
#define KERNEL inline void
#define LANE_FUNCTION inline
#elif defined(__cplusplus)
#define KERNEL extern "C" void
#define LANE_FUNCTION static inline
#else
#define KERNEL void
#define LANE_FUNCTION static inline
#endif
#define LANE_PARAMETER , lane_word lane_number
#define LANE_INDEX lane_number
#define ROLLED
#define ADDRESS(pointer) ((uintptr_t)(pointer))
#endif

#if !defined(FORGET) /* where nobody counts registers */
#define FORGET(x) ((void)0)
#endif

/* The order of the bytes of a word: little-endian in SP 800-232 and v1.3, big-endian in v1.2. */
enum { LITTLE = 0, BIG = 1 };

LANE_FUNCTION lane_word reverse_bytes(lane_word x) {
  x = (x & 0x00ff00ff00ff00ffu) << 8 | (x >> 8 & 0x00ff00ff00ff00ffu);
  x = (x & 0x0000ffff0000ffffu) << 16 | (x >> 16 & 0x0000ffff0000ffffu);
  return x << 32 | x >> 32;
}

/* Between a word as eight bytes of memory and the integer that the state has: its own inverse. */
LANE_FUNCTION lane_word in_order(lane_word x, int order) {
  return order == BIG ? reverse_bytes(x) : x;
}

#endif
