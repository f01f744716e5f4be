// SPDX-License-Identifier: Apache-2.0 OR MIT
// Drawing the progress bar; see the header.
#include "progress.hpp"

#include <cstdint>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "quote.hpp"

namespace asconkit::cli {

namespace {

constexpr auto first_draw = std::chrono::seconds(1);
constexpr auto redraw = std::chrono::milliseconds(100);

std::size_t terminal_width() {
  winsize size{};
  bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80U;
}

std::string amount(double bytes) {
  constexpr std::array<const char *, 5> units = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %s", bytes, units[unit]);
  return text.data();
}

std::string clock_text(double seconds) {
  auto whole = static_cast<unsigned long long>(std::min(seconds, 359999.0));
  std::array<char, 32> text{};
  if (whole >= 3600)
    std::snprintf(text.data(), text.size(), "%llu:%02llu:%02llu", whole / 3600, whole / 60 % 60,
                  whole % 60);
  else std::snprintf(text.data(), text.size(), "%llu:%02llu", whole / 60, whole % 60);
  return text.data();
}

std::string bar(double part, std::size_t width) {
  auto filled = static_cast<std::size_t>(part * static_cast<double>(width));
  return " [" + std::string(filled, '#') + std::string(width - filled, '.') + "]";
}

// The terminal's line: which bar owns it, and whether one is shown.
std::mutex screen;
const Progress *owner = nullptr;
bool is_drawn = false;

void clear_line() {
  if (is_drawn) std::fputs("\r\033[K", stderr);
  is_drawn = false;
}

}  // namespace

Progress::Pause::Pause() : lock_(screen) { clear_line(); }

Progress::Progress(const std::string &label, std::optional<std::uint64_t> total)
    : label_(quote_name(label)),
      total_(total),
      enabled_(isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      next_(start_ + first_draw) {}

Progress::~Progress() {
  std::lock_guard lock(screen);
  if (owner != this) return;
  clear_line();
  owner = nullptr;
}

void Progress::add(std::uint64_t bytes) {
  done_ += bytes;
  if (!enabled_) return;
  Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + redraw;
  draw(std::chrono::duration<double>(now - start_).count());
}

void Progress::draw(double seconds) {
  std::lock_guard lock(screen);
  if (owner == nullptr) owner = this;
  if (owner != this) return;
  is_drawn = true;
  std::fprintf(stderr, "\r%s\033[K", line(seconds, terminal_width() - 1).c_str());
}

// Name, percentage, bar, bytes, rate and time left, as far as the terminal is wide enough.
std::string Progress::line(double seconds, std::size_t width) const {
  double done = static_cast<double>(done_);
  double rate = done / seconds;
  std::string name = label_.size() < width / 3 ? label_ + ": " : "";
  std::string text = amount(done) + "  " + amount(rate) + "/s";
  if (!total_ || *total_ < done_ || done_ == 0) return (name + text).substr(0, width);
  double total = static_cast<double>(*total_);
  text += std::string("  ") + clock_text((total - done) / rate) + " left";
  std::size_t used = name.size() + text.size() + 9;  // with percentage, brackets and blanks
  std::size_t room = width > used ? std::min<std::size_t>(width - used, 40) : 0;
  name += std::to_string(static_cast<int>(100 * done / total)) + "%";
  if (room >= 5) name += bar(done / total, room);
  return (name + " " + text).substr(0, width);
}

}  // namespace asconkit::cli
