// SPDX-License-Identifier: Apache-2.0 OR MIT
// The header of an encrypted file, which the library reads and writes: what is wrong with one, in
// the words of the command, and the key that a passphrase makes. For crypt.cpp and filekey.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "asconkit/stream/ascon_stream.h"
#include "io.hpp"
#include "keyfile.hpp"
#include "passphrase.hpp"

namespace asconkit::cli {

using Argon2Cost = ascon_stream_cost;

struct Header {
  ascon_stream_header fields{};
  std::vector<std::uint8_t> bytes;  // as they are in the file
};

// The input is then at its first chunk.
Header read_header(Input &input);

// What in the cost the format does not allow; empty if nothing.
std::string cost_problem(const Argon2Cost &cost);

// Why the cost needs the user's consent; empty if it does not. Headers come from strangers: without
// consent, this bounds the memory and time that one can ask for.
std::string costly_problem(const Argon2Cost &cost);

Key stretch(Passphrase &passphrase, const ascon_stream_header &header);

}  // namespace asconkit::cli
