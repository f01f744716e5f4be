// SPDX-License-Identifier: Apache-2.0 OR MIT
// The threads of a command.
#pragma once

#include <CLI/CLI.hpp>

#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace asconkit::cli {

// Adds -j.
void add_threads_option(CLI::App &app, std::string &text);

// How many threads such a text allows. "0": as many as the process may use.
unsigned thread_count(const std::string &text);

// Threads that all do the same: taking work until there is none.
class Team {
 public:
  // `stop` makes every `work` return soon. It is called when one of them throws.
  Team(unsigned most, std::function<void()> work, std::function<void()> stop)
      : most_(most), work_(std::move(work)), stop_(std::move(stop)) {}
  // Another thread, where there may be one more. Any thread of the team may ask for it. If the
  // system refuses, those that are there do the work.
  void grow();
  // Works on the calling thread too; returns when all are done, or throws what the first one threw.
  void run();

 private:
  void work();
  void join_all();
  std::mutex mutex_;
  unsigned most_;
  std::function<void()> work_;
  std::function<void()> stop_;
  std::vector<std::thread> threads_;
  std::exception_ptr thrown_;
};

}  // namespace asconkit::cli
