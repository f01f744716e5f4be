// The state interface of every backend: each operation at every offset and length, in both byte
// orders, in place and not, at any alignment, between canaries, against the model.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "tests/support/algorithm_rows.h"
#include "internal.h"
#include "../support/model.h"

namespace asconkit_test {
namespace {

constexpr ascon_order kOrders[] = {ASCON_LITTLE_ENDIAN, ASCON_BIG_ENDIAN};
constexpr Operation kOperations[] = {Operation::kAbsorb, Operation::kSqueeze, Operation::kEncrypt,
                                     Operation::kDecrypt};

int Number(Operation op) {
  switch (op) {
    case Operation::kAbsorb: return TEST_ABSORB;
    case Operation::kSqueeze: return TEST_SQUEEZE;
    case Operation::kEncrypt: return TEST_ENCRYPT;
    default: return TEST_DECRYPT;
  }
}

struct Shape {
  Operation op;
  size_t rate;
  unsigned rounds;
  ascon_order order;
};

std::vector<Shape> Shapes() {
  std::vector<Shape> shapes;
#define ASCON_TEST_ABSORB(rate, rounds, order)                                                     \
  shapes.push_back({Operation::kAbsorb, rate, rounds, ASCON_ORDER_##order});
#define ASCON_TEST_SQUEEZE(rate, rounds, order)                                                    \
  shapes.push_back({Operation::kSqueeze, rate, rounds, ASCON_ORDER_##order});
#define ASCON_TEST_CRYPT(rate, rounds, order)                                                      \
  shapes.push_back({Operation::kEncrypt, rate, rounds, ASCON_ORDER_##order});                      \
  shapes.push_back({Operation::kDecrypt, rate, rounds, ASCON_ORDER_##order});
  ASCON_ABSORB_SHAPES(ASCON_TEST_ABSORB)
  ASCON_SQUEEZE_SHAPES(ASCON_TEST_SQUEEZE)
  ASCON_CRYPT_SHAPES(ASCON_TEST_CRYPT)
  return shapes;
}

class Checker {
 public:
  explicit Checker(size_t backend) : backend_(backend) {}

  void CheckInit(const Words &words);
  void CheckPermute(const Words &words, unsigned rounds);
  void CheckBytes(Operation op, size_t offset, size_t n, ascon_order order);
  void CheckBlocks(const Shape &shape, size_t n);

 private:
  struct Expected {
    Bytes in, out, state;
    Words start;
  };

  Bytes Content(const ascon_words &words, ascon_order order) const;
  // Runs `call` on fresh buffers at several alignments, in place and not.
  template <typename Call>
  void CheckData(Operation op, const Expected &expected, ascon_order order, const Call &call);
  template <typename Call>
  void CheckOnce(const Expected &expected, ascon_order order, const Call &call, bool in_place,
                 bool writes, bool reads, size_t skew);
  Words NextWords();

  size_t backend_;  // number in the table
  Random random_{5};
};

Bytes Checker::Content(const ascon_words &words, ascon_order order) const {
  ascon_words copy = words;
  Bytes all(40);
  test_bytes(backend_, &copy, TEST_SQUEEZE, 0, all.data(), nullptr, 40, order);
  return all;
}

Words Checker::NextWords() {
  Words words;
  for (auto &word : words) word = random_.Word();
  return words;
}

void Checker::CheckInit(const Words &start) {
  ascon_words words;
  test_init(backend_, &words, start.data());
  for (ascon_order order : kOrders) ASSERT_EQ(Content(words, order), Model(start).GetAll(order));
}

void Checker::CheckPermute(const Words &start, unsigned rounds) {
  ascon_words words;
  Model model(start);
  test_init(backend_, &words, start.data());
  test_permute(backend_, &words, rounds);
  model.Permute(rounds);
  ASSERT_EQ(Content(words, ASCON_BIG_ENDIAN), model.GetAll(ASCON_BIG_ENDIAN)) << rounds;
}

template <typename Call>
void Checker::CheckOnce(const Expected &expected, ascon_order order, const Call &call,
                        bool in_place, bool writes, bool reads, size_t skew) {
  ascon_words words;
  test_init(backend_, &words, expected.start.data());
  Heap in(expected.in, 7 - skew);
  Guarded out(in_place ? expected.in : Bytes(expected.in.size(), 0xee), skew);
  call(&words, writes ? out.data() : nullptr,
       reads ? (in_place ? out.data() : in.data()) : nullptr);
  Bytes wanted = expected.out;
  Bytes untouched = in_place ? expected.in : Bytes(expected.in.size(), 0xee);
  if (!writes) wanted.clear();
  wanted.insert(wanted.end(), untouched.begin() + static_cast<ptrdiff_t>(wanted.size()),
                untouched.end());
  ASSERT_EQ(out.bytes(), wanted);
  ASSERT_TRUE(out.intact());
  ASSERT_EQ(in.bytes(), expected.in);
  ASSERT_EQ(Content(words, order), expected.state);
}

template <typename Call>
void Checker::CheckData(Operation op, const Expected &expected, ascon_order order,
                        const Call &call) {
  bool writes = op != Operation::kAbsorb, reads = op != Operation::kSqueeze;
  // Lengths follow one another: in the short run all alignments come up among them.
  const size_t first = IsShortRun() ? expected.in.size() % 8 : 0;
  for (size_t skew = first; skew < (IsShortRun() ? first + 1 : 8); skew++) {
    ASSERT_NO_FATAL_FAILURE(CheckOnce(expected, order, call, false, writes, reads, skew));
    if (writes && reads) {
      ASSERT_NO_FATAL_FAILURE(CheckOnce(expected, order, call, true, writes, reads, skew));
    }
  }
}

void Checker::CheckBytes(Operation op, size_t offset, size_t n, ascon_order order) {
  Expected expected = {random_.Some(n), {}, {}, NextWords()};
  Model model(expected.start);
  expected.out = model.Put(op, offset, expected.in, order);
  expected.state = model.GetAll(order);
  auto call = [&](ascon_words *words, uint8_t *out, const uint8_t *in) {
    // Nothing to read or write: no pointers.
    test_bytes(backend_, words, Number(op), offset, n ? out : nullptr, n ? in : nullptr, n, order);
  };
  CheckData(op, expected, order, call);
}

void Checker::CheckBlocks(const Shape &shape, size_t n) {
  Expected expected = {random_.Some(n), {}, {}, NextWords()};
  Model model(expected.start);
  expected.out = model.PutBlocks(shape.op, expected.in, shape.rate, shape.rounds, shape.order);
  expected.state = model.GetAll(shape.order);
  auto call = [&](ascon_words *words, uint8_t *out, const uint8_t *in) {
    EXPECT_EQ(test_blocks(backend_, words, Number(shape.op), out, in, n, shape.rate, shape.rounds,
                          shape.order),
              expected.out.size());
  };
  CheckData(shape.op, expected, shape.order, call);
}

void CheckAllBytes(Checker *checker) {
  for (Operation op : kOperations)
    for (ascon_order order : kOrders)
      for (size_t offset = 0; offset <= 40; offset++)
        for (size_t n = 0; offset + n <= 40; n++)
          ASSERT_NO_FATAL_FAILURE(checker->CheckBytes(op, offset, n, order))
              << "operation " << static_cast<int>(op) << ", order " << order << ", offset "
              << offset << ", " << n << " bytes";
}

void CheckAllBlocks(Checker *checker) {
  for (const Shape &shape : Shapes())
    for (size_t n = 0; n <= 4 * shape.rate + 1; n++)
      ASSERT_NO_FATAL_FAILURE(checker->CheckBlocks(shape, n))
          << "operation " << static_cast<int>(shape.op) << ", order " << shape.order << ", rate "
          << shape.rate << ", " << shape.rounds << " rounds, " << n << " bytes";
}

void CheckPermutation(Checker *checker) {
  Random random(6);
  for (const Words &words : SomeStates(&random)) {
    ASSERT_NO_FATAL_FAILURE(checker->CheckInit(words));
    for (unsigned rounds = 1; rounds <= 16; rounds++)
      ASSERT_NO_FATAL_FAILURE(checker->CheckPermute(words, rounds));
  }
}

class Conformance : public BackendTest {
 protected:
  static size_t backend() {
    size_t number = 0;
    while (number < test_backend_count() && test_backend_name(number) != GetParam()) number++;
    return number;
  }
};
ASCON_ON_EVERY_BACKEND(Conformance);

TEST_P(Conformance, StateInterface) {
  ASCON_TRACE_SEED();
  ASSERT_LT(backend(), test_backend_count());
  Checker checker(backend());
  ASSERT_NO_FATAL_FAILURE(CheckPermutation(&checker));
  ASSERT_NO_FATAL_FAILURE(CheckAllBytes(&checker));
  ASSERT_NO_FATAL_FAILURE(CheckAllBlocks(&checker));
}

}  // namespace
}  // namespace asconkit_test
