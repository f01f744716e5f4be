// Nonces that are used twice under one key: in one pass where they are a counter, else with a hash
// table. Used by the Python package (nonces.cpp) and by DuckDB's extension (ports/duckdb); includes
// nothing of either.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "asconkit/ascon.h"
#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"
#include "unaligned.hpp"

namespace asconkit {

constexpr size_t NONCE_BYTES = 16;
constexpr size_t IDENTITY_BYTES = 16;

/** A row, and one further down that repeats it. */
using RowPair = std::pair<size_t, size_t>;

/** 16 bytes: a nonce, or what stands for a key. */
struct Words {
  uint64_t first, second;
  bool operator==(const Words &other) const {
    return first == other.first && second == other.second;
  }
};

inline Words words_of(const uint8_t *bytes) {
  return {number_at<uint64_t>(bytes, 0), number_at<uint64_t>(bytes, 1)};
}

// ---- Counters -----------------------------------------------------------------------------------

inline uint64_t swapped(uint64_t value) {
  value = (value & 0x00ff00ff00ff00ff) << 8 | (value >> 8 & 0x00ff00ff00ff00ff);
  value = (value & 0x0000ffff0000ffff) << 16 | (value >> 16 & 0x0000ffff0000ffff);
  return value << 32 | value >> 32;
}

/** Whether each nonce is larger than the one before, as a number of this processor's byte order or
    of the other one. nonce(i) is where the 16 bytes of row i are; there is at least one row. */
template <bool SWAPPED, size_t HIGH, typename Nonce>
bool ascending(size_t rows, Nonce nonce) {
  const auto word = [&](size_t i, size_t half) {
    const auto value = number_at<uint64_t>(nonce(i), half);
    return SWAPPED ? swapped(value) : value;
  };
  uint64_t high = word(0, HIGH), low = word(0, 1 - HIGH);
  bool up = true;
  for (size_t i = 1; i < rows; i++) {
    const uint64_t old_high = high, old_low = low;
    high = word(i, HIGH);
    low = word(i, 1 - HIGH);
    up &= high > old_high || (high == old_high && low > old_low);
    if (i % 64 == 0 && !up) {
      return false;
    }
  }
  return up;
}

/** Whether the nonces are a counter, which is the usual case and the fast one: with the first byte
    first or last. */
template <typename Nonce>
bool nonces_count(size_t rows, Nonce nonce) {
  if (rows == 0) {
    return true;
  }
  const bool little_endian = number_at<uint64_t>("\1\0\0\0\0\0\0", 0) == 1;
  return little_endian ? ascending<false, 1>(rows, nonce) || ascending<true, 0>(rows, nonce)
                       : ascending<false, 0>(rows, nonce) || ascending<true, 1>(rows, nonce);
}

// ---- A hash table -------------------------------------------------------------------------------

/** Random values of this process, so that nobody can choose nonces that make the table slow. */
struct HashSecrets {
  uint64_t factors[4];
  uint8_t key[16];
  HashSecrets() {
    if (ascon_random_bytes(reinterpret_cast<uint8_t *>(factors), sizeof factors) != ASCON_OK ||
        ascon_random_bytes(key, sizeof key) != ASCON_OK) {
      throw std::runtime_error("the system provides no random bytes");
    }
    for (uint64_t &factor : factors) {
      factor |= 1;
    }
  }
};

inline const HashSecrets &hash_secrets() {
  static const HashSecrets drawn;
  return drawn;
}

/** A hash table of rows. An entry is the row, and bits of the hash so that few other rows have to
   be compared. */
class RowTable {
 public:
  explicit RowTable(size_t rows) {
    while ((size_t{1} << bits_) < 2 * rows) {
      bits_++;
    }
    entries_.resize(size_t{1} << bits_);
  }

