/* Runs the library on a board at a computer's request: docs/boards.md says what the lines mean that
   go over the serial line. In front of each call that may be measured the trigger goes high, and
   low after it; all that is secret is in shares between the two.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon.h"
#include "asconkit/ascon_any.h"
#include "asconkit/masked/ascon_masked.h"
#include "asconkit/self_test/ascon_self_test.h"
#include "kit.h"

enum { PROTOCOL = 1, LINE = 2560, LONGEST = 256, SHARES = 3, KEY = 16, TAG = 16, DIGEST = 32 };

/* ---- The fields of a line -------------------------------------------------------------------- */

static char line[LINE + 1];
static const char *rest; /* of the line: after the fields that were read */

static void put_line(const char *text) {
  put_text(text);
  put_text("\n");
}

static int refuse(const char *name, const char *why) {
  put_text("error ");
  put_text(name);
  put_text(": ");
  put_line(why);
  return 0;
}

static int refuse_number(const char *name, uint32_t number, const char *accepted) {
  put_text("error ");
  put_text(name);
  put_text(" ");
  put_number(number);
  put_text(": must be ");
  put_line(accepted);
  return 0;
}

/* Goes to the next field, after one space. */
static int next_field(const char *name) {
  if (rest[0] != ' ' || rest[1] == ' ' || rest[1] == 0) return refuse(name, "is missing");
  rest++;
  return 1;
}

static int at_end(void) {
  return *rest ? refuse("line", "has more fields than the command takes") : 1;
}

