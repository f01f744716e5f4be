// Calls of batches with wrong arguments among the right ones, and the single calls that say what is
// right. For the targets batch_jobs and batch_columns.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "tests/fuzz/support/faults.h"
#include "tests/support/batches.h"

namespace asconkit_fuzz {

using asconkit_test::Heap;

inline constexpr ascon_result kNoResult = ASCON_ERR_ORDER;  // of no batch
inline constexpr size_t kMostMessages = 40;

// The arguments of a call other than its messages. The operation is sometimes one that the
// algorithm does not have.
struct Call {
  explicit Call(Input &input);
  bool is(ascon_kind kind) const { return algorithm->kind == kind; }
  bool is_aead() const { return is(ASCON_KIND_AEAD); }
  bool is_mac() const { return is(ASCON_KIND_MAC); }
  bool has_ad() const { return is_aead() || is(ASCON_KIND_CXOF); }
  bool has_tag() const { return is_aead() || is_mac(); }
  bool reads_tag() const { return op == ASCON_DECRYPT || op == ASCON_VERIFY; }
  // Whether the algorithm allows one length of output alone, which is not AEAD's.
  bool has_fixed_output() const { return is(ASCON_KIND_HASH) || is_mac(); }
  size_t MostText() const { return is(ASCON_KIND_PRFSHORT) ? 18 : 100; }
  // A length of tag or output that is right more often than not.
  size_t OutputLength(Input &input) const;
  // The tag that a message to be decrypted or verified should have. All else of it is right.
  Bytes RightTag(const ascon_message &message) const;

  const ascon_algorithm *algorithm;
  ascon_operation op;
  ascon_batch_pool *pool;
  Faults faults;  // of the call as a whole
};

// `expected`: the results of the messages of a call without faults.
void ExpectReturned(ascon_result returned, const Faults &faults,
                    const std::vector<ascon_result> &expected);

}  // namespace asconkit_fuzz
