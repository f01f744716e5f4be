// SPDX-License-Identifier: Apache-2.0 OR MIT
// Walking through folders; see the header.
#include "walk.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include "quote.hpp"

namespace asconkit::cli {

namespace {

struct FolderCloser {
  void operator()(DIR *folder) const { closedir(folder); }
};

enum class Kind { file, folder, other, unknown };

Kind kind_of(const dirent &entry) {
#ifdef DT_UNKNOWN
  if (entry.d_type == DT_REG) return Kind::file;
  if (entry.d_type == DT_DIR) return Kind::folder;
  if (entry.d_type != DT_UNKNOWN) return Kind::other;
#endif
  static_cast<void>(entry);
  return Kind::unknown;
}

Kind kind_of(const std::string &path) {
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0) return Kind::file;  // opening it reports the error
  if (S_ISDIR(info.st_mode)) return Kind::folder;
  return S_ISREG(info.st_mode) ? Kind::file : Kind::other;
}

// Folders end in a slash, which makes the order of the entries that of the whole paths.
std::optional<std::string> entry_path(const std::string &start, const dirent &entry,
                                      Walk::Kinds kinds) {
  if (std::strcmp(entry.d_name, ".") == 0 || std::strcmp(entry.d_name, "..") == 0)
    return std::nullopt;
  std::string path = start + entry.d_name;
  Kind kind = kind_of(entry);
  if (kind == Kind::unknown) kind = kind_of(path);
  if (kind == Kind::folder) return path + "/";
  bool wanted = kind == Kind::file || kinds == Walk::Kinds::any;
  return wanted ? std::optional(path) : std::nullopt;
}

}  // namespace

bool is_folder(const std::string &path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

// The folder is closed again before anything below it is opened: depth costs no descriptors.
std::string Walk::list(const std::string &folder) {
  std::unique_ptr<DIR, FolderCloser> handle(opendir(folder.c_str()));
  std::size_t before = left_.size();
  std::string start = folder.ends_with('/') ? folder : folder + "/";
  errno = handle ? 0 : errno;
  while (const dirent *entry = handle ? readdir(handle.get()) : nullptr) {
    if (auto path = entry_path(start, *entry, kinds_)) left_.push_back(*path);
    errno = 0;
  }
  std::string problem = errno == 0 ? "" : quote_name(folder) + ": " + std::strerror(errno);
  std::sort(left_.begin() + static_cast<std::ptrdiff_t>(before), left_.end(), std::greater<>());
  return problem;
}

std::optional<Walk::Found> Walk::next() {
  while (!left_.empty()) {
    std::string path = std::move(left_.back());
    left_.pop_back();
    if (!path.ends_with('/')) return Found{path, ""};
    std::string problem = list(root_.empty() ? path : std::exchange(root_, ""));
    if (!problem.empty()) return Found{"", problem};
  }
  return std::nullopt;
}

}  // namespace asconkit::cli
