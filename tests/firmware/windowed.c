/* The functions of the xtensa backend with register windows, whose names begin with windowed_,
   against those without: state, outputs, results; and what callers with windows must find again.
   Prints the number of cases, or the first one that fails. With -DWINDOWED_FAULT=1 to 3 something
   goes wrong that must be found. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "windowed.h"
#include "asconkit/core/platform/compiler.h"

#include "asconkit/core/backends/xtensa/backend.h"

#include "firmware.h"
#include "tests/support/algorithm_rows.h"

#ifndef WINDOWED_FAULT
#define WINDOWED_FAULT 0
#endif

enum { LONGEST = 6 * 40, REPEATS = 4 };

/* All that a function may read or write: state, input, output. */
typedef struct memory {
  uint32_t state[10];
  uint32_t in[LONGEST / 4];
  uint32_t out[LONGEST / 4];
} memory;

typedef enum checked { ROUNDS, ABSORB, SQUEEZE, ENCRYPT, DECRYPT } checked;

typedef struct function {
  checked op;
  uint8_t rate, rounds;
  ascon_order order;
  uintptr_t flat, windowed;
} function;

/* Arguments: the first `places` are offsets in the memory, the next one a number. */
typedef struct arguments {
  uint8_t places;
  size_t values[4];
} arguments;

enum { IN = offsetof(memory, in), OUT = offsetof(memory, out) };

static memory given, flat, windowed;
static uint32_t cases;
static uint32_t seed = 2463534242u;

static uint32_t random32(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

static int fail(const char *what, const function *f, const arguments *call) {
  static const char *const names[] = {"rounds", "absorb", "squeeze", "encrypt", "decrypt"};
  const uint32_t numbers[] = {f->rate, f->rounds, f->order, call->values[call->places & 3]};
  static const char *const labels[] = {" rate ", " rounds ", " order ", " number "};
  put_text(what);
  put_text(": ");
  put_text(names[f->op]);
  for (uint8_t i = 0; i < 4; i++) {
    put_text(labels[i]);
    put_number(numbers[i]);
  }
  put_text("\n");
  return 0;
}

static int same(const memory *a, const memory *b) {
  const uint32_t *p = (const uint32_t *)a, *q = (const uint32_t *)b;
  for (size_t i = 0; i < sizeof *a / 4; i++)
    if (p[i] != q[i]) return 0;
  return 1;
}

static void place(uintptr_t found[4], const arguments *call, memory *m) {
  for (uint8_t i = 0; i < 4; i++)
    found[i] = call->values[i] + (i < call->places ? (uintptr_t)m : 0);
}

static size_t call_flat(const function *f, const arguments *call) {
  uintptr_t a[4];
  place(a, call, &flat);
  return ((size_t (*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t))f->flat)(a[0], a[1], a[2], a[3]);
}

/* A byte that was written after the frame; a caller's register; a bit of the result. */
static uint32_t call_windowed(const function *f, const arguments *call, windowed_job *job) {
  job->function = f->windowed;
  place(job->arguments, call, &windowed);
  if (WINDOWED_FAULT == 1 || WINDOWED_FAULT == 2) {
    job->function = (uintptr_t)careless;
    job->arguments[1] = WINDOWED_FAULT == 1 ? 0 : 80;
  }
  uint32_t lost = windowed_call(job);
  if (WINDOWED_FAULT == 3) windowed.state[9] ^= 1u << 31;
  return lost;
}

static int check(const function *f, const arguments *call) {
  windowed_job job;
  cases++;
  for (size_t i = 0; i < sizeof given / 4; i++) ((uint32_t *)&given)[i] = random32();
  flat = windowed = given;
  size_t result = call_flat(f, call);
  if (call_windowed(f, call, &job)) return fail("lost registers or memory", f, call);
  if (job.used > ASCON_ASSEMBLY_STACK) return fail("too much stack", f, call);
  if (!same(&flat, &windowed)) return fail("wrong memory", f, call);
  if (f->op >= ABSORB && f->op <= DECRYPT && job.result != result)
    return fail("wrong result", f, call);
  return 1;
}

void windowed_ascon_xtensa_rounds(void);

static int check_rounds(void) {
  function f = {.op = ROUNDS,
                .flat = (uintptr_t)ascon_xtensa_rounds,
                .windowed = (uintptr_t)windowed_ascon_xtensa_rounds};
  for (uint8_t i = 0; i < REPEATS; i++)
    for (uint8_t rounds = 1; rounds <= 16; rounds++)
      if (!check(&f, &(arguments){1, {0, rounds}})) return 0;
  return 1;
}

#if !ASCON_COMPACT
static int check_loop(const function *f) {
  for (uint8_t blocks = 1; blocks <= 5; blocks++)
    for (uint8_t rest = 0; rest < f->rate; rest++) {
      size_t n = (size_t)blocks * f->rate + rest;
      if (f->op == SQUEEZE && n == f->rate) continue;
      if (!check(f, &(arguments){3, {0, OUT, IN, n}})) return 0;
      if (f->op >= ENCRYPT && !check(f, &(arguments){3, {0, IN, IN, n}})) return 0;
    }
  return 1;
}

#define DECLARE(op, r, b, o) void windowed_ascon_xtensa_##op##_##r##_##b##_##o(void);
#define DECLARE_ABSORB(r, b, o) DECLARE(absorb, r, b, o)
#define DECLARE_SQUEEZE(r, b, o) DECLARE(squeeze, r, b, o)
#define DECLARE_CRYPT(r, b, o) DECLARE(encrypt, r, b, o) DECLARE(decrypt, r, b, o)
ASCON_ABSORB_SHAPES(DECLARE_ABSORB)
ASCON_SQUEEZE_SHAPES(DECLARE_SQUEEZE)
ASCON_CRYPT_SHAPES(DECLARE_CRYPT)

#define CHECK(op, name, r, b, o)                                                                   \
  check_loop(&(function){op, r, b, ASCON_ORDER_##o,                                                \
                         (uintptr_t)ascon_xtensa_##name##_##r##_##b##_##o,                         \
                         (uintptr_t)windowed_ascon_xtensa_##name##_##r##_##b##_##o}) &&
#define CHECK_ABSORB(r, b, o) CHECK(ABSORB, absorb, r, b, o)
#define CHECK_SQUEEZE(r, b, o) CHECK(SQUEEZE, squeeze, r, b, o)
#define CHECK_CRYPT(r, b, o) CHECK(ENCRYPT, encrypt, r, b, o) CHECK(DECRYPT, decrypt, r, b, o)

static int check_all(void) {
  return ASCON_ABSORB_SHAPES(CHECK_ABSORB) ASCON_SQUEEZE_SHAPES(CHECK_SQUEEZE)
      ASCON_CRYPT_SHAPES(CHECK_CRYPT) check_rounds();
}
#else
void windowed_ascon_xtensa_rounds_from(void);

static int check_rounds_from(void) {
  function f = {.op = ROUNDS,
                .flat = (uintptr_t)ascon_xtensa_rounds_from,
                .windowed = (uintptr_t)windowed_ascon_xtensa_rounds_from};
  for (uint8_t rounds = 1; rounds <= 12; rounds++)
    if (!check(&f, &(arguments){1, {0, ~(size_t)ASCON_ROUND_CONSTANT(rounds)}})) return 0;
  return 1;
}

static int check_all(void) { return check_rounds() && check_rounds_from(); }
#endif

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  if (!check_all()) return 1;
  put_number(cases);
  put_text(" cases\n");
  return 0;
}
