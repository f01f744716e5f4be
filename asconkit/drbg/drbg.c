/* The deterministic random bit generator of ascon_drbg.h, by the steps of
   docs/constructions/drbg.md. What it asks of a system is which process this is.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_config.h"
#include "ascon_drbg.h"
#include "../core/modes/calls.h"
#include "../core/platform/process.h"
#include "../core/platform/secrets_in_c.h"

#if !ASCON_EXTERN_BI /* there, 8 bytes of data are bits in another order */

#define PART_BYTES ((size_t)1 << 15) /* of output under one state */

enum {
  STATE_BYTES = sizeof((ascon_drbg *)0)->state,
  ENTROPY_BYTES = ASCON_DRBG_ENTROPY_BYTES,
  LABEL_BYTES = 21 /* of the customization strings */
};

/* A generator of zeros was never started. */
enum drbg_phase { DRBG_NONE, DRBG_READY, DRBG_FAILED };

static int has_source(const ascon_drbg *drbg) { return drbg->source.fill != NULL; }

/* ---- Copies of the generator ---------------------------------------------------------------- */

static uint64_t current_generation(const ascon_drbg *drbg) {
  return drbg->source.generation ? drbg->source.generation(drbg->source.context) : 0;
}

static int was_copied(const ascon_drbg *drbg) {
  return drbg->process != ascon_process_number() || drbg->generation != current_generation(drbg);
}

/* ---- The state ------------------------------------------------------------------------------ */

/* CXOF128 with the state as the beginning of its message. */
static void start_with_state(ascon_sponge_ctx *cxof, const ascon_drbg *drbg, const char *label) {
  (void)ascon_any_sponge_init(cxof, ASCON_CXOF128, (const uint8_t *)label, LABEL_BYTES);
  (void)ascon_any_sponge_update(cxof, drbg->state, STATE_BYTES);
}

/* Replaces the state by CXOF128(state || encode_string(entropy) || seed), of 32 bytes.
   encode_string() is SP 800-185's; the entropy has 0 or 48 bytes. */
static void absorb_seed(ascon_drbg *drbg, const uint8_t *entropy, const uint8_t *seed,
                        size_t seed_length) {
  static const uint8_t none[] = {1, 0},
                       all[] = {2, 8 * ENTROPY_BYTES / 256, 8 * ENTROPY_BYTES % 256};
  ascon_sponge_ctx cxof;
  start_with_state(&cxof, drbg, "asconkit drbg v1 seed");
  (void)ascon_any_sponge_update(&cxof, entropy ? all : none, entropy ? sizeof all : sizeof none);
  (void)ascon_any_sponge_update(&cxof, entropy, entropy ? ENTROPY_BYTES : 0);
  (void)ascon_any_sponge_update(&cxof, seed, seed_length);
  (void)ascon_any_sponge_squeeze(&cxof, drbg->state, STATE_BYTES);
  zeroize(&cxof, sizeof cxof);
}

/* The next state and then the output: CXOF128(state || additional). Once the first is written,
   nothing but the context, which is zeroized, knows the old state. */
static void make_output(ascon_drbg *drbg, uint8_t *out, size_t length, const uint8_t *additional,
                        size_t additional_length) {
  ascon_sponge_ctx cxof;
  start_with_state(&cxof, drbg, "asconkit drbg v1 next");
  (void)ascon_any_sponge_update(&cxof, additional, additional_length);
  (void)ascon_any_sponge_squeeze(&cxof, drbg->state, STATE_BYTES);
  (void)ascon_any_sponge_squeeze(&cxof, out, length);
  zeroize(&cxof, sizeof cxof);
  drbg->requests_left--;
}

/* ---- Seeding -------------------------------------------------------------------------------- */

/* A source that gives the same byte all the time has failed, whatever it says. */
static int draw_entropy(const ascon_entropy *source, uint8_t entropy[ENTROPY_BYTES]) {
  zeroize(entropy, ENTROPY_BYTES);
  return source->fill(source->context, entropy, ENTROPY_BYTES) &&
         bytes_differ(entropy, entropy + 1, ENTROPY_BYTES - 1);
}

