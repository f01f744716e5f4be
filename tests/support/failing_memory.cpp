// See the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "failing_memory.h"

#include <atomic>
#include <cstdint>

namespace {

constexpr size_t kNever = SIZE_MAX;
std::atomic<size_t> g_before_failure{kNever};  // allocations

bool Fails() { return g_before_failure != kNever && g_before_failure-- == 0; }  // 0 becomes kNever

}  // namespace

extern "C" {
void *__real_calloc(size_t, size_t);
void *__real_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_malloc(size_t);

void *__wrap_calloc(size_t count, size_t bytes) {
  return Fails() ? nullptr : __real_calloc(count, bytes);
}
void *__wrap_malloc(size_t bytes) { return Fails() ? nullptr : __real_malloc(bytes); }
}

namespace asconkit_test {

FailingMemory::FailingMemory(size_t successes) { g_before_failure = successes; }
FailingMemory::~FailingMemory() { g_before_failure = kNever; }
bool FailingMemory::has_failed() const { return g_before_failure == kNever; }

}  // namespace asconkit_test
