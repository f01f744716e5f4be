/* Batches on accelerators: many independent messages in one call, each on a lane of a GPU, through
   CUDA or OpenCL, or on this processor's vector registers and threads. A program is written once
   and runs on any of them. A library of its own, asconkit_accelerator; docs/accelerators.md
   explains it.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   - Nothing is needed to build it: the drivers' libraries are opened when they are asked for. A
     machine without them has the processor as its only device.
   - Results are the same bytes as those of the single calls. For each message the conventions of
     ascon.h hold; a string is at a place in a column, which ascon_column describes.
   - An output may be the same as the input of its own message, and must not overlap anything else.
   - A queue must not be used by two threads at a time; different queues may.
   - Staging memory, pinned and on the device, is wiped before a call on host memory returns. The
     registers of a device and its own stacks cannot be wiped. */
#ifndef ASCONKIT_ASCON_ACCELERATOR_H
#define ASCONKIT_ASCON_ACCELERATOR_H

#include "ascon_any.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Room for one line of text about a device or an error, its end included. */
#define ASCON_DEVICE_TEXT_BYTES 256

/* ---- Devices -------------------------------------------------------------------------------- */

/** How a device is reached. */
typedef enum ascon_device_kind {
  ASCON_DEVICE_PROCESSOR, /**< this processor: the engines of batches, and a pool of threads */
  ASCON_DEVICE_CUDA,      /**< libcuda.so.1 or nvcuda.dll: NVIDIA's */
  ASCON_DEVICE_OPENCL     /**< libOpenCL.so.1 or OpenCL.dll */
} ascon_device_kind;

/** What there is to run batches on. */
typedef struct ascon_device {
  ascon_device_kind kind;
  unsigned index;        /**< among the devices of its kind */
  unsigned units;        /**< multiprocessors, compute units or threads */
  unsigned mhz;          /**< highest clock; 0: unknown */
  uint64_t memory_bytes; /**< of the device; 0: that of the host */
  char name[ASCON_DEVICE_TEXT_BYTES];
} ascon_device;

/** Lists the devices of one kind.
    @param devices the first `capacity` of them are written here; may be NULL if it is 0.
    @param text ASCON_DEVICE_TEXT_BYTES bytes, or NULL: one line that says why there are none, or is
    empty.
    @return how many there are, also if that is more than `capacity`. There is one processor. */
ASCON_API size_t ascon_accelerator_devices(ascon_device_kind kind, ascon_device *devices,
                                           size_t capacity, char *text);

/* ---- Queues --------------------------------------------------------------------------------- */

/** A device made ready: its kernels compiled, its staging memory, the last error. */
typedef struct ascon_queue ascon_queue;

/** Makes a device ready. It takes memory of the heap and, from the first call on, of the device.
    @param queue set to the queue, to NULL on errors.
    @param device one of those that ascon_accelerator_devices() gave.
    @param context OpenCL: the cl_context whose memory objects ascon_accelerator_enqueue() is to
   take, or NULL for one of its own. Others: NULL. CUDA takes the device's primary context, which
   the runtime's programs, PyTorch and CuPy have too.
    @param text as for ascon_accelerator_devices(): what went wrong.
    @return ASCON_ERR_DEVICE if there is no such device or its driver refuses; ASCON_ERR_RESOURCES
    without memory. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_create(ascon_queue **queue,
                                                                 const ascon_device *device,
                                                                 void *context, char *text);

/** Waits for what it still does and frees it; NULL is allowed. */
ASCON_API void ascon_accelerator_destroy(ascon_queue *queue);

/** What the last call of this queue that failed says, with the driver's own words; never NULL. */
ASCON_API const char *ascon_accelerator_error(const ascon_queue *queue);

/** Sets the size of each of the three slots that calls on host memory go through: copies of one
    overlap with the kernel of another. 8 MiB if it is not called. A message that is larger gets a
    slot of its size. ASCON_ERR_RANGE below 4096. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_set_staging(ascon_queue *queue,
                                                                      size_t bytes);

/* ---- Batches -------------------------------------------------------------------------------- */

/** A batch. Zero-initialize it and fill in what the algorithm has. All of it is in host memory, or
    all in memory of the device, where `data`, `offsets` and `lengths` of columns, `results` and
    `order` are device pointers (CUDA) or memory objects (OpenCL: cl_mem). A CXOF has one
    customization string for all messages, in host memory in both cases: columns.ad with a stride of
    0. */
typedef struct ascon_accelerator_batch {
  const ascon_algorithm *algorithm;
  ascon_operation op;
  size_t count;          /**< messages; at most UINT32_MAX */
  ascon_columns columns; /**< as for ascon_any_columns() */
  uint8_t *results;      /**< `count` bytes, each an ascon_result; never NULL */
  const uint32_t *order; /**< a permutation of 0 to count - 1, or NULL. Neighbours in it should have
                            about the same number of blocks, as groups of lanes take as long as
                            their longest message. In host memory NULL does that by sorting */
} ascon_accelerator_batch;

