// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cerrno>
#include <cstdio>
#include <memory>

#include "arguments.hpp"
#include "blocks.hpp"
#include "commands.hpp"
#include "filedigests.hpp"
#include "hex.hpp"
#include "keyfile.hpp"
#include "quote.hpp"
#include "sumlines.hpp"
#include "threads.hpp"

namespace asconkit::cli {

namespace {

struct Options {
  std::string key_file;
  std::string algorithm = "ascon-mac-v13";
  std::string verify;
  std::string threads = "0";
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
class TagSource : public FileSource {
 public:
  TagSource(const std::vector<std::string> &paths, const ascon_algorithm &algorithm)
      : paths_(paths), algorithm_(algorithm) {}
  bool next(FileItem &item) override {
    if (next_ == paths_.size()) return false;
    item.path = paths_[next_++];
    item.algorithm = &algorithm_;
    item.use = [this](const FileItem &done, const FileDigest &digest) { print(done.path, digest); };
    return true;
  }
  Exit result() const { return result_; }

 private:
  void print(const std::string &path, const FileDigest &digest) {
    if (digest.failure) {
      bool is_folder = digest.failure->error() == EISDIR;
      complain(is_folder ? quote_name(path) + ": " + directory_text : digest.failure->what());
      result_ = digest.failure->code();
      return;
    }
    std::string tag = to_hex(ConstBytes(digest.bytes).first(algorithm_.output_bytes));
    std::fputs(format_line({}, algorithm_, tag, path).c_str(), stdout);
  }
  const std::vector<std::string> &paths_;
  const ascon_algorithm &algorithm_;
  std::size_t next_ = 0;
  Exit result_ = Exit::ok;
};

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
  unsigned threads = thread_count(options.threads);
  if (files.empty()) files.push_back("-");
  const ascon_algorithm *algorithm = find_algorithm(options.algorithm, {ASCON_KIND_MAC});
  Tag tag = parse_tag(options, files.size());
  SecretArray<16> key = read_mac_key_file(options.key_file, algorithm->name);
  if (!options.verify.empty()) return verify(files.front(), *algorithm, key, tag);
  TagSource source(files, *algorithm);
  digest_files(source, threads, key.data());
  return source.result();
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
  add_threads_option(*app, options->threads);
  app->footer("Example: asconkit mac -k my.key letter.txt");
  return {app, [options](const auto &operands) { return run(*options, operands); }};
}

}  // namespace asconkit::cli
