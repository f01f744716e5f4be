/* Vectors in the form of OpenSSL's evp_test, whole and in pieces. The file is written from the
   specification by tests/ports/test_openssl.py. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "evp.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

namespace {

using evp::bytes;
using vector = std::map<std::string, std::string>;

bytes from_hex(const std::string &text) {
  bytes value;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    value.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return value;
}

bytes field(const vector &from, const std::string &name) {
  const auto found = from.find(name);
  return found == from.end() ? bytes() : from_hex(found->second);
}

/** Stanzas of `Name = value`, parted by empty lines. */
std::vector<vector> read(const std::string &first) {
  const char *path = std::getenv("ASCONPROV_VECTORS");
  std::ifstream file(path ? path : "");
  std::vector<vector> found;
  vector one;
  for (std::string line; std::getline(file, line) || !one.empty();) {
    const auto sign = line.find(" = ");
    if (file && sign != std::string::npos) {
      one[line.substr(0, sign)] = line.substr(sign + 3);
    } else if (!one.empty()) {
      if (one.count(first)) found.push_back(one);
      one.clear();
    }
    if (!file) break;
  }
  return found;
}

/** Calls `update` for pieces of `step` bytes; once at least, so that empty messages are calls too.
 */
template <class Update>
void in_pieces(const bytes &message, std::size_t step, Update update) {
  std::size_t at = 0;
  do {
    const std::size_t size = std::min(step, message.size() - at);
    update(message.data() + at, size, at);
    at += size;
  } while (at < message.size());
}

const std::size_t STEPS[] = {1, 7, 16, 4096};

struct aead_result {
  bytes text, tag;
  bool is_done;
};

aead_result crypt(const vector &v, bool encrypt, const bytes &tag, std::size_t step) {
  const auto cipher = evp::fetch_cipher(v.at("Cipher"));
  const evp::cipher_ctx ctx(EVP_CIPHER_CTX_new());
  const bytes key = field(v, "Key"), nonce = field(v, "IV"), ad = field(v, "AAD");
  const bytes in = field(v, encrypt ? "Plaintext" : "Ciphertext");
  aead_result out{bytes(in.size()), bytes(tag.size()), false};
  int written = 0;
  // Key and nonce in two calls, as programs do that keep a key.
  EXPECT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), key.data(), nullptr, encrypt, nullptr), 1);
  EXPECT_EQ(EVP_CipherInit_ex2(ctx.get(), nullptr, nullptr, nonce.data(), -1, nullptr), 1);
  if (!ad.empty())
    in_pieces(ad, step, [&](const std::uint8_t *piece, std::size_t size, std::size_t) {
      EXPECT_EQ(EVP_CipherUpdate(ctx.get(), nullptr, &written, piece, static_cast<int>(size)), 1);
    });
  if (!in.empty())
    in_pieces(in, step, [&](const std::uint8_t *piece, std::size_t size, std::size_t at) {
      EXPECT_EQ(EVP_CipherUpdate(ctx.get(), out.text.data() + at, &written, piece,
                                 static_cast<int>(size)),
                1);
      EXPECT_EQ(written, static_cast<int>(size));
    });
  const int tag_bytes = static_cast<int>(tag.size());
  if (!encrypt) {
    bytes given = tag;
    EXPECT_EQ(EVP_CIPHER_CTX_ctrl(ctx.get(), EVP_CTRL_AEAD_SET_TAG, tag_bytes, given.data()), 1);
  }
  std::uint8_t nothing[16];
  out.is_done = EVP_CipherFinal_ex(ctx.get(), nothing, &written) == 1;
  if (encrypt) {
    EXPECT_EQ(EVP_CIPHER_CTX_ctrl(ctx.get(), EVP_CTRL_AEAD_GET_TAG, tag_bytes, out.tag.data()), 1);
  }
  return out;
}

