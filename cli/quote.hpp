// SPDX-License-Identifier: Apache-2.0 OR MIT
// Names of files and other text of strangers in messages, such that no terminal acts on them.
#pragma once

#include <string>

namespace asconkit::cli {

// Quotes like coreutils: only names that a shell or a reader could misread, control and
// invalid bytes as $'\ooo', so that a file name cannot send escape sequences to a terminal.
// A name too long for any system is shortened to its beginning and "...".
std::string quote_name(const std::string &name);

// The same, but always between quotes.
std::string quote_always(const std::string &name);

// With control and invalid bytes as \ooo, and nothing else changed: for a whole message.
std::string printable(const std::string &text);

}  // namespace asconkit::cli
