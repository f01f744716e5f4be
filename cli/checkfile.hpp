// SPDX-License-Identifier: Apache-2.0 OR MIT
// `sum -c` and `mac -c`: compares files with a list of digests or tags.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "asconkit/ascon_any.h"
#include "arguments.hpp"
#include "filedigests.hpp"
#include "lines.hpp"
#include "sumlines.hpp"
#include "walk.hpp"

namespace asconkit::cli {

struct CheckOptions {
  bool ignore_missing = false;
  bool strict = false;
  bool for_terminal = false;  // names without control characters, as in messages
  std::string folder;         // in which every file has to be in a list; "" for none
  // Of these, the last one on the command line counts, as in coreutils.
  enum class Talk { normal, quiet, status, warn } talk = Talk::normal;
};

CheckOptions check_options_from(const Arguments &arguments);

// Finds the files in a folder that no list names, and that are not a list themselves. Paths are
// compared after links to folders are followed.
class Unlisted {
 public:
  explicit Unlisted(const CheckOptions &options)
      : options_(options), walk_(options.folder, Walk::Kinds::any) {}
  void add_listed(const std::string &path);
  // Gives items that report, after all listed paths were added. False if there are no more.
  bool next(FileItem &item);
  bool good() const { return count_ == 0 && good_; }

 private:
  void report(const Walk::Found &found);
  void say_count();
  const CheckOptions &options_;
  Walk walk_;
  std::unordered_set<std::string> listed_;
  bool ended_ = false;
  bool good_ = true;  // all folders could be read
  unsigned long long count_ = 0;
};

// One list. The messages about its lines and its end are items, which are printed in order.
class CheckFile {
 public:
  CheckFile(const CheckOptions &options, CheckLineParser &parser, const ascon_algorithm &algorithm,
            const std::string &path, Unlisted *unlisted);
  CheckFile(const CheckFile &) = delete;
  CheckFile &operator=(const CheckFile &) = delete;
  // False if there are no more.
  bool next(FileItem &item);
  bool may_wait();
  // True if all files match, once all items are printed.
  bool good() const;

 private:
  using Say = void (CheckFile::*)(unsigned long long line);
  bool next_line(LineReader &lines, FileItem &item);
  bool set_line(FileItem &item, std::string_view line);
  void end(FileItem &item, Say say);
  void say_later(FileItem &item, Say say);
  void say_misformatted(unsigned long long line);
  void say_unopened(unsigned long long line);
  void say_unreadable(unsigned long long line);
  void say_summary(unsigned long long line);
  void say_none_matches() const;
  void judge(const CheckLine &line, const FileDigest &digest);
  bool silent() const { return options_.talk == CheckOptions::Talk::status; }

  const CheckOptions &options_;
  CheckLineParser &parser_;
  const ascon_algorithm &algorithm_;
  Unlisted *unlisted_;  // null if nobody asks
  bool is_stdin_;
  std::string shown_;
  std::string open_problem_;
  std::optional<LineReader> lines_;
  unsigned long long number_ = 0;
  bool ended_ = false;
  // Counts of the items that are printed.
  bool read_ = false;
  bool any_matched_ = false;
  unsigned long long proper_ = 0;
  unsigned long long misformatted_ = 0;
  unsigned long long unreadable_ = 0;
  unsigned long long mismatched_ = 0;
  bool any_named_algorithm_ = false;
};

class CheckSource : public FileSource {
 public:
  CheckSource(const CheckOptions &options, const ascon_algorithm &algorithm,
              const std::vector<std::string> &paths)
      : options_(options), algorithm_(algorithm), parser_(algorithm), paths_(paths) {
    if (!options.folder.empty()) unlisted_.emplace(options);
  }
  bool next(FileItem &item) override;
  bool may_wait() override { return !files_.empty() && files_.back()->may_wait(); }
  // True if all lists are good, once all items are printed.
  bool good() const;

 private:
  const CheckOptions &options_;
  const ascon_algorithm &algorithm_;
  CheckLineParser parser_;
  const std::vector<std::string> &paths_;
  std::optional<Unlisted> unlisted_;
  std::vector<std::unique_ptr<CheckFile>> files_;  // the last one is being read
};

}  // namespace asconkit::cli
