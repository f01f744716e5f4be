// SPDX-License-Identifier: Apache-2.0 OR MIT
// Digests and tags of many files, for sum and mac. Small files are hashed side by side in the lanes
// of batches, on several threads. Results are used in the order of the files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "asconkit/ascon_any.h"
#include "errors.hpp"
#include "print.hpp"
#include "secret.hpp"

namespace asconkit::cli {

struct FileDigest {
  std::array<std::uint8_t, 32> bytes{};
  std::optional<Failure> failure;
};

struct FileItem {
  std::string path;                            // "-" is standard input
  const ascon_algorithm *algorithm = nullptr;  // a hash or a MAC; null if there is nothing to read
  // Called for one item after the other, in order, on any thread.
  std::function<void(const FileItem &, const FileDigest &)> use;
};

// Gives the items, to one thread at a time.
class FileSource {
 public:
  virtual ~FileSource() = default;
  // False if there are no more.
  virtual bool next(FileItem &item) = 0;
  // True if next() might have to wait: then it is not called before all earlier items are done.
  virtual bool may_wait() { return false; }
  // Called when everything that can be printed now has been.
  virtual void flush() { flush_output(); }
};

// `key` is for MACs. A failure to read a file is part of its result.
void digest_files(FileSource &source, unsigned threads, const std::uint8_t *key = nullptr);

}  // namespace asconkit::cli
