// Google Benchmark's reports with the medians in place of its own averages.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <benchmark/benchmark.h>

#include <vector>

#include "sampling.hpp"

namespace asconkit::bench {

// Hands a measurement to the reporters; true if it has cycles.
bool report(benchmark::State &state, const Measurement &m);

// The run with the time and the number of samples of its measurement.
benchmark::BenchmarkReporter::Run with_measured_time(benchmark::BenchmarkReporter::Run run);

// A reporter of Google Benchmark that is given such runs.
template <typename Reporter>
class MedianReporter : public Reporter {
 public:
  using Reporter::Reporter;

  void ReportRuns(const std::vector<benchmark::BenchmarkReporter::Run> &runs) override {
    std::vector<benchmark::BenchmarkReporter::Run> medians;
    for (const auto &run : runs) medians.push_back(with_measured_time(run));
    Reporter::ReportRuns(medians);
  }
};

}  // namespace asconkit::bench
