// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "quote.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cwchar>
#include <cwctype>
#include <string_view>
#include <vector>

namespace asconkit::cli {

namespace {

struct Glyph {
  std::string_view bytes;
  bool printable;
};

// Splits into characters of the locale; a byte that belongs to none is a glyph of its own.
std::vector<Glyph> glyphs(std::string_view text) {
  std::vector<Glyph> result;
  std::mbstate_t state{};
  for (size_t at = 0; at < text.size();) {
    wchar_t wide = 0;
    size_t bytes = std::mbrtowc(&wide, text.data() + at, text.size() - at, &state);
    bool valid = bytes > 0 && bytes <= text.size() - at;
    if (!valid) state = std::mbstate_t{};
    bytes = valid ? bytes : 1;
    result.push_back({text.substr(at, bytes), valid && std::iswprint(static_cast<wint_t>(wide))});
    at += bytes;
  }
  return result;
}

bool special(std::string_view name, size_t at) {
  char c = name[at];
  if (c == '#' || c == '~') return at == 0;
  if (c == '{' || c == '}') return name.size() == 1;
  return std::string_view(" !\"$&()*;<=>?[\\^`|':").find(c) != std::string_view::npos;
}

bool needs_quotes(std::string_view name, const std::vector<Glyph> &parts) {
  if (name.empty()) return true;
  for (size_t i = 0; i < name.size(); ++i)
    if (special(name, i)) return true;
  return !std::ranges::all_of(parts, &Glyph::printable);
}

// Names with a single quote are easier to read between double quotes, where that is safe.
bool fits_double_quotes(std::string_view name, const std::vector<Glyph> &parts) {
  bool all_printable = std::ranges::all_of(parts, &Glyph::printable);
  bool plain = name.find_first_of("!\"$&()*;<=>?[\\^`|{}") == std::string_view::npos &&
               name.find_first_of("#~", 1) == std::string_view::npos;
  return all_printable && plain && name.find('\'') != std::string_view::npos;
}

std::string escaped(std::string_view bytes) {
  constexpr std::string_view controls = "\a\b\t\n\v\f\r";
  std::string result;
  for (char c : bytes) {
    size_t known = controls.find(c);
    std::array<char, 5> octal{};
    std::snprintf(octal.data(), octal.size(), "\\%03o", static_cast<unsigned char>(c));
    if (known == std::string_view::npos) result += octal.data();
    else result += {'\\', "abtnvfr"[known]};
  }
  return result;
}

std::string single_quoted(const std::vector<Glyph> &parts) {
  std::string result = "'";
  bool in_escape = false;
  for (const Glyph &part : parts) {
    if (part.bytes == "'") {
      result += "'\\''";
      in_escape = false;
      continue;
    }
    if (part.printable == in_escape) result += in_escape ? "''" : "'$'";
    in_escape = !part.printable;
    result += in_escape ? escaped(part.bytes) : std::string(part.bytes);
  }
  return result + '\'';
}

}  // namespace

std::string quote_name(const std::string &name) {
  std::vector<Glyph> parts = glyphs(name);
  if (!needs_quotes(name, parts)) return name;
  return fits_double_quotes(name, parts) ? '"' + name + '"' : single_quoted(parts);
}

}  // namespace asconkit::cli
