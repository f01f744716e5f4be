/* The nets of a processor with 512 traces at once, one bit of a vector each: how often each of them
   changes in each cycle, for fixed and for random secrets. bench.py compiles it with the gates that
   netlist.py writes, and calls it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t V __attribute__((vector_size(64)));
enum { LANES = 512, PARTS = 8, WORDS = 1 << 18, MOST_SHARES = 4, RESET_CYCLES = 10 };
static const V ZEROS = {0};
static V ONES, FIXED; /* traces with fixed secrets: every second one */

#include "gates.h"

/* A word of a secret in shares, or, of one share and with secret -1, a random one. */
struct word {
  int32_t secret;
  uint32_t shares, addresses[MOST_SHARES];
};

static V n[NETS], before[NETS];
static uint32_t numbers[WORDS]; /* memory that is the same in all traces */
static V (*mixed[WORDS])[32];   /* or not */
static uint64_t seeds[4];

static uint64_t rotated(uint64_t x, int places) { return x << places | x >> (64 - places); }

static uint64_t next_random(void) /* xoshiro256** */
{
  const uint64_t result = rotated(seeds[1] * 5, 7) * 9, t = seeds[1] << 17;
  seeds[2] ^= seeds[0];
  seeds[3] ^= seeds[1];
  seeds[1] ^= seeds[2];
  seeds[0] ^= seeds[3];
  seeds[2] ^= t;
  seeds[3] = rotated(seeds[3], 45);
  return result;
}

static V random_bits(void) {
  V bits = ZEROS;
  for (int i = 0; i < PARTS; i++) bits[i] = next_random();
  return bits;
}

static int is_same(V bits) /* in all traces */
{
  uint64_t any = 0, all = ~(uint64_t)0;
  for (int i = 0; i < PARTS; i++) any |= bits[i], all &= bits[i];
  return !any || !~all;
}

static void drive(const int *port, int width, uint32_t number) {
  for (int i = 0; i < width; i++) {
    if (port[i] >= 0) n[port[i]] = number >> i & 1 ? ONES : ZEROS;
  }
}

/* Of the first trace. */
static uint32_t read(const int *port, int width) {
  uint32_t number = 0;
  for (int i = 0; i < width; i++) {
    if (port[i] >= 0) number |= (uint32_t)(n[port[i]][0] & 1) << i;
  }
  return number;
}

static V (*mixed_word(uint32_t place))[32] {
  if (!mixed[place]) mixed[place] = aligned_alloc(64, sizeof *mixed[place]);
  return mixed[place];
}

static void store(uint32_t place, uint32_t bytes) {
  if (bytes != 15 && !mixed[place]) {
    for (int i = 0; i < 32; i++) (*mixed_word(place))[i] = numbers[place] >> i & 1 ? ONES : ZEROS;
  }
  for (int i = 0; i < 32; i++) {
    if (bytes >> i / 8 & 1) (*mixed_word(place))[i] = n[port_mem_wdata[i]];
  }
}

static void share(const struct word *words, int count, const uint32_t *fixed) {
  for (const struct word *word = words; word < words + count; word++) {
    for (int i = 0; i < 32; i++) {
      V first = random_bits();
      if (word->secret >= 0)
        first = (first & ~FIXED) | (fixed[word->secret] >> i & 1 ? FIXED : ZEROS);
      for (uint32_t s = 1; s < word->shares; s++) {
        const V other = random_bits();
        (*mixed_word(word->addresses[s] / 4))[i] = other;
        first ^= other;
      }
      (*mixed_word(word->addresses[0] / 4))[i] = first;
    }
  }
}

/* The memory answers in the cycle in which it is asked. 0, or what is wrong. */
static const char *answer(void) {
  drive(port_mem_ready, 1, 0);
  if (!read(port_mem_valid, 1)) return NULL;
  for (int i = 0; i < 32; i++) {
    if (port_mem_addr[i] >= 0 && !is_same(n[port_mem_addr[i]]))
      return "an address depends on shares";
  }
  const uint32_t place = read(port_mem_addr, 32) / 4, bytes = read(port_mem_wstrb, 4);
  if (place >= WORDS) return "an address is outside of memory";
  drive(port_mem_ready, 1, 1);
  if (bytes) {
    store(place, bytes);
  } else if (mixed[place]) {
    for (int i = 0; i < 32; i++) n[port_mem_rdata[i]] = (*mixed[place])[i];
  } else {
    drive(port_mem_rdata, 32, numbers[place]);
  }
  return NULL;
}

