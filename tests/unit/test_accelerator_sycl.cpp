// Batches of ascon_sycl.hpp against the single calls, on whatever <sycl/sycl.hpp> is: the stand-in
// of tests/accelerators/sycl_standin, or a runtime of SYCL.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdlib>
#include <cstring>

#include "../support/accelerated_batches.h"
#include "asconkit/accelerators/ascon_sycl.hpp"

namespace asconkit_test {
namespace {

namespace usm = asconkit::usm;

sycl::queue &Queue() {
  static sycl::queue queue;
  return queue;
}

// Whole groups, one more and one less.
constexpr size_t kGroup = 32, kCounts[] = {1, 31, 32, 33, 65};

// Unified shared memory with these bytes in it.
class Shared {
 public:
  explicit Shared(const Bytes &bytes) : size_(bytes.size()) {
    memory_ = static_cast<uint8_t *>(sycl::malloc_shared(size_ ? size_ : 1, Queue()));
    std::copy(bytes.begin(), bytes.end(), memory_);
  }
  Shared(size_t size, uint8_t value) : Shared(Bytes(size, value)) {}
  Shared(const Shared &) = delete;
  Shared &operator=(const Shared &) = delete;
  ~Shared() { sycl::free(memory_, Queue()); }
  uint8_t *data() { return memory_; }
  size_t size() const { return size_; }
  Bytes Part(size_t i, size_t length) const {
    return Bytes(memory_ + i * length, memory_ + (i + 1) * length);
  }

 private:
  size_t size_;
  uint8_t *memory_;
};

// The line of the exception that a call throws; empty if it throws none.
template <class Call>
std::string Refusal(const Call &call) {
  try {
    call();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(sycl::errc::invalid));
    return e.what();
  }
  return "";
}

}  // namespace

// ---- Any batch ----------------------------------------------------------------------------------

void *AllocateOnDevice(size_t bytes) { return sycl::malloc_shared(bytes, Queue()); }

void WriteToDevice(void *memory, const void *from, size_t bytes) {
  std::memcpy(memory, from, bytes);
}

void ReadFromDevice(void *to, const void *memory, size_t bytes) { std::memcpy(to, memory, bytes); }

void FreeOnDevice(void *memory, size_t) { sycl::free(memory, Queue()); }

Outcomes RunOnDevice(Task task, const Messages &messages, Way way, Random *random) {
  if (messages.empty()) return {};
  Prepared prepared(task, messages, way, random);
  usm::enqueue(Queue(), prepared.Batch(messages.front().c.algorithm), kGroup).wait();
  return prepared.Read();
}

