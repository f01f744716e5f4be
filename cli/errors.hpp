// SPDX-License-Identifier: Apache-2.0 OR MIT
// Error messages and exit codes, for the whole command. A failure is thrown where it happens and
// printed in main.cpp.
#pragma once

#include <stdexcept>
#include <string>

namespace asconkit::cli {

// `sum` has only 0 and 1, like coreutils' programs. exit_codes() in options.cpp explains them.
enum class Exit : int {
  ok = 0,
  check_failed = 1,
  usage = 2,
  io = 3,
  wrong_key = 4,
  corrupted = 5,
  unsupported = 6,
  exists = 7,
  bad_key_file = 8,
};

class Failure : public std::runtime_error {
 public:
  Failure(Exit code, const std::string &text, int error = 0)
      : std::runtime_error(text), code_(code), error_(error) {}
  Exit code() const { return code_; }
  int error() const { return error_; }  // errno, 0 if the system has not failed

 private:
  Exit code_;
  int error_;
};

// Throws "NAME: WHAT" with the name quoted where a shell would need it.
[[noreturn]] void fail(Exit code, const std::string &name, const std::string &what);
// The same with the text of errno.
[[noreturn]] void fail_errno(const std::string &name, int error);
// The same for what has no name to quote, such as standard output.
[[noreturn]] void fail_errno_of(const std::string &what, int error);
[[noreturn]] void fail_usage(const std::string &what);

// Messages start with this name, such as "asconkit sum".
void set_program(const std::string &name);
const std::string &program();

// One line on stderr, without control characters, whatever was quoted in it.
void complain(const std::string &line);

}  // namespace asconkit::cli
