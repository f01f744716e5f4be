// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arguments.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "errors.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

using Names = std::vector<std::string>;

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter(std::string operands, std::string description)
      : operands_(std::move(operands)), description_(std::move(description)) {}
  std::string make_usage(const CLI::App *app, std::string name) const override {
    std::string usage = Formatter::make_usage(app, std::move(name));
    usage.pop_back();  // the line feed
    return usage + " " + operands_ + "\n" + description_ + "\n";
  }

 private:
  std::string operands_;
  std::string description_;
};

bool is_long(const std::string &argument) {
  return argument.size() > 2 && argument.starts_with("--");
}

// These are not completed: what is short for an option of coreutils stays so.
bool is_ours(const std::string &name) { return name == "backend" || name == "threads"; }

// Every name that starts with `start`, or only `start` if that is a name.
Names candidates(const CLI::App &app, const std::string &start) {
  Names result;
  for (const CLI::Option *option : app.get_options()) {
    for (const std::string &name : option->get_lnames()) {
      if (name == start) return {name};
      if (name.starts_with(start) && !is_ours(name)) result.push_back(name);
    }
  }
  return result;
}

[[noreturn]] void fail_ambiguous(const std::string &argument, const Names &names) {
  std::string list;
  for (const std::string &name : names) list += " '--" + name + "'";
  fail_usage("option '" + argument + "' is ambiguous; possibilities:" + list);
}

std::string completed(const CLI::App &app, const std::string &argument) {
  std::size_t equals = argument.find('=');
  std::string start = argument.substr(2, equals == std::string::npos ? equals : equals - 2);
  Names names = candidates(app, start);
  if (names.empty()) return argument;
  if (names.size() > 1) fail_ambiguous(argument, names);
  std::string name = "--" + names.front();
  bool is_flag = app.get_option(name)->get_items_expected_max() == 0;
  if (is_flag && equals != std::string::npos)
    fail_usage("option '" + name + "' doesn't allow an argument");
  return equals == std::string::npos ? name : name + argument.substr(equals);
}

}  // namespace

void describe_operands(CLI::App &app, const std::string &operands, const std::string &description) {
  app.allow_extras();
  app.formatter(std::make_shared<HelpFormatter>(operands, description));
}

Names take_operands(const CLI::App &app) {
  Names left = app.remaining();
  for (const std::string &argument : left) {
    if (is_long(argument)) fail_usage("unrecognized option '" + argument + "'");
    if (argument.size() > 1 && argument[0] == '-')
      fail_usage(std::string("invalid option -- '") + argument[1] + "'");
  }
  return left;
}

Names cut_operands(Names &arguments) {
  auto mark = std::ranges::find(arguments, "--");
  if (mark == arguments.end()) return {};
  Names result(std::next(mark), arguments.end());
  arguments.erase(mark, arguments.end());
  return result;
}

Names cut_last_operands(Names &arguments, std::size_t from) {
  auto is_option = [](const std::string &one) { return one.size() > 1 && one[0] == '-'; };
  std::size_t begin = arguments.size();
  while (begin > from && !is_option(arguments[begin - 1])) --begin;
  if (begin > from) ++begin;  // the first one may be the value of an option
  if (begin >= arguments.size()) return {};
  auto first = arguments.begin() + static_cast<std::ptrdiff_t>(begin);
  Names result(std::make_move_iterator(first), std::make_move_iterator(arguments.end()));
  arguments.erase(first, arguments.end());
  return result;
}

void split_empty_values(Names &arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!is_long(arguments[i]) || arguments[i].find('=') != arguments[i].size() - 1) continue;
    arguments[i].pop_back();
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(++i), "");
  }
}

std::string single_operand(const Names &operands, const std::string &fallback) {
  if (operands.size() > 1) fail_usage("extra operand " + quote_name(operands[1]));
  return operands.empty() ? fallback : operands.front();
}

void complete_long_options(const CLI::App &app, Names &arguments) {
  for (std::string &argument : arguments)
    if (is_long(argument)) argument = completed(app, argument);
}

}  // namespace asconkit::cli
