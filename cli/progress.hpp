// SPDX-License-Identifier: Apache-2.0 OR MIT
// A progress bar, shown only on a terminal and only for work that takes longer than a second. If
// several threads have one, the first to be drawn is shown until it ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace asconkit::cli {

class Progress {
 public:
  // `total`: bytes to come, if known.
  Progress(const std::string &label, std::optional<std::uint64_t> total);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  void add(std::uint64_t bytes);

  // While it exists, no bar is on the terminal, so that other lines may be written.
  class Pause {
   public:
    Pause();
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;

   private:
    std::unique_lock<std::mutex> lock_;
  };

 private:
  using Clock = std::chrono::steady_clock;
  void draw(double seconds);
  std::string line(double seconds, std::size_t width) const;
  std::string label_;
  std::optional<std::uint64_t> total_;
  std::uint64_t done_ = 0;
  bool enabled_;
  Clock::time_point start_;
  Clock::time_point next_;
};

}  // namespace asconkit::cli
