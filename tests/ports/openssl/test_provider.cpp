/* What vectors do not show: misuse and its errors, copies, threads, processes, and memory that is
   wiped before it is freed. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "evp.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <openssl/crypto.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

using evp::bytes;

OSSL_PROVIDER *loaded;

/* A pattern that nothing else has. */
const bytes KEY = {0xe1, 0x5a, 0x93, 0x0c, 0x7d, 0xb8, 0x46, 0xf2,
                   0x1e, 0xa5, 0x39, 0xc0, 0xd7, 0x8b, 0x64, 0x2f};
const bytes NONCE(16, 0x42);
const bytes TEXT = {'a', ' ', 's', 'h', 'o', 'r', 't', ' ', 't', 'e', 'x', 't'};

/** A context that has key and nonce. */
evp::cipher_ctx started(bool encrypt, const bytes &nonce = NONCE) {
  const auto cipher = evp::fetch_cipher("ASCON-AEAD128");
  evp::cipher_ctx ctx(EVP_CIPHER_CTX_new());
  EXPECT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), KEY.data(), nonce.data(), encrypt, nullptr),
            1);
  return ctx;
}

bool update(const evp::cipher_ctx &ctx, bytes &out, const bytes &in) {
  int written = 0;
  return EVP_CipherUpdate(ctx.get(), out.data(), &written, in.data(),
                          static_cast<int>(in.size())) == 1;
}

bool finish(const evp::cipher_ctx &ctx) {
  std::uint8_t nothing[16];
  int written = 0;
  return EVP_CipherFinal_ex(ctx.get(), nothing, &written) == 1;
}

bool get_tag(const evp::cipher_ctx &ctx, bytes &tag) {
  return EVP_CIPHER_CTX_ctrl(ctx.get(), EVP_CTRL_AEAD_GET_TAG, static_cast<int>(tag.size()),
                             tag.data()) == 1;
}

bool set_tag(const evp::cipher_ctx &ctx, bytes tag) {
  return EVP_CIPHER_CTX_ctrl(ctx.get(), EVP_CTRL_AEAD_SET_TAG, static_cast<int>(tag.size()),
                             tag.data()) == 1;
}

/** Sets the length of this message's tag. */
bool set_tag_length(const evp::cipher_ctx &ctx, int size) {
  return EVP_CIPHER_CTX_ctrl(ctx.get(), EVP_CTRL_AEAD_SET_TAG, size, nullptr) == 1;
}

/** The next message on a context, under the same key. */
bool start_next(const evp::cipher_ctx &ctx, bool encrypt, const bytes &nonce = NONCE) {
  return EVP_CipherInit_ex2(ctx.get(), nullptr, nullptr, nonce.data(), encrypt, nullptr) == 1;
}

struct sealed {
  bytes text, tag;
};

sealed seal() {
  const auto ctx = started(true);
  sealed result{bytes(TEXT.size()), bytes(16)};
  EXPECT_TRUE(update(ctx, result.text, TEXT) && finish(ctx) && get_tag(ctx, result.tag));
  return result;
}

TEST(Cipher, IsWhatProgramsAskFor) {
  const auto cipher = evp::fetch_cipher("ascon-aead128");
  ASSERT_NE(cipher, nullptr);
  EXPECT_EQ(EVP_CIPHER_get_key_length(cipher.get()), 16);
  EXPECT_EQ(EVP_CIPHER_get_iv_length(cipher.get()), 16);
  EXPECT_EQ(EVP_CIPHER_get_block_size(cipher.get()), 1);
  EXPECT_TRUE(EVP_CIPHER_get_flags(cipher.get()) & EVP_CIPH_FLAG_AEAD_CIPHER);
  EXPECT_EQ(EVP_CIPHER_CTX_get_tag_length(started(true).get()), 16);
}

TEST(Cipher, NonceServesOneMessage) {
  const auto ctx = started(true);
  bytes out(TEXT.size());
  ASSERT_TRUE(update(ctx, out, TEXT) && finish(ctx));
  EXPECT_FALSE(update(ctx, out, TEXT));
  EXPECT_EQ(evp::last_error(), "no nonce set, or the nonce was used before: ascon-aead128");
  ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), nullptr, nullptr, bytes(16, 7).data(), -1, nullptr), 1);
  EXPECT_TRUE(update(ctx, out, TEXT));
}

TEST(Cipher, NeedsAKey) {
  const auto cipher = evp::fetch_cipher("ascon-aead128");
  const evp::cipher_ctx ctx(EVP_CIPHER_CTX_new());
  bytes out(TEXT.size());
  ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), nullptr, NONCE.data(), 1, nullptr), 1);
  EXPECT_FALSE(update(ctx, out, TEXT));
  EXPECT_EQ(evp::last_error(), "no key set: ascon-aead128");
}

