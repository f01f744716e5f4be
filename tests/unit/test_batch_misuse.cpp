// Batches with something wrong: one malformed message gives an error for that message alone, a
// wrong call is refused as a whole, and nothing is written that should not be.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstdint>
#include <functional>

#include "../support/batches.h"

namespace asconkit_test {
namespace {

class BatchMisuse : public EngineTest {};
ASCON_ON_EVERY_ENGINE(BatchMisuse);

constexpr ascon_result kNoResult = ASCON_ERR_ORDER;  // of no batch
constexpr size_t kTextBytes = 20, kAdBytes = 5;

// Jobs and columns over the same well-formed messages, with the results they should have.
struct BatchFixture {
  BatchFixture(const ascon_algorithm *a, Task what, size_t messages) : task(what), count(messages) {
    Random random(21);
    const bool aead = a->kind == ASCON_KIND_AEAD;
    const size_t text = a->kind == ASCON_KIND_PRFSHORT ? 13 : kTextBytes;
    const size_t out_bytes = aead || a->output_bytes == 0 ? 16 : a->output_bytes;
    customization = random.Some(7);
    for (size_t i = 0; i < count; i++) {
      Case c = RandomCase(a, aead ? kAdBytes : 0, text, out_bytes, &random);
      if (a->kind == ASCON_KIND_CXOF) c.extra = customization;
      expected.push_back(Compute(c));
      cases.push_back(c);
    }
    keys = Pack([](const Case &c) { return c.key; });
    nonces = Pack([](const Case &c) { return c.nonce; });
    ads = Pack([](const Case &c) { return c.extra; });
    Reset();
  }

  // Everything as before the first call.
  void Reset() {
    const size_t text = text_bytes(), out = out_bytes();
    const bool opens = task == Task::kOpen;
    in.clear(), tags.clear();
    for (size_t i = 0; i < count; i++) {
      const Bytes &whole = expected[i], &plain = cases[i].text;
      in.insert(in.end(), opens ? whole.begin() : plain.begin(),
                (opens ? whole.begin() : plain.begin()) + static_cast<ptrdiff_t>(text));
      tags.insert(tags.end(), whole.end() - static_cast<ptrdiff_t>(out), whole.end());
    }
    if (task == Task::kSeal || task == Task::kDigest) tags.assign(count * out, 0xee);
    outs.assign(count * text, 0xee);
    results.assign(count, 99);
    call = {task,    cases.front().algorithm, out,
            nullptr, customization.data(),    customization.size(),
            nullptr};
  }

  std::vector<ascon_aead_job> AeadJobs() {
    std::vector<ascon_aead_job> jobs;
    for (size_t i = 0; i < count; i++)
      jobs.push_back({&outs[i * text_bytes()], &in[i * text_bytes()], text_bytes(),
                      &tags[i * out_bytes()], &ads[i * kAdBytes], kAdBytes, &nonces[i * 16],
                      &keys[i * key_bytes()], kNoResult});
    return jobs;
  }
  std::vector<ascon_sponge_job> SpongeJobs() {
    std::vector<ascon_sponge_job> jobs;
    for (size_t i = 0; i < count; i++)
      jobs.push_back({&tags[i * out_bytes()], out_bytes(), &in[i * text_bytes()], text_bytes(),
                      key_bytes() ? &keys[i * key_bytes()] : nullptr, kNoResult});
    return jobs;
  }
  ascon_aead_columns AeadColumns() {
    return {outs.data(), text_bytes(),  in.data(),   text_bytes(), text_bytes(),
            tags.data(), out_bytes(),   out_bytes(), ads.data(),   kAdBytes,
            kAdBytes,    nonces.data(), 16,          keys.data(),  key_bytes()};
  }
  ascon_sponge_columns SpongeColumns() {
    return {tags.data(),  out_bytes(),  out_bytes(), in.data(),
            text_bytes(), text_bytes(), keys.data(), key_bytes()};
  }

