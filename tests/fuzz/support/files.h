// Files in memory, which the command opens by a name, and outputs that are kept. For the targets of
// the command.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "cli/io.hpp"
#include "tests/fuzz/support/strings.h"

namespace asconkit_fuzz {

namespace cli = asconkit::cli;

class MemoryFile {
 public:
  explicit MemoryFile(const Bytes &content) : file_(memfd_create("fuzz", MFD_CLOEXEC)) {
    EXPECT_EQ(fchmod(file_.get(), 0600), 0);  // avoids the warning about its mode
    EXPECT_EQ(write(file_.get(), content.data(), content.size()),
              static_cast<ssize_t>(content.size()));
  }
  // Every opening reads from the beginning.
  std::string name() const { return "/proc/self/fd/" + std::to_string(file_.get()); }

 private:
  cli::Descriptor file_;
};

class MemoryOutput : public cli::Output {
 public:
  void write(cli::ConstBytes bytes) override {
    content_.insert(content_.end(), bytes.begin(), bytes.end());
  }
  void commit() override {}
  bool is_stream() const override { return false; }
  bool is_terminal() const override { return false; }
  const Bytes &content() const { return content_; }

 private:
  Bytes content_;
};

}  // namespace asconkit_fuzz
