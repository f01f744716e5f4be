// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "arguments.hpp"
#include "asconkit/ascon.h"
#include "commands.hpp"
#include "quote.hpp"

namespace asconkit::cli {

const ascon_algorithm *find_algorithm(const std::string &name, std::vector<ascon_kind> kinds) {
  auto fits = [&](const ascon_algorithm *row) {
    return std::ranges::find(kinds, row->kind) != kinds.end();
  };
  const ascon_algorithm *found = ascon_algorithm_find(name.c_str());
  if (found != nullptr && fits(found)) return found;
  std::string known;
  for (std::size_t i = 0; const ascon_algorithm *row = ascon_algorithm_at(i); ++i)
    if (fits(row)) known += (known.empty() ? "" : ", ") + std::string(row->name);
  fail_usage("--algorithm: " + quote_name(name) + " is not known here, expected one of: " + known);
}

namespace {

struct Program {
  CLI::App app{"The Ascon family on the command line"};
  std::vector<Command> commands;
  std::string backend;
  std::vector<std::string> operands;  // that the parser does not see
};

void add_backend_option(CLI::App &app, std::string &backend) {
  app.add_option("--backend", backend, "Implementation listed by asconkit info")->type_name("NAME");
}

void set_up(Program &program) {
  program.app.name("asconkit");
  program.app.require_subcommand(1);
  program.app.set_version_flag("--version", "asconkit " ASCON_VERSION, "Print the version");
  program.app.footer("Example: asconkit sum --help");
  add_backend_option(program.app, program.backend);
  for (auto add : {add_keygen, add_encrypt, add_decrypt, add_sum, add_mac, add_xof, add_info}) {
    Command command = add(program.app);
    add_backend_option(*command.app, program.backend);
    program.commands.push_back(command);
  }
}

bool is_sum() { return program() == "asconkit sum"; }

Exit report(Exit code, const std::string &text) {
  if (code != Exit::usage) {
    complain(text);
    return is_sum() ? Exit::sum_failed : code;
  }
  if (!is_sum()) {
    complain(text + "; see '" + program() + " --help'");
    return code;
  }
  complain(text);
  std::fprintf(stderr, "Try '%s --help' for more information.\n", program().c_str());
  return Exit::sum_failed;
}

void force_backend(const std::string &name) {
  if (name.empty() || ascon_backend_force(name.c_str()) == ASCON_OK) return;
  std::string known;
  for (std::size_t i = 0; const char *one = ascon_backend_at(i); ++i)
    if (ascon_backend_available(one) != 0) known += (known.empty() ? "" : ", ") + std::string(one);
  fail_usage("--backend: cannot use " + quote_name(name) + ", expected one of: " + known);
}

// A file must never get the number of a standard stream that the caller has closed: messages
// would end up in it. The directions are such that using the stream still fails.
void occupy_standard_streams() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) std::abort();
  }
}

void flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw Failure(Exit::io, std::string("standard output: ") + std::strerror(errno));
}

Exit run_command(Program &program) {
  for (const Command &command : program.commands) {
    if (!command.app->parsed()) continue;
    std::vector<std::string> operands = take_operands(*command.app);
    operands.insert(operands.end(), program.operands.begin(), program.operands.end());
    force_backend(program.backend);
    Exit result = command.run(operands);
    if (!is_sum()) flush_output();  // sum does it as coreutils does
    return result;
  }
  return Exit::usage;  // not reached: one command is required
}

// The command is the first argument that is the name of one. Returns how many arguments end there.
std::size_t name_program(Program &program, const std::vector<std::string> &arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    for (const Command &command : program.commands) {
      if (command.app->get_name() != arguments[i]) continue;
      set_program("asconkit " + arguments[i]);
      return i + 1;
    }
  }
  return arguments.size();
}

std::vector<std::string> prepared(Program &program, int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::vector<std::string> marked = cut_operands(arguments);
  program.operands = cut_last_operands(arguments, name_program(program, arguments));
  program.operands.insert(program.operands.end(), marked.begin(), marked.end());
  if (is_sum()) complete_long_options(*program.app.get_subcommand("sum"), arguments);
  else occupy_standard_streams();
  split_empty_values(arguments);
  std::ranges::reverse(arguments);  // as CLI11 wants them
  return arguments;
}

Exit run(int argc, char **argv) {
  Program program;
  set_up(program);
  try {
    program.app.parse(prepared(program, argc, argv));
    return run_command(program);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) return static_cast<Exit>(program.app.exit(error));
    return report(Exit::usage, error.what());
  } catch (const Failure &failure) {
    return report(failure.code(), failure.what());
  } catch (const std::bad_alloc &) {
    return report(Exit::io, "out of memory");
  }
}

}  // namespace

}  // namespace asconkit::cli

int main(int argc, char **argv) {
  std::setlocale(LC_CTYPE, "");
  return static_cast<int>(asconkit::cli::run(argc, argv));
}
