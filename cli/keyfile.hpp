// SPDX-License-Identifier: Apache-2.0 OR MIT
// Keys in files: one line of text, described in docs/file-format.md.
#pragma once

#include <string>

#include "secret.hpp"

namespace asconkit::cli {

using Key = SecretArray<32>;

// The line, with its line feed.
std::string key_line(const Key &key);

// Warns when others may read the file.
Key read_key_file(const std::string &path);

// For `mac`: also takes a bare 16-byte key as 32 hexadecimal digits, for use with other programs.
SecretArray<16> read_mac_key_file(const std::string &path, const std::string &algorithm);

}  // namespace asconkit::cli
