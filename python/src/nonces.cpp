// Finding repeated nonces: in one pass where they are a counter, else with a hash table; see the
// header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "nonces.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "asconkit/ascon_batch.h"

namespace asconkit {

namespace {

constexpr size_t NONCE_BYTES = 16;
constexpr size_t IDENTITY_BYTES = 16;

struct Words {
  uint64_t first, second;
  bool operator==(const Words &other) const {
    return first == other.first && second == other.second;
  }
};

Words words_of(const uint8_t *bytes) {
  return {number_at<uint64_t>(bytes, 0), number_at<uint64_t>(bytes, 1)};
}

uint64_t swapped(uint64_t value) {
  value = (value & 0x00ff00ff00ff00ff) << 8 | (value >> 8 & 0x00ff00ff00ff00ff);
  value = (value & 0x0000ffff0000ffff) << 16 | (value >> 16 & 0x0000ffff0000ffff);
  return value << 32 | value >> 32;
}

/** Whether each nonce is larger than the one before, as a number of this processor's byte order or
    of the other one. */
template <bool SWAPPED, size_t HIGH>
bool ascending(const Strided &nonces, size_t rows) {
  const auto number = [](uint64_t word) { return SWAPPED ? swapped(word) : word; };
  const uint8_t *at = nonces.base;
  uint64_t high = number(number_at<uint64_t>(at, HIGH)),
           low = number(number_at<uint64_t>(at, 1 - HIGH));
  bool up = true;
  for (size_t i = 1; i < rows; i++) {
    at += nonces.stride;
    const uint64_t old_high = high, old_low = low;
    high = number(number_at<uint64_t>(at, HIGH));
    low = number(number_at<uint64_t>(at, 1 - HIGH));
    up &= high > old_high || (high == old_high && low > old_low);
    if (i % 64 == 0 && !up) {
      return false;
    }
  }
  return up;
}

/** Whether the nonces are a counter, which is the usual case and the fast one: with the first byte
    first or last. */
bool counts(const Strided &nonces, size_t rows) {
  const bool little_endian = number_at<uint64_t>("\1\0\0\0\0\0\0", 0) == 1;
  return little_endian ? ascending<false, 1>(nonces, rows) || ascending<true, 0>(nonces, rows)
                       : ascending<false, 0>(nonces, rows) || ascending<true, 1>(nonces, rows);
}

uint64_t random_odd() {
  static std::random_device device;
  return (uint64_t{device()} << 32 | device()) | 1;
}

/** Random values of this process, so that nobody can choose nonces that make the table slow. */
struct Secrets {
  uint64_t factors[4] = {random_odd(), random_odd(), random_odd(), random_odd()};
  uint8_t key[16];
  Secrets() {
    for (size_t i = 0; i < sizeof key; i++) {
      key[i] = static_cast<uint8_t>(random_odd() >> 8);
    }
  }
};

const Secrets &secrets() {
  static const Secrets drawn;
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

/** Identifies keys by their PRF under a random key, so that the table holds no keys. */
class Identities {
 public:
  explicit Identities(const ArrowColumn &key) : key_(key) {
    const ArrowColumn &values = key.dictionary() != nullptr ? *key.dictionary() : key;
    if (key.form() != Form::SAME) {
      compute(values);
    }
  }
  [[nodiscard]] Words of(size_t row) const {
    if (key_.form() == Form::SAME) {
      return {0, 0};
    }
    const size_t at = key_.dictionary() != nullptr ? key_.index(row) : row;
    return words_of(&identities_[at * IDENTITY_BYTES]);
  }

 private:
  /** The PRF of every key of a dictionary or column, as one batch. */
  void compute(const ArrowColumn &values) {
    identities_.resize(values.rows() * IDENTITY_BYTES);
    std::vector<ascon_sponge_job> jobs;
    values.each(0, values.rows(), [&](size_t i, const Value &value) {
      if (value.data != nullptr) {
        jobs.push_back({&identities_[i * IDENTITY_BYTES], IDENTITY_BYTES, value.data, value.bytes,
                        secrets().key, ASCON_OK});
      }
    });
    const ascon_result all = ascon_batch_prf(ascon_algorithm_find("ascon-prf-v13"), jobs.data(),
                                             jobs.size(), nullptr, nullptr);
    if (all != ASCON_OK) {
      throw nb::value_error(ascon_result_text(all));
    }
  }

  const ArrowColumn &key_;
  std::vector<uint8_t> identities_;
};

/** Looks for two rows that have the same nonce, and the same key if `identities`. */
class Repeated {
 public:
  Repeated(const ArrowColumn &key, const ArrowColumn &nonce, const Identities *identities)
      : key_(key), nonce_(nonce), identities_(identities), table_(nonce.rows()) {}

  /** Loads some rows ahead, so that their table entries arrive while others are compared. */
  std::optional<RowPair> find() {
    for (size_t begin = 0; begin < nonce_.rows(); begin += AHEAD) {
      load(begin, std::min(AHEAD, nonce_.rows() - begin));
      for (size_t i = 0; i < loaded_; i++) {
        const auto other =
            table_.add(rows_[i], hashes_[i], [&](size_t row) { return same(row, rows_[i]); });
        if (other) {
          return RowPair(*other, rows_[i]);
        }
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t AHEAD = 32;  // rows whose table entries are prefetched

  void load(size_t begin, size_t rows) {
    loaded_ = 0;
    nonce_.each(begin, rows, [&](size_t i, const Value &value) {
      if (value.data == nullptr || value.bytes != NONCE_BYTES || key_.is_null(begin + i)) {
        return;
      }
      rows_[loaded_] = begin + i;
      hashes_[loaded_] = hash(words_of(value.data), identity(begin + i));
      table_.fetch(hashes_[loaded_++]);
    });
  }

  [[nodiscard]] Words identity(size_t row) const {
    return identities_ != nullptr ? identities_->of(row) : Words{0, 0};
  }
  [[nodiscard]] bool same(size_t a, size_t b) const {
    return words_of(nonce_.value(a).data) == words_of(nonce_.value(b).data) &&
           identity(a) == identity(b);
  }
  static uint64_t hash(const Words &nonce, const Words &identity) {
    const uint64_t(&factor)[4] = secrets().factors;
    const uint64_t sum = nonce.first * factor[0] + nonce.second * factor[1] +
                         (identity.first ^ identity.second) * factor[2];
    return (sum ^ sum >> 32) * factor[3];
  }

  const ArrowColumn &key_;
  const ArrowColumn &nonce_;
  const Identities *identities_;
  RowTable table_;
  size_t rows_[AHEAD];
  uint64_t hashes_[AHEAD];
  size_t loaded_ = 0;
};

}  // namespace

std::optional<RowPair> repeated_nonce(const ArrowColumn &key, const ArrowColumn &nonce) {
  const auto nonces = nonce.strided();
  if (nonces && nonces->bytes == NONCE_BYTES && counts(*nonces, nonce.rows())) {
    return std::nullopt;
  }
  const auto found = Repeated(key, nonce, nullptr).find();
  if (!found || key.form() == Form::SAME) {
    return found;
  }
  const Identities identities(key);
  return Repeated(key, nonce, &identities).find();
}

}  // namespace asconkit
