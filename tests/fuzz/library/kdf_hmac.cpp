// Functions of a key: KMAC, HMAC, and the derivation of keys from keys and passwords. Each call is
// compared with its standard or page, written down once more over single calls of hash and CXOF; in
// one call and in pieces, with lengths that are allowed and not, and missing strings. A tag is
// accepted if it is the right one, and refused if it is not.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "asconkit/hmac/ascon_hmac.h"
#include "asconkit/kdf/ascon_kdf.h"
#include "tests/fuzz/support/faults.h"
#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

// ---- One call -------------------------------------------------------------------------------

// Calls call(out), which writes n bytes and has these faults. With none it writes specified().
template <typename Call, typename Specified>
void CheckOutput(Input &input, size_t n, Faults faults, const Call &call,
                 const Specified &specified) {
  Output out(input, n, &faults);
  ExpectReturned(call(out.data()), faults);
  if (faults.empty()) EXPECT_EQ(out.bytes(), specified());
  else EXPECT_TRUE(out.is_untouched());
}

// Mostly short, but sometimes so long that its bits are a number of three digits in base 256.
size_t OutputLength(Input &input) {
  return input.OneIn(32) ? 8190 + input.UpTo(4) : input.Length(32);
}

// Sometimes flips a bit of the tag. Returns what a call that verifies the tag must return.
ascon_result Forge(Input &input, Bytes *tag) {
  return input.Flag() && input.FlipBit(tag) ? ASCON_ERR_TAG : ASCON_OK;
}

// ---- KMAC: SP 800-185, and docs/constructions/kdf.md ----------------------------------------

// In base 256, the most significant digit first.
Bytes Digits(uint64_t number) {
  Bytes digits = {static_cast<uint8_t>(number)};
  while (number >>= 8) digits.insert(digits.begin(), static_cast<uint8_t>(number));
  return digits;
}
Bytes LeftEncode(uint64_t number) {
  const Bytes digits = Digits(number);
  return Joined({static_cast<uint8_t>(digits.size())}, digits);
}
Bytes RightEncode(uint64_t number) {
  const Bytes digits = Digits(number);
  return Joined(digits, {static_cast<uint8_t>(digits.size())});
}
Bytes EncodeString(const Bytes &string) { return Joined(LeftEncode(8 * string.size()), string); }

Bytes Bytepad(const Bytes &string, size_t width) {
  Bytes all = Joined(LeftEncode(width), string);
  all.resize((all.size() + width - 1) / width * width);
  return all;
}

// The XOF's form encodes 0 in the place of the output's length.
Bytes SpecifiedKmac(const Bytes &key, const Bytes &message, size_t n, const Bytes &customization,
                    bool xof = false, const char *function = "KMAC") {
  const Bytes z = Joined(EncodeString(Text(function)), EncodeString(customization));
  const Bytes start = Joined(Bytepad(EncodeString(key), 8), message);
  return Cxof(z, Joined(start, RightEncode(xof ? 0 : 8 * n)), n);
}

struct KmacCase {
  Bytes key, customization, message;
  size_t out_bytes;
  bool xof;
  Bytes Specified() const { return SpecifiedKmac(key, message, out_bytes, customization, xof); }
};

ascon_kmac_ctx Started(Input &input, const KmacCase &c) {
  ascon_kmac_ctx ctx;
  EXPECT_EQ(ascon_kdf_kmac_init(&ctx, c.customization.data(), c.customization.size(), c.key.data(),
                                c.key.size()),
            ASCON_OK);
  const Heap message(c.message);
  InPieces(input, c.message.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_kdf_kmac_update(&ctx, message.data() + at, n), ASCON_OK);
  });
  return ctx;
}

