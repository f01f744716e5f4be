// Many short samples of a call, each beside the core's clock and beside its bare permutations.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "clock.hpp"

namespace asconkit::bench {

// Of one call. Figures in cycles are 0 where the core's clock is unknown. Those named low are the
// fastest tenth of the samples: what the call takes while nothing else uses the core.
struct Measurement {
  double nanoseconds = 0;  // median
  double median_cycles = 0;
  double cycles = 0;           // low
  double overhead_cycles = 0;  // low, beyond the bare permutations
  double share = 0;            // low, of the bare permutations in the call
  std::size_t samples = 0;
};

inline double quantile(std::vector<double> values, double part) {
  auto place = values.begin() + static_cast<std::ptrdiff_t>(part * (values.size() - 1.0) + 0.5);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// Short enough to end before the scheduler steps in, long enough for the clock.
constexpr double sample_nanoseconds = 20'000;
constexpr std::size_t least_samples = 15;

// `call` and `bare` do the work once. Their samples alternate, so that what disturbs one disturbs
// the other.
template <typename Call, typename Bare>
Measurement measure(double seconds, Call &&call, Bare &&bare) {
  using Clock = std::chrono::steady_clock;
  const Stopwatch stopwatch;
  double first = stopwatch(call);  // warms up
  first = std::min(first, stopwatch(call));
  auto repeat = static_cast<std::size_t>(std::max(1.0, sample_nanoseconds / std::max(1.0, first)));
  auto batch = [&](auto &work) {
    return stopwatch([&] {
             for (std::size_t i = 0; i < repeat; i++) work();
           }) /
           static_cast<double>(repeat);
  };
  batch(call), batch(bare);

  // In cycles, or in nanoseconds where the core's clock is unknown.
  std::vector<double> times, calls, bares;
  auto end = Clock::now() + std::chrono::duration<double>(seconds);
  bool known = false;
  while (times.size() < least_samples || Clock::now() < end) {
    auto before = core_clock(stopwatch);
    double time = batch(call);
    double bare_time = batch(bare);
    auto after = core_clock(stopwatch);
    // An interrupt makes the clock look slower, never faster.
    known = before && after;
    double clock = known ? std::max(*before, *after) : 1;
    times.push_back(time);
    calls.push_back(time * clock);
    bares.push_back(bare_time * clock);
  }
  double low = quantile(calls, 0.1), low_bare = quantile(bares, 0.1);
  Measurement m{
      .nanoseconds = quantile(times, 0.5), .share = low_bare / low, .samples = times.size()};
  if (!known) return m;
  m.median_cycles = quantile(calls, 0.5);
  m.cycles = low;
  m.overhead_cycles = low - low_bare;
  return m;
}

}  // namespace asconkit::bench
