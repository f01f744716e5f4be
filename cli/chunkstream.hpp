// SPDX-License-Identifier: Apache-2.0 OR MIT
// The contents of a file in chunks, encrypted and decrypted from an input to an output on several
// threads. The header is not part of it. For `asconkit encrypt` and `asconkit decrypt`.
#pragma once

#include "chunks.hpp"
#include "io.hpp"

namespace asconkit::cli {

// Fails if the input needs more than max_chunks chunks.
void seal_stream(Input &input, Output &output, const FileStream &stream, unsigned threads);

// Writes the text of all chunks before the first one that is corrupted, and fails at that one.
void open_stream(Input &input, Output &output, const FileStream &stream, unsigned threads);

}  // namespace asconkit::cli
