// Running batches between canaries, as arrays and as columns; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "batches.h"

#include <algorithm>
#include <ostream>

namespace asconkit_test {
namespace {

constexpr uint8_t kUntouched = 0xee;
constexpr ascon_result kNoResult = ASCON_ERR_ORDER;  // of no batch

bool Reads(Task task) { return task == Task::kOpen || task == Task::kVerify; }

Bytes End(const Bytes &all, size_t n) { return Part(all, all.size() - n, n); }

// ---- Arrays ---------------------------------------------------------------------------------

// The buffers of one message. Its output starts as the text if the call works in place.
struct Buffers {
  Buffers(const Setting &setting, const Message &m, Random *random)
      : text(TextOf(setting.task, m), random->UpTo(7)),
        extra(m.c.extra, random->UpTo(7)),
        nonce(m.c.nonce, random->UpTo(7)),
        key(m.c.key, random->UpTo(7)),
        given(Reads(setting.task) ? End(m.given, m.c.out_bytes) : Bytes(), random->UpTo(7)),
        out(StartOfOutput(setting, m), random->UpTo(7)),
        tag(Bytes(m.c.out_bytes, kUntouched), random->UpTo(7)) {}

  static Bytes StartOfOutput(const Setting &setting, const Message &m) {
    const bool aead = m.c.algorithm->kind == ASCON_KIND_AEAD;
    const Bytes text = TextOf(setting.task, m);
    if (!setting.in_place) return Bytes(aead ? text.size() : m.c.out_bytes, kUntouched);
    if (aead) return text;
    Bytes both(std::max(text.size(), m.c.out_bytes), kUntouched);
    std::copy(text.begin(), text.end(), both.begin());
    return both;
  }

  const uint8_t *in(const Setting &setting) {
    return setting.in_place ? (text.size() ? out.data() : nullptr) : text.nullable();
  }

  Heap text, extra, nonce, key, given;
  Guarded out, tag;
};

ascon_message MessageOf(const Setting &setting, const Message &m, Buffers *b) {
  const bool aead = m.c.algorithm->kind == ASCON_KIND_AEAD;
  ascon_message made = {};
  made.out = aead || m.c.out_bytes ? b->out.nullable() : nullptr;
  made.out_length = m.c.out_bytes;
  made.in = b->in(setting), made.length = b->text.size();
  made.tag = Reads(setting.task) ? b->given.data() : aead ? b->tag.data() : made.out;
  made.tag_length = m.c.out_bytes;
  made.ad = b->extra.nullable(), made.ad_length = m.c.extra.size();
  made.nonce = b->nonce.data();
  if (m.c.algorithm->key_bytes)
    made.key = setting.key == m.c.key ? setting.key.data() : b->key.data();
  made.result = kNoResult;
  return made;
}

Bytes OutputOf(const Setting &setting, const Message &m, const Buffers &b) {
  const Bytes out = b.out.bytes();
  switch (setting.task) {
    case Task::kSeal: return Joined(out, b.tag.bytes());
    case Task::kOpen: return out;
    case Task::kDigest: return Part(out, 0, m.c.out_bytes);
    default: return {};
  }
}

// Everything that the call must not touch.
void ExpectUntouched(const Setting &setting, const Message &m, Buffers *b) {
  EXPECT_TRUE(b->out.intact() && b->tag.intact()) << Describe(m.c);
  EXPECT_EQ(b->text.bytes(), TextOf(setting.task, m)) << Describe(m.c);
  EXPECT_EQ(b->extra.bytes(), m.c.extra);
  EXPECT_EQ(b->nonce.bytes(), m.c.nonce);
  EXPECT_EQ(b->key.bytes(), m.c.key);
  if (setting.task != Task::kSeal) {
    EXPECT_EQ(b->tag.bytes(), Bytes(m.c.out_bytes, kUntouched));
  }
  if (Reads(setting.task)) {
    EXPECT_EQ(b->given.bytes(), End(m.given, m.c.out_bytes));
  }
  const Bytes before = Buffers::StartOfOutput(setting, m), after = b->out.bytes();
  const size_t written = setting.task == Task::kVerify   ? 0
                         : setting.task == Task::kDigest ? m.c.out_bytes
                                                         : after.size();
  EXPECT_EQ(End(after, after.size() - written), End(before, before.size() - written));
}

// ---- Columns --------------------------------------------------------------------------------

// Rows of equal length with gaps between. Nothing follows the last row, so that the address
// sanitizer sees what is beyond it.
class Column {
 public:
  // With one row if all contents are the same and `may_share`.
  Column(const std::vector<Bytes> &contents, bool may_share, Random *random)
      : rows_(contents.size()), bytes_(contents.front().size()) {
    const bool same = std::all_of(contents.begin(), contents.end(),
                                  [&](const Bytes &row) { return row == contents.front(); });
    stride_ = may_share && same ? 0 : bytes_ + random->UpTo(1) * random->UpTo(20);
    skew_ = 8 + random->UpTo(7);
    memory_ = std::make_unique<Heap>(skew_ + (rows_ - 1) * stride_ + bytes_, 0, kGap);
    for (size_t i = 0; i < rows_; i++) std::copy(contents[i].begin(), contents[i].end(), row(i));
  }
  uint8_t *base() { return bytes_ ? row(0) : nullptr; }
  size_t stride() const { return stride_; }
  Bytes Get(size_t i) { return Bytes(row(i), row(i) + bytes_); }
  bool Holds(const std::vector<Bytes> &contents) {
    for (size_t i = 0; i < rows_; i++)
      if (Get(i) != contents[i]) return false;
    return true;
  }
  bool gaps_intact() {
    auto in_gap = [](uint8_t byte) { return byte == kGap; };
    bool intact = std::all_of(memory_->data(), row(0), in_gap);
    for (size_t i = 0; stride_ && i + 1 < rows_; i++)
      intact = std::all_of(row(i) + bytes_, row(i + 1), in_gap) && intact;
    return intact;
  }

