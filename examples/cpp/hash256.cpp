// Ascon-Hash256, by the compiler and at run time. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::hash256;

// Nothing of this is left in the program but 32 bytes.
constexpr hash256::digest expected = hash256::compute("abc"sv);
static_assert(expected ==
              hash256::compute(std::array{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}}));

int main() {
  hash256::context context;
  for (std::string_view piece : {"a"sv, "bc"sv})
    if (!context.update(piece)) return 1;
  const auto digest = context.final();
  if (!digest || *digest != expected) return 1;
  show("digest", digest->bytes());
  return 0;
}
