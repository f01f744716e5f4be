// SPDX-License-Identifier: Apache-2.0 OR MIT
// `sum -c`: compares files with a list of digests.
#pragma once

#include <cstdio>
#include <string>

#include "sumlines.hpp"

namespace asconkit::cli {

struct CheckOptions {
  bool ignore_missing = false;
  bool strict = false;
  // Of these, the last one on the command line counts, as in coreutils.
  enum class Talk { normal, quiet, status, warn } talk = Talk::normal;
};

class CheckFile {
 public:
  CheckFile(const CheckOptions &options, CheckLineParser &parser, const ascon_algorithm &algorithm)
      : options_(options), parser_(parser), algorithm_(algorithm) {}
  // True if all is well; `path` "-" is standard input.
  bool check(const std::string &path);

 private:
  bool read_lines(std::FILE *file);
  void check_line(std::string_view line, unsigned long long number);
  void check_listed(const CheckLine &line);
  void compare(const CheckLine &line, const std::string &digest_hex);
  void report(const std::string &name, const char *verdict) const;
  void summarize() const;
  bool silent() const { return options_.talk == CheckOptions::Talk::status; }
  bool good() const;

  const CheckOptions &options_;
  CheckLineParser &parser_;
  const ascon_algorithm &algorithm_;
  std::string shown_;
  bool is_stdin_ = false;
  bool any_matched_ = false;
  unsigned long long proper_ = 0;
  unsigned long long misformatted_ = 0;
  unsigned long long unreadable_ = 0;
  unsigned long long mismatched_ = 0;
};

}  // namespace asconkit::cli
