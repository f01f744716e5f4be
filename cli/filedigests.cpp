// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "filedigests.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "asconkit/ascon_batch.h"
#include "blocks.hpp"
#include "io.hpp"
#include "progress.hpp"
#include "threads.hpp"

namespace asconkit::cli {

namespace {

constexpr std::size_t budget = 64 * 1024 * 1024;  // for files held in memory
constexpr std::size_t least_arena = 1024 * 1024;
constexpr std::size_t most_arena = 16 * 1024 * 1024;
constexpr std::size_t files_in_arena = 16;     // of the largest that are held
constexpr std::size_t least_room = 64 * 1024;  // for a file of unknown size
constexpr std::uint64_t window = 4096;         // items between the first unfinished and the last

struct Task {
  std::uint64_t index;
  FileItem item;
  FileDigest digest;
};

using Tasks = std::vector<Task>;

// Of these, only one may be read at a time, in the order of the items: they may be the same.
bool is_shared(const Input &file) {
  bool is_single = file.is_regular() || S_ISDIR(file.mode());
  return file.name() == "-" || !is_single;
}

// Lines after each other, so that files in the lanes do not compete for the same cache lines.
std::size_t padded(std::size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

// ---- One file at a time -------------------------------------------------------------------

class Sponge {
 public:
  Sponge(const ascon_algorithm &algorithm, const std::uint8_t *key)
      : is_mac_(algorithm.kind == ASCON_KIND_MAC) {
    if (is_mac_) ascon_mac_init(&ctx_, &algorithm, key);
    else ascon_hash_init(&ctx_, &algorithm);
  }
  Sponge(const Sponge &) = delete;
  Sponge &operator=(const Sponge &) = delete;
  ~Sponge() { ascon_wipe(&ctx_, sizeof ctx_); }
  void update(ConstBytes bytes) {
    if (is_mac_) ascon_mac_update(&ctx_, bytes.data(), bytes.size());
    else ascon_hash_update(&ctx_, bytes.data(), bytes.size());
  }
  void finish(std::uint8_t *out) {
    if (is_mac_) ascon_mac_final(&ctx_, out);
    else ascon_hash_final(&ctx_, out);
  }

 private:
  bool is_mac_;
  ascon_sponge_ctx ctx_;
};

// ---- What the threads share ---------------------------------------------------------------

// Hands out the items in runs and takes the results. The first unfinished item is always in work
// or is the next to be handed out, so a thread that waits for it does not wait for itself.
class Desk {
 public:
  Desk(FileSource &source, std::size_t run) : source_(source), run_(run) {}
  // The next run; empty if there are no more. The thread has finished or returned the run before.
  Tasks claim(bool had_one);
  // Returns the tasks at the end of a run, for other threads.
  void give_back(std::span<Task> tasks);
  // Takes tasks that are finished.
  void deliver(std::span<Task> tasks);
  // Waits until all items before this one are printed; false after stop().
  bool await(std::uint64_t index);
  bool has_more();
  void stop();

 private:
  bool may_read() const { return !reading_ && !exhausted_ && next_ - head_ < window; }
  bool is_over() const { return stopped_ || (exhausted_ && returned_.empty() && busy_ == 0); }
  Tasks take_returned();
  Tasks read_run();
  void leave();
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

Tasks Desk::claim(bool had_one) {
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

// The first ones: a thread that waits for its turn must not have skipped any.
Tasks Desk::take_returned() {
  Tasks run;
  while (run.size() < run_ && !returned_.empty())
    run.push_back(std::move(returned_.extract(returned_.begin()).mapped()));
  return run;
}

// Without the lock: this may wait for a terminal.
Tasks Desk::read_run() {
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

void Desk::give_back(std::span<Task> tasks) {
  std::lock_guard lock(mutex_);
  for (Task &task : tasks) returned_.emplace(task.index, std::move(task));
  changed_.notify_all();
}

void Desk::deliver(std::span<Task> tasks) {
  std::lock_guard lock(mutex_);
  for (Task &task : tasks) finished_[task.index - head_] = std::move(task);
  leave();
  changed_.notify_all();
}

void Desk::leave() {
  if (finished_.empty() || !finished_.front()) return;
  Progress::Pause no_bar;
  for (; !finished_.empty() && finished_.front(); ++head_) {
    Task task = std::move(*finished_.front());
    finished_.pop_front();
    task.item.use(task.item, task.digest);
  }
  source_.flush();
}

bool Desk::await(std::uint64_t index) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || head_ == index; });
  return !stopped_;
}

bool Desk::has_more() {
  std::lock_guard lock(mutex_);
  return !exhausted_ || !returned_.empty();
}

void Desk::stop() {
  std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

// ---- One thread ---------------------------------------------------------------------------

class Worker {
 public:
  Worker(Desk &desk, Team &team, std::size_t arena_bytes, const std::uint8_t *key)
      : desk_(desk), team_(team), arena_(arena_bytes), key_(key) {}
  void work();

 private:
  enum class Start { over, no_room, too_large };
  struct Held {
    Task *task;
    ConstBytes text;  // in arena_
  };
  void process(std::span<Task> run);
  Start start(Task &task);
  Start hold(Task &task);
  void give_back(std::span<Task> rest);
  void stream(Task &task);
  void hash();
  Desk &desk_;
  Team &team_;
  SecretBuffer arena_;
  const std::uint8_t *key_;
  std::size_t used_ = 0;       // bytes of arena_
  std::vector<Held> held_;     // to be hashed together
  std::optional<Input> file_;  // the one that was opened last
  Bytes begun_;                // what was read of it, in arena_
};

void Worker::work() {
  for (Tasks run = desk_.claim(false); !run.empty(); run = desk_.claim(true)) {
    if (desk_.has_more()) team_.grow();
    process(run);
  }
}

void Worker::process(std::span<Task> run) {
  std::size_t i = 0;
  Start how = Start::over;
  while (i < run.size() && (how = start(run[i])) == Start::over) ++i;
  give_back(run.subspan(how == Start::too_large ? i + 1 : i));
  hash();
  desk_.deliver(run.first(i));
  if (how == Start::too_large) stream(run[i]);
}

Worker::Start Worker::start(Task &task) {
  const ascon_algorithm *algorithm = task.item.algorithm;
  if (algorithm == nullptr) return Start::over;
  if (!held_.empty() && held_.front().task->item.algorithm != algorithm) hash();
  try {
    file_.emplace(task.item.path, Input::Opening::at_once);
    return hold(task);
  } catch (const Failure &failure) {
    task.digest.failure = failure;
    return Start::over;
  }
}

// Reads the file to its end behind the others, if it is small.
Worker::Start Worker::hold(Task &task) {
  begun_ = {};
  if (is_shared(*file_) || file_->whole_size() > arena_.size() / files_in_arena)
    return Start::too_large;
  std::size_t whole = static_cast<std::size_t>(file_->whole_size());
  std::size_t room = std::max(whole + 1, least_room);
  if (used_ + room > arena_.size()) return Start::no_room;
  Bytes place = arena_.unused().subspan(used_, room);
  while (begun_.size() < room) {
    iovec rest = piece_of(place.subspan(begun_.size()));
    std::size_t got = file_->read_some({&rest, 1});
    begun_ = place.first(begun_.size() + got);
    arena_.first(used_ + begun_.size());  // which marks it for wiping
    if (got > 0 && begun_.size() != whole) continue;
    held_.push_back({&task, begun_});
    used_ += padded(begun_.size());
    return Start::over;
  }
  return Start::too_large;
}

void Worker::give_back(std::span<Task> rest) {
  if (rest.empty()) return;
  desk_.give_back(rest);
  team_.grow();
}

void Worker::stream(Task &task) {
  if (is_shared(*file_) && !desk_.await(task.index)) return;
  try {
    if (is_shared(*file_)) file_->wait_for_data();
    Sponge sponge(*task.item.algorithm, key_);
    sponge.update(begun_);
    for_each_block(*file_, [&](ConstBytes block) { sponge.update(block); });
    sponge.finish(task.digest.bytes.data());
  } catch (const Failure &failure) {
    task.digest.failure = failure;
  }
  file_.reset();
  desk_.deliver({&task, 1});
}

void Worker::hash() {
  if (held_.empty()) return;
  const ascon_algorithm *algorithm = held_.front().task->item.algorithm;
  std::vector<ascon_sponge_job> jobs(held_.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].out = held_[i].task->digest.bytes.data();
    jobs[i].out_bytes = algorithm->output_bytes;
    jobs[i].in = held_[i].text.data();
    jobs[i].bytes = held_[i].text.size();
  }
  if (algorithm->kind == ASCON_KIND_MAC)
    ascon_batch_mac(algorithm, jobs.data(), jobs.size(), key_, 1);
  else ascon_batch_hash(algorithm, jobs.data(), jobs.size(), 1);
  held_.clear();
  used_ = 0;
}

}  // namespace

void digest_files(FileSource &source, unsigned threads, const std::uint8_t *key) {
  std::size_t lanes = ascon_batch_engine_lanes(ascon_batch_engine_active(SIZE_MAX));
  std::size_t arena = std::clamp(budget / threads, least_arena, most_arena);
  Desk desk(source, 4 * lanes);
  std::optional<Team> team;
  auto work = [&] { Worker(desk, *team, arena, key).work(); };
  team.emplace(threads, work, [&] { desk.stop(); });
  team->run();
}

}  // namespace asconkit::cli
