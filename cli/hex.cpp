// SPDX-License-Identifier: Apache-2.0 OR MIT
// Hexadecimal digits in constant time: keys are read and written with them.
#include "hex.hpp"

#include <cstdint>

namespace asconkit::cli {

namespace {

// Constant time: no table and no branch depends on the digit. -1 if it is not a digit.
int digit_value(int c) {
  int value = -1;
  int lower = c | 0x20;
  value += (((0x2f - c) & (c - 0x3a)) >> 8) & (c - 0x30 + 1);
  value += (((0x60 - lower) & (lower - 0x67)) >> 8) & (lower - 0x61 + 10 + 1);
  return value;
}

char digit(int value) {
  return static_cast<char>('0' + value + (((9 - value) >> 8) & ('a' - '0' - 10)));
}

}  // namespace

std::string to_hex(ConstBytes bytes) {
  std::string text(2 * bytes.size(), '\0');
  to_hex(bytes, text);
  return text;
}

void to_hex(ConstBytes bytes, std::span<char> text) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text[2 * i] = digit(bytes[i] >> 4);
    text[2 * i + 1] = digit(bytes[i] & 15);
  }
}

bool from_hex(std::string_view text, Bytes out) {
  if (text.size() != 2 * out.size()) return false;
  int wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    int high = digit_value(static_cast<unsigned char>(text[2 * i]));
    int low = digit_value(static_cast<unsigned char>(text[2 * i + 1]));
    wrong |= high | low;
    out[i] = static_cast<std::uint8_t>((high << 4 | low) & 0xff);
  }
  return wrong >= 0;
}

}  // namespace asconkit::cli
