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

// An array and columns over the same well-formed messages, with the results they should have.
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
  }

  std::vector<ascon_message> Array() {
    std::vector<ascon_message> messages(count);
    for (size_t i = 0; i < count; i++) {
      ascon_message &m = messages[i];
      m.in = &in[i * text_bytes()], m.length = text_bytes();
      m.tag = &tags[i * out_bytes()], m.tag_length = out_bytes();
      m.out = aead() ? &outs[i * text_bytes()] : m.tag, m.out_length = out_bytes();
      m.ad = aead() ? &ads[i * kAdBytes] : customization.data();
      m.ad_length = aead() ? kAdBytes : customization.size();
      if (aead()) m.nonce = &nonces[i * 16];
      if (key_bytes()) m.key = &keys[i * key_bytes()];
      m.result = kNoResult;
    }
    return messages;
  }
  static ascon_column Column(Bytes *data, size_t stride, size_t length) {
    return {data->data(), 0, stride, length, nullptr, nullptr, data->size()};
  }
  ascon_columns Columns() {
    ascon_columns c = {};
    const ascon_column results_of_all = Column(&tags, out_bytes(), out_bytes());
    c.in = Column(&in, text_bytes(), text_bytes());
    c.key = Column(&keys, key_bytes(), key_bytes());
    if (aead()) {
      c.out = Column(&outs, text_bytes(), text_bytes()), c.tag = results_of_all;
      c.ad = Column(&ads, kAdBytes, kAdBytes), c.nonce = Column(&nonces, 16, 16);
    } else {
      (algorithm()->kind == ASCON_KIND_MAC ? c.tag : c.out) = results_of_all;
      c.ad = Column(&customization, 0, customization.size());
    }
    return c;
  }
  ascon_result RunArray(std::vector<ascon_message> *messages) const {
    return ascon_any_batch(algorithm(), OperationOf(task), messages->data(), messages->size(),
                           nullptr);
  }
  ascon_result RunColumns(const ascon_columns &columns) {
    return RunColumns(columns, results.data());
  }
  ascon_result RunColumns(const ascon_columns &columns, uint8_t *to) const {
    return ascon_any_columns(algorithm(), OperationOf(task), &columns, count, to, nullptr);
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

  const ascon_algorithm *algorithm() const { return cases.front().algorithm; }
  bool aead() const { return algorithm()->kind == ASCON_KIND_AEAD; }
  size_t text_bytes() const { return cases.front().text.size(); }
  size_t out_bytes() const { return cases.front().out_bytes; }
  size_t key_bytes() const { return cases.front().key.size(); }

  Task task;
  size_t count;
  std::vector<Case> cases;
  std::vector<Bytes> expected;
  Bytes customization, keys, nonces, ads, in, tags, outs, results;

 private:
  template <typename Function>
  Bytes Pack(const Function &field) const {
    Bytes all;
    for (const Case &c : cases) all = Joined(all, field(c));
    return all;
  }
  static Bytes Row(const Bytes &all, size_t i, size_t n) { return Part(all, i * n, n); }
};

// ---- One malformed message --------------------------------------------------------------------

struct Fault {
  const char *name;
  std::function<void(ascon_message *)> make;
  ascon_result expected;
};

std::vector<Fault> FaultsOf(const ascon_algorithm *a) {
  std::vector<Fault> faults = {{"no input", [](auto *m) { m->in = nullptr; }, ASCON_ERR_NULL}};
  const auto null = [&](const char *name, auto clear) {
    faults.push_back({name, clear, ASCON_ERR_NULL});
  };
  const auto range = [&](const char *name, auto set) {
    faults.push_back({name, set, ASCON_ERR_RANGE});
  };
  if (a->kind == ASCON_KIND_AEAD || a->kind == ASCON_KIND_MAC)
    null("no tag", [](auto *m) { m->tag = nullptr; });
  if (a->kind != ASCON_KIND_MAC) null("no output", [](auto *m) { m->out = nullptr; });
  if (a->kind == ASCON_KIND_AEAD) {
    null("no associated data", [](auto *m) { m->ad = nullptr; });
    null("no nonce", [](auto *m) { m->nonce = nullptr; });
    for (size_t n : {size_t{0}, size_t{a->min_tag_bytes} - 1, size_t{17}, SIZE_MAX})
      range("tag length", [n](auto *m) { m->tag_length = n; });
  }
  if (a->kind == ASCON_KIND_CXOF) {
    null("no customization", [](auto *m) { m->ad = nullptr; });
    range("long customization", [](auto *m) { m->ad_length = 257; });
  }
  if (a->key_bytes) null("no key", [](auto *m) { m->key = nullptr; });
  if (a->kind == ASCON_KIND_PRFSHORT) {
    for (size_t n : {size_t{0}, size_t{17}})
      range("output length", [n](auto *m) { m->out_length = n; });
    for (size_t n : {size_t{17}, SIZE_MAX}) range("length", [n](auto *m) { m->length = n; });
  }
  return faults;
}

