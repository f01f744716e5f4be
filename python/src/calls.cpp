// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "calls.hpp"

#include <algorithm>
#include <climits>

namespace asconkit {

ascon_result absorb_columns(const SpongeCall &call, const ascon_sponge_columns &columns,
                            size_t count, uint8_t *results) {
  const ascon_algorithm *row = call.algorithm;
  switch (row->kind) {
    case ASCON_KIND_HASH:
      return ascon_batch_hash_columns(row, &columns, count, results, call.threads);
    case ASCON_KIND_XOF:
      return ascon_batch_xof_columns(row, &columns, count, results, call.threads);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof_columns(row, &columns, count, call.customization->data,
                                      call.customization->size, results, call.threads);
    case ASCON_KIND_MAC:
      return (call.verify ? ascon_batch_mac_verify_columns : ascon_batch_mac_columns)(
          row, &columns, count, results, call.threads);
    case ASCON_KIND_PRF:
      return ascon_batch_prf_columns(row, &columns, count, results, call.threads);
    case ASCON_KIND_PRFSHORT:
      return ascon_batch_prfshort_columns(row, &columns, count, results, call.threads);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

ascon_result absorb_jobs(const SpongeCall &call, ascon_sponge_job *jobs, size_t count) {
  const ascon_algorithm *row = call.algorithm;
  switch (row->kind) {
    case ASCON_KIND_HASH: return ascon_batch_hash(row, jobs, count, call.threads);
    case ASCON_KIND_XOF: return ascon_batch_xof(row, jobs, count, call.threads);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof(row, jobs, count, call.customization->data, call.customization->size,
                              call.threads);
    case ASCON_KIND_MAC:
      return (call.verify ? ascon_batch_mac_verify : ascon_batch_mac)(row, jobs, count, nullptr,
                                                                      call.threads);
    case ASCON_KIND_PRF: return ascon_batch_prf(row, jobs, count, nullptr, call.threads);
    case ASCON_KIND_PRFSHORT: return ascon_batch_prfshort(row, jobs, count, nullptr, call.threads);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

unsigned thread_count(Length threads) {
  return static_cast<unsigned>(
      std::min<size_t>(number(threads, "threads"), static_cast<size_t>(INT_MAX)));
}

size_t tag_size(const ascon_algorithm &row, Length tag_length) {
  const size_t bytes = number(tag_length, "tag_length");
  if (bytes < row.min_tag_bytes || bytes > row.output_bytes) {
    raise(PyExc_ValueError, "tag_length must be %d to %d, not %zu", int(row.min_tag_bytes),
          int(row.output_bytes), bytes);
  }
  return bytes;
}

}  // namespace asconkit
