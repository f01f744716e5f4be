// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reading an input to its end; see the header.
#include "blocks.hpp"

#include "progress.hpp"

namespace asconkit::cli {

void for_each_block(Input &input, const std::function<void(ConstBytes)> &use,
                    std::size_t block_bytes) {
  SecretBuffer buffer(block_bytes);
  Progress progress(input.name(), input.size());
  while (std::size_t size = input.read(buffer.all())) {
    use(buffer.first(size));
    progress.add(size);
  }
}

}  // namespace asconkit::cli
