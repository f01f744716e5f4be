// SPDX-License-Identifier: Apache-2.0 OR MIT
// A bar for people: only on a terminal, only for work that takes longer than a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace asconkit::cli {

class Progress {
 public:
  // `total`: bytes to come, if known.
  Progress(std::string label, std::optional<std::uint64_t> total);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  void add(std::uint64_t bytes);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(double seconds);
  std::string line(double seconds, std::size_t width) const;
  std::string label_;
  std::optional<std::uint64_t> total_;
  std::uint64_t done_ = 0;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_;
  Clock::time_point next_;
};

}  // namespace asconkit::cli
