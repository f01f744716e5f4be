// The known answers of constructions, vectors/constructions/NAME.json, for the tests of C and C++.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support.h"

namespace asconkit_test {

// One vector: strings of bytes and numbers by the names that the model gives them. Asking for a
// field that it has not got ends the program.
class KnownAnswer {
 public:
  using Fields = std::map<std::string, std::string>;
  explicit KnownAnswer(Fields fields) : fields_(std::move(fields)) {}

  std::string name() const { return text("name"); }
  bool has(const std::string &field) const { return fields_.count(field) != 0; }
  std::string text(const std::string &field) const;
  Bytes bytes(const std::string &field) const;
  uint64_t number(const std::string &field) const;
  size_t size(const std::string &field) const { return static_cast<size_t>(number(field)); }

 private:
  Fields fields_;
};

// The known answers of one construction. The program ends if there are none.
std::vector<KnownAnswer> KnownAnswersOf(const std::string &construction);

}  // namespace asconkit_test