/* The numbers of the process and of the generation are those before the entropy was drawn: a copy
   that is made meanwhile is noticed. The seed may lie in the generator, which is written last. */
static ascon_result add_entropy(ascon_drbg *drbg, const uint8_t *seed, size_t seed_length) {
  uint8_t entropy[ENTROPY_BYTES];
  const uint64_t process = ascon_process_number(), generation = current_generation(drbg);
  if (has_source(drbg) && !draw_entropy(&drbg->source, entropy)) {
    zeroize(entropy, sizeof entropy);
    zeroize(drbg, sizeof *drbg);
    drbg->phase = DRBG_FAILED;
    return ASCON_ERR_RANDOM;
  }
  absorb_seed(drbg, has_source(drbg) ? entropy : NULL, seed, seed_length);
  zeroize(entropy, sizeof entropy);
  drbg->process = process;
  drbg->generation = generation;
  drbg->requests_left = has_source(drbg) ? ASCON_DRBG_REQUESTS : ASCON_DRBG_SEEDED_REQUESTS;
  return ASCON_OK;
}

ascon_result ascon_drbg_init(ascon_drbg *drbg, const ascon_entropy *source, const uint8_t *seed,
                             size_t seed_length) {
  if (!drbg || missing(seed, seed_length)) return ASCON_ERR_NULL;
  if (!(source && source->fill) && seed_length < ASCON_DRBG_MIN_SEED_BYTES) return ASCON_ERR_RANGE;
  ascon_drbg made;
  zeroize(&made, sizeof made);
  if (source) made.source = *source;
  made.phase = DRBG_READY;
  const ascon_result result = add_entropy(&made, seed, seed_length);
  hand_over(drbg, &made, sizeof made);
  return result;
}

/* What both calls on a generator check first. */
static ascon_result check_phase(const ascon_drbg *drbg) {
  if (drbg->phase == DRBG_NONE) return ASCON_ERR_ORDER;
  return drbg->phase == DRBG_READY ? ASCON_OK : ASCON_ERR_RANDOM;
}

ascon_result ascon_drbg_reseed(ascon_drbg *drbg, const uint8_t *seed, size_t seed_length) {
  if (!drbg || missing(seed, seed_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_phase(drbg));
  if (!has_source(drbg) && seed_length < ASCON_DRBG_MIN_SEED_BYTES) return ASCON_ERR_RANGE;
  return add_entropy(drbg, seed, seed_length);
}

/* ---- Output --------------------------------------------------------------------------------- */

/* A copy may go unnoticed: with a source, reseeding for each request costs nothing but time. */
static int may_be_copied(const ascon_drbg *drbg) {
  return was_copied(drbg) || (has_source(drbg) && !ascon_process_number_is_sure());
}

/* Reseeds the generator if that is due, and has to have a source then. */
static ascon_result prepare(ascon_drbg *drbg) {
  RETURN_IF_ERROR(check_phase(drbg));
  if (drbg->requests_left != 0 && !may_be_copied(drbg)) return ASCON_OK;
  return has_source(drbg) ? add_entropy(drbg, NULL, 0) : ASCON_ERR_RANDOM;
}

/* In parts, of which the first has the additional input. After a failure, what had already come is
   zeroized: nobody may take the buffer for random. */
ascon_result ascon_drbg_generate(ascon_drbg *drbg, uint8_t *out, size_t length,
                                 const uint8_t *additional, size_t additional_length) {
  if (!drbg || missing(out, length) || missing(additional, additional_length))
    return ASCON_ERR_NULL;
  ascon_result result;
  size_t done = 0;
  do {
    const size_t part = smaller(length - done, PART_BYTES);
    result = prepare(drbg);
    if (result != ASCON_OK) break;
    make_output(drbg, length ? out + done : NULL, part, additional, done ? 0 : additional_length);
    done += part;
  } while (done < length);
  if (result == ASCON_ERR_RANDOM) ascon_wipe(out, length);
  return result;
}

#endif
