// Streams in C++: the same bytes as in C, lengths that do not fit, and what is left in memory.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <vector>

#include "asconkit/cpp/ascon.hpp"
#include "asconkit/stream/ascon_stream.hpp"
#include "../support/support.h"
#include "every.h"

namespace asconkit_test {
namespace {

using namespace std::string_view_literals;
using asconkit::error, asconkit::stream;

// ---- What does not compile ----------------------------------------------------------------------

static_assert(!std::is_default_constructible_v<stream>);
static_assert(!std::is_constructible_v<stream::key, stream::salt>);
static_assert(!std::is_constructible_v<stream::salt, asconkit::aead128::nonce>);
static_assert(!std::is_copy_constructible_v<stream::writer>);
static_assert(std::is_nothrow_move_constructible_v<stream::writer>);
static_assert(std::is_nothrow_move_constructible_v<stream::reader>);
static_assert(noexcept(std::declval<const stream &>().seal_chunk(std::span<std::uint8_t>(), {}, 0,
                                                                 false)));

// ---- Streams ------------------------------------------------------------------------------------

class CppStream : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kChunk = 10;
  const Bytes key_bytes_ = Pattern(Field::kKey, 32), salt_bytes_ = Pattern(Field::kNonce, 32);
  const stream::key key_ = *stream::key::from(key_bytes_);
  const stream::salt salt_ = *stream::salt::from(salt_bytes_);
  const stream stream_ = *stream::derive(key_, salt_, "context"sv, kChunk);
  const Bytes text_ = Pattern(Field::kText, 47);

  // By the C calls, chunk by chunk.
  Bytes Expected() const {
    ascon_stream c;
    EXPECT_EQ(ascon_stream_derive(&c, ASCON_AEAD128, kChunk, salt_bytes_.data(),
                                  reinterpret_cast<const std::uint8_t *>("context"), 7,
                                  key_bytes_.data()),
              ASCON_OK);
    Bytes all;
    for (size_t i = 0; i < 5; i++) {
      const size_t n = i < 4 ? 10 : 7;
      Bytes sealed(n + 16);
      EXPECT_EQ(ascon_stream_seal_chunk(&c, sealed.data(), &text_[10 * i], n, i, i == 4), ASCON_OK);
      all.insert(all.end(), sealed.begin(), sealed.end());
    }
    return all;
  }
};

TEST_F(CppStream, MakesTheSameBytesAsC) {
  const Bytes expected = Expected();
  ASSERT_EQ(stream_.sealed_bytes(text_.size()), expected.size());
  Bytes sealed(expected.size()), opened(text_.size());
  ASSERT_TRUE(stream_.seal_chunks(sealed, text_, 0, true));
  EXPECT_EQ(sealed, expected);
  size_t n = 0;
  ASSERT_TRUE(stream_.open_chunks(opened, n, sealed, 0, true));
  EXPECT_EQ(n, text_.size());
  EXPECT_EQ(opened, text_);
  std::array<std::byte, 10> third{};
  ASSERT_TRUE(stream_.open_chunk(third, std::span(sealed).subspan(52, 26), 2, false));
  EXPECT_EQ(std::memcmp(third.data(), &text_[20], 10), 0);
  std::array<std::byte, 26> again{};
  ASSERT_TRUE(stream_.seal_chunk(again, third, 2, false));
  EXPECT_EQ(std::memcmp(again.data(), &sealed[52], 26), 0);
  EXPECT_EQ(stream_.chunk_bytes(), kChunk);
  EXPECT_EQ(stream_.algorithm(), ASCON_AEAD128);
  EXPECT_EQ(stream_.sealed_bytes(0), 16u);
}

TEST_F(CppStream, InPieces) {
  std::array<std::uint8_t, kChunk + 16> buffer{};
  Bytes sealed(200), opened(100);
  size_t n = 0, more = 0;
  auto writer = stream::writer::start(stream_, buffer);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->update(sealed, n, text_));
  auto moved = std::move(*writer);
  EXPECT_TRUE(Fails(writer->update(sealed, n, text_), error::order)) << "moved from";
  ASSERT_TRUE(moved.final(std::span(sealed).subspan(n), more));
  sealed.resize(n + more);
  EXPECT_EQ(sealed, Expected());
  EXPECT_TRUE(Fails(moved.final(opened, n), error::order));
  auto reader = stream::reader::start(stream_, buffer);
  ASSERT_TRUE(reader);
  ASSERT_TRUE(reader->update(opened, n, sealed));
  ASSERT_TRUE(reader->final(std::span(opened).subspan(n), more));
  opened.resize(n + more);
  EXPECT_EQ(opened, text_);
}

TEST_F(CppStream, ForgeriesAreRefused) {
  Bytes sealed = Expected(), opened(text_.size(), 0xee);
  sealed[30] ^= 1;
  size_t n = 77;
  EXPECT_TRUE(Fails(stream_.open_chunks(opened, n, sealed, 0, true), error::tag));
  EXPECT_EQ(n, 10u);
  EXPECT_TRUE(std::all_of(opened.begin() + 10, opened.end(), [](auto byte) { return byte == 0; }));
  std::array<std::uint8_t, 10> chunk;
  chunk.fill(0xee);
  EXPECT_TRUE(
      Fails(stream_.open_chunk(chunk, std::span(sealed).subspan(26, 26), 1, false), error::tag));
  EXPECT_EQ(chunk, (std::array<std::uint8_t, 10>{}));
  std::array<std::uint8_t, kChunk + 16> buffer{};
  auto reader = stream::reader::start(stream_, buffer);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(Fails(reader->update(opened, n, sealed), error::tag));
  EXPECT_EQ(n, 10u);
  EXPECT_TRUE(Fails(reader->final(opened, n), error::tag));
}

