/* What a device has to do for queue.c and staging.c: cuda.c, opencl.c and processor.c define it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ACCELERATOR_DRIVER_H
#define ASCON_ACCELERATOR_DRIVER_H

#include "ascon_accelerator.h"
#include "../core/platform/compiler.h"
#include "kernel/call.h"

/* The memory that a kernel is given, in the order of KERNEL_PARAMETERS: device pointers or memory
   objects. */
enum {
  BUFFER_IN,
  BUFFER_OUT,
  BUFFER_AD,
  BUFFER_NONCE,
  BUFFER_KEY,
  BUFFER_TAG,
  BUFFER_RESULTS,
  BUFFER_IN_OFFSETS,
  BUFFER_IN_LENGTHS,
  BUFFER_OUT_OFFSETS,
  BUFFER_OUT_LENGTHS,
  BUFFER_AD_OFFSETS,
  BUFFER_AD_LENGTHS,
  BUFFER_ORDER,
  BUFFERS
};

/* One launch. Whatever runs it first sets the results to ASCON_ERR_DEVICE. */
typedef struct kernel_launch {
  const char *kernel;
  kernel_call call;
  const void *buffer[BUFFERS];
} kernel_launch;

/* Staging: pinned memory of the host, as much on the device, and a stream that keeps the order. */
typedef struct staging_slot {
  uint8_t *host;
  void *device;
  void *stream;
  size_t bytes;
  void *own; /* of the driver */
} staging_slot;

/* The functions of a kind of device. Those that return a result set queue->error when it is not
   ASCON_OK. `stream` NULL: the queue's own. */
typedef struct accelerator_driver {
  size_t (*list)(ascon_device *devices, size_t capacity, char *text);
  ascon_result (*open)(struct ascon_queue *queue, void *context);
  void (*close)(struct ascon_queue *queue);

  /* A batch in host memory: staging.c does it for devices with a memory of their own. */
  ascon_result (*run)(struct ascon_queue *queue, const ascon_accelerator_batch *batch,
                      ascon_progress progress, void *user);
  /* A batch in memory of the device. */
  ascon_result (*enqueue)(struct ascon_queue *queue, const ascon_accelerator_batch *batch,
                          void *stream, void *event);
  ascon_result (*launch)(struct ascon_queue *queue, const kernel_launch *launch, void *stream,
                         void *event);
  ascon_result (*wait)(struct ascon_queue *queue, void *stream);

  ascon_result (*allocate)(struct ascon_queue *queue, void **memory, size_t bytes);
  void (*release)(struct ascon_queue *queue, void *memory, size_t bytes);
  ascon_result (*write)(struct ascon_queue *queue, void *memory, const void *from, size_t bytes);
  ascon_result (*read)(struct ascon_queue *queue, void *to, const void *memory, size_t bytes);

  /* Staging: the first `bytes` bytes of a slot, or those from `from` on, in its stream. A processor
     has none of these, and no launch. */
  ascon_result (*open_slot)(struct ascon_queue *queue, staging_slot *slot, size_t bytes);
  void (*close_slot)(struct ascon_queue *queue, staging_slot *slot);
  ascon_result (*upload)(struct ascon_queue *queue, staging_slot *slot, size_t bytes);
  ascon_result (*download)(struct ascon_queue *queue, staging_slot *slot, size_t from,
                           size_t bytes);
  ascon_result (*clear)(struct ascon_queue *queue, staging_slot *slot, size_t bytes);
} accelerator_driver;

extern const accelerator_driver ascon_processor_driver;
extern const accelerator_driver ascon_cuda_driver;
extern const accelerator_driver ascon_opencl_driver;

enum { SLOTS = 3, DEFAULT_SLOT_BYTES = 8 << 20, MIN_SLOT_BYTES = 4096, LANES_PER_GROUP = 128 };

struct ascon_queue {
  const accelerator_driver *driver;
  ascon_device device;
  void *own; /* of the driver */
  size_t slot_bytes;
  staging_slot slots[SLOTS];
  int lost; /* the device may still use the staging memory: no further call is safe */
  char error[ASCON_DEVICE_TEXT_BYTES];
};

/* Writes one line, cut to ASCON_DEVICE_TEXT_BYTES; `text` may be NULL. The formats are those of
   C99, on Windows too. */
CHECK_FORMAT void ascon_device_say(char *text, const char *format, ...);

/* What run and enqueue are for devices with kernels: staging.c. */
ascon_result ascon_staging_run(struct ascon_queue *queue, const ascon_accelerator_batch *batch,
                               ascon_progress progress, void *user);
ascon_result ascon_staging_enqueue(struct ascon_queue *queue, const ascon_accelerator_batch *batch,
                                   void *stream, void *event);

#endif