TEST(Cipher, LengthsAreFixed) {
  const auto ctx = started(true);
  EXPECT_EQ(EVP_CIPHER_CTX_ctrl(ctx.get(), EVP_CTRL_AEAD_SET_IVLEN, 16, nullptr), 1);
  EXPECT_NE(EVP_CIPHER_CTX_ctrl(ctx.get(), EVP_CTRL_AEAD_SET_IVLEN, 12, nullptr), 1);
  EXPECT_EQ(evp::last_error(), "wrong length of the nonce: expected 16 bytes");
  EXPECT_NE(EVP_CIPHER_CTX_set_key_length(ctx.get(), 32), 1);
  ERR_clear_error();
}

TEST(Cipher, TagsMayBeCut) {
  const auto whole = seal();
  const auto ctx = started(true);
  bytes out(TEXT.size()), tag(8), too_short(3);
  ASSERT_TRUE(update(ctx, out, TEXT) && finish(ctx) && get_tag(ctx, tag));
  EXPECT_TRUE(std::equal(tag.begin(), tag.end(), whole.tag.begin()));
  EXPECT_FALSE(get_tag(ctx, too_short));
  EXPECT_EQ(evp::last_error(), "wrong length of the tag: tag has 3 bytes, expected 4 to 16");
  const auto open = started(false);
  ASSERT_TRUE(set_tag_length(open, 8));
  ASSERT_TRUE(set_tag(open, tag) && update(open, out, whole.text));
  EXPECT_TRUE(finish(open));
  EXPECT_EQ(out, TEXT);
}

// Whoever can cut a tag would forge a tag of 4 bytes.
TEST(Cipher, ReceivedTagDoesNotChooseItsLength) {
  const auto whole = seal();
  for (std::size_t size = 0; size <= 17; size++) {
    SCOPED_TRACE(size);
    const auto ctx = started(false);
    bytes tag = whole.tag;
    tag.resize(size);
    EXPECT_EQ(set_tag(ctx, tag), size == 16);
    if (size >= 1 && size < 16) {
      EXPECT_EQ(evp::last_error(), "wrong length of the tag: tag has " + std::to_string(size) +
                                       " bytes, expected 16: for another length set taglen before");
    }
    ERR_clear_error();
    bytes out(TEXT.size());
    EXPECT_EQ(update(ctx, out, whole.text) && finish(ctx), size == 16);
  }
}

TEST(Cipher, TagLengthIsAParameter) {
  const auto whole = seal();
  for (const bool in_init : {false, true}) {
    std::size_t size = 12;
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, &size),
                                 OSSL_PARAM_construct_end()};
    auto ctx = started(false);
    ASSERT_EQ(in_init ? EVP_CipherInit_ex2(ctx.get(), nullptr, nullptr, NONCE.data(), 0, params)
                      : EVP_CIPHER_CTX_set_params(ctx.get(), params),
              1);
    EXPECT_EQ(EVP_CIPHER_CTX_get_tag_length(ctx.get()), 12);
    EXPECT_FALSE(set_tag(ctx, whole.tag));
    EXPECT_EQ(evp::last_error(),
              "wrong length of the tag: tag has 16 bytes, expected 12: for another length set "
              "taglen before");
    bytes out(TEXT.size());
    ASSERT_TRUE(set_tag(ctx, bytes(whole.tag.begin(), whole.tag.begin() + 12)));
    EXPECT_TRUE(update(ctx, out, whole.text) && finish(ctx));
    size = 3;
    EXPECT_NE(EVP_CIPHER_CTX_set_params(ctx.get(), params), 1);
    EXPECT_EQ(evp::last_error(), "wrong length of the tag: tag has 3 bytes, expected 4 to 16");
    EXPECT_NE(EVP_CipherInit_ex2(ctx.get(), nullptr, nullptr, NONCE.data(), 0, params), 1);
    EXPECT_FALSE(update(ctx, out, whole.text));  // no message with another tag than was asked for
    EXPECT_EQ(evp::last_error(), "no nonce set, or the nonce was used before: ascon-aead128");
  }
}

