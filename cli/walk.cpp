// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "walk.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "errors.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

struct FolderCloser {
  void operator()(DIR *folder) const { closedir(folder); }
};

// Folders end in a slash, which makes the order of the entries that of the whole paths.
std::optional<std::string> entry_path(const std::string &start, const char *name) {
  std::string path = start + name;
  struct stat info{};
  if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) return std::nullopt;
  if (lstat(path.c_str(), &info) != 0) return path;  // whoever opens it gets the error
  if (S_ISDIR(info.st_mode)) return path + "/";
  if (S_ISREG(info.st_mode)) return path;
  return std::nullopt;
}

bool complain_about(const std::string &path, int error) {
  complain(quote_name(path) + ": " + std::strerror(error));
  return false;
}

// The folder is closed again before anything below it is opened: depth costs no descriptors.
bool list(const std::string &folder, std::vector<std::string> &paths) {
  std::unique_ptr<DIR, FolderCloser> handle(opendir(folder.c_str()));
  if (!handle) return complain_about(folder, errno);
  std::string start = folder.ends_with('/') ? folder : folder + "/";
  errno = 0;
  while (const dirent *entry = readdir(handle.get())) {
    if (auto path = entry_path(start, entry->d_name)) paths.push_back(*path);
    errno = 0;
  }
  return errno == 0 || complain_about(folder, errno);
}

}  // namespace

bool is_folder(const std::string &path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool walk(const std::string &folder, const std::function<void(const std::string &)> &use) {
  std::vector<std::string> paths;
  bool good = list(folder, paths);
  std::ranges::sort(paths);
  for (const std::string &path : paths) {
    if (path.ends_with('/')) good = walk(path, use) && good;
    else use(path);
  }
  return good;
}

}  // namespace asconkit::cli
