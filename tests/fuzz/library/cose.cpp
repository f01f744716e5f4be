// COSE messages (ports/cose). What is sent has the bytes of RFC 9052, written down once more. Of
// messages with a right tag and any headers, those are accepted that ascon_cose.h allows. A changed
// message is refused, or has all that its sender authenticated.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "ports/cose/ascon_cose.h"

#include "tests/fuzz/support/faults.h"
#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"
#include "tests/support/specification.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

// ---- CBOR (RFC 8949, section 3) -------------------------------------------------------------

enum Major { kPositive, kNegative, kBytes, kText, kArray, kMap, kTag, kSimple };

Bytes Head(Major major, uint64_t n) {
  const auto type = static_cast<uint8_t>(major << 5);
  if (n < 24) return {static_cast<uint8_t>(type | n)};
  uint8_t form = 0;  // 2 to the power of it are the bytes of the number
  while (form < 3 && n >> (8u << form)) form++;
  Bytes head = {static_cast<uint8_t>(type | 24 | form)};
  for (size_t i = size_t{1} << form; i-- > 0;) head.push_back(static_cast<uint8_t>(n >> 8 * i));
  return head;
}

Bytes Integer(int64_t n) {
  return n < 0 ? Head(kNegative, static_cast<uint64_t>(-1 - n))
               : Head(kPositive, static_cast<uint64_t>(n));
}

Bytes String(const Bytes &content, Major major = kBytes) {
  return Joined(Head(major, content.size()), content);
}

// ---- Messages (RFC 9052, sections 3, 5 and 6) -----------------------------------------------

enum { kAlg = 1, kCrit = 2, kKid = 4, kIv = 5, kPartialIv = 6 };
constexpr size_t kTagBytes = ASCON_COSE_TAG_BYTES;

struct Sender {
  bool is_mac;
  Bytes key, nonce, aad, text;
  int32_t algorithm() const { return is_mac ? ASCON_COSE_MAC : ASCON_COSE_AEAD128; }
};

Bytes Resized(Bytes string, size_t n) {
  string.resize(n);
  return string;
}

// The content, and the tag of a COSE_Mac0 after it, which cover the protected header.
struct Sealed {
  Bytes content, tag;
};

Sealed Seal(const Sender &s, const Bytes &protected_header) {
  Bytes all = s.is_mac ? Joined(Head(kArray, 4), String(Text("MAC0"), kText))
                       : Joined(Head(kArray, 3), String(Text("Encrypt0"), kText));
  Append(&all, Joined(String(protected_header), String(s.aad)));
  if (!s.is_mac)
    return {asconkit_test::Specified({ASCON_AEAD128, kTagBytes, s.key, s.nonce, all, s.text}), {}};
  Append(&all, String(s.text));
  return {s.text, asconkit_test::Specified({ASCON_V13_MAC, kTagBytes, s.key, {}, {}, all})};
}

// The parameters of both headers, and what ascon_cose.h says of them.
struct Headers {
  void Put(const Bytes &label, const Bytes &value) {
    count++;
    Append(&pairs, Joined(label, value));
  }
  void PutOnce(int label, const Bytes &value, std::optional<Bytes> *place) {
    is_readable &= !place->has_value();
    *place = value;
    Put(Integer(label), String(value));
  }
  void PutAlgorithm(int64_t number, bool is_protected) {
    is_readable &= is_protected && algorithm == 0 && number != 0 && number == int32_t(number);
    algorithm = number;
    Put(Integer(kAlg), Integer(number));
  }
  // A value that is no array, no map and not simple is skipped.
  Bytes Value(Input &input) {
    const auto major = static_cast<Major>(input.UpTo(kSimple));
    if (major == kBytes || major == kText) return String(input.Some(input.UpTo(30)), major);
    const size_t n = input.OneOf<size_t>({1, 0, 23, 24, 255, 256, 65536, SIZE_MAX / 2, SIZE_MAX});
    is_readable &= major == kPositive || (major == kNegative && n <= SIZE_MAX / 2);
    return Head(major, major <= kNegative ? n : n % 24);
  }
  void PutAny(Input &input, bool is_protected, const Sender &s) {
    const int64_t numbers[] = {99,           -70000, INT32_MAX, INT32_MIN, int64_t{INT32_MAX} + 1,
                               1 - INT64_MAX};
    switch (input.UpTo(6)) {
      case 0: return PutOnce(kKid, input.Some(input.UpTo(30)), &kid);
      case 1: return PutOnce(kIv, Resized(s.nonce, input.Flag() ? 16 : input.UpTo(20)), &nonce);
      case 2:
        return PutAlgorithm(input.Flag() ? s.algorithm() : numbers[input.UpTo(5)], is_protected);
      case 3: return Put(String(input.Some(input.UpTo(9)), kText), Value(input));
      case 4:
        is_readable = false;
        return Put(Integer(input.Flag() ? kCrit : kPartialIv), String({1}));
      default:
        const int64_t label = numbers[input.UpTo(5)];
        is_readable &= label == int32_t(label);
        Put(Integer(label), Value(input));
    }
  }
  Bytes Map() {
    const Bytes map = Joined(Head(kMap, count), pairs);
    count = 0;
    pairs.clear();
    return map;
  }

