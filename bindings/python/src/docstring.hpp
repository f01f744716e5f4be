// Docstrings in sections, as help() and the reference show them. For all that Python sees.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <initializer_list>
#include <string>

namespace asconkit {

/** `arguments` and `raises` have one entry for each argument and error; further lines of an entry
   are indented by 8. A section without content is left out. `end` is a last paragraph. */
inline std::string docstring(const std::string &summary,
                             std::initializer_list<const char *> arguments,
                             const std::string &returns = "",
                             std::initializer_list<const char *> raises = {},
                             const std::string &end = "") {
  std::string text = summary;
  const auto section = [&text](const char *title, std::initializer_list<const char *> entries) {
    text += entries.size() != 0 ? std::string("\n\n") + title : "";
    for (const char *entry : entries) {
      text += std::string("\n    ") + entry;
    }
  };
  section("Args:", arguments);
  if (!returns.empty()) {
    section("Returns:", {returns.c_str()});
  }
  section("Raises:", raises);
  return text + (end.empty() ? "" : "\n\n" + end);
}

}  // namespace asconkit