/** Called on the thread of the call, after each part of a batch. It must not use the queue.
    @param done messages that are finished, of `count`. */
typedef void (*ascon_progress)(void *user, size_t done, size_t count);

/** Runs a batch that is in host memory, and waits for it.
    @param progress may be NULL. `user` is passed to it.
    @return ASCON_OK if all messages succeeded, otherwise the result of the first one that did not.
    Of a call that is wrong (ASCON_ERR_NULL, ASCON_ERR_RANGE, ASCON_ERR_ALGORITHM) nothing has been
    written. If another thread writes to offsets, lengths or the order meanwhile, the call still
    uses only places that it has checked against `data_bytes`, but may refuse some of the messages
    after it computed others. If the device fails or has no memory (ASCON_ERR_DEVICE,
   ASCON_ERR_RESOURCES; ascon_accelerator_error() says how), `results` tells for each message: one
   with ASCON_ERR_DEVICE has not been computed, and its outputs are as they were; the others are
   complete. A queue whose device might still use its staging memory refuses all later calls with
   ASCON_ERR_DEVICE. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_run(ascon_queue *queue,
                                                              const ascon_accelerator_batch *batch,
                                                              ascon_progress progress, void *user);

/** Enqueues a batch that is in memory of the device, and returns. Nothing is staged, sorted or
    copied. Offsets and lengths in memory of the device are checked there, if a column has
    `data_bytes`: a message that is not within them has ASCON_ERR_RANGE in `results`; nothing
    outside of them is read, and nothing is written for that message. So has a PrfShort message of a
    wrong length. Each of these numbers is read once: another thread or kernel that writes to them
    meanwhile cannot lead the batch outside. A message that `order` does not name keeps
    ASCON_ERR_DEVICE. Decryption zeroes the output of forged messages before it ends; what reads it
    earlier sees unverified plaintext.
    @param stream CUDA: a CUstream of the primary context; OpenCL: a cl_command_queue of the queue's
    context. The batch runs in it, after what was enqueued before. NULL: one of the queue's own.
    Processor: NULL, and the call returns when it is done.
    @param event may be NULL. CUDA: a CUevent of the caller, recorded after the batch. OpenCL: the
    address of a cl_event, which is set and must be released by the caller.
    @return ASCON_OK if it was enqueued. Then every byte of `results` is ASCON_ERR_DEVICE until the
    kernel has written it: a message without another result has not been computed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_enqueue(
    ascon_queue *queue, const ascon_accelerator_batch *batch, void *stream, void *event);

/** Waits for all that was enqueued in the queue's own stream. ASCON_ERR_DEVICE if any of it failed.
 */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_wait(ascon_queue *queue);

/** Waits for all that was enqueued in a stream of the caller, as for ascon_accelerator_enqueue();
   NULL: the queue's own. CUDA's default streams are (CUstream)1, the legacy one, and (CUstream)2,
   that of the thread. ASCON_ERR_DEVICE if any of it failed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_wait_for(ascon_queue *queue,
                                                                   void *stream);

/* ---- Memory of the device ------------------------------------------------------------------- */

/** For programs that have no interface of their own to the device. `memory` is a device pointer
    (CUDA), a cl_mem (OpenCL) or memory of the host (processor), filled with zeros. Copies wait for
    what was enqueued in the queue's own stream. ASCON_ERR_RANGE for 0 bytes. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_allocate(ascon_queue *queue,
                                                                   void **memory, size_t bytes);
/** Wipes the memory and frees it; NULL is allowed. `bytes` as for ascon_accelerator_allocate(). */
ASCON_API void ascon_accelerator_free(ascon_queue *queue, void *memory, size_t bytes);
/** Copies to the device. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_write(ascon_queue *queue, void *memory,
                                                                const void *from, size_t bytes);
/** Copies from the device. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_read(ascon_queue *queue, void *to,
                                                               const void *memory, size_t bytes);

/* ---- Queues of other interfaces ------------------------------------------------------------- */

/** What the kernel of a batch is called with. Its members are for the header of SYCL. */
typedef struct ascon_kernel_launch {
  char kernel[64];         /**< its name */
  uint64_t call[45];       /**< what the host has computed: public data */
  const void *buffers[14]; /**< the batch's pointers, in the order of the kernel's parameters */
} ascon_kernel_launch;

/** Prepares a batch in memory of a device for a queue that this library does not know; calls no
    driver. Checks what ascon_accelerator_enqueue() does.
    @param launch written if the call succeeds.
    @param text ASCON_DEVICE_TEXT_BYTES bytes, or NULL: what is wrong, or empty.
    @return ASCON_ERR_NULL, ASCON_ERR_RANGE or ASCON_ERR_ALGORITHM for a batch that is wrong. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_prepare(
    const ascon_accelerator_batch *batch, ascon_kernel_launch *launch, char *text);

#ifdef __cplusplus
}
#endif

#endif
