// Hashes and tags of a chunk of rows: in columns where rows are at equal distances, else as an
// array of messages.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"
#include "asconkit/ascon_prf.h"
#include "columns.hpp"
#include "functions.hpp"

namespace asconkit::duckdb {

namespace {

/** One call of ascon_hash() or ascon_mac(): results of one length. */
class SpongeChunk {
 public:
  SpongeChunk(const ascon_algorithm *algorithm, const uint8_t *key, duckdb_data_chunk arguments,
              idx_t first, duckdb_vector results)
      : algorithm_(algorithm),
        out_bytes_(algorithm->output_bytes),
        key_(key),
        count_(duckdb_data_chunk_get_size(arguments)),
        data_(arguments, first, "data"),
        results_(results) {}

  void run() {
    results_.expect(count_ * out_bytes_);
    for (size_t begin = 0; begin < count_;) {
      const Run run = Run::find({&data_}, begin, count_);
      begin += run.rows >= MIN_RUN_ROWS ? run_columns(begin, run) : run_array(begin);
    }
  }

 private:
  size_t run_columns(size_t begin, const Run &run) {
    uint8_t *const out = results_.room(run.rows * out_bytes_);
    ascon_columns columns = {};
    columns.in =
        column_of(run.lowest(data_, begin), run.distance(data_, begin), run.bytes(data_, begin));
    columns.out = columns.tag = column_of(out, out_bytes_, out_bytes_);
    columns.key = column_of(key_, 0, algorithm_->key_bytes);
    is_right(begin,
             ascon_any_columns(algorithm_, ASCON_COMPUTE, &columns, run.rows, nullptr, nullptr));
    for (size_t i = 0; i < run.rows; i++) {
      results_.put(begin + i, out + run.place(i) * out_bytes_, out_bytes_);
    }
    return run.rows;
  }

  size_t run_array(size_t begin) {
    const size_t rows = std::min(BLOCK_ROWS, count_ - begin);
    uint8_t *const out = results_.room(rows * out_bytes_);
    block_.begin(rows);
    data_.each(begin, rows, [&](size_t i, const Value &value) {
      block_.mark(i, value);
      ascon_message &message = block_.messages[i];
      message.out = message.tag = out + i * out_bytes_;
      message.in = value.data;
      message.length = value.bytes;
      message.key = key_;
    });
    const size_t ready = block_.compact(rows);
    block_.take_results(
        begin, ready,
        ascon_any_batch(algorithm_, ASCON_COMPUTE, block_.messages.data(), ready, nullptr));
    for (size_t i = 0; i < rows; i++) {
      if (block_.states[i] == RowState::READY) {
        results_.put(begin + i, out + i * out_bytes_, out_bytes_);
      } else {
        results_.put_null(begin + i);
      }
    }
    return rows;
  }

  const ascon_algorithm *algorithm_;
  size_t out_bytes_;
  const uint8_t *key_;
  size_t count_;
  Column data_;
  Results results_;
  MessageBlock block_;
};

}  // namespace

void hash(duckdb_data_chunk arguments, idx_t first, duckdb_vector results) {
  SpongeChunk(ASCON_HASH256, nullptr, arguments, first, results).run();
}

void mac(const Key &key, duckdb_data_chunk arguments, idx_t first, duckdb_vector results) {
  if (key.per_device) {
    throw std::invalid_argument("the key '" + key.name +
                                "' has a key for each device: ascon_mac() takes one for all");
  }
  if (key.bytes->size() != ASCON_V13_MAC_KEY_BYTES) {
    wrong_size("key", 0, ASCON_V13_MAC_KEY_BYTES, key.bytes->size());
  }
  SpongeChunk(ASCON_V13_MAC, key.bytes->data(), arguments, first, results).run();
}

}  // namespace asconkit::duckdb
