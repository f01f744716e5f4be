/* The public calls: they check and pass on to the driver of the device.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "driver.h"
#include "request.h"

#if ASCON_HAS_SYSTEM
#include "../core/modes/calls.h"

#include <stdlib.h>

static const accelerator_driver *driver_of(ascon_device_kind kind) {
  switch (kind) {
    case ASCON_DEVICE_PROCESSOR: return &ascon_processor_driver;
    case ASCON_DEVICE_CUDA: return &ascon_cuda_driver;
    case ASCON_DEVICE_OPENCL: return &ascon_opencl_driver;
  }
  return NULL;
}

ASCON_API size_t ascon_accelerator_devices(ascon_device_kind kind, ascon_device *devices,
                                           size_t capacity, char *text) {
  const accelerator_driver *driver = driver_of(kind);
  ascon_device_say(text, "%s", "");
  if (driver) return driver->list(devices, devices ? capacity : 0, text);
  ascon_device_say(text, "there is no kind of device %d", (int)kind);
  return 0;
}

/* ---- Queues --------------------------------------------------------------------------------- */

ASCON_API ascon_result ascon_accelerator_create(ascon_queue **queue, const ascon_device *device,
                                                void *context, char *text) {
  if (!queue) return ASCON_ERR_NULL;
  *queue = NULL;
  if (!device || !driver_of(device->kind)) {
    ascon_device_say(text, device ? "device: unknown kind" : "device is NULL");
    return device ? ASCON_ERR_DEVICE : ASCON_ERR_NULL;
  }
  ascon_queue *made = calloc(1, sizeof *made);
  if (!made) {
    ascon_device_say(text, "no memory for a queue");
    return ASCON_ERR_RESOURCES;
  }
  made->driver = driver_of(device->kind);
  made->device = *device;
  made->slot_bytes = DEFAULT_SLOT_BYTES;
  const ascon_result result = made->driver->open(made, context);
  ascon_device_say(text, "%s", made->error);
  if (result == ASCON_OK) *queue = made;
  else free(made);
  return result;
}

/* What every use of a queue begins with. */
static ascon_result check_queue(ascon_queue *queue) {
  if (!queue) return ASCON_ERR_NULL;
  if (queue->lost) {
    ascon_device_say(queue->error, "%s: failed before, and may still use its staging memory",
                     queue->device.name);
    return ASCON_ERR_DEVICE;
  }
  queue->error[0] = 0;
  return ASCON_OK;
}

/* A slot that a lost device might still write is not given back. */
static void close_slots(ascon_queue *queue) {
  for (size_t i = 0; i < SLOTS; i++)
    if (queue->slots[i].bytes && !queue->lost) queue->driver->close_slot(queue, &queue->slots[i]);
}

ASCON_API void ascon_accelerator_destroy(ascon_queue *queue) {
  if (!queue) return;
  close_slots(queue);
  queue->driver->close(queue);
  free(queue);
}

ASCON_API const char *ascon_accelerator_error(const ascon_queue *queue) {
  return queue ? queue->error : "queue is NULL";
}

ASCON_API ascon_result ascon_accelerator_set_staging(ascon_queue *queue, size_t bytes) {
  RETURN_IF_ERROR(check_queue(queue));
  if (bytes < MIN_SLOT_BYTES) {
    ascon_device_say(queue->error, "staging: %zu bytes, expected at least %d", bytes,
                     MIN_SLOT_BYTES);
    return ASCON_ERR_RANGE;
  }
  close_slots(queue);
  queue->slot_bytes = bytes;
  return ASCON_OK;
}

/* ---- Batches -------------------------------------------------------------------------------- */

ASCON_API ascon_result ascon_accelerator_run(ascon_queue *queue,
                                             const ascon_accelerator_batch *batch,
                                             ascon_progress progress, void *user) {
  RETURN_IF_ERROR(check_queue(queue));
  RETURN_IF_ERROR(ascon_request_check(batch, 1, queue->error));
  return batch->count ? queue->driver->run(queue, batch, progress, user) : ASCON_OK;
}

ASCON_API ascon_result ascon_accelerator_enqueue(ascon_queue *queue,
                                                 const ascon_accelerator_batch *batch, void *stream,
                                                 void *event) {
  RETURN_IF_ERROR(check_queue(queue));
  RETURN_IF_ERROR(ascon_request_check(batch, 0, queue->error));
  return queue->driver->enqueue(queue, batch, stream, event);
}

ASCON_API ascon_result ascon_accelerator_wait(ascon_queue *queue) {
  return ascon_accelerator_wait_for(queue, NULL);
}

ASCON_API ascon_result ascon_accelerator_wait_for(ascon_queue *queue, void *stream) {
  RETURN_IF_ERROR(check_queue(queue));
  return queue->driver->wait(queue, stream);
}

/* ---- Memory of the device ------------------------------------------------------------------- */

/* A copy or an allocation of `bytes` bytes. */
static ascon_result check_memory(ascon_queue *queue, const void *memory, size_t bytes) {
  RETURN_IF_ERROR(check_queue(queue));
  if (missing(memory, bytes)) {
    ascon_device_say(queue->error, "memory is NULL");
    return ASCON_ERR_NULL;
  }
  return ASCON_OK;
}

ASCON_API ascon_result ascon_accelerator_allocate(ascon_queue *queue, void **memory, size_t bytes) {
  RETURN_IF_ERROR(check_memory(queue, (void *)memory, 1));
  *memory = NULL;
  if (bytes) return queue->driver->allocate(queue, memory, bytes);
  ascon_device_say(queue->error, "0 bytes, expected at least 1");
  return ASCON_ERR_RANGE;
}

ASCON_API void ascon_accelerator_free(ascon_queue *queue, void *memory, size_t bytes) {
  if (queue && memory) queue->driver->release(queue, memory, bytes);
}

ASCON_API ascon_result ascon_accelerator_write(ascon_queue *queue, void *memory, const void *from,
                                               size_t bytes) {
  RETURN_IF_ERROR(check_memory(queue, memory, bytes));
  RETURN_IF_ERROR(check_memory(queue, from, bytes));
  return bytes ? queue->driver->write(queue, memory, from, bytes) : ASCON_OK;
}

ASCON_API ascon_result ascon_accelerator_read(ascon_queue *queue, void *to, const void *memory,
                                              size_t bytes) {
  RETURN_IF_ERROR(check_memory(queue, memory, bytes));
  RETURN_IF_ERROR(check_memory(queue, to, bytes));
  return bytes ? queue->driver->read(queue, to, memory, bytes) : ASCON_OK;
}

#endif
