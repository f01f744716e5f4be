// SPDX-License-Identifier: Apache-2.0 OR MIT
// Whether two names mean one file: what must not be read twice, and what must not be overwritten.
#pragma once

#include <sys/types.h>

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace asconkit::cli {

struct Identity {
  dev_t device;
  ino_t inode;
  auto operator<=>(const Identity &) const = default;
};

// Links are followed. Nothing if there is no such file.
std::optional<Identity> identity_of_file(const std::string &path);
std::optional<Identity> identity_of_descriptor(int fd);

// A file that the user has named, and how: with "--key", or as "FILE".
struct NamedFile {
  std::string how;
  std::string path;  // "-" is standard input
};

// Fails if two of them read standard input, or one pipe, socket or terminal: each of them would get
// a part. Opens and reads nothing that is not a terminal.
void refuse_reading_twice(const std::vector<NamedFile> &inputs);

// Fails if the output, where "-" is standard output, is one of these files.
void refuse_overwriting(const std::string &output, const std::vector<NamedFile> &files);

}  // namespace asconkit::cli
