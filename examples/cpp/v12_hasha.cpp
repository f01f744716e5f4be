// Ascon-Hasha of v1.2: messages that begin alike share the work.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::v12::hasha;

int main() {
  hasha::context prefix;
  if (!prefix.update("a long common beginning, "sv)) return 1;
  for (std::string_view end : {"first end"sv, "second end"sv}) {
    hasha::context context = prefix;  // goes on independently
    if (!context.update(end)) return 1;
    const auto digest = context.final();
    if (!digest) return 1;
    show("digest", digest->bytes());
  }
  return 0;
}