  bool is_readable = true;
  int64_t algorithm = 0;
  std::optional<Bytes> kid, nonce;
  size_t count = 0;
  Bytes pairs;
};

struct Message {
  Bytes bytes, protected_header;
  ascon_result parsed;
};

Message Whole(const Sender &s, const Bytes &protected_header, const Bytes &unprotected,
              uint64_t tag, const Sealed &sealed) {
  Bytes all = Joined(Head(kTag, tag), Head(kArray, s.is_mac ? 4 : 3));
  Append(&all, Joined(String(protected_header), unprotected));
  Append(&all, String(sealed.content));
  if (s.is_mac) Append(&all, String(sealed.tag));
  return {all, protected_header, ASCON_OK};
}

Message UsualMessage(const Sender &s, const std::optional<Bytes> &kid) {
  Headers headers;
  headers.PutAlgorithm(s.algorithm(), true);
  const Bytes protected_header = headers.Map();
  if (kid) headers.PutOnce(kKid, *kid, &headers.kid);
  if (!s.is_mac) headers.PutOnce(kIv, s.nonce, &headers.nonce);
  return Whole(s, protected_header, headers.Map(), s.is_mac ? 17 : 16, Seal(s, protected_header));
}

Message AnyMessage(Input &input, const Sender &s) {
  Headers headers;
  if (!input.OneIn(16)) headers.PutAlgorithm(s.algorithm(), true);
  for (size_t left = input.UpTo(2); left != 0; left--) headers.PutAny(input, true, s);
  const Bytes protected_header = headers.Map();
  if (!s.is_mac && !headers.nonce) headers.PutOnce(kIv, s.nonce, &headers.nonce);
  for (size_t left = input.UpTo(2); left != 0; left--) headers.PutAny(input, false, s);
  Sealed sealed = Seal(s, protected_header);
  Bytes &last = s.is_mac ? sealed.tag : sealed.content;
  if (input.OneIn(16)) last.resize(s.is_mac && input.Flag() ? 17 : input.UpTo(15));
  const uint64_t tag = input.OneIn(16) ? 15 + input.UpTo(3) : s.is_mac ? 17 : 16;
  Message message = Whole(s, protected_header, headers.Map(), tag, sealed);
  const bool has_lengths =
      s.is_mac ? last.size() == kTagBytes : last.size() >= kTagBytes && headers.nonce->size() == 16;
  if (!headers.is_readable || (tag == 17) != s.is_mac) message.parsed = ASCON_ERR_RANGE;
  else if (headers.algorithm != s.algorithm() || tag < 16 || tag > 17)
    message.parsed = ASCON_ERR_ALGORITHM;
  else if (!has_lengths) message.parsed = ASCON_ERR_RANGE;
  return message;
}

// ---- The port -------------------------------------------------------------------------------

ascon_cose_bytes View(const Heap &memory) { return {memory.data(), memory.size()}; }

void CheckSending(Input &input, const Sender &s) {
  std::optional<Bytes> kid;
  if (input.Flag()) kid = input.Some(input.UpTo(30));
  const Bytes expected = UsualMessage(s, kid).bytes;
  const Heap text(s.text), aad(s.aad), id(kid.value_or(Bytes()));
  const ascon_cose_bytes given = kid ? View(id) : ascon_cose_bytes{nullptr, 0};
  for (size_t missing : {1u, 0u}) {
    Heap out(expected.size() - missing);
    size_t length = 0;
    const ascon_result result =
        s.is_mac ? ascon_cose_mac0(out.data(), out.size(), &length, View(text), given, View(aad),
                                   s.key.data())
                 : ascon_cose_encrypt0(out.data(), out.size(), &length, View(text), given,
                                       View(aad), s.nonce.data(), s.key.data());
    EXPECT_EQ(result, missing ? ASCON_ERR_RANGE : ASCON_OK);
    if (!missing) EXPECT_EQ(Bytes(out.data(), out.data() + length), expected);
  }
}

