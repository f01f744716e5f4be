// Encryption and decryption of a chunk of rows: in columns where rows lie at equal distances, else
// as an array of messages. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "columns.hpp"
#include "device_keys.hpp"
#include "functions.hpp"
#include "repeated_nonces.hpp"

namespace asconkit::duckdb {

namespace {

/** One call of ascon_encrypt(), ascon_decrypt() or ascon_tampered(). */
class AeadChunk {
 public:
  AeadChunk(Verb verb, const Key &key, duckdb_data_chunk arguments, idx_t first,
            duckdb_vector results)
      : rows_{*key.algorithm, verb == Verb::ENCRYPT, key.tag_bytes},
        count_(duckdb_data_chunk_get_size(arguments)),
        data_(arguments, first, "data"),
        nonce_(arguments, first + 1, "nonce", NONCE_BYTES),
        keys_(key, arguments, first + 3),
        results_(results, verb == Verb::TAMPERED) {
    if (duckdb_data_chunk_get_column_count(arguments) > first + 2) {
      ad_ = Column(arguments, first + 2, "associated_data", INTEGER_BYTES);
    }
  }

  void run() {
    if (rows_.encrypt) {
      refuse_repeated_nonces();
    }
    for (size_t begin = 0; begin < count_;) {
      const Run run = run_in_columns(begin);
      begin += run.rows >= MIN_RUN_ROWS ? run_columns(begin, run) : run_array(begin);
    }
  }

 private:
  // ---- Repeated nonces ----

  /** The rows that will be encrypted, for RepeatedNonce. */
  struct Rows {
    const AeadChunk &chunk;
    std::vector<uint8_t> identities;

    template <typename Take>
    void each(size_t begin, size_t count, Take take) const {
      for (size_t row = begin; row < begin + count; row++) {
        if (chunk.has_inputs(row)) {
          take(row, chunk.nonce_.value(row).data);
        }
      }
    }
    [[nodiscard]] Words nonce(size_t row) const { return words_of(chunk.nonce_.value(row).data); }
    [[nodiscard]] Words identity(size_t row) const {
      return identities.empty() ? Words{0, 0} : words_of(&identities[row * IDENTITY_BYTES]);
    }
  };

  /** Whether a row has all that it needs to be encrypted. */
  [[nodiscard]] bool has_inputs(size_t row) const {
    return !data_.is_null(row) && !ad_.is_null(row) && nonce_.value(row).bytes == NONCE_BYTES &&
           keys_.value(row).data != nullptr;
  }

  void refuse_repeated_nonces() const {
    if (nonces_count_up()) {
      return;
    }
    Rows rows{*this, {}};
    auto found = RepeatedNonce(rows, count_).find();
    if (found && !keys_.is_one()) {
      rows.identities = key_identities(count_, [&](size_t row) { return keys_.value(row); });
      found = RepeatedNonce(rows, count_).find();
    }
    if (found) {
      throw std::invalid_argument(
          "nonce: rows " + std::to_string(found->first) + " and " + std::to_string(found->second) +
          " have the same nonce under the same key, which would reveal both messages");
    }
  }

  /** Whether the nonces are a counter; not if one of them is null or has another length. */
  [[nodiscard]] bool nonces_count_up() const {
    return nonce_.all_have(NONCE_BYTES, count_) &&
           nonces_count(count_, [&](size_t row) { return nonce_.value(row).data; });
  }

  // ---- In columns ----

  /** The rows from here on that can be one call for columns, whose results share one piece of
      memory; too few if they cannot. */
  [[nodiscard]] Run run_in_columns(size_t begin) const {
    const Value data = data_.value(begin), nonce = nonce_.value(begin);
    if (!keys_.is_one() || keys_.value(begin).bytes != rows_.row.key_bytes ||
        nonce.bytes != rows_.row.nonce_bytes || rows_.too_short(data.bytes)) {
      return {0, false};
    }
    const size_t out_bytes = std::max<size_t>(rows_.out_bytes(data.bytes), 1);
    const size_t most = std::max<size_t>(Results::PIECE_BYTES / out_bytes, 1);
    const size_t rows = std::min({count_ - begin, MAX_RUN_ROWS, most});
    return Run::find({&data_, &nonce_, &ad_}, begin, begin + rows);
  }

  /** Returns the number of rows. */
  size_t run_columns(size_t begin, const Run &run) {
    const size_t out_bytes = rows_.out_bytes(run.bytes(data_, begin));
    results_.expect((count_ - begin) * out_bytes);
    const size_t text = run.bytes(data_, begin);
    uint8_t *const out = results_.room(run.rows * out_bytes);
    ascon_columns columns = {};
    columns.out = column_of(out, out_bytes, text);
    columns.in = column_of(run.lowest(data_, begin), run.distance(data_, begin), text);
    columns.ad = column_of(run.lowest(ad_, begin), run.distance(ad_, begin), run.bytes(ad_, begin));
    columns.nonce =
        column_of(run.lowest(nonce_, begin), run.distance(nonce_, begin), rows_.row.nonce_bytes);
    columns.key = column_of(keys_.value(begin).data, 0, rows_.row.key_bytes);
    rows_.place(columns);
    uint8_t results[MAX_RUN_ROWS];
    const bool all = is_right(
        begin, ascon_any_columns(&rows_.row, rows_.op(), &columns, run.rows, results, nullptr));
    for (size_t i = 0; i < run.rows; i++) {
      const size_t place = run.place(i);
      if (all || results[place] == ASCON_OK) {
        results_.put(begin + i, out + place * out_bytes, out_bytes);
      } else {
        results_.put_null(begin + i);
      }
    }
    return run.rows;
  }

  // ---- As an array of messages ----

  /** Returns the number of rows. */
  size_t run_array(size_t begin) {
    const size_t rows = std::min(BLOCK_ROWS, count_ - begin);
    block_.begin(rows);
    rows_.read(block_, begin, rows, keys_, nonce_, data_, ad_);
    place_messages(rows);
    const size_t ready = block_.compact(rows);
    block_.take_results(
        begin, ready,
        ascon_any_batch(&rows_.row, rows_.op(), block_.messages.data(), ready, nullptr));
    for (size_t i = 0; i < rows; i++) {
      if (block_.states[i] == RowState::READY) {
        results_.put(begin + i, places_[i].out, places_[i].bytes);
      } else {
        results_.put_null(begin + i);
      }
    }
    return rows;
  }

  void place_messages(size_t rows) {
    places_.resize(rows);
    size_t total = 0;
    for (size_t i = 0; i < rows; i++) {
      const bool ready = block_.states[i] == RowState::READY;
      places_[i].bytes = ready ? rows_.out_bytes(block_.messages[i].length) : 0;
      total += places_[i].bytes;
    }
    results_.expect(total);
    for (size_t i = 0; i < rows; i++) {
      if (block_.states[i] == RowState::READY) {
        places_[i].out = results_.room(places_[i].bytes);
        rows_.place(block_.messages[i], places_[i].out);
      }
    }
  }

  struct Place {
    uint8_t *out;
    size_t bytes;
  };

  AeadRows rows_;
  size_t count_;
  Column data_, nonce_, ad_;
  RowKeys keys_;
  Results results_;
  MessageBlock block_;
  std::vector<Place> places_;
};

}  // namespace

void crypt(Verb verb, const Key &key, duckdb_data_chunk arguments, idx_t first,
           duckdb_vector results) {
  AeadChunk(verb, key, arguments, first, results).run();
}

}  // namespace asconkit::duckdb
