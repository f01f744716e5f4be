// SPDX-License-Identifier: Apache-2.0 OR MIT
// What must not survive an interrupted program: a half-written file, a terminal without echo.
#pragma once

#include <termios.h>

#include <string>

namespace asconkit::cli {

// On SIGINT, SIGTERM, SIGHUP and SIGQUIT: undoes what is registered below, says so and ends by
// the same signal. SIGPIPE and SIGXFSZ become errors of write(2).
void install_signal_handlers();

// While it exists, the signals above wait.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;
};

// At most one file and one terminal at a time.
void remove_on_signal(const std::string &path);
void keep_on_signal();
void restore_on_signal(int terminal, const termios &settings);
void terminal_is_restored();

}  // namespace asconkit::cli
