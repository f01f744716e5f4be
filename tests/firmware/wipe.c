/* One-shot AEAD of the backend that the library was compiled with: the results, and what a call
   leaves on the stack and in registers. That must hold no word of the key, of the plaintext, of any
   state between two permutations, or of a tag that was not handed out. The states are those of the
   mode written once more, with the public calls of the permutation, so that they have the form that
   the backend gives them. Registers are searched on Arm: elsewhere they keep what the last
   operations left. Prints the number of calls, or the first one that fails.

   Defined by those who compile it: WIPE_ENCRYPT and WIPE_DECRYPT, the calls; WIPE_IV, WIPE_RATE,
   WIPE_ROUNDS (of p[b]), WIPE_ORDER, WIPE_PAD, WIPE_SEPARATOR, WIPE_SHORT_TAG, the parameters.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon_v12.h"
#include "asconkit/core/platform/compiler.h"

/* clang-format off */
#include QUOTE(../../asconkit/core/backends/ASCON_BACKEND/backend.h)
/* clang-format on */

#include "firmware.h"

enum { LONGEST = 40, SEARCHED = 1024, PAINT = 0xa5, WORDS = 4096, REGISTERS = 16 };

/* 32-bit words: half a word of the state, or every other bit of one. */
typedef struct words {
  uint32_t word[WORDS];
  unsigned count;
} words;

static words secrets, known; /* what must not be found, unless everybody knows it */

/* A place for everything, aligned, with a byte more so that it need not be. */
#define AREA(name, bytes) static uint8_t name[(bytes) + 1] __attribute__((aligned(8)))
AREA(key_area, 16);
AREA(nonce_area, 16);
AREA(ad_area, LONGEST);
AREA(plaintext_area, LONGEST);
AREA(ciphertext_area, LONGEST);
AREA(tag_area, 16);
AREA(decrypted_area, LONGEST);

/* The arguments of a call. */
static uint8_t *key, *nonce, *ad, *plaintext, *ciphertext, *tag, *decrypted;
static size_t ad_bytes, text_bytes, tag_bytes;

/* What they must become. */
static uint8_t expected_ciphertext[LONGEST], expected_tag[16];

/* What the last call left. */
static struct {
  uint8_t stack[SEARCHED];
  uint32_t registers[REGISTERS];
} left;

static ascon_state model_state; /* of the model */
static uint32_t calls, seed = 12345;

static int fail(const char *call, const char *what) {
  const char *labels[] = {", text ", ", associated data ", ", tag ", ", misaligned "};
  const size_t numbers[] = {text_bytes, ad_bytes, tag_bytes,
                            (uintptr_t)key % 2 + (uintptr_t)nonce % 2 * 2 + (uintptr_t)ad % 2 * 4 +
                                (uintptr_t)plaintext % 2 * 8 + (uintptr_t)ciphertext % 2 * 16 +
                                (uintptr_t)tag % 2 * 32};
  put_text(call);
  put_text(": ");
  put_text(what);
  for (uint8_t i = 0; i < 4; i++) {
    put_text(labels[i]);
    put_number((uint32_t)numbers[i]);
  }
  put_text("\n");
  return 0;
}

static void fill(uint8_t *p, uint8_t value, size_t n) {
  while (n--) *p++ = value;
}

static void fill_random(uint8_t *p, size_t n) {
  while (n--) {
    seed = seed * 1664525 + 1013904223;
    *p++ = (uint8_t)(seed >> 24);
  }
}

static int same(const uint8_t *a, const uint8_t *b, size_t n) {
  while (n--)
    if (*a++ != *b++) return 0;
  return 1;
}

static int all(const uint8_t *p, uint8_t value, size_t n) {
  while (n--)
    if (*p++ != value) return 0;
  return 1;
}

/* ---- Secrets -------------------------------------------------------------------------------- */

