// The file format after its page, over single calls of the library; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/format.h"

#include <algorithm>

#include "tests/fuzz/support/strings.h"

namespace asconkit_fuzz {
namespace {

constexpr size_t kChecksumBytes = 16, kCheckBytes = 32;
constexpr std::string_view kMagic = "ASCONKIT";

// Where the parts of a version's header are, and what else differs.
struct Version {
  uint32_t number;
  size_t salt_bytes, checked_from, mask_bytes;
  std::string_view check_purpose, secret_purpose;
  size_t at_check() const { return 64 + salt_bytes; }
  size_t at_checksum() const { return at_check() + kCheckBytes; }
  size_t bytes() const { return at_checksum() + kChecksumBytes; }
};
constexpr Version kVersions[] = {
    {1, 16, 64, 0, "asconkit file v1 key check", "asconkit file v1 file key"},
    {2, 32, 0, 16, "asconkit file v2 key check", "asconkit file v2 file secret"}};

const Version &VersionOf(uint32_t number) { return kVersions[number == 1 ? 0 : 1]; }

uint32_t Number(const Bytes &all, size_t at, size_t bytes) {
  uint32_t value = 0;
  for (size_t i = bytes; i-- > 0;) value = value << 8 | all[at + i];
  return value;
}

Bytes Hex(const Bytes &bytes) {
  Bytes text;
  for (uint8_t byte : bytes)
    for (int digit : {byte >> 4, byte & 15})
      text.push_back(static_cast<uint8_t>("0123456789abcdef"[digit]));
  return text;
}

const ascon_algorithm *AlgorithmOf(const FileHeader &header) {
  const auto end = std::find(header.algorithm.begin(), header.algorithm.end(), 0);
  if (std::any_of(end, header.algorithm.end(), [](uint8_t byte) { return byte != 0; }))
    return nullptr;
  const ascon_algorithm *found = ascon_any_find(std::string(header.algorithm.begin(), end).c_str());
  return found && found->kind == ASCON_KIND_AEAD ? found : nullptr;
}

bool AreFieldsAllowed(const FileHeader &h) {
  const bool has_cost = h.memory_kib || h.passes || h.lanes;
  FileHeader of_version = h;
  of_version.SetVersion(h.version);
  if (!AlgorithmOf(h) || h.chunk_bytes < 1 || h.chunk_bytes > 1048576) return false;
  if (h.tag_field != of_version.tag_field || h.size_field != of_version.size_field) return false;
  if (h.source == kPassphrase) return IsAllowedCost(h);
  return h.source == kKeyFile && !has_cost;
}

Bytes WithoutChecks(const FileHeader &h) {
  Bytes all = Text(kMagic);
  Append(&all, LittleEndian(h.version, 2));
  all.push_back(h.source);
  all.push_back(h.tag_field);
  Append(&all, LittleEndian(h.chunk_bytes, 4));
  Append(&all, h.algorithm);
  for (uint32_t value : {h.memory_kib, h.passes, h.lanes, h.size_field})
    Append(&all, LittleEndian(value, 4));
  Append(&all, Part(h.salt, 0, VersionOf(h.version).salt_bytes));
  return all;
}

}  // namespace

Bytes KeyLine(const Bytes &key) {
  Bytes line = Text("asconkit-key-v1-");
  Append(&line, Hex(key));
  const Bytes check = Hex(Part(Hash(line), 0, 4));
  line.push_back('-');
  Append(&line, check);
  line.push_back('\n');
  return line;
}

Bytes Derive(std::string_view purpose, const Bytes &key, const Bytes &context, size_t out_bytes) {
  return Cxof(Text(purpose), Joined(key, context), out_bytes);
}

// ---- Headers --------------------------------------------------------------------------------

void FileHeader::SetAlgorithm(std::string_view name) {
  std::fill(algorithm.begin(), algorithm.end(), uint8_t{0});
  std::copy(name.begin(), name.end(), algorithm.begin());
}

void FileHeader::SetVersion(uint32_t number) {
  version = number;
  tag_field = number == 1 ? 0 : 16;
  size_field = number == 1 ? 0 : 144;
}

Bytes Encode(const FileHeader &header, const Bytes &key) {
  const Version &version = VersionOf(header.version);
  Bytes all = WithoutChecks(header);
  const Bytes checked = Part(all, version.checked_from, all.size() - version.checked_from);
  Append(&all, Derive(version.check_purpose, key, checked, kCheckBytes));
  all.resize(version.bytes());
  Reseal(&all);
  return all;
}

void Reseal(Bytes *header) {
  if (header->size() < kChecksumBytes) return;
  const size_t at = header->size() - kChecksumBytes;
  const Bytes sum = Hash(Part(*header, 0, at));
  std::copy_n(sum.begin(), kChecksumBytes, header->begin() + static_cast<ptrdiff_t>(at));
}

Start Decode(const Bytes &file) {
  const size_t known = std::min(file.size(), kMagic.size());
  if (!std::equal(kMagic.begin(), kMagic.begin() + known, file.begin()))
    return {Exit::unsupported, {}, {}};
  if (file.size() < 10) return {Exit::corrupted, {}, {}};
  FileHeader h;
  h.version = Number(file, 8, 2);
  if (h.version < 1 || h.version > 2) return {Exit::unsupported, {}, {}};
  const Version &version = VersionOf(h.version);
  if (file.size() < version.bytes()) return {Exit::corrupted, {}, {}};
  const Bytes bytes = Part(file, 0, version.bytes());
  Bytes resealed = bytes;
  Reseal(&resealed);
  if (resealed != bytes) return {Exit::corrupted, {}, {}};
  h.source = bytes[10];
  h.tag_field = bytes[11];
  h.chunk_bytes = Number(bytes, 12, 4);
  h.algorithm = Part(bytes, 16, 32);
  h.memory_kib = Number(bytes, 48, 4), h.passes = Number(bytes, 52, 4),
  h.lanes = Number(bytes, 56, 4);
  h.size_field = Number(bytes, 60, 4);
  h.salt = Part(bytes, 64, version.salt_bytes);
  h.salt.resize(32);
  if (!AreFieldsAllowed(h)) return {Exit::unsupported, {}, {}};
  return {std::nullopt, h, bytes};
}

bool IsAllowedCost(const FileHeader &h) {
  const uint64_t memory = h.memory_kib, kib_in_gib = 1024 * 1024;
  return h.lanes >= 1 && h.lanes <= 64 && memory >= uint64_t{8} * h.lanes &&
         memory <= 2 * kib_in_gib && h.passes >= 1 && memory * h.passes <= 16 * kib_in_gib;
}

bool IsModestCost(const FileHeader &h) {
  const uint64_t memory = h.memory_kib, kib_in_gib = 1024 * 1024;
  return memory <= kib_in_gib && memory * h.passes <= 3 * kib_in_gib &&
         uint64_t{h.lanes} * h.passes <= 256;
}

bool HasKeyCheckOf(const Start &start, const Bytes &key) {
  return Encode(start.header, key) == start.bytes;
}

// ---- Chunks ---------------------------------------------------------------------------------

ChunkKeys KeysOf(const Start &start, const Bytes &key) {
  const Version &version = VersionOf(start.header.version);
  const ascon_algorithm *a = AlgorithmOf(start.header);
  return SplitSecret(
      a, Derive(version.secret_purpose, key, start.bytes, a->key_bytes + version.mask_bytes));
}

Decrypted Decrypt(const Bytes &file, const Bytes &key) {
  const Start start = Decode(file);
  if (start.problem) return {start.problem, {}};
  if (start.header.source != kKeyFile || !HasKeyCheckOf(start, key)) return {Exit::wrong_key, {}};
  const size_t at = start.bytes.size();
  const Released all =
      OpenAll(KeysOf(start, key), start.header.chunk_bytes, Part(file, at, file.size() - at), 0);
  if (!all.is_whole) return {Exit::corrupted, all.text};
  return {std::nullopt, all.text};
}

}  // namespace asconkit_fuzz
