// ascon-bench: Google Benchmark over every backend, algorithm and length.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "operations.hpp"
#include "reporting.hpp"

namespace {

using namespace asconkit::bench;

constexpr std::size_t sizes[] = {8, 16, 32, 64, 256, 1536, 65536};
constexpr unsigned round_counts[] = {6, 8, 12};

constexpr const char *help =
    "usage: ascon-bench [--filter=REGEX] [--seconds=S] [--benchmark_...]\n"
    "       ascon-bench --print-rounds=N,N,...\n"
    "\n"
    "Measures ALGORITHM/OPERATION/BACKEND/BYTES and permutation/BACKEND/ROUNDS.\n"
    "Time and CPU are the median of many short samples, Iterations is their number. Counters, "
    "from\n"
    "the fastest tenth of the samples except the median; core cycles, by a clock that is measured\n"
    "beside each sample:\n"
    "  cycles, cycles_median  of one call\n"
    "  cycles_per_byte, cycles_per_round\n"
    "  overhead_cycles        of one call, beyond its bare permutations\n"
    "  permutation_share      what part of the call the bare permutations take\n"
    "\n"
    "  --filter=REGEX     the same as --benchmark_filter\n"
    "  --seconds=S        for each benchmark (0.1)\n"
    "  --print-rounds=... rounds of every operation with these lengths, for a test\n"
    "JSON: --benchmark_out=FILE or --benchmark_format=json.\n";

void run_permutation(benchmark::State &state, const std::string &backend, unsigned rounds,
                     double seconds) {
  ascon_backend_force(backend.c_str());
  Measurement m = measure_permutation(rounds, seconds);
  if (report(state, m)) state.counters["cycles_per_round"] = m.cycles / rounds;
}

void run_operation(benchmark::State &state, const std::string &backend, const Operation &operation,
                   std::size_t bytes, double seconds) {
  ascon_backend_force(backend.c_str());
  Measurement m;
  try {
    m = measure_operation(operation, bytes, seconds);
  } catch (const std::exception &error) {
    return state.SkipWithError(error.what());
  }
  auto length = static_cast<double>(bytes);
  state.counters["permutation_share"] = m.share;
  state.counters["bytes_per_second"] = length / m.nanoseconds * 1e9;
  if (!report(state, m)) return;
  state.counters["cycles_per_byte"] = m.cycles / length;
  state.counters["overhead_cycles"] = m.overhead_cycles;
}

void add(const std::string &name, auto function, auto... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), function, arguments...);
}

void register_all(double seconds) {
  for (std::size_t i = 0; const char *name = ascon_backend_at(i); i++) {
    if (!ascon_backend_available(name)) continue;
    std::string backend = name;
    for (unsigned rounds : round_counts)
      add("permutation/" + backend + "/" + std::to_string(rounds), run_permutation, backend, rounds,
          seconds);
    for (const Operation &operation : all_operations())
      for (std::size_t bytes : sizes)
        if (bytes <= operation.longest)
          add(operation.algorithm->name + ("/" + operation.name) + "/" + backend + "/" +
                  std::to_string(bytes),
              run_operation, backend, operation, bytes, seconds);
  }
}

// One number; throws on anything else.
template <typename Number>
Number number(std::string_view text) {
  Number value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::invalid_argument("'" + std::string(text) + "' is not a number");
  return value;
}

void print_rounds(std::string_view lengths) {
  for (bool more = true; more;) {
    std::size_t comma = lengths.find(',');
    auto bytes = number<std::size_t>(lengths.substr(0, comma));
    for (const Operation &operation : all_operations()) {
      if (bytes > operation.longest) continue;
      permutations needed = needed_by(operation, bytes);
      std::printf("%s %s %zu %zu\n", operation.algorithm->name, operation.name.c_str(), bytes,
                  specified_rounds(&needed));
    }
    more = comma != lengths.npos;
    if (more) lengths.remove_prefix(comma + 1);
  }
}

// What follows --name= in an argument; false if it is another one.
bool option(std::string_view argument, std::string_view name, std::string_view &value) {
  if (!argument.starts_with(name)) return false;
  value = argument.substr(name.size());
  return true;
}

struct Options {
  double seconds = 0.1;
  bool json = false;                // on stdout
  bool file = false;                // JSON there too
  std::vector<std::string> passed;  // to Google Benchmark
};

// One pass of each benchmark: how long to sample is ours to decide.
Options parse(int argc, char **argv) {
  Options options;
  options.passed = {argv[0], "--benchmark_min_time=0"};
  for (int i = 1; i < argc; i++) {
    std::string_view argument = argv[i], value;
    if (option(argument, "--seconds=", value)) {
      options.seconds = number<double>(value);
    } else if (option(argument, "--filter=", value)) {
      options.passed.push_back("--benchmark_filter=" + std::string(value));
    } else {
      options.json = options.json || argument == "--benchmark_format=json";
      options.file = options.file || argument.starts_with("--benchmark_out=");
      options.passed.emplace_back(argument);
    }
  }
  return options;
}

int run(int argc, char **argv) {
  for (std::string_view value; int i : std::views::iota(1, argc)) {
    if (std::string_view(argv[i]) == "--help") return std::fputs(help, stdout), 0;
    if (option(argv[i], "--print-rounds=", value)) return print_rounds(value), 0;
  }
  Options options = parse(argc, argv);
  std::vector<char *> pointers;
  for (std::string &text : options.passed) pointers.push_back(text.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);

  register_all(options.seconds);
  benchmark::AddCustomContext("asconkit", ASCON_VERSION);
  benchmark::AddCustomContext("c_compiler", c_compiler());
  benchmark::AddCustomContext("cycles", core_clock_method());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;

  MedianReporter<benchmark::ConsoleReporter> table(benchmark::ConsoleReporter::OO_Tabular);
  MedianReporter<benchmark::JSONReporter> json, file;
  benchmark::BenchmarkReporter *display = &table;
  if (options.json) display = &json;
  benchmark::RunSpecifiedBenchmarks(display, options.file ? &file : nullptr);
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "ascon-bench: %s\n", error.what());
    return 2;
  }
}
