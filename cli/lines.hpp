// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reads an input in lines of any length and with any bytes. For checkfile.cpp.
#pragma once

#include <string>

#include "io.hpp"

namespace asconkit::cli {

class LineReader {
 public:
  explicit LineReader(const std::string &path) : input_(path) {}
  // `line` without its line feed, which the last one may lack. False at the end.
  bool next(std::string &line);
  // True if next() would have to wait for input.
  bool may_wait();

 private:
  bool has_line();
  void read();
  Input input_;
  std::string read_;
  std::size_t at_ = 0;        // in read_: next() has returned what is before
  std::size_t searched_ = 0;  // there is no line feed between at_ and this
  bool ended_ = false;
};

}  // namespace asconkit::cli
