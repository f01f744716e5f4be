/* Leveled AEAD: associated data and text by the public calls of ascon_any.h on a state that is not
   in shares, with whatever backend they have.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"
#include "form.h"
#include "../core/modes/backend_table.h"

/* From shares into a context of ascon.h, whose initialization this replaces. The key has been added
   after the permutation, so that the state tells nothing about it. The two are in the same memory:
   the shares are zeroized first, and the key of the context stays zeros. */
static void to_plain(ascon_masked_aead_ctx *ctx, const ascon_algorithm *algorithm) {
  state *s = &ctx->state;
  uint8_t bytes[STATE_LENGTH];
  uint64_t words[5];
  s->out_stride = 0;
  state_bytes(s, OP_SQUEEZE, 0, bytes, NULL, sizeof bytes, ASCON_LITTLE_ENDIAN);
  for (size_t w = 0; w < 5; w++) words[w] = load64(bytes + 8 * w, ASCON_LITTLE_ENDIAN);
  zeroize(s->words.shares, sizeof s->words.shares);
  zeroize(&s->words.plain, sizeof s->words.plain);
  (void)ascon_permutation_init(&s->words.plain.state, words);
  s->words.plain.params = row_of(algorithm, &s->words.plain.state);
  s->words.plain.phase = PHASE_START;
}

/* And back. The five words are put into share 0 and get fresh shares before the key comes near
   them: where there are guards, when they are set. */
static void to_shares(ascon_masked_aead_ctx *ctx) {
  state *s = &ctx->state;
  uint8_t bytes[STATE_LENGTH];
  uint64_t words[5];
  (void)ascon_permutation_get(&s->words.plain.state, ASCON_LITTLE_ENDIAN, 0, bytes, sizeof bytes);
  for (size_t w = 0; w < 5; w++) words[w] = load64(bytes + 8 * w, ASCON_LITTLE_ENDIAN);
  ctx->offset = s->words.plain.offset;
  state_set(s, words);
  if (!MASKED_HAS_GUARDS(s->setup.scheme->shares)) ascon_masked_state_refresh(s);
}

/* The calls cannot fail: aead.c has checked the arguments and the order, and the context inside is
   in the same phase. After a failed initialization nothing is encrypted. */
static void update(ascon_masked_aead_ctx *ctx, operation op, ascon_masked_out out,
                   ascon_masked_in in, size_t n) {
  ascon_aead_ctx *plain = &ctx->state.words.plain;
  if (ctx->state.failed) return;
  if (op == OP_ABSORB) (void)ascon_any_aead_ad(plain, in.data, n);
  else if (op == OP_ENCRYPT) (void)ascon_any_aead_encrypt_update(plain, out.data, in.data, n);
  else (void)ascon_any_aead_decrypt_update_unverified(plain, out.data, in.data, n);
}

const ascon_masked_form ascon_masked_leveled = {update, to_plain, to_shares};
