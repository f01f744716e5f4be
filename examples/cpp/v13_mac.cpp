// Ascon-MAC of v1.3: who has the key can tell whether a message was changed.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::v13::mac;

int main() {
  const auto key = counting<mac::key>();
  const mac::tag tag = mac::compute("pay 10 to Ada"sv, key);
  show("tag", tag.bytes());
  for (std::string_view message : {"pay 10 to Ada"sv, "pay 10 to Eve"sv})
    std::printf("%s: %s\n", message.data(), mac::verify(tag, message, key) ? "right" : "wrong");
  return 0;
}
