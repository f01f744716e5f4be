// SPDX-License-Identifier: Apache-2.0 OR MIT
// Text on the standard streams. Unlike stdio, it waits for a stream that does not block.
#pragma once

#include <string_view>

namespace asconkit::cli {

// On standard output, at the latest with the next flush_output().
void print(std::string_view text);
// 0, or errno of the first write that failed: nothing is written after it.
int flush_output();
bool output_failed();

// At once, on standard error.
void print_error(std::string_view text);

}  // namespace asconkit::cli