// As programs do that set the length before key and nonce.
TEST(Cipher, TagLengthMayComeBeforeTheKey) {
  const auto cipher = evp::fetch_cipher("ASCON-AEAD128");
  const auto whole = seal();
  const evp::cipher_ctx ctx(EVP_CIPHER_CTX_new());
  ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), nullptr, nullptr, 0, nullptr), 1);
  ASSERT_TRUE(set_tag_length(ctx, 12));
  ASSERT_TRUE(set_tag(ctx, bytes(whole.tag.begin(), whole.tag.begin() + 12)));
  ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), nullptr, KEY.data(), NONCE.data(), 0, nullptr), 1);
  bytes out(TEXT.size());
  EXPECT_TRUE(update(ctx, out, whole.text) && finish(ctx));
}

TEST(Cipher, TagLengthDoesNotStayForTheNextMessage) {
  const auto cipher = evp::fetch_cipher("ASCON-AEAD128");
  const bytes key(16, 0), hello = {'h', 'e', 'l', 'l', 'o'};
  bytes nonce(16, 0), other(16, 9), out(5), ciphertext(5), tag(12), whole(16);
  nonce[0] = 1;
  const evp::cipher_ctx ctx(EVP_CIPHER_CTX_new());
  ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), key.data(), other.data(), 1, nullptr), 1);
  ASSERT_TRUE(set_tag_length(ctx, 12));
  ASSERT_TRUE(update(ctx, ciphertext, hello) && finish(ctx) && get_tag(ctx, tag));
  EXPECT_FALSE(get_tag(ctx, whole));
  EXPECT_EQ(evp::last_error(), "wrong length of the tag: tag has 16 bytes, expected 4 to 12");
  ASSERT_TRUE(start_next(ctx, false, other) && set_tag_length(ctx, 12) && set_tag(ctx, tag));
  ASSERT_TRUE(update(ctx, out, ciphertext) && finish(ctx));
  EXPECT_EQ(out, hello);
  ASSERT_TRUE(start_next(ctx, true, nonce));
  EXPECT_EQ(EVP_CIPHER_CTX_get_tag_length(ctx.get()), 16);
  ASSERT_TRUE(update(ctx, out, hello) && finish(ctx) && get_tag(ctx, whole));
  const bytes right = {0x31, 0x29, 0xf7, 0xd8, 0xcd, 0x97, 0x23, 0xfc,
                       0x77, 0xda, 0x47, 0xc8, 0x08, 0xf5, 0xa2, 0xb6};
  EXPECT_EQ(whole, right);
}

// Each message needs a tag of its own, whatever came before it on the context.
TEST(Cipher, TagDoesNotStayForTheNextMessage) {
  const auto whole = seal();
  bytes out(TEXT.size());
  const char *missing = "no tag set or computed: decryption needs it before the end";
  auto ctx = started(true);  // the tag that was computed
  ASSERT_TRUE(update(ctx, out, TEXT) && finish(ctx) && start_next(ctx, false));
  EXPECT_FALSE(update(ctx, out, whole.text) && finish(ctx));
  EXPECT_EQ(evp::last_error(), missing);
  ctx = started(false);  // of a message that was given up
  ASSERT_TRUE(set_tag(ctx, whole.tag) && update(ctx, out, whole.text) && start_next(ctx, false));
  EXPECT_FALSE(update(ctx, out, whole.text) && finish(ctx));
  EXPECT_EQ(evp::last_error(), missing);
  ctx = started(false);  // of a message that never began
  ASSERT_TRUE(set_tag(ctx, whole.tag) && start_next(ctx, false));
  EXPECT_FALSE(update(ctx, out, whole.text) && finish(ctx));
  EXPECT_EQ(evp::last_error(), missing);
  ctx = started(false);  // the next one's, set before its nonce
  ASSERT_TRUE(set_tag(ctx, whole.tag) && update(ctx, out, whole.text) && finish(ctx));
  ASSERT_TRUE(set_tag(ctx, whole.tag) && start_next(ctx, false));
  EXPECT_TRUE(update(ctx, out, whole.text) && finish(ctx));
}

TEST(Cipher, DecryptionNeedsATag) {
  const auto whole = seal();
  const auto ctx = started(false);
  bytes out(TEXT.size());
  ASSERT_TRUE(update(ctx, out, whole.text));
  EXPECT_FALSE(finish(ctx));
  EXPECT_EQ(evp::last_error(), "no tag set or computed: decryption needs it before the end");
}

