// Encrypted files: a well-formed one is made, then some parts of it are broken on purpose, after
// right checksums, key checks and tags. The command decrypts as much of it, and refuses the rest
// for the same reason, as a second implementation of the page says; so does the library, in pieces.
// What the command encrypts itself has the same bytes.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "cli/chunkstream.hpp"
#include "cli/filekey.hpp"
#include "tests/fuzz/support/files.h"
#include "tests/fuzz/support/format.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

// ---- Files ----------------------------------------------------------------------------------

FileHeader SomeHeader(Input &input) {
  FileHeader header;
  if (input.OneIn(4)) header.SetVersion(1);
  header.SetAlgorithm(input.OneOf(asconkit_test::AlgorithmsOf(ASCON_KIND_AEAD))->name);
  const size_t sizes[] = {20, 1, 2, 16, 64, 1000, 4096, 65536};
  header.chunk_bytes = static_cast<uint32_t>(sizes[input.UpTo(7)]);
  header.salt = input.Some(32);
  return header;
}

// Up to some hundred chunks of little text, more than a batch has lanes.
Bytes SomeText(Input &input, size_t chunk_bytes) {
  const size_t chunks = input.OneIn(16) ? input.UpTo(600) : input.UpTo(20);
  const size_t most = std::min<size_t>(chunks * chunk_bytes, 6000);
  return input.Some(input.Flag() ? most : input.UpTo(most));
}

// ---- Damage ---------------------------------------------------------------------------------

// Before anything is sealed: all that follows fits a header that says something else.
void BreakHeader(Input &input, FileHeader *h) {
  const uint32_t value = static_cast<uint32_t>(input.UpTo(UINT32_MAX));
  switch (input.UpTo(6)) {
    case 0: h->source = static_cast<uint8_t>(value % 4); break;
    case 1: h->tag_field = static_cast<uint8_t>(value); break;
    case 2: h->chunk_bytes = input.Flag() ? 1048577 : 0; break;
    case 3: input.FlipBit(&h->algorithm); break;
    case 4: (input.Flag() ? h->memory_kib : input.Flag() ? h->passes : h->lanes) = value; break;
    case 5: h->size_field = value; break;
    default: h->version = value % 4; break;
  }
}

// Pieces that are sealed as they should not be: their tags are right.
void BreakPieces(Input &input, std::vector<Piece> *pieces) {
  const size_t at = input.UpTo(pieces->size() - 1);
  Piece &piece = (*pieces)[at];
  switch (input.UpTo(6)) {
    case 0: piece.last = !piece.last; break;
    case 1: piece.index ^= uint64_t{1} << input.UpTo(63); break;
    case 2: piece.text.clear(); break;
    case 3: piece.text.resize(input.UpTo(2 * piece.text.size())); break;
    case 4: std::swap(piece, pieces->back()); break;
    case 5: pieces->erase(pieces->begin() + static_cast<ptrdiff_t>(at)); break;
    default:  // one more, empty and sealed as the last
      piece.last = false;
      pieces->push_back({pieces->size(), true, {}});
  }
}

void BreakFile(Input &input, Bytes *file) {
  switch (input.UpTo(3)) {
    case 0: input.FlipBit(file); break;
    case 1: file->resize(file->size() - std::min(file->size(), input.UpTo(200))); break;
    case 2: Append(file, input.Some(input.UpTo(100))); break;
    default: {
      const size_t from = input.UpTo(file->size()),
                   n = std::min(input.UpTo(200), file->size() - from);
      const auto begin = file->begin() + static_cast<ptrdiff_t>(from);
      file->erase(begin, begin + static_cast<ptrdiff_t>(n));
    }
  }
}

// A file for this key, or one that nearly is.
Bytes SomeFile(Input &input, const Bytes &key, bool *is_whole) {
  FileHeader header = SomeHeader(input);
  std::vector<Piece> pieces = PiecesOf(SomeText(input, header.chunk_bytes), header.chunk_bytes);
  const size_t damage = input.UpTo(4);
  *is_whole = damage == 0;
  if (damage == 1) BreakHeader(input, &header);
  if (damage == 2) BreakPieces(input, &pieces);
  Bytes file = Encode(header, key);
  const Start start = Decode(file);
  if (start.problem) return file;
  const ChunkKeys keys = KeysOf(start, key);
  for (const Piece &piece : pieces) Append(&file, SealChunk(keys, piece));
  if (damage >= 3) BreakFile(input, &file);
  return file;
}

// ---- The command ----------------------------------------------------------------------------

unsigned SomeThreads(Input &input) { return input.OneIn(16) ? 3 : 1; }

Decrypted ByCommand(Input &input, const Bytes &file, const Bytes &key) {
  const MemoryFile key_file(KeyLine(key)), sealed(file);
  cli::KeyOptions options;
  options.key_file = key_file.name();
  cli::Input in(sealed.name());
  MemoryOutput out;
  try {
    const cli::Header header = cli::read_header(in);
    cli::UserKey user(options, 1);
    const cli::FileStream stream = cli::stream_to_open(user, header, in.name());
    cli::open_stream(in, out, stream, SomeThreads(input));
  } catch (const cli::Failure &failure) {
    return {failure.code(), out.content()};
  }
  return {std::nullopt, out.content()};
}

// ---- The library ----------------------------------------------------------------------------

// By the calls of ascon_stream.h, in pieces of any length. The library does not say which of two
// things is wrong where the command does.
Decrypted ByLibrary(Input &input, const Bytes &file, const Bytes &key) {
  const Heap memory(file);
  ascon_stream_header header;
  if (ascon_stream_header_decode(&header, memory.nullable(), file.size()) != ASCON_OK)
    return {Exit::corrupted, {}};
  ascon_stream stream;
  if (ascon_stream_header_open(&stream, memory.data(), file.size(), key.data()) != ASCON_OK)
    return {Exit::wrong_key, {}};
  const size_t at = header.header_bytes;
  const Released all = OpenInPieces(input, stream, Part(file, at, file.size() - at), 0);
  if (!all.is_whole) return {Exit::corrupted, all.text};
  return {std::nullopt, all.text};
}

// The same file, encrypted by the command.
void ExpectTheSameFile(Input &input, const Bytes &file, const Bytes &text, const Bytes &key) {
  const Start start = Decode(file);
  if (start.header.version != 2) return;  // which is only read
  const MemoryFile key_file(KeyLine(key)), plain(text);
  cli::KeyOptions options;
  options.key_file = key_file.name();
  cli::Input header_in(MemoryFile(file).name());
  cli::Header header = cli::read_header(header_in);
  header.bytes.clear();
  cli::UserKey user(options, 1);
  const cli::FileStream stream = cli::stream_to_seal(user, header);
  cli::Input in(plain.name());
  MemoryOutput out;
  out.write(header.bytes);
  cli::seal_stream(in, out, stream, SomeThreads(input));
  EXPECT_EQ(out.content(), file);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const Bytes key = input.Some(kKeyBytes);
  bool is_whole = false;
  const Bytes file = SomeFile(input, key, &is_whole);
  const Decrypted expected = Decrypt(file, key), found = ByCommand(input, file, key);
  EXPECT_EQ(found.problem, expected.problem);
  EXPECT_EQ(found.text, expected.text);
  const Decrypted by_library = ByLibrary(input, file, key);
  EXPECT_EQ(by_library.problem.has_value(), expected.problem.has_value());
  EXPECT_EQ(by_library.text, expected.text);
  if (!is_whole) return;
  EXPECT_EQ(expected.problem, std::nullopt);
  ExpectTheSameFile(input, file, expected.text, key);
}
