// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reads files that hold a key or a passphrase. For keyfile.cpp and passphrase.cpp.
#pragma once

#include <string>

#include "secret.hpp"

namespace asconkit::cli {

// Reads the file into `buffer`, from its beginning; returns how many bytes it has. If these fill
// the buffer, the file may be longer. Warns when other users have access; `kind`: what to call the
// file.
std::size_t read_secret_file(const std::string &path, const std::string &kind, Bytes buffer);

}  // namespace asconkit::cli