static int take_number(const char *name, uint32_t *number) {
  if (!next_field(name)) return 0;
  *number = 0;
  for (; *rest && *rest != ' '; rest++) {
    if (*rest < '0' || *rest > '9' || *number > 99999) return refuse(name, "must be 0 to 999999");
    *number = 10 * *number + (uint32_t)(*rest - '0');
  }
  return 1;
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* Hexadecimal digits, or "-" for no bytes. */
static int take_bytes(const char *name, uint8_t *to, size_t most, size_t *bytes) {
  *bytes = 0;
  if (!next_field(name)) return 0;
  if (rest[0] == '-' && (rest[1] == ' ' || rest[1] == 0)) {
    rest++;
    return 1;
  }
  for (; *rest && *rest != ' '; rest += 2) {
    const int high = digit(rest[0]), low = high < 0 ? -1 : digit(rest[1]);
    if (low < 0) return refuse(name, "must be pairs of hexadecimal digits, or - for no bytes");
    if (*bytes == most) return refuse(name, "has too many bytes");
    to[(*bytes)++] = (uint8_t)(high << 4 | low);
  }
  return 1;
}

static int take_exactly(const char *name, uint8_t *to, size_t wanted) {
  size_t bytes;
  if (!take_bytes(name, to, wanted, &bytes)) return 0;
  if (bytes == wanted) return 1;
  put_text("error ");
  put_text(name);
  put_text(": ");
  put_number((uint32_t)bytes);
  put_text(" bytes, must be ");
  put_number((uint32_t)wanted);
  put_line("");
  return 0;
}

/* ---- Random words, drawn before the trigger -------------------------------------------------- */

enum { POOL = 320 }; /* enough for the longest message in three shares: tests count them */

static ascon_masked_generator generator;
static uint32_t pool[POOL];
static size_t ready, used;
static enum { UNSEEDED, SEEDED, ZEROS } source;

static int draw(void *context, uint32_t *out, size_t count) {
  (void)context;
  if (count > ready - used) return 0;
  while (count--) *out++ = pool[used++];
  return 1;
}

static ascon_masked_setup setup = {NULL, &ascon_masked_full, draw, NULL};

static int prepare_words(const ascon_algorithm *algorithm, ascon_operation op,
                         const ascon_message *lengths) {
  if (source == UNSEEDED) return refuse("random words", "there is no seed: send s first");
  used = 0;
  ready = ascon_masked_random_words(&setup, algorithm, op, lengths);
  if (ready > POOL) return refuse("random words", "the message takes too many: make it shorter");
  for (size_t i = 0; i < ready; i++) pool[i] = 0;
  return source == ZEROS || ascon_masked_generator_words(&generator, pool, ready)
             ? 1
             : refuse("random words", "the generator has given none");
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* Secret strings are in shares, one after the other. */
static struct {
  uint32_t shares;
  uint8_t key[SHARES * KEY], tag[SHARES * TAG], text[SHARES * LONGEST], digest[SHARES * DIGEST];
  uint8_t nonce[16], ad[LONGEST];
  size_t ad_length, length;
} m;
static uint8_t joined[LONGEST];

static int take_shares(void) {
  if (!take_number("shares", &m.shares)) return 0;
  if (m.shares < 1 || m.shares > SHARES) return refuse_number("shares", m.shares, "1 to 3");
  setup.scheme = m.shares == 3 ? &ascon_masked_scheme_3 : &ascon_masked_scheme_2;
  return 1;
}

static int take_text(const char *name) {
  size_t bytes;
  if (!take_bytes(name, m.text, m.shares * LONGEST, &bytes)) return 0;
  m.length = bytes / m.shares;
  if (m.length * m.shares != bytes) return refuse(name, "must have as many bytes in each share");
  return 1;
}

static int take_aead(const char *text) {
  return take_shares() && take_exactly("key", m.key, m.shares * KEY) &&
         take_exactly("nonce", m.nonce, sizeof m.nonce) &&
         take_bytes("associated data", m.ad, LONGEST, &m.ad_length) && take_text(text);
}

static ascon_masked_in shared_in(const uint8_t *data, size_t stride) {
  return (ascon_masked_in){data, m.shares > 1 ? stride : 0};
}

static ascon_masked_out shared_out(uint8_t *data, size_t stride) {
  return (ascon_masked_out){data, m.shares > 1 ? stride : 0};
}

/* The answer's next field: the sum of the shares. */
static void put_joined(const uint8_t *data, size_t bytes) {
  put_text(" ");
  if (!bytes) put_text("-");
  if (m.shares > 1) ascon_masked_join(setup.scheme, joined, shared_in(data, bytes), bytes);
  put_hex(m.shares > 1 ? joined : data, bytes);
}

static ascon_result encrypt(void) {
  if (m.shares == 1)
    return ascon_aead128_encrypt(m.text, m.tag, TAG, m.text, m.length, m.ad, m.ad_length, m.nonce,
                                 m.key);
  return ascon_masked_aead_encrypt(&setup, ASCON_AEAD128, shared_out(m.text, m.length),
                                   shared_out(m.tag, TAG), TAG, shared_in(m.text, m.length),
                                   m.length, ascon_masked_plain_in(m.ad), m.ad_length,
                                   ascon_masked_plain_in(m.nonce), shared_in(m.key, KEY));
}

static ascon_result decrypt(void) {
  if (m.shares == 1)
    return ascon_aead128_decrypt(m.text, m.text, m.length, m.tag, TAG, m.ad, m.ad_length, m.nonce,
                                 m.key);
  return ascon_masked_aead_decrypt(&setup, ASCON_AEAD128, shared_out(m.text, m.length),
                                   shared_in(m.text, m.length), m.length, shared_in(m.tag, TAG),
                                   TAG, ascon_masked_plain_in(m.ad), m.ad_length,
                                   ascon_masked_plain_in(m.nonce), shared_in(m.key, KEY));
}

static ascon_result hash(void) {
  if (m.shares == 1) return ascon_hash256(m.digest, m.text, m.length);
  return ascon_masked_sponge(&setup, ASCON_HASH256, shared_out(m.digest, DIGEST), DIGEST,
                             shared_in(m.text, m.length), m.length, ascon_masked_plain_in(NULL), 0);
}

/* Makes the call between the edges of the trigger. Returns 0 if it has refused the message. */
static int measured(const ascon_algorithm *algorithm, ascon_operation op,
                    ascon_result (*call)(void)) {
  const ascon_message lengths = {
      .length = m.length, .ad_length = m.ad_length, .tag_length = TAG, .out_length = DIGEST};
  if (m.shares > 1 && !prepare_words(algorithm, op, &lengths)) return 0;
  board_trigger(1);
  const ascon_result result = call();
  board_trigger(0);
  if (result == ASCON_OK) return 1;
  return result == ASCON_ERR_TAG ? refuse("tag", "does not match")
                                 : refuse("call", "the library has refused it");
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void say_version(void) {
  if (!at_end()) return;
  put_text("ok ");
  put_number(PROTOCOL);
  put_text(" " ASCON_VERSION " ");
  put_text(board_name);
  put_text(" ");
  put_text(board_processor);
  put_text(" " CORE_NAME " " BACKEND_NAME " ");
  put_number(board_hertz());
  put_text(board_counts_cycles() ? " 1 " : " 0 ");
  put_number(LONGEST_COUNTED);
  put_line(" gcc " __VERSION__);
}

static void run_self_test(void) {
  if (!at_end()) return;
  if (ascon_self_test()) put_line("ok");
  else refuse("self-test", "a known answer is wrong: do not use the library on this board");
}

static void set_source(void) {
  uint8_t seed[16];
  size_t bytes;
  if (!take_bytes("seed", seed, sizeof seed, &bytes) || !at_end()) return;
  if (bytes && bytes < sizeof seed) {
    refuse_number("bytes of seed", (uint32_t)bytes, "16, or - for words that are all zero");
    return;
  }
  source = bytes ? SEEDED : ZEROS;
  if (bytes) ascon_masked_generator_init(&generator, seed);
  put_line("ok");
}

static void run_encryption(void) {
  if (!take_aead("plaintext") || !at_end() || !measured(ASCON_AEAD128, ASCON_ENCRYPT, encrypt))
    return;
  put_text("ok");
  put_joined(m.text, m.length);
  put_joined(m.tag, TAG);
  put_line("");
}

static void run_decryption(void) {
  if (!take_aead("ciphertext") || !take_exactly("tag", m.tag, m.shares * TAG) || !at_end() ||
      !measured(ASCON_AEAD128, ASCON_DECRYPT, decrypt))
    return;
  put_text("ok");
  put_joined(m.text, m.length);
  put_line("");
}

static void run_hash(void) {
  if (!take_shares() || !take_text("message") || !at_end() ||
      !measured(ASCON_HASH256, ASCON_COMPUTE, hash))
    return;
  put_text("ok");
  put_joined(m.digest, DIGEST);
  put_line("");
}

/* ---- Cycles ---------------------------------------------------------------------------------- */

static uint8_t counted[LONGEST_COUNTED];

/* Cycles of one call, the reading of the counter included. Text and tag remain those of a valid
   message. */
static uint32_t cycles_of(char operation, size_t bytes) {
  const uint32_t start = board_cycles();
  ascon_result result;
  if (operation == 'e')
    result = ascon_aead128_encrypt(counted, m.tag, TAG, counted, bytes, NULL, 0, m.nonce, m.key);
  else if (operation == 'd')
    result = ascon_aead128_decrypt(counted, counted, bytes, m.tag, TAG, NULL, 0, m.nonce, m.key);
  else result = ascon_hash256(m.digest, counted, bytes);
  const uint32_t taken = board_cycles() - start;
  return result == ASCON_OK ? taken : 0;
}

/* The fewest of some calls: 0 if one of them has failed. */
static uint32_t fewest_cycles(char operation, size_t bytes) {
  uint32_t fewest = UINT32_MAX;
  for (int i = 0; i < 3; i++) {
    if (operation == 'd') (void)cycles_of('e', bytes);
    const uint32_t taken = cycles_of(operation, bytes);
    if (taken < fewest) fewest = taken;
  }
  return fewest;
}

static void count_cycles(void) {
  uint32_t bytes;
  if (!next_field("operation")) return;
  const char operation = *rest++;
  if (operation != 'e' && operation != 'd' && operation != 'h') {
    refuse("operation", "must be e, d or h");
    return;
  }
  if (!take_number("bytes", &bytes) || !at_end()) return;
  if (bytes > LONGEST_COUNTED) {
    refuse_number("bytes", bytes, "at most the longest that v names");
    return;
  }
  if (!board_counts_cycles()) {
    refuse("cycles", "this processor does not count them");
    return;
  }
  const uint32_t cycles = fewest_cycles(operation, bytes);
  if (!cycles) {
    refuse("call", "the library has refused it");
    return;
  }
  put_text("ok ");
  put_number(cycles);
  put_line("");
}

/* ---- The line -------------------------------------------------------------------------------- */

/* Reads until the end of the line: 0 if it was too long. */
static int read_line(void) {
  size_t length = 0;
  for (;;) {
    const char c = (char)board_read();
    if (c == '\n') break;
    if (c != '\r' && length++ < LINE) line[length - 1] = c;
  }
  line[length <= LINE ? length : LINE] = 0;
  return length <= LINE;
}

static void obey(void) {
  static const struct {
    char letter;
    void (*run)(void);
  } commands[] = {{'v', say_version},    {'t', run_self_test},  {'s', set_source},
                  {'e', run_encryption}, {'d', run_decryption}, {'h', run_hash},
                  {'c', count_cycles}};
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (line[0] == commands[i].letter && (line[1] == ' ' || line[1] == 0)) {
      rest = line + 1;
      commands[i].run();
      return;
    }
  }
  refuse("command", "must be one of v t s e d h c");
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  for (;;) {
    if (read_line()) obey();
    else refuse("line", "is longer than 2560 bytes");
    ascon_wipe(&m, sizeof m);
  }
}
