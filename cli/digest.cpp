// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "digest.hpp"

#include <cerrno>

#include "errors.hpp"
#include "hex.hpp"
#include "progress.hpp"

namespace asconkit::cli {

namespace {

std::string digest(Input &input, const ascon_algorithm &algorithm) {
  ascon_sponge_ctx ctx;
  ascon_hash_init(&ctx, &algorithm);
  for_each_block(input,
                 [&](ConstBytes block) { ascon_hash_update(&ctx, block.data(), block.size()); });
  std::array<std::uint8_t, 32> result{};
  ascon_hash_final(&ctx, result.data());
  return to_hex(result);
}

}  // namespace

void for_each_block(Input &input, const std::function<void(ConstBytes)> &use) {
  SecretBuffer buffer(64 * 1024);
  Progress progress(input.name(), input.size());
  while (std::size_t size = input.read(buffer.all())) {
    use(buffer.first(size));
    progress.add(size);
  }
}

DigestResult digest_file(const std::string &path, const ascon_algorithm &algorithm,
                         Missing missing) {
  using State = DigestResult::State;
  try {
    Input input(path);
    return {State::done, digest(input, algorithm)};
  } catch (const Failure &failure) {
    if (missing == Missing::is_ignored && failure.error() == ENOENT) return {State::missing, ""};
    complain(failure.what());
    return {State::failed, ""};
  }
}

}  // namespace asconkit::cli
