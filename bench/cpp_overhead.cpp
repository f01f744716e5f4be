// cpp-overhead: what the C++ API costs beyond the C calls beneath it, with Google Benchmark.
// SPDX-License-Identifier: Apache-2.0 OR MIT
//
// Samples of both alternate, so that what disturbs one disturbs the other. `ratio` is C++ over C,
// of the fastest tenth of the samples; the time is that of the C++ call.
#include <benchmark/benchmark.h>
#include <cstdint>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "../tests/support/all_algorithms.hpp"
#include "clock.hpp"

namespace {

using asconkit::bench::Stopwatch;

double seconds = 0.2;

double fastest_tenth(std::vector<double> times) {
  const auto place = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 10);
  std::nth_element(times.begin(), place, times.end());
  return *place;
}

// Short enough for a sample to end before the scheduler steps in, long enough for the clock.
constexpr std::size_t repeat = 64;

template <class Work>
double sample(const Stopwatch &stopwatch, const Work &work) {
  const double time = stopwatch([&] {
    for (std::size_t i = 0; i < repeat; i++) work();
  });
  return time / static_cast<double>(repeat);
}

// Takes samples of both in turns until the time is over, and reports the time of the C++ call and
// the ratio.
template <class Cpp, class C>
void compare(benchmark::State &state, const Cpp &cpp, const C &c) {
  const Stopwatch stopwatch;
  std::vector<double> cpp_times, c_times;
  sample(stopwatch, cpp), sample(stopwatch, c);
  const auto start = Stopwatch::Clock::now();
  do {
    cpp_times.push_back(sample(stopwatch, cpp));
    c_times.push_back(sample(stopwatch, c));
  } while (Stopwatch::nanoseconds(Stopwatch::Clock::now() - start) < seconds * 1e9);
  const double of_cpp = fastest_tenth(cpp_times), of_c = fastest_tenth(c_times);
  for (auto _ : state) state.SetIterationTime(of_cpp * 1e-9);
  state.counters["ratio"] = of_cpp / of_c;
  state.counters["more_ns"] = of_cpp - of_c;
}

constexpr std::array<std::uint8_t, 64> some = {1, 2, 3};

template <class T>
T made() {
  return *T::from(std::span(some).first(T::size()));
}

template <std::size_t n>
using Bytes = std::array<std::uint8_t, n>;

// Keeps the compiler from dropping the call: its output is used, and its input may have changed.
// Not for constants, which Google Benchmark does not hold on to.
template <class... T>
void touch(T &...values) {
  (benchmark::DoNotOptimize(values), ...);
  benchmark::ClobberMemory();
}

// Encryption of n bytes with 8 bytes of associated data.
template <class Row, std::size_t n>
void encrypt(benchmark::State &state) {
  using A = asconkit::aead_algorithm<Row>;
  const auto key = made<typename A::key>();
  const auto nonce = made<typename A::nonce>();
  Bytes<n> text = {}, out;
  Bytes<8> ad = {};
  compare(
      state,
      [&] {
        typename A::tag tag = A::encrypt(out, text, ad, nonce, key);
        touch(tag, out);
      },
      [&] {
        std::uint8_t tag[16];
        Row::encrypt(out.data(), tag, sizeof tag, text.data(), n, ad.data(), ad.size(), some.data(),
                     some.data());
        touch(tag, out);
      });
}

// Decryption of n bytes.
template <class Row, std::size_t n>
void decrypt(benchmark::State &state) {
  using A = asconkit::aead_algorithm<Row>;
  const auto key = made<typename A::key>();
  const auto nonce = made<typename A::nonce>();
  Bytes<n> text = {}, out, back;
  const typename A::tag tag = A::encrypt(out, text, {}, nonce, key);
  compare(
      state,
      [&] {
        const auto opened = A::decrypt(back, out, tag, {}, nonce, key);
        bool ok = opened.has_value();
        touch(ok, back);
      },
      [&] {
        bool ok = Row::decrypt(back.data(), out.data(), n, tag.bytes().data(), 16, nullptr, 0,
                               some.data(), some.data()) == ASCON_OK;
        touch(ok, back);
      });
}

template <template <class> class Kind, class Row>
Row row_of(const Kind<Row> &);