TEST_F(CppStream, LengthsThatDoNotFit) {
  Bytes sealed(200, 0xee), opened(100, 0xee);
  size_t n = 77;
  EXPECT_TRUE(
      Fails(stream_.seal_chunk(std::span(sealed).first(25), std::span(text_).first(10), 0, false),
            error::range));
  EXPECT_TRUE(Fails(stream_.seal_chunk(std::span(sealed).first(5), {}, 0, true), error::range));
  EXPECT_TRUE(
      Fails(stream_.open_chunk(std::span(opened).first(9), std::span(sealed).first(26), 0, false),
            error::range));
  EXPECT_TRUE(Fails(stream_.open_chunk(opened, std::span(sealed).first(3), 0, true), error::range));
  EXPECT_TRUE(Fails(stream_.seal_chunks(sealed, text_, 0, true), error::range));
  EXPECT_TRUE(Fails(
      stream_.open_chunks(std::span(opened).first(46), n, std::span(sealed).first(127), 0, true),
      error::range));
  EXPECT_TRUE(Fails(stream::writer::start(stream_, std::span(opened).first(9)), error::range));
  EXPECT_TRUE(Fails(stream::reader::start(stream_, std::span(opened).first(25)), error::range));
  EXPECT_TRUE(Fails(stream::from_secret(text_, kChunk), error::range));
  EXPECT_TRUE(Fails(stream::derive(key_, salt_, {}, 0), error::range));
  EXPECT_TRUE(Fails(stream::derive(key_, salt_, {}, 5, ASCON_HASH256), error::algorithm));
  EXPECT_TRUE(Fails(stream::from_secret(text_, 5, nullptr), error::null));
  EXPECT_TRUE(std::all_of(sealed.begin(), sealed.end(), [](auto byte) { return byte == 0xee; }));
  EXPECT_EQ(n, 77u);
  EXPECT_TRUE(stream_.seal_chunks(std::span(sealed).first(0), {}, 7, false)) << "no chunk at all";
}

TEST_F(CppStream, RekeyingOnBothSides) {
  std::array<std::uint8_t, kChunk + 16> buffer{};
  Bytes sealed(200), opened(100);
  size_t n = 0;
  auto writer = stream::writer::start(stream_, buffer);
  ASSERT_TRUE(writer && writer->rekey_every(2) && writer->update(sealed, n, text_));
  EXPECT_EQ(n, 4 * 26u);
  stream reader = stream_;
  ASSERT_TRUE(reader.open_chunks(opened, n, std::span(sealed).first(52), 0, false));
  EXPECT_TRUE(Fails(reader.open_chunks(opened, n, std::span(sealed).subspan(52, 52), 2, false),
                    error::tag));
  ASSERT_TRUE(reader.rekey(2));
  EXPECT_TRUE(reader.open_chunks(opened, n, std::span(sealed).subspan(52, 52), 2, false));
  EXPECT_TRUE(Fails(reader.rekey(stream::max_chunks), error::range));
  EXPECT_TRUE(Fails(reader.rekey(0), error::range));
}

TEST_F(CppStream, Files) {
  std::array<std::byte, stream::header_bytes> header{};
  const auto created = stream::create_file(header, key_, salt_, kChunk, ASCON_V12_128A);
  ASSERT_TRUE(created);
  const auto opened = stream::open_file(header, key_);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->chunk_bytes(), kChunk);
  EXPECT_EQ(opened->algorithm(), ASCON_V12_128A);
  std::array<std::uint8_t, 17> chunk{};
  std::array<std::uint8_t, 1> text = {7};
  ASSERT_TRUE(created->seal_chunk(chunk, text, 0, true));
  EXPECT_TRUE(opened->open_chunk(text, chunk, 0, true));
  EXPECT_TRUE(Fails(stream::open_file(header, *stream::key::from(salt_bytes_)), error::tag));
  ascon_stream_header fields;
  EXPECT_TRUE(stream::decode_header(fields, header));
  EXPECT_EQ(fields.source, ASCON_STREAM_KEY_FILE);
  header[20] ^= std::byte{1};
  EXPECT_TRUE(Fails(stream::decode_header(fields, header), error::range));
  EXPECT_EQ(fields.fault, ASCON_STREAM_FAULT_CHECKSUM);
  EXPECT_TRUE(Fails(stream::open_file(header, key_), error::range));
  EXPECT_TRUE(Fails(stream::create_file(std::span(header).first(143), key_, salt_), error::range));
}

// The memory that a value occupied has no secret after it.
TEST_F(CppStream, LeavesNothingInMemory) {
  alignas(stream) std::array<std::uint8_t, sizeof(stream)> place{};
  auto *one = new (place.data()) stream(stream_);
  EXPECT_NE(std::count(place.begin(), place.end(), 0), static_cast<ptrdiff_t>(place.size()));
  one->~stream();
  EXPECT_EQ(std::count(place.begin(), place.end(), 0), static_cast<ptrdiff_t>(place.size()));
}

}  // namespace
}  // namespace asconkit_test
