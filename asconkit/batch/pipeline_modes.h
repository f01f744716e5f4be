/* What happens between the loops of pipeline.h: start, last blocks, tags and outputs of a group.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_PIPELINE_MODES_H
#define ASCON_BATCH_PIPELINE_MODES_H

#ifndef ASCON_BATCH_PIPELINE_H /* read alone */
#include "pipeline.h"
#endif

INLINED void set_zero(void *memory, size_t bytes) {
  uint8_t *p = memory;
  for (size_t i = 0; i < bytes; i++) p[i] = 0;
}

INLINED void open_line(pipeline *line, batch_worker *worker) {
  line->worker = worker, line->p = worker->work->p, line->op = worker->work->op;
  set_zero(line->ignored, sizeof line->ignored);
}

/* ---- Groups --------------------------------------------------------------------------------- */

INLINED void xor_words(uint64_t words[LANES], lane_words x) {
  lanes_store(words, lanes_xor(lanes_load(words), x));
}

INLINED void xor_constant(uint64_t words[LANES], uint64_t value) {
  for (size_t i = 0; i < LANES; i++) words[i] ^= value;
}

INLINED void set_constant(uint64_t words[LANES], uint64_t value) {
  for (size_t i = 0; i < LANES; i++) words[i] = value;
}

/* A byte of a word as the word's bits. */
INLINED uint64_t byte_in_word(uint8_t byte, unsigned i, byte_order order) {
  return (uint64_t)byte << 8 * (order == ASCON_LITTLE_ENDIAN ? i : 7 - i);
}

INLINED void separate_group(const params *p, group *g) {
  const uint64_t bit =
      byte_in_word(separation_byte(order_of(p)), DOMAIN_SEPARATION_OFFSET % 8, order_of(p));
  xor_constant(g->words.word[DOMAIN_SEPARATION_OFFSET / 8], bit);
}

#ifndef ASCON_HAVE_LANES_COPY
/* `part` bytes if n has that bit, else as many from `aside` to itself. */
INLINED void copy_part(uintptr_t *to, uintptr_t *from, size_t n, size_t part, uint8_t aside[8]) {
  const uintptr_t wanted = 0 - (uintptr_t)(n / part & 1), other = (uintptr_t)aside;
  uint64_t bytes;
  __builtin_memcpy(&bytes, (const uint8_t *)(other ^ ((other ^ *from) & wanted)), part);
  __builtin_memcpy((uint8_t *)(other ^ ((other ^ *to) & wanted)), &bytes, part);
  *to += part & wanted, *from += part & wanted;
}

INLINED void lanes_copy(uint8_t *to_bytes, const uint8_t *from_bytes, size_t n) {
  uintptr_t to = (uintptr_t)to_bytes, from = (uintptr_t)from_bytes;
  uint8_t aside[8] = {0};
  for (size_t whole = n / 16; whole; whole--) {
    copy_part(&to, &from, 8, 8, aside);
    copy_part(&to, &from, 8, 8, aside);
  }
  copy_part(&to, &from, n, 8, aside);
  copy_part(&to, &from, n, 4, aside);
  copy_part(&to, &from, n, 2, aside);
  copy_part(&to, &from, n, 1, aside);
}

/* Bits of word i that are among the first n bytes of a row. */
INLINED uint64_t bits_before(size_t n, size_t i) {
  const size_t bytes = n < 8 * i ? 0 : smaller(n - 8 * i, 8);
  return bytes == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * bytes) - 1;
}

INLINED void lanes_pad(uint8_t row[64], const uint8_t *from, size_t n, uint8_t byte) {
  if (row != from) {
    set_zero(row, 64);
    lanes_copy(row, from, n);
  } else {
    for (size_t i = 0; i < 8; i++) {
      const uint64_t word = load64(row + 8 * i, ASCON_LITTLE_ENDIAN);
      store64(row + 8 * i, word & bits_before(n, i), ASCON_LITTLE_ENDIAN);
    }
  }
  row[n] = byte;
}
#endif

/* The addresses of the rows of partial blocks. */
INLINED void find_rows(const pipeline *line, lane_rows rows) {
  for (size_t i = 0; i < LANES; i++) rows[i] = (uintptr_t)line->rows[i];
}

INLINED void zero_rows(pipeline *line) { set_zero(line->rows, sizeof line->rows); }

INLINED void xor_rows(pipeline *line, group *g, size_t words) {
  lane_rows rows;
  lane_words d[5];
  find_rows(line, rows);
  read_words(d, rows, 0, words, order_of(line->p));
  for (size_t i = 0; i < words; i++) xor_words(g->words.word[i], d[i]);
}

