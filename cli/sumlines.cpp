// SPDX-License-Identifier: Apache-2.0 OR MIT
// Writing and parsing the lines of `sum` and `mac`; see the header.
#include "sumlines.hpp"

#include <cctype>
#include <cstdint>

#include "hex.hpp"
#include "quote.hpp"
#include "treehash.hpp"

namespace asconkit::cli {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view skip_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

std::optional<CheckLine> with_digest(const ascon_algorithm *algorithm, std::string_view digits) {
  CheckLine line{algorithm, std::vector<std::uint8_t>(algorithm->output_bytes), "", false};
  if (!from_hex(digits, line.digest)) return std::nullopt;
  return line;
}

// The reverse of escape_name(); nothing for an unknown escape.
std::optional<std::string> unescape_name(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    if (c == '\\') {
      std::size_t known = ++i < name.size() ? std::string_view("nr\\").find(name[i]) : 3;
      if (known >= 3) return std::nullopt;
      c = "\n\r\\"[known];
    }
    result += c;
  }
  return result;
}

std::optional<CheckLine> with_name(std::optional<CheckLine> line, std::string_view name,
                                   bool is_escaped) {
  std::optional<std::string> plain = is_escaped ? unescape_name(name) : std::string(name);
  if (!line || !plain) return std::nullopt;
  line->name = *plain;
  return line;
}

// Whether a line may name `row` where `chosen` is checked. The key of a MAC is for one algorithm.
bool may_be_named(const ascon_algorithm &row, const ascon_algorithm &chosen) {
  return &row == &chosen || (row.kind == chosen.kind && row.kind == ASCON_KIND_HASH);
}

// Whether the text starts with this algorithm's tag, followed by "(" or " ("; `text` moves past
// that.
bool take_tag_of(const ascon_algorithm &row, std::string_view &text) {
  std::string tag = tag_name(row);
  if (!text.starts_with(tag)) return false;
  std::string_view rest = text.substr(tag.size());
  if (rest.starts_with(" ")) rest.remove_prefix(1);
  if (!rest.starts_with("(")) return false;
  text = rest.substr(1);
  return true;
}

// The algorithm whose tag starts the line: one of the library's, or the tree hash.
const ascon_algorithm *take_tag(std::string_view &text, const ascon_algorithm &chosen) {
  const ascon_algorithm *row = nullptr;
  for (std::size_t i = 0; (row = ascon_any_at(i)) != nullptr; ++i)
    if (may_be_named(*row, chosen) && take_tag_of(*row, text)) return row;
  return may_be_named(tree_row, chosen) && take_tag_of(tree_row, text) ? &tree_row : nullptr;
}

bool take_escape_mark(std::string_view &text) {
  bool marked = text.starts_with("\\");
  if (marked) text.remove_prefix(1);
  return marked;
}

}  // namespace

std::string tag_name(const ascon_algorithm &algorithm) {
  std::string name = algorithm.name;
  bool start = true;
  for (char &c : name) {
    if (start) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    start = c == '-';
  }
  return name;
}

bool needs_escape(const std::string &name) {
  return name.find_first_of("\\\n\r") != std::string::npos;
}

std::string escape_name(const std::string &name) {
  std::string result;
  for (char c : name) {
    if (c == '\n') result += "\\n";
    else if (c == '\r') result += "\\r";
    else if (c == '\\') result += "\\\\";
    else result += c;
  }
  return result;
}

std::string format_line(const LineStyle &style, const ascon_algorithm &algorithm,
                        const std::string &digest_hex, const std::string &name) {
  bool escape = !style.zero && needs_escape(name);
  std::string shown = escape ? escape_name(name) : name;
  if (style.for_terminal) shown = printable(shown);
  std::string line = escape ? "\\" : "";
  if (style.tagged) line += tag_name(algorithm) + " (" + shown + ") = " + digest_hex;
  else line += digest_hex + " " + (style.binary ? "*" : " ") + shown;
  return line + (style.zero ? '\0' : '\n');
}

// No file's name contains a NUL. coreutils ends the line there, and checks another file than it
// names.
std::optional<CheckLine> CheckLineParser::parse(std::string_view line) {
  if (line.find('\0') != std::string_view::npos) return std::nullopt;
  line = skip_blanks(line);
  std::string_view rest = line;
  take_escape_mark(rest);
  const ascon_algorithm *tagged = take_tag(rest, *algorithm_);
  return tagged != nullptr ? parse_tagged(line, tagged) : parse_plain(line);
}

// NAME) = DIGEST; the name may contain parentheses, so the last one counts.
std::optional<CheckLine> CheckLineParser::parse_tagged(std::string_view line,
                                                       const ascon_algorithm *algorithm) {
  bool is_escaped = take_escape_mark(line);
  take_tag(line, *algorithm_);
  std::size_t end = line.rfind(')');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view rest = skip_blanks(line.substr(end + 1));
  if (!rest.starts_with("=")) return std::nullopt;
  rest = skip_blanks(rest.substr(1));
  std::optional<CheckLine> parsed = with_digest(algorithm, rest);
  if (parsed) parsed->names_algorithm = true;
  return with_name(std::move(parsed), line.substr(0, end), is_escaped);
}

// The character after the first blank: " " or "*" in the usual format, else the name starts.
bool CheckLineParser::skip_marker(std::string_view &rest) {
  bool marked = rest.size() > 1 && (rest[0] == ' ' || rest[0] == '*');
  if (!marked) {
    if (blanks_ == Blanks::two) return false;
    blanks_ = Blanks::one;
  } else if (blanks_ != Blanks::one) {
    blanks_ = Blanks::two;
    rest.remove_prefix(1);
  }
  return true;
}

std::optional<CheckLine> CheckLineParser::parse_plain(std::string_view line) {
  bool is_escaped = take_escape_mark(line);
  std::size_t digits = 2 * algorithm_->output_bytes;
  if (line.size() < digits + 2) return std::nullopt;
  std::optional<CheckLine> parsed = with_digest(algorithm_, line.substr(0, digits));
  std::string_view rest = line.substr(digits + 1);
  if (!parsed || !is_blank(line[digits]) || !skip_marker(rest)) return std::nullopt;
  return with_name(parsed, rest, is_escaped);
}

}  // namespace asconkit::cli
