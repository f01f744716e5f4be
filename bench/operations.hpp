// What there is to measure. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../asconkit/ascon.h"
#include "permutations.h"
#include "sampling.hpp"

namespace asconkit::bench {

// One public call of one algorithm with a length that varies.
struct Operation {
  const ascon_algorithm *algorithm;
  std::string name;
  std::size_t longest;  // of the length
};

// All of all algorithms, in the order of the library's table.
std::vector<Operation> all_operations();

// The permutations of the call.
permutations needed_by(const Operation &operation, std::size_t bytes);

// Measures the call with the backend that is active; throws std::runtime_error if it fails.
Measurement measure_operation(const Operation &operation, std::size_t bytes, double seconds);

// Measures Ascon-p[rounds] on a state in memory, each on the result of the one before.
Measurement measure_permutation(unsigned rounds, double seconds);

}  // namespace asconkit::bench
