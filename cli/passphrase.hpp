// SPDX-License-Identifier: Apache-2.0 OR MIT
// Passphrases from a terminal or a file, for encrypt and decrypt.
#pragma once

#include <string>

#include "secret.hpp"

namespace asconkit::cli {

struct Passphrase {
  SecretBuffer buffer{1027, SecretBuffer::Paging::locked};  // 1024, CR LF, and one too many
  std::size_t bytes = 0;
};

// Without echo; twice if `confirm`, and once more where the two answers differ.
Passphrase ask_passphrase(bool confirm);

// The only line of a file.
Passphrase read_passphrase_file(const std::string &path);

}  // namespace asconkit::cli
