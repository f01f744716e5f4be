// Measuring: many short samples, in turns; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "sampling.hpp"

#include <cstdint>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace asconkit::bench {

namespace {

// Short enough to end before the scheduler steps in, long enough for the clock.
constexpr double sample_nanoseconds = 30'000;
constexpr int passes =
    8;  // over all groups, so that a disturbance spoils only some samples of each
constexpr int least_passes = 3;  // however little time there is

double quantile(std::vector<double> values, double part) {
  auto last = static_cast<double>(values.size() - 1);
  auto place = values.begin() + static_cast<std::ptrdiff_t>(part * last + 0.5);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

struct Series {
  const Way *way;
  Repeat run;
  std::size_t repeat = 1, total_bytes = 0;
  double used = 0;                          // nanoseconds of this pass
  std::vector<double> nanoseconds, cycles;  // one for each sample
};

struct Running {
  std::unique_ptr<Messages> messages;
  std::vector<Series> series;
};

class Sampler {
 public:
  // The first calls: their results are compared, then one is timed.
  Running start(const Group &group) const {
    Running running{std::make_unique<Messages>(group.shape), {}};
    std::vector<std::uint8_t> expected;
    for (const Way &way : group.ways) {
      Series series{.way = &way, .run = way.make(*running.messages), .nanoseconds{}, .cycles{}};
      way.open();
      const bool work = running.messages->shape().algorithm;
      if (work) running.messages->clear();
      checked(way, series, 1);
      if (work && way.is_compared) compare(*running.messages, way.name, expected);
      double once = std::max(1.0, stopwatch_([&] { series.run(1); }));
      series.repeat = static_cast<std::size_t>(std::max(1.0, sample_nanoseconds / once));
      series.total_bytes = work ? running.messages->total_bytes() : way.name.bytes;
      running.series.push_back(std::move(series));
    }
    return running;
  }

  // Samples of one group in turn, the one first that has had the least time.
  void pass(Running &running, double nanoseconds) const {
    for (Series &series : running.series) series.used = 0;
    double budget = nanoseconds * static_cast<double>(running.series.size());
    for (;;) {
      auto next = std::min_element(running.series.begin(), running.series.end(),
                                   [](auto &a, auto &b) { return a.used < b.used; });
      if (budget <= 0 && next->used > 0) return;
      budget -= sample(*next);
    }
  }

  Measurement summary(const Series &series) const {
    Measurement m{.name = series.way->name, .total_bytes = 0, .bare = series.way->bare};
    m.total_bytes = static_cast<double>(series.total_bytes);
    m.nanoseconds = quantile(series.nanoseconds, 0.1);
    m.samples = series.nanoseconds.size();
    if (series.cycles.size() < m.samples) return m;
    m.cycles = quantile(series.cycles, 0.1);
    m.cycles_median = quantile(series.cycles, 0.5);
    return m;
  }

 private:
  static void compare(const Messages &messages, const Name &name,
                      std::vector<std::uint8_t> &expected) {
    std::vector<std::uint8_t> results = messages.results(name.peer);
    if (expected.empty()) expected = results;
    if (results != expected)
      throw std::runtime_error(name.text() + ": another result than the ways before it");
  }

  static void checked(const Way &way, const Series &series, std::size_t times) {
    try {
      series.run(times);
    } catch (const std::exception &error) {
      throw std::runtime_error(way.name.text() + ": " + error.what());
    }
  }

  // Returns the nanoseconds that it took with all around it.
  double sample(Series &series) const {
    auto start = Stopwatch::Clock::now();
    series.way->open();
    // Warms up caches and predictors, which the previous way has filled.
    if (series.repeat >= 8) series.run(series.repeat / 8);
    auto before = core_clock(stopwatch_);
    auto work = [&] { series.run(series.repeat); };
    double time = series.way->name.threads == 1 ? stopwatch_.own_time(work) : stopwatch_(work);
    time /= static_cast<double>(series.repeat);
    auto after = core_clock(stopwatch_);
    series.nanoseconds.push_back(time);
    // An interrupt makes the clock look slower, never faster.
    if (before && after) series.cycles.push_back(time * std::max(*before, *after));
    double used = std::max(1.0, Stopwatch::nanoseconds(Stopwatch::Clock::now() - start));
    series.used += used;
    return used;
  }

  Stopwatch stopwatch_;
};

void show(const char *what, std::size_t done, std::size_t all, double left) {
  static const bool terminal = isatty(STDERR_FILENO);
  if (!terminal && done != all) return;
  std::fprintf(stderr, "%s %zu of %zu, %.0f s left   %c", what, done, all, std::max(0.0, left),
               terminal ? '\r' : '\n');
}

}  // namespace

std::vector<Measurement> measure(std::vector<Group> groups, double seconds) {
  const Sampler sampler;
  const auto start = Stopwatch::Clock::now();
  auto left = [&] {
    return seconds - Stopwatch::nanoseconds(Stopwatch::Clock::now() - start) * 1e-9;
  };
  std::vector<Running> all;
  std::size_t series = 0;
  for (const Group &group : groups) {
    all.push_back(sampler.start(group));
    series += group.ways.size();
    show("group", all.size(), groups.size(), left());
  }
  for (int i = 0; i < passes && (i < least_passes || left() > 0); i++) {
    double each = std::max(0.0, left()) * 1e9 / (passes - i) / static_cast<double>(series);
    for (Running &running : all) sampler.pass(running, each);
    show("pass", static_cast<std::size_t>(i + 1), passes, left());
  }
  std::vector<Measurement> measurements;
  for (const Running &running : all)
    for (const Series &one : running.series) measurements.push_back(sampler.summary(one));
  return measurements;
}

}  // namespace asconkit::bench
