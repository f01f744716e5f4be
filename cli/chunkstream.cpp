// SPDX-License-Identifier: Apache-2.0 OR MIT
// Encryption and decryption of all chunks of a file; see the header.
#include "chunkstream.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "groups.hpp"
#include "progress.hpp"

namespace asconkit::cli {

namespace {

std::size_t whole_chunk(const FileStream &stream) { return stream.chunk_bytes + tag_bytes; }

// All results of a group of texts: they take the place of the texts. Only the last one may be
// short.
std::size_t sealed_bytes(const Group &group) { return group.bytes() + group.count() * tag_bytes; }

// The chunks that could be sealed.
Bytes good_chunks(Group &group, const FileStream &stream) {
  const bool all = group.good == group.count();
  return group.results(all ? sealed_bytes(group) : group.good * whole_chunk(stream));
}

// The texts of the good chunks, which stand in a row.
Bytes good_texts(Group &group, const FileStream &stream) {
  const bool all = group.good == group.count();
  const std::size_t tags = group.count() * tag_bytes;
  return group.results(all ? group.bytes() - tags : group.good * stream.chunk_bytes);
}

void check_chunk_size(std::uint64_t index, std::size_t size, const std::string &name) {
  if (size < tag_bytes)
    fail(Exit::corrupted, name, "is truncated in chunk " + std::to_string(index));
  if (size == tag_bytes && index > 0)
    fail(Exit::corrupted, name, "chunk " + std::to_string(index) + " is empty");
}

// Whether it would be good with this flag. Its text is not for use.
bool opens(const FileStream &stream, ConstBytes chunk, std::uint64_t index, bool last) {
  SecretBuffer text(chunk.size());
  return ascon_stream_open_chunk(&stream, text.all().data(), chunk.data(), chunk.size(), index,
                                 last ? 1 : 0) == ASCON_OK;
}

// Fails for chunk i of the group, the first one that is not good, and says what is wrong with it.
// A second try with the other flag tells a truncated or extended file from a corrupted one. An
// attacker learns nothing from it: both flags of an index can be tried anyway.
[[noreturn]] void fail_chunk(const FileStream &stream, Group &group, std::size_t i,
                             const std::string &name) {
  const ConstBytes chunk = group.piece(i);
  const std::uint64_t index = group.first() + i;
  check_chunk_size(index, chunk.size(), name);
  const std::string number = std::to_string(index);
  const bool last = group.ends() && i + 1 == group.count();
  if (opens(stream, chunk, index, !last))
    fail(Exit::corrupted, name,
         last ? "is truncated: no chunk follows chunk " + number
              : "has data after its last chunk, chunk " + number);
  const bool is_part = chunk.size() < whole_chunk(stream);
  fail(Exit::corrupted, name,
       "chunk " + number + (is_part ? " is corrupted, truncated or extended" : " is corrupted"));
}

}  // namespace

void seal_stream(Input &input, Output &output, const FileStream &stream, unsigned threads) {
  GroupShape shape = group_shape(stream.chunk_bytes, whole_chunk(stream), false);
  const std::optional<std::uint64_t> expected = input.size();
  std::uint64_t done = 0;
  Progress progress(input.name(), expected);
  auto seal = [&](Group &group) {
    group.good = seal_chunks(stream, group.results(sealed_bytes(group)).data(), group.bytes(),
                             group.first(), group.ends());
  };
  auto finish = [&](Group &group) {
    output.write(good_chunks(group, stream));
    if (group.good < group.count())
      fail(Exit::usage, input.name(), "needs more than 2^32 chunks; use a larger --chunk-size");
    progress.add(group.bytes());
    done += group.bytes();
  };
  for_each_group(input, shape, threads, seal, finish);
  // Files of /proc and /sys have sizes that say nothing, and keep them.
  if (expected && done < *expected) input.refuse_new_size(done);
}

void open_stream(Input &input, Output &output, const FileStream &stream, unsigned threads) {
  GroupShape shape = group_shape(whole_chunk(stream), whole_chunk(stream), true);
  Progress progress(input.name(), input.size());
  auto open = [&](Group &group) {
    Bytes texts = group.results(std::min(group.bytes(), group.count() * stream.chunk_bytes));
    group.good = open_chunks(stream, texts.data(), group.pieces(), group.first(), group.ends());
  };
  auto finish = [&](Group &group) {
    output.write(good_texts(group, stream));
    if (group.good < group.count()) fail_chunk(stream, group, group.good, input.name());
    progress.add(group.bytes());
  };
  for_each_group(input, shape, threads, open, finish);
}

}  // namespace asconkit::cli
