// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "secret.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "errors.hpp"

namespace asconkit::cli {

void fill_random(Bytes bytes) {
  constexpr std::size_t most = 256;  // per call of getentropy(3)
  while (!bytes.empty()) {
    std::size_t now = std::min(most, bytes.size());
    if (getentropy(bytes.data(), now) != 0) fail_errno("random number generator", errno);
    bytes = bytes.subspan(now);
  }
}

void disable_core_dumps() {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

}  // namespace asconkit::cli
