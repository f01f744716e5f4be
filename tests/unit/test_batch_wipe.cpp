// After a batch neither the stack below the call nor any vector register holds a secret of any of
// its messages. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "../support/batches.h"
#include "traces.h"
#include "wipe_test.h"

namespace asconkit_test {
namespace {

class BatchWipe : public EngineTest, public StackSearch {
 protected:
  void SetUp() override {
    ASCON_SKIP_WIPING();
    EngineTest::SetUp();
  }
  void TearDown() override {
    RecordProperty("stack_bytes", static_cast<int>(deepest_));
    EngineTest::TearDown();
  }

  // Runs the batch on the stack that is searched.
  void CheckBatch(const std::string &name, const Secrets &secrets, const ascon_algorithm *a,
                  Task task, std::vector<ascon_message> messages, ascon_result expected) {
    Check(name + ", " + std::to_string(messages.size()) + " messages", secrets, expected, [&] {
      return ascon_any_batch(a, OperationOf(task), messages.data(), messages.size(), nullptr);
    });
  }
};
ASCON_ON_EVERY_ENGINE(BatchWipe);

// ---- The checker must find what is there ------------------------------------------------------

// In the last register, and where it is wider than 16 bytes at its upper end.
void LeaveInRegister(const uint8_t *secret) {
  alignas(64) uint8_t wide[64] = {};
  std::memcpy(wide + PaintedStack::register_bytes() - 8, secret, 8);
  (void)wide;
#if defined(__x86_64__)
  if (PaintedStack::register_bytes() == 64) __asm__ volatile("vmovups %0, %%zmm31" : : "m"(wide));
  else if (PaintedStack::register_bytes() == 32)
    __asm__ volatile("vmovups %0, %%ymm15" : : "m"(wide) : "xmm15");
  else __asm__ volatile("movups %0, %%xmm15" : : "m"(wide) : "xmm15");
#elif defined(__aarch64__)
  __asm__ volatile("ldr q31, %0" : : "m"(wide) : "v31");
#endif
  std::memset(wide, 0, sizeof wide);
  __asm__ volatile("" : : "r"(wide) : "memory");
}

TEST_P(BatchWipe, PlantedLeaksAreFound) {
  const Case c = SecretCase(ASCON_AEAD128);
  const Secrets secrets = SecretsOf(c, Compute(c), Tag::kPublic);
  EXPECT_EQ(LeftBy(secrets, [] {}), std::nullopt);
  EXPECT_NE(LeftBy(secrets, [&] { LeaveCopy(c.key.data()); }), std::nullopt);
  if (stack_.registers().empty()) return;
  const auto found = LeftBy(secrets, [&] { LeaveInRegister(c.text.data()); });
  ASSERT_NE(found, std::nullopt);
  EXPECT_NE(found->find("register"), std::string::npos) << *found;
}

// ---- Batches --------------------------------------------------------------------------------

// The traced message several times, with shorter beginnings of it between. Their states are in the
// trace too. So lanes are refilled, and states wait for other messages.
struct Scene {
  Scene(const ascon_algorithm *a, size_t count, bool mixed)
      : whole(SecretCase(a)), result(Compute(whole)), key(whole.key), other(whole.key) {
    for (size_t i = 0; i < count; i++) {
      Case c = whole;
      if (mixed && i % 3 != 0) c.text.resize(c.text.size() * (i % 5) / 4 % (c.text.size() + 1));
      const Bytes computed = Compute(c);
      const auto end = computed.end() - static_cast<ptrdiff_t>(c.out_bytes);
      texts.emplace_back(c.text);
      ciphers.emplace_back(Bytes(computed.begin(), end));
      tags.emplace_back(Bytes(end, computed.end()));
      outs.emplace_back(c.text.size());
    }
  }

