// SPDX-License-Identifier: Apache-2.0 OR MIT
// The queue of files; see the header.
#include "orderedqueue.hpp"

#include <cstdint>
#include <utility>

#include "progress.hpp"

namespace asconkit::cli {

namespace {

constexpr std::uint64_t window = 4096;  // items between the first unfinished one and the last one

}  // namespace

bool OrderedQueue::may_read() const { return !reading_ && !exhausted_ && next_ - head_ < window; }

// Only one thread reads from the source at a time, without the lock.
Tasks OrderedQueue::claim(bool had_one) {
  std::unique_lock lock(mutex_);
  if (had_one) --busy_;
  changed_.notify_all();
  for (;;) {
    changed_.wait(lock, [this] { return !returned_.empty() || may_read() || is_over(); });
    if (stopped_ || (returned_.empty() && !may_read())) return {};
    ++busy_;
    if (!returned_.empty()) return take_returned();
    std::uint64_t first = next_;
    reading_ = true;
    lock.unlock();
    Tasks run = read_run();
    lock.lock();
    reading_ = false;
    for (Task &task : run) task.index = first++;
    next_ += run.size();
    finished_.resize(finished_.size() + run.size());
    changed_.notify_all();
    if (!run.empty()) return run;
    --busy_;
  }
}

// The returned tasks with the smallest indices: a thread that waits for its turn must not have
// skipped any.
Tasks OrderedQueue::take_returned() {
  Tasks run;
  while (run.size() < run_ && !returned_.empty())
    run.push_back(std::move(returned_.extract(returned_.begin()).mapped()));
  return run;
}

// Without the lock: this may wait for a terminal.
Tasks OrderedQueue::read_run() {
  Tasks run;
  run.reserve(run_);
  FileItem item;
  while (run.size() < run_ && (run.empty() || !source_.may_wait())) {
    if (!source_.next(item)) {
      std::lock_guard lock(mutex_);
      exhausted_ = true;
      break;
    }
    run.push_back({0, std::move(item), {}});
    item = {};
  }
  return run;
}

void OrderedQueue::give_back(std::span<Task> tasks) {
  std::lock_guard lock(mutex_);
  for (Task &task : tasks) returned_.emplace(task.index, std::move(task));
  changed_.notify_all();
}

void OrderedQueue::deliver(std::span<Task> tasks) {
  std::lock_guard lock(mutex_);
  for (Task &task : tasks) finished_[task.index - head_] = std::move(task);
  use_finished();
  changed_.notify_all();
}

// Uses the results up to the first item that is not finished.
void OrderedQueue::use_finished() {
  if (finished_.empty() || !finished_.front()) return;
  Progress::Pause no_bar;
  for (; !finished_.empty(); ++head_) {
    std::optional<Task> &first = finished_.front();
    if (!first) break;
    Task task = std::move(*first);
    finished_.pop_front();
    task.item.use(task.item, task.digest);
  }
  source_.flush();
}

bool OrderedQueue::await(std::uint64_t index) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || head_ == index; });
  return !stopped_;
}

bool OrderedQueue::has_more() {
  std::lock_guard lock(mutex_);
  return !exhausted_ || !returned_.empty();
}

void OrderedQueue::stop() {
  std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

}  // namespace asconkit::cli
