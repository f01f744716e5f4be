// SPDX-License-Identifier: Apache-2.0 OR MIT
// Asking for a passphrase on the terminal without echo, and reading one from a file.
#include "passphrase.hpp"

#include <cstdint>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "errors.hpp"
#include "io.hpp"
#include "quote.hpp"
#include "secretfile.hpp"
#include "signals.hpp"

namespace asconkit::cli {

namespace {

constexpr std::size_t longest = 1024;
constexpr int most_attempts = 3;  // to type a new passphrase twice

class EchoOff {
 public:
  explicit EchoOff(int terminal) : terminal_(terminal) {
    if (tcgetattr(terminal_, &before_) != 0) fail_errno("terminal", errno);
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    silent.c_lflag |= ICANON;
    restore_on_signal(terminal_, before_, silent);
    if (tcsetattr(terminal_, TCSAFLUSH, &silent) == 0) return;
    terminal_is_restored();
    fail_errno("terminal", errno);
  }
  ~EchoOff() {
    tcsetattr(terminal_, TCSAFLUSH, &before_);
    terminal_is_restored();
  }
  EchoOff(const EchoOff &) = delete;
  EchoOff &operator=(const EchoOff &) = delete;

 private:
  int terminal_;
  termios before_{};
};

void say(int terminal, std::string_view text) {
  ssize_t ignored = write(terminal, text.data(), text.size());
  static_cast<void>(ignored);
}

// A byte at a time, so that nothing after the line is taken.
std::size_t read_line(int fd, Bytes buffer) {
  std::size_t size = 0;
  while (size < buffer.size()) {
    ssize_t got = read(fd, &buffer[size], 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_errno("terminal", errno);
    if (got == 0 || buffer[size] == '\n') break;
    ++size;
  }
  return size;
}

Passphrase prompt(int terminal, std::string_view question) {
  repeat_after_stop(question);
  say(terminal, question);
  Passphrase result;
  result.bytes = read_line(terminal, result.buffer.all());
  say(terminal, "\n");
  return result;
}

void check_length(const Passphrase &passphrase, const std::string &name) {
  if (passphrase.bytes == 0) fail(Exit::usage, name, "the passphrase is empty");
  if (passphrase.bytes > longest)
    fail(Exit::usage, name, "the passphrase is longer than " + std::to_string(longest) + " bytes");
}

bool same(Passphrase &a, Passphrase &b) {
  return a.bytes == b.bytes &&
         ascon_equal(a.buffer.all().data(), b.buffer.all().data(), a.bytes) == 1;
}

// Asks twice. The second answer finds mistakes of typing in the first one.
std::optional<Passphrase> ask_twice(int terminal) {
  Passphrase first = prompt(terminal, "Passphrase: ");
  check_length(first, "terminal");
  Passphrase second = prompt(terminal, "Confirm passphrase: ");
  if (same(first, second)) return first;
  return std::nullopt;
}

// What nobody can type would lock a user out who has only the terminal.
void check_can_be_typed(const std::string &path, ConstBytes text) {
  auto begins_with = [&](std::initializer_list<std::uint8_t> mark) {
    return text.size() >= mark.size() && std::equal(mark.begin(), mark.end(), text.begin());
  };
  if (begins_with({0xff, 0xfe}) || begins_with({0xfe, 0xff}))
    fail(Exit::usage, path, "is UTF-16, expected text in UTF-8 or in the terminal's encoding");
  if (std::ranges::find(text, 0) != text.end())
    fail(Exit::usage, path, "has a NUL byte, which cannot be typed at a terminal (is it UTF-16?)");
  if (begins_with({0xef, 0xbb, 0xbf}))
    complain(
        quote_name(path) +
        ": warning: begins with a byte-order mark, which belongs to the passphrase and which no "
        "terminal can type");
}

}  // namespace

// On /dev/tty, so that standard input may be the text. The terminal gets its echo back in any case.
Passphrase ask_passphrase(bool confirm) {
  Descriptor terminal(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  if (terminal.get() < 0)
    throw Failure(Exit::io, "no terminal to ask for the passphrase; expected --passphrase-file");
  EchoOff silence(terminal.get());
  if (!confirm) {
    Passphrase only = prompt(terminal.get(), "Passphrase: ");
    check_length(only, "terminal");
    return only;
  }
  for (int attempts = 1;; ++attempts) {
    if (std::optional<Passphrase> chosen = ask_twice(terminal.get())) return std::move(*chosen);
    if (attempts == most_attempts) throw Failure(Exit::usage, "the two passphrases differ");
    say(terminal.get(), "The two passphrases differ. Once more.\n");
  }
}

Passphrase read_passphrase_file(const std::string &path) {
  Passphrase result;
  Bytes all = result.buffer.all();
  result.bytes = read_secret_file(path, "passphrase file", all);
  if (result.bytes > 0 && all[result.bytes - 1] == '\n') --result.bytes;
  if (result.bytes > 0 && all[result.bytes - 1] == '\r') --result.bytes;
  check_length(result, path);
  check_can_be_typed(path, all.first(result.bytes));
  for (std::uint8_t byte : all.first(result.bytes))
    if (byte == '\n') fail(Exit::usage, path, "has several lines, expected one passphrase");
  return result;
}

}  // namespace asconkit::cli