// The text of a COSE_Encrypt0, in place or not; nothing after an error.
std::optional<Bytes> Decrypt(Heap *in, const ascon_cose_message &parts, const Sender &s,
                             const Heap &aad, bool in_place) {
  Heap memory(parts.content.length - kTagBytes, 0, kUntouched);
  uint8_t *out = in_place ? in->data() + (parts.content.data - in->data()) : memory.data();
  size_t length = 1;
  const ascon_result result =
      ascon_cose_decrypt0(out, memory.size(), &length, &parts, View(aad), s.key.data());
  const Bytes text(out, out + memory.size());
  EXPECT_TRUE(result == ASCON_OK || result == ASCON_ERR_TAG);
  EXPECT_EQ(length, result == ASCON_OK ? text.size() : 0);
  if (result == ASCON_OK) return text;
  EXPECT_EQ(text, Bytes(text.size()));
  return std::nullopt;
}

void ExpectInside(ascon_cose_bytes part, const Heap &in) {
  EXPECT_TRUE(part.data >= in.data() && part.length <= in.size());
  EXPECT_LE(static_cast<size_t>(part.data - in.data()), in.size() - part.length);
}

// Parses and opens a message of anybody. Returns how parsing ended.
ascon_result CheckReceiving(const Sender &s, const Message &sent, const Bytes &message,
                            bool in_place) {
  Heap in(message);
  const Heap aad(s.aad);
  ascon_cose_message parts;
  const ascon_result parsed = ascon_cose_parse(&parts, View(in));
  if (parsed != ASCON_OK) {
    EXPECT_TRUE(!parts.algorithm && !parts.content.data && !parts.nonce.data && !parts.tag.data);
    return parsed;
  }
  for (auto part : {parts.protected_header, parts.content}) ExpectInside(part, in);
  if (parts.kid.data) ExpectInside(parts.kid, in);
  const auto copy = [](ascon_cose_bytes part) { return Bytes(part.data, part.data + part.length); };
  const Bytes header = copy(parts.protected_header);
  std::optional<Bytes> text;
  if (parts.algorithm == ASCON_COSE_AEAD128) {
    ExpectInside(parts.nonce, in);
    text = Decrypt(&in, parts, s, aad, in_place);
  } else {
    ExpectInside(parts.tag, in);
    if (ascon_cose_verify0(&parts, View(aad), s.key.data()) == ASCON_OK) text = copy(parts.content);
  }
  EXPECT_TRUE(text.has_value() || message != sent.bytes);
  if (!text) return ASCON_OK;
  EXPECT_EQ(parts.algorithm, s.algorithm());
  EXPECT_EQ(header, sent.protected_header);
  EXPECT_EQ(*text, s.text);
  return ASCON_OK;
}

// Cuts out, doubles or inserts some bytes, or flips a bit.
void Change(Input &input, Bytes *message) {
  if (input.Flag() && input.FlipBit(message)) return;
  const size_t start = input.UpTo(message->size()), n = input.UpTo(message->size() - start);
  const Bytes middle = Part(*message, start, n),
              end = Part(*message, start + n, message->size() - start - n);
  message->resize(start);
  switch (input.UpTo(2)) {
    case 0: break;
    case 1: Append(message, Joined(middle, middle)); break;
    default: Append(message, input.Some(input.UpTo(8)));
  }
  Append(message, end);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const bool is_mac = input.Flag();
  const Sender s = {is_mac, input.Some(16), input.Some(16), input.Some(input.Length(8)),
                    input.Some(input.Length(16))};
  if (input.OneIn(8)) return CheckSending(input, s);
  const Message sent = AnyMessage(input, s);
  EXPECT_EQ(CheckReceiving(s, sent, sent.bytes, input.Flag()), sent.parsed);
  if (sent.parsed != ASCON_OK || input.ended()) return;
  Bytes changed = sent.bytes;
  for (size_t left = 1 + input.UpTo(2); left != 0; left--) Change(input, &changed);
  CheckReceiving(s, sent, changed, input.Flag());
}