// `faulty[i]`: what is wrong with message i; NULL: nothing.
void CheckFaulty(BatchFixture *fixture, const std::vector<const Fault *> &faulty) {
  fixture->Reset();
  auto messages = fixture->Array();
  ascon_result first = ASCON_OK;
  for (size_t i = 0; i < fixture->count; i++) {
    if (!faulty[i]) continue;
    faulty[i]->make(&messages[i]);
    if (first == ASCON_OK) first = faulty[i]->expected;
  }
  EXPECT_EQ(fixture->RunArray(&messages), first);
  for (size_t i = 0; i < fixture->count; i++) {
    EXPECT_EQ(messages[i].result, faulty[i] ? faulty[i]->expected : ASCON_OK) << i;
    EXPECT_TRUE(faulty[i] ? fixture->Untouched(i) : fixture->Right(i)) << i;
  }
}

void CheckFaults(const ascon_algorithm *a, Task task, size_t lanes) {
  const auto faults = FaultsOf(a);
  BatchFixture fixture(a, task, lanes + 2);
  using Faulty = std::vector<const Fault *>;
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
    for (Task task : TasksOf(a)) CheckFaults(a, task, lanes());
}

// ascon_any_run() makes the same checks.
TEST(SingleMisuse, MalformedMessages) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a))
      for (const auto &fault : FaultsOf(a)) {
        BatchFixture fixture(a, task, 1);
        ascon_message message = fixture.Array().front();
        fault.make(&message);
        EXPECT_EQ(ascon_any_run(a, OperationOf(task), &message), fault.expected)
            << a->name << ": " << fault.name;
        EXPECT_TRUE(fixture.Untouched(0)) << a->name << ": " << fault.name;
        EXPECT_EQ(message.result, kNoResult);
      }
}

// The value of the call is the result of the first message that failed, in their order.
TEST_P(BatchMisuse, FirstFailure) {
  BatchFixture fixture(ASCON_AEAD128, Task::kOpen, 3 * lanes() + 1);
  for (size_t first = 0; first + 1 < fixture.count; first++)
    for (bool forged_first : {false, true}) {
      fixture.Reset();
      auto messages = fixture.Array();
      auto &forged = messages[forged_first ? first : first + 1];
      auto &malformed = messages[forged_first ? first + 1 : first];
      forged.tag[3] ^= 1;
      malformed.nonce = nullptr;
      EXPECT_EQ(fixture.RunArray(&messages), forged_first ? ASCON_ERR_TAG : ASCON_ERR_NULL)
          << first;
      EXPECT_EQ(forged.result, ASCON_ERR_TAG);
      EXPECT_EQ(malformed.result, ASCON_ERR_NULL);
    }
}

// Fields that the algorithm's kind does not have are not looked at.
TEST_P(BatchMisuse, UnusedFields) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes());
      auto messages = fixture.Array();
      for (auto &m : messages) {
        if (!a->key_bytes) m.key = fixture.in.data();
        if (a->kind != ASCON_KIND_AEAD) m.nonce = nullptr, m.tag_length = SIZE_MAX;
        if (a->kind != ASCON_KIND_AEAD && a->kind != ASCON_KIND_CXOF)
          m.ad = nullptr, m.ad_length = SIZE_MAX;
        if (a->kind == ASCON_KIND_MAC) m.out = nullptr;
        if (a->output_bytes && a->kind != ASCON_KIND_PRFSHORT) m.out_length = SIZE_MAX;
      }
      EXPECT_EQ(fixture.RunArray(&messages), ASCON_OK) << a->name;
      for (size_t i = 0; i < fixture.count; i++) EXPECT_TRUE(fixture.Right(i)) << a->name;
    }
}

