// Batches on threads or on a device, and checks of arguments; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "calls.hpp"

#include <cstring>
#include <functional>
#include <vector>

namespace asconkit {

// ---- Batches ------------------------------------------------------------------------------------

namespace {

/** Where strings are that lie anywhere: offsets from the lowest of them. */
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
  /** When all are set. An empty string has any place. */
  ascon_column column() {
    for (size_t i = 0; i < starts_.size(); i++) {
      offsets_[i] = lengths_[i] == 0 ? 0
                                     : reinterpret_cast<uintptr_t>(starts_[i]) -
                                           reinterpret_cast<uintptr_t>(base_);
    }
    return {const_cast<uint8_t *>(base_), 0, 0, 0, offsets_.data(), lengths_.data(), 0};
  }

 private:
  const uint8_t *base_ = nullptr;
  std::vector<const uint8_t *> starts_;
  std::vector<uint64_t> offsets_, lengths_;
};

/** Keys, nonces or tags, one after the other, and erased at the end. */
class Packed {
 public:
  Packed(size_t count, size_t bytes) : bytes_(bytes), all_(count * bytes) {}
  ~Packed() { ascon_wipe(all_.data(), all_.size()); }
  Packed(const Packed &) = delete;
  Packed &operator=(const Packed &) = delete;

  void set(size_t i, const uint8_t *value) {
    if (bytes_ != 0) {
      std::memcpy(&all_[i * bytes_], value, bytes_);
    }
  }
  void get(size_t i, uint8_t *value) const {
    if (bytes_ != 0) {
      std::memcpy(value, &all_[i * bytes_], bytes_);
    }
  }
  [[nodiscard]] ascon_column column() const { return column_of(all_.data(), bytes_, bytes_); }

 private:
  size_t bytes_;
  std::vector<uint8_t> all_;
};

/** Bytes of a tag of its own; 0 for algorithms that have none. */
size_t tag_bytes_of(const ascon_algorithm &row, const ascon_message &message) {
  switch (row.kind) {
    case ASCON_KIND_AEAD: return message.tag_length;
    case ASCON_KIND_MAC: return row.output_bytes;
    default: return 0;
  }
}

}  // namespace

ascon_result run_columns(const BatchCall &call, const ascon_columns &columns, size_t count,
                         uint8_t *results) {
  if (!call.workers.device) {
    return ascon_any_columns(call.algorithm, call.op, &columns, count, results,
                             call.workers.pool.get());
  }
  std::vector<uint8_t> own(results == nullptr ? count + 1 : 0);
  return call.workers.device->run({call.algorithm, call.op, count, columns,
                                   results == nullptr ? own.data() : results, nullptr});
}

ascon_result run_messages(const BatchCall &call, ascon_message *messages, size_t count) {
  const ascon_algorithm &row = *call.algorithm;
  if (!call.workers.device || count == 0) {
    return ascon_any_batch(&row, call.op, messages, count, call.workers.pool.get());
  }
  const bool is_aead = row.kind == ASCON_KIND_AEAD;
  const bool writes_tags = call.op == ASCON_ENCRYPT || call.op == ASCON_COMPUTE;
  Places out(count), in(count), ad(count);
  Packed tags(count, tag_bytes_of(row, messages[0]));
  Packed nonces(count, row.nonce_bytes), keys(count, row.key_bytes);
  for (size_t i = 0; i < count; i++) {
    const ascon_message &message = messages[i];
    out.set(i, message.out, is_aead ? message.length : message.out_length);
    in.set(i, message.in, message.length);
    ad.set(i, message.ad, message.ad_length);
    nonces.set(i, message.nonce);
    keys.set(i, message.key);
    if (!writes_tags) {
      tags.set(i, message.tag);
    }
  }
  ascon_columns columns = {out.column(), in.column(),     tags.column(),
                           ad.column(),  nonces.column(), keys.column()};
  columns.out.lengths = nullptr;
  columns.out.length = messages[0].out_length;
  if (!is_aead) {
    columns.ad = column_of(messages[0].ad, 0, messages[0].ad_length);
  }
  std::vector<uint8_t> results(count);
  const ascon_result all = run_columns(call, columns, count, results.data());
  for (size_t i = 0; i < count; i++) {
    messages[i].result = static_cast<ascon_result>(results[i]);
    if (writes_tags) {
      tags.get(i, messages[i].tag);
    }
  }
  return all;
}

// ---- Checks -------------------------------------------------------------------------------------

void require_customization(const HeldBuffer &customization) {
  if (customization.size > ASCON_CXOF128_MAX_CUSTOMIZATION_BYTES) {
    raise(PyExc_ValueError, "customization must be at most %d bytes, not %zu",
          ASCON_CXOF128_MAX_CUSTOMIZATION_BYTES, customization.size);
  }
}

void require_customization(const ascon_algorithm &row, const HeldBuffer &customization) {
  require_customization(customization);
  if (row.kind != ASCON_KIND_CXOF && customization.size != 0) {
    raise(PyExc_ValueError, "%s takes no customization: only CXOFs do", row.name);
  }
}

void require_short(const ascon_algorithm &row, size_t data_bytes, size_t length) {
  if (data_bytes > row.rate_bytes) {
    raise(PyExc_ValueError, "data must be at most %d bytes, not %zu", int(row.rate_bytes),
          data_bytes);
  }
  if (length < 1 || length > row.output_bytes) {
    raise(PyExc_ValueError, "length must be 1 to %d, not %zu", int(row.output_bytes), length);
  }
}

void require_tag_bytes(const ascon_algorithm &row, const char *name, size_t bytes) {
  const int least = row.min_tag_bytes, most = row.output_bytes;
  if (bytes >= row.min_tag_bytes && bytes <= row.output_bytes) {
    return;
  }
  if (least == most) {
    raise(PyExc_ValueError, "%s must be %d bytes, not %zu", name, most, bytes);
  }
  raise(PyExc_ValueError, "%s must be %d to %d bytes, not %zu", name, least, most, bytes);
}

size_t tag_size(const ascon_algorithm &row, Length tag_length) {
  const size_t bytes = number(tag_length, "tag_length");
  require_tag_bytes(row, "tag_length", bytes);
  return bytes;
}

}  // namespace asconkit