/* The last n bytes of the keys, from byte `offset` of the state on. */
INLINED void xor_keys(pipeline *line, group *g, const lane_rows keys, size_t offset, size_t n) {
  const params *p = line->p;
  if (n == 16 && offset % 8 == 0) {
    lane_words key[2];
    lanes_read_pair(key, keys, p->key_length - n, order_of(p));
    xor_words(g->words.word[offset / 8], key[0]);
    xor_words(g->words.word[offset / 8 + 1], key[1]);
    return;
  }
  zero_rows(line);
  for (size_t i = 0; i < g->count; i++)
    lanes_copy(line->rows[i] + offset, (const uint8_t *)keys[i] + p->key_length - n, n);
  xor_rows(line, g, 5);
}

/* ---- Last blocks ----------------------------------------------------------------------------- */

/* The bytes after the whole blocks, as rows with padding; 0 if no message has any, and then the
   padding is in the state already. */
static int take_rests(pipeline *line, group *g, const station *at, line_piece *rests, uint8_t pad) {
  const params *p = line->p;
  size_t most = 0;
  for (size_t i = 0; i < g->count; i++) {
    line_piece rest = piece_at(line, at->place, g->message[i]);
    const size_t done = rest.blocks * at->rate;
    rest.bytes -= done;
    if (rest.bytes && rest.in) rest.in += done;
    if (rest.bytes && rest.out) rest.out += done;
    rests[i] = rest;
    if (rest.bytes > most) most = rest.bytes;
  }
  if (most == 0) {
    xor_constant(g->words.word[0], byte_in_word(padding_byte(order_of(p)), 0, order_of(p)));
    return 0;
  }
  for (size_t i = 0; i < g->count; i++) lanes_pad(line->rows[i], rests[i].in, rests[i].bytes, pad);
  return 1;
}

static void absorb_rests(pipeline *line, group *g, const station *at) {
  line_piece rests[LANES];
  if (take_rests(line, g, at, rests, padding_byte(order_of(line->p))))
    xor_rows(line, g, at->rate / 8);
}

static void encrypt_rests(pipeline *line, group *g, const station *at) {
  line_piece rests[LANES];
  lane_words state[5];
  lane_rows rows;
  if (!take_rests(line, g, at, rests, padding_byte(order_of(line->p)))) return;
  xor_rows(line, g, at->rate / 8);
  find_rows(line, rows);
  load_state(state, &g->words);
  write_words(rows, 0, state, at->rate / 8, order_of(line->p));
  for (size_t i = 0; i < g->count; i++) lanes_copy(rests[i].out, line->rows[i], rests[i].bytes);
}

/* The rows become the plaintext, which is padded and enters the state. */
static void decrypt_rests(pipeline *line, group *g, const station *at) {
  const byte_order order = order_of(line->p);
  const uint8_t pad = padding_byte(order_of(line->p));
  const size_t words = at->rate / 8;
  line_piece rests[LANES];
  lane_words d[5];
  lane_rows rows;
  if (!take_rests(line, g, at, rests, 0)) return;
  find_rows(line, rows);
  read_words(d, rows, 0, words, order);
  for (size_t i = 0; i < words; i++) d[i] = lanes_xor(d[i], lanes_load(g->words.word[i]));
  write_words(rows, 0, d, words, order);
  for (size_t i = 0; i < g->count; i++) {
    lanes_copy(rests[i].out, line->rows[i], rests[i].bytes);
    lanes_pad(line->rows[i], line->rows[i], rests[i].bytes, pad);
  }
  xor_rows(line, g, words);
}

/* ---- AEAD ------------------------------------------------------------------------------------ */

static void aead_begin(pipeline *line, group *g) {
  const params *p = line->p;
  const byte_order order = order_of(p);
  lane_rows keys, nonces;
  aead_call call;
  size_t n = 0;
  while (n < LANES && batch_next_aead(line->worker, LANES, &g->message[n], &call)) {
    keys[n] = (uintptr_t)call.key;
    nonces[n++] = (uintptr_t)call.nonce;
  }
  g->count = n;
  if (n == 0) return;
  for (; n < LANES; n++) keys[n] = nonces[n] = (uintptr_t)line->ignored;
  set_constant(g->words.word[0], p->iv);
  for (size_t i = 1; i < 5; i++) set_constant(g->words.word[i], 0);
  xor_keys(line, g, keys, 24u - p->key_length, p->key_length);
  lane_words nonce[2];
  lanes_read_pair(nonce, nonces, 0, order);
  xor_words(g->words.word[3], nonce[0]);
  xor_words(g->words.word[4], nonce[1]);
  if (p->nonce_mask) {
    lanes_read_pair(nonce, keys, 16, order);
    xor_words(g->words.word[3], nonce[0]);
    xor_words(g->words.word[4], nonce[1]);
  }
  permute(&g->words, p->rounds_a);
  xor_keys(line, g, keys, (size_t)STATE_LENGTH - p->key_length, p->key_length);
}

