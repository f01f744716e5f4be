/* The state interface of the backend that the library was compiled with: every operation at every
   offset and length, in place and not, at any alignment, between canaries; all numbers of rounds;
   the block loops of every shape: against the model. Prints the number of cases, or the first one
   that fails. With -DCONFORMANCE_THIN fewer alignments and lengths, for slow machines. With
   -DCONFORMANCE_FAULT=1 to 5 something goes wrong that must be found.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/core/platform/compiler.h"

/* clang-format off */
#include QUOTE(../../asconkit/core/backends/ASCON_BACKEND/backend.h)
/* clang-format on */

#include "asconkit/core/modes/stored.h"
#include "firmware.h"
#include "model.h"
#include "tests/support/algorithm_rows.h"

enum { CANARY = 24, LONGEST = 5 * 40 + 8, SKEWS = 8 };

static const operation operations[] = {OP_ABSORB, OP_SQUEEZE, OP_ENCRYPT, OP_DECRYPT};
static const ascon_order orders[] = {ASCON_LITTLE_ENDIAN, ASCON_BIG_ENDIAN};

/* A call of the interface; bytes at an offset where rate is 0, blocks otherwise. */
typedef struct job {
  uint8_t op, offset, rate, rounds;
  ascon_order order;
  uint16_t n;
} job;

/* The state between canaries. */
static struct {
  uint8_t before[CANARY];
  ascon_words words;
  uint8_t after[CANARY];
} guarded;

static uint8_t given[LONGEST], wanted[LONGEST]; /* the input, and what the output must be */
static uint8_t in_area[LONGEST + SKEWS] __attribute__((aligned(8)));
static uint8_t out_area[LONGEST + SKEWS + 2 * CANARY] __attribute__((aligned(8)));
static uint64_t words[5];
static model expected;
static uint32_t cases;
static uint32_t seed = 88172645;

