// The tree hash in C++20, headers only; ascon_tree.h explains the purpose of a tree hash.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_TREE_HPP
#define ASCONKIT_ASCON_TREE_HPP

#include "../cpp/ascon.hpp"
#include "ascon_tree.h"

#include <vector>

namespace asconkit {
namespace detail {

/// Tag type of roots, which belong to no single algorithm.
struct tree_row {};

}  // namespace detail

/// A hash over the chunks of a long input, and proofs that a chunk belongs to the input:
/// docs/constructions/tree.md. The class has only static members and types. All calls return
/// error::range for chunk sizes outside ASCON_TREE_MIN_CHUNK_BYTES to ASCON_TREE_MAX_CHUNK_BYTES.
class tree {
 public:
  static constexpr std::size_t digest_bytes = ASCON_TREE_BYTES;
  static constexpr std::size_t usual_chunk_bytes = ASCON_TREE_CHUNK_BYTES;

  using root = octets<detail::role::output, detail::tree_row, digest_bytes>;
  /// A proof: the digests paired on the way to the root, from the lowest level up. Uses the heap.
  using proof = std::vector<std::uint8_t>;

  /// Computes the root of an input in memory; the threads of `pool` hash chunks side by side.
  [[nodiscard]] static result<root> compute(const input &data,
                                            std::size_t chunk_bytes = usual_chunk_bytes,
                                            const batch_pool &pool = {}) noexcept {
    return detail::filled<root, false>([&](auto &out) noexcept {
      return ascon_tree_batch(out, data.data(), data.size(), chunk_bytes, pool.get());
    });
  }

  /// Computes the proof of one chunk of an input in memory; error::range if `index` is too large.
  /// Throws std::bad_alloc if memory runs out.
  [[nodiscard]] static result<proof> prove(const input &data, std::uint64_t index,
                                           std::size_t chunk_bytes = usual_chunk_bytes,
                                           const batch_pool &pool = {}) {
    const std::size_t length = ascon_tree_proof_length(data.size(), chunk_bytes, index);
    proof made(length * digest_bytes);
    const ascon_result code =
        ascon_tree_prove(made.data(), data.data(), data.size(), chunk_bytes, index, pool.get());
    if (code != ASCON_OK) return static_cast<error>(code);
    return made;
  }

  /// Verifies that an input with this root and length has this chunk at `index`; error::tag if not.
  [[nodiscard]] static status(verify)(const root &root, std::uint64_t total_bytes,
                                      std::uint64_t index, const input &chunk, const input &proof,
                                      std::size_t chunk_bytes = usual_chunk_bytes) noexcept {
    if (proof.size() % digest_bytes != 0) return error::tag;
    return status(ascon_tree_verify(root.bytes().data(), total_bytes, chunk_bytes, index,
                                    chunk.data(), chunk.size(), proof.data(),
                                    proof.size() / digest_bytes));
  }

  /// An incremental tree hash. final(), destruction and moving wipe the object.
  class context : public detail::context<ascon_tree_ctx, true> {
   public:
    /// Starts a tree hash with chunks of usual_chunk_bytes bytes.
    context() noexcept { static_cast<void>(ascon_tree_init(this->get(), usual_chunk_bytes)); }
    [[nodiscard]] static result<context> of(std::size_t chunk_bytes) noexcept {
      result<context> made(std::in_place);
      const ascon_result code = ascon_tree_init(made->get(), chunk_bytes);
      if (code != ASCON_OK) made.fail(static_cast<error>(code));
      return made;
    }
    /// Adds a piece of the input, and hashes its chunks side by side; 16 or more chunks are
    /// fastest. error::order after final().
    [[nodiscard]] status update(const input &data, const batch_pool &pool = {}) noexcept {
      return status(ascon_tree_batch_update(this->get(), data.data(), data.size(), pool.get()));
    }
    [[nodiscard]] result<root> final() noexcept {
      return detail::filled<root, false>(
          [&](auto &out) noexcept { return ascon_tree_final(this->get(), out); });
    }
  };
};

}  // namespace asconkit

#endif
