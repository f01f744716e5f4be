// Runs every call with its secrets marked as undefined. Under valgrind's memcheck a branch or an
// address that depends on one is an error, at the line that does it. Nonces, associated data,
// customization, ciphertext, tags and all lengths are public; the outcome of a comparison is made
// public by the library. `--planted-branch` and `--planted-index` do what is forbidden: the checker
// must see it. With the name of a batch engine, that engine alone; with `shares`, masked calls
// alone; with `--names`, nothing but the names of the backends and engines that it would run.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "asconkit/ascon_any.h"
#include "asconkit/ascon_backend.h"
#include "asconkit/ascon_permutation.h"
#include "asconkit/ascon_bits.h"
#include "asconkit/masked/ascon_masked.h"
#include "asconkit/batch/ascon_batch.h"
#include "../support/any_kind.h"
#include "tests/support/secret_memory.h"

namespace {

using asconkit_test::PlantedBranch;
using asconkit_test::PlantedIndex;
using asconkit_test::Publish;
using asconkit_test::Secret;

using Bytes = std::vector<uint8_t>;

int g_failures = 0;

void Expect(bool condition, const char *what, const ascon_algorithm *a, size_t n) {
  if (condition) return;
  std::fprintf(stderr, "%s: wrong result of %s, %zu bytes\n", a->name, what, n);
  g_failures++;
}

// Text lengths: empty, partial, full blocks and more of any rate.
constexpr size_t kLengths[] = {0, 1, 8, 15, 16, 33, 40, 85};

void CheckAead(const ascon_algorithm *a, size_t n, size_t m) {
  const Bytes key = Secret(a->key_bytes), text = Secret(n), nonce(16, 1), ad(m, 2);
  Bytes sealed(n + 16), back(n);
  Expect(any_encrypt(a, sealed.data(), sealed.data() + n, 16, text.data(), n, ad.data(), m,
                     nonce.data(), key.data()) == ASCON_OK,
         "encrypt", a, n);
  Publish(&sealed);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    sealed.back() ^= change;
    Expect(any_decrypt(a, back.data(), sealed.data(), n, sealed.data() + n, 16, ad.data(), m,
                       nonce.data(), key.data()) == (change ? ASCON_ERR_TAG : ASCON_OK),
           "decrypt", a, n);
  }
}

void CheckAeadInPieces(const ascon_algorithm *a, size_t n, size_t m) {
  const Bytes key = Secret(a->key_bytes), text = Secret(n), nonce(16, 1), ad(m, 2);
  Bytes sealed(n + 16), back(n);
  const size_t half = n / 2 + n % 2, part = m / 2;
  ascon_aead_ctx ctx;
  uint8_t *out = sealed.data();
  bool good =
      ascon_any_aead_init(&ctx, a, nonce.data(), key.data()) == ASCON_OK &&
      ascon_any_aead_ad(&ctx, ad.data(), part) == ASCON_OK &&
      ascon_any_aead_ad(&ctx, ad.data() + part, m - part) == ASCON_OK &&
      ascon_any_aead_encrypt_update(&ctx, out, text.data(), half) == ASCON_OK &&
      ascon_any_aead_encrypt_update(&ctx, out + half, text.data() + half, n - half) == ASCON_OK &&
      ascon_any_aead_encrypt_final(&ctx, out + n, 16) == ASCON_OK;
  Expect(good, "encrypt in pieces", a, n);
  Publish(&sealed);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    sealed.back() ^= change;
    good = ascon_any_aead_init(&ctx, a, nonce.data(), key.data()) == ASCON_OK &&
           ascon_any_aead_ad(&ctx, ad.data(), m) == ASCON_OK &&
           ascon_any_aead_decrypt_update_unverified(&ctx, back.data(), out, half) == ASCON_OK &&
           ascon_any_aead_decrypt_update_unverified(&ctx, back.data() + half, out + half,
                                                    n - half) == ASCON_OK;
    Expect(good, "decrypt in pieces", a, n);
    Expect(ascon_any_aead_decrypt_final(&ctx, out + n, 16) == (change ? ASCON_ERR_TAG : ASCON_OK),
           "decrypt final", a, n);
  }
}