  // Whether nothing of message i has been written, or all that should be.
  bool Untouched(size_t i) const {
    const Bytes out = Row(outs, i, text_bytes()), tag = Row(tags, i, out_bytes());
    const Bytes given(expected[i].end() - static_cast<ptrdiff_t>(out_bytes()), expected[i].end());
    const bool reads_tag = task == Task::kOpen || task == Task::kVerify;
    return out == Bytes(text_bytes(), 0xee) &&
           tag == (reads_tag ? given : Bytes(out_bytes(), 0xee));
  }
  bool Right(size_t i) const {
    if (task == Task::kVerify) return Untouched(i);
    Bytes out = Row(outs, i, text_bytes());
    const Bytes tag = Row(tags, i, out_bytes());
    if (task == Task::kOpen) return out == cases[i].text;
    if (task == Task::kDigest) return tag == expected[i];
    out.insert(out.end(), tag.begin(), tag.end());
    return out == expected[i];
  }
  bool AllUntouched() const {
    for (size_t i = 0; i < count; i++)
      if (!Untouched(i) || results[i] != 99) return false;
    return true;
  }

  size_t text_bytes() const { return cases.front().text.size(); }
  size_t out_bytes() const { return cases.front().out_bytes; }
  size_t key_bytes() const { return cases.front().key.size(); }

  Task task;
  size_t count;
  std::vector<Case> cases;
  std::vector<Bytes> expected;
  Bytes customization, keys, nonces, ads, in, tags, outs, results;
  BatchArguments call;

