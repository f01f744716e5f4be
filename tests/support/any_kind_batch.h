/* One batch call for hashes, XOFs, CXOFs, MACs, PRFs and PrfShort; see any_kind.h. For tests and
   benchmarks. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_TESTS_ANY_KIND_BATCH_H
#define ASCONKIT_TESTS_ANY_KIND_BATCH_H

#include "../../asconkit/ascon_batch.h"
#include "any_kind.h"

/* `in.key` is for the jobs that have no key of their own. */
static inline ascon_result any_batch(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                     size_t count, any_input in, ascon_batch_pool *pool) {
  const ascon_algorithm *a = algorithm;
  switch (a->kind) {
    case ASCON_KIND_HASH: return ascon_batch_hash(a, jobs, count, pool);
    case ASCON_KIND_XOF: return ascon_batch_xof(a, jobs, count, pool);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof(a, jobs, count, in.customization, in.customization_bytes, pool);
    case ASCON_KIND_MAC: return ascon_batch_mac(a, jobs, count, in.key, pool);
    case ASCON_KIND_PRF: return ascon_batch_prf(a, jobs, count, in.key, pool);
    case ASCON_KIND_PRFSHORT: return ascon_batch_prfshort(a, jobs, count, in.key, pool);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

/* The keys are a column: `in.key` is not read. */
static inline ascon_result any_batch_columns(const ascon_algorithm *algorithm,
                                             const ascon_sponge_columns *columns, size_t count,
                                             any_input in, uint8_t *results,
                                             ascon_batch_pool *pool) {
  const ascon_algorithm *a = algorithm;
  switch (a->kind) {
    case ASCON_KIND_HASH: return ascon_batch_hash_columns(a, columns, count, results, pool);
    case ASCON_KIND_XOF: return ascon_batch_xof_columns(a, columns, count, results, pool);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof_columns(a, columns, count, results, in.customization,
                                      in.customization_bytes, pool);
    case ASCON_KIND_MAC: return ascon_batch_mac_columns(a, columns, count, results, pool);
    case ASCON_KIND_PRF: return ascon_batch_prf_columns(a, columns, count, results, pool);
    case ASCON_KIND_PRFSHORT: return ascon_batch_prfshort_columns(a, columns, count, results, pool);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

#endif