namespace {

class SyclTest : public ::testing::TestWithParam<const ascon_algorithm *> {};

TEST_P(SyclTest, BatchesOfAllShapes) {
  Random random(21);
  for (size_t count : kCounts)
    for (Shape shape : {Shape::kEqual, Shape::kDense, Shape::kRagged}) {
      // The host cannot see lengths on the device: if all were 0, the texts would have no address.
      if (shape == Shape::kRagged && count == 1) continue;
      const bool odd = count % 2;
      ExpectSingles(GetParam(), count, {shape, true, odd, odd}, &random);
    }
}

// ---- Calls with one length for all messages -----------------------------------------------------

Bytes All(const Messages &messages, const Bytes Case::*field) {
  Bytes all;
  for (const Message &m : messages) all = Joined(all, m.c.*field);
  return all;
}

void Append(Bytes *all, const Bytes &more) { all->insert(all->end(), more.begin(), more.end()); }

// One batch through the call of its kind.
Outcomes RunCall(Task task, const Messages &messages, Shared *out, Shared *tag, Shared *results) {
  const Case &first = messages.front().c;
  const ascon_algorithm *a = first.algorithm;
  const size_t n = messages.size();
  Bytes texts, tags;
  for (const Message &m : messages) Append(&texts, TextOf(task, m)), Append(&tags, TagOf(task, m));
  Shared in(texts), key(All(messages, &Case::key)), nonce(All(messages, &Case::nonce)), given(tags),
      ad(a->kind == ASCON_KIND_AEAD ? All(messages, &Case::extra) : Bytes());
  sycl::event done;
  if (task == Task::kSeal)
    done = usm::encrypt(Queue(), a, in.data(), in.size(), out->data(), out->size(), ad.data(),
                        ad.size(), key.data(), key.size(), nonce.data(), nonce.size(), tag->data(),
                        tag->size(), n, kGroup);
  else if (task == Task::kOpen)
    done = usm::decrypt(Queue(), a, in.data(), in.size(), out->data(), out->size(), ad.data(),
                        ad.size(), key.data(), key.size(), nonce.data(), nonce.size(), given.data(),
                        given.size(), results->data(), n, kGroup, {}, given.size() / n);
  else if (task == Task::kVerify)
    done = usm::verify(Queue(), a, key.data(), key.size(), in.data(), in.size(), given.data(),
                       given.size(), results->data(), n, kGroup);
  else if (a->kind == ASCON_KIND_CXOF)
    done = usm::compute_customized(Queue(), a, first.extra.data(), first.extra.size(), in.data(),
                                   in.size(), out->data(), out->size(), n, kGroup);
  else if (a->key_bytes)
    done = usm::compute_keyed(Queue(), a, key.data(), key.size(), in.data(), in.size(), out->data(),
                              out->size(), n, kGroup);
  else done = usm::compute(Queue(), a, in.data(), in.size(), out->data(), out->size(), n, kGroup);
  done.wait();
  const bool has_results = task == Task::kOpen || task == Task::kVerify;
  Outcomes outcomes;
  for (size_t i = 0; i < n; i++) {
    Bytes bytes = task == Task::kVerify ? Bytes() : out->Part(i, out->size() / n);
    if (task == Task::kSeal) Append(&bytes, tag->Part(i, tag->size() / n));
    outcomes.push_back(
        {has_results ? static_cast<ascon_result>(results->data()[i]) : ASCON_OK, bytes});
  }
  return outcomes;
}

TEST_P(SyclTest, CallsOfEveryKind) {
  Random random(22);
  const ascon_algorithm *a = GetParam();
  for (Task task : TasksOf(a))
    for (size_t count : kCounts) {
      Messages messages = RandomMessages(a, count, Shape::kEqual, &random);
      Complete(task, &messages);
      Forge(&messages, &random);
      const Message &m = messages.front();
      const bool aead = a->kind == ASCON_KIND_AEAD;
      Shared out(count * (aead ? TextOf(task, m).size() : m.c.out_bytes), 0xee),
          tag(count * m.c.out_bytes, 0xee), results(count, 77);
      SCOPED_TRACE(std::string(a->name) + ", messages " + std::to_string(count));
      const Outcomes expected = Singles(task, messages),
                     found = RunCall(task, messages, &out, &tag, &results);
      for (size_t i = 0; i < count; i++) {
        ASSERT_EQ(found[i].result, expected[i].result) << i;
        if (task == Task::kVerify) continue;
        ASSERT_EQ(found[i].out, expected[i].out) << i;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, SyclTest, ::testing::ValuesIn(Algorithms()), AlgorithmName);

// ---- The algorithms of Ascon v1.2 by name -------------------------------------------------------

TEST(Sycl, HashesByName) {
  Random random(23);
  const Bytes text = random.Some(64 * 64);
  EXPECT_EQ(usm::hash.algorithm, ASCON_V12_HASH);
  EXPECT_EQ(usm::hash_a.algorithm, ASCON_V12_HASHA);
  for (const usm::hash_call &call : {usm::hash, usm::hash_a}) {
    const ascon_algorithm *a = call.algorithm;
    Shared in(text), out(64 * 32, 0);
    call(Queue(), in.data(), in.size(), out.data(), out.size(), 64, kGroup).wait();
    for (size_t i = 0; i < 64; i++) {
      Bytes digest(32);
      ASSERT_EQ(any_compute(a, digest.data(), 32, text.data() + 64 * i, 64, {}), ASCON_OK);
      EXPECT_EQ(out.Part(i, 32), digest);
    }
  }
}

template <class Encrypt, class Decrypt>
void ExpectRoundTrip(const ascon_algorithm *a, const Encrypt &encrypt, const Decrypt &decrypt) {
  constexpr size_t n = 40;
  Random random(24);
  const Bytes plain = random.Some(n * 50);
  Shared text(plain), sealed(n * 50, 0), opened(n * 50, 0xee), ad(random.Some(n * 20)),
      key(random.Some(n * a->key_bytes)), nonce(random.Some(n * 16)), tag(n * 16, 0),
      results(n, 77);
  encrypt(Queue(), text.data(), text.size(), sealed.data(), sealed.size(), ad.data(), ad.size(),
          key.data(), key.size(), nonce.data(), nonce.size(), tag.data(), tag.size(), n, kGroup)
      .wait();
  for (size_t i = 0; i < n; i++) {
    Bytes wanted(50), wanted_tag(16);
    ASSERT_EQ(
        any_encrypt(a, wanted.data(), wanted_tag.data(), 16, plain.data() + 50 * i, 50,
                    ad.data() + 20 * i, 20, nonce.data() + 16 * i, key.data() + a->key_bytes * i),
        ASCON_OK);
    EXPECT_EQ(sealed.Part(i, 50), wanted);
    EXPECT_EQ(tag.Part(i, 16), wanted_tag);
  }
  tag.data()[16 * 7] ^= 1;
  decrypt(Queue(), sealed.data(), sealed.size(), opened.data(), opened.size(), ad.data(), ad.size(),
          key.data(), key.size(), nonce.data(), nonce.size(), tag.data(), tag.size(),
          results.data(), n, kGroup)
      .wait();
  for (size_t i = 0; i < n; i++) {
    EXPECT_EQ(results.data()[i], i == 7 ? ASCON_ERR_TAG : ASCON_OK);
    EXPECT_EQ(opened.Part(i, 50), i == 7 ? Bytes(50, 0) : text.Part(i, 50));
  }
}

TEST(Sycl, AeadByName) {
  ExpectRoundTrip(ASCON_V12_128, usm::encrypt_128, usm::decrypt_128);
  ExpectRoundTrip(ASCON_V12_128A, usm::encrypt_128a, usm::decrypt_128a);
  ExpectRoundTrip(ASCON_V12_80PQ, usm::encrypt_80pq, usm::decrypt_80pq);
}

// ---- Events, no messages, one key ---------------------------------------------------------------

// What is hashed is written by a task that is enqueued before, and read by one after.
TEST(Sycl, EventsAreWaitedFor) {
  Shared in(33 * 8, 0), out(33 * 32, 0), copy(33 * 32, 0);
  const sycl::event filled = Queue().memset(in.data(), 0x5a, in.size());
  const sycl::event hashed = usm::compute(Queue(), ASCON_HASH256, in.data(), in.size(), out.data(),
                                          out.size(), 33, kGroup, {filled});
  Queue().submit([&](sycl::handler &h) {
    h.depends_on(std::vector<sycl::event>{hashed});
    h.memcpy(copy.data(), out.data(), out.size());
  });
  Queue().wait();
  Bytes digest(32);
  const Bytes text(8, 0x5a);
  ascon_hash256(digest.data(), text.data(), 8);
  for (size_t i = 0; i < 33; i++) EXPECT_EQ(copy.Part(i, 32), digest);
}

TEST(Sycl, NoMessages) {
  Shared in(64, 0);
  const sycl::event filled = Queue().memset(in.data(), 1, 64);
  usm::hash(Queue(), nullptr, 0, nullptr, 0, 0, kGroup, {filled}).wait();
  EXPECT_EQ(in.data()[63], 1) << "what the batch waits for";
  usm::decrypt(Queue(), ASCON_AEAD128, nullptr, 0, nullptr, 0, nullptr, 0, nullptr, 0, nullptr, 0,
               nullptr, 0, nullptr, 0, kGroup)
      .wait();
}

TEST(Sycl, OneKeyForAll) {
  Shared in(5 * 8, 3), key(16, 9), out(5 * 16, 0), results(5, 77);
  usm::compute_keyed(Queue(), ASCON_V13_MAC, key.data(), 16, in.data(), 40, out.data(), 80, 5,
                     kGroup)
      .wait();
  Bytes tag(16);
  ASSERT_EQ(any_compute(ASCON_V13_MAC, tag.data(), 16, in.data(), 8, {key.data(), nullptr, 0}),
            ASCON_OK);
  for (size_t i = 0; i < 5; i++) EXPECT_EQ(out.Part(i, 16), tag);
}

// ---- Misuse -------------------------------------------------------------------------------------

TEST(Sycl, MisuseIsRefused) {
  Shared in(96, 0), out(96, 0xee), results(3, 77);
  Bytes own(96, 0);
  auto hashes = [&](const uint8_t *from, size_t in_bytes, size_t out_bytes, size_t group) {
    return Refusal([&] {
      usm::compute(Queue(), ASCON_HASH256, from, in_bytes, out.data(), out_bytes, 3, group);
    });
  };
  EXPECT_EQ(hashes(in.data(), 95, 96, 8),
            "asconkit: in: 95 bytes, expected a multiple of 3, the number of messages");
  EXPECT_EQ(hashes(in.data(), 96, 93, 8), "asconkit: out: length 31, expected 32 for all messages");
  EXPECT_EQ(hashes(in.data(), 96, 96, 0),
            "asconkit: work-group: 0 work-items, expected at least 1");
  EXPECT_EQ(hashes(nullptr, 96, 96, 8), "asconkit: in: data is NULL");
  // Where the device can use all memory of the process, this is not misuse.
  if (!Queue().get_device().has(sycl::aspect::usm_system_allocations)) {
    EXPECT_EQ(hashes(own.data(), 96, 96, 8),
              "asconkit: in: not unified shared memory of the queue's context");
  }
  EXPECT_EQ(Refusal([&] { usm::compute(Queue(), nullptr, in.data(), 96, out.data(), 96, 3, 8); }),
            "asconkit: algorithm is NULL");
  EXPECT_EQ(Refusal([&] {
              usm::verify(Queue(), ASCON_V12_MAC, in.data(), 16, in.data(), 96, in.data(), 48,
                          nullptr, 3, 8);
            }),
            "asconkit: results is NULL: expected a byte for each message");
  EXPECT_EQ(Refusal([&] {
              usm::decrypt(Queue(), ASCON_V12_128, in.data(), 48, out.data(), 24, nullptr, 0,
                           in.data(), 16, in.data(), 48, in.data(), 48, results.data(), 3, 8);
            }),
            "asconkit: text: 24 bytes, expected 48, as the ciphertext");
  // Tags that were cut do not choose their length.
  EXPECT_EQ(Refusal([&] {
              usm::decrypt(Queue(), ASCON_AEAD128, in.data(), 48, out.data(), 48, nullptr, 0,
                           in.data(), 16, in.data(), 48, in.data(), 12, results.data(), 3, 8);
            }),
            "asconkit: tag: 12 bytes, expected 16 for each of 3 messages, or another tag_length");
  EXPECT_EQ(Refusal([&] {
              usm::encrypt(Queue(), ASCON_V12_128, in.data(), 48, out.data(), 24, nullptr, 0,
                           in.data(), 16, in.data(), 48, out.data() + 48, 48, 3, 8);
            }),
            "asconkit: ciphertext: 24 bytes, expected 48, as the text");
  EXPECT_NE(
      Refusal([&] { usm::compute(Queue(), ASCON_V12_128, in.data(), 96, out.data(), 96, 3, 8); }),
      "");
  Queue().wait();
  EXPECT_EQ(out.Part(0, 96), Bytes(96, 0xee));
  EXPECT_EQ(results.Part(0, 3), Bytes(3, 77));
}

// The sanitizer has to find this one: texts that are longer than their memory.
TEST(PlantedFault, TextsLongerThanTheirMemory) {
  if (!std::getenv("ASCONKIT_TEST_PLANTED")) GTEST_SKIP() << "only for a test of the checker";
  Shared in(64, 0), out(64, 0);
  usm::compute(Queue(), ASCON_HASH256, in.data(), 2 * 1000, out.data(), 64, 2, 2).wait();
}

}  // namespace
}  // namespace asconkit_test
