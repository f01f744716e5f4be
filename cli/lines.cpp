// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reading lines; see the header.
#include "lines.hpp"

#include <poll.h>

#include <algorithm>

namespace asconkit::cli {

bool LineReader::has_line() {
  searched_ = std::min(read_.find('\n', searched_), read_.size());
  return searched_ < read_.size();
}

void LineReader::read() {
  constexpr std::size_t block = 64 * 1024;
  read_.erase(0, at_);
  at_ = 0;
  std::size_t before = read_.size();
  searched_ = before;
  read_.resize(before + block);
  iovec place{.iov_base = read_.data() + before, .iov_len = block};
  std::size_t got = input_.read_some({&place, 1});
  read_.resize(before + got);
  ended_ = got == 0;
}

bool LineReader::next(std::string &line) {
  while (!has_line() && !ended_) read();
  if (at_ == read_.size()) return false;
  line = read_.substr(at_, searched_ - at_);
  at_ = searched_ = std::min(searched_ + 1, read_.size());
  return true;
}

bool LineReader::may_wait() {
  pollfd ready{.fd = input_.descriptor(), .events = POLLIN, .revents = 0};
  while (!has_line() && !ended_) {
    if (!input_.is_regular() && poll(&ready, 1, 0) == 0) return true;
    read();
  }
  return false;
}

}  // namespace asconkit::cli
