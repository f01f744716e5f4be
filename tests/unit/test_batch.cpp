// Batches on every engine: known answers in every lane, and mixes of messages against the single
// calls. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "../support/batches.h"
#include "../support/vectors.h"

namespace asconkit_test {
namespace {

class Batch : public EngineTest {};
ASCON_ON_EVERY_ENGINE(Batch);

// ---- Known answers --------------------------------------------------------------------------

struct Known {
  Message message;
  uint64_t hash;
};

// Messages share customization and the tag's length in a batch: the known answers by both.
std::vector<std::vector<Known>> KnownAnswers(const ascon_algorithm *a) {
  std::vector<std::vector<Known>> groups;
  for (const Vector &vector : VectorsOf(a)) {
    const Case c = MakeCase(vector);
    const auto fits = [&](const auto &group) {
      const Case &other = group.front().message.c;
      return (a->kind != ASCON_KIND_AEAD || other.out_bytes == c.out_bytes) &&
             (a->kind != ASCON_KIND_CXOF || other.extra == c.extra);
    };
    auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group == groups.end()) group = groups.insert(group, {{}});
    group->push_back({{c}, vector.hash});
    if (a->kind == ASCON_KIND_AEAD) group->back().message.given = Compute(c);
  }
  return groups;
}

// Messages of any length to put between the tested ones.
Messages Fillers(const Case &like, Task task, Random *random) {
  Messages fillers;
  const auto *a = like.algorithm;
  for (size_t i = 0; i < 40; i++) {
    const bool shared = a->kind == ASCON_KIND_CXOF;
    const size_t extra = shared ? like.extra.size() : random->UpTo(50);
    const size_t longest = a->kind == ASCON_KIND_PRFSHORT ? 16 : 200;
    const bool free =
        a->kind == ASCON_KIND_XOF || a->kind == ASCON_KIND_CXOF || a->kind == ASCON_KIND_PRF;
    Case c = RandomCase(a, extra, random->UpTo(longest), free ? random->UpTo(100) : like.out_bytes,
                        random);
    if (shared) c.extra = like.extra;
    fillers.push_back({c});
  }
  Complete(task, &fillers);
  return fillers;
}

// All known answers of a group in one batch, two fillers between, the first one in this lane.
void CheckKnown(Task task, const std::vector<Known> &group, const Messages &fillers, size_t lane,
                Random *random) {
  Messages messages;
  std::vector<size_t> places;
  size_t next = random->UpTo(fillers.size() - 1);
  const auto fill = [&] { messages.push_back(fillers[next++ % fillers.size()]); };
  for (size_t i = 0; i < lane; i++) fill();
  for (const Known &known : group) {
    places.push_back(messages.size());
    messages.push_back(known.message);
    fill();
    fill();
  }
  const Outcomes outcomes = RunArray({task}, messages, random);
  for (size_t i = 0; i < group.size(); i++) {
    const Message &m = group[i].message;
    const Outcome &outcome = outcomes[places[i]];
    EXPECT_EQ(outcome.result, ASCON_OK) << Describe(m.c) << ", lane " << lane;
    if (task == Task::kOpen) {
      EXPECT_EQ(outcome.out, m.c.text) << Describe(m.c) << ", lane " << lane;
    } else {
      EXPECT_TRUE(IsSpecified(outcome.out, group[i].hash, m.c)) << ", lane " << lane;
    }
  }
}

// Three and the number of lanes have no common factor: every answer is in every lane.
TEST_P(Batch, KnownAnswersInEveryLane) {
  ASCON_TRACE_SEED();
  Random random(11);
  for (const auto *a : Algorithms())
    for (const auto &group : KnownAnswers(a))
      for (Task task : TasksOf(a)) {
        if (task == Task::kVerify) continue;
        const Messages fillers = Fillers(group.front().message.c, task, &random);
        for (size_t lane = 0; lane < lanes(); lane++)
          CheckKnown(task, group, fillers, lane, &random);
      }
}

// ---- Mixes ----------------------------------------------------------------------------------

// How lengths are chosen.
enum class Mix { kEqual, kEdges, kShort, kOneLong, kZeroOrLong };
constexpr Mix kMixes[] = {Mix::kEqual, Mix::kEdges, Mix::kShort, Mix::kOneLong, Mix::kZeroOrLong};

class LengthSource {
 public:
  LengthSource(Mix mix, size_t rate, size_t count, Random *random)
      : mix_(mix), rate_(rate), random_(random) {
    equal_ = random->UpTo(1) ? EdgeLength(rate, random) : random->UpTo(300);
    long_one_ = random->UpTo(count - 1);
  }
  size_t Next() {
    switch (mix_) {
      case Mix::kEqual: return equal_;
      case Mix::kEdges: return EdgeLength(rate_, random_);
      case Mix::kShort: return random_->UpTo(100);
      case Mix::kOneLong: return at_++ == long_one_ ? 2000 + random_->UpTo(100) : random_->UpTo(40);
      default: return random_->UpTo(2) ? 0 : 100 + random_->UpTo(300);
    }
  }