// ---- A wrong call -----------------------------------------------------------------------------

constexpr ascon_operation kOperations[] = {ASCON_ENCRYPT, ASCON_DECRYPT, ASCON_COMPUTE,
                                           ASCON_VERIFY};

// Every operation that the algorithm does not have, and no algorithm: in all three calls.
TEST_P(BatchMisuse, WrongOperation) {
  for (const auto *a : Algorithms()) {
    const auto tasks = TasksOf(a);
    BatchFixture fixture(a, tasks.front(), lanes());
    auto messages = fixture.Array();
    const ascon_columns columns = fixture.Columns();
    const auto all = [&](const ascon_algorithm *algorithm, ascon_operation op,
                         ascon_result expected) {
      EXPECT_EQ(ascon_any_run(algorithm, op, &messages.front()), expected) << a->name;
      EXPECT_EQ(ascon_any_batch(algorithm, op, messages.data(), messages.size(), nullptr),
                expected);
      EXPECT_EQ(ascon_any_columns(algorithm, op, &columns, fixture.count, fixture.results.data(),
                                  nullptr),
                expected);
      for (const auto &m : messages) EXPECT_EQ(m.result, kNoResult);
      EXPECT_TRUE(fixture.AllUntouched());
    };
    for (ascon_operation op : kOperations) {
      all(nullptr, op, ASCON_ERR_NULL);
      if (std::none_of(tasks.begin(), tasks.end(),
                       [&](Task task) { return OperationOf(task) == op; }))
        all(a, op, ASCON_ERR_ALGORITHM);
    }
  }
}

TEST_P(BatchMisuse, NoArrayAndNoColumns) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      uint8_t results[1];
      EXPECT_EQ(ascon_any_run(a, OperationOf(task), nullptr), ASCON_ERR_NULL);
      EXPECT_EQ(ascon_any_batch(a, OperationOf(task), nullptr, 1, nullptr), ASCON_ERR_NULL);
      EXPECT_EQ(ascon_any_columns(a, OperationOf(task), nullptr, 1, results, nullptr),
                ASCON_ERR_NULL);
    }
}

// ---- No messages --------------------------------------------------------------------------------

TEST_P(BatchMisuse, NoMessages) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      const ascon_columns columns = {};
      EXPECT_EQ(ascon_any_batch(a, OperationOf(task), nullptr, 0, nullptr), ASCON_OK);
      EXPECT_EQ(ascon_any_columns(a, OperationOf(task), &columns, 0, nullptr, nullptr), ASCON_OK);
    }
}

// ---- Wrong columns ------------------------------------------------------------------------------

struct ColumnFault {
  const char *name;
  std::function<void(ascon_columns *)> make;
  ascon_result expected;
};

void CheckColumnFaults(BatchFixture *fixture, const std::vector<ColumnFault> &faults) {
  for (const auto &fault : faults) {
    ascon_columns columns = fixture->Columns();
    fault.make(&columns);
    EXPECT_EQ(fixture->RunColumns(columns), fault.expected) << fault.name;
    EXPECT_TRUE(fixture->AllUntouched()) << fault.name;
  }
}

constexpr size_t kFar = SIZE_MAX / 2;  // no two such rows fit in memory

// Faults of one column whose memory may be of known size.
void AddFaultsOf(const char *name, ascon_column ascon_columns::*column,
                 std::vector<ColumnFault> *faults) {
  faults->push_back({name, [=](auto *c) { (c->*column).data = nullptr; }, ASCON_ERR_NULL});
  faults->push_back({name, [=](auto *c) { (c->*column).stride = kFar; }, ASCON_ERR_RANGE});
  faults->push_back({name, [=](auto *c) { (c->*column).data_bytes--; }, ASCON_ERR_RANGE});
  faults->push_back({name, [=](auto *c) { (c->*column).start = 1; }, ASCON_ERR_RANGE});
  faults->push_back({name, [=](auto *c) { (c->*column).start = SIZE_MAX; }, ASCON_ERR_RANGE});
  faults->push_back({name,
                     [=](auto *c) { (c->*column).data_bytes = 0, (c->*column).stride = kFar; },
                     ASCON_ERR_RANGE});
}

