#include "operations.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace asconkit::bench {

namespace {

constexpr std::size_t any_length = std::numeric_limits<std::size_t>::max();
constexpr std::size_t digest_bytes = 32;  // of what may have any length
constexpr std::size_t mac_bytes = 16;
constexpr std::size_t customization_bytes = 16;

bool is(const Operation &operation, const char *name) { return operation.name == name; }

// Lengths of message and output; one of them varies.
struct Lengths {
  std::size_t in, out, extra;
};

Lengths lengths_of(const Operation &operation, std::size_t bytes) {
  const ascon_algorithm &a = *operation.algorithm;
  std::size_t out = a.output_bytes ? a.output_bytes : a.key_bytes ? mac_bytes : digest_bytes;
  std::size_t extra = a.kind == ASCON_KIND_CXOF ? customization_bytes : 0;
  if (is(operation, "squeeze")) return {0, bytes, extra};
  return {bytes, out, extra};
}

void check(ascon_result result) {
  if (result != ASCON_OK) throw std::runtime_error(ascon_result_text(result));
}

// Keeps the compiler from assuming what memory holds.
void touch() { asm volatile("" : : : "memory"); }

}  // namespace

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (std::size_t i = 0; const ascon_algorithm *a = ascon_algorithm_at(i); i++) {
    auto add = [&](const char *name, std::size_t longest = any_length) {
      all.push_back({a, name, longest});
    };
    switch (a->kind) {
      case ASCON_KIND_AEAD: add("encrypt"), add("decrypt"); break;
      case ASCON_KIND_HASH: add("hash"); break;
      case ASCON_KIND_MAC: add("mac"); break;
      case ASCON_KIND_PRFSHORT: add("prf", a->rate_bytes); break;
      case ASCON_KIND_XOF:
      case ASCON_KIND_CXOF:
      case ASCON_KIND_PRF: add("absorb"), add("squeeze"); break;
    }
  }
  return all;
}

permutations needed_by(const Operation &operation, std::size_t bytes) {
  Lengths n = lengths_of(operation, bytes);
  return permutations_of(operation.algorithm, n.in, n.out, n.extra);
}

Measurement measure_operation(const Operation &operation, std::size_t bytes, double seconds) {
  const ascon_algorithm *a = operation.algorithm;
  const Lengths n = lengths_of(operation, bytes);
  const permutations needed = needed_by(operation, bytes);
  std::vector<std::uint8_t> in(n.in + 1, 0x5a), out(std::max(n.in, n.out) + 1);
  std::vector<std::uint8_t> extra(n.extra + 1, 0x11);
  const std::uint8_t key[64] = {1, 2, 3}, nonce[64] = {4, 5, 6};
  std::uint8_t tag[16];

  ascon_state state;
  check(ascon_state_init(&state, nullptr));
  auto bare = [&] { run_permutations(&state, &needed); };
  auto run = [&](auto call) {
    check(call());
    return measure(
        seconds,
        [&] {
          call();
          touch();
        },
        bare);
  };

  switch (a->kind) {
    case ASCON_KIND_AEAD:
      if (is(operation, "encrypt"))
        return run([&] {
          return ascon_aead_encrypt(a, out.data(), tag, sizeof tag, in.data(), bytes, nullptr, 0,
                                    nonce, key);
        });
      check(ascon_aead_encrypt(a, out.data(), tag, sizeof tag, in.data(), bytes, nullptr, 0, nonce,
                               key));
      return run([&] {
        return ascon_aead_decrypt(a, in.data(), out.data(), bytes, tag, sizeof tag, nullptr, 0,
                                  nonce, key);
      });
    case ASCON_KIND_HASH: return run([&] { return ascon_hash(a, out.data(), in.data(), n.in); });
    case ASCON_KIND_XOF:
      return run([&] { return ascon_xof(a, out.data(), n.out, in.data(), n.in); });
    case ASCON_KIND_CXOF:
      return run(
          [&] { return ascon_cxof(a, out.data(), n.out, in.data(), n.in, extra.data(), n.extra); });
    case ASCON_KIND_MAC: return run([&] { return ascon_mac(a, out.data(), in.data(), n.in, key); });
    case ASCON_KIND_PRF:
      return run([&] { return ascon_prf(a, out.data(), n.out, in.data(), n.in, key); });
    case ASCON_KIND_PRFSHORT:
      return run([&] { return ascon_prfshort(a, out.data(), n.out, in.data(), n.in, key); });
  }
  throw std::logic_error("an algorithm of unknown kind");
}

Measurement measure_permutation(unsigned rounds, double seconds) {
  ascon_state state;
  check(ascon_state_init(&state, nullptr));
  const permutations once{rounds, rounds, 1, 0, 0};
  auto bare = [&] { run_permutations(&state, &once); };
  return measure(seconds, bare, bare);
}

}  // namespace asconkit::bench
