// Calls with secrets, in the files secrets_NAME.cpp: a SecretCall at namespace scope makes
// constant_time.cpp run its function.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/support/secret_memory.h"

namespace asconkit_test {

struct SecretCall {
  // The function says whether all results were as expected.
  SecretCall(std::string of, std::function<bool()> call) {
    all().push_back({std::move(of), std::move(call)});
  }
  struct Row {
    std::string of;
    std::function<bool()> call;
  };
  static std::vector<Row> &all() {
    static std::vector<Row> rows;
    return rows;
  }
};

}  // namespace asconkit_test
