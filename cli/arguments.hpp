// SPDX-License-Identifier: Apache-2.0 OR MIT
// The options and operands of the command line, as getopt_long(3) reads them according to the table
// in options.cpp. For main.cpp and every subcommand.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "asconkit/ascon_any.h"
#include "options.hpp"

namespace asconkit::cli {

class Arguments {
 public:
  enum class Operands { anywhere, end_options };
  // Reads what follows argv[0]. `end_options`: the first operand and all after it are operands. The
  // options are added to those read before. Throws Exit::usage.
  void read(const std::vector<Option> &options, int argc, char **argv, Operands where);

  bool given(Id id) const;
  // The option's value, or its default if it is not given.
  const std::string &text(Id id) const;
  std::uint64_t number(Id id) const;
  const ascon_algorithm &algorithm() const;
  const ascon_algorithm &algorithm(const char *fallback) const;
  // Every option that was given, in the order of the command line.
  std::span<const Id> order() const { return order_; }
  std::vector<std::string> operands;
  // The only operand, or `fallback` if there is none.
  std::string single_operand(const std::string &fallback) const;
  void refuse_operands() const;
  // Throws if an option is given that would be ignored: two of an exclusive group, or one without
  // the option that it depends on.
  void check_combinations(const Subcommand &subcommand) const;

 private:
  struct Slot {
    Option option;
    std::string value;
  };
  const Slot &slot(Id id) const;
  void add(const std::vector<Option> &options);
  void set(Id id, const char *value);
  std::vector<Slot> slots_;
  std::vector<Id> order_;
};

// The algorithm called `name`, which the option must allow.
const ascon_algorithm &find_algorithm(const Option &option, const std::string &name);

}  // namespace asconkit::cli