 private:
  Mix mix_;
  size_t rate_, equal_, long_one_, at_ = 0;
  Random *random_;
};

size_t OutputBytes(const ascon_algorithm *a, size_t length, Random *random) {
  if (a->kind == ASCON_KIND_PRFSHORT) return 1 + length % 16;
  if (a->kind == ASCON_KIND_AEAD) return a->min_tag_bytes + random->UpTo(16u - a->min_tag_bytes);
  return a->output_bytes ? a->output_bytes : length;
}

// Messages with the lengths of these mixes. Some share the key of the call.
Messages RandomMessages(const ascon_algorithm *a, size_t count, Mix texts, Mix others, bool keys,
                        const Bytes &common_key, Random *random) {
  LengthSource text(texts, a->rate_bytes, count, random),
      other(others, a->rate_bytes, count, random);
  const bool customized = a->kind == ASCON_KIND_CXOF;
  const Bytes customization = random->Some(customized ? random->UpTo(256) : 0);
  const size_t tag_bytes = OutputBytes(a, 0, random);
  const bool with_extra = others == Mix::kEqual || random->UpTo(3);
  Messages messages;
  for (size_t i = 0; i < count; i++) {
    const size_t n = text.Next(), length = other.Next();
    const size_t extra = a->kind == ASCON_KIND_AEAD && with_extra ? length : 0;
    Case c =
        RandomCase(a, extra, a->kind == ASCON_KIND_PRFSHORT ? n % 17 : n,
                   a->kind == ASCON_KIND_AEAD ? tag_bytes : OutputBytes(a, length, random), random);
    if (customized) c.extra = customization;
    if (!keys || random->UpTo(2) == 0) c.key = common_key;
    messages.push_back({c});
  }
  return messages;
}

// Changes a bit of this message, whatever it has.
void Forge(Task task, Message *m, Random *random) {
  Bytes *fields[] = {&m->given, &m->given, &m->c.extra, &m->c.nonce,
                     task == Task::kVerify ? &m->c.text : &m->given};
  Bytes *field = fields[random->UpTo(4)];
  if (field->empty()) field = &m->given;
  (*field)[random->UpTo(field->size() - 1)] ^= static_cast<uint8_t>(1u << random->UpTo(7));
}

void ForgeSome(Task task, Messages *messages, Random *random) {
  if (task != Task::kOpen && task != Task::kVerify) return;
  const size_t rarity = random->UpTo(4);  // 0: all
  for (Message &m : *messages)
    if (random->UpTo(rarity) == 0) Forge(task, &m, random);
}

size_t SomeCount(size_t lanes, Random *random) {
  const size_t counts[] = {1,         lanes - 1,     lanes,         lanes + 1,
                           2 * lanes, 4 * lanes + 1, 8 * lanes + 3, random->UpTo(6 * lanes)};
  return std::max<size_t>(1, counts[random->UpTo(7)]);
}

TEST_P(Batch, MixesOfJobs) {
  ASCON_TRACE_SEED();
  Random random(12);
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a))
      for (Mix texts : kMixes)
        for (Mix others : kMixes) {
          const size_t count = SomeCount(lanes(), &random);
          const Setting setting = {task, random.Some(a->key_bytes), random.UpTo(1) != 0};
          Messages messages =
              RandomMessages(a, count, texts, others, random.UpTo(2) != 0, setting.key, &random);
          Complete(task, &messages);
          ForgeSome(task, &messages, &random);
          ASSERT_EQ(RunArray(setting, messages, &random), Singles(task, messages)) << a->name;
        }
}

// Every number of messages up to some groups, so that each number of idle lanes, of registers and
// of messages left over comes about; equal lengths, ragged ends, and one that is much longer.
TEST_P(Batch, EveryCount) {
  ASCON_TRACE_SEED();
  Random random(19);
  for (Task task : {Task::kSeal, Task::kOpen, Task::kDigest}) {
    const auto *a = task == Task::kDigest ? ASCON_HASH256 : ASCON_AEAD128;
    for (size_t count = 1; count <= 3 * lanes() + 1; count++)
      for (Mix mix : {Mix::kEqual, Mix::kEdges, Mix::kOneLong}) {
        const Setting setting = {task, random.Some(a->key_bytes)};
        Messages messages = RandomMessages(a, count, mix, mix, false, setting.key, &random);
        Complete(task, &messages);
        ForgeSome(task, &messages, &random);
        ASSERT_EQ(RunArray(setting, messages, &random), Singles(task, messages)) << count;
      }
  }
}

