// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "chunks.hpp"

namespace asconkit::cli {

static_assert(chunk_nonce(0x0102030405060708, true) ==
              Nonce{8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1});

bool ChunkCipher::seal(std::uint64_t index, bool last, ConstBytes text, Bytes sealed) const {
  if (index >= max_chunks || sealed.size() != text.size() + tag_bytes) return false;
  Nonce nonce = chunk_nonce(index, last);
  return ascon_aead_encrypt(algorithm_, sealed.data(), sealed.data() + text.size(), tag_bytes,
                            text.data(), text.size(), nullptr, 0, nonce.data(),
                            key_.data()) == ASCON_OK;
}

bool ChunkCipher::open(std::uint64_t index, bool last, ConstBytes sealed, Bytes text) const {
  if (index >= max_chunks || sealed.size() != text.size() + tag_bytes) return false;
  Nonce nonce = chunk_nonce(index, last);
  return ascon_aead_decrypt(algorithm_, text.data(), sealed.data(), text.size(),
                            sealed.data() + text.size(), tag_bytes, nullptr, 0, nonce.data(),
                            key_.data()) == ASCON_OK;
}

}  // namespace asconkit::cli