TEST(Vectors, Ciphers) {
  const auto vectors = read("Cipher");
  ASSERT_GE(vectors.size(), 100U);
  for (const auto &v : vectors) {
    SCOPED_TRACE(v.at("Cipher") + " " + v.at("Plaintext"));
    bytes tag = field(v, "Tag");
    for (const auto step : STEPS) {
      const auto sealed = crypt(v, true, tag, step);
      EXPECT_TRUE(sealed.is_done);
      EXPECT_EQ(sealed.text, field(v, "Ciphertext"));
      EXPECT_EQ(sealed.tag, tag);
      const auto opened = crypt(v, false, tag, step);
      EXPECT_TRUE(opened.is_done);
      EXPECT_EQ(opened.text, field(v, "Plaintext"));
    }
    tag[tag.size() / 2] ^= 0x10;
    EXPECT_FALSE(crypt(v, false, tag, 16).is_done);
    EXPECT_EQ(evp::last_error(), "the tag is wrong: do not use the text: it is forged or damaged");
  }
}

TEST(Vectors, Digests) {
  const auto vectors = read("Digest");
  ASSERT_GE(vectors.size(), 100U);
  for (const auto &v : vectors) {
    SCOPED_TRACE(v.at("Digest") + " " + v.at("Input"));
    const auto digest = evp::fetch_digest(v.at("Digest"));
    ASSERT_NE(digest, nullptr);
    const bytes message = field(v, "Input"), expected = field(v, "Output");
    bytes custom = field(v, "Custom");
    for (const auto step : STEPS) {
      const evp::digest_ctx ctx(EVP_MD_CTX_new());
      const OSSL_PARAM params[] = {
          OSSL_PARAM_construct_octet_string("custom", custom.data(), custom.size()),
          OSSL_PARAM_construct_end()};
      ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), digest.get(), v.count("Custom") ? params : nullptr),
                1);
      in_pieces(message, step, [&](const std::uint8_t *piece, std::size_t size, std::size_t) {
        EXPECT_EQ(EVP_DigestUpdate(ctx.get(), piece, size), 1);
      });
      bytes out(expected.size());
      if (EVP_MD_get_flags(digest.get()) & EVP_MD_FLAG_XOF) {
        ASSERT_EQ(EVP_DigestFinalXOF(ctx.get(), out.data(), out.size()), 1);
      } else {
        unsigned size = 0;
        ASSERT_EQ(EVP_DigestFinal_ex(ctx.get(), out.data(), &size), 1);
        EXPECT_EQ(size, out.size());
      }
      EXPECT_EQ(out, expected);
    }
  }
}

TEST(Vectors, Macs) {
  const auto vectors = read("MAC");
  ASSERT_GE(vectors.size(), 100U);
  for (const auto &v : vectors) {
    SCOPED_TRACE(v.at("MAC") + " " + v.at("Input"));
    const auto mac = evp::fetch_mac(v.at("MAC"));
    ASSERT_NE(mac, nullptr);
    const bytes key = field(v, "Key"), message = field(v, "Input"), expected = field(v, "Output");
    std::size_t size = expected.size();
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                 OSSL_PARAM_construct_end()};
    const evp::mac_ctx ctx(EVP_MAC_CTX_new(mac.get()));
    for (const auto step : STEPS) {
      // The first time with the key, then again with the one that is there.
      const bool is_first = step == STEPS[0];
      ASSERT_EQ(EVP_MAC_init(ctx.get(), is_first ? key.data() : nullptr, is_first ? key.size() : 0,
                             params),
                1);
      EXPECT_EQ(EVP_MAC_CTX_get_mac_size(ctx.get()), size);
      in_pieces(message, step, [&](const std::uint8_t *piece, std::size_t bytes_now, std::size_t) {
        EXPECT_EQ(EVP_MAC_update(ctx.get(), piece, bytes_now), 1);
      });
      bytes out(size);
      std::size_t written = 0;
      ASSERT_EQ(EVP_MAC_final(ctx.get(), out.data(), &written, out.size()), 1);
      EXPECT_EQ(written, size);
      EXPECT_EQ(out, expected);
    }
  }
}

}  // namespace
