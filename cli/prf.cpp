// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit prf`: output of a PRF of any length.
#include <cstdint>

#include "asconkit/ascon_any.h"
#include "blocks.hpp"
#include "commands.hpp"
#include "keyfile.hpp"
#include "squeeze.hpp"

namespace asconkit::cli {

namespace {

constexpr std::size_t short_bytes = 16;  // PrfShort's largest input and output

std::uint64_t output_bytes(const Arguments &arguments, const ascon_algorithm &algorithm) {
  bool is_short = algorithm.kind == ASCON_KIND_PRFSHORT;
  if (!arguments.given(Id::length)) return is_short ? short_bytes : 32;
  std::uint64_t length = arguments.number(Id::length);
  if (is_short && (length < 1 || length > short_bytes))
    fail_usage("--length: " + std::to_string(length) + ", expected 1 to 16 with " + algorithm.name);
  return length;
}

void print_prf(const Arguments &arguments, Input &input, const ascon_algorithm &algorithm,
               const SecretArray<16> &key, std::uint64_t length) {
  ascon_sponge_ctx ctx;
  ascon_any_sponge_init(&ctx, &algorithm, key.data(), algorithm.key_bytes);
  for_each_block(
      input, [&](ConstBytes block) { ascon_any_sponge_update(&ctx, block.data(), block.size()); });
  print_output(arguments, length,
               [&](Bytes out) { ascon_any_sponge_squeeze(&ctx, out.data(), out.size()); });
  ascon_wipe(&ctx, sizeof ctx);
}

void print_prfshort(const Arguments &arguments, Input &input, const ascon_algorithm &algorithm,
                    const SecretArray<16> &key, std::uint64_t length) {
  SecretArray<short_bytes + 1> message;
  std::size_t size = input.read(message);
  if (size > short_bytes)
    fail(Exit::usage, input.name(),
         std::string("is longer than the 16 bytes that ") + algorithm.name + " accepts");
  auto compute = [&](Bytes out) {
    ascon_message call = {};
    call.out = out.data(), call.out_length = out.size();
    call.in = message.data(), call.length = size, call.key = key.data();
    static_cast<void>(
        ascon_any_run(&algorithm, ASCON_COMPUTE, &call));  // print_output() keeps the lengths
  };
  print_output(arguments, length, compute);
}

}  // namespace

// All arguments are checked before the key is read.
Exit run_prf(const Arguments &arguments) {
  protect_memory();
  const std::string &path = arguments.single_operand("-");
  const ascon_algorithm &algorithm = arguments.algorithm();
  std::uint64_t length = output_bytes(arguments, algorithm);
  refuse_bytes_on_terminal(arguments);
  SecretArray<16> key = read_sponge_key(arguments, "asconkit prf v1", algorithm);
  Input input(path);
  input.refuse_directory();
  bool is_short = algorithm.kind == ASCON_KIND_PRFSHORT;
  (is_short ? print_prfshort : print_prf)(arguments, input, algorithm, key, length);
  return Exit::ok;
}

}  // namespace asconkit::cli
