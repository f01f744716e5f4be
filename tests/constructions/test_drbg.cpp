// The deterministic random bit generator (ascon_drbg.h): known answers of the model, and a test
// of each promise of docs/constructions/drbg.md.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstring>
#include <functional>

#include "../support/construction_vectors.h"
#include "../unit/wipe_test.h"
#include "asconkit/drbg/ascon_drbg.h"

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace asconkit_test {
namespace {

// A source of the test's bytes, which may fail, and whose generation the test changes.
struct Source {
  explicit Source(Bytes given = {}) : bytes(std::move(given)) {}

  static int Fill(void *context, uint8_t *out, size_t n) {
    auto *self = static_cast<Source *>(context);
    EXPECT_EQ(n, size_t{ASCON_DRBG_ENTROPY_BYTES});
    self->calls++;
    for (size_t i = 0; i < n; i++)
      out[i] = self->bytes.empty() ? static_cast<uint8_t>(self->random.Word())
                                   : self->bytes[(self->at + i) % self->bytes.size()];
    self->at += n;
    return self->calls != self->fails_at;
  }
  static uint64_t Generation(void *context) { return static_cast<Source *>(context)->generation; }

  ascon_entropy entropy() { return {Fill, Generation, this}; }

  Bytes bytes;
  Random random{7};
  size_t at = 0, calls = 0, fails_at = 0;
  uint64_t generation = 0;
};

const Bytes kSeed = Pattern(Field::kText, 40);

ascon_drbg Seeded(const Bytes &seed = kSeed) {
  ascon_drbg drbg;
  EXPECT_EQ(ascon_drbg_init(&drbg, nullptr, seed.data(), seed.size()), ASCON_OK);
  return drbg;
}

ascon_drbg Sourced(Source *source, const Bytes &seed = {}) {
  ascon_drbg drbg;
  const ascon_entropy entropy = source->entropy();
  EXPECT_EQ(ascon_drbg_init(&drbg, &entropy, seed.data(), seed.size()), ASCON_OK);
  return drbg;
}

Bytes Generate(ascon_drbg *drbg, size_t n, const Bytes &additional = {}) {
  Heap out(n, 3);
  const Heap in(additional, 1);
  EXPECT_EQ(ascon_drbg_generate(drbg, out.nullable(), n, in.nullable(), in.size()), ASCON_OK);
  return out.bytes();
}

// A call that must refuse: ASCON_ERR_RANDOM, and zeros.
void ExpectRefused(ascon_drbg *drbg, const std::string &why) {
  Heap out(40);
  EXPECT_EQ(ascon_drbg_generate(drbg, out.data(), out.size(), nullptr, 0), ASCON_ERR_RANDOM) << why;
  EXPECT_TRUE(out.Holds(0)) << why;
}

Bytes StateOf(const ascon_drbg &drbg) { return Bytes(drbg.state, drbg.state + sizeof drbg.state); }

class Drbg : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Drbg);

// With the states between the calls.
TEST_P(Drbg, KnownAnswers) {
  const auto vectors = KnownAnswersOf("drbg");
  EXPECT_GE(vectors.size(), 5u);
  for (const KnownAnswer &v : vectors) {
    Source source(v.bytes("entropy"));
    Bytes states;
    const auto note = [&](const ascon_drbg &drbg) {
      states.insert(states.end(), drbg.state, drbg.state + sizeof drbg.state);
    };
    const Bytes seed = v.bytes("seed"), reseed = v.bytes("reseed");
    ascon_drbg drbg = source.bytes.empty() ? Seeded(seed) : Sourced(&source, seed);
    note(drbg);
    EXPECT_EQ(Generate(&drbg, v.bytes("first").size(), v.bytes("additional")), v.bytes("first"))
        << v.name();
    note(drbg);
    ASSERT_EQ(ascon_drbg_reseed(&drbg, reseed.data(), reseed.size()), ASCON_OK);
    note(drbg);
    EXPECT_EQ(Generate(&drbg, v.bytes("second").size()), v.bytes("second")) << v.name();
    note(drbg);
    EXPECT_EQ(states, v.bytes("states")) << v.name();
  }
}

// Long output is that of several requests, the first of which has the additional input.
TEST_P(Drbg, LongOutputIsSeveralRequests) {
  ascon_drbg one = Seeded(), several = Seeded();
  const Bytes additional = Pattern(Field::kExtra, 9), all = Generate(&one, 70000, additional);
  Bytes parts = Generate(&several, 32768, additional);
  for (size_t n : {size_t{32768}, size_t{70000 - 65536}}) {
    const Bytes part = Generate(&several, n);
    parts.insert(parts.end(), part.begin(), part.end());
  }
  EXPECT_EQ(all, parts);
  EXPECT_EQ(StateOf(one), StateOf(several));
  EXPECT_EQ(one.requests_left, ASCON_DRBG_SEEDED_REQUESTS - 3);
}

// ---- The state --------------------------------------------------------------------------------

bool Contains(const ascon_drbg &drbg, const Bytes &bytes) {
  const auto *memory = reinterpret_cast<const uint8_t *>(&drbg);
  for (size_t i = 0; i + 8 <= bytes.size(); i++) {
    const auto at = bytes.begin() + static_cast<ptrdiff_t>(i);
    if (std::search(memory, memory + sizeof drbg, at, at + 8) != memory + sizeof drbg) return true;
  }
  return false;
}

// Nothing of the state before a call is left after it, nor of the output.
TEST_P(Drbg, EveryCallReplacesTheState) {
  ascon_drbg drbg = Seeded();
  for (size_t n : {size_t{0}, size_t{1}, size_t{16}, size_t{100}}) {
    const Bytes before = StateOf(drbg);
    ASSERT_TRUE(Contains(drbg, before));
    const Bytes output = Generate(&drbg, n);
    EXPECT_FALSE(Contains(drbg, before)) << n;
    EXPECT_FALSE(Contains(drbg, output)) << n;
  }
  const Bytes before = StateOf(drbg);
  ASSERT_EQ(ascon_drbg_reseed(&drbg, kSeed.data(), kSeed.size()), ASCON_OK);
  EXPECT_FALSE(Contains(drbg, before));
  EXPECT_FALSE(Contains(drbg, kSeed));
}

// Two generators that begin alike differ from the first input that differs.
TEST_P(Drbg, EveryInputChangesTheOutput) {
  Bytes other = kSeed;
  other.back() ^= 1;
  const auto pair = [](const std::function<void(ascon_drbg *)> &change) {
    ascon_drbg one = Seeded(), two = Seeded();
    change(&two);
    return Generate(&one, 16) == Generate(&two, 16);
  };
  EXPECT_TRUE(pair([](ascon_drbg *) {}));
  EXPECT_FALSE(pair([&](ascon_drbg *drbg) { *drbg = Seeded(other); }));
  EXPECT_FALSE(pair([](ascon_drbg *drbg) { Generate(drbg, 0); }));
  EXPECT_FALSE(pair([](ascon_drbg *drbg) {
    EXPECT_EQ(ascon_drbg_reseed(drbg, kSeed.data(), kSeed.size()), ASCON_OK);
  }));
  ascon_drbg one = Seeded(), two = Seeded();
  EXPECT_NE(Generate(&one, 16, {1}), Generate(&two, 16, {1, 0}));
  EXPECT_NE(Generate(&one, 16), Generate(&two, 16));

  Source source, same;
  ascon_drbg named = Sourced(&source, {1}), unnamed = Sourced(&same);
  EXPECT_NE(Generate(&named, 16), Generate(&unnamed, 16));
}

// ---- Reseeding --------------------------------------------------------------------------------

TEST_P(Drbg, WithASourceReseedsItself) {
  Source source;
  ascon_drbg drbg = Sourced(&source);
  EXPECT_EQ(drbg.requests_left, ASCON_DRBG_REQUESTS);
  drbg.requests_left = 2;
  Generate(&drbg, 16);
  Generate(&drbg, 16);
  EXPECT_EQ(source.calls, 1u);
  Generate(&drbg, 16);
  EXPECT_EQ(source.calls, 2u);
  EXPECT_EQ(drbg.requests_left, ASCON_DRBG_REQUESTS - 1);
  ASSERT_EQ(ascon_drbg_reseed(&drbg, nullptr, 0), ASCON_OK);
  EXPECT_EQ(source.calls, 3u);
  EXPECT_EQ(drbg.requests_left, ASCON_DRBG_REQUESTS);
}

TEST_P(Drbg, WithoutASourceRefusesWhenExhausted) {
  ascon_drbg drbg = Seeded();
  EXPECT_EQ(drbg.requests_left, ASCON_DRBG_SEEDED_REQUESTS);
  drbg.requests_left = 1;
  Generate(&drbg, 16);
  ExpectRefused(&drbg, "exhausted");
  ExpectRefused(&drbg, "still exhausted");
  EXPECT_EQ(ascon_drbg_reseed(&drbg, kSeed.data(), 31), ASCON_ERR_RANGE);
  ExpectRefused(&drbg, "the seed was too short");
  ASSERT_EQ(ascon_drbg_reseed(&drbg, kSeed.data(), 32), ASCON_OK);
  Generate(&drbg, 16);
  // In the middle of long output: all of it is zeros.
  drbg.requests_left = 1;
  Heap out(40000);
  EXPECT_EQ(ascon_drbg_generate(&drbg, out.data(), out.size(), nullptr, 0), ASCON_ERR_RANDOM);
  EXPECT_TRUE(out.Holds(0));
}

// ---- Failures of the source -------------------------------------------------------------------

// Whether a generator refuses for ever, and has lost its state.
void ExpectFailed(ascon_drbg *drbg, const Source &source, const std::string &when) {
  const size_t calls = source.calls;
  EXPECT_EQ(StateOf(*drbg), Bytes(32)) << when;
  ExpectRefused(drbg, when);
  EXPECT_EQ(ascon_drbg_reseed(drbg, kSeed.data(), kSeed.size()), ASCON_ERR_RANDOM) << when;
  ExpectRefused(drbg, when + ", after a reseeding");
  EXPECT_EQ(source.calls, calls) << when << ": it must not ask again";
}

TEST_P(Drbg, AFailureOfTheSourceIsFinal) {
  Source source;
  source.fails_at = 1;
  ascon_drbg drbg;
  const ascon_entropy entropy = source.entropy();
  EXPECT_EQ(ascon_drbg_init(&drbg, &entropy, kSeed.data(), kSeed.size()), ASCON_ERR_RANDOM);
  ExpectFailed(&drbg, source, "at the start");

  ASSERT_EQ(ascon_drbg_init(&drbg, &entropy, nullptr, 0), ASCON_OK);  // the source works again
  source.fails_at = source.calls + 1;
  EXPECT_EQ(ascon_drbg_reseed(&drbg, nullptr, 0), ASCON_ERR_RANDOM);
  ExpectFailed(&drbg, source, "when reseeded");

  ASSERT_EQ(ascon_drbg_init(&drbg, &entropy, nullptr, 0), ASCON_OK);
  source.fails_at = source.calls + 1;
  drbg.requests_left = 0;
  ExpectRefused(&drbg, "when it reseeds itself");
  ExpectFailed(&drbg, source, "when it reseeds itself");
}

TEST_P(Drbg, ASourceThatIsStuckHasFailed) {
  for (uint8_t value : {uint8_t{0}, uint8_t{0x5a}, uint8_t{0xff}}) {
    Source source(Bytes(1, value));
    const ascon_entropy entropy = source.entropy();
    ascon_drbg drbg;
    EXPECT_EQ(ascon_drbg_init(&drbg, &entropy, kSeed.data(), kSeed.size()), ASCON_ERR_RANDOM);
  }
  // One that says that it has written and has not.
  ascon_entropy idle = {[](void *, uint8_t *, size_t) { return 1; }, nullptr, nullptr};
  ascon_drbg drbg;
  EXPECT_EQ(ascon_drbg_init(&drbg, &idle, nullptr, 0), ASCON_ERR_RANDOM);
}

// ---- Copies -----------------------------------------------------------------------------------

TEST_P(Drbg, AnotherGenerationIsNoticed) {
  Source source;
  ascon_drbg drbg = Sourced(&source), copy = drbg;
  source.generation++;
  EXPECT_NE(Generate(&drbg, 16), Generate(&copy, 16));
  EXPECT_EQ(source.calls, 3u);
  Generate(&drbg, 16);
  EXPECT_EQ(source.calls, 3u) << "once for each generation";

  // A source that has no entropy, but can tell.
  const ascon_entropy teller = {nullptr, Source::Generation, &source};
  ASSERT_EQ(ascon_drbg_init(&drbg, &teller, kSeed.data(), kSeed.size()), ASCON_OK);
  Generate(&drbg, 16);
  source.generation++;
  ExpectRefused(&drbg, "copied");
  ASSERT_EQ(ascon_drbg_reseed(&drbg, kSeed.data(), kSeed.size()), ASCON_OK);
  Generate(&drbg, 16);
}

#ifndef _WIN32
// What the generator gives in a child of this process: its result, then 16 bytes.
Bytes InChild(ascon_drbg *drbg) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    uint8_t answer[17] = {};
    answer[0] = static_cast<uint8_t>(ascon_drbg_generate(drbg, answer + 1, 16, nullptr, 0));
    _exit(write(ends[1], answer, sizeof answer) == sizeof answer ? 0 : 1);
  }
  Bytes answer(17);
  int status = -1;
  EXPECT_EQ(read(ends[0], answer.data(), answer.size()), 17);
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  close(ends[0]);
  close(ends[1]);
  return answer;
}

