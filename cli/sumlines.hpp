// SPDX-License-Identifier: Apache-2.0 OR MIT
// The lines that sum and mac write and, with -c, read. The format is that of coreutils.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "asconkit/ascon_any.h"

namespace asconkit::cli {

struct LineStyle {
  bool tagged = false;
  bool binary = false;
  bool zero = false;
  bool for_terminal = false;  // names without control characters, as in messages
};

// "ascon-hash256" is "Ascon-Hash256" in tagged lines and messages.
std::string tag_name(const ascon_algorithm &algorithm);

// With the line's end. Names that need it are escaped, except with `zero`.
std::string format_line(const LineStyle &style, const ascon_algorithm &algorithm,
                        const std::string &digest_hex, const std::string &name);

// Whether a name has a line end, or a backslash, which marks escapes.
bool needs_escape(const std::string &name);

std::string escape_name(const std::string &name);

struct CheckLine {
  const ascon_algorithm *algorithm;
  std::vector<std::uint8_t> digest;
  std::string name;
  bool names_algorithm;  // the line is tagged
};

class CheckLineParser {
 public:
  explicit CheckLineParser(const ascon_algorithm &algorithm) : algorithm_(&algorithm) {}
  // `line` without its line feed. Nothing if it is not properly formatted.
  std::optional<CheckLine> parse(std::string_view line);

 private:
  std::optional<CheckLine> parse_tagged(std::string_view line, const ascon_algorithm *algorithm);
  std::optional<CheckLine> parse_plain(std::string_view line);
  bool skip_marker(std::string_view &rest);

  const ascon_algorithm *algorithm_;
  // BSD's reversed lines have one blank before the name. The first line with one blank, or
  // with two, decides for all.
  enum class Blanks { unknown, one, two } blanks_ = Blanks::unknown;
};

}  // namespace asconkit::cli
