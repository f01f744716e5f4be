// ascon-bench: every backend, engine, algorithm and length, beside other libraries.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <dlfcn.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "../asconkit/ascon_backend.h"
#include "../asconkit/batch/ascon_batch.h"
#include "cases.hpp"
#include "sampling.hpp"

namespace {

using namespace asconkit::bench;

// Peers of a shared library. It stays loaded.
std::vector<bench_peer> peers_in(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(dlerror());
  auto list = reinterpret_cast<decltype(&bench_peers)>(dlsym(library, "bench_peers"));
  if (!list) throw std::runtime_error(path + " has no bench_peers()");
  std::size_t count = 0;
  const bench_peer *first = list(&count);
  return {first, first + count};
}

std::vector<bench_peer> load_peers(const std::vector<std::string> &paths) {
  std::vector<bench_peer> all;
  for (const std::string &path : paths)
    for (const bench_peer &peer : peers_in(path)) all.push_back(peer);
  return all;
}

void print_rounds(const std::vector<std::size_t> &lengths) {
  for (std::size_t bytes : lengths)
    for (const Operation &operation : all_operations()) {
      if (bytes > operation.longest) continue;
      permutations needed = needed_by(operation, bytes);
      std::printf("%s %s %zu %zu\n", operation.algorithm->name, operation.name.c_str(), bytes,
                  specified_rounds(&needed));
    }
}

// About the build, and what the library chooses here: for one message a backend, for more an
// engine.
void print_context() {
  ascon_backend_force(nullptr);  // the samples have forced all of them
  ascon_batch_engine_force(nullptr);
  std::printf("{\"asconkit\": \"%s\", \"compiler\": \"%s\", \"clock\": \"%s\", ", ASCON_VERSION,
              c_compiler(), core_clock_method());
  std::printf("\"defaults\": {\"1\": \"%s\"", ascon_backend_active());
  for (std::size_t count : batch_counts())
    std::printf(", \"%zu\": \"%s\"", count, ascon_batch_engine_active(count));
  std::printf("}}\n");
}

// Whether the library takes this way by itself. After print_context(), which undoes what was
// forced.
bool is_default(const Name &n) {
  return !n.peer &&
         n.backend == (n.batch ? ascon_batch_engine_active(n.messages) : ascon_backend_active());
}

// Names and figures are of letters, digits, minus and point: nothing to escape.
void print(const Measurement &m) {
  const Name &n = m.name;
  std::printf(
      "{\"backend\": \"%s\", \"algorithm\": \"%s\", \"operation\": \"%s\", \"bytes\": %zu, ",
      n.backend.c_str(), n.algorithm.c_str(), n.operation.c_str(), n.bytes);
  std::printf("\"messages\": %zu, \"threads\": %u, \"default\": %s, \"peer\": %s, ", n.messages,
              n.threads, is_default(n) ? "true" : "false", n.peer ? "true" : "false");
  std::printf("\"total_bytes\": %.0f, \"nanoseconds\": %.6g, \"cycles\": %.6g, ", m.total_bytes,
              m.nanoseconds, m.cycles);
  std::printf("\"cycles_median\": %.6g, ", m.cycles_median);
  std::printf("\"samples\": %zu, \"permutations\": {\"%u\": %zu", m.samples, m.bare.a,
              m.bare.a_calls + (m.bare.a == m.bare.b ? m.bare.b_calls : 0));
  if (m.bare.a != m.bare.b) std::printf(", \"%u\": %zu", m.bare.b, m.bare.b_calls);
  std::printf("}}\n");
}

// Reads the options, then lists names, prints rounds or measures, and prints JSON.
int run(int argc, char **argv) {
  CLI::App app{
      "Measures BACKEND/ALGORITHM/OPERATION/BYTES, for batches followed by /MESSAGES/THREADS.\n"
      "Prints JSON: a line about the build, then one for each of them. Figures are of one call "
      "and\n"
      "of the fastest tenth of the samples; cycles by a clock that is measured beside each "
      "sample.\n"
      "The bare permutations of a call are listed by their rounds."};
  std::string filter = ".";
  std::vector<std::string> peers;
  double seconds = 200;
  bool list = false, clock = false, small = false;
  std::vector<std::size_t> lengths;
  app.add_option("--filter", filter, "Regular expression of the names to measure");
  app.add_option("--seconds", seconds, "Time for all of them together")->capture_default_str();
  app.add_option("--peers", peers, "Shared library with other implementations (see peers.h)")
      ->allow_extra_args(false);
  app.add_flag("--list", list, "Print the names alone");
  app.add_flag("--small", small, "Batches of up to 33 messages, beside as many single calls");
  app.add_flag("--clock", clock, "Print the core's clock now in GHz; nothing where unknown");
  app.add_option("--print-rounds", lengths, "Rounds of every operation with these lengths")
      ->delimiter(',');
  CLI11_PARSE(app, argc, argv);

  if (!lengths.empty()) return print_rounds(lengths), 0;
  if (clock) {
    if (auto now = core_clock(Stopwatch())) std::printf("%.4f\n", *now);
    return 0;
  }
  std::vector<Group> groups = all_groups(std::regex(filter), load_peers(peers), small);
  if (list) {
    for (const Group &group : groups)
      for (const Way &way : group.ways) std::printf("%s\n", way.name.text().c_str());
    return 0;
  }
  std::vector<Measurement> measurements = measure(std::move(groups), seconds);
  print_context();
  for (const Measurement &m : measurements) print(m);
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