// Strings of bits: 3 fewer than in n bytes, of which there is at least one.
void CheckBits(size_t n, size_t m) {
  const Bytes key = Secret(16), text = Secret(n), nonce(16, 1), ad(m, 2);
  const size_t bits = 8 * n - 3, ad_bits = m == 0 ? 0 : 8 * m - 5, tag_bits = 101;
  Bytes cipher(n), tag(13), back(n), out(n);
  uint8_t digest[32];
  Expect(ascon_bits_sponge(ASCON_HASH256, digest, 256, text.data(), bits, nullptr, 0) == ASCON_OK,
         "hash of bits", ASCON_HASH256, n);
  Expect(ascon_bits_sponge(ASCON_XOF128, out.data(), bits, text.data(), bits, nullptr, 0) ==
                 ASCON_OK &&
             ascon_bits_sponge(ASCON_CXOF128, out.data(), bits, text.data(), bits, ad.data(),
                               ad_bits) == ASCON_OK,
         "output of bits", ASCON_XOF128, n);
  Expect(ascon_bits_aead_encrypt(ASCON_AEAD128, cipher.data(), tag.data(), tag_bits, text.data(),
                                 bits, ad.data(), ad_bits, nonce.data(), key.data()) == ASCON_OK,
         "encrypt bits", ASCON_AEAD128, n);
  Publish(&cipher);
  Publish(&tag);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    tag.back() ^= change;
    Expect(ascon_bits_aead_decrypt(ASCON_AEAD128, back.data(), cipher.data(), bits, tag.data(),
                                   tag_bits, ad.data(), ad_bits, nonce.data(),
                                   key.data()) == (change ? ASCON_ERR_TAG : ASCON_OK),
           "decrypt bits", ASCON_AEAD128, n);
  }
}

struct SpongeCase {
  const ascon_algorithm *a;
  Bytes key, text, z, out;
};

any_input InputOf(const SpongeCase &s) { return {s.key.data(), s.z.data(), s.z.size()}; }

ascon_result Start(ascon_sponge_ctx *ctx, const SpongeCase &s) {
  return any_init(ctx, s.a, InputOf(s));
}

ascon_result Update(ascon_sponge_ctx *ctx, const SpongeCase &s, size_t at, size_t n) {
  return ascon_any_sponge_update(ctx, s.text.data() + at, n);
}

// In two pieces where the output may have any length.
ascon_result Finish(ascon_sponge_ctx *ctx, SpongeCase *s) {
  uint8_t *out = s->out.data();
  const size_t n = s->out.size(), part = n / 2;
  if (any_output_is_final(s->a)) return any_output(ctx, s->a, out, n);
  ascon_result first = any_output(ctx, s->a, out, part);
  ascon_result second = any_output(ctx, s->a, out + part, n - part);
  ascon_wipe(ctx, sizeof *ctx);
  return first != ASCON_OK ? first : second;
}

void CheckMac(SpongeCase *s) {
  const size_t n = s->text.size();
  ascon_sponge_ctx ctx;
  Publish(&s->out);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    s->out.back() ^= change;
    const ascon_result expected = change ? ASCON_ERR_TAG : ASCON_OK;
    Expect(any_mac_verify(s->a, s->out.data(), s->text.data(), n, s->key.data()) == expected,
           "verify", s->a, n);
    bool good = Start(&ctx, *s) == ASCON_OK && Update(&ctx, *s, 0, n) == ASCON_OK;
    Expect(good && ascon_any_sponge_verify_final(&ctx, s->out.data()) == expected, "verify final",
           s->a, n);
  }
}

void CheckSponge(const ascon_algorithm *a, size_t n) {
  const size_t out_bytes = a->output_bytes ? a->output_bytes : n + 7;
  if (a->kind == ASCON_KIND_PRFSHORT && n > 16) return;
  SpongeCase s = {a, Secret(a->key_bytes), Secret(n), Bytes(n, 3), Bytes(out_bytes)};
  Expect(any_compute(a, s.out.data(), out_bytes, s.text.data(), n, InputOf(s)) == ASCON_OK,
         "the one call", a, n);
  if (a->kind == ASCON_KIND_PRFSHORT) return;
  ascon_sponge_ctx ctx;
  const size_t part = n / 3;
  bool good = Start(&ctx, s) == ASCON_OK && Update(&ctx, s, 0, part) == ASCON_OK &&
              Update(&ctx, s, part, n - part) == ASCON_OK && Finish(&ctx, &s) == ASCON_OK;
  Expect(good, "the calls in pieces", a, n);
  if (a->kind == ASCON_KIND_MAC) CheckMac(&s);
}

