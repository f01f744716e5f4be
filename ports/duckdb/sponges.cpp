// Hashes and tags of a chunk of rows: in columns where rows lie at equal distances, else in jobs.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_any.h"
#include "asconkit/ascon_prf.h"
#include "columns.hpp"
#include "functions.hpp"

namespace asconkit::duckdb {

namespace {

/** The calls of the library for one algorithm, whose results have one length. */
struct Calls {
  ascon_result (*columns)(const ascon_sponge_columns &columns, size_t count);
  ascon_result (*jobs)(ascon_sponge_job *jobs, size_t count);
  size_t out_bytes;
};

constexpr Calls HASH = {
    [](const ascon_sponge_columns &columns, size_t count) {
      return ascon_batch_hash_columns(ASCON_HASH256, &columns, count, nullptr, nullptr);
    },
    [](ascon_sponge_job *jobs, size_t count) {
      return ascon_batch_hash(ASCON_HASH256, jobs, count, nullptr);
    },
    ASCON_HASH256_BYTES,
};
constexpr Calls MAC = {
    [](const ascon_sponge_columns &columns, size_t count) {
      return ascon_batch_mac_columns(ASCON_V13_MAC, &columns, count, nullptr, nullptr);
    },
    [](ascon_sponge_job *jobs, size_t count) {
      return ascon_batch_mac(ASCON_V13_MAC, jobs, count, nullptr, nullptr);
    },
    ASCON_V13_MAC_TAG_BYTES,
};

/** One call of ascon_any_hash() or ascon_any_mac(). */
class SpongeChunk {
 public:
  SpongeChunk(const Calls &calls, const uint8_t *key, duckdb_data_chunk arguments, idx_t first,
              duckdb_vector results)
      : calls_(calls),
        key_(key),
        count_(duckdb_data_chunk_get_size(arguments)),
        data_(arguments, first, "data"),
        results_(results) {}

  void run() {
    results_.expect(count_ * calls_.out_bytes);
    for (size_t begin = 0; begin < count_;) {
      const Run run = Run::find({&data_}, begin, count_);
      begin += run.rows >= MIN_RUN_ROWS ? run_columns(begin, run) : run_jobs(begin);
    }
  }

 private:
  size_t run_columns(size_t begin, const Run &run) {
    uint8_t *const out = results_.room(run.rows * calls_.out_bytes);
    const ascon_sponge_columns columns = {out,
                                          calls_.out_bytes,
                                          calls_.out_bytes,
                                          run.lowest(data_, begin),
                                          run.distance(data_, begin),
                                          run.bytes(data_, begin),
                                          key_,
                                          0};
    is_right(begin, calls_.columns(columns, run.rows));
    for (size_t i = 0; i < run.rows; i++) {
      results_.put(begin + i, out + run.place(i) * calls_.out_bytes, calls_.out_bytes);
    }
    return run.rows;
  }

  size_t run_jobs(size_t begin) {
    const size_t rows = std::min(JOB_ROWS, count_ - begin);
    uint8_t *const out = results_.room(rows * calls_.out_bytes);
    block_.begin(rows);
    data_.each(begin, rows, [&](size_t i, const Value &value) {
      block_.mark(i, value);
      block_.jobs[i] = {
          out + i * calls_.out_bytes, calls_.out_bytes, value.data, value.bytes, key_, ASCON_OK};
    });
    const size_t ready = block_.compact(rows);
    block_.take_results(begin, ready, calls_.jobs(block_.jobs.data(), ready));
    for (size_t i = 0; i < rows; i++) {
      if (block_.states[i] == RowState::READY) {
        results_.put(begin + i, out + i * calls_.out_bytes, calls_.out_bytes);
      } else {
        results_.put_null(begin + i);
      }
    }
    return rows;
  }

  const Calls &calls_;
  const uint8_t *key_;
  size_t count_;
  Column data_;
  Results results_;
  JobBlock<ascon_sponge_job> block_;
};

}  // namespace

void hash(duckdb_data_chunk arguments, idx_t first, duckdb_vector results) {
  SpongeChunk(HASH, nullptr, arguments, first, results).run();
}

void mac(const Key &key, duckdb_data_chunk arguments, idx_t first, duckdb_vector results) {
  if (key.per_device) {
    throw std::invalid_argument("the key '" + key.name +
                                "' has a key for each device: ascon_mac() takes one for all");
  }
  if (key.bytes->size() != ASCON_V13_MAC_KEY_BYTES) {
    wrong_size("key", 0, ASCON_V13_MAC_KEY_BYTES, key.bytes->size());
  }
  SpongeChunk(MAC, key.bytes->data(), arguments, first, results).run();
}

}  // namespace asconkit::duckdb
