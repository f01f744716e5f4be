// The frequency of the core, on processors where the latency of an instruction is known; see the
// header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "clock.hpp"

#include <time.h>

#include <algorithm>
#include <cstdint>

namespace asconkit::bench {

namespace {

constexpr int links = 16;
constexpr int repeats = 600;

#if defined(__GNUC__) && defined(__x86_64__)
// 64-bit imul: 3 cycles on every Intel core since 2008 and every AMD core since 2017.
constexpr double cycles_per_link = 3;
constexpr const char *method = "chain of dependent imul, 3 cycles each";

void chain() {
  std::uint64_t x = 3;
  for (int i = 0; i < repeats; i++)
    asm volatile(".rept %c1\n\timul %0, %0\n\t.endr" : "+r"(x) : "i"(links) : "cc");
}
#elif defined(__GNUC__) && defined(__aarch64__)
// eor of two registers, neither zero nor a move: 1 cycle on every core.
constexpr double cycles_per_link = 1;
constexpr const char *method = "chain of dependent eor, 1 cycle each";

void chain() {
  std::uint64_t x = 3, y = 5;
  for (int i = 0; i < 3 * repeats; i++)
    asm volatile(".rept %c2\n\teor %0, %0, %1\n\t.endr" : "+r"(x) : "r"(y), "i"(links));
}
#else
constexpr double cycles_per_link = 0;
constexpr const char *method = "none for this processor: times only";

void chain() {}
#endif

constexpr double chain_cycles =
    cycles_per_link == 1 ? 3.0 * repeats * links : cycles_per_link * repeats * links;

}  // namespace

Stopwatch::Stopwatch() {
  double best = 1e9;
  for (int i = 0; i < 1000; i++) best = std::min(best, (*this)([] {}));
  reading_ = best;
}

double Stopwatch::thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

std::optional<double> core_clock(const Stopwatch &stopwatch) {
  if (cycles_per_link == 0) return std::nullopt;
  return chain_cycles / stopwatch(chain);
}

const char *core_clock_method() { return method; }

}  // namespace asconkit::bench