 private:
  template <typename Function>
  Bytes Pack(const Function &field) const {
    Bytes all;
    for (const Case &c : cases) {
      const Bytes bytes = field(c);
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    return all;
  }
  static Bytes Row(const Bytes &all, size_t i, size_t n) {
    const auto begin = all.begin() + static_cast<ptrdiff_t>(i * n);
    return Bytes(begin, begin + static_cast<ptrdiff_t>(n));
  }
};

// ---- One malformed message --------------------------------------------------------------------

template <typename Job>
struct Fault {
  const char *name;
  std::function<void(Job *)> make;
  ascon_result expected;
};

std::vector<Fault<ascon_aead_job>> FaultsOf(const ascon_algorithm *, ascon_aead_job *) {
  return {{"no output", [](auto *job) { job->out = nullptr; }, ASCON_ERR_NULL},
          {"no input", [](auto *job) { job->in = nullptr; }, ASCON_ERR_NULL},
          {"no tag", [](auto *job) { job->tag = nullptr; }, ASCON_ERR_NULL},
          {"no associated data", [](auto *job) { job->ad = nullptr; }, ASCON_ERR_NULL},
          {"no nonce", [](auto *job) { job->nonce = nullptr; }, ASCON_ERR_NULL},
          {"no key", [](auto *job) { job->key = nullptr; }, ASCON_ERR_NULL}};
}

std::vector<Fault<ascon_sponge_job>> FaultsOf(const ascon_algorithm *a, ascon_sponge_job *) {
  std::vector<Fault<ascon_sponge_job>> faults = {
      {"no output", [](auto *job) { job->out = nullptr; }, ASCON_ERR_NULL},
      {"no input", [](auto *job) { job->in = nullptr; }, ASCON_ERR_NULL}};
  const auto wrong_length = [&](size_t n) {
    faults.push_back({"output length", [n](auto *job) { job->out_bytes = n; }, ASCON_ERR_RANGE});
  };
  if (a->key_bytes)
    faults.push_back({"no key", [](auto *job) { job->key = nullptr; }, ASCON_ERR_NULL});
  if (a->output_bytes && a->kind != ASCON_KIND_PRFSHORT)
    for (size_t n : {size_t{0}, size_t{a->output_bytes} - 1, size_t{a->output_bytes} + 1})
      wrong_length(n);
  if (a->kind == ASCON_KIND_PRFSHORT) {
    for (size_t n : {0u, 17u}) wrong_length(n);
    for (size_t n : {size_t{17}, SIZE_MAX})
      faults.push_back({"input length", [n](auto *job) { job->bytes = n; }, ASCON_ERR_RANGE});
  }
  return faults;
}

std::vector<ascon_aead_job> JobsOf(BatchFixture *fixture, ascon_aead_job *) {
  return fixture->AeadJobs();
}
std::vector<ascon_sponge_job> JobsOf(BatchFixture *fixture, ascon_sponge_job *) {
  return fixture->SpongeJobs();
}

// `faulty[i]`: what is wrong with message i; NULL: nothing.
template <typename Job>
void CheckFaulty(BatchFixture *fixture, const std::vector<const Fault<Job> *> &faulty) {
  fixture->Reset();
  std::vector<Job> jobs = JobsOf(fixture, static_cast<Job *>(nullptr));
  ascon_result first = ASCON_OK;
  for (size_t i = 0; i < fixture->count; i++) {
    if (!faulty[i]) continue;
    faulty[i]->make(&jobs[i]);
    if (first == ASCON_OK) first = faulty[i]->expected;
  }
  EXPECT_EQ(CallJobs(fixture->call, jobs.data(), jobs.size()), first);
  for (size_t i = 0; i < fixture->count; i++) {
    EXPECT_EQ(jobs[i].result, faulty[i] ? faulty[i]->expected : ASCON_OK) << i;
    EXPECT_TRUE(faulty[i] ? fixture->Untouched(i) : fixture->Right(i)) << i;
  }
}

template <typename Job>
void CheckFaults(const ascon_algorithm *a, Task task, size_t lanes) {
  const auto faults = FaultsOf(a, static_cast<Job *>(nullptr));
  BatchFixture fixture(a, task, lanes + 2);
  using Faulty = std::vector<const Fault<Job> *>;
  for (const auto &fault : faults) {
    SCOPED_TRACE(std::string(a->name) + ": " + fault.name);
    for (size_t i = 0; i < fixture.count; i++) {
      Faulty faulty(fixture.count);
      faulty[i] = &fault;
      CheckFaulty(&fixture, faulty);
    }
    CheckFaulty(&fixture, Faulty(fixture.count, &fault));
  }
  Random random(22);
  for (int trial = 0; trial < 10; trial++) {
    Faulty faulty(fixture.count);
    for (auto &one : faulty)
      if (random.UpTo(2) == 0) one = &faults[random.UpTo(faults.size() - 1)];
    CheckFaulty(&fixture, faulty);
  }
}

TEST_P(BatchMisuse, MalformedMessages) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      if (a->kind == ASCON_KIND_AEAD) CheckFaults<ascon_aead_job>(a, task, lanes());
      else CheckFaults<ascon_sponge_job>(a, task, lanes());
    }
}

// The value of the call is the result of the first message that failed, in their order.
TEST_P(BatchMisuse, FirstFailure) {
  BatchFixture fixture(ASCON_AEAD128, Task::kOpen, 3 * lanes() + 1);
  for (size_t first = 0; first + 1 < fixture.count; first++)
    for (bool forged_first : {false, true}) {
      fixture.Reset();
      auto jobs = fixture.AeadJobs();
      auto &forged = jobs[forged_first ? first : first + 1];
      auto &malformed = jobs[forged_first ? first + 1 : first];
      forged.tag[3] ^= 1;
      malformed.nonce = nullptr;
      EXPECT_EQ(CallJobs(fixture.call, jobs.data(), jobs.size()),
                forged_first ? ASCON_ERR_TAG : ASCON_ERR_NULL)
          << first;
      EXPECT_EQ(forged.result, ASCON_ERR_TAG);
      EXPECT_EQ(malformed.result, ASCON_ERR_NULL);
    }
}

// Keys of algorithms that have none are not looked at; nor is the key of the call if no job needs
// it.
TEST_P(BatchMisuse, UnusedKeys) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_HASH)) {
    BatchFixture fixture(a, Task::kDigest, lanes());
    auto jobs = fixture.SpongeJobs();
    for (auto &job : jobs) job.key = fixture.in.data();
    EXPECT_EQ(CallJobs(fixture.call, jobs.data(), jobs.size()), ASCON_OK);
    for (size_t i = 0; i < fixture.count; i++) EXPECT_TRUE(fixture.Right(i));
  }
}

// ---- A wrong call -----------------------------------------------------------------------------

