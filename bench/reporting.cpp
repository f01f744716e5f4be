#include "reporting.hpp"

namespace asconkit::bench {

namespace {

// Counters on the way to the reporters, which remove them.
constexpr const char *time_counter = "median_nanoseconds";
constexpr const char *samples_counter = "samples";

double take(benchmark::UserCounters &counters, const char *name) {
  auto found = counters.find(name);
  if (found == counters.end()) return 0;
  double value = found->second;
  counters.erase(found);
  return value;
}

}  // namespace

bool report(benchmark::State &state, const Measurement &m) {
  for (auto _ : state) {
  }
  state.counters[time_counter] = m.nanoseconds;
  state.counters[samples_counter] = static_cast<double>(m.samples);
  if (m.cycles == 0) return false;
  state.counters["cycles"] = m.cycles;
  state.counters["cycles_median"] = m.median_cycles;
  return true;
}

benchmark::BenchmarkReporter::Run with_measured_time(benchmark::BenchmarkReporter::Run run) {
  double time = take(run.counters, time_counter);
  double samples = take(run.counters, samples_counter);
  if (run.run_type == run.RT_Aggregate && run.aggregate_unit == benchmark::kPercentage) {
    run.real_accumulated_time = run.cpu_accumulated_time = time;  // a ratio
    return run;
  }
  if (run.run_type == run.RT_Iteration) run.iterations = static_cast<std::int64_t>(samples);
  double factor = 1e-9 * static_cast<double>(run.iterations ? run.iterations : 1);
  run.real_accumulated_time = run.cpu_accumulated_time = time * factor;
  return run;
}

}  // namespace asconkit::bench
