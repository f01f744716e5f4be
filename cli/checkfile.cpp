// SPDX-License-Identifier: Apache-2.0 OR MIT
// Checking files against lists of digests or tags; see the header. The messages and counts are
// those of coreutils.
#include "checkfile.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "errors.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

using Talk = CheckOptions::Talk;

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void warn_count(unsigned long long count, const char *one, const char *many) {
  if (count == 0) return;
  complain("WARNING: " + std::to_string(count) + " " + (count == 1 ? one : many));
}

void report(const CheckOptions &options, const std::string &name, const char *verdict) {
  if (options.talk == Talk::status) return;
  bool escape = needs_escape(name);
  std::string shown = escape ? escape_name(name) : name;
  if (options.for_terminal) shown = printable(shown);
  print((escape ? "\\" : "") + shown + ": " + verdict + "\n");
}

// Without links, but the last name stays as it is: a link is a file of its own.
std::string place_of(const std::string &path) {
  std::error_code error;
  std::filesystem::path split(path);
  std::filesystem::path folder = std::filesystem::canonical(
      split.has_parent_path() ? split.parent_path() : std::filesystem::path("."), error);
  return error ? path : (folder / split.filename()).string();
}

}  // namespace

// If options contradict each other, the last one on the command line counts.
CheckOptions check_options_from(const Arguments &arguments) {
  CheckOptions options;
  options.ignore_missing = arguments.given(Id::ignore_missing);
  options.strict = arguments.given(Id::strict);
  options.folder = arguments.text(Id::refuse_unlisted);
  options.for_terminal = isatty(STDOUT_FILENO) == 1;
  for (Id id : arguments.order()) {
    if (id == Id::quiet) options.talk = Talk::quiet;
    if (id == Id::status) options.talk = Talk::status;
    if (id == Id::warn) options.talk = Talk::warn;
  }
  return options;
}

CheckFile::CheckFile(const CheckOptions &options, CheckLineParser &parser,
                     const ascon_algorithm &algorithm, const std::string &path, Unlisted *unlisted)
    : options_(options),
      parser_(parser),
      algorithm_(algorithm),
      unlisted_(unlisted),
      is_stdin_(path == "-"),
      shown_(quote_name(is_stdin_ ? "standard input" : path)) {
  try {
    lines_.emplace(path);
  } catch (const Failure &failure) {
    open_problem_ = failure.what();
  }
}

// The items of the lines, then one for the end: a summary, or why the list cannot be read.
bool CheckFile::next(FileItem &item) {
  if (ended_) return false;
  if (!lines_) {
    end(item, is_stdin_ ? &CheckFile::say_unreadable : &CheckFile::say_unopened);
    return true;
  }
  try {
    if (!next_line(*lines_, item)) end(item, &CheckFile::say_summary);
  } catch (const Failure &) {
    end(item, &CheckFile::say_unreadable);
  }
  return true;
}

bool CheckFile::may_wait() {
  try {
    return lines_ && lines_->may_wait();
  } catch (const Failure &) {
    return false;  // next() fails in the same way
  }
}

void CheckFile::end(FileItem &item, Say say) {
  say_later(item, say);
  ended_ = true;
  lines_.reset();
}

void CheckFile::say_later(FileItem &item, Say say) {
  item.use = [this, say, line = number_](const FileItem &, const FileDigest &) {
    (this->*say)(line);
  };
}

bool CheckFile::next_line(LineReader &lines, FileItem &item) {
  std::string line;
  while (lines.next(line)) {
    ++number_;
    if (set_line(item, line)) return true;
  }
  return false;
}

// False for a comment or an empty line, about which nothing is reported.
bool CheckFile::set_line(FileItem &item, std::string_view line) {
  if (line.starts_with('#')) return false;
  line = without_return(line);
  if (line.empty()) return false;
  std::optional<CheckLine> parsed = parser_.parse(line);
  bool reads_itself = parsed && is_stdin_ && parsed->name == "-";
  if (!parsed || reads_itself) {
    say_later(item, &CheckFile::say_misformatted);
    return true;
  }
  if (unlisted_ != nullptr) unlisted_->add_listed(parsed->name);
  item.path = parsed->name;
  item.algorithm = parsed->algorithm;
  item.use = [this, parsed](const FileItem &, const FileDigest &digest) { judge(*parsed, digest); };
  return true;
}