// The permutation, and bytes at all places of a state that is secret.
void CheckState() {
  uint64_t words[5] = {1, 2, 3, 4, 5};
  Bytes text = Secret(40), out(40);
  (void)VALGRIND_MAKE_MEM_UNDEFINED(words, sizeof words);
  ascon_state state;
  bool good = ascon_permutation_init(&state, words) == ASCON_OK;
  for (unsigned rounds = 1; rounds <= 16; rounds++)
    good = ascon_permutation_apply(&state, rounds) == ASCON_OK && good;
  for (ascon_order order : {ASCON_LITTLE_ENDIAN, ASCON_BIG_ENDIAN})
    for (size_t at = 0; at < 40; at++)
      good = ascon_permutation_xor(&state, order, at, text.data(), 40 - at) == ASCON_OK &&
             ascon_permutation_get(&state, order, at, out.data(), 40 - at) == ASCON_OK && good;
  Expect(good, "the state calls", ascon_any_at(0), 40);
  ascon_wipe(&state, sizeof state);
}

void CheckBackend() {
  CheckState();
  for (size_t i = 0; ascon_any_at(i); i++)
    for (size_t n : kLengths) {
      const auto *a = ascon_any_at(i);
      if (a->kind != ASCON_KIND_AEAD) {
        CheckSponge(a, n);
        continue;
      }
      for (size_t m : {size_t{0}, size_t{5}, size_t{16}, size_t{37}}) {
        CheckAead(a, n, m);
        CheckAeadInPieces(a, n, m);
      }
    }
  for (size_t n : kLengths) {
    if (n != 0) CheckBits(n, n % 5);
  }
}

// ---- Shares ---------------------------------------------------------------------------------

int SecretWords(void *context, uint32_t *out, size_t count) {
  (void)context;
  std::memset(out, 0x3c, 4 * count);
  (void)VALGRIND_MAKE_MEM_UNDEFINED(out, 4 * count);
  return 1;
}

// The strings of a message in shares, one after the other; all shares of what is secret are.
struct SharedCase {
  SharedCase(const ascon_algorithm *algorithm, unsigned shares, size_t bytes)
      : a(algorithm),
        n(bytes),
        key(Secret(shares * size_t{32})),
        text(Secret(shares * n)),
        out(shares * n),
        tag(shares * size_t{40}) {}
  const ascon_algorithm *a;
  size_t n;
  Bytes key, text, out, tag;
  const Bytes nonce = Bytes(16, 1), ad = Bytes(19, 2);

  ascon_masked_in Key() const { return {key.data(), 32}; }
  ascon_masked_in Text() const { return {text.data(), n}; }
  ascon_masked_out Out() { return {out.data(), n}; }
  ascon_masked_out Tag() { return {tag.data(), 40}; }
};

void CheckMaskedAead(const ascon_masked_setup *setup, SharedCase *s) {
  const ascon_masked_in nonce = ascon_masked_plain_in(s->nonce.data()),
                        ad = ascon_masked_plain_in(s->ad.data());
  Expect(ascon_masked_aead_encrypt(setup, s->a, s->Out(), s->Tag(), 16, s->Text(), s->n, ad, 19,
                                   nonce, s->Key()) == ASCON_OK,
         "encrypt on shares", s->a, s->n);
  Bytes sealed(s->n + 16), back(s->n);
  ascon_masked_key key;
  const Bytes bytes = Secret(s->a->key_bytes);
  bool good = ascon_masked_key_init(&key, setup, bytes.data(), bytes.size()) == ASCON_OK &&
              ascon_masked_key_refresh(&key, setup) == ASCON_OK;
  for (bool leveled : {false, true}) {
    ascon_masked_setup form = *setup;
    if (leveled) form.form = &ascon_masked_leveled;
    const ascon_masked_in shares = ascon_masked_key_shares(&form, s->a, &key);
    good = ascon_masked_aead_encrypt(&form, s->a, ascon_masked_plain_out(sealed.data()),
                                     ascon_masked_plain_out(sealed.data() + s->n), 16,
                                     ascon_masked_plain_in(s->text.data()), s->n, ad, 19, nonce,
                                     shares) == ASCON_OK &&
           good;
    Publish(&sealed);
    for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
      sealed.back() ^= change;
      const ascon_result result = ascon_masked_aead_decrypt(
          &form, s->a, ascon_masked_plain_out(back.data()), ascon_masked_plain_in(sealed.data()),
          s->n, ascon_masked_plain_in(sealed.data() + s->n), 16, ad, 19, nonce, shares);
      good = result == (change ? ASCON_ERR_TAG : ASCON_OK) && good;
    }
  }
  Expect(good, "a shared key", s->a, s->n);
}