Bytes KmacInPieces(Input &input, const KmacCase &c) {
  ascon_kmac_ctx ctx = Started(input, c);
  Heap out(c.out_bytes);
  if (!c.xof) {
    EXPECT_EQ(ascon_kdf_kmac_final(&ctx, out.nullable(), out.size()), ASCON_OK);
    EXPECT_EQ(ascon_kdf_kmac_update(&ctx, nullptr, 0), ASCON_ERR_ORDER);
    return out.bytes();
  }
  InPieces(input, out.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_kdf_kmac_squeeze(&ctx, out.data() + at, n), ASCON_OK);
    EXPECT_EQ(ascon_kdf_kmac_update(&ctx, c.message.data(), c.message.size()), ASCON_ERR_ORDER);
  });
  return out.bytes();
}

// The output may overlap any input.
Bytes KmacInPlace(const KmacCase &c) {
  Bytes content = c.message;
  content.resize(std::max(content.size(), c.out_bytes));
  Heap both(content);
  const auto call = c.xof ? ascon_kdf_kmac_xof : ascon_kdf_kmac;
  EXPECT_EQ(call(both.nullable(), c.out_bytes, both.nullable(), c.message.size(),
                 c.customization.data(), c.customization.size(), c.key.data(), c.key.size()),
            ASCON_OK);
  return Part(both.bytes(), 0, c.out_bytes);
}

void CheckKmacTag(Input &input, const KmacCase &c) {
  Bytes tag = SpecifiedKmac(c.key, c.message, c.out_bytes, c.customization);
  ascon_result expected = Forge(input, &tag);
  if (tag.size() < ASCON_KMAC_MIN_TAG_BYTES) expected = ASCON_ERR_RANGE;
  const Heap given(tag);
  EXPECT_EQ(ascon_kdf_kmac_verify(given.nullable(), given.size(), c.message.data(),
                                  c.message.size(), c.customization.data(), c.customization.size(),
                                  c.key.data(), c.key.size()),
            expected);
  ascon_kmac_ctx ctx = Started(input, c);
  EXPECT_EQ(ascon_kdf_kmac_verify_final(&ctx, given.nullable(), given.size()), expected);
  ascon_wipe(&ctx, sizeof ctx);
}

void CheckKmac(Input &input) {
  constexpr size_t kLongest = ASCON_KMAC_MAX_CUSTOMIZATION_BYTES;
  Faults faults;
  const Argument key(input, input.Length(8), &faults), message(input, input.Length(8), &faults);
  const size_t purpose_bytes = input.OneIn(8) ? kLongest - 2 + input.UpTo(4) : input.UpTo(40);
  const Argument customization(input, purpose_bytes, &faults);
  if (purpose_bytes > kLongest) faults.push_back(ASCON_ERR_RANGE);
  const KmacCase c = {key.content(), customization.content(), message.content(),
                      OutputLength(input), input.Flag()};
  const auto call = c.xof ? ascon_kdf_kmac_xof : ascon_kdf_kmac;
  CheckOutput(
      input, c.out_bytes, faults,
      [&](uint8_t *out) {
        return call(out, c.out_bytes, message.data(), message.size(), customization.data(),
                    customization.size(), key.data(), key.size());
      },
      [&] { return c.Specified(); });
  if (!faults.empty()) return;
  EXPECT_EQ(KmacInPieces(input, c), c.Specified());
  EXPECT_EQ(KmacInPlace(c), c.Specified());
  CheckKmacTag(input, c);
}

// ---- Key derivation: docs/constructions/kdf.md ----------------------------------------------

Bytes SpecifiedStep(const char *step, const Bytes &key, const Bytes &message, size_t n) {
  return SpecifiedKmac(key, message, n, Text(step), false, "KDF");
}

