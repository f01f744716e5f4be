// SPDX-License-Identifier: Apache-2.0 OR MIT
// Digests of files.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "io.hpp"

namespace asconkit::cli {

// Reads to the end in blocks, with a progress bar.
void for_each_block(Input &input, const std::function<void(ConstBytes)> &use);

enum class Missing { is_an_error, is_ignored };

struct DigestResult {
  enum class State { done, failed, missing } state;
  std::string hex;
};

// Complains on stderr about a file that cannot be read.
DigestResult digest_file(const std::string &path, const ascon_algorithm &algorithm,
                         Missing missing);

}  // namespace asconkit::cli