TEST(Cipher, AssociatedDataComesFirst) {
  const auto ctx = started(true);
  bytes out(TEXT.size());
  int written = 0;
  ASSERT_TRUE(update(ctx, out, TEXT));
  EXPECT_NE(EVP_CipherUpdate(ctx.get(), nullptr, &written, TEXT.data(), 4), 1);
  EXPECT_EQ(evp::last_error().substr(0, 18), "call out of order:");
  bytes tag(16);
  EXPECT_FALSE(get_tag(ctx, tag));
  EXPECT_EQ(evp::last_error(), "no tag set or computed: expected the end of an encryption before");
  EXPECT_FALSE(set_tag(ctx, tag));
  EXPECT_EQ(evp::last_error(),
            "call out of order: expected decryption: encryption computes the tag");
}

TEST(Cipher, InPlaceAndNotNearby) {
  const auto whole = seal();
  auto ctx = started(true);
  bytes buffer = TEXT;
  ASSERT_TRUE(update(ctx, buffer, buffer));
  EXPECT_EQ(buffer, whole.text);
  buffer.resize(64);
  int written = 0;
  EXPECT_NE(EVP_CipherUpdate(ctx.get(), buffer.data() + 1, &written, buffer.data(), 16), 1);
  EXPECT_EQ(evp::last_error().substr(0, 34), "output and input overlap in part: ");
}

TEST(Cipher, CopiesGoTheirOwnWays) {
  const auto whole = seal();
  const auto ctx = started(true);
  bytes first(5), rest(TEXT.size() - 5), other(rest.size());
  ASSERT_TRUE(update(ctx, first, bytes(TEXT.begin(), TEXT.begin() + 5)));
  const evp::cipher_ctx copy(EVP_CIPHER_CTX_new());
  ASSERT_EQ(EVP_CIPHER_CTX_copy(copy.get(), ctx.get()), 1);
  ASSERT_TRUE(update(ctx, rest, bytes(TEXT.begin() + 5, TEXT.end())) && finish(ctx));
  ASSERT_TRUE(update(copy, other, bytes(TEXT.begin() + 5, TEXT.end())) && finish(copy));
  bytes tag(16);
  EXPECT_TRUE(get_tag(copy, tag));
  EXPECT_EQ(tag, whole.tag);
  EXPECT_EQ(rest, other);
}

TEST(Digest, IsWhatProgramsAskFor) {
  const auto hash = evp::fetch_digest("ASCON-HASH256"), xof = evp::fetch_digest("ASCON-XOF128");
  EXPECT_EQ(EVP_MD_get_size(hash.get()), 32);
  EXPECT_EQ(EVP_MD_get_block_size(hash.get()), 64);
  EXPECT_EQ(EVP_MD_get_block_size(xof.get()), 8);
  EXPECT_FALSE(EVP_MD_get_flags(hash.get()) & EVP_MD_FLAG_XOF);
  EXPECT_TRUE(EVP_MD_get_flags(xof.get()) & EVP_MD_FLAG_XOF);
}

char custom[257] = "a name";
const OSSL_PARAM a_name[] = {OSSL_PARAM_construct_octet_string("custom", custom, 6),
                             OSSL_PARAM_construct_end()};

TEST(Digest, CustomizationComesFirst) {
  const auto digest = evp::fetch_digest("ASCON-CXOF128");
  const evp::digest_ctx ctx(EVP_MD_CTX_new());
  const OSSL_PARAM too_long[] = {OSSL_PARAM_construct_octet_string("custom", custom, 257),
                                 OSSL_PARAM_construct_end()};
  ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), digest.get(), nullptr), 1);
  EXPECT_NE(EVP_MD_CTX_set_params(ctx.get(), too_long), 1);
  EXPECT_EQ(evp::last_error(), "customization too long: 257 bytes, expected at most 256");
  EXPECT_EQ(EVP_MD_CTX_set_params(ctx.get(), a_name), 1);
  ASSERT_EQ(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);
  EXPECT_NE(EVP_MD_CTX_set_params(ctx.get(), a_name), 1);
  EXPECT_EQ(evp::last_error(), "call out of order: the customization comes before the message");
  EXPECT_NE(EVP_DigestInit_ex2(ctx.get(), digest.get(), too_long), 1);
  EXPECT_NE(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);  // no message without its customization
  EXPECT_EQ(evp::last_error().substr(0, 18), "call out of order:");
}

// An empty message ends as any other message: a customization after it would begin a new message.
TEST(Digest, CustomizationAfterTheEndIsLate) {
  const auto digest = evp::fetch_digest("ASCON-CXOF128");
  const evp::digest_ctx ctx(EVP_MD_CTX_new());
  bytes out(32);
  ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), digest.get(), nullptr), 1);
  ASSERT_EQ(EVP_DigestFinal_ex(ctx.get(), out.data(), nullptr), 1);
  EXPECT_NE(EVP_MD_CTX_set_params(ctx.get(), a_name), 1);
  EXPECT_EQ(evp::last_error(), "call out of order: the customization comes before the message");
  EXPECT_NE(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);
  ERR_clear_error();
}

