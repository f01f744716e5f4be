// Devices for batches: the queue of one, and what a batch call runs on. For calls.cpp and
// device_memory.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "asconkit/accelerators/ascon_accelerator.h"
#include "pool.hpp"
#include "support.hpp"

namespace asconkit {

/** A device that fails or is not there: asconkit.exceptions.DeviceError, raised where the
    interpreter lock is held again. */
class DeviceFailure : public std::exception {
 public:
  explicit DeviceFailure(std::string text) : text_(std::move(text)) {}
  [[nodiscard]] const char *what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/** A device made ready. Calls of several threads take turns. */
class Device {
 public:
  /** DeviceFailure if there is none of this number, or its driver refuses. */
  Device(ascon_device_kind kind, size_t index);
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  [[nodiscard]] const ascon_device &about() const { return about_; }
  /** Such as "cuda:0". */
  [[nodiscard]] std::string name() const;

  /** A batch in host memory. ASCON_OK, ASCON_ERR_TAG, or what is wrong with the call;
      DeviceFailure. */
  ascon_result run(const ascon_accelerator_batch &batch);

  /** use(queue) in turn; DeviceFailure for its errors of the device. */
  template <typename Use>
  ascon_result with_queue(Use use) {
    require_same_process();  // in a child of a fork, nobody may ever unlock the mutex
    const std::lock_guard<std::mutex> guard(mutex_);
    const ascon_result result = use(queue_);
    free_left();
    if (result == ASCON_ERR_DEVICE || result == ASCON_ERR_RESOURCES) {
      throw DeviceFailure(name() + ": " + ascon_accelerator_error(queue_));
    }
    return result;
  }
  /** Wipes and frees; nothing in the child of a fork, where the memory is not. While another thread
      is in a call on the device, that call does it at its end: to wait here, with the interpreter
      lock held, would keep every thread from Python. */
  void release(void *memory, size_t bytes);

 private:
  void require_same_process() const;
  void free_left();

  std::mutex mutex_;
  std::mutex left_mutex_;
  std::vector<std::pair<void *, size_t>> left_;  // memory that is still to be freed
  ascon_device about_;
  ascon_queue *queue_ = nullptr;
  unsigned forks_ = forks();
};

/** What a batch call runs on: a device, or without one the pool, if any, and the calling thread. */
struct Workers {
  Pool pool;
  std::shared_ptr<Device> device;
};

struct Place : nb::handle {};  // an argument: a number of threads, or a Device

Workers workers_for(Place place);

/** The classes Device, DeviceArray and Tensor. */
void define_devices(nb::module_ &module);

}  // namespace asconkit

namespace nanobind::detail {

ASCONKIT_ARGUMENT(Place, "int | Device")

}  // namespace nanobind::detail