void CheckKdf(Input &input) {
  Faults faults;
  const Argument salt(input, input.Length(8), &faults), ikm(input, input.Length(8), &faults),
      info(input, input.Length(8), &faults);
  const size_t n = OutputLength(input);
  const auto derived = [&] {
    const Bytes message = Joined(EncodeString(ikm.content()), info.content());
    return SpecifiedStep("derive", salt.content(), message, n);
  };
  CheckOutput(
      input, n, faults,
      [&](uint8_t *out) {
        return ascon_kdf_derive(out, n, salt.data(), salt.size(), ikm.data(), ikm.size(),
                                info.data(), info.size());
      },
      derived);
  if (!faults.empty()) return;
  const Bytes prk = SpecifiedStep("extract", salt.content(), ikm.content(), ASCON_KDF_PRK_BYTES);
  CheckOutput(
      input, ASCON_KDF_PRK_BYTES, faults,
      [&](uint8_t *out) {
        return ascon_kdf_extract(out, salt.data(), salt.size(), ikm.data(), ikm.size());
      },
      [&] { return prk; });
  CheckOutput(
      input, n, faults,
      [&](uint8_t *out) {
        return ascon_kdf_expand(out, n, prk.data(), prk.size(), info.data(), info.size());
      },
      [&] { return SpecifiedStep("expand", prk, info.content(), n); });
}

// ---- HMAC: RFC 2104, section 2 --------------------------------------------------------------

Bytes SpecifiedHmac(Bytes key, const Bytes &message) {
  if (key.size() > ASCON_HMAC_BLOCK_BYTES) key = Hash(key);
  key.resize(ASCON_HMAC_BLOCK_BYTES);
  Bytes inner = key, outer = key;
  Xor(&inner, Bytes(key.size(), 0x36));
  Xor(&outer, Bytes(key.size(), 0x5c));
  return Hash(Joined(outer, Hash(Joined(inner, message))));
}

ascon_hmac_ctx StartedHmac(Input &input, const Bytes &key, const Bytes &content) {
  ascon_hmac_ctx ctx;
  EXPECT_EQ(ascon_hmac_hash256_init(&ctx, key.data(), key.size()), ASCON_OK);
  const Heap message(content);
  InPieces(input, content.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_hmac_hash256_update(&ctx, message.data() + at, n), ASCON_OK);
  });
  return ctx;
}

// Tags of any length and of any bytes: those of at least 16 bytes that are the beginning of the
// right one are accepted, all other tags are not.
void CheckHmacTag(Input &input, const Bytes &key, const Bytes &message, Bytes tag) {
  ascon_result expected = ASCON_OK;
  const Bytes right = tag;
  Forge(input, &tag);
  tag.resize(input.OneIn(16) ? ASCON_HMAC_BYTES + 1
                             : ASCON_HMAC_BYTES - input.UpTo(ASCON_HMAC_BYTES));
  if (tag.size() < ASCON_HMAC_MIN_TAG_BYTES || tag.size() > ASCON_HMAC_BYTES)
    expected = ASCON_ERR_RANGE;
  else if (tag != Part(right, 0, tag.size())) expected = ASCON_ERR_TAG;
  const Heap given(tag);
  EXPECT_EQ(ascon_hmac_hash256_verify(given.data(), tag.size(), message.data(), message.size(),
                                      key.data(), key.size()),
            expected);
  ascon_hmac_ctx ctx = StartedHmac(input, key, message);
  EXPECT_EQ(ascon_hmac_hash256_verify_final(&ctx, given.data(), tag.size()), expected);
  ascon_wipe(&ctx, sizeof ctx);
}

void CheckHmac(Input &input) {
  Faults faults;
  const Argument key(input, input.Length(64), &faults), message(input, input.Length(8), &faults);
  const auto specified = [&] { return SpecifiedHmac(key.content(), message.content()); };
  CheckOutput(
      input, ASCON_HMAC_BYTES, faults,
      [&](uint8_t *out) {
        return ascon_hmac_hash256(out, message.data(), message.size(), key.data(), key.size());
      },
      specified);
  if (!faults.empty()) return;
  ascon_hmac_ctx ctx = StartedHmac(input, key.content(), message.content());
  Bytes tag(ASCON_HMAC_BYTES);
  EXPECT_EQ(ascon_hmac_hash256_final(&ctx, tag.data()), ASCON_OK);
  EXPECT_EQ(ascon_hmac_hash256_update(&ctx, nullptr, 0), ASCON_ERR_ORDER);
  EXPECT_EQ(tag, specified());
  CheckHmacTag(input, key.content(), message.content(), tag);
}