/** The provider's own functions for a digest, which versions of OpenSSL call in different ways. */
template <class Function>
Function *digest_function(const std::string &name, int id) {
  int no_cache = 0;
  const OSSL_ALGORITHM *row = OSSL_PROVIDER_query_operation(loaded, OSSL_OP_DIGEST, &no_cache);
  for (; row && row->algorithm_names; row++)
    for (const OSSL_DISPATCH *entry = row->implementation;
         row->algorithm_names == name && entry->function_id; entry++)
      if (entry->function_id == id) return reinterpret_cast<Function *>(entry->function);
  ADD_FAILURE() << name << " has no function " << id;
  return nullptr;
}

// OpenSSL 3.0 gives each message a new context, 3.6 starts anew on the one that it has.
TEST(Digest, ParametersDoNotStayForTheNextMessage) {
  const std::string cxof = "ascon-cxof128";
  auto *make = digest_function<OSSL_FUNC_digest_newctx_fn>(cxof, OSSL_FUNC_DIGEST_NEWCTX);
  auto *release = digest_function<OSSL_FUNC_digest_freectx_fn>(cxof, OSSL_FUNC_DIGEST_FREECTX);
  auto *init = digest_function<OSSL_FUNC_digest_init_fn>(cxof, OSSL_FUNC_DIGEST_INIT);
  auto *update = digest_function<OSSL_FUNC_digest_update_fn>(cxof, OSSL_FUNC_DIGEST_UPDATE);
  auto *final = digest_function<OSSL_FUNC_digest_final_fn>(cxof, OSSL_FUNC_DIGEST_FINAL);
  ASSERT_TRUE(make && release && init && update && final);
  std::size_t length = 40, written = 0;
  const OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string("custom", custom, 6),
                               OSSL_PARAM_construct_size_t(OSSL_DIGEST_PARAM_XOFLEN, &length),
                               OSSL_PARAM_construct_end()};
  bytes fresh(40), reused(40);
  for (bytes *out : {&fresh, &reused}) {
    void *ctx = make(OSSL_PROVIDER_get0_provider_ctx(loaded));
    if (out == &reused) {
      ASSERT_TRUE(init(ctx, params) && update(ctx, TEXT.data(), 3));
      ASSERT_TRUE(final(ctx, out->data(), &written, out->size()));
      EXPECT_EQ(written, 40U);
      *out = bytes(40);
    }
    EXPECT_TRUE(init(ctx, nullptr) && update(ctx, TEXT.data(), 3));
    EXPECT_TRUE(final(ctx, out->data(), &written, out->size()));
    EXPECT_EQ(written, 32U);
    release(ctx);
  }
  EXPECT_EQ(fresh, reused);
}

// By OpenSSL's calls too: the same digest again, and the one that the context has.
TEST(Digest, ReusedContextsBeginAnew) {
  const auto digest = evp::fetch_digest("ASCON-CXOF128");
  bytes fresh(32), reused(32);
  const evp::digest_ctx ctx(EVP_MD_CTX_new());
  ASSERT_TRUE(EVP_Digest("abc", 3, fresh.data(), nullptr, digest.get(), nullptr));
  for (const EVP_MD *again : {static_cast<const EVP_MD *>(digest.get()), (const EVP_MD *)nullptr}) {
    ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), digest.get(), a_name), 1);
    ASSERT_EQ(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);
    ASSERT_EQ(EVP_DigestFinal_ex(ctx.get(), reused.data(), nullptr), 1);
    EXPECT_NE(fresh, reused);
    ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), again, nullptr), 1);
    ASSERT_EQ(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);
    ASSERT_EQ(EVP_DigestFinal_ex(ctx.get(), reused.data(), nullptr), 1);
    EXPECT_EQ(fresh, reused);
  }
}

