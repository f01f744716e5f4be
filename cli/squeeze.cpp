// SPDX-License-Identifier: Apache-2.0 OR MIT
// Printing output of any length, in hexadecimal or as bytes; see the header.
#include "squeeze.hpp"

#include <cstdint>
#include <unistd.h>

#include <algorithm>

#include "errors.hpp"
#include "hex.hpp"
#include "print.hpp"

namespace asconkit::cli {

void refuse_bytes_on_terminal(const Arguments &arguments) {
  if (arguments.given(Id::raw) && !arguments.given(Id::force) && isatty(STDOUT_FILENO) == 1)
    fail_usage("refusing to write bytes to a terminal; --force allows this");
}

// In blocks, so that memory does not grow with the length. Ends early if writing fails.
void print_output(const Arguments &arguments, std::uint64_t length,
                  const std::function<void(Bytes)> &next) {
  constexpr std::uint64_t most = 64 * 1024;
  bool raw = arguments.given(Id::raw);
  SecretBuffer block(std::min(length, most));
  for (std::uint64_t left = length; left > 0 && !output_failed();) {
    Bytes output = block.first(std::min(left, most));
    next(output);
    print(raw ? std::string(output.begin(), output.end()) : to_hex(output));
    left -= output.size();
  }
  if (!raw) print("\n");
}

}  // namespace asconkit::cli
