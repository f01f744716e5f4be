// The messages that ascon-bench measures with: inputs, outputs, keys and nonces in memory.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "../asconkit/ascon_any.h"
#include "peers.h"

namespace asconkit::bench {

struct MessagesShape {
  const ascon_algorithm *algorithm = nullptr;
  bool decrypt = false;
  std::vector<std::size_t> lengths;  // of the messages: AEAD: the text, others: the input
  std::size_t out_bytes = 0;         // of each output that is not a text
  std::size_t extra_bytes = 0;       // associated data of each message, or one customization
  std::size_t gap = 0;               // bytes between a message and the next one
};

// Bytes that start at a cache line.
class Bytes {
 public:
  explicit Bytes(std::size_t bytes = 0, std::uint8_t value = 0);
  std::uint8_t *get() const { return memory_.get(); }
  std::size_t size() const { return bytes_; }

 private:
  struct Free {
    void operator()(std::uint8_t *memory) const { std::free(memory); }
  };
  std::unique_ptr<std::uint8_t, Free> memory_;
  std::size_t bytes_;
};

// Messages in a row without gaps, tags in a row of their own, and, for peers, ciphertexts each
// followed by its tag. Decryption gets valid ones.
class Messages {
 public:
  explicit Messages(MessagesShape shape);

  std::size_t count() const { return shape_.lengths.size(); }
  std::size_t length(std::size_t i) const { return shape_.lengths[i]; }
  std::size_t total_bytes() const;
  const MessagesShape &shape() const { return shape_; }

  std::uint8_t *in(std::size_t i = 0) { return in_.get() + text_at_[i]; }
  std::uint8_t *out(std::size_t i = 0) { return out_.get() + out_at_[i]; }
  std::size_t out_bytes(std::size_t i = 0) const;
  std::uint8_t *tag(std::size_t i = 0) { return tags_.get() + i * tag_bytes; }
  const std::uint8_t *extra(std::size_t i = 0) const;
  const std::uint8_t *nonce(std::size_t i = 0) const { return nonces_.get() + i * nonce_stride; }
  const std::uint8_t *key() const { return key_.get(); }

  // As the peers get them.
  const std::vector<bench_message> &of_peers() const { return of_peers_; }

  // Clears what is written, and puts together what was.
  void clear();
  std::vector<std::uint8_t> results(bool of_peer) const;

  static constexpr std::size_t tag_bytes = 16, nonce_stride = 16;

 private:
  bool is_aead() const { return shape_.algorithm->kind == ASCON_KIND_AEAD; }
  void encrypt_all();
  void fill_peers();

  MessagesShape shape_;
  std::vector<std::size_t> text_at_, out_at_;
  Bytes in_, out_, tags_, extra_, nonces_, key_, sealed_;
  std::vector<bench_message> of_peers_;
};

}  // namespace asconkit::bench