// A provider that was built with the headers of 3.0 serves 3.3 and later, which call function 14.
TEST(Digest, SqueezesWhateverTheHeaders) {
  auto *make = digest_function<OSSL_FUNC_digest_newctx_fn>("ascon-xof128", OSSL_FUNC_DIGEST_NEWCTX);
  auto *release =
      digest_function<OSSL_FUNC_digest_freectx_fn>("ascon-xof128", OSSL_FUNC_DIGEST_FREECTX);
  auto *init = digest_function<OSSL_FUNC_digest_init_fn>("ascon-xof128", OSSL_FUNC_DIGEST_INIT);
  auto *squeeze = digest_function<OSSL_FUNC_digest_final_fn>("ascon-xof128", 14);
  ASSERT_TRUE(make && release && init && squeeze);
  bytes whole(40), pieces(40);
  std::size_t written = 0;
  const evp::digest_ctx evp(EVP_MD_CTX_new());
  const auto digest = evp::fetch_digest("ASCON-XOF128");
  ASSERT_EQ(EVP_DigestInit_ex2(evp.get(), digest.get(), nullptr), 1);
  ASSERT_EQ(EVP_DigestFinalXOF(evp.get(), whole.data(), whole.size()), 1);
  void *ctx = make(OSSL_PROVIDER_get0_provider_ctx(loaded));
  EXPECT_TRUE(init(ctx, nullptr) && squeeze(ctx, pieces.data(), &written, 7));
  EXPECT_EQ(written, 7U);
  EXPECT_TRUE(squeeze(ctx, pieces.data() + 7, &written, 33));
  EXPECT_EQ(whole, pieces);
  release(ctx);
}

#if OPENSSL_VERSION_PREREQ(3, 3)
TEST(Digest, SqueezesInPieces) {
  const auto digest = evp::fetch_digest("ASCON-XOF128");
  bytes whole(100), pieces(100);
  for (bytes *out : {&whole, &pieces}) {
    const evp::digest_ctx ctx(EVP_MD_CTX_new());
    ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), digest.get(), nullptr), 1);
    ASSERT_EQ(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);
    const std::size_t first = out == &whole ? 100 : 33;
    ASSERT_EQ(EVP_DigestSqueeze(ctx.get(), out->data(), first), 1);
    if (first < 100) {
      ASSERT_EQ(EVP_DigestSqueeze(ctx.get(), out->data() + first, 100 - first), 1);
    }
  }
  EXPECT_EQ(whole, pieces);
}
#endif

TEST(Mac, SaysWhatIsWrong) {
  const evp::mac_ctx mac(EVP_MAC_CTX_new(evp::fetch_mac("ascon-mac").get()));
  EXPECT_NE(EVP_MAC_init(mac.get(), KEY.data(), 15, nullptr), 1);
  EXPECT_EQ(evp::last_error(), "wrong length of the key: key has 15 bytes, expected 16");
  EXPECT_NE(EVP_MAC_init(mac.get(), nullptr, 0, nullptr), 1);
  EXPECT_EQ(evp::last_error(), "no key set: ascon-mac");
  for (const auto &[name, expected] :
       {std::pair("ascon-mac", "16 to 16"), {"ascon-prfshort", "1 to 16"}}) {
    const evp::mac_ctx other(EVP_MAC_CTX_new(evp::fetch_mac(name).get()));
    std::size_t size = 17;
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                 OSSL_PARAM_construct_end()};
    EXPECT_NE(EVP_MAC_CTX_set_params(other.get(), params), 1);
    EXPECT_EQ(evp::last_error(),
              std::string("wrong length of the output: size is 17, expected ") + expected);
  }
  const evp::mac_ctx prf(EVP_MAC_CTX_new(evp::fetch_mac("ascon-prfshort").get()));
  ASSERT_EQ(EVP_MAC_init(prf.get(), KEY.data(), KEY.size(), nullptr), 1);
  ASSERT_EQ(EVP_MAC_update(prf.get(), NONCE.data(), 16), 1);
  EXPECT_NE(EVP_MAC_update(prf.get(), NONCE.data(), 1), 1);
  EXPECT_EQ(evp::last_error(),
            "message too long: more than the 16 bytes that ascon-prfshort takes");
}

/** A context of this MAC with a key, 16 bytes of output and the message "abc". */
evp::mac_ctx keyed(const std::string &name) {
  evp::mac_ctx ctx(EVP_MAC_CTX_new(evp::fetch_mac(name).get()));
  EXPECT_EQ(EVP_MAC_init(ctx.get(), KEY.data(), KEY.size(), nullptr), 1);
  EXPECT_EQ(EVP_MAC_update(ctx.get(), TEXT.data(), 3), 1);
  return ctx;
}

bool finish(const evp::mac_ctx &ctx, bytes &out) {
  std::size_t written = 0;
  return EVP_MAC_final(ctx.get(), out.data(), &written, out.size()) == 1 && written == out.size();
}

