// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "digest.hpp"
#include "hex.hpp"
#include "keyfile.hpp"
#include "quote.hpp"
#include "sumlines.hpp"

namespace asconkit::cli {

namespace {

struct Options {
  std::string key_file;
  std::string algorithm = "ascon-mac-v13";
  std::string verify;
};

using Tag = std::array<std::uint8_t, 16>;

void absorb(const std::string &path, const ascon_algorithm &algorithm, const SecretArray<16> &key,
            ascon_sponge_ctx &ctx) {
  Input input(path);
  input.refuse_directory();
  ascon_mac_init(&ctx, &algorithm, key.data());
  for_each_block(input,
                 [&](ConstBytes block) { ascon_mac_update(&ctx, block.data(), block.size()); });
}

Exit print_tag(const std::string &path, const ascon_algorithm &algorithm,
               const SecretArray<16> &key) {
  ascon_sponge_ctx ctx;
  absorb(path, algorithm, key, ctx);
  Tag tag{};
  ascon_mac_final(&ctx, tag.data());
  std::fputs(format_line({}, algorithm, to_hex(tag), path).c_str(), stdout);
  return Exit::ok;
}

Exit verify(const std::string &path, const ascon_algorithm &algorithm, const SecretArray<16> &key,
            const Tag &tag) {
  ascon_sponge_ctx ctx;
  absorb(path, algorithm, key, ctx);
  if (ascon_mac_verify_final(&ctx, tag.data()) != ASCON_OK)
    fail(Exit::corrupted, path, "the tag does not match: another key, or a changed file");
  std::printf("%s: OK\n", quote_name(path).c_str());
  return Exit::ok;
}

// One file that fails does not keep the others from being done.
Exit print_tags(const std::vector<std::string> &files, const ascon_algorithm &algorithm,
                const SecretArray<16> &key) {
  Exit result = Exit::ok;
  for (const std::string &path : files) {
    try {
      print_tag(path, algorithm, key);
    } catch (const Failure &failure) {
      complain(failure.what());
      result = failure.code();
    }
  }
  return result;
}

Tag parse_tag(const Options &options, std::size_t files) {
  Tag tag{};
  if (!options.verify.empty() && !from_hex(options.verify, tag))
    fail_usage("--verify: expected a tag of 32 hexadecimal digits");
  if (!options.verify.empty() && files != 1) fail_usage("--verify: expected exactly one file");
  return tag;
}

Exit run(const Options &options, std::vector<std::string> files) {
  disable_core_dumps();
  if (options.key_file.empty()) fail_usage("expected --key FILE");
  if (files.empty()) files.push_back("-");
  const ascon_algorithm *algorithm = find_algorithm(options.algorithm, {ASCON_KIND_MAC});
  Tag tag = parse_tag(options, files.size());
  SecretArray<16> key = read_mac_key_file(options.key_file, algorithm->name);
  if (options.verify.empty()) return print_tags(files, *algorithm, key);
  return verify(files.front(), *algorithm, key, tag);
}

}  // namespace

Command add_mac(CLI::App &root) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("mac", "Print or verify tags of files made with a key");
  describe_operands(*app, "[FILE...]", "Without FILE, or for -, standard input is read.");
  app->add_option("-k,--key", options->key_file,
                  "Key file made by asconkit keygen, or with 32 hexadecimal digits")
      ->type_name("FILE");
  app->add_option("-a,--algorithm", options->algorithm, "MAC listed by asconkit info")
      ->capture_default_str()
      ->type_name("NAME");
  app->add_option("--verify", options->verify, "Tag to compare with, in hexadecimal")
      ->type_name("HEX");
  app->footer("Example: asconkit mac -k my.key letter.txt");
  return {app, [options](const auto &operands) { return run(*options, operands); }};
}

}  // namespace asconkit::cli
