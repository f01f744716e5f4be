// Writes random bytes to standard output, for test_drbg_statistics.py: of the generator of
// ascon_drbg.h with a fixed seed, or of one with a fault.
//
//   drbg_stream GENERATOR BYTES
//     drbg      as it is
//     stuck     the lowest bit of every eighth byte is 0
//     repeated  every request begins with the same state
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "asconkit/drbg/ascon_drbg.h"

namespace {

constexpr size_t kRequest = 32768;

bool Write(std::string_view generator, size_t bytes) {
  static const uint8_t seed[ASCON_DRBG_MIN_SEED_BYTES] = {1, 2, 3};
  std::vector<uint8_t> out(kRequest);
  ascon_drbg drbg;
  if (ascon_drbg_init(&drbg, nullptr, seed, sizeof seed) != ASCON_OK) return false;
  for (size_t done = 0; done < bytes; done += kRequest) {
    ascon_drbg next = drbg;
    if (ascon_drbg_generate(&next, out.data(), kRequest, nullptr, 0) != ASCON_OK) return false;
    if (generator != "repeated") drbg = next;
    for (size_t i = 0; generator == "stuck" && i < kRequest; i += 8) out[i] &= 0xfe;
    const size_t now = std::min(kRequest, bytes - done);
    if (std::fwrite(out.data(), 1, now, stdout) != now) return false;
  }
  return std::fflush(stdout) == 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  return Write(argv[1], std::strtoull(argv[2], nullptr, 10)) ? 0 : 1;
}
