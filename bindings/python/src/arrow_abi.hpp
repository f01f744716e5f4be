// Arrow's C data interface: the two structures that every Arrow library shares, as its
// specification gives them. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstdint>

extern "C" {

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};
}

namespace asconkit {

constexpr int64_t ARROW_NULLABLE = 2;  // of the schema's flags

/** What the specification calls a view: where a value of binary_view is. */
struct ArrowView {
  static constexpr uint32_t INLINE_BYTES = 12;
  int32_t bytes;
  uint8_t start[4];  // of the value; a value of at most INLINE_BYTES goes on from here to the end
  int32_t buffer;
  int32_t offset;
};
static_assert(sizeof(ArrowView) == 16, "the size in the specification");

}  // namespace asconkit