/** Neither update nor final is taken, on the context and on a copy. */
void expect_over(const evp::mac_ctx &ctx) {
  const evp::mac_ctx copy(EVP_MAC_CTX_dup(ctx.get()));
  for (const auto *one : {&ctx, &copy}) {
    bytes out(16, 0x55);
    EXPECT_FALSE(finish(*one, out));
    EXPECT_EQ(evp::last_error().substr(0, 18), "call out of order:");
    EXPECT_EQ(out, bytes(16, 0x55));
    EXPECT_NE(EVP_MAC_update(one->get(), TEXT.data(), 1), 1);
    EXPECT_EQ(evp::last_error().substr(0, 18), "call out of order:");
  }
}

// PrfShort gathers its message for one call of the library, but has the same order of calls.
TEST(Mac, CallsHaveOneOrder) {
  for (const char *name : {"ascon-mac", "ascon-prf", "ascon-prfshort", "ascon-prfshort-v13"}) {
    SCOPED_TRACE(name);
    bytes first(16), again(16);
    const evp::mac_ctx fresh(EVP_MAC_CTX_new(evp::fetch_mac(name).get()));
    EXPECT_NE(EVP_MAC_update(fresh.get(), TEXT.data(), 1), 1);
    EXPECT_EQ(evp::last_error().substr(0, 18), "call out of order:");
    const auto ctx = keyed(name);
    ASSERT_TRUE(finish(ctx, first));
    expect_over(ctx);
    // A new start takes the key that is there.
    ASSERT_EQ(EVP_MAC_init(ctx.get(), nullptr, 0, nullptr), 1);
    ASSERT_EQ(EVP_MAC_update(ctx.get(), TEXT.data(), 3), 1);
    ASSERT_TRUE(finish(ctx, again));
    EXPECT_EQ(first, again);
    // A start that fails ends the message before, and begins none with the key of its parameters.
    bytes key = KEY;
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string("key", key.data(), key.size()),
                                 OSSL_PARAM_construct_end()};
    for (const OSSL_PARAM *given : {static_cast<const OSSL_PARAM *>(nullptr), params}) {
      const auto refused = keyed(name);
      EXPECT_NE(EVP_MAC_init(refused.get(), KEY.data(), 15, given), 1);
      ERR_clear_error();
      expect_over(refused);
    }
  }
  // So does a message that is too long: its first 16 bytes are another message.
  const auto too_long = keyed("ascon-prfshort");
  EXPECT_NE(EVP_MAC_update(too_long.get(), NONCE.data(), 14), 1);
  ERR_clear_error();
  expect_over(too_long);
}

/** Gives a parameter a size but no data. */
template <class Context>
void expect_refused(int (*set)(Context *, const OSSL_PARAM *), Context *ctx,
                    const std::string &name, const std::string &expected) {
  const bool is_size = expected == "an unsigned integer";
  const OSSL_PARAM params[] = {
      {name.c_str(), is_size ? OSSL_PARAM_UNSIGNED_INTEGER + 0U : OSSL_PARAM_OCTET_STRING + 0U,
       nullptr, is_size ? 8U : 16U, 0},
      OSSL_PARAM_construct_end()};
  EXPECT_NE(set(ctx, params), 1);
  EXPECT_EQ(evp::last_error(), "wrong parameter: " + name + ": expected " + expected);
}

TEST(Provider, RefusesParametersWithoutData) {
  const auto cipher = started(false);
  const evp::digest_ctx digest(EVP_MD_CTX_new());
  ASSERT_EQ(EVP_DigestInit_ex2(digest.get(), evp::fetch_digest("ascon-cxof128").get(), nullptr), 1);
  const evp::mac_ctx mac(EVP_MAC_CTX_new(evp::fetch_mac("ascon-prfshort").get()));
  for (const char *name : {"keylen", "ivlen", "taglen"})
    expect_refused(EVP_CIPHER_CTX_set_params, cipher.get(), name, "an unsigned integer");
  expect_refused(EVP_MD_CTX_set_params, digest.get(), "xoflen", "an unsigned integer");
  expect_refused(EVP_MD_CTX_set_params, digest.get(), "custom", "a string with data");
  expect_refused(EVP_MAC_CTX_set_params, mac.get(), "size", "an unsigned integer");
  expect_refused(EVP_MAC_CTX_set_params, mac.get(), "key", "an octet string with data");
  ASSERT_EQ(EVP_MAC_init(mac.get(), KEY.data(), KEY.size(), nullptr), 1);
  EXPECT_NE(EVP_MAC_update(mac.get(), nullptr, 1), 1);  // nor a message
  EXPECT_EQ(evp::last_error().substr(0, 20), "the library refused:");
}

