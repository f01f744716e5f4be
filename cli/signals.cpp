// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "signals.hpp"

#include <unistd.h>

#include <array>
#include <climits>
#include <csignal>
#include <cstring>

#include "errors.hpp"

namespace asconkit::cli {

namespace {

constexpr std::array<int, 4> deadly = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// Plain objects, because a signal handler may touch nothing else.
char doomed_path[PATH_MAX];
volatile std::sig_atomic_t has_doomed_path = 0;
termios saved_terminal;
int saved_terminal_fd = -1;
volatile std::sig_atomic_t has_saved_terminal = 0;
char farewell[64];
size_t farewell_bytes = 0;

// SA_RESETHAND and SA_NODEFER: raise() ends the program by the same signal.
void on_signal(int signal) {
  if (has_doomed_path) unlink(doomed_path);
  if (has_saved_terminal) tcsetattr(saved_terminal_fd, TCSANOW, &saved_terminal);
  ssize_t ignored = write(STDERR_FILENO, farewell, farewell_bytes);
  static_cast<void>(ignored);
  raise(signal);
}

sigset_t deadly_set() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : deadly) sigaddset(&set, signal);
  return set;
}

// A signal ignored by the parent, as with nohup, stays ignored.
void handle(int signal) {
  struct sigaction old{};
  sigaction(signal, nullptr, &old);
  if (old.sa_handler == SIG_IGN) return;
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | static_cast<unsigned>(SA_NODEFER));
  sigaction(signal, &action, nullptr);
}

}  // namespace

void install_signal_handlers() {
  std::string text = program() + ": interrupted\n";
  farewell_bytes = text.copy(farewell, sizeof farewell);
  for (int signal : deadly) handle(signal);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

SignalsBlocked::SignalsBlocked() {
  sigset_t set = deadly_set();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

SignalsBlocked::~SignalsBlocked() {
  sigset_t set = deadly_set();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void remove_on_signal(const std::string &path) {
  if (path.size() >= sizeof doomed_path) return;  // such a path cannot have been opened
  std::memcpy(doomed_path, path.c_str(), path.size() + 1);
  has_doomed_path = 1;
}

void keep_on_signal() { has_doomed_path = 0; }

void restore_on_signal(int terminal, const termios &settings) {
  saved_terminal = settings;
  saved_terminal_fd = terminal;
  has_saved_terminal = 1;
}

void terminal_is_restored() { has_saved_terminal = 0; }

}  // namespace asconkit::cli