  /** Another row with this hash for which `same(row)`, or nothing and this row is in the table. */
  template <typename Same>
  std::optional<size_t> add(size_t row, uint64_t hash, Same same) {
    const uint64_t tag = hash << ROW_BITS;
    for (size_t at = hash >> (64 - bits_);; at = (at + 1) & (entries_.size() - 1)) {
      uint64_t &entry = entries_[at];
      if (entry == 0) {
        entry = tag | (row + 1);
        return std::nullopt;
      }
      const size_t other = (entry & ROW_MASK) - 1;
      if ((entry & ~ROW_MASK) == tag && same(other)) {
        return other;
      }
    }
  }

  void fetch(uint64_t hash) const {
#if defined(__GNUC__)
    __builtin_prefetch(&entries_[hash >> (64 - bits_)], 1);
#else
    (void)hash;
#endif
  }

 private:
  static constexpr int ROW_BITS = 40;
  static constexpr uint64_t ROW_MASK = (uint64_t{1} << ROW_BITS) - 1;
  int bits_ = 4;
  std::vector<uint64_t> entries_;
};

/** What stands for each of `count` keys, so that the table holds no keys: their PRF under a random
    key, as one batch. key(i) has the key as `data` and `bytes`, with NULL for one that does not
    count. std::runtime_error if the PRF fails. */
template <typename Key>
std::vector<uint8_t> key_identities(size_t count, Key key) {
  std::vector<uint8_t> identities(count * IDENTITY_BYTES);
  std::vector<ascon_message> messages;
  for (size_t i = 0; i < count; i++) {
    const auto value = key(i);
    if (value.data != nullptr) {
      ascon_message message = {};
      message.out = &identities[i * IDENTITY_BYTES];
      message.out_length = IDENTITY_BYTES;
      message.in = value.data;
      message.length = value.bytes;
      message.key = hash_secrets().key;
      messages.push_back(message);
    }
  }
  const ascon_result all = ascon_any_batch(ascon_any_find("ascon-prf-v13"), ASCON_COMPUTE,
                                           messages.data(), messages.size(), nullptr);
  if (all != ASCON_OK) {
    throw std::runtime_error(ascon_result_text(all));
  }
  return identities;
}

/** Looks for two rows that have the same nonce and the same identity of the key.
    Rows::each(begin, count, take) calls take(row, nonce) for the rows that count;
    Rows::nonce(row) and Rows::identity(row) are the Words of such a row. */
template <typename Rows>
class RepeatedNonce {
 public:
  RepeatedNonce(const Rows &rows, size_t count) : rows_(rows), count_(count), table_(count) {}

  /** Loads some rows ahead, so that their table entries arrive while others are compared. */
  std::optional<RowPair> find() {
    for (size_t begin = 0; begin < count_; begin += AHEAD) {
      load(begin, std::min(AHEAD, count_ - begin));
      for (size_t i = 0; i < loaded_; i++) {
        const auto other =
            table_.add(row_[i], hash_[i], [&](size_t row) { return same(row, row_[i]); });
        if (other) {
          return RowPair(*other, row_[i]);
        }
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t AHEAD = 32;  // rows whose table entries are prefetched

  void load(size_t begin, size_t count) {
    loaded_ = 0;
    rows_.each(begin, count, [&](size_t row, const uint8_t *nonce) {
      row_[loaded_] = row;
      hash_[loaded_] = hash(words_of(nonce), rows_.identity(row));
      table_.fetch(hash_[loaded_++]);
    });
  }

  [[nodiscard]] bool same(size_t a, size_t b) const {
    return rows_.nonce(a) == rows_.nonce(b) && rows_.identity(a) == rows_.identity(b);
  }
  static uint64_t hash(const Words &nonce, const Words &identity) {
    const uint64_t(&factor)[4] = hash_secrets().factors;
    const uint64_t sum = nonce.first * factor[0] + nonce.second * factor[1] +
                         (identity.first ^ identity.second) * factor[2];
    return (sum ^ sum >> 32) * factor[3];
  }

  const Rows &rows_;
  size_t count_;
  RowTable table_;
  size_t row_[AHEAD];
  uint64_t hash_[AHEAD];
  size_t loaded_ = 0;
};

}  // namespace asconkit
