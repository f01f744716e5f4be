// SPDX-License-Identifier: Apache-2.0 OR MIT
// Hexadecimal digits. In constant time, since keys are read and written with them.
#pragma once

#include <string>
#include <string_view>

#include "secret.hpp"

namespace asconkit::cli {

std::string to_hex(ConstBytes bytes);

// Writes two characters for each byte, and keeps no copy of them.
void to_hex(ConstBytes bytes, std::span<char> text);

// False unless `text` is exactly 2 * out.size() hexadecimal digits.
bool from_hex(std::string_view text, Bytes out);

}  // namespace asconkit::cli
