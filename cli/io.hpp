// SPDX-License-Identifier: Apache-2.0 OR MIT
// Files in and out. Every failure is thrown with the file's name.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "secret.hpp"

namespace asconkit::cli {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1, bool owned = true) : fd_(fd), owned_(owned) {}
  Descriptor(Descriptor &&other) noexcept;
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor() { reset(); }
  int get() const { return fd_; }
  void reset();
  int release();

 private:
  int fd_;
  bool owned_;
};

class Input {
 public:
  // "-" is standard input.
  explicit Input(const std::string &path);
  // Reads until `buffer` is full or the input ends.
  std::size_t read(Bytes buffer);
  // A directory would fail at the first read; this says what was expected.
  void refuse_directory() const;
  std::optional<std::uint64_t> size() const;  // what is left to read, of regular files
  bool is_regular() const;
  mode_t mode() const { return mode_; }
  const std::string &name() const { return name_; }

 private:
  std::string name_;
  Descriptor file_;
  mode_t mode_ = 0;
};

// Where a command's result goes. Nothing is there for others before commit(), unless the
// target is a stream, which cannot be taken back.
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(ConstBytes bytes) = 0;
  virtual void commit() = 0;
  virtual bool is_stream() const = 0;
};

// Fails if `path` exists and `force` is not given, or if it is a directory.
void check_target(const std::string &path, bool force);

// "-" is standard output; devices and named pipes are written to as they are. `mode`: the
// permissions of the file, less the umask and less what a replaced file had not.
std::unique_ptr<Output> open_output(const std::string &path, bool force, mode_t mode);

}  // namespace asconkit::cli
