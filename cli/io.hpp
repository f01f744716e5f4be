// SPDX-License-Identifier: Apache-2.0 OR MIT
// Inputs and outputs of all subcommands. Every failure is thrown with the name of the file.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "secret.hpp"

namespace asconkit::cli {

inline constexpr const char *directory_text = "is a directory, expected a file";

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
  enum class Opening { may_wait, at_once };
  // "-" is standard input. `at_once`: a named pipe is opened without waiting for its writer, and
  // nothing may be read from it before wait_for_data().
  explicit Input(const std::string &path, Opening opening = Opening::may_wait);
  void wait_for_data();
  // Reads until `buffer` is full or the input ends.
  std::size_t read(Bytes buffer);
  // What one readv(2) reads: at least a byte, unless the input ends.
  std::size_t read_some(std::span<const iovec> places);
  // A directory would fail at the first read; this says what was expected.
  void refuse_directory() const;
  // The same for the file that standard output goes to, of which a part is not written yet.
  void refuse_standard_output() const;
  std::optional<std::uint64_t> size() const;  // what is left to read, of regular files
  // Fails if a regular file has another size now than it had when it was opened.
  void refuse_new_size(std::uint64_t bytes_read) const;
  bool is_regular() const { return S_ISREG(info_.st_mode); }
  std::uint64_t whole_size() const { return static_cast<std::uint64_t>(info_.st_size); }
  mode_t mode() const { return info_.st_mode; }
  const std::string &name() const { return name_; }
  int descriptor() const { return file_.get(); }

 private:
  std::string name_;
  Descriptor file_;
  struct stat info_{};
};

iovec piece_of(Bytes bytes);

void write_all(int fd, ConstBytes bytes, const std::string &shown);

// The output of a command. Nobody else sees it before commit(), unless the target is a
// stream, which cannot be undone.
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(ConstBytes bytes) = 0;
  virtual void commit() = 0;
  virtual bool is_stream() const = 0;
  virtual bool is_terminal() const = 0;
};

// The place of a result.
struct Target {
  // `regular`: for names that the user has not given for this purpose. Whoever may write to the
  // folder could have put a named pipe or a link there.
  // `any`: devices and named pipes are written to as they are, and links are followed.
  enum class Kinds { regular, any };
  std::string path;  // "-" is standard output, and with `any` every other name of it
  bool force;        // replace a file
  Kinds kinds;
};

bool is_standard_output(const Target &target);

// Fails if there is something that may not be replaced.
void check_target(const Target &target);

// `mode`: the permissions of the file, reduced by the umask and to those of a replaced file.
std::unique_ptr<Output> open_output(const Target &target, mode_t mode);

}  // namespace asconkit::cli
