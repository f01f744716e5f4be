// Measures groups of cases: many short samples of each way, in turns, each beside a measurement of
// the core's clock. Called by main.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <vector>

#include "cases.hpp"
#include "clock.hpp"

namespace asconkit::bench {

// Of one call. Cycles are 0 where the core's clock is unknown.
struct Measurement {
  Name name;
  double total_bytes = 0;
  permutations bare{};
  // Of the fastest tenth of the samples: what it takes while nothing else uses the core.
  double nanoseconds = 0, cycles = 0;
  double cycles_median = 0;  // much more than that: something else did
  std::size_t samples = 0;
};

// Measures all for about that time together. Throws std::runtime_error if a call fails, or if the
// ways of a group give different results.
std::vector<Measurement> measure(std::vector<Group> groups, double seconds);

}  // namespace asconkit::bench