void CheckFile::say_misformatted(unsigned long long line) {
  ++misformatted_;
  if (options_.talk == Talk::warn)
    complain(shown_ + ": " + std::to_string(line) + ": improperly formatted " +
             tag_name(algorithm_) + " checksum line");
}

void CheckFile::say_unopened(unsigned long long) { complain(open_problem_); }

void CheckFile::say_unreadable(unsigned long long) { complain(shown_ + ": read error"); }

// Compares in constant time, since the digest may be a MAC.
void CheckFile::judge(const CheckLine &line, const FileDigest &digest) {
  ++proper_;
  if (line.names_algorithm) any_named_algorithm_ = true;
  if (!digest.failure) {
    bool same = ascon_equal(line.digest.data(), digest.bytes.data(), line.digest.size()) == 1;
    if (same) any_matched_ = true;
    else ++mismatched_;
    if (!same || options_.talk != Talk::quiet) report(options_, line.name, same ? "OK" : "FAILED");
    return;
  }
  if (options_.ignore_missing && digest.failure->error() == ENOENT) return;
  complain(digest.failure->what());
  ++unreadable_;
  report(options_, line.name, "FAILED open or read");
}

void CheckFile::say_summary(unsigned long long) {
  read_ = true;
  if (proper_ == 0) return complain(shown_ + ": no properly formatted checksum lines found");
  if (silent()) return;
  warn_count(misformatted_, "line is improperly formatted", "lines are improperly formatted");
  warn_count(unreadable_, "listed file could not be read", "listed files could not be read");
  warn_count(mismatched_, "computed checksum did NOT match", "computed checksums did NOT match");
  if (options_.ignore_missing && !any_matched_) complain(shown_ + ": no file was verified");
  if (mismatched_ > 0 && !any_matched_ && !any_named_algorithm_) say_none_matches();
}

// Not a message of coreutils: digests of SHA-256 have the length of ours, and would pass for those
// of changed files.
void CheckFile::say_none_matches() const {
  bool has_key = algorithm_.kind == ASCON_KIND_MAC;
  complain(shown_ + ": nothing matches: the list may be of another algorithm than " +
           tag_name(algorithm_) + (has_key ? ", or of another key" : ""));
}

bool CheckFile::good() const {
  return read_ && proper_ > 0 && any_matched_ && mismatched_ == 0 && unreadable_ == 0 &&
         (!options_.strict || misformatted_ == 0);
}

bool CheckSource::next(FileItem &item) {
  while (files_.empty() || !files_.back()->next(item)) {
    if (files_.size() == paths_.size()) return unlisted_ && unlisted_->next(item);
    const std::string &path = paths_[files_.size()];
    Unlisted *unlisted = unlisted_ ? &*unlisted_ : nullptr;
    if (unlisted != nullptr) unlisted->add_listed(path);
    files_.push_back(std::make_unique<CheckFile>(options_, parser_, algorithm_, path, unlisted));
  }
  return true;
}

bool CheckSource::good() const {
  return std::ranges::all_of(files_, [](const auto &file) { return file->good(); }) &&
         (!unlisted_ || unlisted_->good());
}

void Unlisted::add_listed(const std::string &path) {
  if (path != "-") listed_.insert(place_of(path));  // standard input, not a file of this name
}

bool Unlisted::next(FileItem &item) {
  while (std::optional<Walk::Found> found = walk_.next()) {
    if (found->problem.empty() && listed_.contains(place_of(found->path))) continue;
    item.use = [this, found = std::move(*found)](const FileItem &, const FileDigest &) {
      report(found);
    };
    return true;
  }
  if (ended_) return false;
  ended_ = true;
  item.use = [this](const FileItem &, const FileDigest &) { say_count(); };
  return true;
}

void Unlisted::report(const Walk::Found &found) {
  if (found.problem.empty()) {
    ++count_;
    return cli::report(options_, found.path, "NOT LISTED");
  }
  complain(found.problem);
  good_ = false;
}

void Unlisted::say_count() {
  if (options_.talk != Talk::status)
    warn_count(count_, "file is in no list", "files are in no list");
}

}  // namespace asconkit::cli
