// Batches in host memory as devices take them: columns as they are; jobs, whose strings lie
// anywhere,
// as offsets from the lowest of them. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "device_calls.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace asconkit {

namespace {

ascon_accelerator_batch begin_batch(const DeviceCall &call, size_t count) {
  ascon_accelerator_batch batch = {};
  batch.algorithm = call.algorithm;
  batch.task = call.task;
  batch.count = count;
  if (call.customization != nullptr) {
    batch.customization = call.customization->data;
    batch.customization_bytes = call.customization->size;
  }
  return batch;
}

ascon_column column_of(const uint8_t *data, size_t stride, size_t length) {
  ascon_column column = {};
  column.data = data;
  column.stride = stride;
  column.length = length;
  return column;
}

ascon_out_column out_column_of(uint8_t *data, size_t stride, size_t length) {
  ascon_out_column column = {};
  column.data = data;
  column.stride = stride;
  column.length = length;
  return column;
}

/** Runs it with results of its own where the caller has none. */
ascon_result run(const DeviceCall &call, ascon_accelerator_batch &batch, uint8_t *results) {
  std::vector<uint8_t> own(results == nullptr ? batch.count + 1 : 0);
  batch.results = results == nullptr ? own.data() : results;
  return call.device->run(batch);
}

/** Where the strings of jobs are. */
class Places {
 public:
  explicit Places(size_t count) : starts_(count), offsets_(count), lengths_(count) {}
  void set(size_t i, const uint8_t *start, size_t bytes) {
    starts_[i] = start;
    lengths_[i] = bytes;
    if (bytes != 0 && (base_ == nullptr || std::less<>()(start, base_))) {
      base_ = start;
    }
  }
  /** An empty string has any place. */
  void finish() {
    for (size_t i = 0; i < starts_.size(); i++) {
      offsets_[i] = lengths_[i] == 0 ? 0
                                     : reinterpret_cast<uintptr_t>(starts_[i]) -
                                           reinterpret_cast<uintptr_t>(base_);
    }
  }
  [[nodiscard]] const uint8_t *base() const { return base_; }
  [[nodiscard]] const uint64_t *offsets() const { return offsets_.data(); }
  [[nodiscard]] const uint64_t *lengths() const { return lengths_.data(); }

  [[nodiscard]] ascon_column column() const {
    ascon_column column = {};
    column.data = base_;
    column.offsets = offsets();
    column.lengths = lengths();
    return column;
  }
  /** Outputs, of `length` bytes each if they have no lengths of their own. */
  [[nodiscard]] ascon_out_column outputs(size_t length) const {
    ascon_out_column column = {};
    column.data = const_cast<uint8_t *>(base_);
    column.length = length;
    column.offsets = offsets();
    return column;
  }

 private:
  const uint8_t *base_ = nullptr;
  std::vector<const uint8_t *> starts_;
  std::vector<uint64_t> offsets_, lengths_;
};

/** Keys, nonces and tags, one after the other, and erased at the end. */
class Packed {
 public:
  Packed(size_t count, size_t bytes) : bytes_(bytes), all_(count * bytes) {}
  ~Packed() { ascon_wipe(all_.data(), all_.size()); }
  Packed(const Packed &) = delete;
  Packed &operator=(const Packed &) = delete;

  void set(size_t i, const uint8_t *value) { std::memcpy(at(i), value, bytes_); }
  uint8_t *at(size_t i) { return all_.data() + i * bytes_; }
  [[nodiscard]] ascon_column column() const { return column_of(all_.data(), bytes_, bytes_); }
  ascon_out_column outputs() { return out_column_of(all_.data(), bytes_, bytes_); }

 private:
  size_t bytes_;
  std::vector<uint8_t> all_;
};

template <typename Job>
void set_results(Job *jobs, const std::vector<uint8_t> &results) {
  for (size_t i = 0; i < results.size(); i++) {
    jobs[i].result = static_cast<ascon_result>(results[i]);
  }
}

}  // namespace

ascon_result run_columns(const DeviceCall &call, const ascon_aead_columns &c, size_t count,
                         uint8_t *results) {
  ascon_accelerator_batch batch = begin_batch(call, count);
  batch.in = column_of(c.in, c.in_stride, c.text_bytes);
  batch.out = out_column_of(c.out, c.out_stride, c.text_bytes);
  batch.ad = column_of(c.ad, c.ad_stride, c.ad_bytes);
  batch.nonce = column_of(c.nonce, c.nonce_stride, call.algorithm->nonce_bytes);
  batch.key = column_of(c.key, c.key_stride, call.algorithm->key_bytes);
  batch.tag = out_column_of(c.tag, c.tag_stride, c.tag_bytes);
  return run(call, batch, results);
}

ascon_result run_columns(const DeviceCall &call, const ascon_sponge_columns &c, size_t count,
                         uint8_t *results) {
  ascon_accelerator_batch batch = begin_batch(call, count);
  batch.in = column_of(c.in, c.in_stride, c.bytes);
  batch.out = out_column_of(c.out, c.out_stride, c.out_bytes);
  batch.key = column_of(c.key, c.key_stride, call.algorithm->key_bytes);
  return run(call, batch, results);
}

ascon_result run_jobs(const DeviceCall &call, ascon_aead_job *jobs, size_t count,
                      size_t tag_bytes) {
  Places in(count), out(count), ad(count);
  Packed keys(count, call.algorithm->key_bytes), nonces(count, call.algorithm->nonce_bytes);
  Packed tags(count, tag_bytes);
  const bool encrypts = call.task == ASCON_BATCH_ENCRYPT;
  for (size_t i = 0; i < count; i++) {
    in.set(i, jobs[i].in, jobs[i].text_bytes);
    out.set(i, jobs[i].out, jobs[i].text_bytes);
    ad.set(i, jobs[i].ad, jobs[i].ad_bytes);
    keys.set(i, jobs[i].key);
    nonces.set(i, jobs[i].nonce);
    if (!encrypts) {
      tags.set(i, jobs[i].tag);
    }
  }
  in.finish();
  out.finish();
  ad.finish();
  ascon_accelerator_batch batch = begin_batch(call, count);
  batch.in = in.column();
  batch.out = out.outputs(0);
  batch.ad = ad.column();
  batch.nonce = nonces.column();
  batch.key = keys.column();
  batch.tag = tags.outputs();
  std::vector<uint8_t> results(count);
  const ascon_result all = run(call, batch, results.data());
  set_results(jobs, results);
  for (size_t i = 0; encrypts && i < count; i++) {
    std::memcpy(jobs[i].tag, tags.at(i), tag_bytes);
  }
  return all;
}

ascon_result run_jobs(const DeviceCall &call, ascon_sponge_job *jobs, size_t count) {
  Places in(count), out(count);
  Packed keys(count, call.algorithm->key_bytes);
  for (size_t i = 0; i < count; i++) {
    in.set(i, jobs[i].in, jobs[i].bytes);
    out.set(i, jobs[i].out, jobs[i].out_bytes);
    keys.set(i, jobs[i].key);
  }
  in.finish();
  out.finish();
  ascon_accelerator_batch batch = begin_batch(call, count);
  batch.in = in.column();
  batch.out = out.outputs(count == 0 ? call.algorithm->output_bytes : jobs[0].out_bytes);
  batch.key = keys.column();
  std::vector<uint8_t> results(count);
  const ascon_result all = run(call, batch, results.data());
  set_results(jobs, results);
  return all;
}

}  // namespace asconkit
