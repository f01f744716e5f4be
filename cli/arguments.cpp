// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reads the command line with getopt_long(3), and explains what getopt refuses. Used by main.cpp;
// every subcommand asks an Arguments for its options.
#include "arguments.hpp"

#include <cstdint>
#include <getopt.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "errors.hpp"
#include "quote.hpp"
#include "text.hpp"

namespace asconkit::cli {

namespace {

// getopt_long(3) returns this plus the index of a long option: numbers outside of those of
// characters.
constexpr int first_long = 256;

std::string short_options(const std::vector<Option> &options, Arguments::Operands where) {
  // ":" tells a missing value from an unknown option.
  std::string result = where == Arguments::Operands::end_options ? "+:" : ":";
  for (const Option &option : options) {
    if (option.letter == '\0') continue;
    result += option.letter;
    if (option.value != Value::none) result += ':';
  }
  return result;
}

std::vector<option> long_options(const std::vector<Option> &options) {
  std::vector<option> result;
  for (const Option &one : options) {
    int argument = one.value == Value::none ? no_argument : required_argument;
    result.push_back({one.name, argument, nullptr, first_long + static_cast<int>(result.size())});
  }
  result.push_back({});
  return result;
}

// The option that getopt_long() means by `code`.
const Option &option_of(const std::vector<Option> &options, int code) {
  auto has_code = [&](const Option &option) {
    return code >= first_long ? &option - options.data() == code - first_long
                              : option.letter != '\0' && option.letter == code;
  };
  auto found = std::ranges::find_if(options, has_code);
  if (found == options.end()) throw std::logic_error("getopt_long() returned an unknown code");
  return *found;
}

// The options that an ambiguous abbreviation could mean.
std::vector<const Option *> candidates(const std::vector<Option> &options, std::string_view start) {
  std::vector<const Option *> result;
  for (const Option &option : options)
    if (std::string_view(option.name).starts_with(start) && !option.yields)
      result.push_back(&option);
  return result;
}

[[noreturn]] void fail_option(const Option &option, const std::string &problem) {
  fail_usage(long_name(option) + ": " + problem + ", expected " + expected_value(option));
}

[[noreturn]] void fail_value(const Option &option) {
  fail_usage("option '" + long_name(option) + "' doesn't allow an argument");
}

// For an abbreviation that getopt_long() finds ambiguous: it may begin one option and others that
// yield to it. Returns that option if it is a flag, otherwise throws.
const Option &resolved(const std::vector<Option> &options, const std::string &argument) {
  std::string start = argument.substr(2, argument.find('=') - 2);
  std::vector<const Option *> found = candidates(options, start);
  if (found.empty()) fail_usage("unrecognized option " + quote_always(argument));
  if (found.size() == 1 && found[0]->value == Value::none) {
    if (start.size() + 2 < argument.size()) fail_value(*found[0]);
    return *found[0];
  }
  std::string list;
  for (const Option *option : found) list += " '" + long_name(*option) + "'";
  fail_usage("option " + quote_always(argument) + " is ambiguous; possibilities:" + list);
}

// The option that getopt_long() has refused: the last one before `optind`, as `optopt` says.
const Option &refused(const std::vector<Option> &options, char **argv) {
  if (optopt == 0) return resolved(options, argv[optind - 1]);
  if (optopt >= first_long) fail_value(option_of(options, optopt));
  fail_usage("invalid option -- " + quote_always(std::string(1, static_cast<char>(optopt))));
}

void start_getopt() {
  opterr = 0;  // the messages are ours
#ifdef __GLIBC__
  optind = 0;
#else
  optind = 1;
#endif
}

std::uint64_t suffix_factor(std::string_view suffix) {
  if (suffix == "K") return 1024;
  if (suffix == "M") return 1024 * 1024;
  return suffix == "G" ? 1024 * 1024 * 1024 : 0;
}

// False if `text` is not a number that the option takes; no number is negative.
bool parse_number(const Option &option, std::string_view text, std::uint64_t &result) {
  const char *start = text.data();
  const char *end = start + text.size();
  auto [stop, error] = std::from_chars(start, end, result);
  if (error != std::errc{}) return false;
  if (stop == end) return true;
  std::uint64_t factor = suffix_factor({stop, end});
  if (option.value != Value::size || factor == 0 || result > UINT64_MAX / factor) return false;
  result = result * factor / option.unit;
  return true;
}

}  // namespace

void Arguments::add(const std::vector<Option> &options) {
  for (const Option &option : options) {
    bool known = std::ranges::any_of(slots_, [&](auto &one) { return one.option.id == option.id; });
    if (!known) slots_.push_back({option, option.fallback});
  }
}

// Reads options until the first error, or until --help or --version: these win over what follows.
void Arguments::read(const std::vector<Option> &options, int argc, char **argv, Operands where) {
  add(options);
  start_getopt();
  std::string letters = short_options(options, where);
  std::vector<option> names = long_options(options);
  for (;;) {
    int code = getopt_long(argc, argv, letters.c_str(), names.data(), nullptr);
    if (code == -1) break;
    if (code == ':') fail_option(option_of(options, optopt), "the value is missing");
    const Option &option = code == '?' ? refused(options, argv) : option_of(options, code);
    set(option.id, optarg);
    if (given(Id::help) || given(Id::version)) return;
  }
  operands.assign(argv + optind, argv + argc);
}

// A flag may be repeated, as in other programs. A value may not, since one of the two would have to
// be ignored.
void Arguments::set(Id id, const char *value) {
  auto slot = std::ranges::find_if(slots_, [&](auto &one) { return one.option.id == id; });
  if (value != nullptr && given(id)) fail_usage(long_name(slot->option) + " is given twice");
  order_.push_back(id);
  if (value == nullptr) return;
  slot->value = value;
  if (slot->value.empty() && !slot->option.may_be_empty)
    fail_option(slot->option, "the value is empty");
}

const Arguments::Slot &Arguments::slot(Id id) const {
  auto found = std::ranges::find_if(slots_, [&](auto &one) { return one.option.id == id; });
  if (found == slots_.end()) throw std::logic_error("the subcommand has no such option");
  return *found;
}

bool Arguments::given(Id id) const { return std::ranges::find(order_, id) != order_.end(); }

const std::string &Arguments::text(Id id) const { return slot(id).value; }

std::uint64_t Arguments::number(Id id) const {
  const Option &option = slot(id).option;
  const std::string &text = slot(id).value;
  std::uint64_t result = 0;
  if (!parse_number(option, text, result) || result < option.least || result > option.most)
    fail_option(option, quote_name(text));
  return result;
}

const ascon_algorithm &Arguments::algorithm() const { return algorithm(""); }

const ascon_algorithm &Arguments::algorithm(const char *fallback) const {
  const Slot &slot = this->slot(Id::algorithm);
  return find_algorithm(slot.option, slot.value.empty() ? fallback : slot.value);
}

const ascon_algorithm &find_algorithm(const Option &option, const std::string &name) {
  const ascon_algorithm *found = ascon_any_find(name.c_str());
  if (found == nullptr || std::ranges::find(option.kinds, found->kind) == option.kinds.end())
    fail_option(option, quote_name(name) + " is not known here");
  return *found;
}

std::string Arguments::single_operand(const std::string &fallback) const {
  if (operands.size() > 1) fail_usage("extra operand " + quote_name(operands[1]));
  return operands.empty() ? fallback : operands.front();
}

void Arguments::refuse_operands() const {
  if (!operands.empty()) fail_usage("extra operand " + quote_name(operands[0]) + ", expected none");
}

void Arguments::check_combinations(const Subcommand &subcommand) const {
  for (const std::vector<Id> &group : subcommand.exclusive) {
    std::vector<std::string> names;
    for (Id id : group)
      if (given(id)) names.push_back(long_name(slot(id).option));
    if (names.size() > 1) fail_usage(listed(names, " and ") + " exclude each other");
  }
  for (const Option &option : subcommand.options)
    if (given(option.id) && option.only_with && !given(*option.only_with))
      fail_usage(long_name(option) + " has a meaning only with " +
                 long_name(slot(*option.only_with).option));
}

}  // namespace asconkit::cli