void AddOverlaps(const char *name, ascon_column ascon_columns::*column,
                 std::vector<ColumnFault> *faults) {
  faults->push_back({name, [=](auto *c) { (c->*column).stride--; }, ASCON_ERR_RANGE});
  faults->push_back({name, [=](auto *c) { (c->*column).stride = 0; }, ASCON_ERR_RANGE});
}

void AddFixedFaultsOf(const char *name, ascon_column ascon_columns::*column, size_t right,
                      std::vector<ColumnFault> *faults) {
  AddFaultsOf(name, column, faults);
  for (size_t n : {size_t{0}, right - 1, right + 1})
    faults->push_back({name, [=](auto *c) { (c->*column).length = n; }, ASCON_ERR_RANGE});
}

TEST_P(BatchMisuse, WrongAeadColumns) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes() + 2);
      std::vector<ColumnFault> faults;
      AddFaultsOf("out", &ascon_columns::out, &faults);
      AddFaultsOf("in", &ascon_columns::in, &faults);
      AddFaultsOf("tag", &ascon_columns::tag, &faults);
      AddFaultsOf("ad", &ascon_columns::ad, &faults);
      AddFixedFaultsOf("nonce", &ascon_columns::nonce, a->nonce_bytes, &faults);
      AddFixedFaultsOf("key", &ascon_columns::key, a->key_bytes, &faults);
      AddOverlaps("outputs overlap", &ascon_columns::out, &faults);
      for (size_t n : {size_t{0}, size_t{a->min_tag_bytes} - 1, size_t{17}, SIZE_MAX})
        faults.push_back({"tag length", [n](auto *c) { c->tag.length = n; }, ASCON_ERR_RANGE});
      faults.push_back({"long data", [](auto *c) { c->ad.length = SIZE_MAX; }, ASCON_ERR_RANGE});
      const uint64_t some[64] = {};
      for (auto column : {&ascon_columns::nonce, &ascon_columns::key, &ascon_columns::tag})
        faults.push_back(
            {"offsets", [&, column](auto *c) { (c->*column).offsets = some; }, ASCON_ERR_RANGE});
      if (task == Task::kSeal) {
        AddOverlaps("tags overlap", &ascon_columns::tag, &faults);
        faults.push_back({"one nonce", [](auto *c) { c->nonce.stride = 0; }, ASCON_ERR_RANGE});
      }
      CheckColumnFaults(&fixture, faults);
    }
}

TEST_P(BatchMisuse, WrongSpongeColumns) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      if (a->kind == ASCON_KIND_AEAD) continue;
      BatchFixture fixture(a, task, lanes() + 2);
      const auto out = a->kind == ASCON_KIND_MAC ? &ascon_columns::tag : &ascon_columns::out;
      std::vector<ColumnFault> faults;
      AddFaultsOf("output", out, &faults);
      AddFaultsOf("in", &ascon_columns::in, &faults);
      const auto wrong_length = [&](size_t n) {
        faults.push_back(
            {"output length", [=](auto *c) { (c->*out).length = n; }, ASCON_ERR_RANGE});
      };
      if (task == Task::kDigest) AddOverlaps("outputs overlap", out, &faults);
      if (a->key_bytes) AddFixedFaultsOf("key", &ascon_columns::key, a->key_bytes, &faults);
      if (a->output_bytes && a->kind != ASCON_KIND_PRFSHORT)
        for (size_t n : {size_t{0}, size_t{a->output_bytes} - 1, size_t{a->output_bytes} + 1})
          wrong_length(n);
      if (a->kind == ASCON_KIND_PRFSHORT) {
        for (size_t n : {0u, 17u}) wrong_length(n);
        faults.push_back({"length", [](auto *c) { c->in.length = 17; }, ASCON_ERR_RANGE});
      }
      if (a->kind == ASCON_KIND_CXOF) {
        faults.push_back({"no string", [](auto *c) { c->ad.data = nullptr; }, ASCON_ERR_NULL});
        faults.push_back({"long string", [](auto *c) { c->ad.length = 257; }, ASCON_ERR_RANGE});
      }
      CheckColumnFaults(&fixture, faults);
    }
}

// ---- Ragged columns -----------------------------------------------------------------------------

