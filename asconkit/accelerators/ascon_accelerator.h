/* Batches on accelerators: many independent messages in one call. The messages are processed in the
   lanes of a GPU, through CUDA or OpenCL, or in the host processor's vector registers and threads.
   The caller's code is the same for each of these devices. The functions are in a separate library,
   asconkit_accelerator; see docs/accelerators.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   - Building asconkit_accelerator needs no SDK, because it opens the drivers' libraries at run
     time. On a machine without drivers, the host's processor is the only device.
   - All outputs are equal to the outputs of the functions for single messages. The rules of ascon.h
     apply to each message. ascon_column says where the inputs and outputs of the messages are.
   - An output may be equal to the input of its own message, and must not overlap anything else.
   - Only one thread may use a queue at a time. Different threads may use different queues.
   - Staging memory, both pinned memory and device memory, is wiped before a call on host memory
     returns. The registers and stacks of a device cannot be wiped. */
#ifndef ASCONKIT_ASCON_ACCELERATOR_H
#define ASCONKIT_ASCON_ACCELERATOR_H

#include "../ascon_any.h"
#include "../batch/ascon_batch.h"

ASCON_C_BEGIN

/** Size of one line of text about a device or an error, including its final zero byte. */
#define ASCON_DEVICE_TEXT_BYTES 256

/* ---- Devices -------------------------------------------------------------------------------- */

/** The kind of a device: the driver through which it is used. */
typedef enum ascon_device_kind {
  ASCON_DEVICE_PROCESSOR, /**< the host's processor: vector engines and a pool of threads */
  ASCON_DEVICE_CUDA,      /**< libcuda.so.1 or nvcuda.dll: NVIDIA's driver */
  ASCON_DEVICE_OPENCL     /**< libOpenCL.so.1 or OpenCL.dll */
} ascon_device_kind;

/** A device that can run batches. */
typedef struct ascon_device {
  ascon_device_kind kind;
  unsigned index;        /**< the device's number among the devices of this kind, from 0 */
  unsigned units;        /**< number of multiprocessors (CUDA), compute units or threads */
  unsigned mhz;          /**< highest clock frequency; 0 if unknown */
  uint64_t memory_bytes; /**< size of the device's own memory; 0 if it uses host memory */
  char name[ASCON_DEVICE_TEXT_BYTES];
} ascon_device;

/** Lists the devices of one kind.
    @param devices output, the first `capacity` devices; may be NULL if `capacity` is 0.
    @param text output, ASCON_DEVICE_TEXT_BYTES bytes, or NULL: one line that says why there are no
    devices; empty if there are devices.
    @return number of devices, which may exceed `capacity`; always 1 for ASCON_DEVICE_PROCESSOR. */
ASCON_API size_t ascon_accelerator_devices(ascon_device_kind kind, ascon_device *devices,
                                           size_t capacity, char *text);

/* ---- Queues --------------------------------------------------------------------------------- */

/** A device that is ready for use, with compiled kernels, staging memory and the last error. */
typedef struct ascon_queue ascon_queue;

/** Makes a device ready for use. Allocates heap memory now, and device memory at first use.
    @param queue set to the new queue; to NULL after an error.
    @param device a device that ascon_accelerator_devices() listed.
    @param context OpenCL: the cl_context whose memory objects ascon_accelerator_enqueue() will
    receive, or NULL to create a context. Must be NULL for other kinds of device. A CUDA queue uses
    the device's primary context, as programs of the CUDA runtime, PyTorch and CuPy do.
    @param text output, the error message, as for ascon_accelerator_devices().
    @return ASCON_ERR_DEVICE if the device does not exist or its driver reports an error;
    ASCON_ERR_RESOURCES if memory runs out. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_create(ascon_queue **queue,
                                                                 const ascon_device *device,
                                                                 void *context, char *text);

/** Waits for pending work, then frees the queue. NULL is allowed. */
ASCON_API void ascon_accelerator_destroy(ascon_queue *queue);

/** Error message of the queue's last failed call, including the driver's message. Never NULL. */
ASCON_API const char *ascon_accelerator_error(const ascon_queue *queue);

/** Sets the size in bytes of each staging slot. Calls on host memory copy their data through three
    slots: while the kernel works on the data of one slot, another slot is copied. Without this
    call, a slot has 8 MiB. The library enlarges a slot if a single message needs more than the
    slot's size. Returns ASCON_ERR_RANGE if `bytes` is below 4096. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_set_staging(ascon_queue *queue,
                                                                      size_t bytes);

/* ---- Batches -------------------------------------------------------------------------------- */

/** A batch. Zero-initialize it and fill in the fields that the algorithm uses. Either all data is
    in host memory, or all data is in device memory. In device memory, `data`, `offsets` and
    `lengths` of columns, `results` and `order` are device pointers (CUDA) or memory objects
    (OpenCL: cl_mem). For a CXOF, columns.ad with a stride of 0 is the customization string of all
    messages; it is always in host memory. */
typedef struct ascon_accelerator_batch {
  const ascon_algorithm *algorithm;
  ascon_operation op;
  size_t count;          /**< number of messages; at most UINT32_MAX */
  ascon_columns columns; /**< as for ascon_any_columns() */
  uint8_t *results;      /**< `count` bytes, each an ascon_result; never NULL */
  const uint32_t *order; /**< a permutation of 0 to count - 1, or NULL. Messages next to each other
                            should have about as many blocks, because a group of lanes takes as long
                            as its longest message. NULL: the library sorts messages in host memory
                            */
} ascon_accelerator_batch;

