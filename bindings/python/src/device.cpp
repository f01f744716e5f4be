// Devices: opening, closing and batches in host memory; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "device.hpp"

#include <nanobind/stl/shared_ptr.h>

#include <vector>

namespace asconkit {

namespace {

const char *word_of(ascon_device_kind kind) {
  return kind == ASCON_DEVICE_CUDA ? "cuda" : kind == ASCON_DEVICE_OPENCL ? "opencl" : "cpu";
}

}  // namespace

Device::Device(ascon_device_kind kind, size_t index) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  std::vector<ascon_device> all(ascon_accelerator_devices(kind, nullptr, 0, text));
  all.resize(std::min(all.size(), ascon_accelerator_devices(kind, all.data(), all.size(), text)));
  if (all.empty()) {
    throw DeviceFailure(text);
  }
  if (index >= all.size()) {
    throw DeviceFailure(std::string(word_of(kind)) + ":" + std::to_string(index) +
                        " is not there, expected at most " + word_of(kind) + ":" +
                        std::to_string(all.size() - 1));
  }
  about_ = all[index];
  if (ascon_accelerator_create(&queue_, &about_, nullptr, text) != ASCON_OK) {
    throw DeviceFailure(name() + ": " + text);
  }
}

Device::~Device() {
  if (forks_ == forks()) {
    free_left();
    ascon_accelerator_destroy(queue_);
  }
}

std::string Device::name() const {
  const std::string word = word_of(about_.kind);
  return about_.kind == ASCON_DEVICE_PROCESSOR ? word : word + ":" + std::to_string(about_.index);
}

void Device::require_same_process() const {
  if (forks_ != forks()) {
    throw DeviceFailure(name() + " was opened before a fork; open it again in the child");
  }
}

ascon_result Device::run(const ascon_accelerator_batch &batch) {
  return with_queue(
      [&](ascon_queue *queue) { return ascon_accelerator_run(queue, &batch, nullptr, nullptr); });
}

void Device::release(void *memory, size_t bytes) {
  if (forks_ != forks()) {
    return;
  }
  const std::unique_lock<std::mutex> guard(mutex_, std::try_to_lock);
  if (guard.owns_lock()) {
    ascon_accelerator_free(queue_, memory, bytes);
    return;
  }
  const std::lock_guard<std::mutex> list_guard(left_mutex_);
  left_.emplace_back(memory, bytes);
}

void Device::free_left() {
  const std::lock_guard<std::mutex> guard(left_mutex_);
  for (const auto &[memory, bytes] : left_) {
    ascon_accelerator_free(queue_, memory, bytes);
  }
  left_.clear();
}

Workers workers_for(Place place) {
  if (nb::isinstance<Device>(place)) {
    return {nullptr, nb::cast<std::shared_ptr<Device>>(place)};
  }
  return {pool_for(Length{place}), nullptr};
}

}  // namespace asconkit
