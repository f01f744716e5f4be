// Time, and the cycles of the core in it. For ascon-bench and cpp-overhead.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace asconkit::bench {

// What a short stretch of time is read off with. Reading costs time itself, which is subtracted.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  Stopwatch();

  // Nanoseconds that `work` takes.
  template <typename Work>
  double operator()(Work &&work) const {
    auto start = Clock::now();
    work();
    return std::max(0.0, nanoseconds(Clock::now() - start) - reading_);
  }

  // The same for work on this thread alone that takes long enough for the scheduler to step in:
  // without the time that went to other programs.
  template <typename Work>
  double own_time(Work &&work) const {
    double start = thread_nanoseconds();
    double elapsed = (*this)(work);
    double own = thread_nanoseconds() - start;
    return elapsed < long_nanoseconds ? elapsed : std::min(elapsed, own);
  }

  static double nanoseconds(Clock::duration time) {
    return std::chrono::duration<double, std::nano>(time).count();
  }

 private:
  // Reading the thread's own time is a system call: it takes a part of a microsecond.
  static constexpr double long_nanoseconds = 200'000;
  static double thread_nanoseconds();

  double reading_ = 0;
};

// Cycles per nanosecond right now, from a chain of dependent instructions whose latency is known;
// nothing on processors for which none is. Counters of the time stamp kind run at a fixed rate,
// not at that of the core, and counters of real cycles are seldom open to programs.
std::optional<double> core_clock(const Stopwatch &stopwatch);

// How core_clock() works on this processor, in words.
const char *core_clock_method();

}  // namespace asconkit::bench
