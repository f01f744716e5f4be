// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "blocks.hpp"
#include "commands.hpp"
#include "hex.hpp"

namespace asconkit::cli {

namespace {

void start(ascon_sponge_ctx &ctx, const ascon_algorithm &algorithm, const Arguments &arguments) {
  if (algorithm.kind == ASCON_KIND_XOF) {
    if (arguments.given(Id::customization))
      fail_usage("--customization: expected a CXOF as algorithm");
    ascon_xof_init(&ctx, &algorithm);
    return;
  }
  const std::string &customization = arguments.text(Id::customization);
  auto text = reinterpret_cast<const std::uint8_t *>(customization.data());
  if (ascon_cxof_init(&ctx, &algorithm, text, customization.size()) != ASCON_OK)
    fail_usage("--customization: expected at most 256 bytes");
}

void refuse_terminal(const Arguments &arguments) {
  if (arguments.given(Id::raw) && !arguments.given(Id::force) && isatty(STDOUT_FILENO) == 1)
    fail_usage("refusing to write bytes to a terminal; --force does it");
}

void squeeze(ascon_sponge_ctx &ctx, std::uint64_t length, bool raw) {
  std::vector<std::uint8_t> block(64 * 1024);
  for (std::uint64_t left = length; left > 0 && std::ferror(stdout) == 0;) {
    std::size_t size = std::min<std::uint64_t>(left, block.size());
    ascon_xof_squeeze(&ctx, block.data(), size);
    ConstBytes output(block.data(), size);
    if (raw) std::fwrite(output.data(), 1, output.size(), stdout);
    else std::fputs(to_hex(output).c_str(), stdout);
    left -= size;
  }
  if (!raw) std::fputc('\n', stdout);
}

}  // namespace

Exit run_xof(const Arguments &arguments) {
  const std::string &path = arguments.single_operand("-");
  std::uint64_t length = arguments.number(Id::length);
  const ascon_algorithm &algorithm =
      arguments.algorithm(arguments.given(Id::customization) ? "ascon-cxof128" : "ascon-xof128");
  refuse_terminal(arguments);
  ascon_sponge_ctx ctx;
  start(ctx, algorithm, arguments);
  Input input(path);
  input.refuse_directory();
  for_each_block(input,
                 [&](ConstBytes block) { ascon_xof_update(&ctx, block.data(), block.size()); });
  squeeze(ctx, length, arguments.given(Id::raw));
  return Exit::ok;
}

}  // namespace asconkit::cli
