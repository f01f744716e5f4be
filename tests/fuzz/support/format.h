// Encrypted files and key files once more, as docs/file-format.md describes them: what the
// command's code is compared
// with. For the targets of the command. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <string_view>

#include "cli/errors.hpp"
#include "tests/fuzz/support/chunks.h"

namespace asconkit_fuzz {

using asconkit::cli::Exit;

inline constexpr size_t kKeyBytes = 32;
enum Source : uint8_t { kKeyFile = 1, kPassphrase = 2 };

// The line of a key file for this key, with its line feed.
Bytes KeyLine(const Bytes &key);

// out_bytes bytes of CXOF(purpose, key || context).
Bytes Derive(std::string_view purpose, const Bytes &key, const Bytes &context, size_t out_bytes);

// ---- Headers --------------------------------------------------------------------------------

// What is in a header, in the order of the page. No value is checked.
struct FileHeader {
  uint32_t version = 2;
  uint8_t source = kKeyFile;
  uint8_t tag_field = 16;  // 0 in version 1
  uint32_t chunk_bytes = 65536;
  Bytes algorithm = Bytes(32);
  uint32_t memory_kib = 0, passes = 0, lanes = 0;
  uint32_t size_field = 144;  // 0 in version 1
  Bytes salt = Bytes(32);     // version 1 has 16 bytes

  void SetAlgorithm(std::string_view name);
  void SetVersion(uint32_t number);  // with the fields that tell the versions apart
  size_t bytes() const { return version == 1 ? 128 : 144; }
};

// The bytes of a header, its key check and its checksum: of version 2 for all versions but 1.
Bytes Encode(const FileHeader &header, const Bytes &key);
// Puts a right checksum at the end of a header.
void Reseal(Bytes *header);

// What of the start of a file decides how it is read; `problem`: why it is refused.
struct Start {
  std::optional<Exit> problem;
  FileHeader header;
  Bytes bytes;  // of the whole header
};
Start Decode(const Bytes &file);

// The bounds of the format, and those beyond which a user has to consent.
bool IsAllowedCost(const FileHeader &header);
bool IsModestCost(const FileHeader &header);

bool HasKeyCheckOf(const Start &start, const Bytes &key);

// ---- Chunks ---------------------------------------------------------------------------------

ChunkKeys KeysOf(const Start &start, const Bytes &key);

// A file, decrypted with this key of a key file: all text before the first bad chunk, and why that
// is bad.
struct Decrypted {
  std::optional<Exit> problem;
  Bytes text;
};
Decrypted Decrypt(const Bytes &file, const Bytes &key);

}  // namespace asconkit_fuzz
