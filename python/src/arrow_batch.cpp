// Errors of single rows; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_batch.hpp"

#include <string>

namespace asconkit {

void wrong_size(const ArrowColumn &column, size_t row, size_t expected, size_t given) {
  const std::string text = std::string(column.name()) + ": row " + std::to_string(row) +
                           " must have " + std::to_string(expected) + " bytes, not " +
                           std::to_string(given);
  throw nb::value_error(text.c_str());
}

void refuse(size_t row, ascon_result result) {
  const std::string text = "row " + std::to_string(row) + ": " + ascon_result_text(result);
  throw nb::value_error(text.c_str());
}

bool is_right(size_t row, ascon_result result) {
  if (result != ASCON_OK && result != ASCON_ERR_TAG) {
    refuse(row, result);
  }
  return result == ASCON_OK;
}

}  // namespace asconkit