/* Messages without associated data keep their state. */
static void end_ad(pipeline *line, group *g) {
  const batch_work *work = line->worker->work;
  size_t without[LANES], count = 0;
  for (size_t i = 0; i < g->count; i++)
    if (batch_aead(work, g->message[i]).ad_length == 0) without[count++] = i;
  if (count < g->count) {
    group before;
    if (count) copy_group(&before, g);
    absorb_rests(line, g, &line->first);
    permute(&g->words, line->p->rounds_b);
    for (size_t i = 0; i < count; i++) move_state(&g->words, without[i], &before.words, without[i]);
  }
  separate_group(line->p, g);
}

static void aead_start(pipeline *line, group *g) {
  run_station(line, &line->first, aead_begin, g);
  if (g->count) end_ad(line, g);
}

INLINED void judge_message(pipeline *line, size_t message, uint64_t difference) {
  uint64_t wrong = (difference | (0 - difference)) >> 63;
  DECLASSIFY(&wrong, sizeof wrong);
  if (wrong) {
    const aead_call call = batch_aead(line->worker->work, message);
    if (call.text_length) zeroize(call.out, call.text_length);
  }
  batch_set_result(line->worker, message, wrong ? ASCON_ERR_TAG : ASCON_OK);
}

/* The tags stand in words 3 and 4. */
static void check_tags(pipeline *line, group *g, const lane_rows tags, size_t tag_bytes) {
  const byte_order order = order_of(line->p);
  lane_rows rows;
  find_rows(line, rows);
  const lane_words right[2] = {lanes_load(g->words.word[3]), lanes_load(g->words.word[4])};
  if (tag_bytes == TAG_LENGTH) {
    lane_words given[2];
    lanes_read_pair(given, tags, 0, order);
    lanes_store(g->words.word[0], lanes_xor(given[0], right[0]));
    lanes_store(g->words.word[1], lanes_xor(given[1], right[1]));
    for (size_t i = 0; i < g->count; i++)
      judge_message(line, g->message[i], g->words.word[0][i] | g->words.word[1][i]);
    return;
  }
  lanes_write_pair(rows, 0, right, order);
  for (size_t i = 0; i < g->count; i++) {
    const uint8_t *tag = (const uint8_t *)tags[i];
    uint64_t difference = 0;
    for (size_t j = 0; j < tag_bytes; j++) difference |= (uint64_t)(line->rows[i][j] ^ tag[j]);
    judge_message(line, g->message[i], difference);
  }
}

static void give_tags(pipeline *line, group *g, const lane_rows tags, size_t tag_bytes) {
  const byte_order order = order_of(line->p);
  lane_rows rows;
  find_rows(line, rows);
  const lane_words right[2] = {lanes_load(g->words.word[3]), lanes_load(g->words.word[4])};
  const int whole = tag_bytes == TAG_LENGTH;
  lanes_write_pair(whole ? tags : rows, 0, right, order);
  for (size_t i = 0; i < g->count; i++) {
    if (!whole) lanes_copy((uint8_t *)tags[i], line->rows[i], tag_bytes);
    batch_set_result(line->worker, g->message[i], ASCON_OK);
  }
}

static void aead_end(pipeline *line, group *g) {
  const params *p = line->p;
  const batch_work *work = line->worker->work;
  lane_rows keys, tags;
  for (size_t i = 0; i < LANES; i++) {
    keys[i] = tags[i] = (uintptr_t)line->ignored;
    if (i >= g->count) continue;
    const aead_call call = batch_aead(work, g->message[i]);
    keys[i] = (uintptr_t)call.key;
    tags[i] = (uintptr_t)call.tag;
  }
  if (line->op == OP_ENCRYPT) encrypt_rests(line, g, &line->second);
  else decrypt_rests(line, g, &line->second);
  xor_keys(line, g, keys, p->rate, p->key_length);
  permute(&g->words, p->rounds_a);
  xor_keys(line, g, keys, STATE_LENGTH - 16, 16);
  if (line->op == OP_ENCRYPT) give_tags(line, g, tags, work->tag_bytes);
  else check_tags(line, g, tags, work->tag_bytes);
}

