// Ascon-Mac of v1.2 of a message in pieces. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::v12::mac;

int main() {
  const auto key = counting<mac::key>();
  mac::context context(key);
  for (std::string_view piece : {"first, "sv, "second"sv})
    if (!context.update(piece)) return 1;
  const auto tag = context.final();
  if (!tag) return 1;
  show("tag", tag->bytes());

  mac::context check(key);
  if (!check.update("first, second"sv)) return 1;
  std::printf("%s\n", check.verify_final(*tag) ? "right" : "wrong");
  return 0;
}
