// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "container.hpp"

#include <argon2.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "errors.hpp"

namespace asconkit::cli {

namespace {

constexpr std::string_view magic = "ASCONKIT";
constexpr std::uint32_t version = 1;

// Offsets in the header.
constexpr std::size_t at_version = 8;
constexpr std::size_t at_source = 10;
constexpr std::size_t at_zero1 = 11;
constexpr std::size_t at_chunk = 12;
constexpr std::size_t at_algorithm = 16;
constexpr std::size_t at_memory = 48;
constexpr std::size_t at_passes = 52;
constexpr std::size_t at_lanes = 56;
constexpr std::size_t at_zero2 = 60;
constexpr std::size_t at_salt = 64;
constexpr std::size_t at_check = 80;
constexpr std::size_t at_checksum = 112;
constexpr std::size_t checksum_bytes = 16;

void put(HeaderBytes &bytes, std::size_t at, std::size_t size, std::uint32_t value) {
  for (std::size_t i = 0; i < size; ++i) bytes[at + i] = (value >> (8 * i)) & 0xff;
}

std::uint32_t get(const HeaderBytes &bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | bytes[at + i];
  return value;
}

std::array<std::uint8_t, 32> checksum(const HeaderBytes &bytes) {
  std::array<std::uint8_t, 32> digest{};
  ascon_hash(ascon_algorithm_find("ascon-hash256"), digest.data(), bytes.data(), at_checksum);
  return digest;
}

void check_start(const HeaderBytes &bytes, std::size_t read, const std::string &name) {
  std::size_t known = std::min(read, magic.size());
  if (std::memcmp(bytes.data(), magic.data(), known) != 0)
    fail(Exit::unsupported, name, "is no file encrypted by asconkit");
  if (read >= at_source && get(bytes, at_version, 2) != version)
    fail(Exit::unsupported, name,
         "has format version " + std::to_string(get(bytes, at_version, 2)) +
             ", this program knows version " + std::to_string(version));
  if (read < header_bytes)
    fail(Exit::corrupted, name,
         "ends inside the header: " + std::to_string(read) + " bytes, expected at least " +
             std::to_string(header_bytes + 16));
  if (std::memcmp(&bytes[at_checksum], checksum(bytes).data(), checksum_bytes) != 0)
    fail(Exit::corrupted, name, "has a corrupted header");
}

const ascon_algorithm *get_algorithm(const HeaderBytes &bytes, const std::string &name) {
  std::string text(reinterpret_cast<const char *>(&bytes[at_algorithm]), at_memory - at_algorithm);
  std::string stem = text.substr(0, text.find('\0'));
  const ascon_algorithm *found = ascon_algorithm_find(stem.c_str());
  bool padded = text.find_first_not_of('\0', stem.size()) == std::string::npos;
  if (found == nullptr || found->kind != ASCON_KIND_AEAD || !padded)
    fail(Exit::unsupported, name, "uses an algorithm that this program does not know");
  return found;
}

bool all_zero(const Argon2Cost &cost) {
  return cost.memory_kib == 0 && cost.passes == 0 && cost.lanes == 0;
}

std::string field_problem(const HeaderBytes &bytes, const Header &header) {
  if (header.chunk_bytes < 1 || header.chunk_bytes > max_chunk_bytes) return "a bad chunk size";
  if (bytes[at_zero1] != 0 || get(bytes, at_zero2, 4) != 0) return "unknown header fields";
  if (header.source == KeySource::passphrase) return cost_problem(header.cost);
  if (header.source != KeySource::key_file) return "an unknown kind of key";
  return all_zero(header.cost) ? "" : "Argon2 parameters without a passphrase";
}

}  // namespace

HeaderBytes encode_header(const Header &header) {
  HeaderBytes bytes{};
  std::memcpy(bytes.data(), magic.data(), magic.size());
  put(bytes, at_version, 2, version);
  bytes[at_source] = static_cast<std::uint8_t>(header.source);
  put(bytes, at_chunk, 4, header.chunk_bytes);
  std::ranges::copy(algorithm_field(header.algorithm->name), &bytes[at_algorithm]);
  put(bytes, at_memory, 4, header.cost.memory_kib);
  put(bytes, at_passes, 4, header.cost.passes);
  put(bytes, at_lanes, 4, header.cost.lanes);
  std::ranges::copy(header.salt, &bytes[at_salt]);
  std::ranges::copy(header.key_check, &bytes[at_check]);
  std::memcpy(&bytes[at_checksum], checksum(bytes).data(), checksum_bytes);
  return bytes;
}

Header decode_header(const HeaderBytes &bytes, std::size_t read, const std::string &name) {
  check_start(bytes, read, name);
  Header header;
  header.algorithm = get_algorithm(bytes, name);
  header.chunk_bytes = get(bytes, at_chunk, 4);
  header.source = static_cast<KeySource>(bytes[at_source]);
  header.cost = {get(bytes, at_memory, 4), get(bytes, at_passes, 4), get(bytes, at_lanes, 4)};
  std::copy_n(&bytes[at_salt], header.salt.size(), header.salt.begin());
  std::copy_n(&bytes[at_check], header.key_check.size(), header.key_check.begin());
  std::string problem = field_problem(bytes, header);
  if (!problem.empty()) fail(Exit::unsupported, name, "is not accepted: it has " + problem);
  return header;
}

std::string cost_problem(const Argon2Cost &cost) {
  constexpr std::uint32_t max_memory = 2 * 1024 * 1024;
  constexpr std::uint64_t max_work = 16ULL * 1024 * 1024;
  auto range = [](const char *what, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
    return std::string(what) + " " + std::to_string(value) + ", expected " + std::to_string(low) +
           " to " + std::to_string(high);
  };
  if (cost.lanes < 1 || cost.lanes > 64) return range("Argon2 lanes", cost.lanes, 1, 64);
  if (cost.memory_kib < 8 * cost.lanes || cost.memory_kib > max_memory)
    return range("Argon2 memory in KiB", cost.memory_kib, 8 * cost.lanes, max_memory);
  if (cost.passes < 1 || cost.passes > max_work / cost.memory_kib)
    return range("Argon2 passes", cost.passes, 1, max_work / cost.memory_kib);
  return "";
}

// Argon2 starts `lanes` threads four times in each pass, so that these count besides the memory.
std::string costly_problem(const Argon2Cost &cost) {
  constexpr std::uint64_t max_memory = 1024ULL * 1024;
  constexpr std::uint64_t max_work = 3ULL * 1024 * 1024;
  constexpr std::uint64_t max_threads = 256;
  const std::uint64_t memory = cost.memory_kib;
  const std::uint64_t passes = cost.passes;
  // Products of 32-bit numbers fit into 64 bits.
  bool modest =
      memory <= max_memory && memory * passes <= max_work && cost.lanes * passes <= max_threads;
  if (modest) return "";
  auto text = [](std::uint64_t value) { return std::to_string(value); };
  return "Argon2 memory in KiB " + text(memory) + ", passes " + text(passes) + ", lanes " +
         text(cost.lanes) + "; expected memory of at most " + text(max_memory) +
         ", memory x passes of at most " + text(max_work) + ", lanes x passes of at most " +
         text(max_threads) + ", or --allow-costly-passphrase";
}

std::array<std::uint8_t, 32> algorithm_field(const std::string &name) {
  std::array<std::uint8_t, 32> field{};
  std::copy_n(name.begin(), std::min(name.size(), field.size()), field.begin());
  return field;
}

void derive(Bytes out, std::string_view purpose, const Key &key, ConstBytes context) {
  ascon_sponge_ctx ctx;
  ascon_cxof_init(&ctx, ascon_algorithm_find("ascon-cxof128"),
                  reinterpret_cast<const std::uint8_t *>(purpose.data()), purpose.size());
  ascon_xof_update(&ctx, key.data(), key.size());
  ascon_xof_update(&ctx, context.data(), context.size());
  ascon_xof_squeeze(&ctx, out.data(), out.size());
  ascon_wipe(&ctx, sizeof ctx);
}

std::array<std::uint8_t, 32> key_check(const Key &key, const Header &header) {
  std::array<std::uint8_t, 32> check{};
  derive(check, "asconkit file v1 key check", key, header.salt);
  return check;
}

SecretArray<32> file_key(const Key &key, const Header &header) {
  SecretArray<32> result;
  Bytes used = Bytes(result).first(header.algorithm->key_bytes);
  derive(used, "asconkit file v1 file key", key, encode_header(header));
  return result;
}

Key stretch(Passphrase &passphrase, const Header &header) {
  Key key;
  const Argon2Cost &cost = header.cost;
  int result = argon2id_hash_raw(cost.passes, cost.memory_kib, cost.lanes,
                                 passphrase.buffer.all().data(), passphrase.bytes,
                                 header.salt.data(), header.salt.size(), key.data(), key.size());
  if (result != ARGON2_OK)
    throw Failure(Exit::io, std::string("Argon2: ") + argon2_error_message(result));
  return key;
}

}  // namespace asconkit::cli