// As from OpenSSL's own providers.
TEST(Provider, GivesSizesOfParametersWithoutData) {
  const auto cipher = started(true);
  ASSERT_TRUE(finish(cipher));
  OSSL_PARAM params[] = {{"keylen", OSSL_PARAM_UNSIGNED_INTEGER, nullptr, 0, 0},
                         {"taglen", OSSL_PARAM_UNSIGNED_INTEGER, nullptr, 0, 0},
                         {"iv", OSSL_PARAM_OCTET_STRING, nullptr, 0, 0},
                         {"tag", OSSL_PARAM_OCTET_STRING, nullptr, 16, 0},
                         OSSL_PARAM_construct_end()};
  EXPECT_EQ(EVP_CIPHER_CTX_get_params(cipher.get(), params), 1);
  const std::size_t sizes[] = {sizeof(std::size_t), sizeof(std::size_t), 16, 16};
  for (int i = 0; i < 4; i++) EXPECT_EQ(params[i].return_size, sizes[i]) << params[i].key;
}

TEST(Provider, ThreadsDoNotDisturbEachOther) {
  const auto expected = seal();
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++)
    threads.emplace_back([&] {
      for (int round = 0; round < 200; round++) {
        const auto mine = seal();
        right += mine.text == expected.text && mine.tag == expected.tag;
      }
    });
  for (auto &thread : threads) thread.join();
  EXPECT_EQ(right, 8 * 200);
}

TEST(Provider, GoesOnInAForkedProcess) {
  const auto expected = seal();
  const auto ctx = started(true);
  bytes out(TEXT.size()), tag(16);
  ASSERT_TRUE(update(ctx, out, TEXT));
  const pid_t child = fork();
  if (child == 0)
    _exit(finish(ctx) && get_tag(ctx, tag) && tag == expected.tag && seal().tag == expected.tag
              ? 0
              : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(finish(ctx) && get_tag(ctx, tag));
  EXPECT_EQ(tag, expected.tag);
}

/* ---- Memory that OpenSSL frees -------------------------------------------------------------- */

std::atomic<int> keys_freed = 0;

bool has_key(const void *memory, std::size_t size) {
  const auto *begin = static_cast<const std::uint8_t *>(memory);
  return std::search(begin, begin + size, KEY.begin(), KEY.end()) != begin + size;
}

void *allocate(std::size_t size, const char *, int) { return std::malloc(size); }
void *reallocate(void *memory, std::size_t size, const char *, int) {
  return std::realloc(memory, size);
}
void free_checked(void *memory, const char *, int) {
  if (memory && has_key(memory, malloc_usable_size(memory))) keys_freed++;
  std::free(memory);
}

TEST(Provider, WipesContexts) {
  keys_freed = 0;
  auto *planted = static_cast<std::uint8_t *>(OPENSSL_zalloc(64));
  std::memcpy(planted + 8, KEY.data(), KEY.size());
  OPENSSL_free(planted);
  ASSERT_EQ(keys_freed, 1) << "the check itself finds nothing";
  keys_freed = 0;
  {
    const auto ctx = started(true);
    bytes out(TEXT.size());
    EXPECT_TRUE(update(ctx, out, TEXT));  // given up here
    const evp::cipher_ctx copy(EVP_CIPHER_CTX_new());
    EXPECT_EQ(EVP_CIPHER_CTX_copy(copy.get(), ctx.get()), 1);
    const evp::mac_ctx mac(EVP_MAC_CTX_new(evp::fetch_mac("ascon-mac").get()));
    EXPECT_EQ(EVP_MAC_init(mac.get(), KEY.data(), KEY.size(), nullptr), 1);
    const evp::mac_ctx prf(EVP_MAC_CTX_new(evp::fetch_mac("ascon-prfshort").get()));
    EXPECT_EQ(EVP_MAC_init(prf.get(), KEY.data(), KEY.size(), nullptr), 1);
    EXPECT_EQ(EVP_MAC_update(prf.get(), KEY.data(), KEY.size()), 1);
  }
  EXPECT_EQ(keys_freed, 0);
}

}  // namespace

int main(int argc, char **argv) {
  // Before OpenSSL allocates anything.
  if (!CRYPTO_set_mem_functions(allocate, reallocate, free_checked)) return 2;
  testing::InitGoogleTest(&argc, argv);
  OSSL_PROVIDER_set_default_search_path(nullptr, std::getenv("ASCONPROV_MODULES"));
  loaded = OSSL_PROVIDER_load(nullptr, "asconprov");
  if (!loaded) {
    ERR_print_errors_fp(stderr);
    return 2;
  }
  const int result = RUN_ALL_TESTS();
  return OSSL_PROVIDER_unload(loaded) == 1 ? result : 2;
}