void CheckMaskedSponge(const ascon_masked_setup *setup, SharedCase *s) {
  const size_t out_bytes = s->a->output_bytes ? s->a->output_bytes : 37;
  const bool cxof = s->a->kind == ASCON_KIND_CXOF;
  const ascon_masked_in prefix = cxof ? ascon_masked_plain_in(s->ad.data()) : s->Key();
  if (s->a->kind == ASCON_KIND_PRFSHORT && s->n > 16) return;
  Expect(ascon_masked_sponge(setup, s->a, s->Tag(), out_bytes, s->Text(), s->n, prefix,
                             cxof ? 19 : s->a->key_bytes) == ASCON_OK,
         "shares", s->a, s->n);
  if (s->a->kind != ASCON_KIND_MAC) return;
  const ascon_masked_in tag = {s->tag.data(), 40};
  Expect(ascon_masked_sponge_verify(setup, s->a, tag, s->Text(), s->n, s->Key()) == ASCON_OK,
         "verify on shares", s->a, s->n);
}

void CheckMasked() {
  unsigned shares = 2;
  for (const ascon_masked_scheme *scheme :
       {&ascon_masked_scheme_2, &ascon_masked_scheme_3, &ascon_masked_scheme_4}) {
    const ascon_masked_setup setup = {scheme, &ascon_masked_full, SecretWords, nullptr};
    for (size_t i = 0; ascon_any_at(i); i++)
      for (size_t n : kLengths) {
        SharedCase s(ascon_any_at(i), shares, n);
        if (s.a->kind == ASCON_KIND_AEAD) CheckMaskedAead(&setup, &s);
        else CheckMaskedSponge(&setup, &s);
      }
    std::printf("%u shares: checked\n", shares++);
  }
}

// ---- Batches --------------------------------------------------------------------------------

// Messages of every length, so that lanes are refilled and some have no message at last.
struct Batch {
  Batch(const ascon_algorithm *algorithm, size_t messages)
      : a(algorithm), count(messages), key(Secret(a->key_bytes)), nonce(16, 1) {
    for (size_t i = 0; i < count; i++) {
      const size_t n = kLengths[i % 8], m = kLengths[i / 3 % 8];
      texts.push_back(Secret(a->kind == ASCON_KIND_PRFSHORT ? n % 17 : n));
      ads.emplace_back(m, uint8_t{2});
      keys.push_back(Secret(a->key_bytes));
      backs.emplace_back(n);
      tags.emplace_back(a->output_bytes ? a->output_bytes : n + 7);
      ciphers.emplace_back(n);
    }
  }
  // Every second message has a key of its own, if they may.
  std::vector<ascon_message> Messages(ascon_operation op, bool own_keys) {
    std::vector<ascon_message> messages(count);
    const bool aead = a->kind == ASCON_KIND_AEAD, opens = op == ASCON_DECRYPT;
    for (size_t i = 0; i < count; i++) {
      ascon_message &m = messages[i];
      const Bytes &ad = aead ? ads[i] : nonce;
      m.out = (!aead ? tags : opens ? backs : ciphers)[i].data(), m.out_length = tags[i].size();
      m.in = (opens ? ciphers : texts)[i].data(), m.length = texts[i].size();
      m.tag = tags[i].data(), m.tag_length = tags[i].size();
      m.ad = ad.data(), m.ad_length = ad.size();
      m.nonce = nonce.data(), m.key = (own_keys && i % 2 ? keys[i] : key).data();
    }
    return messages;
  }
  void PublishResults() {
    for (Bytes &bytes : ciphers) Publish(&bytes);
    for (Bytes &bytes : tags) Publish(&bytes);
  }

  const ascon_algorithm *a;
  size_t count;
  Bytes key, nonce;
  std::vector<Bytes> texts, ads, keys, backs, tags, ciphers;
};

ascon_result RunArray(const ascon_algorithm *a, ascon_operation op,
                      std::vector<ascon_message> *messages) {
  return ascon_any_batch(a, op, messages->data(), messages->size(), nullptr);
}

// Decrypts or verifies, every third tag being wrong.
void CheckTags(Batch *batch, ascon_operation op, bool own_keys) {
  for (size_t i = 0; i < batch->count; i += 3) batch->tags[i].back() ^= 1;
  auto messages = batch->Messages(op, own_keys);
  Expect(RunArray(batch->a, op, &messages) == ASCON_ERR_TAG, "a batch with wrong tags", batch->a,
         batch->count);
  for (size_t i = 0; i < batch->count; i++)
    Expect(messages[i].result == (i % 3 ? ASCON_OK : ASCON_ERR_TAG), "message in a batch", batch->a,
           i);
}

