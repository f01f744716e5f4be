// SPDX-License-Identifier: Apache-2.0 OR MIT
// Comparing files by device and inode; see the header.
#include "identity.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "errors.hpp"
#include "io.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

constexpr std::array<std::string_view, 4> names_of_stdin = {"-", "/dev/stdin", "/dev/fd/0",
                                                            "/proc/self/fd/0"};

bool is_name_of_stdin(const std::string &path) {
  return std::ranges::find(names_of_stdin, path) != names_of_stdin.end();
}

Identity identity_of(const struct stat &info) { return {info.st_dev, info.st_ino}; }

bool find(const std::string &path, int standard_stream, struct stat &info) {
  return (path == "-" ? fstat(standard_stream, &info) : stat(path.c_str(), &info)) == 0;
}

// Of the character devices, only terminals lose data when they are read twice: /dev/zero and the
// like give every reader the same.
bool is_terminal(const std::string &path) {
  if (is_name_of_stdin(path)) return isatty(STDIN_FILENO) == 1;
  Descriptor fd(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  return fd.get() >= 0 && isatty(fd.get()) == 1;
}

// A regular file can be read again by its name. Standard input goes on where the first reader
// stopped.
bool may_be_read_once(const std::string &path, const struct stat &info) {
  return is_name_of_stdin(path) || S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode) ||
         S_ISCHR(info.st_mode);
}

bool is_harmless_device(const NamedFile &one, const NamedFile &other, const struct stat &info) {
  bool both_stdin = is_name_of_stdin(one.path) && is_name_of_stdin(other.path);
  return S_ISCHR(info.st_mode) && !both_stdin && !is_terminal(other.path);
}

[[noreturn]] void fail_twice(const NamedFile &one, const NamedFile &other, Identity shared) {
  bool is_stdin = identity_of_descriptor(STDIN_FILENO) == shared;
  std::string what = is_stdin ? "standard input" : quote_name(other.path);
  std::string who = one.how == other.how ? "two operands" : one.how + " and " + other.how;
  fail_usage(who + " both read " + what + ", which can be read only once");
}

}  // namespace

std::optional<Identity> identity_of_file(const std::string &path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  return identity_of(info);
}

std::optional<Identity> identity_of_descriptor(int fd) {
  struct stat info{};
  if (fstat(fd, &info) != 0) return std::nullopt;
  return identity_of(info);
}

void refuse_reading_twice(const std::vector<NamedFile> &inputs) {
  std::map<Identity, const NamedFile *> seen;
  for (const NamedFile &one : inputs) {
    struct stat info{};
    if (!find(one.path, STDIN_FILENO, info) || !may_be_read_once(one.path, info)) continue;
    auto [at, is_new] = seen.emplace(identity_of(info), &one);
    if (!is_new && !is_harmless_device(*at->second, one, info))
      fail_twice(*at->second, one, at->first);
  }
}

void refuse_overwriting(const std::string &output, const std::vector<NamedFile> &files) {
  struct stat target{};
  if (!find(output, STDOUT_FILENO, target) || !S_ISREG(target.st_mode)) return;
  for (const NamedFile &one : files) {
    struct stat info{};
    if (find(one.path, STDIN_FILENO, info) && identity_of(info) == identity_of(target))
      fail(Exit::usage, output, "is the file of " + one.how + ", expected another output");
  }
}

}  // namespace asconkit::cli
