// SPDX-License-Identifier: Apache-2.0 OR MIT
// Cleans up when a signal ends or stops the program: unfinished files, and a terminal without echo.
#pragma once

#include <csignal>
#include <string>
#include <string_view>

#include <termios.h>

namespace asconkit::cli {

// On every signal that would end the program, except SIGKILL: undoes what is registered below,
// prints "interrupted" and ends by the same signal. SIGPIPE and SIGXFSZ become errors of write(2).
void install_signal_handlers();

// While it exists, the signals above wait.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;

 private:
  sigset_t before_{};
};

// At most one file and one terminal at a time.
void remove_on_signal(const std::string &path);
void keep_on_signal();
// Also while the program is stopped (Ctrl-Z): once it goes on in the foreground, the terminal gets
// the settings `during` again, and is shown the question.
void restore_on_signal(int terminal, const termios &before, const termios &during);
void repeat_after_stop(std::string_view question);  // at most 63 bytes
void terminal_is_restored();

}  // namespace asconkit::cli
