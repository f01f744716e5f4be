// SPDX-License-Identifier: Apache-2.0 OR MIT
// Text on the standard streams; see the header.
#include "print.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "errors.hpp"
#include "io.hpp"

namespace asconkit::cli {

namespace {

std::string waiting;
int first_error = 0;

int write_text(int fd, std::string_view text) {
  try {
    write_all(fd, {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()}, {});
  } catch (const Failure &failure) {
    return failure.error();
  }
  return 0;
}

}  // namespace

void print(std::string_view text) {
  waiting += text;
  if (waiting.size() >= BUFSIZ) flush_output();
}

int flush_output() {
  const std::string text = std::exchange(waiting, {});
  if (first_error == 0) first_error = write_text(STDOUT_FILENO, text);
  return first_error;
}

bool output_failed() { return first_error != 0; }

void print_error(std::string_view text) { write_text(STDERR_FILENO, text); }

}  // namespace asconkit::cli
