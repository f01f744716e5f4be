// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reading a file that holds a secret; see the header.
#include "secretfile.hpp"

#include <cstdio>

#include "errors.hpp"
#include "io.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

void warn_if_shared(const Input &file, const std::string &kind) {
  if (!file.is_regular() || (file.mode() & 077) == 0) return;
  char mode[8];
  std::snprintf(mode, sizeof mode, "%04o", static_cast<unsigned>(file.mode() & 07777));
  complain(quote_name(file.name()) + ": warning: other users have access to this " + kind +
           ", whose mode is " + mode + "; 'chmod 600' ends that");
}

}  // namespace

std::size_t read_secret_file(const std::string &path, const std::string &kind, Bytes buffer) {
  Input file(path);
  file.refuse_directory();
  warn_if_shared(file, kind);
  return file.read(buffer);
}

}  // namespace asconkit::cli
