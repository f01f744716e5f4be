// SPDX-License-Identifier: Apache-2.0 OR MIT
// The header of an encrypted file and the keys derived with it, as docs/file-format.md describes
// them. For crypt.cpp and filekey.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "chunks.hpp"
#include "io.hpp"
#include "keyfile.hpp"
#include "passphrase.hpp"
#include "secret.hpp"

namespace asconkit::cli {

inline constexpr std::uint32_t max_chunk_bytes = 1024 * 1024;

enum class KeySource : std::uint8_t { key_file = 1, passphrase = 2 };

struct Argon2Cost {
  std::uint32_t memory_kib = 0;
  std::uint32_t passes = 0;
  std::uint32_t lanes = 0;
};

// The differences between the versions of the format.
struct Layout;
const Layout &newest_layout();

struct Header {
  const Layout *layout = &newest_layout();
  const ascon_algorithm *algorithm = nullptr;
  std::uint32_t chunk_bytes = 0;
  KeySource source = KeySource::key_file;
  Argon2Cost cost;                      // all zero with a key file
  std::array<std::uint8_t, 32> salt{};  // version 1 has only the first 16 bytes
  std::array<std::uint8_t, 32> key_check{};
};

std::vector<std::uint8_t> encode_header(const Header &header);

// The input is then at its first chunk.
Header read_header(Input &input);

// What in the cost the format does not allow; empty if nothing.
std::string cost_problem(const Argon2Cost &cost);

// Why the cost needs the user's consent; empty if it does not. Headers come from strangers: without
// consent, this bounds the memory and time that one can ask for.
std::string costly_problem(const Argon2Cost &cost);

// `name` padded with zeros to 32 bytes.
std::array<std::uint8_t, 32> algorithm_field(const std::string &name);

// out = Ascon-CXOF128 with customization `purpose` of key || context.
void derive(Bytes out, std::string_view purpose, const Key &key, ConstBytes context);

std::array<std::uint8_t, 32> key_check(const Key &key, const Header &header);
FileSecret file_secret(const Key &key, const Header &header);

Key stretch(Passphrase &passphrase, const Header &header);

}  // namespace asconkit::cli
