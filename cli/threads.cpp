// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "threads.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "errors.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

constexpr unsigned most_threads = 256;

}  // namespace

void add_threads_option(CLI::App &app, std::string &text) {
  app.add_option("-j,--threads", text, "Threads that may work at once; 0: one for each processor")
      ->capture_default_str()
      ->type_name("N");
}

// Not left to CLI11, which takes -1 for 2^32 - 1.
unsigned thread_count(const std::string &text) {
  unsigned count = 0;
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{} || stop != end || count > most_threads)
    fail_usage("--threads: " + quote_name(text) + ", expected 0 to " +
               std::to_string(most_threads));
  if (count == 0) count = std::thread::hardware_concurrency();  // those that the process may use
  return std::clamp(count, 1U, most_threads);
}

void Team::grow() {
  std::lock_guard lock(mutex_);
  if (threads_.size() + 1 >= most_) return;
  try {
    threads_.emplace_back([this] { work(); });
  } catch (const std::system_error &) {
    most_ = 1;
  }
}

void Team::work() {
  try {
    work_();
  } catch (...) {
    std::unique_lock lock(mutex_);
    if (thrown_) return;
    thrown_ = std::current_exception();
    lock.unlock();
    stop_();
  }
}

// Those that are still there may add others meanwhile.
void Team::join_all() {
  for (;;) {
    std::unique_lock lock(mutex_);
    if (threads_.empty()) return;
    std::thread last = std::move(threads_.back());
    threads_.pop_back();
    lock.unlock();
    last.join();
  }
}

void Team::run() {
  work();
  join_all();
  if (thrown_) std::rethrow_exception(thrown_);
}

}  // namespace asconkit::cli