static unsigned ones(V bits) {
  unsigned count = 0;
  for (int i = 0; i < PARTS; i++) count += (unsigned)__builtin_popcountll(bits[i]);
  return count;
}

static int is_at(uint32_t end) {
  return read(port_mem_valid, 1) && read(port_mem_instr, 1) && read(port_mem_addr, 32) == end;
}

/* `batches` times 512 traces of a program that begins at address 0 with `image`, until it traps, or
   fetches the instruction at `end`, or for `most` cycles. From cycle `from` on `changes` has for
   each cycle and each of `counted` the number of changes of this net, with random and with fixed
   secrets; `places` the address of the instruction in each cycle, `out` the words of all traces of
   the last batch at `read_at`. `same`: all secrets are random, as a control. Returns the number of
   cycles, or -1, and what is wrong in `text`. */
int simulate(const uint32_t *image, const struct word *words, int word_count, const uint32_t *fixed,
             uint32_t end, uint64_t seed, int batches, int from, int most, int same,
             const int32_t *counted, int count, uint32_t *changes, uint32_t *places,
             const uint32_t *read_at, int reads, uint32_t *out, char text[80]) {
  const char *wrong = NULL;
  int cycle = 0;
  memset(&ONES, 0xFF, sizeof ONES);
  memset(&FIXED, 0x55, sizeof FIXED);
  const V classes = FIXED;
  if (same) FIXED = ZEROS;
  for (int i = 0; i < 4; i++) seeds[i] = (seed + (uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
  memcpy(numbers, image, sizeof numbers);
  for (int batch = 0; batch < batches && !wrong; batch++) {
    for (int i = 0; i < WORDS; i++) free(mixed[i]), mixed[i] = NULL;
    share(words, word_count, fixed);
    memset(n, 0, sizeof n);
    memset(before, 0, sizeof before);
    for (cycle = -RESET_CYCLES; cycle < most; cycle++) {
      drive(port_resetn, 1, cycle >= 0);
      drive(port_pcpi_wait, 1, 0);
      drive(port_pcpi_ready, 1, 0);
      drive(port_pcpi_wr, 1, 0);
      drive(port_pcpi_rd, 32, 0);
      drive(port_irq, 32, 0);
      if (cycle >= 0 && (wrong = answer())) break;
      settle(n);
      if (cycle >= from) {
        uint32_t *row = changes + (size_t)(cycle - from) * (size_t)count * 2;
        for (int i = 0; i < count; i++, row += 2) {
          const V changed = n[counted[i]] ^ before[counted[i]];
          const unsigned all = ones(changed), in_fixed = ones(changed & classes);
          row[0] += all - in_fixed;
          row[1] += in_fixed;
        }
      }
      if (cycle >= 0) places[cycle] = read(program_counter, 32);
      memcpy(before, n, sizeof n);
      if (cycle >= 0 && (read(port_trap, 1) || is_at(end))) break;
      compute_next(n);
      clock_edge(n);
    }
  }
  for (int i = 0; i < reads; i++) {
    const uint32_t place = read_at[i] / 4;
    for (int lane = 0; lane < LANES; lane++) {
      uint32_t number = 0;
      for (int bit = 0; bit < 32; bit++) {
        const uint64_t one =
            mixed[place] ? (*mixed[place])[bit][lane / 64] >> lane % 64 : numbers[place] >> bit;
        number |= (uint32_t)(one & 1) << bit;
      }
      out[i * LANES + lane] = number;
    }
  }
  if (wrong) snprintf(text, 80, "cycle %d: %s", cycle, wrong);
  return wrong ? -1 : cycle;
}
