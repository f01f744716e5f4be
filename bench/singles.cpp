// Measurements of single messages: named calls, and generic ones for a short message, where the
// difference shows.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "../asconkit/ascon_any.h"
#include "../asconkit/ascon_backend.h"
#include "../asconkit/ascon_permutation.h"
#include "../asconkit/ascon_prf.h"
#include "../asconkit/ascon_v12.h"
#include "../tests/support/algorithm_rows.h"
#include "../tests/support/any_kind.h"
#include "cases.hpp"

namespace asconkit::bench {

namespace {

constexpr std::size_t any_length = std::numeric_limits<std::size_t>::max();
constexpr std::size_t digest_bytes = 32;  // where any length is possible
constexpr std::size_t mac_bytes = 16;
constexpr std::size_t customization_bytes = 16;

constexpr std::size_t sizes[] = {16, 64, 256, 1536, 65536};
constexpr std::size_t generic_bytes = 16;
constexpr std::size_t packet_bytes = 8;  // a short message with associated data as short

// The calls that are named after an algorithm.
struct NamedCalls {
  const ascon_algorithm *algorithm;
  decltype(&ascon_aead128_encrypt) encrypt = nullptr;
  decltype(&ascon_aead128_decrypt) decrypt = nullptr;
  decltype(&ascon_hash256) hash = nullptr;
  decltype(&ascon_xof128) xof = nullptr;
  decltype(&ascon_cxof128) cxof = nullptr;
  decltype(&ascon_v13_mac) mac = nullptr;
  decltype(&ascon_v13_prf) prf = nullptr;
};

#define ASCON_OBJECT(id) .algorithm = &ascon_algorithm_##id
#define ASCON_AEAD_CALLS(id, ...)                                                                  \
  {ASCON_OBJECT(id), .encrypt = ascon_##id##_encrypt, .decrypt = ascon_##id##_decrypt},
#define ASCON_HASH_CALLS(id, ...) {ASCON_OBJECT(id), .hash = ascon_##id},
#define ASCON_XOF_CALLS(id, ...) {ASCON_OBJECT(id), .xof = ascon_##id},
#define ASCON_CXOF_CALLS(id, ...) {ASCON_OBJECT(id), .cxof = ascon_##id},
#define ASCON_MAC_CALLS(id, ...) {ASCON_OBJECT(id), .mac = ascon_##id},
#define ASCON_PRF_CALLS(id, ...) {ASCON_OBJECT(id), .prf = ascon_##id},

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
const NamedCalls named_calls[] = {
    ASCON_AEAD_ROWS(ASCON_AEAD_CALLS) ASCON_HASH_ROWS(ASCON_HASH_CALLS)
        ASCON_XOF_ROWS(ASCON_XOF_CALLS) ASCON_CXOF_ROWS(ASCON_CXOF_CALLS)
            ASCON_MAC_ROWS(ASCON_MAC_CALLS) ASCON_PRF_ROWS(ASCON_PRF_CALLS)
                ASCON_PRFSHORT_ROWS(ASCON_PRF_CALLS)};
#pragma GCC diagnostic pop

const NamedCalls &calls_of(const ascon_algorithm *algorithm) {
  for (const NamedCalls &calls : named_calls)
    if (calls.algorithm == algorithm) return calls;
  throw std::logic_error("an algorithm without calls of its own");
}

// The generic call for each kind, with the arguments of the named ones.
ascon_result any_hash(const ascon_algorithm *a, std::uint8_t *out, const std::uint8_t *in,
                      std::size_t bytes) {
  return any_compute(a, out, 0, in, bytes, {});
}
ascon_result any_xof(const ascon_algorithm *a, std::uint8_t *out, std::size_t out_bytes,
                     const std::uint8_t *in, std::size_t bytes) {
  return any_compute(a, out, out_bytes, in, bytes, {});
}
ascon_result any_cxof(const ascon_algorithm *a, std::uint8_t *out, std::size_t out_bytes,
                      const std::uint8_t *in, std::size_t bytes, const std::uint8_t *z,
                      std::size_t z_bytes) {
  return any_compute(a, out, out_bytes, in, bytes, {nullptr, z, z_bytes});
}
ascon_result any_mac(const ascon_algorithm *a, std::uint8_t *out, const std::uint8_t *in,
                     std::size_t bytes, const std::uint8_t *key) {
  return any_compute(a, out, 0, in, bytes, {key, nullptr, 0});
}
ascon_result any_prf(const ascon_algorithm *a, std::uint8_t *out, std::size_t out_bytes,
                     const std::uint8_t *in, std::size_t bytes, const std::uint8_t *key) {
  return any_compute(a, out, out_bytes, in, bytes, {key, nullptr, 0});
}

// A named call: its function and arguments as they are. A generic call: the algorithm comes first.
template <typename Named, typename Generic, typename... Arguments>
Repeat call(const ascon_algorithm *a, bool generic, Named named, Generic any, Arguments... rest) {
  if (generic) return repeated([=] { return any(a, rest...) == ASCON_OK; });
  return repeated([=] { return named(rest...) == ASCON_OK; });
}

// The call is chosen before the measurement: nothing but the call itself is repeated.
Repeat single(Messages &m, bool generic) {
  const MessagesShape &s = m.shape();
  const ascon_algorithm *a = s.algorithm;
  const NamedCalls &named = calls_of(a);
  const std::uint8_t *in = m.in(), *extra = m.extra(), *nonce = m.nonce(), *key = m.key();
  std::uint8_t *out = m.out(), *tag = m.tag();
  const std::size_t bytes = m.length(0), n = Messages::tag_bytes;
  switch (a->kind) {
    case ASCON_KIND_AEAD:
      if (s.decrypt)
        return call(a, generic, named.decrypt, any_decrypt, out, in, bytes,
                    static_cast<const std::uint8_t *>(tag), n, extra, s.extra_bytes, nonce, key);
      return call(a, generic, named.encrypt, any_encrypt, out, tag, n, in, bytes, extra,
                  s.extra_bytes, nonce, key);
    case ASCON_KIND_HASH: return call(a, generic, named.hash, any_hash, out, in, bytes);
    case ASCON_KIND_XOF: return call(a, generic, named.xof, any_xof, out, s.out_bytes, in, bytes);
    case ASCON_KIND_CXOF:
      return call(a, generic, named.cxof, any_cxof, out, s.out_bytes, in, bytes, extra,
                  s.extra_bytes);
    case ASCON_KIND_MAC: return call(a, generic, named.mac, any_mac, out, in, bytes, key);
    case ASCON_KIND_PRF:
      return call(a, generic, named.prf, any_prf, out, s.out_bytes, in, bytes, key);
    case ASCON_KIND_PRFSHORT:
      return call(a, generic, named.prf, any_prf, out, s.out_bytes, in, bytes, key);
  }
  throw std::logic_error("an algorithm of unknown kind");
}

// What the library takes by itself.
std::string chosen() {
  ascon_backend_force(nullptr);
  return ascon_backend_active();
}

// Backends for narrower processors and for reading: no 64-bit processor is given one of them.
constexpr std::string_view narrow[] = {"bi32", "c32", "c8", "ref"};

std::vector<std::string> backends(bool with_narrow) {
  std::vector<std::string> names;
  for (std::size_t i = 0; const char *name = ascon_backend_at(i); i++)
    if (ascon_backend_available(name) &&
        (with_narrow || name == chosen() || !std::ranges::count(narrow, name)))
      names.emplace_back(name);
  return names;
}

std::function<void()> forced(const std::string &backend) {
  return [backend] { ascon_backend_force(backend.c_str()); };
}

// Adds a group: the backends by the named call, with narrow ones where the algorithm is a main one;
// for one length the chosen backend by the generic call too; and the peers.
void add_group(std::vector<Group> &groups, const Operation &operation, std::size_t bytes,
               std::size_t ad_bytes, const std::vector<bench_peer> &peers) {
  Group group{shape_of(operation, bytes), {}};
  if (ad_bytes) group.shape.extra_bytes = ad_bytes;
  Name name{.backend{},
            .algorithm = operation.algorithm->name,
            .operation = operation.name + (ad_bytes ? "-ad" : ""),
            .bytes = bytes};
  auto add = [&](const std::string &backend, bool generic) {
    Name way = name;
    way.backend = backend;
    if (generic) way.operation += "-generic";
    group.ways.push_back({way, forced(backend),
                          [generic](Messages &m) { return single(m, generic); },
                          needed_by(operation, bytes, ad_bytes)});
  };
  for (const std::string &backend : backends(is_main(operation))) add(backend, false);
  if (bytes == generic_bytes) add(chosen(), true);
  add_peers(group, name, peers);
  groups.push_back(std::move(group));
}

}  // namespace

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (std::size_t i = 0; const ascon_algorithm *a = ascon_any_at(i); i++) {
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

bool is_main(const Operation &operation) {
  return operation.algorithm == ASCON_AEAD128 || operation.algorithm == ASCON_HASH256;
}

MessagesShape shape_of(const Operation &operation, std::size_t bytes, std::size_t count) {
  const ascon_algorithm &a = *operation.algorithm;
  const bool squeeze = operation.name == "squeeze";
  MessagesShape shape{.algorithm = &a, .decrypt = operation.name == "decrypt", .lengths{}};
  shape.lengths.assign(count, squeeze ? 0 : bytes);
  shape.out_bytes = squeeze          ? bytes
                    : a.output_bytes ? a.output_bytes
                    : a.key_bytes    ? mac_bytes
                                     : digest_bytes;
  shape.extra_bytes = a.kind == ASCON_KIND_CXOF ? customization_bytes : 0;
  return shape;
}

permutations needed_by(const Operation &operation, std::size_t bytes, std::size_t ad_bytes) {
  const MessagesShape shape = shape_of(operation, bytes);
  return permutations_of(operation.algorithm, shape.lengths[0], shape.out_bytes,
                         ad_bytes ? ad_bytes : shape.extra_bytes);
}

void add_singles(std::vector<Group> &groups, const std::vector<bench_peer> &peers) {
  for (const Operation &operation : all_operations()) {
    if (operation.algorithm->kind == ASCON_KIND_AEAD)
      add_group(groups, operation, packet_bytes, packet_bytes, peers);
    for (std::size_t bytes : sizes)
      if (bytes <= operation.longest) add_group(groups, operation, bytes, 0, peers);
  }
}

// The permutation alone, by every backend, for each number of rounds that an algorithm has.
void add_permutations(std::vector<Group> &groups) {
  for (unsigned rounds : {6u, 8u, 12u}) {
    Group group;
    for (const std::string &backend : backends(true)) {
      auto state = std::make_shared<ascon_state>();
      const permutations once{rounds, rounds, 1, 0, 0};
      group.ways.push_back({.name = {.backend = backend,
                                     .algorithm = "ascon-p" + std::to_string(rounds),
                                     .operation = "permute",
                                     .bytes = sizeof(ascon_words)},
                            .open =
                                [backend, state] {
                                  ascon_backend_force(backend.c_str());
                                  ascon_permutation_init(state.get(), nullptr);
                                },
                            .make =
                                [once, state](Messages &) {
                                  return repeated([once, state = state.get()] {
                                    run_permutations(state, &once);
                                    return true;
                                  });
                                }});
    }
    groups.push_back(std::move(group));
  }
}

}  // namespace asconkit::bench