// The same messages by offsets, in the opposite order of places; one of them is outside of the
// memory, by its offset or its length, and only that one is refused.
TEST_P(BatchMisuse, RaggedColumns) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes() + 2);
      const size_t n = fixture.count, text = fixture.text_bytes();
      std::vector<uint64_t> offsets(n), lengths(n, text);
      for (size_t i = 0; i < n; i++) offsets[i] = i * text;
      ascon_columns columns = fixture.Columns();
      columns.in.offsets = offsets.data(), columns.in.lengths = lengths.data();
      columns.in.stride = columns.in.length = SIZE_MAX;
      if (a->kind == ASCON_KIND_AEAD) columns.out.offsets = offsets.data();
      EXPECT_EQ(fixture.RunColumns(columns, nullptr), ASCON_ERR_NULL) << a->name;
      EXPECT_TRUE(fixture.AllUntouched());
      EXPECT_EQ(fixture.RunColumns(columns), ASCON_OK) << a->name;
      for (size_t i = 0; i < n; i++) EXPECT_TRUE(fixture.Right(i)) << a->name << ", " << i;
      for (uint64_t place :
           {uint64_t{n * text}, uint64_t{n * text - text + 1}, UINT64_MAX, uint64_t{1} << 32}) {
        fixture.Reset();
        const uint64_t right = offsets[n / 2];
        offsets[n / 2] = place;
        EXPECT_EQ(fixture.RunColumns(columns), ASCON_ERR_RANGE) << a->name;
        for (size_t i = 0; i < n; i++) {
          EXPECT_EQ(fixture.results[i], i == n / 2 ? ASCON_ERR_RANGE : ASCON_OK) << a->name;
          EXPECT_TRUE(i == n / 2 ? fixture.Untouched(i) : fixture.Right(i)) << a->name;
        }
        offsets[n / 2] = right;
      }
      for (uint64_t length :
           {uint64_t{a->kind == ASCON_KIND_PRFSHORT ? 17 : n * text}, (uint64_t{1} << 32) + text}) {
        fixture.Reset();
        lengths[1] = length;
        EXPECT_EQ(fixture.RunColumns(columns), ASCON_ERR_RANGE) << a->name;
        EXPECT_EQ(fixture.results[1], ASCON_ERR_RANGE);
        EXPECT_TRUE(fixture.Untouched(1) && fixture.Right(0) && fixture.Right(n - 1));
      }
      if (task == Task::kSeal) {
        fixture.Reset();
        columns.nonce.stride = 0;
        EXPECT_EQ(fixture.RunColumns(columns), ASCON_ERR_RANGE);
        EXPECT_TRUE(fixture.AllUntouched());
      }
    }
}

// A place that is in the memory, but before the start of the column.
TEST_P(BatchMisuse, OffsetsThatWrapAround) {
  BatchFixture fixture(ASCON_HASH256, Task::kDigest, lanes() + 2);
  const size_t n = fixture.count, text = fixture.text_bytes();
  std::vector<uint64_t> offsets(n);
  for (size_t i = 1; i < n; i++) offsets[i] = (i - 1) * text;
  offsets[0] = UINT64_MAX - text + 1;
  for (size_t data_bytes : {n * text, size_t{0}}) {
    fixture.Reset();
    ascon_columns columns = fixture.Columns();
    columns.in.start = text, columns.in.offsets = offsets.data();
    columns.in.data_bytes = data_bytes;
    EXPECT_EQ(fixture.RunColumns(columns), ASCON_ERR_RANGE);
    for (size_t i = 0; i < n; i++) {
      EXPECT_EQ(fixture.results[i], i == 0 ? ASCON_ERR_RANGE : ASCON_OK) << i;
      EXPECT_TRUE(i == 0 ? fixture.Untouched(i) : fixture.Right(i)) << i;
    }
  }
}

