// SPDX-License-Identifier: Apache-2.0 OR MIT
// The header of an encrypted file: writing and checking it, and deriving keys. The offsets and
// checks are those of docs/file-format.md, in that order.
#include "container.hpp"

#include <argon2.h>
#include <cstdint>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "errors.hpp"

namespace asconkit::cli {

namespace {

constexpr std::string_view magic = "ASCONKIT";
constexpr std::size_t checksum_bytes = 16;
constexpr std::size_t check_bytes = 32;

// Offsets in the header.
constexpr std::size_t at_version = 8;
constexpr std::size_t at_source = 10;
constexpr std::size_t at_tag = 11;
constexpr std::size_t at_chunk = 12;
constexpr std::size_t at_algorithm = 16;
constexpr std::size_t at_memory = 48;
constexpr std::size_t at_passes = 52;
constexpr std::size_t at_lanes = 56;
constexpr std::size_t at_size = 60;
constexpr std::size_t at_salt = 64;

}  // namespace

struct Layout {
  std::uint32_t version;
  std::uint8_t tag_field;    // bytes of a tag; not given in version 1
  std::uint32_t size_field;  // bytes of the header; not given in version 1
  std::size_t salt_bytes;
  std::size_t checked_from;  // the key check covers the header from here to itself
  std::size_t mask_bytes;
  std::string_view check_purpose;
  std::string_view secret_purpose;
  constexpr std::size_t at_check() const { return at_salt + salt_bytes; }
  constexpr std::size_t at_checksum() const { return at_check() + check_bytes; }
  constexpr std::size_t bytes() const { return at_checksum() + checksum_bytes; }
};

namespace {

constexpr std::array<Layout, 2> layouts = {
    {{1, 0, 0, 16, at_salt, 0, "asconkit file v1 key check", "asconkit file v1 file key"},
     {2, tag_bytes, 144, 32, 0, 16, "asconkit file v2 key check", "asconkit file v2 file secret"}}};
static_assert(layouts[0].bytes() == 128 && layouts[1].bytes() == 144);

constexpr std::size_t start_bytes = at_source;  // enough to know the version
constexpr std::size_t most_header_bytes = layouts.back().bytes();

void put(Bytes bytes, std::size_t at, std::size_t size, std::uint32_t value) {
  for (std::size_t i = 0; i < size; ++i) bytes[at + i] = (value >> (8 * i)) & 0xff;
}

std::uint32_t get(ConstBytes bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | bytes[at + i];
  return value;
}

std::array<std::uint8_t, 32> checksum(ConstBytes bytes) {
  std::array<std::uint8_t, 32> digest{};
  ascon_hash(ascon_algorithm_find("ascon-hash256"), digest.data(), bytes.data(), bytes.size());
  return digest;
}

[[noreturn]] void fail_in_header(std::size_t size, const Layout &layout, const std::string &name) {
  fail(Exit::corrupted, name,
       "ends inside the header: " + std::to_string(size) + " bytes, expected at least " +
           std::to_string(layout.bytes() + tag_bytes));
}

const Layout &layout_of(ConstBytes start, const std::string &name) {
  std::size_t known = std::min(start.size(), magic.size());
  if (std::memcmp(start.data(), magic.data(), known) != 0)
    fail(Exit::unsupported, name, "is not a file encrypted by asconkit");
  if (start.size() < start_bytes) fail_in_header(start.size(), layouts.front(), name);
  std::uint32_t version = get(start, at_version, 2);
  for (const Layout &layout : layouts)
    if (layout.version == version) return layout;
  fail(Exit::unsupported, name,
       "has format version " + std::to_string(version) + ", this program knows versions 1 to " +
           std::to_string(newest_layout().version));
}

const ascon_algorithm *get_algorithm(ConstBytes bytes, const std::string &name) {
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

std::string field_problem(ConstBytes bytes, const Header &header) {
  if (header.chunk_bytes < 1 || header.chunk_bytes > max_chunk_bytes) return "a bad chunk size";
  const Layout &layout = *header.layout;
  bool known = bytes[at_tag] == layout.tag_field && get(bytes, at_size, 4) == layout.size_field;
  if (!known) return "unknown header fields";
  if (header.source == KeySource::passphrase) return cost_problem(header.cost);
  if (header.source != KeySource::key_file) return "an unknown kind of key";
  return all_zero(header.cost) ? "" : "Argon2 parameters without a passphrase";
}

// Checks what docs/file-format.md says, in its order. `bytes` is the whole header.
Header decode_header(ConstBytes bytes, const Layout &layout, const std::string &name) {
  if (std::memcmp(&bytes[layout.at_checksum()], checksum(bytes.first(layout.at_checksum())).data(),
                  checksum_bytes) != 0)
    fail(Exit::corrupted, name, "has a corrupted header");
  Header header;
  header.layout = &layout;
  header.algorithm = get_algorithm(bytes, name);
  header.chunk_bytes = get(bytes, at_chunk, 4);
  header.source = static_cast<KeySource>(bytes[at_source]);
  header.cost = {get(bytes, at_memory, 4), get(bytes, at_passes, 4), get(bytes, at_lanes, 4)};
  std::copy_n(&bytes[at_salt], layout.salt_bytes, header.salt.begin());
  std::copy_n(&bytes[layout.at_check()], check_bytes, header.key_check.begin());
  std::string problem = field_problem(bytes, header);
  if (!problem.empty()) fail(Exit::unsupported, name, "is not accepted: it has " + problem);
  return header;
}

}  // namespace

const Layout &newest_layout() { return layouts.back(); }

std::vector<std::uint8_t> encode_header(const Header &header) {
  const Layout &layout = *header.layout;
  std::array<std::uint8_t, most_header_bytes> bytes{};
  std::memcpy(bytes.data(), magic.data(), magic.size());
  put(bytes, at_version, 2, layout.version);
  bytes[at_source] = static_cast<std::uint8_t>(header.source);
  bytes[at_tag] = layout.tag_field;
  put(bytes, at_chunk, 4, header.chunk_bytes);
  std::ranges::copy(algorithm_field(header.algorithm->name), &bytes[at_algorithm]);
  put(bytes, at_memory, 4, header.cost.memory_kib);
  put(bytes, at_passes, 4, header.cost.passes);
  put(bytes, at_lanes, 4, header.cost.lanes);
  put(bytes, at_size, 4, layout.size_field);
  std::copy_n(header.salt.begin(), layout.salt_bytes, &bytes[at_salt]);
  std::ranges::copy(header.key_check, &bytes[layout.at_check()]);
  auto sum = checksum(ConstBytes(bytes).first(layout.at_checksum()));
  std::copy_n(sum.begin(), checksum_bytes, &bytes[layout.at_checksum()]);
  return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(layout.bytes())};
}

Header read_header(Input &input) {
  std::array<std::uint8_t, most_header_bytes> buffer{};
  Bytes bytes(buffer);
  std::size_t size = input.read(bytes.first(start_bytes));
  const Layout &layout = layout_of(bytes.first(size), input.name());
  size += input.read(bytes.first(layout.bytes()).subspan(start_bytes));
  if (size < layout.bytes()) fail_in_header(size, layout, input.name());
  return decode_header(bytes.first(size), layout, input.name());
}

// The bounds of the format: 2 GiB of memory, and memory times passes of 16 GiB.
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

// The threads are bounded too: Argon2 starts `lanes` of them four times in each pass.
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
  const Layout &layout = *header.layout;
  std::vector<std::uint8_t> bytes = encode_header(header);
  ConstBytes checked = ConstBytes(bytes).first(layout.at_check()).subspan(layout.checked_from);
  std::array<std::uint8_t, 32> check{};
  derive(check, layout.check_purpose, key, checked);
  return check;
}

FileSecret file_secret(const Key &key, const Header &header) {
  FileSecret result;
  SecretArray<sizeof result.key + sizeof result.mask> both;
  std::size_t key_bytes = header.algorithm->key_bytes;
  std::size_t mask_bytes = header.layout->mask_bytes;
  derive(Bytes(both).first(key_bytes + mask_bytes), header.layout->secret_purpose, key,
         encode_header(header));
  std::copy_n(both.begin(), key_bytes, result.key.begin());
  std::copy_n(both.begin() + key_bytes, mask_bytes, result.mask.begin());
  return result;
}

Key stretch(Passphrase &passphrase, const Header &header) {
  Key key;
  const Argon2Cost &cost = header.cost;
  int result = argon2id_hash_raw(
      cost.passes, cost.memory_kib, cost.lanes, passphrase.buffer.all().data(), passphrase.bytes,
      header.salt.data(), header.layout->salt_bytes, key.data(), key.size());
  if (result != ARGON2_OK)
    throw Failure(Exit::io, std::string("Argon2: ") + argon2_error_message(result));
  return key;
}

}  // namespace asconkit::cli
