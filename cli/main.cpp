// SPDX-License-Identifier: Apache-2.0 OR MIT
// The program: reads the command line, runs the subcommand, and turns failures into messages and
// exit codes.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <new>

#include "asconkit/ascon_backend.h"
#include "asconkit/batch/ascon_batch.h"
#include "commands.hpp"
#include "help.hpp"
#include "print.hpp"
#include "quote.hpp"
#include "text.hpp"

namespace asconkit::cli {

namespace {

using Run = Exit (*)(const Arguments &);

Exit run_help(const Arguments &arguments);

Run run_of(std::string_view name) {
  if (name == "keygen") return run_keygen;
  if (name == "encrypt") return run_encrypt;
  if (name == "decrypt") return run_decrypt;
  if (name == "sum") return run_sum;
  if (name == "mac") return run_mac;
  if (name == "prf") return run_prf;
  if (name == "xof") return run_xof;
  if (name == "info") return run_info;
  return run_help;
}

[[noreturn]] void fail_unknown(const std::string &name) {
  std::vector<std::string> names;
  for (const Subcommand &one : subcommands()) names.emplace_back(one.name);
  std::string near = nearest(name, names);
  fail_usage("unknown subcommand " + quote_always(name) +
             (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

const Subcommand &known_subcommand(const std::string &name) {
  const Subcommand *found = find_subcommand(name);
  if (found == nullptr) fail_unknown(name);
  return *found;
}

Exit run_help(const Arguments &arguments) {
  const std::string &name = arguments.single_operand("");
  print(help_text(arguments.operands.empty() ? nullptr : &known_subcommand(name)));
  return Exit::ok;
}

Exit report(const Subcommand *subcommand, Exit code, const std::string &text) {
  bool like_coreutils = subcommand != nullptr && subcommand->is_like_coreutils;
  bool hint = code == Exit::usage;
  complain(text + (hint && !like_coreutils ? "; see '" + program() + " --help'" : ""));
  if (!like_coreutils) return code;
  if (hint) print_error("Try '" + program() + " --help' for more information.\n");
  return Exit::check_failed;
}

void force_backend(const Arguments &arguments) {
  if (!arguments.given(Id::backend)) return;
  const std::string &name = arguments.text(Id::backend);
  if (ascon_backend_force(name.c_str()) == ASCON_OK) return;
  const Option &option = general_options().front();
  fail_usage("--backend: cannot use " + quote_name(name) + ", expected " + expected_value(option));
}

// The library ignores a choice that it does not have; the user should know.
void warn_if_unknown(const char *variable, const std::vector<std::string> &known) {
  const char *value = std::getenv(variable);
  if (value == nullptr || *value == '\0' || std::ranges::find(known, value) != known.end()) return;
  complain(std::string("warning: ") + variable + ": cannot use " + quote_name(value) +
           ", expected one of: " + listed(known, ", ") + "; the default is used");
}

void warn_about_environment(const Arguments &arguments) {
  std::vector<std::string> engines;
  for (std::size_t i = 0; const char *name = ascon_batch_engine_at(i); ++i)
    if (ascon_batch_engine_available(name) != 0) engines.emplace_back(name);
  if (!arguments.given(Id::backend))
    warn_if_unknown("ASCON_BACKEND", known_values(general_options().front()));
  warn_if_unknown("ASCON_BATCH_ENGINE", engines);
}

// A file must never get the number of a standard stream that the caller has closed: messages
// would be written to it. The stream is opened in the wrong direction, so that using it still
// fails.
void occupy_standard_streams() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) std::abort();
  }
}

void finish_output() {
  if (int error = flush_output()) fail_errno_of("standard output", error);
}

Exit run_subcommand(const Subcommand &subcommand, const Arguments &arguments) {
  arguments.check_combinations(subcommand);
  force_backend(arguments);
  warn_about_environment(arguments);
  Exit result = run_of(subcommand.name)(arguments);
  if (!subcommand.is_like_coreutils) finish_output();  // sum does it like coreutils
  return result;
}

// True if --help or --version was given; then nothing else is done.
bool answered(const Arguments &arguments, const Subcommand *subcommand) {
  if (arguments.given(Id::help)) print(help_text(subcommand));
  else if (arguments.given(Id::version)) print("asconkit " ASCON_VERSION "\n");
  else return false;
  finish_output();
  return true;
}

// The options before the subcommand, the subcommand, its options: failures at each step are
// reported in the words of that step.
Exit run(int argc, char **argv) {
  const Subcommand *subcommand = nullptr;
  try {
    Arguments arguments;
    arguments.read(general_options(), argc, argv, Arguments::Operands::end_options);
    if (answered(arguments, nullptr)) return Exit::ok;
    std::size_t rest = arguments.operands.size();
    if (rest == 0) {
      print_error(help_text(nullptr));
      return Exit::usage;
    }
    subcommand = &known_subcommand(arguments.operands.front());
    set_program(std::string("asconkit ") + subcommand->name);
    if (!subcommand->is_like_coreutils) occupy_standard_streams();
    arguments.read(options_of(subcommand), static_cast<int>(rest), argv + argc - rest,
                   Arguments::Operands::anywhere);
    if (answered(arguments, subcommand)) return Exit::ok;
    return run_subcommand(*subcommand, arguments);
  } catch (const Failure &failure) {
    return report(subcommand, failure.code(), failure.what());
  } catch (const std::bad_alloc &) {
    return report(subcommand, Exit::io, "out of memory");
  }
}

}  // namespace

}  // namespace asconkit::cli

int main(int argc, char **argv) {
  std::setlocale(LC_CTYPE, "");
  return static_cast<int>(asconkit::cli::run(argc, argv));
}
