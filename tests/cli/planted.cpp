// Faults for sanitizers to find: test_sanitizers.py. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <climits>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

namespace {

int read_too_far(int count) {
  std::vector<char> bytes(static_cast<std::size_t>(count));
  return *(bytes.data() + count);
}

int overflow(int count) { return INT_MAX - 1 + count; }

int leak(int count) {
  void *volatile kept = std::malloc(static_cast<std::size_t>(count));
  kept = nullptr;
  return kept != nullptr;
}

int race(int count) {
  int shared = count;
  std::thread other([&] { ++shared; });
  ++shared;
  other.join();
  return shared;
}

}  // namespace

int main(int count, char **words) {
  std::string_view fault = count > 1 ? words[1] : "";
  if (fault == "read") return read_too_far(count);
  if (fault == "arithmetic") return overflow(count);
  if (fault == "leak") return leak(count);
  if (fault == "race") return race(count);
  return 0;
}
