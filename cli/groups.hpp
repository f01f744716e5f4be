// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reads a stream in groups of pieces, which several threads process; their results are used in
// order. For chunkstream.cpp.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "errors.hpp"
#include "io.hpp"
#include "threads.hpp"

namespace asconkit::cli {

struct GroupShape {
  std::size_t piece_bytes;  // of input
  std::size_t stride;       // from one piece to the next, at least piece_bytes
  std::size_t most;         // pieces in a group
  bool separate_result;     // or the result takes the place of the input
  unsigned most_groups;     // at the same time
};

// Enough pieces of at most `stride` bytes to fill the lanes of a batch, and groups within a fixed
// budget of memory.
GroupShape group_shape(std::size_t piece_bytes, std::size_t stride, bool separate_result);

// The pieces first, first + 1, ... of the input. All have piece_bytes, but for the last one of the
// input, which has 1 to piece_bytes; only an empty input has an empty piece.
class Group {
 public:
  explicit Group(const GroupShape &shape);
  std::uint64_t first() const { return first_; }
  std::size_t count() const { return count_; }
  bool ends() const { return ends_; }  // with the last piece of the input
  std::size_t bytes() const;           // of input
  Bytes piece(std::size_t i) {
    return input_.first(i * shape_.stride + piece_bytes(i)).last(piece_bytes(i));
  }
  // All pieces in a row, if that is how they stand: the stride is piece_bytes.
  Bytes pieces() { return input_.first(bytes()); }
  // The place for the results, `bytes` bytes of it: the stride for each piece.
  Bytes results(std::size_t bytes) { return result_.first(bytes); }
  std::uint64_t number() const { return number_; }
  const std::optional<Failure> &failure() const {
    return failure_;
  }  // of reading; then there are no pieces
  bool is_full() const { return count_ == shape_.most; }
  std::size_t good = 0;  // pieces with a result, set by the processing

 private:
  friend class GroupReader;
  std::size_t piece_bytes(std::size_t i) const {
    return i + 1 < count_ ? shape_.piece_bytes : last_;
  }
  GroupShape shape_;
  SecretBuffer input_;
  std::optional<SecretBuffer> separate_;
  SecretBuffer &result_;
  std::uint64_t number_ = 0;
  std::uint64_t first_ = 0;
  std::size_t count_ = 0;
  std::size_t last_ = 0;  // bytes of the last piece
  bool ends_ = false;
  std::optional<Failure> failure_;
};

// Cuts an input into groups. Whether a piece is the last one is known once there is a byte after
// it, or the input has ended. A group with a piece known to be whole does not wait longer than
// `patience` to become full, so that the reader of a slow pipe gets what there is.
class GroupReader {
 public:
  static constexpr std::chrono::milliseconds patience{10};
  GroupReader(Input &input, const GroupShape &shape);
  // False if there is no more or stop() was called. A failure is stored in the group.
  bool read(Group &group);
  // Makes a waiting read() return, on any thread.
  void stop();

 private:
  void fill(Group &group);
  bool more(Group &group, std::size_t &bytes);
  bool wait(bool has_piece);
  int wait_milliseconds(bool has_piece);
  void finish(Group &group, std::size_t bytes);
  std::size_t offset(std::size_t bytes) const;
  std::vector<iovec> places(Group &group, std::size_t bytes) const;
  Input &input_;
  GroupShape shape_;
  std::mutex mutex_;
  SecretBuffer carried_;  // already read for the next group
  std::size_t carried_bytes_ = 0;
  std::uint64_t groups_ = 0;
  std::uint64_t pieces_ = 0;
  bool ended_ = false;
  std::optional<Failure> failure_;  // for the next group
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::atomic<bool> stopped_ = false;
  Descriptor stop_read_;  // at its end once stop_write_ is closed
  Descriptor stop_write_;
};

using GroupWork = std::function<void(Group &)>;

// Reads all of the input. `process` is called on up to `threads` threads at once, `finish` for one
// group after the other, in order.
void for_each_group(Input &input, const GroupShape &shape, unsigned threads,
                    const GroupWork &process, const GroupWork &finish);

}  // namespace asconkit::cli
