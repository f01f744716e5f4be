// SPDX-License-Identifier: Apache-2.0 OR MIT
// The threads that read files and compute their digests; see the header. orderedqueue.cpp hands out
// the files and takes the results.
#include "filedigests.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "asconkit/batch/ascon_batch.h"
#include "blocks.hpp"
#include "io.hpp"
#include "orderedqueue.hpp"
#include "threads.hpp"
#include "treehash.hpp"

namespace asconkit::cli {

namespace {

constexpr std::size_t budget = 64 * 1024 * 1024;  // for files held in memory
// The arena of a thread holds files until there are enough of them for a batch.
constexpr std::size_t least_arena = 1024 * 1024;
constexpr std::size_t most_arena = 16 * 1024 * 1024;
constexpr std::size_t files_in_arena = 16;     // of the largest that are held
constexpr std::size_t least_room = 64 * 1024;  // for a file of unknown size

// Whether it is standard input, a pipe, a socket or a device. Only one of these may be read at a
// time, in the order of the items: two names may mean the same one.
bool is_shared(const Input &file) {
  bool is_single = file.is_regular() || S_ISDIR(file.mode());
  return file.name() == "-" || !is_single;
}

// Shifts each file by a cache line, so that files in the lanes do not compete for the same ones.
std::size_t padded(std::size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

// ---- One file at a time -------------------------------------------------------------------

// A hash, a MAC or a tree hash in pieces, for a file that is too large to be held.
class StreamDigest {
 public:
  // `pool` is for trees.
  StreamDigest(const ascon_algorithm &algorithm, const std::uint8_t *key, ascon_batch_pool *pool)
      : is_tree_(is_tree(algorithm)), output_bytes_(algorithm.output_bytes), pool_(pool) {
    if (is_tree_) ascon_tree_init(&tree_, ASCON_TREE_CHUNK_BYTES);
    else ascon_any_sponge_init(&ctx_, &algorithm, key, algorithm.key_bytes);
  }
  StreamDigest(const StreamDigest &) = delete;
  StreamDigest &operator=(const StreamDigest &) = delete;
  ~StreamDigest() {
    ascon_wipe(&ctx_, sizeof ctx_);
    ascon_wipe(&tree_, sizeof tree_);
  }
  // As many chunks of a tree as its batches take, for each thread of the pool.
  std::size_t block_bytes() const {
    return is_tree_ ? tree_block * ascon_batch_pool_threads(pool_) : usual_block;
  }
  void update(ConstBytes bytes) {
    if (is_tree_) ascon_tree_batch_update(&tree_, bytes.data(), bytes.size(), pool_);
    else ascon_any_sponge_update(&ctx_, bytes.data(), bytes.size());
  }
  void finish(std::uint8_t *out) {
    if (is_tree_) ascon_tree_final(&tree_, out);
    else ascon_any_sponge_squeeze(&ctx_, out, output_bytes_);
  }

 private:
  static constexpr std::size_t tree_block = 64 * ASCON_TREE_CHUNK_BYTES;
  bool is_tree_;
  std::size_t output_bytes_;
  ascon_batch_pool *pool_;
  ascon_sponge_ctx ctx_{};
  ascon_tree_ctx tree_{};
};

// The threads that a large file's tree is hashed on. One for all files: a pool that is busy makes
// no call wait.
class TreePool {
 public:
  explicit TreePool(unsigned threads) {
    // Without threads, the calling one does all.
    if (ascon_batch_pool_create(&pool_, threads) != ASCON_OK) pool_ = nullptr;
  }
  TreePool(const TreePool &) = delete;
  TreePool &operator=(const TreePool &) = delete;
  ~TreePool() { ascon_batch_pool_destroy(pool_); }
  ascon_batch_pool *get() const { return pool_; }

 private:
  ascon_batch_pool *pool_ = nullptr;
};

// ---- One thread ---------------------------------------------------------------------------

// Takes runs of files. Small files are held in the arena and hashed together, as a batch; a large
// one is hashed by itself.
class Worker {
 public:
  Worker(OrderedQueue &queue, Team &team, std::size_t arena_bytes, const std::uint8_t *key,
         ascon_batch_pool *pool)
      : queue_(queue), team_(team), arena_(arena_bytes), key_(key), pool_(pool) {}
  void work();

 private:
  // What becomes of a task: it needs nothing more now, the arena is too full for it, or it is open
  // and too large for any arena.
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
  OrderedQueue &queue_;
  Team &team_;
  SecretBuffer arena_;
  const std::uint8_t *key_;
  ascon_batch_pool *pool_;
  std::size_t used_ = 0;         // bytes of arena_
  std::vector<Held> held_;       // to be hashed together
  std::unique_ptr<Input> file_;  // the one that was opened last
  Bytes begun_;                  // what was read of it, in arena_
};

void Worker::work() {
  for (Tasks run = queue_.claim(false); !run.empty(); run = queue_.claim(true)) {
    if (queue_.has_more()) team_.grow();
    process(run);
  }
}

// Up to the first file that is not held. What comes after it goes back to the queue, since a large
// file takes long, and other threads may do that work.
void Worker::process(std::span<Task> run) {
  std::size_t i = 0;
  Start how = Start::over;
  while (i < run.size() && (how = start(run[i])) == Start::over) ++i;
  give_back(run.subspan(how == Start::too_large ? i + 1 : i));
  hash();
  queue_.deliver(run.first(i));
  if (how == Start::too_large) stream(run[i]);
}

// Opens the file and holds it if it is small. A batch has one algorithm.
Worker::Start Worker::start(Task &task) {
  const ascon_algorithm *algorithm = task.item.algorithm;
  if (algorithm == nullptr) return Start::over;
  if (!held_.empty() && held_.front().task->item.algorithm != algorithm) hash();
  try {
    file_ = std::make_unique<Input>(task.item.path, Input::Opening::at_once);
    file_->refuse_standard_output();  // found in a folder, or named in a list
    return hold(task);
  } catch (const Failure &failure) {
    task.digest.failure = failure;
    return Start::over;
  }
}

// Reads the file to its end, after the others in the arena, if it is small. A file may grow or
// shrink while it is read.
Worker::Start Worker::hold(Task &task) {
  begun_ = {};
  if (is_tree(*task.item.algorithm)) return Start::too_large;  // its chunks are a batch
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
  queue_.give_back(rest);
  team_.grow();
}

// Hashes the open file in blocks.
void Worker::stream(Task &task) {
  if (is_shared(*file_) && !queue_.await(task.index)) return;
  try {
    if (is_shared(*file_)) file_->wait_for_data();
    StreamDigest digest(*task.item.algorithm, key_, pool_);
    digest.update(begun_);
    auto update = [&](ConstBytes block) { digest.update(block); };
    for_each_block(*file_, update, digest.block_bytes());
    digest.finish(task.digest.bytes.data());
  } catch (const Failure &failure) {
    task.digest.failure = failure;
  }
  file_.reset();
  queue_.deliver({&task, 1});
}

// Hashes all files that are held, as one batch.
void Worker::hash() {
  if (held_.empty()) return;
  const ascon_algorithm *algorithm = held_.front().task->item.algorithm;
  std::vector<ascon_message> messages(held_.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    messages[i].out = messages[i].tag = held_[i].task->digest.bytes.data();
    messages[i].in = held_[i].text.data();
    messages[i].length = held_[i].text.size();
    messages[i].key = key_;
  }
  static_cast<void>(  // nothing in it can fail
      ascon_any_batch(algorithm, ASCON_COMPUTE, messages.data(), messages.size(), nullptr));
  held_.clear();
  used_ = 0;
}

}  // namespace

void digest_files(FileSource &source, unsigned threads, const std::uint8_t *key) {
  std::size_t lanes = ascon_batch_engine_lanes(ascon_batch_engine_active(SIZE_MAX));
  std::size_t arena = std::clamp(budget / threads, least_arena, most_arena);
  OrderedQueue queue(source, 4 * lanes);
  TreePool pool(threads);
  std::optional<Team> team;
  auto work = [&] { Worker(queue, *team, arena, key, pool.get()).work(); };
  team.emplace(threads, work, [&] { queue.stop(); });
  team->run();
}

}  // namespace asconkit::cli