// A hash, XOF, MAC or PRF of n bytes, through its class and through the C call.
template <class A, std::size_t n>
void compute(benchmark::State &state) {
  using Row = decltype(row_of(A()));
  constexpr ascon_kind kind = Row::parameters.kind;
  Bytes<n> text = {};
  const auto run = [&](const auto &cpp, const auto &c) {
    compare(
        state,
        [&] {
          auto out = cpp();
          touch(out, text);
        },
        [&] {
          std::uint8_t out[32];
          c(out);
          touch(out, text);
        });
  };
  if constexpr (kind == ASCON_KIND_HASH) {
    run([&] { return A::compute(text); },
        [&](std::uint8_t *out) { Row::compute(out, text.data(), n); });
  } else if constexpr (kind == ASCON_KIND_XOF) {
    run([&] { return A::template compute<32>(text); },
        [&](std::uint8_t *out) { Row::compute(out, 32, text.data(), n); });
  } else if constexpr (kind == ASCON_KIND_CXOF) {
    static constexpr Bytes<16> z = {};
    run([&] { return A::template compute<32>(text, z); },
        [&](std::uint8_t *out) { Row::compute(out, 32, text.data(), n, z.data(), z.size()); });
  } else {
    const auto key = made<typename A::key>();
    if constexpr (kind == ASCON_KIND_MAC)
      run([&] { return A::compute(text, key); },
          [&](std::uint8_t *out) { Row::compute(out, text.data(), n, some.data()); });
    else
      run([&] { return A::template compute<16>(text, key); },
          [&](std::uint8_t *out) { Row::compute(out, 16, text.data(), n, some.data()); });
  }
}

// Eight pieces of eight bytes.
void hash_in_pieces(benchmark::State &state) {
  using asconkit::hash256;
  Bytes<64> text = {};
  compare(
      state,
      [&] {
        hash256::context context;
        bool ok = true;
        for (std::size_t i = 0; i < 64; i += 8)
          ok &= context.update(std::span(text).subspan(i, 8)).has_value();
        auto digest = context.final();
        touch(ok, digest, text);
      },
      [&] {
        ascon_sponge_ctx context;
        bool ok = ascon_hash256_init(&context) == ASCON_OK;
        for (std::size_t i = 0; i < 64; i += 8)
          ok &= ascon_any_sponge_update(&context, text.data() + i, 8) == ASCON_OK;
        std::uint8_t digest[32];
        ok &= ascon_any_sponge_squeeze(&context, digest, sizeof digest) == ASCON_OK;
        touch(ok, digest, text);
      });
}

void add(const std::string &name, void (*function)(benchmark::State &)) {
  benchmark::RegisterBenchmark(name.c_str(), function)->UseManualTime()->Iterations(1);
}

template <class A, std::size_t n>
void add_algorithm() {
  using Row = decltype(row_of(A()));
  const std::string name = Row::name, bytes = "/" + std::to_string(n);
  if constexpr (Row::parameters.kind == ASCON_KIND_AEAD) {
    add(name + "/encrypt" + bytes, encrypt<Row, n>);
    add(name + "/decrypt" + bytes, decrypt<Row, n>);
  } else if constexpr (Row::parameters.kind == ASCON_KIND_PRFSHORT) {
    if constexpr (n == 64) add(name + "/compute/16", compute<A, 16>);
  } else {
    add(name + "/compute" + bytes, compute<A, n>);
  }
}

template <class... A>
struct All {
  template <std::size_t n>
  static void add() {
    (add_algorithm<A, n>(), ...);
  }
};

bool number(std::string_view argument, std::string_view name, double &value) {
  if (!argument.starts_with(name)) return false;
  argument.remove_prefix(name.size());
  const auto end = argument.data() + argument.size();
  return std::from_chars(argument.data(), end, value).ptr == end;
}

}  // namespace

int main(int argc, char **argv) {
  std::vector<char *> passed;
  for (int i = 0; i < argc; i++)
    if (!number(argv[i], "--seconds=", seconds)) passed.push_back(argv[i]);
  int count = static_cast<int>(passed.size());
  passed.push_back(nullptr);
  using Every = asconkit_test::all_algorithms<All>;
  Every::add<64>();
  Every::add<1536>();
  add("ascon-hash256/pieces/64", hash_in_pieces);
  benchmark::Initialize(&count, passed.data());
  if (benchmark::ReportUnrecognizedArguments(count, passed.data())) {
    std::fputs("usage: cpp-overhead [--seconds=S] [--benchmark_...]\n", stderr);
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
