// SPDX-License-Identifier: Apache-2.0 OR MIT
// Whether two names mean one file: what must not be read twice, and what must not be overwritten.
#pragma once

#include <sys/stat.h>
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

Identity identity_of(const struct stat &info);
// Links are followed. Nothing if there is no such file.
std::optional<Identity> identity_of_file(const std::string &path);
std::optional<Identity> identity_of_descriptor(int fd);
// Nothing if the caller has closed it: what has its number then cannot be written to.
std::optional<Identity> identity_of_standard_output();

// A file that the user has named, and how: with "--key", or as "FILE".
struct NamedFile {
  std::string how;
  std::string path;  // "-" is standard input
};

// The operands; without any, standard input.
std::vector<NamedFile> operand_files(const std::vector<std::string> &operands);

// Fails if two of them read standard input, or one pipe, socket or terminal: each of them would get
// a part. Opens and reads nothing that is not a terminal.
void refuse_reading_twice(const std::vector<NamedFile> &inputs);

// Fails if an output, where "-" is standard output, is one of the inputs or another output, whether
// the file exists yet or not. Devices, pipes and sockets may be both.
void refuse_overwriting(const std::vector<std::string> &outputs,
                        const std::vector<NamedFile> &inputs);
// For commands that print: standard output may be one of the files (`>> FILE`).
void refuse_printing_into(const std::vector<NamedFile> &inputs);

}  // namespace asconkit::cli
