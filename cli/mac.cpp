// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit mac`: tags of files, and their verification.
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <vector>

#include "asconkit/ascon_any.h"
#include "blocks.hpp"
#include "checkfile.hpp"
#include "commands.hpp"
#include "filedigests.hpp"
#include "hex.hpp"
#include "keyfile.hpp"
#include "quote.hpp"
#include "sumlines.hpp"
#include "threads.hpp"

namespace asconkit::cli {

namespace {

using Tag = std::array<std::uint8_t, 16>;

void absorb(const std::string &path, const ascon_algorithm &algorithm, const SecretArray<16> &key,
            ascon_sponge_ctx &ctx) {
  Input input(path);
  input.refuse_directory();
  ascon_any_sponge_init(&ctx, &algorithm, key.data(), algorithm.key_bytes);
  for_each_block(
      input, [&](ConstBytes block) { ascon_any_sponge_update(&ctx, block.data(), block.size()); });
}

Exit verify(const std::string &path, const ascon_algorithm &algorithm, const SecretArray<16> &key,
            const Tag &tag) {
  ascon_sponge_ctx ctx;
  absorb(path, algorithm, key, ctx);
  if (ascon_any_sponge_verify_final(&ctx, tag.data()) != ASCON_OK)
    fail(Exit::corrupted, path, "the tag does not match: the key is wrong, or the file changed");
  print(quote_name(path) + ": OK\n");
  return Exit::ok;
}

// If one file fails, the others are still processed.
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
    cli::print(format_line(style_, algorithm_, tag, path));
  }
  const std::vector<std::string> &paths_;
  const ascon_algorithm &algorithm_;
  const LineStyle style_ = {.for_terminal = isatty(STDOUT_FILENO) == 1};
  std::size_t next_ = 0;
  Exit result_ = Exit::ok;
};

Tag parse_tag(const Arguments &arguments, std::size_t files) {
  Tag tag{};
  if (!from_hex(arguments.text(Id::verify), tag))
    fail_usage("--verify: expected a tag of 32 hexadecimal digits");
  if (files != 1) fail_usage("--verify: expected exactly one file");
  return tag;
}

Exit check(const Arguments &arguments, const std::vector<std::string> &lists,
           const ascon_algorithm &algorithm, const SecretArray<16> &key, unsigned threads) {
  CheckOptions options = check_options_from(arguments);
  CheckSource source(options, algorithm, lists);
  digest_files(source, threads, key.data());
  return source.good() ? Exit::ok : Exit::check_failed;
}

}  // namespace

// One of three: check lists (-c), verify one tag (--verify), or print tags.
Exit run_mac(const Arguments &arguments) {
  protect_memory();
  unsigned threads = thread_count(arguments.number(Id::threads));
  std::vector<std::string> files = arguments.operands;
  if (files.empty()) files.emplace_back("-");
  const ascon_algorithm &algorithm = arguments.algorithm();
  bool verifies = arguments.given(Id::verify);
  Tag tag = verifies ? parse_tag(arguments, files.size()) : Tag{};
  SecretArray<16> key = read_sponge_key(arguments, "asconkit mac v1", algorithm);
  if (arguments.given(Id::check)) return check(arguments, files, algorithm, key, threads);
  if (verifies) return verify(files.front(), algorithm, key, tag);
  TagSource source(files, algorithm);
  digest_files(source, threads, key.data());
  return source.result();
}

}  // namespace asconkit::cli