  Case whole;
  Bytes result;
  Heap key, other;                               // the same key at two addresses
  std::vector<Heap> texts, ciphers, tags, outs;  // tags: or digests
};

std::vector<ascon_message> MessagesOf(Scene *s, Task task, size_t tag_length = 16) {
  std::vector<ascon_message> messages;
  const bool aead = s->whole.algorithm->kind == ASCON_KIND_AEAD;
  for (size_t i = 0; i < s->texts.size(); i++) {
    const Heap &in = task == Task::kOpen ? s->ciphers[i] : s->texts[i];
    ascon_message m = {};
    m.out = aead ? s->outs[i].nullable() : s->tags[i].data(), m.out_length = s->whole.out_bytes;
    m.in = in.nullable(), m.length = in.size();
    m.tag = s->tags[i].data(), m.tag_length = tag_length;
    m.ad = s->whole.extra.data(), m.ad_length = s->whole.extra.size();
    m.nonce = s->whole.nonce.data(), m.key = (i % 2 ? s->key : s->other).data();
    messages.push_back(m);
  }
  return messages;
}

template <typename Function>
void ForScenes(const ascon_algorithm *a, size_t lanes, const Function &f) {
  for (size_t count : {lanes, 2 * lanes + 3})
    for (bool mixed : {false, true}) {
      Scene scene(a, count, mixed);
      f(&scene);
    }
}

TEST_P(BatchWipe, Aead) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    ForScenes(a, lanes(), [&](Scene *s) {
      const Secrets open = SecretsOf(s->whole, s->result, Tag::kPublic);
      const Secrets closed = SecretsOf(s->whole, s->result, Tag::kSecret);
      const std::string name = a->name;
      CheckBatch(name + ", encrypt", open, a, Task::kSeal, MessagesOf(s, Task::kSeal), ASCON_OK);
      CheckBatch(name + ", decrypt", open, a, Task::kOpen, MessagesOf(s, Task::kOpen), ASCON_OK);
      // With no right tag given, the tags are secret too.
      for (Heap &tag : s->tags) tag.data()[7] ^= 1, tag.data()[15] ^= 1;
      CheckBatch(name + ", decrypt with wrong tags", closed, a, Task::kOpen,
                 MessagesOf(s, Task::kOpen), ASCON_ERR_TAG);
    });
}

TEST_P(BatchWipe, TruncatedTags) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    if (a->min_tag_bytes == 16) continue;
    ForScenes(a, lanes(), [&](Scene *s) {
      const Secrets closed = SecretsOf(s->whole, s->result, Tag::kSecret);
      for (Task task : {Task::kSeal, Task::kOpen})
        CheckBatch(std::string(a->name) + ", 4 bytes of tag", closed, a, task,
                   MessagesOf(s, task, 4), ASCON_OK);
    });
  }
}

TEST_P(BatchWipe, Others) {
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD) continue;
    ForScenes(a, lanes(), [&](Scene *s) {
      const Secrets secrets = SecretsOf(s->whole, s->result, Tag::kPublic);
      CheckBatch(a->name, secrets, a, Task::kDigest, MessagesOf(s, Task::kDigest), ASCON_OK);
      EXPECT_EQ(s->tags[0].bytes(), s->result) << a->name;
    });
  }
}

TEST_P(BatchWipe, MacVerify) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_MAC))
    ForScenes(a, lanes(), [&](Scene *s) {
      const Secrets open = SecretsOf(s->whole, s->result, Tag::kPublic);
      const Secrets closed = SecretsOf(s->whole, s->result, Tag::kSecret);
      CheckBatch(std::string(a->name) + ", verify", open, a, Task::kVerify,
                 MessagesOf(s, Task::kVerify), ASCON_OK);
      for (Heap &tag : s->tags) tag.data()[7] ^= 1, tag.data()[15] ^= 1;
      CheckBatch(std::string(a->name) + ", verify wrong tags", closed, a, Task::kVerify,
                 MessagesOf(s, Task::kVerify), ASCON_ERR_TAG);
    });
}

}  // namespace
}  // namespace asconkit_test