static uint32_t load(const uint8_t *p) {
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int has(const words *w, uint32_t word) {
  for (unsigned i = 0; i < w->count; i++)
    if (w->word[i] == word) return 1;
  return 0;
}

/* Numbers with few bytes are everywhere. */
static int is_telling(uint32_t word) {
  int telling = 0;
  for (; word; word >>= 8) telling += (word & 0xff) != 0 && (word & 0xff) != 0xff;
  return telling > 2;
}

/* With the bytes in reverse and complemented too, as assembly may hold it. */
static void note_word(words *to, uint32_t word) {
  const uint32_t reversed = __builtin_bswap32(word);
  if (!is_telling(word)) return;
  if (to->count + 4 > WORDS) board_exit(2);
  to->word[to->count++] = word;
  to->word[to->count++] = ~word;
  to->word[to->count++] = reversed;
  to->word[to->count++] = ~reversed;
}

/* In the form that the backend gives it, and as bytes. */
static void note_state(words *to, const ascon_state *s) {
  uint8_t bytes[40];
  ascon_permutation_get(s, WIPE_ORDER, 0, bytes, sizeof bytes);
  for (uint8_t i = 0; i < 10; i++) {
    note_word(to, s->words.w32[i]);
    note_word(to, load(bytes + 4 * i));
  }
}

static void note_bytes(words *to, const uint8_t *p, size_t n) {
  ascon_state s;
  ascon_permutation_init(&s, NULL);
  ascon_permutation_xor(&s, WIPE_ORDER, 0, p, n);
  note_state(to, &s);
  for (size_t i = 0; i + 4 <= n; i++) note_word(to, load(p + i));
}

/* ---- The mode: SP 800-232, section 4.1.1; Ascon v1.2, section 2.4 --------------------------- */

static void model_permute(unsigned rounds) {
  ascon_permutation_apply(&model_state, rounds);
  note_state(&secrets, &model_state);
}

static void take_in(size_t offset, const uint8_t *in, size_t n) {
  ascon_permutation_xor(&model_state, WIPE_ORDER, offset, in, n);
  note_state(&secrets, &model_state);
}

static void take_in_byte(size_t offset, uint8_t byte) { take_in(offset, &byte, 1); }

static void initialize(void) {
  const uint64_t lanes[5] = {WIPE_IV, 0, 0, 0, 0};
  ascon_permutation_init(&model_state, lanes);
  ascon_permutation_xor(&model_state, WIPE_ORDER, 24, nonce, 16);
  note_state(&known, &model_state);
  take_in(8, key, 16);
  model_permute(12);
  take_in(24, key, 16);
}

static void process_ad(void) {
  size_t i = 0;
  for (; ad_bytes - i >= WIPE_RATE; i += WIPE_RATE) {
    take_in(0, ad + i, WIPE_RATE);
    model_permute(WIPE_ROUNDS);
  }
  take_in(0, ad + i, ad_bytes - i);
  take_in_byte(ad_bytes - i, WIPE_PAD);
  model_permute(WIPE_ROUNDS);
}

static void process_plaintext(void) {
  size_t i = 0;
  for (; text_bytes - i >= WIPE_RATE; i += WIPE_RATE) {
    take_in(0, plaintext + i, WIPE_RATE);
    ascon_permutation_get(&model_state, WIPE_ORDER, 0, expected_ciphertext + i, WIPE_RATE);
    model_permute(WIPE_ROUNDS);
  }
  take_in(0, plaintext + i, text_bytes - i);
  ascon_permutation_get(&model_state, WIPE_ORDER, 0, expected_ciphertext + i, text_bytes - i);
  take_in_byte(text_bytes - i, WIPE_PAD);
}

static void finalize(void) {
  take_in(WIPE_RATE, key, 16);
  model_permute(12);
  take_in(24, key, 16);
  ascon_permutation_get(&model_state, WIPE_ORDER, 24, expected_tag, 16);
}

static void model(void) {
  secrets.count = known.count = 0;
  initialize();
  if (ad_bytes) process_ad();
  take_in_byte(39, WIPE_SEPARATOR);
  process_plaintext();
  finalize();
  note_bytes(&secrets, key, 16);
  note_bytes(&secrets, plaintext, text_bytes);
  note_bytes(&known, expected_ciphertext, text_bytes);
}

/* ---- Calls ---------------------------------------------------------------------------------- */

/* Paints the stack below its caller, or copies it. */
static __attribute__((noinline)) void stack_below(int paint) {
  volatile uint8_t area[SEARCHED];
  __asm__("" : "=m"(area)); /* on purpose: what the last caller left there */
  for (size_t i = 0; i < SEARCHED; i++)
    if (paint) area[i] = PAINT;
    else left.stack[i] = area[i];
}

/* Registers that a function may change, but for the result's. STORE(name) copies one to the stack,
   so that no address of another place is loaded into one of them first. */
#if defined(__arm__)
#define SEARCHED_REGISTERS 5
#define STORE(name) "mov r1, " name "\n\tstr r1, %0"
#define EACH_REGISTER(KEEP) KEEP(0, "r1") KEEP(1, "r2") KEEP(2, "r3") KEEP(3, "r12") KEEP(4, "lr")
#define KEEP(i, name) __asm__ volatile(STORE(name) : "=m"(kept[i]) : : "r1");
#else
#define SEARCHED_REGISTERS 0
#define EACH_REGISTER(KEEP)
#endif

/* The registers make this frame so large that those of the library begin below what stack_below()
   needs for itself. */
static __attribute__((noinline)) ascon_result call(int encrypt) {
  volatile uint32_t kept[REGISTERS];
  ascon_result result;
  if (encrypt)
    result =
        WIPE_ENCRYPT(ciphertext, tag, tag_bytes, plaintext, text_bytes, ad, ad_bytes, nonce, key);
  else
    result =
        WIPE_DECRYPT(decrypted, ciphertext, text_bytes, tag, tag_bytes, ad, ad_bytes, nonce, key);
  EACH_REGISTER(KEEP)
  for (int i = 0; i < SEARCHED_REGISTERS; i++) left.registers[i] = kept[i];
  for (int i = 0; i < REGISTERS; i++) kept[i] = 0;
  return result;
}

static int found(const void *memory, size_t n) {
  const uint8_t *p = memory;
  for (size_t i = 0; i + 4 <= n; i++) {
    uint32_t word = load(p + i);
    if (word == PAINT * 0x01010101u || !is_telling(word)) continue;
    if (has(&secrets, word) && !has(&known, word)) return 1;
  }
  return 0;
}

static int check_call(const char *name, int encrypt, ascon_result expected) {
  calls++;
  stack_below(1);
  ascon_result result = call(encrypt);
  stack_below(0);
  if (result != expected) return fail(name, "wrong result");
  if (found(left.stack, sizeof left.stack)) return fail(name, "secret on the stack");
  for (int i = 0; i < SEARCHED_REGISTERS; i++)
    if (found(left.registers + i, 4)) return fail(name, "secret in a register");
  return 1;
}

static int check_encryption(void) {
  fill(tag, PAINT, 16);
  if (!check_call("encryption", 1, ASCON_OK)) return 0;
  if (!same(ciphertext, expected_ciphertext, text_bytes))
    return fail("encryption", "wrong ciphertext");
  if (!same(tag, expected_tag, tag_bytes) || !all(tag + tag_bytes, PAINT, 16 - tag_bytes))
    return fail("encryption", "wrong tag");
  return 1;
}

static int check_decryption(void) {
  if (!check_call("decryption", 0, ASCON_OK)) return 0;
  if (same(decrypted, plaintext, text_bytes)) return 1;
  return fail("decryption", "wrong plaintext");
}

/* All bytes of the tag are wrong: no part of the right one is known. */
static int check_forgery(void) {
  for (size_t i = 0; i < tag_bytes; i++) tag[i] ^= 0x3c;
  if (!check_call("forgery", 0, ASCON_ERR_TAG)) return 0;
  if (all(decrypted, 0, text_bytes)) return 1;
  return fail("forgery", "plaintext not erased");
}

static int check(void) {
  model();
  const unsigned without_tag = known.count;
  note_bytes(&known, expected_tag, tag_bytes);
  if (!check_encryption() || !check_decryption()) return 0;
  known.count = without_tag;
  return check_forgery();
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* A bit for each argument. */
static void place(unsigned misaligned) {
  key = key_area + (misaligned & 1);
  nonce = nonce_area + (misaligned >> 1 & 1);
  ad = ad_area + (misaligned >> 2 & 1);
  plaintext = plaintext_area + (misaligned >> 3 & 1);
  ciphertext = ciphertext_area + (misaligned >> 4 & 1);
  tag = tag_area + (misaligned >> 5 & 1);
  decrypted = decrypted_area + (misaligned >> 3 & 1);
}

static int check_lengths(void) {
  static const uint8_t texts[] = {0, 1, 15, 16, 17, 32, 40}, ads[] = {0, 5, 40};
  static const uint8_t tags[] = {16, WIPE_SHORT_TAG};
  for (uint8_t i = 0; i < sizeof texts; i++)
    for (uint8_t j = 0; j < sizeof ads; j++)
      for (uint8_t k = 0; k < sizeof tags; k++) {
        text_bytes = texts[i], ad_bytes = ads[j], tag_bytes = tags[k];
        if (!check()) return 0;
      }
  return 1;
}

int firmware_main(int argc, char **argv) {
  static const uint8_t misaligned[] = {0, 1, 2, 4, 8, 16, 32, 63};
  (void)argc, (void)argv;
  fill_random(key_area, sizeof key_area);
  fill_random(nonce_area, sizeof nonce_area);
  fill_random(ad_area, sizeof ad_area);
  fill_random(plaintext_area, sizeof plaintext_area);
  for (uint8_t i = 0; i < sizeof misaligned; i++) {
    place(misaligned[i]);
    if (!check_lengths()) return 1;
  }
  put_number(calls);
  put_text(" calls, ");
  put_number(SEARCHED_REGISTERS);
  put_text(" registers\n");
  return 0;
}