// Runs the fixture's messages with these arguments, as jobs or as columns.
ascon_result RunAll(BatchFixture *fixture, const BatchArguments &call, bool columns) {
  const bool aead = call.task == Task::kSeal || call.task == Task::kOpen;
  if (columns && aead) {
    ascon_aead_columns c = fixture->AeadColumns();
    c.tag_bytes = call.tag_bytes;
    return CallColumns(call, &c, fixture->count, fixture->results.data());
  }
  if (columns) {
    const ascon_sponge_columns c = fixture->SpongeColumns();
    return CallColumns(call, &c, fixture->count, fixture->results.data());
  }
  if (aead) {
    auto jobs = fixture->AeadJobs();
    const ascon_result returned = CallJobs(call, jobs.data(), jobs.size());
    for (const auto &job : jobs) EXPECT_EQ(job.result, kNoResult);
    return returned;
  }
  auto jobs = fixture->SpongeJobs();
  const ascon_result returned = CallJobs(call, jobs.data(), jobs.size());
  for (const auto &job : jobs) EXPECT_EQ(job.result, kNoResult);
  return returned;
}

void ExpectRefused(BatchFixture *fixture, const BatchArguments &call, ascon_result expected) {
  for (bool columns : {false, true}) {
    EXPECT_EQ(RunAll(fixture, call, columns), expected);
    EXPECT_TRUE(fixture->AllUntouched());
  }
}

// Every call with an algorithm of every other kind, and with none.
TEST_P(BatchMisuse, WrongAlgorithm) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes());
      for (const auto *other : Algorithms()) {
        // CallJobs() chooses the call by the algorithm's kind: the AEAD calls alone are fixed.
        const bool aead = a->kind == ASCON_KIND_AEAD;
        if (other->kind == a->kind || (!aead && task != Task::kVerify)) continue;
        BatchArguments call = fixture.call;
        call.algorithm = other;
        ExpectRefused(&fixture, call, ASCON_ERR_ALGORITHM);
      }
    }
}

using JobsCall = std::function<ascon_result(const ascon_algorithm *, ascon_sponge_job *, size_t)>;
using ColumnsCall = std::function<ascon_result(const ascon_algorithm *,
                                               const ascon_sponge_columns *, size_t, uint8_t *)>;

struct SpongeCallPair {
  ascon_kind kind;
  JobsCall jobs;
  ColumnsCall columns;
};

std::vector<SpongeCallPair> SpongeCallPairs(const uint8_t *key) {
#define ASCON_TEST_KEYLESS(KIND, name)                                                             \
  {ASCON_KIND_##KIND,                                                                              \
   [](auto *a, auto *jobs, size_t n) { return ascon_batch_##name(a, jobs, n, nullptr); },          \
   [](auto *a, auto *c, size_t n, auto *r) {                                                       \
     return ascon_batch_##name##_columns(a, c, n, r, nullptr);                                     \
   }}
#define ASCON_TEST_KEYED(KIND, name)                                                               \
  {ASCON_KIND_##KIND,                                                                              \
   [key](auto *a, auto *jobs, size_t n) { return ascon_batch_##name(a, jobs, n, key, nullptr); },  \
   [](auto *a, auto *c, size_t n, auto *r) {                                                       \
     return ascon_batch_##name##_columns(a, c, n, r, nullptr);                                     \
   }}
  return {ASCON_TEST_KEYLESS(HASH, hash),
          ASCON_TEST_KEYLESS(XOF, xof),
          {ASCON_KIND_CXOF,
           [](auto *a, auto *jobs, size_t n) {
             return ascon_batch_cxof(a, jobs, n, nullptr, 0, nullptr);
           },
           [](auto *a, auto *c, size_t n, auto *r) {
             return ascon_batch_cxof_columns(a, c, n, r, nullptr, 0, nullptr);
           }},
          ASCON_TEST_KEYED(MAC, mac),
          ASCON_TEST_KEYED(MAC, mac_verify),
          ASCON_TEST_KEYED(PRF, prf),
          ASCON_TEST_KEYED(PRFSHORT, prfshort)};
}

TEST_P(BatchMisuse, WrongSpongeAlgorithm) {
  const auto *a = ASCON_V13_PRF;
  BatchFixture fixture(a, Task::kDigest, lanes());
  for (const SpongeCallPair &pair : SpongeCallPairs(fixture.keys.data())) {
    auto jobs = fixture.SpongeJobs();
    const auto columns = fixture.SpongeColumns();
    uint8_t *results = fixture.results.data();
    for (const auto *other : Algorithms()) {
      if (other->kind == pair.kind) continue;
      EXPECT_EQ(pair.jobs(other, jobs.data(), jobs.size()), ASCON_ERR_ALGORITHM);
      EXPECT_EQ(pair.columns(other, &columns, fixture.count, results), ASCON_ERR_ALGORITHM);
    }
    const auto *right = AlgorithmsOf(pair.kind).front();
    EXPECT_EQ(pair.jobs(nullptr, jobs.data(), jobs.size()), ASCON_ERR_NULL);
    EXPECT_EQ(pair.columns(nullptr, &columns, fixture.count, results), ASCON_ERR_NULL);
    EXPECT_EQ(pair.jobs(right, nullptr, fixture.count), ASCON_ERR_NULL);
    EXPECT_EQ(pair.columns(right, nullptr, fixture.count, results), ASCON_ERR_NULL);
    for (const auto &job : jobs) EXPECT_EQ(job.result, kNoResult);
    EXPECT_TRUE(fixture.AllUntouched());
  }
}

TEST_P(BatchMisuse, WrongAeadCall) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes());
      for (size_t n : {size_t{0}, size_t{a->min_tag_bytes} - 1, size_t{17}, SIZE_MAX}) {
        BatchArguments call = fixture.call;
        call.tag_bytes = n;
        ExpectRefused(&fixture, call, ASCON_ERR_RANGE);
      }
      BatchArguments call = fixture.call;
      call.algorithm = nullptr;
      ExpectRefused(&fixture, call, ASCON_ERR_NULL);
      EXPECT_EQ(CallJobs(fixture.call, static_cast<ascon_aead_job *>(nullptr), 1), ASCON_ERR_NULL);
      EXPECT_EQ(CallColumns(fixture.call, static_cast<ascon_aead_columns *>(nullptr), 1,
                            fixture.results.data()),
                ASCON_ERR_NULL);
      EXPECT_TRUE(fixture.AllUntouched());
    }
}

