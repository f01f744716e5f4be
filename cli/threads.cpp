// SPDX-License-Identifier: Apache-2.0 OR MIT
// Starting and joining threads; see the header.
#include "threads.hpp"

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace asconkit::cli {

unsigned thread_count(std::uint64_t wanted) {
  if (wanted == 0) wanted = std::thread::hardware_concurrency();  // those that the process may use
  return static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, most_threads));
}

void Team::grow() {
  std::lock_guard lock(mutex_);
  if (threads_.size() + 1 >= most_) return;
  try {
    threads_.emplace_back([this] { work(); });
  } catch (const std::system_error &) {
    most_ = 1;
  }
}

void Team::work() {
  try {
    work_();
  } catch (...) {
    std::unique_lock lock(mutex_);
    if (thrown_) return;
    thrown_ = std::current_exception();
    lock.unlock();
    stop_();
  }
}

// Those that are still there may add others meanwhile.
void Team::join_all() {
  for (;;) {
    std::unique_lock lock(mutex_);
    if (threads_.empty()) return;
    std::thread last = std::move(threads_.back());
    threads_.pop_back();
    lock.unlock();
    last.join();
  }
}

void Team::run() {
  work();
  join_all();
  if (thrown_) std::rethrow_exception(thrown_);
}

}  // namespace asconkit::cli
