// SPDX-License-Identifier: Apache-2.0 OR MIT
// Threads that share one kind of work, for groups.cpp and filedigests.cpp.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace asconkit::cli {

inline constexpr unsigned most_threads = 256;

// How many threads to start if so many are wanted. 0: as many as the process may use.
unsigned thread_count(std::uint64_t wanted);

// Threads that all do the same: take work until no work is left.
class Team {
 public:
  // `stop` makes every `work` return soon. It is called when one of them throws.
  Team(unsigned most, std::function<void()> work, std::function<void()> stop)
      : most_(most), work_(std::move(work)), stop_(std::move(stop)) {}
  // Another thread, where there may be one more. Any thread of the team may ask for it. If the
  // system refuses, those that are there do the work.
  void grow();
  // Works on the calling thread too; returns when all are done, or throws what the first one threw.
  void run();

 private:
  void work();
  void join_all();
  std::mutex mutex_;
  unsigned most_;
  std::function<void()> work_;
  std::function<void()> stop_;
  std::vector<std::thread> threads_;
  std::exception_ptr thrown_;
};

}  // namespace asconkit::cli