/** A callback, called on the calling thread after each part of a batch; it must not use the queue.
    @param done number of finished messages, out of `count`. */
typedef void (*ascon_progress)(void *user, size_t done, size_t count);

/** Runs a batch that is in host memory, and waits until it is done.
    @param progress called with `user` after each part; may be NULL.
    @return ASCON_OK if all messages succeeded, otherwise the result of the first message that
    failed. If the call is invalid (ASCON_ERR_NULL, ASCON_ERR_RANGE, ASCON_ERR_ALGORITHM), nothing
    has been written. If another thread writes to offsets, lengths or `order` during the call, the
    call still uses only memory that it has checked against `data_bytes`, but may refuse some
    messages after it has computed other messages. If the device fails or runs out of memory
    (ASCON_ERR_DEVICE, ASCON_ERR_RESOURCES; ascon_accelerator_error() says why), `results` shows the
    state of each message: a message with ASCON_ERR_DEVICE has not been computed, and its outputs
    are unchanged; all other messages are complete. If the device might still use the staging
    memory, all later calls on the queue return ASCON_ERR_DEVICE. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_run(ascon_queue *queue,
                                                              const ascon_accelerator_batch *batch,
                                                              ascon_progress progress, void *user);

/** Enqueues a batch that is in device memory, and returns without waiting. Nothing is staged,
    sorted or copied. If a column has `data_bytes`, the device checks its offsets and lengths: a
    message that is not within these bytes gets ASCON_ERR_RANGE in `results`, nothing outside these
    bytes is read, and nothing is written for that message. A PrfShort message of a wrong length
    also gets ASCON_ERR_RANGE. Each offset and length is read once, so a thread or kernel that
    changes it cannot cause an access outside `data_bytes`. Messages that `order` leaves out keep
    the result ASCON_ERR_DEVICE. Decryption zeroes the output of messages with a wrong tag before
    the batch ends; a program that reads the output earlier sees unverified plaintext.
    @param stream CUDA: a CUstream of the primary context; OpenCL: a cl_command_queue of the queue's
    context. The batch runs in this stream, after all work that was enqueued earlier. NULL means the
    queue's own stream. Processor: must be NULL; the call returns when the batch is done.
    @param event may be NULL. CUDA: a CUevent of the caller, recorded after the batch. OpenCL: the
    address of a cl_event, which the call sets and the caller must release.
    @return ASCON_OK if the batch was enqueued. Every byte of `results` is then ASCON_ERR_DEVICE
    until the kernel has written it: a message that keeps ASCON_ERR_DEVICE has not been computed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_enqueue(
    ascon_queue *queue, const ascon_accelerator_batch *batch, void *stream, void *event);

/** Waits for all work in the queue's own stream. Returns ASCON_ERR_DEVICE if any work failed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_wait(ascon_queue *queue);

/** Waits for all work in `stream`, which is a stream of the caller, or NULL for the queue's own
    stream (see ascon_accelerator_enqueue()). CUDA's default streams are (CUstream)1, the legacy
    default stream, and (CUstream)2, the per-thread default stream. ASCON_ERR_DEVICE if any work
    failed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_wait_for(ascon_queue *queue,
                                                                   void *stream);

/* ---- Memory of the device ------------------------------------------------------------------- */

/** Allocates memory for programs that do not use the driver's own interface. `memory` is set to a
    device pointer (CUDA), a cl_mem (OpenCL) or host memory (processor), filled with zeros. Copies
    to and from this memory wait for work in the queue's own stream. Returns ASCON_ERR_RANGE for 0
    bytes. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_allocate(ascon_queue *queue,
                                                                   void **memory, size_t bytes);
/** Wipes the memory and frees it; NULL is allowed. `bytes` must be the size that was allocated. */
ASCON_API void ascon_accelerator_free(ascon_queue *queue, void *memory, size_t bytes);
/** Copies `bytes` bytes to the device. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_write(ascon_queue *queue, void *memory,
                                                                const void *from, size_t bytes);
/** Copies `bytes` bytes from the device. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_read(ascon_queue *queue, void *to,
                                                               const void *memory, size_t bytes);

/* ---- Queues of other interfaces ------------------------------------------------------------- */

/** Arguments for the kernel of a batch. Only SYCL kernels use the members of this structure. */
typedef struct ascon_kernel_launch {
  char kernel[64];         /**< name of the kernel */
  uint64_t call[45];       /**< kernel arguments, computed on the host; not secret */
  const void *buffers[14]; /**< the batch's pointers, in the order of the kernel's parameters */
} ascon_kernel_launch;

/** Prepares a batch in device memory for a queue of another API, such as SYCL, without calling a
    driver. Makes the same checks as ascon_accelerator_enqueue().
    @param launch written if the call succeeds.
    @param text output, ASCON_DEVICE_TEXT_BYTES bytes, or NULL: the error message; empty if the call
    succeeds.
    @return ASCON_ERR_NULL, ASCON_ERR_RANGE or ASCON_ERR_ALGORITHM for an invalid batch. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_accelerator_prepare(
    const ascon_accelerator_batch *batch, ascon_kernel_launch *launch, char *text);

ASCON_C_END

#endif