TEST_P(BatchMisuse, WrongCustomization) {
  const Bytes long_one(257);
  for (const auto *a : AlgorithmsOf(ASCON_KIND_CXOF)) {
    BatchFixture fixture(a, Task::kDigest, lanes());
    BatchArguments call = fixture.call;
    call.customization = nullptr;
    ExpectRefused(&fixture, call, ASCON_ERR_NULL);
    call.customization = long_one.data();
    call.customization_bytes = long_one.size();
    ExpectRefused(&fixture, call, ASCON_ERR_RANGE);
  }
}

// ---- No messages --------------------------------------------------------------------------------

TEST_P(BatchMisuse, NoMessages) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, 1);
      ascon_aead_columns aead = {};
      aead.tag_bytes = 16;
      const ascon_sponge_columns sponge = {};
      if (a->kind == ASCON_KIND_AEAD) {
        EXPECT_EQ(CallJobs(fixture.call, static_cast<ascon_aead_job *>(nullptr), 0), ASCON_OK);
        EXPECT_EQ(CallColumns(fixture.call, &aead, 0, nullptr), ASCON_OK);
      } else {
        EXPECT_EQ(CallJobs(fixture.call, static_cast<ascon_sponge_job *>(nullptr), 0), ASCON_OK);
        EXPECT_EQ(CallColumns(fixture.call, &sponge, 0, nullptr), ASCON_OK);
      }
    }
}

// ---- Wrong columns ------------------------------------------------------------------------------

template <typename Columns>
struct ColumnFault {
  const char *name;
  std::function<void(Columns *)> make;
  ascon_result expected;
};

template <typename Columns>
void CheckColumnFaults(BatchFixture *fixture, const Columns &good,
                       const std::vector<ColumnFault<Columns>> &faults) {
  for (const auto &fault : faults) {
    Columns columns = good;
    fault.make(&columns);
    EXPECT_EQ(CallColumns(fixture->call, &columns, fixture->count, fixture->results.data()),
              fault.expected)
        << fault.name;
    EXPECT_TRUE(fixture->AllUntouched()) << fault.name;
  }
}

constexpr size_t kFar = SIZE_MAX / 2;  // no two such rows fit in memory

