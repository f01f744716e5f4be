// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "checkfile.hpp"

#include <strings.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "digest.hpp"
#include "errors.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

using Talk = CheckOptions::Talk;

struct FileCloser {
  void operator()(std::FILE *file) const {
    if (file != stdin) std::fclose(file);
  }
};

struct Line {
  char *text = nullptr;
  std::size_t capacity = 0;
  ~Line() { std::free(text); }
};

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void warn_count(unsigned long long count, const char *one, const char *many) {
  if (count == 0) return;
  complain("WARNING: " + std::to_string(count) + " " + (count == 1 ? one : many));
}

}  // namespace

bool CheckFile::check(const std::string &path) {
  is_stdin_ = path == "-";
  shown_ = quote_name(is_stdin_ ? "standard input" : path);
  std::unique_ptr<std::FILE, FileCloser> file(is_stdin_ ? stdin : std::fopen(path.c_str(), "r"));
  if (!file) {
    complain(shown_ + ": " + std::strerror(errno));
    return false;
  }
  if (!read_lines(file.get())) {
    complain(shown_ + ": read error");
    return false;
  }
  summarize();
  return good();
}

bool CheckFile::read_lines(std::FILE *file) {
  Line line;
  ssize_t size = 0;
  for (unsigned long long number = 1; (size = getline(&line.text, &line.capacity, file)) > 0;
       ++number)
    check_line({line.text, static_cast<std::size_t>(size)}, number);
  return std::ferror(file) == 0;
}

void CheckFile::check_line(std::string_view line, unsigned long long number) {
  if (line.starts_with('#')) return;
  line = without_line_end(line);
  if (line.empty()) return;
  std::optional<CheckLine> parsed = parser_.parse(line);
  bool reads_itself = parsed && is_stdin_ && parsed->name == "-";
  if (parsed && !reads_itself) {
    ++proper_;
    return check_listed(*parsed);
  }
  ++misformatted_;
  if (options_.talk == Talk::warn)
    complain(shown_ + ": " + std::to_string(number) + ": improperly formatted " +
             tag_name(algorithm_) + " checksum line");
}

void CheckFile::check_listed(const CheckLine &line) {
  Missing missing = options_.ignore_missing ? Missing::is_ignored : Missing::is_an_error;
  DigestResult result = digest_file(line.name, *line.algorithm, missing);
  if (result.state == DigestResult::State::missing) return;
  if (result.state == DigestResult::State::done) return compare(line, result.hex);
  ++unreadable_;
  report(line.name, "FAILED open or read");
}

void CheckFile::compare(const CheckLine &line, const std::string &digest_hex) {
  bool same = strcasecmp(line.digest_hex.c_str(), digest_hex.c_str()) == 0;
  if (same) any_matched_ = true;
  if (!same) ++mismatched_;
  if (!same || options_.talk != Talk::quiet) report(line.name, same ? "OK" : "FAILED");
}

void CheckFile::report(const std::string &name, const char *verdict) const {
  if (silent()) return;
  bool several_lines = name.find('\n') != std::string::npos;
  std::string shown = several_lines ? std::string("\\") + escape_name(name) : name;
  std::printf("%s: %s\n", shown.c_str(), verdict);
}

void CheckFile::summarize() const {
  if (proper_ == 0) return complain(shown_ + ": no properly formatted checksum lines found");
  if (silent()) return;
  warn_count(misformatted_, "line is improperly formatted", "lines are improperly formatted");
  warn_count(unreadable_, "listed file could not be read", "listed files could not be read");
  warn_count(mismatched_, "computed checksum did NOT match", "computed checksums did NOT match");
  if (options_.ignore_missing && !any_matched_) complain(shown_ + ": no file was verified");
}

bool CheckFile::good() const {
  return proper_ > 0 && any_matched_ && mismatched_ == 0 && unreadable_ == 0 &&
         (!options_.strict || misformatted_ == 0);
}

}  // namespace asconkit::cli