OUTLINED void run_aead_pipeline(batch_worker *worker) {
  const batch_work *work = worker->work;
  pipeline line;
  group g;
  open_line(&line, worker);
  open_station(&line, &line.first, AT_AD, OP_ABSORB);
  open_station(&line, &line.second, AT_TEXT, work->op);
  for (;;) {
    run_station(&line, &line.second, aead_start, &g);
    if (g.count == 0) return;
    aead_end(&line, &g);
  }
}

/* ---- Hash, XOF, CXOF, MAC, PRF --------------------------------------------------------------- */

/* The state after the start is the same for all messages without a key, or with the key of the
   call. */
static void find_initial(pipeline *line) {
  const batch_work *work = line->worker->work;
  const params *p = line->p;
  const uint8_t *key = work->sponge_jobs ? work->secret : work->sponge_columns->key;
  ascon_sponge_ctx ctx;
  uint8_t bytes[STATE_LENGTH];
  ascon_result result;
  line->initial = NULL;
  if (p->kind == ASCON_KIND_HASH) result = ascon_hash_init(&ctx, work->algorithm);
  else if (p->kind == ASCON_KIND_XOF) result = ascon_xof_init(&ctx, work->algorithm);
  else if (p->kind == ASCON_KIND_CXOF)
    result = ascon_cxof_init(&ctx, work->algorithm, work->secret, work->secret_bytes);
  else if (!key || (work->sponge_columns && work->sponge_columns->key_stride)) return;
  else if (p->kind == ASCON_KIND_MAC) result = ascon_mac_init(&ctx, work->algorithm, key);
  else result = ascon_prf_init(&ctx, work->algorithm, key);
  if (result != ASCON_OK) return; /* not reached: checked by the callers */
  (void)ascon_state_get(&ctx.state, ASCON_LITTLE_ENDIAN, 0, bytes, sizeof bytes);
  for (size_t i = 0; i < 5; i++)
    line->initial_words[i] = load64(bytes + 8 * i, ASCON_LITTLE_ENDIAN);
  line->initial = line->initial_words;
}

static void sponge_begin(pipeline *line, group *g) {
  const params *p = line->p;
  const batch_work *work = line->worker->work;
  lane_rows keys;
  const uint8_t *common = work->sponge_jobs ? work->secret : work->sponge_columns->key;
  int all_common = line->initial != NULL;
  sponge_call call;
  size_t n = 0;
  while (n < LANES && batch_next_sponge(line->worker, LANES, &g->message[n], &call)) {
    keys[n++] = (uintptr_t)call.prefix;
    if (p->key_length && call.prefix != common) all_common = 0;
  }
  g->count = n;
  if (n == 0) return;
  if (all_common) {
    for (size_t i = 0; i < 5; i++) set_constant(g->words.word[i], line->initial[i]);
    return;
  }
  for (; n < LANES; n++) keys[n] = (uintptr_t)line->ignored;
  set_constant(g->words.word[0], p->iv);
  for (size_t i = 1; i < 5; i++) set_constant(g->words.word[i], 0);
  xor_keys(line, g, keys, 8, p->key_length);
  permute(&g->words, p->rounds_a);
}

static void sponge_absorbed(pipeline *line, group *g) {
  run_station(line, &line->first, sponge_begin, g);
  if (g->count == 0) return;
  absorb_rests(line, g, &line->first);
  if (line->p->key_length) separate_group(line->p, g);
  permute(&g->words, line->p->rounds_a);
}

INLINED void judge_output(pipeline *line, size_t message, const uint8_t *row, const uint8_t *given,
                          size_t n) {
  uint64_t difference = 0;
  for (size_t i = 0; i < n; i++) difference |= (uint64_t)(row[i] ^ given[i]);
  uint64_t wrong = (difference | (0 - difference)) >> 63;
  DECLASSIFY(&wrong, sizeof wrong);
  batch_set_result(line->worker, message, wrong ? ASCON_ERR_TAG : ASCON_OK);
}

/* The last block of output, by way of the rows if it is not whole or only compared. */
static void give_last(pipeline *line, group *g, const lane_words *words, size_t rate,
                      const lane_rows outs, const size_t bytes[LANES], int whole) {
  lane_rows rows;
  find_rows(line, rows);
  write_words(whole ? outs : rows, 0, words, rate / 8, order_of(line->p));
  for (size_t i = 0; i < g->count; i++) {
    if (line->op == OP_ABSORB) {
      judge_output(line, g->message[i], line->rows[i], (const uint8_t *)outs[i], bytes[i]);
      continue;
    }
    if (!whole) lanes_copy((uint8_t *)outs[i], line->rows[i], bytes[i]);
    batch_set_result(line->worker, g->message[i], ASCON_OK);
  }
}