TEST_P(BatchMisuse, WrongAeadColumns) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes() + 2);
      std::vector<ColumnFault<ascon_aead_columns>> faults = {
          {"no output", [](auto *c) { c->out = nullptr; }, ASCON_ERR_NULL},
          {"no input", [](auto *c) { c->in = nullptr; }, ASCON_ERR_NULL},
          {"no tag", [](auto *c) { c->tag = nullptr; }, ASCON_ERR_NULL},
          {"no associated data", [](auto *c) { c->ad = nullptr; }, ASCON_ERR_NULL},
          {"no nonce", [](auto *c) { c->nonce = nullptr; }, ASCON_ERR_NULL},
          {"no key", [](auto *c) { c->key = nullptr; }, ASCON_ERR_NULL},
          {"outputs overlap", [](auto *c) { c->out_stride = kTextBytes - 1; }, ASCON_ERR_RANGE},
          {"one output", [](auto *c) { c->out_stride = 0; }, ASCON_ERR_RANGE},
          {"outputs too far", [](auto *c) { c->out_stride = kFar; }, ASCON_ERR_RANGE},
          {"inputs too far", [](auto *c) { c->in_stride = kFar; }, ASCON_ERR_RANGE},
          {"tags too far", [](auto *c) { c->tag_stride = kFar; }, ASCON_ERR_RANGE},
          {"associated data too far", [](auto *c) { c->ad_stride = kFar; }, ASCON_ERR_RANGE},
          {"nonces too far", [](auto *c) { c->nonce_stride = kFar; }, ASCON_ERR_RANGE},
          {"keys too far", [](auto *c) { c->key_stride = kFar; }, ASCON_ERR_RANGE},
          {"associated data too long", [](auto *c) { c->ad_bytes = SIZE_MAX; }, ASCON_ERR_RANGE}};
      if (task == Task::kSeal) {
        faults.push_back({"tags overlap", [](auto *c) { c->tag_stride = 15; }, ASCON_ERR_RANGE});
        faults.push_back({"one tag", [](auto *c) { c->tag_stride = 0; }, ASCON_ERR_RANGE});
        faults.push_back({"one nonce", [](auto *c) { c->nonce_stride = 0; }, ASCON_ERR_RANGE});
      }
      CheckColumnFaults(&fixture, fixture.AeadColumns(), faults);
    }
}

TEST_P(BatchMisuse, WrongSpongeColumns) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      if (a->kind == ASCON_KIND_AEAD) continue;
      BatchFixture fixture(a, task, lanes() + 2);
      std::vector<ColumnFault<ascon_sponge_columns>> faults = {
          {"no output", [](auto *c) { c->out = nullptr; }, ASCON_ERR_NULL},
          {"no input", [](auto *c) { c->in = nullptr; }, ASCON_ERR_NULL},
          {"outputs too far", [](auto *c) { c->out_stride = kFar; }, ASCON_ERR_RANGE},
          {"inputs too far", [](auto *c) { c->in_stride = kFar; }, ASCON_ERR_RANGE}};
      const auto wrong_length = [&](size_t n) {
        faults.push_back({"output length", [n](auto *c) { c->out_bytes = n; }, ASCON_ERR_RANGE});
      };
      if (task == Task::kDigest) {
        faults.push_back({"outputs overlap", [](auto *c) { c->out_stride = c->out_bytes - 1; },
                          ASCON_ERR_RANGE});
        faults.push_back({"one output", [](auto *c) { c->out_stride = 0; }, ASCON_ERR_RANGE});
      }
      if (a->key_bytes) {
        faults.push_back({"no key", [](auto *c) { c->key = nullptr; }, ASCON_ERR_NULL});
        faults.push_back({"keys too far", [](auto *c) { c->key_stride = kFar; }, ASCON_ERR_RANGE});
      }
      if (a->output_bytes && a->kind != ASCON_KIND_PRFSHORT)
        for (size_t n : {size_t{0}, size_t{a->output_bytes} - 1, size_t{a->output_bytes} + 1})
          wrong_length(n);
      if (a->kind == ASCON_KIND_PRFSHORT) {
        for (size_t n : {0u, 17u}) wrong_length(n);
        faults.push_back({"input length", [](auto *c) { c->bytes = 17; }, ASCON_ERR_RANGE});
      }
      CheckColumnFaults(&fixture, fixture.SpongeColumns(), faults);
    }
}