static uint32_t random32(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

static void random_words(void) {
  for (uint8_t i = 0; i < 5; i++) words[i] = (uint64_t)random32() << 32 | random32();
}

static void fill(uint8_t *p, uint8_t value, size_t n) {
  while (n--) *p++ = value;
}

static int all(const uint8_t *p, uint8_t value, size_t n) {
  while (n--)
    if (*p++ != value) return 0;
  return 1;
}

static int same(const uint8_t *a, const uint8_t *b, size_t n) {
  while (n--)
    if (*a++ != *b++) return 0;
  return 1;
}

static int fail(const char *what, const job *j, size_t skew, int in_place) {
  static const char *const names[] = {"absorb", "squeeze", "encrypt", "decrypt"};
  const uint32_t numbers[] = {j->offset, j->n,           j->rate,           j->rounds,
                              j->order,  (uint32_t)skew, (uint32_t)in_place};
  static const char *const labels[] = {" offset ", " bytes ", " rate ",    " rounds ",
                                       " order ",  " skew ",  " in place "};
  put_text(what);
  put_text(": ");
  put_text(names[j->op]);
  for (uint8_t i = 0; i < 7; i++) {
    put_text(labels[i]);
    put_number(numbers[i]);
  }
  put_text("\n");
  return 0;
}

static void open_state(void) {
  fill(guarded.before, 0x3a, CANARY);
  fill(guarded.after, 0x3a, CANARY);
  stored_set(&guarded.words, words);
}

/* Nothing but the words was written, and they are the model's. */
static int state_is_right(void) {
  if (!all(guarded.before, 0x3a, CANARY) || !all(guarded.after, 0x3a, CANARY)) return 0;
  for (uint8_t o = 0; o < 2; o++) {
    ascon_words copy = guarded.words;
    uint8_t bytes[40];
    stored_bytes(&copy, OP_SQUEEZE, 0, bytes, NULL, 40, orders[o]);
    for (uint8_t i = 0; i < 40; i++)
      if (bytes[i] != model_get(&expected, i, orders[o])) return 0;
  }
  return 1;
}

#ifndef CONFORMANCE_FAULT
#define CONFORMANCE_FAULT 0
#endif

/* A byte after the output of a partial block; a bit of the state after five blocks; one of an
   unaligned input. */
static void plant_fault(const job *j, uint8_t *out, const uint8_t *in) {
  if (CONFORMANCE_FAULT == 1 && out && j->n == 39) out[39] = 0;
  if (CONFORMANCE_FAULT == 2 && j->rate && j->n == 5 * j->rate) guarded.words.w8[17] ^= 4;
  if (CONFORMANCE_FAULT == 3 && in && j->n == 24 && (uintptr_t)in % 8 == 3)
    guarded.words.w8[3] ^= 1;
}

static const shape *shape_of(const job *j) {
#define RETURN_SHAPE(r, b, o)                                                                      \
  if (j->rate == r && j->rounds == b && j->order == ASCON_ORDER_##o) return &shape_##r##_##b##_##o;
  ASCON_ABSORB_SHAPES(RETURN_SHAPE)
  ASCON_SQUEEZE_SHAPES(RETURN_SHAPE)
  return NULL;
}

/* As many of the n bytes as are whole blocks, of an output all but the last, each followed by the
   permutation. Returns the bytes done. */
static size_t run_blocks(const job *j, operation op, uint8_t *out, const uint8_t *in) {
  const params p = {
      .rounds_b = j->rounds, .absorb_shape = shape_of(j), .squeeze_shape = shape_of(j)};
  const size_t kept = op == OP_SQUEEZE ? 1 : 0;
  state local, *s = state_open(&local, &guarded.words);
  size_t whole = 0;
  while (j->n - whole >= j->rate + kept) whole += j->rate;
  if (whole != 0 && op == OP_SQUEEZE) {
    (void)squeeze_piece(s, &p, 0, out, whole);
    permute(s, p.rounds_b);
  } else if (whole != 0) (void)duplex_piece(s, &p, op, 0, out, in, whole);
  state_close(&guarded.words, s);
  return whole;
}

static size_t call(const job *j, uint8_t *out, const uint8_t *in) {
  operation op = operations[j->op];
  size_t done = j->n;
  if (j->rate) done = run_blocks(j, op, out, in);
  else stored_bytes(&guarded.words, op, j->offset, out, in, j->n, j->order);
  plant_fault(j, out, in);
  return done;
}

/* One run with the output at this alignment and the input at a different one. */
static int check_once(const job *j, size_t done, size_t skew, int in_place) {
  int writes = operations[j->op] != OP_ABSORB, reads = operations[j->op] != OP_SQUEEZE;
  uint8_t *out = out_area + CANARY + skew, *in = in_area + (SKEWS - 1 - skew);
  cases++;
  open_state();
  fill(out_area, 0xc5, sizeof out_area);
  for (size_t i = 0; i < j->n; i++) in[i] = out[i] = given[i];
  if (!in_place) fill(out, 0xee, j->n);
  /* Nothing to read or write: no pointers. */
  size_t found = call(j, writes && j->n ? out : NULL, !reads || !j->n ? NULL : in_place ? out : in);
  if (found != done) return fail("wrong number of bytes", j, skew, in_place);
  if (!state_is_right()) return fail("wrong state", j, skew, in_place);
  if (!same(in, given, j->n)) return fail("input changed", j, skew, in_place);
  size_t written = writes ? done : 0;
  if (!same(out, wanted, written)) return fail("wrong output", j, skew, in_place);
  int rest = in_place ? same(out + written, given + written, j->n - written)
                      : all(out + written, 0xee, j->n - written);
  if (!rest || !all(out_area, 0xc5, CANARY + skew) ||
      !all(out + j->n, 0xc5, (size_t)(out_area + sizeof out_area - out - j->n)))
    return fail("written outside", j, skew, in_place);
  return 1;
}

static int check(const job *j) {
  random_words();
  for (size_t i = 0; i < j->n; i++) given[i] = (uint8_t)random32();
  model_init(&expected, words);
  size_t done = j->n;
  if (j->rate)
    done =
        model_blocks(&expected, (model_op)j->op, wanted, given, j->n, j->rate, j->rounds, j->order);
  else model_bytes(&expected, (model_op)j->op, j->offset, wanted, given, j->n, j->order);
  int both = operations[j->op] == OP_ENCRYPT || operations[j->op] == OP_DECRYPT;
#ifdef CONFORMANCE_THIN
  size_t skew = (j->n + j->offset) % SKEWS; /* all of them come up */
#else
  for (size_t skew = 0; skew < SKEWS; skew++)
#endif
  if (!check_once(j, done, skew, 0) || (both && !check_once(j, done, skew, 1))) return 0;
  return 1;
}

static int check_permutation(void) {
  for (uint8_t i = 0; i < 18; i++) {
    random_words();
    for (uint8_t w = 0; i < 2 && w < 5; w++) words[w] = i ? ~(uint64_t)0 : 0;
    for (uint8_t w = 0; i >= 2 && i < 12 && w < 5; w++)
      words[w] = w == (i < 7 ? i - 2 : i - 7) ? 1ull << 7 * (i - 2) : 0;
    for (uint8_t rounds = 1; rounds <= 16; rounds++) {
      job j = {.rounds = rounds};
      open_state();
      stored_permute(&guarded.words, rounds);
      model_init(&expected, words);
      model_permute(&expected, rounds);
      cases++;
      if (!state_is_right()) return fail("wrong permutation", &j, i, 0);
    }
  }
  return 1;
}

static int check_bytes(void) {
  for (uint8_t op = 0; op < 4; op++)
    for (uint8_t o = 0; o < 2; o++)
      for (uint8_t offset = 0; offset <= 40; offset++)
        for (uint8_t n = 0; offset + n <= 40; n++) {
          job j = {.op = op, .offset = offset, .order = orders[o], .n = n};
          if (!check(&j)) return 0;
        }
  return 1;
}

/* Any length, up to five blocks and a byte; where thin, a byte less than whole blocks, and up to a
   byte more. */
static int check_shape(uint8_t op, uint8_t rate, uint8_t rounds, ascon_order order) {
  for (uint8_t blocks = 0; blocks <= 5; blocks++)
    for (uint8_t rest = 0; rest < rate && (blocks < 5 || rest < 2); rest++) {
      job j = {.op = op, .rate = rate, .rounds = rounds, .order = order};
      j.n = (uint16_t)(blocks * rate + rest);
#ifdef CONFORMANCE_THIN
      if (rest > 1 && rest < rate - 1) continue;
#endif
      if (!check(&j)) return 0;
    }
  return 1;
}

#define CHECK_ABSORB(rate, rounds, order) check_shape(0, rate, rounds, ASCON_ORDER_##order) &&
#define CHECK_SQUEEZE(rate, rounds, order) check_shape(1, rate, rounds, ASCON_ORDER_##order) &&
#define CHECK_CRYPT(rate, rounds, order)                                                           \
  check_shape(2, rate, rounds, ASCON_ORDER_##order) &&                                             \
      check_shape(3, rate, rounds, ASCON_ORDER_##order) &&

/* In place of a block function: whether the data is aligned as backend.h says. */
static int misaligned;

static size_t note_alignment(state *s, uint8_t *out, const uint8_t *in, size_t n) {
  (void)s;
  if (CONFORMANCE_FAULT == 5) in++;
  if (((uintptr_t)out | (uintptr_t)in) % BLOCK_FUNCTIONS_ALIGNMENT != 0) misaligned = 1;
  return n % 16;
}

/* After the head of a block, data that was aligned may not be any more, and the other way round. */
static int check_alignment(void) {
  static const shape noting = {16, 8, ASCON_LITTLE_ENDIAN, {[OP_ENCRYPT] = note_alignment}};
  for (uint8_t offset = 0; offset < 16; offset++)
    for (uint8_t skew = 0; skew < SKEWS; skew++) {
      job j = {.op = OP_ENCRYPT, .offset = offset, .rate = 16, .n = 3 * 16 + 1};
      state s;
      state_set(&s, words);
      cases++;
      (void)duplex_string(&s, &noting, OP_ENCRYPT, offset, out_area + skew, in_area + skew, j.n);
      if (misaligned) return fail("misaligned blocks", &j, skew, 0);
    }
  return 1;
}

static int check_blocks(void) {
  return ASCON_ABSORB_SHAPES(CHECK_ABSORB) ASCON_SQUEEZE_SHAPES(CHECK_SQUEEZE)
      ASCON_CRYPT_SHAPES(CHECK_CRYPT) 1;
}

#ifdef HAVE_ASSEMBLY_FUNCTIONS
#define NAME_OF_EXPANDED(backend, name) ascon_##backend##_##name
#define NAME_OF(backend, name) NAME_OF_EXPANDED(backend, name)

/* In kept.S. Returns 0 if function(a, b, c, d) kept all registers that it must keep. */
size_t kept_call(uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d);
void lost_register(void);

static int keeps(void (*function)(void), uintptr_t b, uintptr_t n, uint8_t op, uint8_t rate) {
  job j = {.op = op, .rate = rate, .n = (uint16_t)n};
  uintptr_t in = (uintptr_t)(in_area + 8);
  cases++;
  if (CONFORMANCE_FAULT == 4) function = lost_register;
  if (kept_call((uintptr_t)function, (uintptr_t)&guarded.words, b, in, n) == 0) return 1;
  return fail("lost registers", &j, 0, 0);
}

#if !ASCON_COMPACT
#define KEEPS_LOOP(op, name, rate, rounds, order)                                                  \
  keeps((void (*)(void))NAME_OF(ASCON_BACKEND, name##_##rate##_##rounds##_##order),                \
        (uintptr_t)(out_area + 8), 3 * rate + 1, op, rate) &&
#define KEEPS_ABSORB(rate, rounds, order) KEEPS_LOOP(0, absorb, rate, rounds, order)
#define KEEPS_SQUEEZE(rate, rounds, order) KEEPS_LOOP(1, squeeze, rate, rounds, order)
#define KEEPS_CRYPT(rate, rounds, order)                                                           \
  KEEPS_LOOP(2, encrypt, rate, rounds, order) KEEPS_LOOP(3, decrypt, rate, rounds, order)
#else
#define KEEPS_ABSORB(rate, rounds, order)
#define KEEPS_SQUEEZE(rate, rounds, order)
#define KEEPS_CRYPT(rate, rounds, order)
#endif

static int check_registers(void) {
  for (uint8_t rounds = 1; rounds <= 16; rounds++)
    if (!keeps((void (*)(void))NAME_OF(ASCON_BACKEND, rounds), rounds, 0, 0, 0)) return 0;
  return ASCON_ABSORB_SHAPES(KEEPS_ABSORB) ASCON_CRYPT_SHAPES(KEEPS_CRYPT)
      ASCON_SQUEEZE_SHAPES(KEEPS_SQUEEZE) 1;
}
#else
static int check_registers(void) { return 1; }
#endif

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  if (!check_registers() || !check_permutation() || !check_bytes() || !check_blocks() ||
      !check_alignment())
    return 1;
  put_number(cases);
  put_text(" cases\n");
  return 0;
}
