// SPDX-License-Identifier: Apache-2.0 OR MIT
// Encryption and decryption of chunks, in batches; see the header.
#include "chunks.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asconkit/ascon_batch.h"

namespace asconkit::cli {

static_assert(chunk_nonce(0x0102030405060708, true) ==
              Nonce{8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1});

namespace {

std::size_t count_fit(std::uint64_t first, std::span<const Chunk> chunks) {
  if (first >= max_chunks) return 0;
  chunks = chunks.first(std::min<std::uint64_t>(chunks.size(), max_chunks - first));
  auto misfit = [](const Chunk &one) { return one.sealed.size() != one.text.size() + tag_bytes; };
  return static_cast<std::size_t>(std::ranges::find_if(chunks, misfit) - chunks.begin());
}

// As secret as the mask.
using MaskedNonce = SecretArray<16>;

MaskedNonce masked(const Nonce &nonce, const SecretArray<16> &mask) {
  MaskedNonce result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = nonce[i] ^ mask[i];
  return result;
}

class Batch {
 public:
  Batch(const FileSecret &secret, std::uint64_t first, bool ends, std::span<const Chunk> chunks)
      : chunks_(chunks), nonces_(count_fit(first, chunks)), jobs_(nonces_.size()) {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      nonces_[i] = masked(chunk_nonce(first + i, ends && i + 1 == chunks.size()), secret.mask);
      jobs_[i].text_bytes = chunks[i].text.size();
      jobs_[i].tag = chunks[i].sealed.data() + chunks[i].text.size();
      jobs_[i].nonce = nonces_[i].data();
    }
  }
  std::size_t seal(const ascon_algorithm *algorithm, const std::uint8_t *key) {
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      connect(i, chunks_[i].text.data(), chunks_[i].sealed.data());
    ascon_batch_encrypt(algorithm, jobs_.data(), jobs_.size(), tag_bytes, key, nullptr);
    return count_good();
  }
  std::size_t open(const ascon_algorithm *algorithm, const std::uint8_t *key) {
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      connect(i, chunks_[i].sealed.data(), chunks_[i].text.data());
    // Each chunk has its own result, which is what counts here.
    static_cast<void>(
        ascon_batch_decrypt(algorithm, jobs_.data(), jobs_.size(), tag_bytes, key, nullptr));
    return count_good();
  }

 private:
  void connect(std::size_t i, const std::uint8_t *in, std::uint8_t *out) {
    jobs_[i].in = in;
    jobs_[i].out = out;
  }
  std::size_t count_good() const {
    auto bad = [](const ascon_aead_job &job) { return job.result != ASCON_OK; };
    return static_cast<std::size_t>(std::ranges::find_if(jobs_, bad) - jobs_.begin());
  }
  std::span<const Chunk> chunks_;
  std::vector<MaskedNonce> nonces_;
  std::vector<ascon_aead_job> jobs_;
};

}  // namespace

std::size_t ChunkCipher::seal(std::uint64_t first, bool ends, std::span<const Chunk> chunks) const {
  return Batch(secret_, first, ends, chunks).seal(algorithm_, secret_.key.data());
}

std::size_t ChunkCipher::open(std::uint64_t first, bool ends, std::span<const Chunk> chunks) const {
  return Batch(secret_, first, ends, chunks).open(algorithm_, secret_.key.data());
}

}  // namespace asconkit::cli