void CheckArray(const ascon_algorithm *a, size_t count, bool own_keys) {
  Batch batch(a, count);
  const bool aead = a->kind == ASCON_KIND_AEAD;
  const ascon_operation op = aead ? ASCON_ENCRYPT : ASCON_COMPUTE;
  auto messages = batch.Messages(op, own_keys);
  Expect(RunArray(a, op, &messages) == ASCON_OK, "batch", a, count);
  batch.PublishResults();
  if (a->kind == ASCON_KIND_MAC) CheckTags(&batch, ASCON_VERIFY, own_keys);
  if (!aead) return;
  CheckTags(&batch, ASCON_DECRYPT, own_keys);
  messages = batch.Messages(ASCON_DECRYPT, own_keys);
  for (ascon_message &m : messages) m.tag_length = a->min_tag_bytes;
  (void)RunArray(a, ASCON_DECRYPT, &messages);
}

ascon_column Column(Bytes *data, size_t length) {
  return {data->data(), 0, length, length, nullptr, nullptr, data->size()};
}

// One string for all messages.
ascon_column Shared(Bytes *data) {
  return {data->data(), 0, 0, data->size(), nullptr, nullptr, data->size()};
}

// All secrets in columns, one key for all.
void CheckColumns(const ascon_algorithm *a, size_t count) {
  const size_t n = a->kind == ASCON_KIND_PRFSHORT ? 13 : 37;
  const size_t out_bytes = a->output_bytes ? a->output_bytes : 20;
  Bytes key = Secret(a->key_bytes), texts = Secret(n * count), nonces(16 * count, 1), ad(9);
  Bytes outs(n * count), tags(out_bytes * count), results(count), back(n * count);
  const bool aead = a->kind == ASCON_KIND_AEAD;
  ascon_columns columns = {};
  columns.in = Column(&texts, n);
  columns.out = aead ? Column(&outs, n) : Column(&tags, out_bytes);
  columns.tag = Column(&tags, out_bytes);
  columns.ad = Shared(&ad), columns.nonce = Column(&nonces, 16), columns.key = Shared(&key);
  const auto check = [&](ascon_operation op) {
    Expect(ascon_any_columns(a, op, &columns, count, results.data(), nullptr) == ASCON_OK,
           "columns", a, n);
  };
  check(aead ? ASCON_ENCRYPT : ASCON_COMPUTE);
  Publish(&outs);
  Publish(&tags);
  columns.in = columns.out, columns.out = Column(&back, n);
  if (aead) check(ASCON_DECRYPT);
}

void CheckEngine(const char *name) {
  const size_t lanes = ascon_batch_engine_lanes(name);
  for (size_t i = 0; ascon_any_at(i); i++) {
    const auto *a = ascon_any_at(i);
    CheckArray(a, 2 * lanes + 3, true);
    CheckArray(a, lanes, false);
    CheckColumns(a, lanes + 1);
  }
}

constexpr std::string_view kOnlyNames = "--names";

// Runs a check of what has been forced, if it could be, and says so.
template <typename Check>
void Run(const char *name, ascon_result forced, bool only_names, Check check) {
  if (forced == ASCON_OK && !only_names) check();
  std::printf("%s: %s\n", name, forced == ASCON_OK ? "checked" : "not on this processor");
}

// One engine, or all of the library's.
void CheckEngines(std::string_view only) {
  const bool only_names = only == kOnlyNames, all = only.empty() || only_names;
  for (size_t i = 0; ascon_batch_engine_at(i); i++) {
    const char *name = ascon_batch_engine_at(i);
    if (all ? std::string_view(name).starts_with("planted") : name != only) continue;
    Run(name, ascon_batch_engine_force(name), only_names, [&] { CheckEngine(name); });
  }
}

void CheckBackends(bool only_names) {
  for (size_t i = 0; ascon_backend_at(i); i++) {
    const char *backend = ascon_backend_at(i);
    Run(backend, ascon_backend_force(backend), only_names, CheckBackend);
  }
  (void)ascon_backend_force(nullptr);
}

}  // namespace

int main(int argc, char **argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "--planted-branch") return PlantedBranch();
  if (what == "--planted-index") return PlantedIndex();
  if (RUNNING_ON_VALGRIND == 0) {
    std::fprintf(stderr, "constant_time: it checks nothing without valgrind\n");
    return 2;
  }
  if (what.empty() || what == kOnlyNames) CheckBackends(what == kOnlyNames);
  if (what.empty() || what == "shares") CheckMasked();
  if (what == "shares") return g_failures == 0 ? 0 : 1;
  CheckEngines(what);
  return g_failures == 0 ? 0 : 1;
}
