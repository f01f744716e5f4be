// SPDX-License-Identifier: Apache-2.0 OR MIT
// Key files: one line of text, which docs/file-format.md describes. For keygen, filekey.cpp, mac
// and prf.
#pragma once

#include <string>
#include <string_view>

#include "asconkit/ascon_any.h"
#include "arguments.hpp"
#include "secret.hpp"

namespace asconkit::cli {

using Key = SecretArray<32>;

// The line, with its line feed.
SecretBuffer key_line(const Key &key);

// Warns when others may read the file.
Key read_key_file(const std::string &path);

// The 16-byte key of a MAC or PRF: that of --raw-key itself, or derived for `purpose` and
// `algorithm` from that of --key, unless its file has 32 hexadecimal digits, which are the key
// itself too.
SecretArray<16> read_sponge_key(const Arguments &arguments, std::string_view purpose,
                                const ascon_algorithm &algorithm);

}  // namespace asconkit::cli
