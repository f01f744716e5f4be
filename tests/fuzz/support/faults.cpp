// Right and wrong arguments; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/faults.h"

#include <algorithm>

namespace asconkit_fuzz {
namespace {

bool IsMissing(Input &input, size_t bytes, Faults *faults) {
  if (bytes == 0 || !input.OneIn(12)) return false;
  faults->push_back(ASCON_ERR_NULL);
  return true;
}

}  // namespace

void ExpectReturned(ascon_result returned, const Faults &faults) {
  if (faults.empty()) EXPECT_EQ(returned, ASCON_OK);
  else EXPECT_NE(std::find(faults.begin(), faults.end(), returned), faults.end()) << returned;
}

Argument::Argument(Input &input, const Bytes &content, Faults *faults)
    : content_(content),
      memory_(content_, content.size() % 8),
      is_null_(IsMissing(input, content.size(), faults)) {}

Output::Output(Input &input, size_t bytes, Faults *faults)
    : memory_(bytes, bytes % 7, kUntouched), is_null_(IsMissing(input, bytes, faults)) {}

}  // namespace asconkit_fuzz
