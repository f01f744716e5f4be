// What the tests do with batches.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "../../asconkit/batch/ascon_batch.h"
#include "any_kind.h"

namespace asconkit_test {

// An algorithm that is not AEAD has digests: hash, MAC or output of any length.
enum class Task { kSeal, kOpen, kDigest, kVerify };

inline ascon_operation OperationOf(Task task) {
  switch (task) {
    case Task::kSeal: return ASCON_ENCRYPT;
    case Task::kOpen: return ASCON_DECRYPT;
    case Task::kDigest: return ASCON_COMPUTE;
    case Task::kVerify: break;
  }
  return ASCON_VERIFY;
}

}  // namespace asconkit_test