TEST_P(Drbg, AChildGivesOtherOutputOrNone) {
  if (!kForks) GTEST_SKIP() << "the emulator of 32-bit x86 hangs in a child";
  Source source({1, 2, 3, 4, 5, 6, 7});  // the same entropy in parent and child, from another place
  ascon_drbg sourced = Sourced(&source), seeded = Seeded();
  Bytes answer = InChild(&sourced);
  EXPECT_EQ(answer[0], ASCON_OK);
  answer.erase(answer.begin());
  EXPECT_NE(answer, Generate(&sourced, 16));
  EXPECT_EQ(source.calls, 1u) << "the parent goes on";
  answer = InChild(&seeded);
  EXPECT_EQ(answer[0], ASCON_ERR_RANDOM);
  EXPECT_EQ(Bytes(answer.begin() + 1, answer.end()), Bytes(16));
  Generate(&seeded, 16);
}

// The number of the process is a second defence, in case a fork is not noticed otherwise.
TEST_P(Drbg, AnotherProcessNumberIsNoticed) {
  Source source;
  ascon_drbg drbg = Sourced(&source);
  ASSERT_EQ(drbg.process & 0xffffffff, static_cast<uint64_t>(getpid()));
  for (const unsigned bit : {0u, 32u}) {
    const size_t calls = source.calls;
    drbg.process ^= uint64_t{1} << bit;
    Generate(&drbg, 16);
    EXPECT_EQ(source.calls, calls + 1);
  }
}

