// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit xof`: output of an XOF or CXOF of any length.
#include <cstdint>

#include "asconkit/ascon_any.h"
#include "blocks.hpp"
#include "commands.hpp"
#include "identity.hpp"
#include "squeeze.hpp"

namespace asconkit::cli {

namespace {

void start(ascon_sponge_ctx &ctx, const ascon_algorithm &algorithm, const Arguments &arguments) {
  if (algorithm.kind == ASCON_KIND_XOF) {
    if (arguments.given(Id::customization))
      fail_usage("--customization: expected a CXOF as algorithm");
    ascon_any_sponge_init(&ctx, &algorithm, nullptr, 0);
    return;
  }
  const std::string &customization = arguments.text(Id::customization);
  auto text = reinterpret_cast<const std::uint8_t *>(customization.data());
  if (ascon_any_sponge_init(&ctx, &algorithm, text, customization.size()) != ASCON_OK)
    fail_usage("--customization: expected at most 256 bytes");
}

}  // namespace

// Without --algorithm, a customization string chooses the CXOF.
Exit run_xof(const Arguments &arguments) {
  const std::string &path = arguments.single_operand("-");
  std::uint64_t length = arguments.number(Id::length);
  const ascon_algorithm &algorithm =
      arguments.algorithm(arguments.given(Id::customization) ? "ascon-cxof128" : "ascon-xof128");
  refuse_bytes_on_terminal(arguments);
  refuse_printing_into(operand_files({path}));
  ascon_sponge_ctx ctx;
  start(ctx, algorithm, arguments);
  Input input(path);
  input.refuse_directory();
  for_each_block(
      input, [&](ConstBytes block) { ascon_any_sponge_update(&ctx, block.data(), block.size()); });
  print_output(arguments, length,
               [&](Bytes out) { ascon_any_sponge_squeeze(&ctx, out.data(), out.size()); });
  return Exit::ok;
}

}  // namespace asconkit::cli
