// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reading an input in groups of pieces, and the threads that process them; see the header.
#include "groups.hpp"

#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "asconkit/batch/ascon_batch.h"

namespace asconkit::cli {

namespace {

// A group fits into the cache of its thread; of large pieces it has one for each lane.
constexpr std::size_t group_bytes = 1024 * 1024;
constexpr std::size_t most_pieces = 512;          // readv(2) takes 1024
constexpr std::size_t budget = 33 * 1024 * 1024;  // 32 of the largest chunks, with their tags

std::size_t round_up(std::size_t value, std::size_t step) {
  return (value + step - 1) / step * step;
}

}  // namespace

GroupShape group_shape(std::size_t piece_bytes, std::size_t stride, bool separate_result) {
  std::size_t lanes = ascon_batch_engine_lanes(ascon_batch_engine_active(most_pieces));
  std::size_t fit = std::clamp<std::size_t>(group_bytes / stride, 1, most_pieces);
  std::size_t most = round_up(fit, lanes);
  std::size_t memory = most * stride * (separate_result ? 2 : 1);
  auto groups = static_cast<unsigned>(std::max<std::size_t>(budget / memory, 1));
  return {piece_bytes, stride, most, separate_result, groups};
}

// ---- Group --------------------------------------------------------------------------------

Group::Group(const GroupShape &shape)
    : shape_(shape),
      input_(shape.most * shape.stride + 1),  // and a byte after
      result_(shape.separate_result ? separate_.emplace(shape.most * shape.stride) : input_) {}

std::size_t Group::bytes() const {
  return count_ == 0 ? 0 : (count_ - 1) * shape_.piece_bytes + last_;
}

// ---- GroupReader --------------------------------------------------------------------------

GroupReader::GroupReader(Input &input, const GroupShape &shape)
    : input_(input), shape_(shape), carried_(shape.piece_bytes) {
  if (input_.is_regular()) return;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_errno(input_.name(), errno);
  stop_read_ = Descriptor(ends[0]);
  stop_write_ = Descriptor(ends[1]);
}

void GroupReader::stop() {
  stopped_ = true;
  stop_write_.reset();
}

// A failure of reading is kept in the group, so that the groups before it are finished first.
bool GroupReader::read(Group &group) {
  std::lock_guard lock(mutex_);
  if (ended_ || stopped_) return false;
  group.number_ = groups_++;
  group.first_ = pieces_;
  group.count_ = 0;
  try {
    fill(group);
  } catch (const Failure &failure) {
    group.failure_ = failure;
    ended_ = true;
  }
  pieces_ += group.count_;
  return !stopped_;
}

void GroupReader::fill(Group &group) {
  if (failure_) throw Failure(*failure_);
  deadline_.reset();
  std::size_t bytes = carried_bytes_;
  std::ranges::copy(carried_.first(bytes), group.input_.first(bytes).begin());
  while (bytes <= shape_.most * shape_.piece_bytes && more(group, bytes)) continue;
  if (!stopped_) finish(group, bytes);
}

// Adds to the `bytes` bytes of the group. False if the group is complete as it is.
bool GroupReader::more(Group &group, std::size_t &bytes) {
  bool has_piece = bytes > shape_.piece_bytes;
  if (!wait(has_piece)) return false;
  try {
    std::size_t got = input_.read_some(places(group, bytes));
    bytes += got;
    if (got > 0) group.input_.first(offset(bytes - 1) + 1);  // which marks it for wiping
    ended_ = got == 0;
    return got > 0;
  } catch (const Failure &failure) {
    if (!has_piece) throw;
    failure_ = failure;
    return false;
  }
}

// False if no more input has come in time. Before the first whole piece there is no time limit.
bool GroupReader::wait(bool has_piece) {
  if (input_.is_regular()) return true;
  std::array<pollfd, 2> events = {
      {{input_.descriptor(), POLLIN, 0}, {stop_read_.get(), POLLIN, 0}}};
  int ready = 0;
  do ready = poll(events.data(), events.size(), wait_milliseconds(has_piece));
  while (ready < 0 && errno == EINTR);
  if (ready < 0) fail_errno(input_.name(), errno);
  return ready > 0 && events[1].revents == 0;
}

int GroupReader::wait_milliseconds(bool has_piece) {
  using Clock = std::chrono::steady_clock;
  if (!has_piece) return -1;
  if (!deadline_) deadline_ = Clock::now() + patience;
  auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

void GroupReader::finish(Group &group, std::size_t bytes) {
  const std::size_t piece = shape_.piece_bytes;
  group.ends_ = ended_;
  group.count_ =
      ended_ ? std::max<std::size_t>((bytes + piece - 1) / piece, 1) : (bytes - 1) / piece;
  group.last_ = ended_ ? bytes - (group.count_ - 1) * piece : piece;
  carried_bytes_ = ended_ ? 0 : bytes - group.count_ * piece;
  std::size_t end = group.count_ * shape_.stride;
  if (carried_bytes_ == 0) return;
  std::ranges::copy(group.input_.first(end + carried_bytes_).last(carried_bytes_),
                    carried_.first(carried_bytes_).begin());
}

// The place of the byte after `bytes` bytes of pieces.
std::size_t GroupReader::offset(std::size_t bytes) const {
  return bytes / shape_.piece_bytes * shape_.stride + bytes % shape_.piece_bytes;
}

// From there to the end of the group, and one byte after.
std::vector<iovec> GroupReader::places(Group &group, std::size_t bytes) const {
  const std::size_t piece = shape_.piece_bytes;
  Bytes all = group.input_.unused();
  std::vector<iovec> result;
  for (std::size_t i = bytes / piece; i < shape_.most; ++i) {
    std::size_t used = result.empty() ? bytes % piece : 0;
    result.push_back(piece_of(all.subspan(i * shape_.stride + used, piece - used)));
  }
  result.push_back(piece_of(all.subspan(shape_.most * shape_.stride, 1)));
  return result;
}

// ---- for_each_group -----------------------------------------------------------------------

namespace {

// The threads of for_each_group(). Each reads a group, processes it, waits for its turn and
// finishes it.
class GroupPipeline {
 public:
  GroupPipeline(Input &input, const GroupShape &shape, unsigned threads, const GroupWork &process,
                const GroupWork &finish)
      : shape_(shape),
        process_(process),
        finish_(finish),
        reader_(input, shape),
        team_(std::min(threads, shape.most_groups), [this] { work(); }, [this] { stop(); }) {}
  void run() { team_.run(); }

 private:
  void work();
  void stop();
  bool await_turn(std::uint64_t number);
  void pass_turn();
  GroupShape shape_;
  const GroupWork &process_;
  const GroupWork &finish_;
  GroupReader reader_;
  std::mutex mutex_;
  std::condition_variable turned_;
  std::uint64_t turn_ = 0;
  bool stopped_ = false;
  Team team_;
};

void GroupPipeline::work() {
  Group group(shape_);
  while (reader_.read(group)) {
    if (group.is_full() && !group.ends()) team_.grow();
    if (!group.failure()) process_(group);
    if (!await_turn(group.number())) return;
    if (const std::optional<Failure> &failure = group.failure()) throw Failure(*failure);
    finish_(group);
    pass_turn();
  }
}

void GroupPipeline::stop() {
  reader_.stop();
  std::lock_guard lock(mutex_);
  stopped_ = true;
  turned_.notify_all();
}

bool GroupPipeline::await_turn(std::uint64_t number) {
  std::unique_lock lock(mutex_);
  turned_.wait(lock, [&] { return stopped_ || turn_ == number; });
  return !stopped_;
}

void GroupPipeline::pass_turn() {
  std::lock_guard lock(mutex_);
  ++turn_;
  turned_.notify_all();
}

}  // namespace

void for_each_group(Input &input, const GroupShape &shape, unsigned threads,
                    const GroupWork &process, const GroupWork &finish) {
  GroupPipeline(input, shape, threads, process, finish).run();
}

}  // namespace asconkit::cli
