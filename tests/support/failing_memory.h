// The system gives no memory, once: in programs that are linked with failing_memory.cpp and whose
// calls of malloc() and calloc() the linker leads there (--wrap), which does not reach into shared
// libraries. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>

namespace asconkit_test {

// While it lives, the allocation after the next `successes` ones fails; those after it succeed.
class FailingMemory {
 public:
  explicit FailingMemory(size_t successes);
  FailingMemory(const FailingMemory &) = delete;
  FailingMemory &operator=(const FailingMemory &) = delete;
  ~FailingMemory();
  bool has_failed() const;
};

}  // namespace asconkit_test
