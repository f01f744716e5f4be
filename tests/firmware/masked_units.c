/* The units of the masked backend that this program was compiled with, on all numbers of shares:
   asconkit/masked/contract.h. Sums of shares are compared with rounds written down from SP
   800-232, section 3. Prints the number of cases, or the first one that fails; then, between marks,
   calls nothing and each unit once, so that the emulator's plugin counts their instructions. With
   -DMASKED_FAULT=1 to 7 something goes wrong that must be found.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/masked/contract.h"
#include "firmware.h"

#ifndef MASKED_FAULT
#define MASKED_FAULT 0
#endif

enum { SHARES = 4, WORDS = 6 * SHARES * 2, CANARY = 0x5a5a5a5a };

static uint32_t before, state[WORDS], after; /* canaries around the state */
static uint32_t random_words[MASKED_ROUND_WORDS(4)];
static uint32_t seed = 88172645, cases;

static uint32_t random32(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

static uint64_t random64(void) { return (uint64_t)random32() << 32 | random32(); }

static void fill_random(void) {
  for (unsigned i = 0; i < MASKED_ROUND_WORDS(4); i++) random_words[i] = random32();
}

static void check(int right, const char *what, unsigned shares) {
  cases++;
  if (right && before == CANARY && after == CANARY) return;
  put_text(what);
  put_text(" is wrong, shares: ");
  put_number(shares);
  put_text("\n");
  board_exit(1);
}

/* ---- Words with their shares ----------------------------------------------------------------- */

#define WHOLE masked_part(0, 8, ASCON_LITTLE_ENDIAN)

static void put_integer(uint8_t bytes[8], uint64_t value) {
  for (unsigned k = 0; k < 8; k++) bytes[k] = (uint8_t)(value >> 8 * k);
}

static uint64_t integer_of(const uint8_t bytes[8]) {
  uint64_t value = 0;
  for (unsigned k = 0; k < 8; k++) value |= (uint64_t)bytes[k] << 8 * k;
  return value;
}

static void absorb(uint32_t *share, uint64_t value, unsigned index) {
  uint8_t bytes[8];
  put_integer(bytes, value);
  ascon_masked_absorb(share, bytes, WHOLE, index);
}

static void set_shares(uint32_t *word, uint64_t value, unsigned shares) {
  for (unsigned i = 0; i < 2 * shares; i++) word[i] = 0;
  for (unsigned i = 1; i < shares; i++) {
    const uint64_t share = random64();
    absorb(word + 2 * i, share, i);
    value ^= share;
  }
  absorb(word, value, 0);
}

static uint64_t sum(const uint32_t *word, unsigned shares) {
  uint8_t bytes[8] = {0};
  for (unsigned i = 0; i < shares; i++) ascon_masked_store(bytes, word + 2 * i, WHOLE, i);
  return integer_of(bytes);
}

/* ---- A round of the standard, on words that are not masked ----------------------------------- */

static uint64_t ror(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

static void plain_round(uint64_t x[5], uint32_t constant) {
  static const uint8_t turns[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
  uint64_t y[5];
  x[2] ^= constant;
  x[0] ^= x[4];
  x[4] ^= x[3];
  x[2] ^= x[1];
  for (unsigned i = 0; i < 5; i++) y[i] = x[i] ^ (~x[(i + 1) % 5] & x[(i + 2) % 5]);
  y[1] ^= y[0];
  y[0] ^= y[4];
  y[3] ^= y[2];
  y[2] = ~y[2];
  for (unsigned i = 0; i < 5; i++) x[i] = y[i] ^ ror(y[i], turns[i][0]) ^ ror(y[i], turns[i][1]);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* With guards the unit is a permutation, without them a round. */
#if MASKED_HAS_GUARDS(2)
#define ROUNDS_2 .permute = ascon_masked_permute_2
#else
#define ROUNDS_2 .round = ascon_masked_round_2
#endif
#if MASKED_HAS_GUARDS(3)
#define ROUNDS_3 .permute = ascon_masked_permute_3
#else
#define ROUNDS_3 .round = ascon_masked_round_3
#endif

typedef void masked_permute(uint32_t *words, unsigned rounds);

static const struct {
  ascon_masked_refresh *refresh;
  ascon_masked_tag *tag;
  ascon_masked_round *round;
  masked_permute *permute;
} units[SHARES + 1] = {
    [2] = {ascon_masked_refresh_2, ascon_masked_tag_2, ROUNDS_2},
    [3] = {ascon_masked_refresh_3, ascon_masked_tag_3, ROUNDS_3},
    [4] = {ascon_masked_refresh_4, ascon_masked_tag_4, .round = ascon_masked_round_4},
};

/* One share that is absorbed at every bit and stored again. */
static void check_one_share(unsigned index) {
  for (unsigned bit = 0; bit < 64; bit++) {
    const uint64_t first = random64(), second = (uint64_t)1 << bit, third = random64();
    uint8_t bytes[8];
    put_integer(bytes, third);
    state[0] = state[1] = 0;
    absorb(state, first, index);
    absorb(state, second, index);
    ascon_masked_store(bytes, state, WHOLE, index);
    check(integer_of(bytes) == (first ^ second ^ third), "absorb or store", index);
  }
}

/* n bytes from byte `skip` of a word on, in this order, at this address: those of the share and no
   others are added to, and of memory these n bytes. */
static void check_part(unsigned index, size_t skip, size_t n, ascon_order order, uint8_t *at) {
  const unsigned part = masked_part(skip, n, order);
  const uint64_t before_it = random64();
  uint64_t expected = before_it;
  uint8_t old[8];
  for (size_t k = 0; k < 8; k++) at[k] = old[k] = (uint8_t)random32();
  for (size_t k = 0; k < n; k++) {
    const size_t place = order == ASCON_LITTLE_ENDIAN ? skip + k : 7 - skip - k;
    expected ^= (uint64_t)at[k] << 8 * place;
  }
  state[0] = state[1] = 0;
  absorb(state, before_it, index);
  ascon_masked_absorb(state, at, part, index);
  uint8_t found[8] = {0};
  ascon_masked_store(found, state, WHOLE, index);
  check(integer_of(found) == expected, "a part absorbed", index);
  ascon_masked_store(at, state, part, index);
  if (MASKED_FAULT == 7) at[n - 1] ^= 1;
  for (size_t k = 0; k < 8; k++) {
    const size_t place = order == ASCON_LITTLE_ENDIAN ? skip + k : 7 - skip - k;
    const uint8_t added = k < n ? (uint8_t)(expected >> 8 * place) : 0;
    check(at[k] == (old[k] ^ added), "a part stored", index);
  }
}

static void check_parts(unsigned index) {
  static uint32_t memory[3];
  uint8_t *const bytes = (uint8_t *)memory;
  for (size_t skip = 0; skip < 8; skip++)
    for (size_t n = 1; n <= 8 - skip; n++)
      for (size_t at = 0; at < 4; at++) {
        check_part(index, skip, n, ASCON_LITTLE_ENDIAN, bytes + at);
        check_part(index, skip, n, ASCON_BIG_ENDIAN, bytes + at);
      }
}

static const uint8_t constants[12] = {0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5,
                                      0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};

static void set_state(uint64_t words[5], unsigned shares) {
  for (unsigned w = 0; w < 5; w++) {
    words[w] = random64();
    set_shares(state + 2 * shares * w, words[w], shares);
  }
}

static void check_rounds(unsigned shares) {
  uint64_t words[5];
  set_state(words, shares);
  for (unsigned r = 0; r < 12; r++) {
    fill_random();
    units[shares].round(state, random_words, masked_constant(constants[r]));
    if (MASKED_FAULT == 5) state[3] ^= 1;
    plain_round(words, constants[r]);
    for (unsigned w = 0; w < 5; w++)
      check(sum(state + 2 * shares * w, shares) == words[w], "a round", shares);
  }
}

#if MASKED_SHUFFLES
static uint32_t other[20];

/* In any order. */
static void permute_2_shuffled(uint32_t *words, unsigned rounds) {
  const uint32_t order[3] = {random32(), random32(), random32()};
  ascon_masked_permute_2_shuffled(words, rounds, (const uint8_t *)order, other);
  if (MASKED_FAULT == 6) words[0] ^= 1;
}
#endif

/* All numbers of rounds that a permutation takes, with any guards, which it renews. */
static void check_permutations(unsigned shares, masked_permute *permute) {
  uint32_t *guards = state + 10 * shares;
  for (unsigned rounds = 2; rounds <= 12; rounds += 2) {
    uint64_t words[5];
    uint32_t old[2 * SHARES];
    set_state(words, shares);
    for (unsigned i = 0; i < MASKED_GUARD_WORDS(shares); i++) old[i] = guards[i] = random32();
    permute(state, rounds);
    if (MASKED_FAULT == 1) state[3] ^= 1;
    for (unsigned r = 12 - rounds; r < 12; r++) plain_round(words, constants[r]);
    for (unsigned w = 0; w < 5; w++)
      check(sum(state + 2 * shares * w, shares) == words[w], "a permutation", shares);
    for (unsigned i = 0; i < MASKED_GUARD_WORDS(shares); i++)
      check(guards[i] != old[i], "a new guard", shares);
  }
}

/* The state after a round with these random words, or after two rounds with them as guards. */
static void round_of_copy(uint32_t *out, unsigned shares) {
  for (unsigned i = 0; i < 10 * shares; i++) out[i] = state[i];
  if (units[shares].round) {
    units[shares].round(out, random_words, masked_constant(constants[0]));
    return;
  }
  for (unsigned i = 0; i < MASKED_GUARD_WORDS(shares); i++) out[10 * shares + i] = random_words[i];
  units[shares].permute(out, 2);
}

/* Each random word changes shares, and not their sums. */
static void check_random_words(unsigned shares) {
  static uint32_t first[WORDS], second[WORDS];
  const unsigned count =
      units[shares].round ? MASKED_ROUND_WORDS(shares) : MASKED_GUARD_WORDS(shares);
  fill_random();
  round_of_copy(first, shares);
  for (unsigned i = 0; i < count; i++) {
    unsigned differing = 0;
    const uint32_t change = MASKED_FAULT == 2 && i == 1 ? 0 : (uint32_t)1 << (i % 32);
    random_words[i] ^= change;
    round_of_copy(second, shares);
    random_words[i] ^= change;
    for (unsigned k = 0; k < 10 * shares; k++) differing += first[k] != second[k];
    check(differing >= 2, "the use of a random word", shares);
    for (unsigned w = 0; w < 5; w++) {
      const unsigned at = 2 * shares * w;
      check(sum(first + at, shares) == sum(second + at, shares), "a random word", shares);
    }
  }
}

static void check_refresh(unsigned shares) {
  uint32_t old[2 * SHARES];
  const uint64_t value = random64();
  set_shares(state, value, shares);
  for (unsigned i = 0; i < 2 * shares; i++) old[i] = state[i];
  fill_random();
  if (MASKED_FAULT == 3) random_words[0] = 0;
  units[shares].refresh(state, random_words);
  for (unsigned i = 0; i < 2 * shares; i++)
    check(state[i] != old[i] || (MASKED_FAULT == 3 && i > 1), "a refreshed share", shares);
  check(sum(state, shares) == value, "a refreshed word", shares);
}

static uint32_t difference_of(uint64_t first, uint64_t second, unsigned shares) {
  set_shares(state, first, shares);
  set_shares(state + 2 * shares, second, shares);
  fill_random();
  return units[shares].tag(state, random_words);
}

/* Zeros, one wrong bit, and many. */
static void check_tag(unsigned shares) {
  for (unsigned bit = 0; bit < 64; bit++) {
    const uint64_t wrong = (uint64_t)1 << bit;
    check(difference_of(0, 0, shares) == (MASKED_FAULT == 4), "a right tag", shares);
    check(difference_of(wrong, 0, shares) == 1, "a wrong tag", shares);
    check(difference_of(0, wrong, shares) == 1, "a wrong tag", shares);
    check(difference_of(random64(), random64(), shares) == 1, "a wrong tag", shares);
  }
}

/* ---- Counts --------------------------------------------------------------------------------- */

static void count(unsigned shares) {
  mark();
  mark();
  mark();
  if (units[shares].round) units[shares].round(state, random_words, 1);
  else units[shares].permute(state, 12);
  mark();
  mark();
  units[shares].refresh(state, random_words);
  mark();
  mark();
  units[shares].tag(state, random_words);
  mark();
}

/* In kept.S. Returns 0 if function(a, b, c, d) kept all registers that it must keep. */
size_t kept_call(uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d);

static void check_registers(unsigned shares) {
  const uintptr_t a = (uintptr_t)state, b = (uintptr_t)random_words;
  if (units[shares].round)
    check(!kept_call((uintptr_t)units[shares].round, a, b, 1, 0), "a register after a round",
          shares);
  else
    check(!kept_call((uintptr_t)units[shares].permute, a, 12, 0, 0),
          "a register after a permutation", shares);
  check(!kept_call((uintptr_t)units[shares].refresh, a, b, 0, 0), "a register after a refresh",
        shares);
  check(!kept_call((uintptr_t)units[shares].tag, a, b, 0, 0), "a register after a tag", shares);
  const unsigned parts[] = {WHOLE, masked_part(0, 8, ASCON_BIG_ENDIAN),
                            masked_part(2, 3, ASCON_LITTLE_ENDIAN)};
  for (unsigned i = 0; i < 3; i++) {
    check(!kept_call((uintptr_t)ascon_masked_absorb, a, b, parts[i], 1), "a register after absorb",
          shares);
    check(!kept_call((uintptr_t)ascon_masked_store, b, a, parts[i], 1), "a register after store",
          shares);
  }
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  before = after = CANARY;
  for (unsigned index = 0; index < SHARES; index++) {
    check_one_share(index);
    check_parts(index);
  }
  for (unsigned shares = 2; shares <= SHARES; shares++) {
    if (units[shares].round) check_rounds(shares);
    else check_permutations(shares, units[shares].permute);
    check_random_words(shares);
    check_refresh(shares);
    check_tag(shares);
    check_registers(shares);
  }
#if MASKED_SHUFFLES
  for (unsigned i = 0; i < 40; i++) check_permutations(2, permute_2_shuffled);
  check(!kept_call((uintptr_t)ascon_masked_permute_2_shuffled, (uintptr_t)state, 12,
                   (uintptr_t)random_words, (uintptr_t)other),
        "a register after a shuffled permutation", 2);
#endif
  put_number(cases);
  put_text(" cases\n");
  for (unsigned shares = 2; shares <= SHARES; shares++) count(shares);
  return 0;
}