TEST_P(Batch, Columns) {
  ASCON_TRACE_SEED();
  Random random(13);
  for (const auto *a : Algorithms())
    for (Task task : TasksOf(a))
      for (size_t trial = 0; trial < 24; trial++) {
        const size_t count = SomeCount(lanes(), &random);
        const bool aead = a->kind == ASCON_KIND_AEAD;
        const Setting setting = {task, {}, aead && random.UpTo(1) != 0};
        Messages messages = RandomMessages(a, count, Mix::kEqual, Mix::kEqual, trial % 2 != 0,
                                           random.Some(a->key_bytes), &random);
        // What is the same for all gets a stride of 0.
        for (Message &m : messages) {
          if (trial % 3 == 0) m.c.extra = messages.front().c.extra;
          if (trial % 4 == 0) m.c.text = messages.front().c.text;
        }
        Complete(task, &messages);
        ForgeSome(task, &messages, &random);
        ASSERT_EQ(RunColumns(setting, messages, &random), Singles(task, messages)) << a->name;
      }
}

// ---- Refused messages -----------------------------------------------------------------------

// Each lane and byte of the tag on its own, the high half of the words with the low one, and
// several lanes at once: exactly the forged messages are refused and zeroed.
Messages Forgeable(const ascon_algorithm *a, Task task, size_t tag_bytes, size_t count) {
  Random random(14);
  Messages messages;
  for (size_t i = 0; i < count; i++)
    messages.push_back(
        {RandomCase(a, a->kind == ASCON_KIND_AEAD ? i % 9 : 0, 20 + i % 7, tag_bytes, &random)});
  Complete(task, &messages);
  return messages;
}

void CheckRefused(Task task, const Messages &messages, const std::vector<bool> &wrong,
                  Random *random) {
  const Outcomes outcomes = RunArray({task}, messages, random);
  for (size_t i = 0; i < messages.size(); i++) {
    const Case &c = messages[i].c;
    const Bytes text = task == Task::kOpen ? c.text : Bytes();
    EXPECT_EQ(outcomes[i].result, wrong[i] ? ASCON_ERR_TAG : ASCON_OK) << Describe(c) << ", " << i;
    EXPECT_EQ(outcomes[i].out, wrong[i] ? Bytes(text.size()) : text) << Describe(c) << ", " << i;
  }
}

void CheckEveryByteOfEveryTag(const ascon_algorithm *a, Task task, size_t tag_bytes, size_t lanes) {
  Random random(15);
  Messages messages = Forgeable(a, task, tag_bytes, lanes + 1);
  CheckRefused(task, messages, std::vector<bool>(lanes + 1), &random);
  for (size_t i = 0; i < messages.size(); i++)
    for (size_t byte = 0; byte < tag_bytes; byte++)
      for (bool twice : {false, true}) {
        const auto mask = static_cast<uint8_t>(1u << random.UpTo(7));
        const auto tag = messages[i].given.end() - static_cast<ptrdiff_t>(tag_bytes);
        const size_t second = (byte + tag_bytes / 2) % tag_bytes;
        const auto flip = [&] {
          tag[static_cast<ptrdiff_t>(byte)] ^= mask;
          if (twice) tag[static_cast<ptrdiff_t>(second)] ^= mask;
        };
        std::vector<bool> wrong(messages.size());
        wrong[i] = true;
        flip();
        CheckRefused(task, messages, wrong, &random);
        flip();
      }
}

TEST_P(Batch, WrongTagInEveryLane) {
  for (const auto *a : Algorithms()) {
    const Task task = TasksOf(a).back();
    if (task != Task::kOpen && task != Task::kVerify) continue;
    CheckEveryByteOfEveryTag(a, task, 16, lanes());
    if (a->kind == ASCON_KIND_AEAD && a->min_tag_bytes < 16)
      for (size_t n : {size_t{a->min_tag_bytes}, size_t{11}})
        CheckEveryByteOfEveryTag(a, task, n, lanes());
  }
}

TEST_P(Batch, SeveralWrongTags) {
  ASCON_TRACE_SEED();
  Random random(16);
  for (const auto *a : Algorithms()) {
    const Task task = TasksOf(a).back();
    if (task != Task::kOpen && task != Task::kVerify) continue;
    for (size_t trial = 0; trial < 10; trial++) {
      Messages messages = Forgeable(a, task, 16, 2 * lanes() + trial);
      std::vector<bool> wrong(messages.size());
      for (size_t i = 0; i < messages.size(); i++) {
        wrong[i] = trial == 0 || random.UpTo(2) == 0;
        if (wrong[i]) messages[i].given.back() ^= 0x80;
      }
      CheckRefused(task, messages, wrong, &random);
    }
  }
}

// A thread claims up to 1024 messages at once and puts them in order by both lengths: up to 63
// blocks each number of blocks is a separate class, above that several numbers share one.
TEST_P(Batch, MoreMessagesThanAreClaimedAtOnce) {
  ASCON_TRACE_SEED();
  Random random(17);
  Messages messages;
  for (size_t i = 0; i < 2 * 1024 + 5; i++) {
    const size_t extra = random.UpTo(3) ? random.UpTo(40) : 0;
    const size_t text = random.UpTo(15) ? random.UpTo(80) : random.UpTo(3000);
    messages.push_back({RandomCase(ASCON_AEAD128, extra, text, 16, &random)});
  }
  EXPECT_EQ(RunArray({Task::kSeal}, messages, &random), Singles(Task::kSeal, messages));
}

}  // namespace
}  // namespace asconkit_test
