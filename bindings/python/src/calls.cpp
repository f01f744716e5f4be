// The batch calls by kind, and checks of their arguments; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "calls.hpp"

#include <utility>

#include "device_calls.hpp"

namespace asconkit {

SpongeCall::SpongeCall(const ascon_algorithm *row, const HeldBuffer *custom, bool verify_tags,
                       Workers workers_in)
    : algorithm(row), customization(custom), verify(verify_tags), workers(std::move(workers_in)) {
  if (custom == nullptr) {
    return;
  }
  require_customization(*custom);
  if (row->kind != ASCON_KIND_CXOF && custom->size != 0) {
    raise(PyExc_ValueError, "%s takes no customization: only CXOFs do", row->name);
  }
}

namespace {

DeviceCall on_device(const AeadCall &call) {
  return {call.workers.device.get(), call.algorithm,
          call.encrypt ? ASCON_BATCH_ENCRYPT : ASCON_BATCH_DECRYPT};
}

DeviceCall on_device(const SpongeCall &call) {
  return {call.workers.device.get(), call.algorithm,
          call.verify ? ASCON_BATCH_VERIFY : ASCON_BATCH_COMPUTE, call.customization};
}

}  // namespace

ascon_result crypt_columns(const AeadCall &call, const ascon_aead_columns &columns, size_t count,
                           uint8_t *results) {
  if (call.workers.device) {
    return run_columns(on_device(call), columns, count, results);
  }
  const auto run = call.encrypt ? ascon_batch_encrypt_columns : ascon_batch_decrypt_columns;
  return run(call.algorithm, &columns, count, results, call.workers.pool.get());
}

ascon_result crypt_jobs(const AeadCall &call, ascon_aead_job *jobs, size_t count,
                        size_t tag_bytes) {
  if (call.workers.device) {
    return run_jobs(on_device(call), jobs, count, tag_bytes);
  }
  const auto run = call.encrypt ? ascon_batch_encrypt : ascon_batch_decrypt;
  return run(call.algorithm, jobs, count, tag_bytes, nullptr, call.workers.pool.get());
}

ascon_result absorb_columns(const SpongeCall &call, const ascon_sponge_columns &columns,
                            size_t count, uint8_t *results) {
  const ascon_algorithm *row = call.algorithm;
  ascon_batch_pool *pool = call.workers.pool.get();
  if (call.workers.device) {
    return run_columns(on_device(call), columns, count, results);
  }
  switch (row->kind) {
    case ASCON_KIND_HASH: return ascon_batch_hash_columns(row, &columns, count, results, pool);
    case ASCON_KIND_XOF: return ascon_batch_xof_columns(row, &columns, count, results, pool);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof_columns(row, &columns, count, results, call.customization->data,
                                      call.customization->size, pool);
    case ASCON_KIND_MAC:
      return (call.verify ? ascon_batch_mac_verify_columns : ascon_batch_mac_columns)(
          row, &columns, count, results, pool);
    case ASCON_KIND_PRF: return ascon_batch_prf_columns(row, &columns, count, results, pool);
    case ASCON_KIND_PRFSHORT:
      return ascon_batch_prfshort_columns(row, &columns, count, results, pool);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

ascon_result absorb_jobs(const SpongeCall &call, ascon_sponge_job *jobs, size_t count) {
  const ascon_algorithm *row = call.algorithm;
  ascon_batch_pool *pool = call.workers.pool.get();
  if (call.workers.device) {
    return run_jobs(on_device(call), jobs, count);
  }
  switch (row->kind) {
    case ASCON_KIND_HASH: return ascon_batch_hash(row, jobs, count, pool);
    case ASCON_KIND_XOF: return ascon_batch_xof(row, jobs, count, pool);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof(row, jobs, count, call.customization->data, call.customization->size,
                              pool);
    case ASCON_KIND_MAC:
      return (call.verify ? ascon_batch_mac_verify : ascon_batch_mac)(row, jobs, count, nullptr,
                                                                      pool);
    case ASCON_KIND_PRF: return ascon_batch_prf(row, jobs, count, nullptr, pool);
    case ASCON_KIND_PRFSHORT: return ascon_batch_prfshort(row, jobs, count, nullptr, pool);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

void require_customization(const HeldBuffer &customization) {
  if (customization.size > ASCON_CXOF128_MAX_CUSTOMIZATION_BYTES) {
    raise(PyExc_ValueError, "customization must be at most %d bytes, not %zu",
          ASCON_CXOF128_MAX_CUSTOMIZATION_BYTES, customization.size);
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
