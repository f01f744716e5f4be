// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit sum`: digests of files and folders. Options, lines, messages and exit codes are those
// of sha256sum of coreutils.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "asconkit/ascon_any.h"
#include "checkfile.hpp"
#include "commands.hpp"
#include "filedigests.hpp"
#include "hex.hpp"
#include "identity.hpp"
#include "sumlines.hpp"
#include "threads.hpp"
#include "treehash.hpp"
#include "walk.hpp"

namespace asconkit::cli {

namespace {

struct Options {
  LineStyle style;
  bool recursive = false;
  CheckOptions checking;
};

// If options contradict each other, the last one on the command line counts.
void apply(Options &options, Id id) {
  if (id == Id::binary) options.style.binary = true;
  if (id == Id::text) options.style.binary = false;
  if (id == Id::tag) options.style.tagged = options.style.binary = true;
}

Options options_from(const Arguments &arguments) {
  Options options;
  for (Id id : arguments.order()) apply(options, id);
  options.style.zero = arguments.given(Id::zero);
  options.style.for_terminal = isatty(STDOUT_FILENO) == 1;
  options.recursive = arguments.given(Id::recursive);
  options.checking = check_options_from(arguments);
  return options;
}

// In the order and words of coreutils.
void check_meaningless(const Arguments &arguments) {
  if (arguments.given(Id::zero))
    fail_usage("the --zero option is not supported when verifying checksums");
  if (arguments.given(Id::tag))
    fail_usage("the --tag option is meaningless when verifying checksums");
  if (arguments.given(Id::binary) || arguments.given(Id::text))
    fail_usage("the --binary and --text options are meaningless when verifying checksums");
  if (arguments.given(Id::recursive))
    fail_usage("the --recursive option is meaningless when verifying checksums");
}

// In the order and words of coreutils.
void check_options(const Arguments &arguments, const Options &options) {
  if (options.style.tagged && !options.style.binary)
    fail_usage("--tag does not support --text mode");
  if (arguments.given(Id::tree) && arguments.given(Id::algorithm))
    fail_usage("--tree is an algorithm of its own, so --algorithm cannot be given with it");
  if (arguments.given(Id::check)) return check_meaningless(arguments);
  const CheckOptions &checking = options.checking;
  using Talk = CheckOptions::Talk;
  const char *lone = checking.ignore_missing         ? "ignore-missing"
                     : checking.talk == Talk::status ? "status"
                     : checking.talk == Talk::warn   ? "warn"
                     : checking.talk == Talk::quiet  ? "quiet"
                     : checking.strict               ? "strict"
                     : !checking.folder.empty()      ? "refuse-unlisted"
                                                     : nullptr;
  if (lone != nullptr)
    fail_usage(std::string("the --") + lone +
               " option is meaningful only when verifying checksums");
}

// The files of the command line and those in its folders.
class OperandSource : public FileSource {
 public:
  OperandSource(const Options &options, const ascon_algorithm &algorithm,
                const std::vector<std::string> &operands)
      : options_(options), algorithm_(algorithm), operands_(operands) {}
  bool next(FileItem &item) override;
  // Output is flushed by lines, as coreutils does it. With --zero there are none.
  void flush() override {
    if (!options_.style.zero) FileSource::flush();
  }
  bool good() const { return good_; }

 private:
  void set_found(FileItem &item, Walk::Found found);
  void set_file(FileItem &item, std::string path);
  void print(const FileItem &item, const FileDigest &digest);
  const Options &options_;
  const ascon_algorithm &algorithm_;
  const std::vector<std::string> &operands_;
  std::size_t next_ = 0;
  std::optional<Walk> walk_;
  bool good_ = true;
};

// The next operand, or the next file of the folder that is being walked.
bool OperandSource::next(FileItem &item) {
  for (;;) {
    if (std::optional<Walk::Found> found = walk_ ? walk_->next() : std::nullopt) {
      set_found(item, std::move(*found));
      return true;
    }
    walk_.reset();
    if (next_ == operands_.size()) return false;
    const std::string &path = operands_[next_++];
    if (!options_.recursive || !is_folder(path)) {
      set_file(item, path);
      return true;
    }
    walk_.emplace(path);
  }
}

void OperandSource::set_found(FileItem &item, Walk::Found found) {
  if (found.problem.empty()) return set_file(item, std::move(found.path));
  item.use = [this, problem = std::move(found.problem)](const FileItem &, const FileDigest &) {
    complain(problem);
    good_ = false;
  };
}

void OperandSource::set_file(FileItem &item, std::string path) {
  item.path = std::move(path);
  item.algorithm = &algorithm_;
  item.use = [this](const FileItem &done, const FileDigest &digest) { print(done, digest); };
}

void OperandSource::print(const FileItem &item, const FileDigest &digest) {
  if (digest.failure) {
    complain(digest.failure->what());
    good_ = false;
    return;
  }
  cli::print(format_line(options_.style, algorithm_, to_hex(digest.bytes), item.path));
}

bool print_all(const Options &options, const ascon_algorithm &algorithm,
               const std::vector<std::string> &files, unsigned threads) {
  OperandSource source(options, algorithm, files);
  digest_files(source, threads);
  return source.good();
}

bool check_all(const Options &options, const ascon_algorithm &algorithm,
               const std::vector<std::string> &files, unsigned threads) {
  CheckSource source(options.checking, algorithm, files);
  digest_files(source, threads);
  return source.good();
}

// Errors of buffered writing show up only here.
bool close_standard_streams(const std::vector<std::string> &files) {
  bool failed_before = output_failed();
  int error = failed_before ? 0 : flush_output();
  if (close(STDOUT_FILENO) != 0 && error == 0) error = errno;
  std::string reason = error != 0 ? std::string(": ") + std::strerror(error) : "";
  if (failed_before || error != 0) complain("write error" + reason);
  bool used_stdin = std::ranges::find(files, "-") != files.end();
  if (used_stdin && close(STDIN_FILENO) != 0) {
    complain(std::string("standard input: ") + std::strerror(errno));
    return false;
  }
  return !failed_before && error == 0;
}

}  // namespace

// Standard streams are closed here, since coreutils reports errors of closing them too.
Exit run_sum(const Arguments &arguments) {
  Options options = options_from(arguments);
  check_options(arguments, options);
  unsigned threads = thread_count(arguments.number(Id::threads));
  const ascon_algorithm &algorithm = arguments.given(Id::tree) ? tree_row : arguments.algorithm();
  std::vector<std::string> files = arguments.operands;
  if (files.empty()) files.emplace_back("-");
  refuse_printing_into(operand_files(files));
  bool good = arguments.given(Id::check) ? check_all(options, algorithm, files, threads)
                                         : print_all(options, algorithm, files, threads);
  good = close_standard_streams(files) && good;
  return good ? Exit::ok : Exit::check_failed;
}

}  // namespace asconkit::cli
