// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit sum` is coreutils' sha256sum with another hash, and folders.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "arguments.hpp"
#include "checkfile.hpp"
#include "commands.hpp"
#include "filedigests.hpp"
#include "hex.hpp"
#include "sumlines.hpp"
#include "threads.hpp"
#include "walk.hpp"

namespace asconkit::cli {

namespace {

struct Options {
  std::string algorithm = "ascon-hash256";
  LineStyle style;
  bool check = false;
  bool recursive = false;
  std::string threads = "0";
  CheckOptions checking;
  std::vector<std::string> given;  // long names in the order of the command line
};

bool given(const Options &options, const char *name) {
  return std::ranges::find(options.given, name) != options.given.end();
}

// Of contradicting options the last one counts, so the order on the command line matters.
void apply(Options &options, const std::string &name) {
  using Talk = CheckOptions::Talk;
  if (name == "--binary") options.style.binary = true;
  if (name == "--text") options.style.binary = false;
  if (name == "--tag") options.style.tagged = options.style.binary = true;
  if (name == "--quiet") options.checking.talk = Talk::quiet;
  if (name == "--status") options.checking.talk = Talk::status;
  if (name == "--warn") options.checking.talk = Talk::warn;
}

void check_meaningless(const Options &options) {
  if (given(options, "--zero"))
    fail_usage("the --zero option is not supported when verifying checksums");
  if (given(options, "--tag"))
    fail_usage("the --tag option is meaningless when verifying checksums");
  if (given(options, "--binary") || given(options, "--text"))
    fail_usage("the --binary and --text options are meaningless when verifying checksums");
  if (options.recursive)
    fail_usage("the --recursive option is meaningless when verifying checksums");
}

void check_options(const Options &options) {
  if (options.style.tagged && !options.style.binary)
    fail_usage("--tag does not support --text mode");
  if (options.check) return check_meaningless(options);
  const CheckOptions &checking = options.checking;
  using Talk = CheckOptions::Talk;
  const char *lone = checking.ignore_missing         ? "ignore-missing"
                     : checking.talk == Talk::status ? "status"
                     : checking.talk == Talk::warn   ? "warn"
                     : checking.talk == Talk::quiet  ? "quiet"
                     : checking.strict               ? "strict"
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
  // Without line ends there is nothing that a line-buffered output would write.
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
  std::string line = format_line(options_.style, algorithm_, to_hex(digest.bytes), item.path);
  std::fwrite(line.data(), 1, line.size(), stdout);
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
  bool failed_before = std::ferror(stdout) != 0;
  bool failed_now = std::fclose(stdout) != 0;
  std::string reason = failed_now ? std::string(": ") + std::strerror(errno) : "";
  if (failed_before || failed_now) complain("write error" + reason);
  bool used_stdin = std::ranges::find(files, "-") != files.end();
  if (used_stdin && close(STDIN_FILENO) != 0) {
    complain(std::string("standard input: ") + std::strerror(errno));
    return false;
  }
  return !failed_before && !failed_now;
}

Exit run(Options &options, std::vector<std::string> &files) {
  for (const std::string &name : options.given) apply(options, name);
  check_options(options);
  unsigned threads = thread_count(options.threads);
  const ascon_algorithm *algorithm = find_algorithm(options.algorithm, {ASCON_KIND_HASH});
  if (files.empty()) files.push_back("-");
  std::setvbuf(stdout, nullptr, _IOFBF, BUFSIZ);  // flushed where it matters, also on terminals
  bool good = options.check ? check_all(options, *algorithm, files, threads)
                            : print_all(options, *algorithm, files, threads);
  good = close_standard_streams(files) && good;
  return good ? Exit::ok : Exit::sum_failed;
}

// Kept nowhere: parse_order() has it.
void add_plain_flag(CLI::App &app, const std::string &names, const std::string &description) {
  app.add_flag(names, description);
}

void add_line_options(CLI::App &app, Options &options) {
  add_plain_flag(app, "-b,--binary", "Mark the lines as of binary files (*)");
  add_plain_flag(app, "--tag", "Write BSD-style lines, which name the algorithm");
  add_plain_flag(app, "-t,--text", "Mark the lines as of text files (default)");
  app.add_flag("-z,--zero", options.style.zero, "End lines with NUL, escape nothing");
}

void add_check_options(CLI::App &app, Options &options) {
  app.add_flag("-c,--check", options.check, "Read digests from the files and check them");
  app.add_flag("--ignore-missing", options.checking.ignore_missing,
               "Do not fail or report for missing files");
  add_plain_flag(app, "--quiet", "Do not print OK for each good file");
  add_plain_flag(app, "--status", "Print nothing, the exit code says it");
  app.add_flag("--strict", options.checking.strict, "Fail on improperly formatted lines");
  add_plain_flag(app, "-w,--warn", "Warn about improperly formatted lines");
}

}  // namespace

Command add_sum(CLI::App &root) {
  auto options = std::make_shared<Options>();
  CLI::App *app =
      root.add_subcommand("sum", "Print or check digests of files, with the options of sha256sum");
  describe_operands(*app, "[FILE...]", "Without FILE, or for -, standard input is read.");
  app->add_option("-a,--algorithm", options->algorithm, "Hash listed by asconkit info")
      ->capture_default_str()
      ->type_name("NAME");
  app->add_flag("-r,--recursive", options->recursive,
                "Take the files in folders, sorted; links in folders are not followed");
  add_threads_option(*app, options->threads);
  add_line_options(*app, *options);
  add_check_options(*app, *options);
  app->footer("Example: asconkit sum -r photos > SUMS; asconkit sum -c SUMS");
  return {app, [app, options](auto operands) {
            for (const CLI::Option *option : app->parse_order())
              if (!option->get_positional())
                options->given.push_back("--" + option->get_lnames()[0]);
            return run(*options, operands);
          }};
}

}  // namespace asconkit::cli