static void sponge_end(pipeline *line, group *g) {
  const size_t rate = line->second.rate;
  lane_rows outs;
  size_t bytes[LANES];
  int whole = line->op == OP_SQUEEZE;
  for (size_t i = 0; i < LANES; i++) {
    outs[i] = (uintptr_t)line->ignored, bytes[i] = rate;
    if (i >= g->count) continue;
    const line_piece last = piece_at(line, AT_OUTPUT, g->message[i]);
    bytes[i] = last.bytes - last.blocks * rate;
    if (bytes[i]) outs[i] = (uintptr_t)(last.out + last.blocks * rate);
    if (bytes[i] != rate) whole = 0;
  }
  lane_words words[5];
  load_state(words, &g->words);
  give_last(line, g, words, rate, outs, bytes, whole);
}

OUTLINED void run_sponge_pipeline(batch_worker *worker) {
  pipeline line;
  group g;
  open_line(&line, worker);
  open_station(&line, &line.first, AT_TEXT, OP_ABSORB);
  open_station(&line, &line.second, AT_OUTPUT, OP_SQUEEZE);
  find_initial(&line);
  for (;;) {
    run_station(&line, &line.second, sponge_absorbed, &g);
    if (g.count == 0) return;
    sponge_end(&line, &g);
  }
}

/* ---- PrfShort -------------------------------------------------------------------------------- */

static void prfshort_group(pipeline *line, group *g, const lane_rows keys, const lane_rows outs,
                           const size_t bytes[LANES], int whole) {
  const params *p = line->p;
  for (size_t i = 1; i < 3; i++) set_constant(g->words.word[i], 0);
  xor_keys(line, g, keys, 8, p->key_length);
  permute(&g->words, p->rounds_a);
  xor_keys(line, g, keys, 24, p->key_length);
  const lane_words words[2] = {lanes_load(g->words.word[3]), lanes_load(g->words.word[4])};
  give_last(line, g, words, p->squeeze_rate, outs, bytes, whole);
}

OUTLINED void run_prfshort_pipeline(batch_worker *worker) {
  pipeline line;
  group g;
  open_line(&line, worker);
  for (;;) {
    lane_rows keys, outs, rows;
    size_t bytes[LANES];
    int whole = 1;
    sponge_call call;
    zero_rows(&line);
    for (g.count = 0;
         g.count < LANES && batch_next_sponge(worker, LANES, &g.message[g.count], &call);
         g.count++) {
      const size_t i = g.count;
      lanes_copy(line.rows[i], call.in, call.length);
      g.words.word[0][i] = line.p->iv + ((uint64_t)call.length * 8 << 48);
      keys[i] = (uintptr_t)call.prefix, outs[i] = (uintptr_t)call.out, bytes[i] = call.out_length;
      if (call.out_length != line.p->squeeze_rate) whole = 0;
    }
    if (g.count == 0) return;
    for (size_t i = g.count; i < LANES; i++)
      g.words.word[0][i] = 0, keys[i] = outs[i] = (uintptr_t)line.ignored, bytes[i] = 0;
    lane_words message[2];
    find_rows(&line, rows);
    lanes_read_pair(message, rows, 0, (byte_order)line.p->order);
    lanes_store(g.words.word[3], message[0]);
    lanes_store(g.words.word[4], message[1]);
    prfshort_group(&line, &g, keys, outs, bytes, whole);
  }
}

/* ---- What an engine is made of ----------------------------------------------------------------
 */

static void engine_aead(batch_worker *worker) {
  run_aead_pipeline(worker);
  lanes_forget();
  clear_stack();
}

static void engine_sponge(batch_worker *worker) {
  if (worker->work->p->kind == ASCON_KIND_PRFSHORT) run_prfshort_pipeline(worker);
  else run_sponge_pipeline(worker);
  lanes_forget();
  clear_stack();
}

#define ASCON_ENGINE_TABLE(id, preference_value, fewest)                                           \
  const ascon_engine ascon_engine_##id = {.name = #id,                                             \
                                          .lanes = LANES,                                          \
                                          .preference = preference_value,                          \
                                          .least = fewest,                                         \
                                          .available = engine_available,                           \
                                          .aead = engine_aead,                                     \
                                          .sponge = engine_sponge}

#endif
