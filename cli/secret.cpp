// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "secret.hpp"

#include <sys/resource.h>

#include "asconkit/ascon_random.h"
#include "errors.hpp"

namespace asconkit::cli {

void fill_random(Bytes bytes) {
  const ascon_result result = ascon_random_bytes(bytes.data(), bytes.size());
  if (result != ASCON_OK) fail(Exit::io, "random number generator", ascon_result_text(result));
}

void disable_core_dumps() {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

}  // namespace asconkit::cli
