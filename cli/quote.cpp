// SPDX-License-Identifier: Apache-2.0 OR MIT
// Quoting of file names, with the rules of coreutils; see the header.
#include "quote.hpp"

#include <array>
#include <cstdio>
#include <cwchar>
#include <cwctype>
#include <string_view>

namespace asconkit::cli {

namespace {

// Sixteen times the longest name that a system opens. Lists and command lines may have longer ones.
constexpr std::size_t longest = 64UL * 1024;

struct Glyph {
  std::string_view bytes;
  bool printable;
};

// Removes the first character of the locale from `text`; an invalid byte is a glyph by itself.
Glyph take_glyph(std::string_view &text) {
  std::mbstate_t state{};
  wchar_t wide = 0;
  size_t bytes = std::mbrtowc(&wide, text.data(), text.size(), &state);
  bool valid = bytes > 0 && bytes <= text.size();
  Glyph result{text.substr(0, valid ? bytes : 1),
               valid && std::iswprint(static_cast<wint_t>(wide)) != 0};
  text.remove_prefix(result.bytes.size());
  return result;
}

bool all_printable(std::string_view text) {
  while (!text.empty())
    if (!take_glyph(text).printable) return false;
  return true;
}

bool special(std::string_view name, size_t at) {
  char c = name[at];
  if (c == '#' || c == '~') return at == 0;
  if (c == '{' || c == '}') return name.size() == 1;
  return std::string_view(" !\"$&()*;<=>?[\\^`|':").find(c) != std::string_view::npos;
}

bool needs_quotes(std::string_view name) {
  if (name.empty()) return true;
  for (size_t i = 0; i < name.size(); ++i)
    if (special(name, i)) return true;
  return !all_printable(name);
}

// Names with a single quote are easier to read between double quotes, where that is safe.
bool fits_double_quotes(std::string_view name) {
  bool plain = name.find_first_of("!\"$&()*;<=>?[\\^`|{}") == std::string_view::npos &&
               name.find_first_of("#~", 1) == std::string_view::npos;
  return plain && name.find('\'') != std::string_view::npos && all_printable(name);
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

// In single quotes, as a shell reads it. Inside, a quote is written '\'' and an unprintable byte
// $'\ooo'.
std::string single_quoted(std::string_view name) {
  std::string result = "'";
  bool in_escape = false;
  while (!name.empty()) {
    Glyph part = take_glyph(name);
    if (part.bytes == "'") {
      result += "'\\''";
      in_escape = false;
      continue;
    }
    if (part.printable == in_escape) result += in_escape ? "''" : "'$'";
    in_escape = !part.printable;
    if (in_escape) result += escaped(part.bytes);
    else result += part.bytes;
  }
  return result + '\'';
}

}  // namespace

std::string quote_always(const std::string &name) {
  if (name.size() > longest) return quote_always(name.substr(0, longest)) + "...";
  return single_quoted(name);
}

std::string printable(const std::string &text) {
  if (all_printable(text)) return text;
  std::string result;
  for (std::string_view rest = text; !rest.empty();) {
    Glyph part = take_glyph(rest);
    result += part.printable ? std::string(part.bytes) : escaped(part.bytes);
  }
  return result;
}

std::string quote_name(const std::string &name) {
  if (name.size() > longest) return quote_name(name.substr(0, longest)) + "...";
  if (!needs_quotes(name)) return name;
  return fits_double_quotes(name) ? '"' + name + '"' : single_quoted(name);
}

}  // namespace asconkit::cli
