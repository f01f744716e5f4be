// Command lines of any words: each is read or refused, as a whole. What is read fits the table of
// options, and a number
// is the one that was written. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "cli/arguments.hpp"

#include <algorithm>
#include <cctype>

#include "cli/errors.hpp"
#include "cli/help.hpp"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

namespace cli = asconkit::cli;

const cli::Subcommand *SomeSubcommand(Input &input) {
  const size_t index = input.UpTo(cli::subcommands().size());
  return index == cli::subcommands().size() ? nullptr : &cli::subcommands()[index];
}

std::string SomeText(Input &input) {
  const std::vector<std::string> texts = {
      "",     "1", "0",  "64K",    "1M", "18446744073709551615", "2G", "-1", "4294967296",
      "file", "-", "--", "16384P", "=",  "17179869184G"};
  if (!input.OneIn(3)) return input.OneOf(texts);
  const Bytes bytes = input.Some(input.UpTo(12));
  std::string text(bytes.begin(), bytes.end());
  std::erase(text, '\0');
  return text;
}

std::string SomeValue(Input &input, const cli::Option &option) {
  const std::vector<std::string> known = cli::known_values(option);
  return known.empty() || input.OneIn(3) ? SomeText(input) : input.OneOf(known);
}

// An option in one of its spellings, with or without a value; or any word.
void AppendWords(Input &input, const std::vector<cli::Option> &options,
                 std::vector<std::string> *words) {
  if (input.OneIn(4)) return words->push_back(SomeText(input));
  const cli::Option &option = options[input.UpTo(options.size() - 1)];
  const std::string value = SomeValue(input, option);
  if (option.letter != '\0' && input.Flag()) {
    const std::string start = std::string("-") + option.letter;
    if (input.Flag()) return words->push_back(start + value);
    words->push_back(start);
  } else {
    const std::string name = option.name;
    std::string start = "--" + name.substr(0, name.size() - std::min(name.size(), input.UpTo(3)));
    if (input.Flag()) return words->push_back(start + "=" + value);
    words->push_back(start);
  }
  if (option.value != cli::Value::none ? !input.OneIn(6) : input.OneIn(6)) words->push_back(value);
}

// ---- What is read ---------------------------------------------------------------------------

const cli::Option *Find(const std::vector<cli::Option> &options, cli::Id id) {
  const auto found =
      std::find_if(options.begin(), options.end(), [&](const auto &one) { return one.id == id; });
  return found == options.end() ? nullptr : &*found;
}

// The number as it is written, in the option's units; nothing if it is none, or out of range.
std::optional<uint64_t> NumberOf(const cli::Option &option, const std::string &text) {
  size_t digits = 0;
  unsigned __int128 number = 0;
  for (; digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])); digits++) {
    number = 10 * number + static_cast<unsigned>(text[digits] - '0');
    if (number > UINT64_MAX) return std::nullopt;
  }
  const std::string suffix = text.substr(digits);
  if (digits == 0) return std::nullopt;
  if (!suffix.empty()) {
    const size_t power = std::string("KMG").find(suffix);
    if (option.value != cli::Value::size || power == std::string::npos || suffix.size() != 1)
      return std::nullopt;
    number <<= 10 * (power + 1);
    if (number > UINT64_MAX) return std::nullopt;
    number /= option.unit;
  }
  if (number < option.least || number > option.most) return std::nullopt;
  return static_cast<uint64_t>(number);
}

void ExpectNumber(const cli::Arguments &arguments, const cli::Option &option) {
  const std::optional<uint64_t> expected = NumberOf(option, arguments.text(option.id));
  try {
    EXPECT_EQ(std::optional(arguments.number(option.id)), expected) << arguments.text(option.id);
  } catch (const cli::Failure &failure) {
    EXPECT_EQ(failure.code(), cli::Exit::usage);
    EXPECT_EQ(expected, std::nullopt) << failure.what();
  }
}

void ExpectAlgorithm(const cli::Arguments &arguments, const cli::Option &option) {
  if (arguments.text(option.id).empty()) return;  // depends on the subcommand
  try {
    const ascon_kind kind = arguments.algorithm().kind;
    EXPECT_NE(std::find(option.kinds.begin(), option.kinds.end(), kind), option.kinds.end());
  } catch (const cli::Failure &failure) {
    EXPECT_EQ(failure.code(), cli::Exit::usage);
  }
}

void ExpectFitting(const cli::Arguments &arguments, const std::vector<cli::Option> &options) {
  for (cli::Id id : arguments.order()) ASSERT_NE(Find(options, id), nullptr);
  for (const cli::Option &option : options) {
    const bool given = arguments.given(option.id);
    if (option.value == cli::Value::none) continue;
    if (!given) EXPECT_EQ(arguments.text(option.id), option.fallback);
    else if (!option.may_be_empty) EXPECT_FALSE(arguments.text(option.id).empty());
    if (option.value == cli::Value::number || option.value == cli::Value::size)
      ExpectNumber(arguments, option);
    if (option.value == cli::Value::algorithm) ExpectAlgorithm(arguments, option);
  }
}

// No two of a group, and none without the one it belongs to.
void ExpectCombination(const cli::Arguments &arguments, const cli::Subcommand &subcommand) {
  bool right = true;
  for (const auto &group : subcommand.exclusive)
    right = right && std::count_if(group.begin(), group.end(),
                                   [&](cli::Id id) { return arguments.given(id); }) <= 1;
  for (const cli::Option &option : subcommand.options)
    right = right && (!arguments.given(option.id) || !option.only_with ||
                      arguments.given(*option.only_with));
  try {
    arguments.check_combinations(subcommand);
    EXPECT_TRUE(right);
  } catch (const cli::Failure &failure) {
    EXPECT_EQ(failure.code(), cli::Exit::usage);
    EXPECT_FALSE(right) << failure.what();
  }
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const cli::Subcommand *subcommand = SomeSubcommand(input);
  const std::vector<cli::Option> options = cli::options_of(subcommand);
  std::vector<std::string> words = {"asconkit"};
  const size_t count = input.UpTo(8);
  for (size_t i = 0; i < count; i++) AppendWords(input, options, &words);
  std::vector<char *> argv;
  for (std::string &word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  cli::Arguments arguments;
  try {
    arguments.read(
        options, static_cast<int>(words.size()), argv.data(),
        input.Flag() ? cli::Arguments::Operands::end_options : cli::Arguments::Operands::anywhere);
  } catch (const cli::Failure &failure) {
    EXPECT_EQ(failure.code(), cli::Exit::usage);
    EXPECT_FALSE(std::string(failure.what()).empty());
    return;
  }
  EXPECT_LT(arguments.operands.size(), words.size());
  ExpectFitting(arguments, options);
  if (subcommand) ExpectCombination(arguments, *subcommand);
  EXPECT_FALSE(cli::help_text(subcommand).empty());
}