 private:
  static constexpr uint8_t kGap = 0xc5;
  uint8_t *row(size_t i) { return memory_->data() + skew_ + i * stride_; }

  size_t rows_, bytes_, stride_, skew_;
  std::unique_ptr<Heap> memory_;
};

struct ColumnBuffers {
  ColumnBuffers(const Setting &s, const Messages &messages, Random *random)
      : texts(Each(messages, [&](const Message &m) { return TextOf(s.task, m); })),
        extras(Each(messages, [](const Message &m) { return m.c.extra; })),
        nonces(Each(messages, [](const Message &m) { return m.c.nonce; })),
        keys(Each(messages, [](const Message &m) { return m.c.key; })),
        givens(Each(messages, [&](const Message &m) { return TagOf(s.task, m); })),
        outs(Each(messages,
                  [&](const Message &m) {
                    return s.in_place ? TextOf(s.task, m)
                                      : Bytes(TextOf(s.task, m).size(), kUntouched);
                  })),
        text(texts, true, random),
        extra(extras, true, random),
        nonce(nonces, s.task == Task::kOpen, random),
        key(keys, true, random),
        given(givens, Reads(s.task), random),
        out(outs, false, random) {}

  void ExpectUntouched(Task task) {
    EXPECT_TRUE(text.Holds(texts) && extra.Holds(extras) && nonce.Holds(nonces) && key.Holds(keys));
    EXPECT_TRUE(given.gaps_intact() && out.gaps_intact());
    if (Reads(task)) {
      EXPECT_TRUE(given.Holds(givens));
    }
  }

