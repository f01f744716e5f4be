// Memory and batches on the program's queue; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "accelerated_queue.h"

namespace asconkit_test {

void *AllocateOnDevice(size_t bytes) {
  void *memory = nullptr;
  EXPECT_EQ(ascon_accelerator_allocate(Queue(), &memory, bytes), ASCON_OK);
  return memory;
}

void WriteToDevice(void *memory, const void *from, size_t bytes) {
  EXPECT_EQ(ascon_accelerator_write(Queue(), memory, from, bytes), ASCON_OK);
}

void ReadFromDevice(void *to, const void *memory, size_t bytes) {
  EXPECT_EQ(ascon_accelerator_read(Queue(), to, memory, bytes), ASCON_OK);
}

void FreeOnDevice(void *memory, size_t bytes) { ascon_accelerator_free(Queue(), memory, bytes); }

Outcomes RunOnDevice(Task task, const Messages &messages, Way way, Random *random) {
  if (messages.empty()) return {};
  Prepared prepared(task, messages, way, random);
  const ascon_accelerator_batch batch = prepared.Batch(messages.front().c.algorithm);
  ascon_result returned = ASCON_OK;
  if (way.on_device) {
    EXPECT_EQ(ascon_accelerator_enqueue(Queue(), &batch, nullptr, nullptr), ASCON_OK)
        << ascon_accelerator_error(Queue());
    EXPECT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK) << ascon_accelerator_error(Queue());
  } else {
    returned = ascon_accelerator_run(Queue(), &batch, nullptr, nullptr);
  }
  const Outcomes outcomes = prepared.Read();
  if (!way.on_device) {
    EXPECT_EQ(returned, FirstFailure(outcomes)) << ascon_accelerator_error(Queue());
  }
  return outcomes;
}

}  // namespace asconkit_test
