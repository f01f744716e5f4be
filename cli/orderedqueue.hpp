// SPDX-License-Identifier: Apache-2.0 OR MIT
// The queue between a list of files and the threads that read them. Part of filedigests.cpp.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "filedigests.hpp"

namespace asconkit::cli {

struct Task {
  std::uint64_t index;
  FileItem item;
  FileDigest digest;
};

using Tasks = std::vector<Task>;

// Hands out the items of a source to several threads, in runs of up to `run`, and uses the results
// in the order of the items. The first unfinished item is always being worked on or is the next one
// to be handed out, so a thread that waits for it does not wait for itself.
class OrderedQueue {
 public:
  OrderedQueue(FileSource &source, std::size_t run) : source_(source), run_(run) {}
  // The next run; empty if there are no more. The thread has finished or returned the run before.
  Tasks claim(bool had_one);
  // Returns the tasks at the end of a run, for other threads.
  void give_back(std::span<Task> tasks);
  // Takes tasks that are finished.
  void deliver(std::span<Task> tasks);
  // Waits until all items before this one are printed; false after stop().
  bool await(std::uint64_t index);
  // Whether there may be another run.
  bool has_more();
  // Makes claim() return nothing and await() false, on all threads.
  void stop();

 private:
  bool may_read() const;
  bool is_over() const { return stopped_ || (exhausted_ && returned_.empty() && busy_ == 0); }
  Tasks take_returned();
  Tasks read_run();
  void use_finished();
  FileSource &source_;
  std::size_t run_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, Task> returned_;
  std::deque<std::optional<Task>> finished_;  // from `head_` on
  std::uint64_t head_ = 0;
  std::uint64_t next_ = 0;
  unsigned busy_ = 0;  // threads with a run, which may come back
  bool reading_ = false;
  bool exhausted_ = false;
  bool stopped_ = false;
};

}  // namespace asconkit::cli