// ---- HKDF: RFC 5869 -------------------------------------------------------------------------

// Section 2.3.
Bytes SpecifiedExpand(const Bytes &prk, const Bytes &info, size_t n) {
  Bytes all, block;
  for (uint8_t i = 1; all.size() < n; i++) {
    block = SpecifiedHmac(prk, Joined(Joined(block, info), {i}));
    Append(&all, block);
  }
  all.resize(n);
  return all;
}

void CheckHkdf(Input &input) {
  Faults faults, too_long;
  const Argument salt(input, input.Length(64), &faults), ikm(input, input.Length(8), &faults),
      info(input, input.Length(8), &faults);
  const size_t n = input.OneIn(32) ? ASCON_HKDF_MAX_BYTES - 2 + input.UpTo(4) : input.Length(32);
  if (n > ASCON_HKDF_MAX_BYTES) too_long.push_back(ASCON_ERR_RANGE);
  faults.insert(faults.end(), too_long.begin(), too_long.end());
  const Bytes prk = SpecifiedHmac(salt.content(), ikm.content());
  const auto specified = [&] { return SpecifiedExpand(prk, info.content(), n); };
  CheckOutput(
      input, n, faults,
      [&](uint8_t *out) {
        return ascon_hmac_hkdf(out, n, salt.data(), salt.size(), ikm.data(), ikm.size(),
                               info.data(), info.size());
      },
      specified);
  CheckOutput(
      input, n, too_long,
      [&](uint8_t *out) {
        return ascon_hmac_hkdf_expand(out, n, prk.data(), prk.size(), info.content().data(),
                                      info.size());
      },
      specified);
  CheckOutput(
      input, prk.size(), {},
      [&](uint8_t *out) {
        return ascon_hmac_hkdf_extract(out, salt.content().data(), salt.size(),
                                       ikm.content().data(), ikm.size());
      },
      [&] { return prk; });
}

// ---- PBKDF2: RFC 8018, section 5.2 ----------------------------------------------------------

Bytes SpecifiedPbkdf2Block(const Bytes &password, const Bytes &salt, uint32_t iterations,
                           size_t index) {
  Bytes number = LittleEndian(index, 4);
  std::reverse(number.begin(), number.end());
  Bytes u = SpecifiedHmac(password, Joined(salt, number)), total = u;
  for (uint32_t i = 1; i < iterations; i++) {
    u = SpecifiedHmac(password, u);
    Xor(&total, u);
  }
  return total;
}

void CheckPbkdf2(Input &input) {
  Faults faults;
  const Argument password(input, input.Length(64), &faults), salt(input, input.Length(8), &faults);
  const size_t n = input.Length(32);
  const auto iterations = static_cast<uint32_t>(6 - input.UpTo(6));
  if (iterations == 0) faults.push_back(ASCON_ERR_RANGE);
  CheckOutput(
      input, n, faults,
      [&](uint8_t *out) {
        return ascon_hmac_pbkdf2(out, n, password.data(), password.size(), salt.data(), salt.size(),
                                 iterations);
      },
      [&] {
        Bytes all;
        for (size_t i = 1; all.size() < n; i++)
          Append(&all, SpecifiedPbkdf2Block(password.content(), salt.content(), iterations, i));
        all.resize(n);
        return all;
      });
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_backend_force(input.Backend()), ASCON_OK);
  switch (input.UpTo(4)) {
    case 0: return CheckKmac(input);
    case 1: return CheckKdf(input);
    case 2: return CheckHmac(input);
    case 3: return CheckHkdf(input);
    default: return CheckPbkdf2(input);
  }
}
