// Reads what construction_vectors.py has made of vectors/constructions; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "construction_vectors.h"

#include <cstdio>
#include <cstdlib>

namespace asconkit_test {
namespace {

struct Row {
  std::string construction;
  KnownAnswer::Fields fields;
};

const std::vector<Row> &Rows() {
  static const std::vector<Row> rows = {
#include "construction_vectors.inc"
  };
  return rows;
}

[[noreturn]] void Fail(const std::string &what) {
  std::fprintf(stderr, "there is no %s in vectors/constructions\n", what.c_str());
  std::abort();
}

}  // namespace

std::string KnownAnswer::text(const std::string &field) const {
  const auto found = fields_.find(field);
  if (found == fields_.end()) Fail("field " + field);
  return found->second;
}

Bytes KnownAnswer::bytes(const std::string &field) const {
  const std::string digits = text(field);
  Bytes result;
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    result.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return result;
}

uint64_t KnownAnswer::number(const std::string &field) const { return std::stoull(text(field)); }

std::vector<KnownAnswer> KnownAnswersOf(const std::string &construction) {
  std::vector<KnownAnswer> found;
  for (const Row &row : Rows())
    if (row.construction == construction) found.emplace_back(row.fields);
  if (found.empty()) Fail("vector of " + construction);
  return found;
}

}  // namespace asconkit_test
