// SPDX-License-Identifier: Apache-2.0 OR MIT
// Lists, line breaks and spelling suggestions; see the header.
#include "text.hpp"

#include <algorithm>
#include <numeric>

namespace asconkit::cli {

namespace {

// How many letters must be changed, added or taken away (Levenshtein's distance).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
    }
  }
  return row.back();
}

}  // namespace

std::string listed(const std::vector<std::string> &parts, std::string_view between) {
  std::string result;
  for (const std::string &part : parts)
    result += (result.empty() ? "" : std::string(between)) + part;
  return result;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    bool starts_line = column == indent;
    if (!starts_line && column + 1 + word.size() > width) {
      result += '\n';
      result.append(indent, ' ');
      column = indent;
    } else if (!starts_line) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result;
}

std::string nearest(std::string_view name, const std::vector<std::string> &names) {
  constexpr std::size_t longest = 40;  // whatever is longer is near to none, and takes no time
  if (name.empty() || name.size() > longest) return "";
  auto far = [&](const std::string &one) {
    return one.starts_with(name) ? 0 : distance(name, one);  // a beginning is as good as the name
  };
  auto best = std::ranges::min_element(names, {}, far);
  bool is_near = best != names.end() && far(*best) <= std::max<std::size_t>(1, name.size() / 3);
  return is_near ? *best : "";
}

}  // namespace asconkit::cli
