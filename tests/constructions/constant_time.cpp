// Runs the calls of secrets_NAME.cpp, on every backend. Under valgrind's memcheck a branch or an
// address that depends on a secret is an error, at the line that does it. `--planted-branch` and
// `--planted-index` do what is forbidden: the checker must see it.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <string_view>

#include "asconkit/ascon_backend.h"
#include "secret_calls.h"

using asconkit_test::SecretCall;

static int CheckBackend(const char *backend) {
  int failures = 0;
  for (const auto &row : SecretCall::all()) {
    if (row.call()) continue;
    std::fprintf(stderr, "%s: a wrong result of %s\n", backend, row.of.c_str());
    failures++;
  }
  return failures;
}

int main(int argc, char **argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "--planted-branch") return asconkit_test::PlantedBranch();
  if (what == "--planted-index") return asconkit_test::PlantedIndex();
  if (RUNNING_ON_VALGRIND == 0) {
    std::fprintf(stderr, "constant_time_constructions: it checks nothing without valgrind\n");
    return 2;
  }
  int failures = 0;
  for (size_t i = 0; ascon_backend_at(i); i++) {
    const char *backend = ascon_backend_at(i);
    if (ascon_backend_force(backend) != ASCON_OK) {
      std::printf("%s: not on this processor\n", backend);
      continue;
    }
    failures += CheckBackend(backend);
    std::printf("%s: checked\n", backend);
  }
  return failures == 0 ? 0 : 1;
}