// One row has no stride to be wrong; and a column of no bytes is not looked at.
TEST_P(BatchMisuse, StridesThatDoNotMatter) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    BatchFixture fixture(a, Task::kSeal, 1);
    ascon_aead_columns columns = fixture.AeadColumns();
    columns.out_stride = columns.tag_stride = columns.nonce_stride = columns.in_stride = 0;
    EXPECT_EQ(CallColumns(fixture.call, &columns, 1, fixture.results.data()), ASCON_OK);
    EXPECT_TRUE(fixture.Right(0));
    fixture.Reset();
    columns = fixture.AeadColumns();
    columns.text_bytes = columns.ad_bytes = 0;
    columns.out = nullptr, columns.in = nullptr, columns.ad = nullptr;
    columns.out_stride = columns.in_stride = columns.ad_stride = kFar + 7;
    EXPECT_EQ(CallColumns(fixture.call, &columns, 1, fixture.results.data()), ASCON_OK);
    EXPECT_EQ(fixture.outs, Bytes(kTextBytes, 0xee));
  }
}

// Rows of no bytes are nowhere: no address is computed with their stride. The sanitizer says if one
// is.
constexpr size_t kWildStrides[] = {SIZE_MAX, kFar + 7, size_t{1} << (sizeof(size_t) * 8 - 1)};

TEST_P(BatchMisuse, WildStridesOfNoBytes) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    BatchFixture fixture(a, Task::kSeal, lanes() + 2);
    ascon_aead_columns columns = fixture.AeadColumns();
    columns.text_bytes = columns.ad_bytes = 0;
    ASSERT_EQ(CallColumns(fixture.call, &columns, fixture.count, nullptr), ASCON_OK);
    const Bytes expected = fixture.tags;
    for (size_t stride : kWildStrides) {
      fixture.tags.assign(fixture.tags.size(), 0xee);
      columns.out_stride = columns.in_stride = columns.ad_stride = stride;
      EXPECT_EQ(CallColumns(fixture.call, &columns, fixture.count, nullptr), ASCON_OK);
      EXPECT_EQ(fixture.tags, expected) << a->name << ", " << stride;
    }
  }
  for (const auto *a : {ASCON_XOF128, ASCON_CXOF128, ASCON_V13_PRF}) {
    BatchFixture fixture(a, Task::kDigest, lanes() + 2);
    ascon_sponge_columns columns = fixture.SpongeColumns();
    columns.bytes = 0;
    ASSERT_EQ(CallColumns(fixture.call, &columns, fixture.count, nullptr), ASCON_OK);
    const Bytes expected = fixture.tags;
    for (size_t stride : kWildStrides) {
      ascon_sponge_columns wild = columns;
      fixture.tags.assign(fixture.tags.size(), 0xee);
      wild.in_stride = stride;
      EXPECT_EQ(CallColumns(fixture.call, &wild, fixture.count, nullptr), ASCON_OK);
      EXPECT_EQ(fixture.tags, expected) << a->name << ", " << stride;
      wild.out_bytes = 0;
      wild.out_stride = stride;
      EXPECT_EQ(CallColumns(fixture.call, &wild, fixture.count, nullptr), ASCON_OK);
      EXPECT_EQ(fixture.tags, expected) << a->name << ", " << stride;
    }
  }
}

// ---- Results of columns ---------------------------------------------------------------------

// They may be left out but where a tag is judged.
TEST_P(BatchMisuse, NoResults) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes() + 1);
      const auto aead = fixture.AeadColumns();
      const auto sponge = fixture.SpongeColumns();
      const bool judged = task == Task::kOpen || task == Task::kVerify;
      EXPECT_EQ(a->kind == ASCON_KIND_AEAD
                    ? CallColumns(fixture.call, &aead, fixture.count, nullptr)
                    : CallColumns(fixture.call, &sponge, fixture.count, nullptr),
                judged ? ASCON_ERR_NULL : ASCON_OK)
          << a->name;
      for (size_t i = 0; i < fixture.count; i++)
        EXPECT_TRUE(judged ? fixture.Untouched(i) : fixture.Right(i)) << a->name;
    }
}

}  // namespace
}  // namespace asconkit_test