// One customization string for all messages, which ends behind the memory of its column. With
// lengths, it is checked with each message; until then nobody reads it, which the address sanitizer
// sees.
TEST_P(BatchMisuse, OneStringOutsideOfItsColumn) {
  BatchFixture fixture(ASCON_CXOF128, Task::kDigest, lanes() + 2);
  Heap memory(4);
  const std::vector<uint64_t> lengths(fixture.count, 5);
  ascon_columns columns = fixture.Columns();
  columns.ad = {};
  columns.ad.data = memory.data();
  columns.ad.data_bytes = memory.size();
  columns.ad.lengths = lengths.data();
  EXPECT_EQ(fixture.RunColumns(columns), ASCON_ERR_RANGE);
  for (size_t i = 0; i < fixture.count; i++) {
    EXPECT_EQ(fixture.results[i], ASCON_ERR_RANGE) << i;
    EXPECT_TRUE(fixture.Untouched(i)) << i;
  }
}

// ---- Strides ------------------------------------------------------------------------------------

// One row has no stride to be wrong; and a column of no bytes is not looked at.
TEST_P(BatchMisuse, StridesThatDoNotMatter) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    BatchFixture fixture(a, Task::kSeal, 1);
    ascon_columns columns = fixture.Columns();
    columns.out.stride = columns.tag.stride = columns.nonce.stride = columns.in.stride = 0;
    EXPECT_EQ(fixture.RunColumns(columns), ASCON_OK);
    EXPECT_TRUE(fixture.Right(0));
    fixture.Reset();
    columns = fixture.Columns();
    columns.in.length = columns.ad.length = 0;
    columns.out.data = columns.in.data = columns.ad.data = nullptr;
    columns.out.stride = columns.in.stride = columns.ad.stride = kFar + 7;
    EXPECT_EQ(fixture.RunColumns(columns), ASCON_OK);
    EXPECT_EQ(fixture.outs, Bytes(kTextBytes, 0xee));
  }
}

// Rows of no bytes are nowhere: no address is computed with their stride. The sanitizer says if one
// is.
constexpr size_t kWildStrides[] = {SIZE_MAX, kFar + 7, size_t{1} << (sizeof(size_t) * 8 - 1)};

TEST_P(BatchMisuse, WildStridesOfNoBytes) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    BatchFixture fixture(a, Task::kSeal, lanes() + 2);
    ascon_columns columns = fixture.Columns();
    columns.in.length = columns.ad.length = 0;
    ASSERT_EQ(fixture.RunColumns(columns, nullptr), ASCON_OK);
    const Bytes expected = fixture.tags;
    for (size_t stride : kWildStrides) {
      fixture.tags.assign(fixture.tags.size(), 0xee);
      columns.out.stride = columns.in.stride = columns.ad.stride = stride;
      EXPECT_EQ(fixture.RunColumns(columns, nullptr), ASCON_OK);
      EXPECT_EQ(fixture.tags, expected) << a->name << ", " << stride;
    }
  }
  for (const auto *a : {ASCON_XOF128, ASCON_CXOF128, ASCON_V13_PRF}) {
    BatchFixture fixture(a, Task::kDigest, lanes() + 2);
    ascon_columns columns = fixture.Columns();
    columns.in.length = 0;
    ASSERT_EQ(fixture.RunColumns(columns, nullptr), ASCON_OK);
    const Bytes expected = fixture.tags;
    for (size_t stride : kWildStrides) {
      ascon_columns wild = columns;
      fixture.tags.assign(fixture.tags.size(), 0xee);
      wild.in.stride = stride;
      EXPECT_EQ(fixture.RunColumns(wild, nullptr), ASCON_OK);
      EXPECT_EQ(fixture.tags, expected) << a->name << ", " << stride;
      wild.out.length = 0;
      wild.out.stride = stride;
      EXPECT_EQ(fixture.RunColumns(wild, nullptr), ASCON_OK);
      EXPECT_EQ(fixture.tags, expected) << a->name << ", " << stride;
    }
  }
}

// ---- Results of columns ---------------------------------------------------------------------

// They may be left out except where a tag is verified.
TEST_P(BatchMisuse, NoResults) {
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a)) {
      BatchFixture fixture(a, task, lanes() + 1);
      const bool judged = task == Task::kOpen || task == Task::kVerify;
      EXPECT_EQ(fixture.RunColumns(fixture.Columns(), nullptr), judged ? ASCON_ERR_NULL : ASCON_OK)
          << a->name;
      for (size_t i = 0; i < fixture.count; i++)
        EXPECT_TRUE(judged ? fixture.Untouched(i) : fixture.Right(i)) << a->name;
    }
}

}  // namespace
}  // namespace asconkit_test
