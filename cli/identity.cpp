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

// A regular file: its identity. One that does not exist: the folder's, and its name there.
struct Place {
  Identity identity;
  std::string name;
  auto operator<=>(const Place &) const = default;
};

// Nothing for devices, pipes and sockets, which no output replaces, and where no file can be.
std::optional<Place> place_of(const std::string &path, int standard_stream) {
  struct stat info{};
  if (find(path, standard_stream, info))
    return S_ISREG(info.st_mode) ? std::optional<Place>({identity_of(info), ""}) : std::nullopt;
  if (path == "-") return std::nullopt;
  std::size_t name = path.rfind('/') + 1;  // 0 without a slash
  std::optional<Identity> folder = identity_of_file(name == 0 ? "." : path.substr(0, name));
  return folder ? std::optional<Place>({*folder, path.substr(name)}) : std::nullopt;
}

[[noreturn]] void fail_overwriting(const std::string &output, const NamedFile &input) {
  std::string what = input.how == "FILE" ? "is also the input " + quote_name(input.path)
                                         : "is the file of " + input.how;
  fail(Exit::usage, output, what + ", expected a different output");
}

[[noreturn]] void fail_twice(const NamedFile &one, const NamedFile &other, Identity shared) {
  bool is_stdin = identity_of_descriptor(STDIN_FILENO) == shared;
  std::string what = is_stdin ? "standard input" : quote_name(other.path);
  std::string who = one.how == other.how ? "two operands" : one.how + " and " + other.how;
  fail_usage(who + " both read " + what + ", which can be read only once");
}

}  // namespace

Identity identity_of(const struct stat &info) { return {info.st_dev, info.st_ino}; }

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

std::vector<NamedFile> operand_files(const std::vector<std::string> &operands) {
  if (operands.empty()) return {{"FILE", "-"}};
  std::vector<NamedFile> files;
  files.reserve(operands.size());
  for (const std::string &operand : operands) files.push_back({"FILE", operand});
  return files;
}

std::optional<Identity> identity_of_standard_output() {
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) return std::nullopt;
  return identity_of_descriptor(STDOUT_FILENO);
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

void refuse_overwriting(const std::vector<std::string> &outputs,
                        const std::vector<NamedFile> &inputs) {
  std::map<Place, const NamedFile *> taken;  // null: by another output
  for (const NamedFile &input : inputs)
    if (std::optional<Place> place = place_of(input.path, STDIN_FILENO))
      taken.emplace(*place, &input);
  for (const std::string &output : outputs) {
    std::optional<Place> place = place_of(output, STDOUT_FILENO);
    if (!place) continue;
    auto [at, is_new] = taken.emplace(*place, nullptr);
    if (is_new) continue;
    if (at->second != nullptr) fail_overwriting(output, *at->second);
    fail(Exit::usage, output, "would be written for two inputs, expected one output per input");
  }
}

void refuse_printing_into(const std::vector<NamedFile> &inputs) {
  refuse_overwriting({"-"}, inputs);
}

}  // namespace asconkit::cli
