// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reading headers, the bounds of Argon2's parameters, and Argon2; see the header.
#include "container.hpp"

#include <argon2.h>
#include <cstdint>

#include "chunks.hpp"
#include "errors.hpp"

namespace asconkit::cli {

namespace {

// `size` bytes are there.
[[noreturn]] void fail_in_header(const ascon_stream_header &header, std::size_t size,
                                 const std::string &name) {
  const bool knows_version = header.header_bytes > ASCON_STREAM_HEADER_START_BYTES;
  const std::size_t least =
      knows_version ? header.header_bytes + tag_bytes : ASCON_STREAM_HEADER_BYTES;
  fail(Exit::corrupted, name,
       "ends inside the header: " + std::to_string(size) + " bytes, expected at least " +
           std::to_string(least));
}

[[noreturn]] void refuse(const ascon_stream_header &header, std::size_t size,
                         const std::string &name) {
  switch (header.fault) {
    case ASCON_STREAM_FAULT_MAGIC:
      fail(Exit::unsupported, name, "is not a file encrypted by asconkit");
    case ASCON_STREAM_FAULT_VERSION:
      fail(Exit::unsupported, name,
           "has format version " + std::to_string(header.version) +
               ", this program knows versions 1 to " + std::to_string(ASCON_STREAM_HEADER_VERSION));
    case ASCON_STREAM_FAULT_LENGTH: fail_in_header(header, size, name);
    case ASCON_STREAM_FAULT_CHECKSUM: fail(Exit::corrupted, name, "has a corrupted header");
    case ASCON_STREAM_FAULT_ALGORITHM:
      fail(Exit::unsupported, name, "uses an algorithm that this program does not know");
    default: break;
  }
  std::string problem = ascon_stream_fault_text(header.fault);
  if (header.fault >= ASCON_STREAM_FAULT_LANES) problem = cost_problem(header.cost);
  else if (header.fault == ASCON_STREAM_FAULT_CHUNK_SIZE)
    problem += ": " + std::to_string(header.chunk_bytes);
  fail(Exit::unsupported, name, "is not accepted: it has " + problem);
}

// Adds bytes of the input until there are `size` or it ends.
void read_up_to(Input &input, std::vector<std::uint8_t> &bytes, std::size_t size) {
  const std::size_t before = bytes.size();
  bytes.resize(size);
  bytes.resize(before + input.read(Bytes(bytes).subspan(before)));
}

}  // namespace

// The start says how long it is. No byte after it is read.
Header read_header(Input &input) {
  Header header;
  std::size_t wanted = ASCON_STREAM_HEADER_START_BYTES;
  for (;;) {
    read_up_to(input, header.bytes, wanted);
    const std::size_t size = header.bytes.size();
    if (ascon_stream_header_decode(&header.fields, header.bytes.data(), size) == ASCON_OK)
      return header;
    if (header.fields.fault != ASCON_STREAM_FAULT_LENGTH || size < wanted)
      refuse(header.fields, size, input.name());
    wanted = header.fields.header_bytes;
  }
}

std::string cost_problem(const Argon2Cost &cost) {
  auto range = [](const char *what, std::uint32_t value, std::uint32_t low, std::uint32_t high) {
    return std::string(what) + " " + std::to_string(value) + ", expected " + std::to_string(low) +
           " to " + std::to_string(high);
  };
  switch (ascon_stream_cost_fault(&cost)) {
    case ASCON_STREAM_FAULT_LANES:
      return range("Argon2 lanes", cost.lanes, 1, ASCON_STREAM_MAX_LANES);
    case ASCON_STREAM_FAULT_MEMORY:
      return range("Argon2 memory in KiB", cost.memory_kib,
                   ASCON_STREAM_MIN_MEMORY_KIB_PER_LANE * cost.lanes, ASCON_STREAM_MAX_MEMORY_KIB);
    case ASCON_STREAM_FAULT_PASSES:
      return range("Argon2 passes", cost.passes, 1,
                   ASCON_STREAM_MAX_PASSES_MEMORY_KIB / cost.memory_kib);
    default: return "";
  }
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

Key stretch(Passphrase &passphrase, const ascon_stream_header &header) {
  Key key;
  const Argon2Cost &cost = header.cost;
  int result =
      argon2id_hash_raw(cost.passes, cost.memory_kib, cost.lanes, passphrase.buffer.all().data(),
                        passphrase.bytes, header.salt, header.salt_bytes, key.data(), key.size());
  if (result != ARGON2_OK)
    throw Failure(Exit::io, std::string("Argon2: ") + argon2_error_message(result));
  return key;
}

}  // namespace asconkit::cli
