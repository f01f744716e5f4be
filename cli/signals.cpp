// SPDX-License-Identifier: Apache-2.0 OR MIT
// Signal handlers: they restore the terminal and remove an unfinished file.
#include "signals.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "errors.hpp"

namespace asconkit::cli {

namespace {

// All other signals end a program that does not handle them.
constexpr std::array not_deadly = {SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGURG, SIGWINCH,
                                   SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ};

// Plain objects: a signal handler may use nothing else.
char doomed_path[PATH_MAX];
volatile std::sig_atomic_t has_doomed_path = 0;
termios terminal_before;
termios terminal_during;
int changed_terminal = -1;
volatile std::sig_atomic_t has_changed_terminal = 0;
char farewell[64];
size_t farewell_bytes = 0;
char question[64];
size_t question_bytes = 0;

void say(int fd, const char *text, size_t bytes) {
  ssize_t ignored = write(fd, text, bytes);
  static_cast<void>(ignored);
}

// In the background another program uses the terminal.
void restore_terminal() {
  if (!has_changed_terminal || tcgetpgrp(changed_terminal) != getpgrp()) return;
  tcsetattr(changed_terminal, TCSANOW, &terminal_before);
}

// SA_RESETHAND and SA_NODEFER: raise() ends the program by the same signal.
void on_deadly_signal(int signal) {
  if (has_doomed_path) unlink(doomed_path);
  restore_terminal();
  say(STDERR_FILENO, farewell, farewell_bytes);
  raise(signal);
}

void set_handler(int signal, void (*handler)(int), unsigned flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags);
  sigaction(signal, &action, nullptr);
}

constexpr unsigned once = SA_RESETHAND | SA_NODEFER;

// raise() returns when the program continues. Continued in the background, it stops again in
// tcsetattr().
void on_stop(int signal) {
  int error = errno;
  restore_terminal();
  raise(signal);
  set_handler(signal, on_stop, once | SA_RESTART);
  tcsetattr(changed_terminal, TCSAFLUSH, &terminal_during);
  say(changed_terminal, question, question_bytes);
  errno = error;
}

sigset_t deadly_set() {
  sigset_t set;
  sigfillset(&set);
  for (int signal : not_deadly) sigdelset(&set, signal);
  return set;
}

// What the parent ignores, as with nohup, stays ignored; what a sanitizer handles is left to it.
bool has_default_action(int signal) {
  struct sigaction old{};
  return sigaction(signal, nullptr, &old) == 0 && old.sa_handler == SIG_DFL;
}

}  // namespace

void install_signal_handlers() {
  std::string text = program() + ": interrupted\n";
  farewell_bytes = text.copy(farewell, sizeof farewell);
  sigset_t deadly = deadly_set();
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (sigismember(&deadly, signal) == 1 && has_default_action(signal))
      set_handler(signal, on_deadly_signal, once);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

SignalsBlocked::SignalsBlocked() {
  sigset_t set = deadly_set();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

SignalsBlocked::~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void remove_on_signal(const std::string &path) {
  if (path.size() >= sizeof doomed_path) return;  // such a path cannot have been opened
  std::memcpy(doomed_path, path.c_str(), path.size() + 1);
  has_doomed_path = 1;
}

void keep_on_signal() { has_doomed_path = 0; }

void restore_on_signal(int terminal, const termios &before, const termios &during) {
  changed_terminal = terminal;
  terminal_before = before;
  terminal_during = during;
  has_changed_terminal = 1;
  if (has_default_action(SIGTSTP)) set_handler(SIGTSTP, on_stop, once | SA_RESTART);
}

void repeat_after_stop(std::string_view text) {
  question_bytes = 0;
  question_bytes = text.copy(question, sizeof question);
}

void terminal_is_restored() {
  struct sigaction now{};
  if (sigaction(SIGTSTP, nullptr, &now) == 0 && now.sa_handler == on_stop)
    set_handler(SIGTSTP, SIG_DFL, 0);
  has_changed_terminal = 0;
}

}  // namespace asconkit::cli
