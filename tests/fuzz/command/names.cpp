// Names and texts of strangers in messages: a quoted name is, for a shell, the name; what is
// printed on a terminal has
// no control characters. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <clocale>

#include "cli/quote.hpp"
#include "cli/text.hpp"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

// The text that a shell reads from a word without expansions; nothing if this is not one word.
class ShellWord {
 public:
  explicit ShellWord(std::string_view text) : rest_(text) {
    good_ = !text.starts_with('#') && !text.starts_with('~') && text != "{" && text != "}" &&
            !text.empty();
    while (good_ && !rest_.empty()) Part();
  }
  bool good() const { return good_; }
  const std::string &value() const { return value_; }

 private:
  char Take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  void Part() {
    if (rest_.starts_with("$'")) {
      rest_.remove_prefix(2);
      return Until('\'', true);
    }
    const char c = Take();
    if (c == '\'' || c == '"') return Until(c, false);
    if (c == '\\' && !rest_.empty()) value_ += Take();
    else if (std::string_view(" !\"$&()*;<=>?[\\^`|'").find(c) == std::string_view::npos)
      value_ += c;
    else good_ = false;
  }
  // Up to the other quote. Between these, only $'...' has escapes.
  void Until(char quote, bool escapes) {
    while (!rest_.empty() && rest_.front() != quote)
      value_ += escapes && rest_.front() == '\\' ? Escaped() : Take();
    good_ = !rest_.empty();
    if (good_) Take();
  }
  char Escaped() {
    constexpr std::string_view letters = "abtnvfr", controls = "\a\b\t\n\v\f\r";
    Take();
    if (rest_.empty()) return '\\';
    const size_t known = letters.find(rest_.front());
    if (known != std::string_view::npos) return Take(), controls[known];
    int value = 0;
    for (int i = 0; i < 3 && !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '7'; i++)
      value = 8 * value + (Take() - '0');
    return static_cast<char>(value);
  }
  std::string_view rest_;
  std::string value_;
  bool good_ = true;
};

bool HasControls(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

void ExpectQuoted(const std::string &name, const std::string &quoted) {
  const ShellWord word(quoted);
  EXPECT_TRUE(word.good()) << quoted;
  EXPECT_EQ(word.value(), name) << quoted;
  EXPECT_FALSE(HasControls(quoted)) << quoted;
}

// Breaks at blanks alone, and indents; the words stay what they were.
void ExpectWrapped(const std::string &text, size_t indent, size_t width) {
  std::string words = text, found;
  std::erase(words, ' ');
  for (char c : asconkit::cli::wrapped(text, indent, width))
    if (c != ' ' && c != '\n') found += c;
  std::erase(words, '\n');
  EXPECT_EQ(found, words);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  // Unprintable is what the locale says.
  std::setlocale(LC_CTYPE, input.Flag() ? "C.UTF-8" : "C");
  const size_t indent = input.UpTo(10), width = input.UpTo(80);
  std::string name = input.RestAsText();
  EXPECT_FALSE(HasControls(asconkit::cli::printable(name)));
  ExpectWrapped(name, indent, width);
  const std::vector<std::string> known = {"encrypt", "decrypt", "sum"};
  const std::string near = asconkit::cli::nearest(name, known);
  EXPECT_TRUE(near.empty() || std::find(known.begin(), known.end(), near) != known.end());
  std::erase(name, '\0');  // no name has one
  ExpectQuoted(name, asconkit::cli::quote_name(name));
  ExpectQuoted(name, asconkit::cli::quote_always(name));
}
