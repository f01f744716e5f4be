// SPDX-License-Identifier: Apache-2.0 OR MIT
// Failures and messages on standard error; see the header.
#include "errors.hpp"

#include <cstring>

#include "print.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

std::string &program_name() {
  static std::string name = "asconkit";
  return name;
}

}  // namespace

void fail(Exit code, const std::string &name, const std::string &what) {
  throw Failure(code, quote_name(name) + ": " + what);
}

void fail_errno(const std::string &name, int error) { fail_errno_of(quote_name(name), error); }

void fail_errno_of(const std::string &what, int error) {
  throw Failure(Exit::io, what + ": " + std::strerror(error), error);
}

void fail_usage(const std::string &what) { throw Failure(Exit::usage, what); }

void set_program(const std::string &name) { program_name() = name; }

const std::string &program() { return program_name(); }

void complain(const std::string &line) {
  flush_output();
  print_error(program() + ": " + printable(line) + "\n");
}

}  // namespace asconkit::cli