TEST_P(Drbg, TheSystemIsASource) {
  if (!kForks) GTEST_SKIP() << "the emulator of 32-bit x86 hangs in a child";
  ascon_drbg one, two;
  ASSERT_EQ(ascon_drbg_init(&one, &ascon_system_entropy, nullptr, 0), ASCON_OK);
  ASSERT_EQ(ascon_drbg_init(&two, &ascon_system_entropy, nullptr, 0), ASCON_OK);
  EXPECT_NE(Generate(&one, 16), Generate(&two, 16));
  const Bytes answer = InChild(&one);
  EXPECT_EQ(answer[0], ASCON_OK);
  EXPECT_NE(Bytes(answer.begin() + 1, answer.end()), Generate(&one, 16));
}
#endif

// ---- Misuse -----------------------------------------------------------------------------------

TEST_P(Drbg, WrongArgumentsChangeNothing) {
  const uint8_t *none = nullptr;
  Heap out(16);
  ascon_drbg drbg = {};
  EXPECT_EQ(ascon_drbg_generate(&drbg, out.data(), 16, nullptr, 0), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_drbg_reseed(&drbg, kSeed.data(), 32), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_drbg_init(&drbg, nullptr, kSeed.data(), 31), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_drbg_init(&drbg, nullptr, nullptr, 0), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_drbg_init(&drbg, &ascon_system_entropy, none, 1), ASCON_ERR_NULL);
  EXPECT_TRUE(IsWiped(drbg));

  drbg = Seeded();
  const Bytes state = StateOf(drbg);
  EXPECT_EQ(ascon_drbg_generate(&drbg, nullptr, 16, nullptr, 0), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_drbg_generate(&drbg, out.data(), 16, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_drbg_reseed(&drbg, none, 32), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_drbg_reseed(&drbg, kSeed.data(), 31), ASCON_ERR_RANGE);
  EXPECT_EQ(StateOf(drbg), state);
  EXPECT_TRUE(out.Holds(0xee));

  EXPECT_EQ(ascon_drbg_init(nullptr, nullptr, kSeed.data(), 32), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_drbg_reseed(nullptr, kSeed.data(), 32), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_drbg_generate(nullptr, out.data(), 16, nullptr, 0), ASCON_ERR_NULL);
}

// ---- Wiping -----------------------------------------------------------------------------------

class DrbgWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(DrbgWipe);

TEST_P(DrbgWipe, NothingIsLeft) {
  const Bytes entropy = Pattern(Field::kKey, 2 * ASCON_DRBG_ENTROPY_BYTES);
  const Heap seed(kSeed);
  Source source(entropy), again(entropy);
  ascon_drbg drbg, rehearsal = Sourced(&again, kSeed);
  Secrets secrets;
  secrets.AddBytes(entropy, "the entropy");
  secrets.AddBytes(kSeed, "the seed");
  secrets.AddBytes(StateOf(rehearsal), "the first state");
  ASSERT_EQ(ascon_drbg_reseed(&rehearsal, kSeed.data(), kSeed.size()), ASCON_OK);
  secrets.AddBytes(StateOf(rehearsal), "the second state");
  secrets.AddBytes(Generate(&rehearsal, 64), "the output");
  secrets.AddBytes(StateOf(rehearsal), "the third state");

  // The source is the caller's, and leaves the entropy in its own frames: it must not be searched.
  static Bytes from;
  static size_t at;
  from = entropy;
  at = 0;
  const ascon_entropy quiet = {[](void *, uint8_t *out, size_t n) {
                                 for (size_t i = 0; i < n; i++) out[i] = from[at++];
                                 return 1;
                               },
                               nullptr, nullptr};
  Heap out(64);
  Check("init", secrets, ASCON_OK,
        [&] { return ascon_drbg_init(&drbg, &quiet, seed.data(), seed.size()); });
  Check("reseed", secrets, ASCON_OK,
        [&] { return ascon_drbg_reseed(&drbg, seed.data(), seed.size()); });
  Check("generate", secrets, ASCON_OK,
        [&] { return ascon_drbg_generate(&drbg, out.data(), 64, nullptr, 0); });
  EXPECT_EQ(StateOf(drbg), StateOf(rehearsal));
  at = 0;
  const ascon_entropy failing = {[](void *, uint8_t *to, size_t n) {
                                   for (size_t i = 0; i < n; i++) to[i] = from[at++];
                                   return 0;
                                 },
                                 nullptr, nullptr};
  Check("a source that writes and fails", secrets, ASCON_ERR_RANDOM,
        [&] { return ascon_drbg_init(&drbg, &failing, seed.data(), seed.size()); });
  ascon_wipe(&drbg, sizeof drbg);
  CheckZero(drbg, "wiped");
  EXPECT_EQ(ascon_drbg_generate(&drbg, out.data(), 64, nullptr, 0), ASCON_ERR_ORDER);
}

}  // namespace
}  // namespace asconkit_test
