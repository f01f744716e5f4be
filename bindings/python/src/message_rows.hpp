// The rows of a batch: what becomes of each, and the messages that have something to compute. Used
// for Arrow arrays (arrow_batch.hpp) and by DuckDB's extension (ports/duckdb); includes nothing of
// either. Errors are std::invalid_argument.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"

namespace asconkit {

/** A value; data is NULL for null. */
struct Value {
  const uint8_t *data;
  size_t bytes;
};

/** Strings of one length at equal distances. The library does not write to those of inputs. */
inline ascon_column column_of(const uint8_t *data, size_t stride, size_t length) {
  return {const_cast<uint8_t *>(data), 0, stride, length, nullptr, nullptr, 0};
}

/** What becomes of a row: a result, null because an input is null, or a wrong tag. */
enum class RowState : uint8_t { READY, NONE, WRONG };

/** A value has a wrong length. */
[[noreturn]] inline void wrong_size(const char *name, size_t row, size_t expected, size_t given) {
  throw std::invalid_argument(std::string(name) + ": row " + std::to_string(row) + " must have " +
                              std::to_string(expected) + " bytes, not " + std::to_string(given));
}

/** A column of tags has a tag of another length than the call verifies, in this row. */
[[noreturn]] inline void wrong_tag_length(size_t row, size_t expected, size_t given) {
  throw std::invalid_argument("tag: length " + std::to_string(given) + ", expected " +
                              std::to_string(expected) + " (tag_length), in row " +
                              std::to_string(row));
}

/** The library refuses a row. */
[[noreturn]] inline void refuse(size_t row, ascon_result result) {
  throw std::invalid_argument("row " + std::to_string(row) + ": " + ascon_result_text(result));
}

/** Whether the tag of the row is right; any other error is refused. */
inline bool is_right(size_t row, ascon_result result) {
  if (result != ASCON_OK && result != ASCON_ERR_TAG) {
    refuse(row, result);
  }
  return result == ASCON_OK;
}

/** The messages of a block of rows. Rows that have nothing to compute are left out of the call. */
class MessageBlock {
 public:
  /** The first block is the largest one. */
  void begin(size_t rows) {
    if (messages.size() < rows) {
      messages.resize(rows);
      states.resize(rows);
      rows_.resize(rows);
    }
    std::fill_n(states.begin(), rows, RowState::READY);
  }

  /** Notes that row i of the block has this value, and this state if nothing else stands against
     it. */
  void mark(size_t i, const Value &value, RowState state = RowState::READY) {
    RowState &now = states[i];
    if (value.data == nullptr) {
      now = RowState::NONE;
    } else if (now == RowState::READY) {
      now = state;
    }
  }

  /** Moves the messages that are ready to the front; returns how many. */
  size_t compact(size_t rows) {
    size_t ready = 0;
    for (size_t i = 0; i < rows; i++) {
      if (states[i] == RowState::READY) {
        if (ready != i) {
          messages[ready] = messages[i];
        }
        rows_[ready++] = i;
      }
    }
    return ready;
  }

  /** Takes the results of the call: marks the rows whose tag was wrong. `all` is the call's own
     result; any other error is refused. */
  void take_results(size_t first_row, size_t ready, ascon_result all) {
    if (all == ASCON_OK) {
      return;
    }
    for (size_t j = 0; j < ready; j++) {
      if (!is_right(first_row + rows_[j], messages[j].result)) {
        states[rows_[j]] = RowState::WRONG;
      }
    }
    if (all != ASCON_ERR_TAG) {
      refuse(first_row, all);
    }
  }

  std::vector<ascon_message> messages;
  std::vector<RowState> states;

 private:
  std::vector<size_t> rows_;
};

/** One direction of an AEAD: how rows become messages. */
struct AeadRows {
  const ascon_algorithm &row;
  bool encrypt;
  size_t tag_bytes;
  bool detached = false; /**< tags are a column of their own, not after each ciphertext */

  [[nodiscard]] ascon_operation op() const { return encrypt ? ASCON_ENCRYPT : ASCON_DECRYPT; }
  [[nodiscard]] bool too_short(size_t bytes) const {
    return !encrypt && !detached && bytes < tag_bytes;
  }
  [[nodiscard]] size_t out_bytes(size_t bytes) const {
    if (detached) {
      return bytes;
    }
    return encrypt ? bytes + tag_bytes : bytes - tag_bytes;
  }

  /** Fills the inputs of a block. A column has each(begin, rows, take), which calls take(i, value)
     for the value of row begin + i. A row that cannot be a message, such as one that is too short
     for a tag, counts as a forgery. */
  template <typename Key, typename Nonce, typename Data, typename Ad>
  void read(MessageBlock &block, size_t begin, size_t rows, const Key &keys, const Nonce &nonces,
            const Data &data, const Ad &ads) const {
    data.each(begin, rows, [&](size_t i, const Value &value) {
      block.mark(i, value, too_short(value.bytes) ? RowState::WRONG : RowState::READY);
      block.messages[i].in = value.data;
      block.messages[i].length = value.bytes;
    });
    keys.each(begin, rows, [&](size_t i, const Value &value) {
      if (value.data != nullptr && value.bytes != row.key_bytes) {
        wrong_size("key", begin + i, row.key_bytes, value.bytes);
      }
      block.mark(i, value);
      block.messages[i].key = value.data;
    });
    nonces.each(begin, rows, [&](size_t i, const Value &value) {
      const bool wrong = value.data != nullptr && value.bytes != row.nonce_bytes;
      if (wrong && encrypt) {
        wrong_size("nonce", begin + i, row.nonce_bytes, value.bytes);
      }
      block.mark(i, value, wrong ? RowState::WRONG : RowState::READY);
      block.messages[i].nonce = value.data;
    });
    ads.each(begin, rows, [&](size_t i, const Value &value) {
      block.mark(i, value);
      block.messages[i].ad = value.data;
      block.messages[i].ad_length = value.bytes;
    });
  }

  /** Takes the tags of a block from a column. std::invalid_argument for a tag of another length:
     the received tag must not decide how much of it is verified. */
  template <typename Tag>
  void read_tags(MessageBlock &block, size_t begin, size_t rows, const Tag &tags) const {
    tags.each(begin, rows, [&](size_t i, const Value &value) {
      if (value.data != nullptr && value.bytes != tag_bytes) {
        wrong_tag_length(begin + i, tag_bytes, value.bytes);
      }
      block.mark(i, value);
      block.messages[i].tag = const_cast<uint8_t *>(value.data);
    });
  }

  /** Gives a message the place of its result, of out_bytes(): ciphertext and tag, or plaintext.
     Where tags are detached, message.tag is set already. */
  void place(ascon_message &message, uint8_t *out) const {
    message.out = out;
    message.tag_length = tag_bytes;
    if (detached) {
      return;
    }
    if (!encrypt) {
      message.length -= tag_bytes;
    }
    message.tag = (encrypt ? out : const_cast<uint8_t *>(message.in)) + message.length;
  }

  /** The same for columns of which all but the tags is set. */
  void place(ascon_columns &columns) const {
    if (!detached) {
      columns.in.length -= encrypt ? 0 : tag_bytes;
      columns.tag = encrypt ? columns.out : columns.in;
      columns.tag.start += columns.in.length;
    }
    columns.tag.length = tag_bytes;
  }
};

}  // namespace asconkit
