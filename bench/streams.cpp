// stream-speed: what a stream costs beyond the batch of its chunks, for
// docs/constructions/stream.md.
// SPDX-License-Identifier: Apache-2.0 OR MIT
//
// Samples of all ways alternate, so that what disturbs one disturbs the others. The speed is that
// of the fastest tenth, in the time of this thread. One thread, the engine that the library takes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "../asconkit/batch/ascon_batch.h"
#include "../asconkit/stream/ascon_stream.h"
#include "clock.hpp"

namespace {

using asconkit::bench::Stopwatch;

constexpr std::size_t text_bytes = 8 << 20, tag_bytes = ASCON_STREAM_TAG_BYTES;

std::size_t rounds = 30;

// A text in whole chunks, sealed and open.
struct Text {
  explicit Text(std::uint32_t chunk)
      : count(text_bytes / chunk),
        plain(text_bytes),
        sealed(text_bytes + count * tag_bytes),
        buffer(chunk + tag_bytes),
        nonces(count * 16) {
    const std::array<std::uint8_t, 32> secret = {1, 2, 3};
    if (ascon_stream_init(&stream, ASCON_AEAD128, chunk, secret.data()) != ASCON_OK) std::abort();
    for (std::size_t i = 0; i < count; i++)
      nonces[16 * i] = static_cast<std::uint8_t>(i),
                  nonces[16 * i + 1] = static_cast<std::uint8_t>(i >> 8);
  }
  std::size_t count;
  ascon_stream stream;
  std::vector<std::uint8_t> plain, sealed, buffer, nonces;
};

// The plain batch call, of all chunks at once.
bool batch(Text &text) {
  const std::size_t chunk = text.stream.chunk_bytes;
  ascon_columns columns = {};
  columns.out.data = text.sealed.data(), columns.out.stride = chunk + tag_bytes;
  columns.in.data = text.plain.data(), columns.in.stride = columns.in.length = chunk;
  columns.tag.data = text.sealed.data() + chunk, columns.tag.stride = chunk + tag_bytes;
  columns.tag.length = tag_bytes;
  columns.nonce.data = text.nonces.data(), columns.nonce.stride = columns.nonce.length = 16;
  columns.key.data = text.stream.key, columns.key.length = 16;
  return ascon_any_columns(ASCON_AEAD128, ASCON_ENCRYPT, &columns, text.count, nullptr, nullptr) ==
         ASCON_OK;
}

bool seal_chunks(Text &text) {
  return ascon_stream_seal_chunks(&text.stream, text.sealed.data(), text.plain.data(),
                                  text.stream.chunk_bytes, text_bytes, 0, 1, nullptr) == ASCON_OK;
}

bool open_chunks(Text &text) {
  std::size_t good = 0;
  return ascon_stream_open_chunks(&text.stream, text.plain.data(), text.stream.chunk_bytes, &good,
                                  text.sealed.data(), text.sealed.size(), 0, 1,
                                  nullptr) == ASCON_OK;
}

// In order, as a program does that gets 64 KiB at a time.
bool in_pieces(Text &text) {
  ascon_stream_ctx ctx;
  std::size_t n = 0, at = 0;
  if (ascon_stream_seal_init(&ctx, &text.stream, text.buffer.data(), text.buffer.size()) !=
      ASCON_OK)
    return false;
  for (std::size_t from = 0; from < text_bytes; from += 65536, at += n)
    if (ascon_stream_seal_update(&ctx, &text.sealed[at], text.sealed.size() - at, &n,
                                 &text.plain[from], 65536) != ASCON_OK)
      return false;
  return ascon_stream_seal_final(&ctx, &text.sealed[at], text.sealed.size() - at, &n) == ASCON_OK;
}

struct Way {
  const char *name;
  bool (*run)(Text &);
  std::vector<double> times = {};
};

// MB/s.
double speed(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return text_bytes * 1e3 / times[times.size() / 10];
}

void measure(std::uint32_t chunk) {
  Text text(chunk);
  std::vector<Way> ways = {{"batch", batch},
                           {"seal_chunks", seal_chunks},
                           {"open_chunks", open_chunks},
                           {"seal in pieces", in_pieces}};
  const Stopwatch stopwatch;
  for (std::size_t round = 0; round <= rounds; round++)
    for (Way &way : ways) {
      bool good = false;
      const double time = stopwatch.own_time([&] { good = way.run(text); });
      if (!good) std::abort();
      if (round > 0 || rounds == 0) way.times.push_back(time);
    }
  std::printf("%8u", chunk);
  for (const Way &way : ways) std::printf("  %s %.0f MB/s", way.name, speed(way.times));
  std::printf("\n");
}

}  // namespace

int main(int count, char **words) {
  if (count > 1 && std::string_view(words[1]) == "--once") rounds = 0;
  std::printf("engine %s\n", ascon_batch_engine_active(128));
  for (const std::uint32_t chunk : {1024u, 4096u, 65536u, 524288u}) measure(chunk);
  return 0;
}
