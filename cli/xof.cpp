// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>

#include "arguments.hpp"
#include "blocks.hpp"
#include "commands.hpp"
#include "hex.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

struct Options {
  std::string algorithm;
  std::string length = "32";
  std::string customization;
  bool customized = false;
  bool raw = false;
};

void start(ascon_sponge_ctx &ctx, const ascon_algorithm &algorithm, const Options &options) {
  if (algorithm.kind == ASCON_KIND_XOF) {
    if (options.customized) fail_usage("--customization: expected a CXOF as algorithm");
    ascon_xof_init(&ctx, &algorithm);
    return;
  }
  auto text = reinterpret_cast<const std::uint8_t *>(options.customization.data());
  if (ascon_cxof_init(&ctx, &algorithm, text, options.customization.size()) != ASCON_OK)
    fail_usage("--customization: expected at most 256 bytes");
}

// Not left to CLI11, which takes -1 for 2^64 - 1.
std::uint64_t parse_length(const std::string &text) {
  std::uint64_t length = 0;
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, length);
  if (error != std::errc{} || stop != end)
    fail_usage("--length: " + quote_name(text) + ", expected a number of bytes");
  return length;
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

Exit run(const Options &options, const std::string &path) {
  std::uint64_t length = parse_length(options.length);
  std::string fallback = options.customized ? "ascon-cxof128" : "ascon-xof128";
  const std::string &name = options.algorithm.empty() ? fallback : options.algorithm;
  const ascon_algorithm *algorithm = find_algorithm(name, {ASCON_KIND_XOF, ASCON_KIND_CXOF});
  ascon_sponge_ctx ctx;
  start(ctx, *algorithm, options);
  Input input(path);
  input.refuse_directory();
  for_each_block(input,
                 [&](ConstBytes block) { ascon_xof_update(&ctx, block.data(), block.size()); });
  squeeze(ctx, length, options.raw);
  return Exit::ok;
}

}  // namespace

Command add_xof(CLI::App &root) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("xof", "Print output of any length for a file");
  describe_operands(*app, "[FILE]", "Without FILE, or with -, standard input is read.");
  app->add_option("-a,--algorithm", options->algorithm,
                  "XOF or CXOF listed by asconkit info [ascon-xof128; with -z ascon-cxof128]")
      ->type_name("NAME");
  app->add_option("-n,--length", options->length, "Bytes of output")
      ->capture_default_str()
      ->type_name("N");
  CLI::Option *text = app->add_option("-z,--customization", options->customization,
                                      "Customization string, at most 256 bytes")
                          ->type_name("TEXT");
  app->add_flag("--raw", options->raw, "Write bytes instead of hexadecimal digits");
  app->footer("Example: asconkit xof -n 64 -z 'my protocol' letter.txt");
  return {app, [options, text](const auto &operands) {
            options->customized = text->count() > 0;
            return run(*options, single_operand(operands, "-"));
          }};
}

}  // namespace asconkit::cli