  std::vector<Bytes> texts, extras, nonces, keys, givens, outs;
  Column text, extra, nonce, key, given, out;  // `given`: tags and digests, in or out
};

ascon_columns ColumnsOf(const Setting &s, const Case &c, ColumnBuffers *b) {
  const size_t text = b->texts.front().size();
  ascon_columns columns = {};
  Column &in = s.in_place && c.algorithm->kind == ASCON_KIND_AEAD ? b->out : b->text;
  columns.in = {in.base(), 0, in.stride(), text, nullptr, nullptr, 0};
  const ascon_column given = {b->given.base(), 0, b->given.stride(), c.out_bytes, nullptr,
                              nullptr,         0};
  columns.key = {b->key.base(), 0, b->key.stride(), c.key.size(), nullptr, nullptr, 0};
  columns.ad = {b->extra.base(), 0, b->extra.stride(), c.extra.size(), nullptr, nullptr, 0};
  if (c.algorithm->kind == ASCON_KIND_AEAD) {
    columns.out = {b->out.base(), 0, b->out.stride(), text, nullptr, nullptr, 0};
    columns.nonce = {b->nonce.base(), 0, b->nonce.stride(), c.nonce.size(), nullptr, nullptr, 0};
    columns.tag = given;
  } else {
    (c.algorithm->kind == ASCON_KIND_MAC ? columns.tag : columns.out) = given;
  }
  return columns;
}

}  // namespace

std::vector<std::string> AvailableEngines() {
  std::vector<std::string> names;
  for (size_t i = 0; ascon_batch_engine_at(i); i++)
    if (ascon_batch_engine_available(ascon_batch_engine_at(i)))
      names.push_back(ascon_batch_engine_at(i));
  return names;
}

ascon_result FirstFailure(const Outcomes &outcomes) {
  for (const Outcome &outcome : outcomes)
    if (outcome.result != ASCON_OK) return outcome.result;
  return ASCON_OK;
}

void PrintTo(const Outcome &outcome, std::ostream *os) {
  *os << "result " << outcome.result << ", output " << ::testing::PrintToString(outcome.out);
}

Bytes TextOf(Task task, const Message &m) {
  return task == Task::kOpen ? Part(m.given, 0, m.given.size() - m.c.out_bytes) : m.c.text;
}

Bytes TagOf(Task task, const Message &m) {
  return Reads(task) ? End(m.given, m.c.out_bytes) : Bytes(m.c.out_bytes, kUntouched);
}

Task MainTask(const ascon_algorithm *a) {
  return a->kind == ASCON_KIND_AEAD ? Task::kSeal : Task::kDigest;
}

std::vector<Task> TasksOf(const ascon_algorithm *a) {
  if (a->kind == ASCON_KIND_AEAD) return {Task::kSeal, Task::kOpen};
  if (a->kind == ASCON_KIND_MAC) return {Task::kDigest, Task::kVerify};
  return {Task::kDigest};
}

Case RandomCase(const ascon_algorithm *a, size_t extra, size_t text, size_t out, Random *random) {
  return {a,
          out,
          random->Some(a->key_bytes),
          random->Some(a->nonce_bytes),
          random->Some(extra),
          random->Some(text)};
}

void Complete(Task task, Messages *messages) {
  if (!Reads(task)) return;
  for (Message &m : *messages) m.given = Compute(m.c);
}

Outcome Single(Task task, const Message &m) {
  const Case &c = m.c;
  if (!Reads(task)) return {ASCON_OK, Compute(c)};
  const Bytes text = TextOf(task, m), tag = End(m.given, c.out_bytes);
  if (task == Task::kVerify)
    return {any_mac_verify(c.algorithm, tag.data(), text.data(), text.size(), c.key.data()), {}};
  Bytes out(text.size(), kUntouched);
  const ascon_result result =
      any_decrypt(c.algorithm, out.data(), text.data(), text.size(), tag.data(), tag.size(),
                  c.extra.data(), c.extra.size(), c.nonce.data(), c.key.data());
  return {result, out};
}

Outcomes Singles(Task task, const Messages &messages) {
  Outcomes outcomes;
  for (const Message &m : messages) outcomes.push_back(Single(task, m));
  return outcomes;
}

Outcomes RunArray(const Setting &setting, const Messages &messages, Random *random) {
  std::vector<Buffers> buffers;
  buffers.reserve(messages.size());
  std::vector<ascon_message> array;
  for (const Message &m : messages) {
    buffers.emplace_back(setting, m, random);
    array.push_back(MessageOf(setting, m, &buffers.back()));
  }
  const ascon_result returned =
      ascon_any_batch(messages.front().c.algorithm, OperationOf(setting.task), array.data(),
                      array.size(), setting.pool);
  Outcomes outcomes;
  for (size_t i = 0; i < messages.size(); i++) {
    ExpectUntouched(setting, messages[i], &buffers[i]);
    outcomes.push_back({array[i].result, OutputOf(setting, messages[i], buffers[i])});
  }
  EXPECT_EQ(returned, FirstFailure(outcomes));
  return outcomes;
}

Outcomes RunColumns(const Setting &setting, const Messages &messages, Random *random) {
  ColumnBuffers buffers(setting, messages, random);
  Heap results(messages.size(), random->UpTo(7), 99);
  const bool with_results = Reads(setting.task) || random->UpTo(1);
  const Case &c = messages.front().c;
  const ascon_columns columns = ColumnsOf(setting, c, &buffers);
  const ascon_result returned =
      ascon_any_columns(c.algorithm, OperationOf(setting.task), &columns, messages.size(),
                        with_results ? results.data() : nullptr, setting.pool);
  buffers.ExpectUntouched(setting.task);
  Outcomes outcomes;
  for (size_t i = 0; i < messages.size(); i++) {
    const ascon_result result =
        with_results ? static_cast<ascon_result>(results.data()[i]) : returned;
    const Bytes out = buffers.out.Get(i), given = buffers.given.Get(i);
    outcomes.push_back({result, setting.task == Task::kSeal     ? Joined(out, given)
                                : setting.task == Task::kOpen   ? out
                                : setting.task == Task::kDigest ? given
                                                                : Bytes()});
  }
  EXPECT_EQ(returned, FirstFailure(outcomes));
  return outcomes;
}

size_t EdgeLength(size_t rate, Random *random) {
  const size_t one_more = random->UpTo(5) * rate + random->UpTo(2);
  return one_more ? one_more - 1 : 0;
}

}  // namespace asconkit_test
