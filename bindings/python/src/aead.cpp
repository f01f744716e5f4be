// Authenticated encryption: one Python class for each row of the table, all with the same code.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_any.h"
#include "aead_docs.hpp"
#include "calls.hpp"
#include "direct.hpp"
#include "held_key.hpp"
#include "rows.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

constexpr size_t TAG_BYTES = 16;

class AeadCipher {
 public:
  AeadCipher(const ascon_algorithm &row, Data key_in)
      : algorithm(row), key(key_in, row.key_bytes) {}

  const ascon_algorithm &algorithm;
  HeldKey key;
};

/** The arguments that all calls share. */
struct Message {
  Message(const AeadCipher &aead, Data nonce_in, Data data_in, OptionalData ad_in)
      : nonce(nonce_in, "nonce"),
        data(data_in, "data"),
        ad(ad_in, "associated_data"),
        key(aead.key) {
    nonce.require("nonce", aead.algorithm.nonce_bytes);
  }
  [[nodiscard]] size_t bytes() const { return data.size + ad.size; }

  /** InvalidTag if `data` is shorter than a tag. */
  [[nodiscard]] size_t without_tag() const {
    if (data.size < TAG_BYTES) {
      raise_too_short(data.size);
    }
    return data.size - TAG_BYTES;
  }

  /** ValueError unless `out` stands apart from all arguments or begins where the data does. */
  void require_apart(const HeldBuffer &out) const {
    const bool in_place = out.data == data.data;
    if (out.overlaps(nonce) || out.overlaps(ad) || (!in_place && out.overlaps(data))) {
      raise(PyExc_ValueError, "buf must begin where data begins, or not overlap any argument");
    }
  }

  HeldBuffer nonce;
  HeldBuffer data;
  HeldBuffer ad;
  KeyCopy key;
};

/** Reads or writes `tag`, and writes to `out` what becomes of the first `length` bytes of data. */
void crypt(const AeadCipher &self, ascon_operation op, const Message &m, uint8_t *out,
           size_t length, uint8_t *tag, size_t tag_length) {
  ascon_message message = {};
  message.out = out;
  message.in = m.data.data;
  message.length = length;
  message.tag = tag;
  message.tag_length = tag_length;
  message.ad = m.ad.data;
  message.ad_length = m.ad.size;
  message.nonce = m.nonce.data;
  message.key = m.key.bytes;
  check(work(m.bytes(), [&] { return ascon_any_run(&self.algorithm, op, &message); }));
}

/** To ciphertext || tag. */
void seal(const AeadCipher &self, const Message &m, uint8_t *out) {
  const size_t length = m.data.size;
  crypt(self, ASCON_ENCRYPT, m, out, length, out + length, TAG_BYTES);
}

/** From ciphertext || tag. */
void open(const AeadCipher &self, const Message &m, uint8_t *out) {
  const size_t length = m.without_tag();
  crypt(self, ASCON_DECRYPT, m, out, length, m.data.data + length, TAG_BYTES);
}

nb::bytes encrypt(const AeadCipher &self, Data nonce, Data data, OptionalData ad) {
  const Message message(self, nonce, data, ad);
  NewBytes out(message.data.size + TAG_BYTES);
  seal(self, message, out.data());
  return out.take();
}

nb::bytes decrypt(const AeadCipher &self, Data nonce, Data data, OptionalData ad) {
  const Message message(self, nonce, data, ad);
  NewBytes out(message.without_tag());
  open(self, message, out.data());
  return out.take();
}

size_t encrypt_into(const AeadCipher &self, Data nonce, Data data, OptionalData ad, Target buf) {
  const Message message(self, nonce, data, ad);
  const HeldBuffer out(buf, "buf");
  out.require("buf", message.data.size + TAG_BYTES);
  message.require_apart(out);
  seal(self, message, out.data);
  return out.size;
}

size_t decrypt_into(const AeadCipher &self, Data nonce, Data data, OptionalData ad, Target buf) {
  const Message message(self, nonce, data, ad);
  const HeldBuffer out(buf, "buf");
  out.require("buf", message.without_tag());
  message.require_apart(out);
  open(self, message, out.data);
  return out.size;
}

nb::tuple encrypt_detached(const AeadCipher &self, Data nonce, Data data, OptionalData ad,
                           Length tag_length) {
  const Message m(self, nonce, data, ad);
  const size_t tag_bytes = tag_size(self.algorithm, tag_length);
  NewBytes out(m.data.size), tag(tag_bytes);
  crypt(self, ASCON_ENCRYPT, m, out.data(), m.data.size, tag.data(), tag_bytes);
  return nb::make_tuple(out.take(), tag.take());
}

nb::bytes decrypt_detached(const AeadCipher &self, Data nonce, Data data, Data tag, OptionalData ad,
                           Length tag_length) {
  const Message m(self, nonce, data, ad);
  const ReceivedTag given(tag, tag_size(self.algorithm, tag_length));
  NewBytes out(m.data.size);
  crypt(self, ASCON_DECRYPT, m, out.data(), m.data.size, given.data, given.size);
  return out.take();
}

// ---- Messages in pieces -------------------------------------------------------------------------

class Stream {
 public:
  Stream(const AeadCipher &aead, Data nonce_in, AfterFork after_fork)
      : algorithm(aead.algorithm), turns(after_fork) {
    const HeldBuffer nonce(nonce_in, "nonce");
    nonce.require("nonce", algorithm.nonce_bytes);
    const KeyCopy key(aead.key);
    check(ascon_any_aead_init(&ctx, &algorithm, nonce.data, key.bytes));
  }
  Stream(Stream &&other) noexcept
      : ctx(other.ctx), algorithm(other.algorithm), turns(other.turns.after_fork()) {}
  ~Stream() { ascon_wipe(&ctx, sizeof ctx); }

  void associated_data(Data data) {
    const HeldBuffer ad(data, "data");
    const Turn turn(turns);
    const ascon_result result =
        work(ad.size, [&] { return ascon_any_aead_ad(&ctx, ad.data, ad.size); });
    if (result == ASCON_ERR_ORDER) {
      raise_state("associated data must come before the text");
    }
    check(result);
  }

  void wipe() {
    const Guard guard(turns);
    ascon_wipe(&ctx, sizeof ctx);
    turns.end(WIPED);
  }

  ascon_aead_ctx ctx;
  const ascon_algorithm &algorithm;

 protected:
  using Update = ascon_result (*)(ascon_aead_ctx *, uint8_t *, const uint8_t *, size_t);

  template <typename Call>
  void run(size_t bytes, Call call) {
    const Turn turn(turns);
    check(work(bytes, call));
  }

  /** The last call, which erases the state whatever it returns. */
  template <typename Call>
  void finish(Call call) {
    const Turn turn(turns);
    const ascon_result result = call();
    turns.end("the message was finalized");
    check(result);
  }

  nb::bytes update(Update call, Data data) {
    const HeldBuffer in(data, "data");
    NewBytes out(in.size);
    uint8_t *const to = out.data();
    run(in.size, [&] { return call(&ctx, to, in.data, in.size); });
    return out.take();
  }

  size_t update_into(Update call, Data data, Target buf) {
    const HeldBuffer in(data, "data"), out(buf, "buf");
    out.require("buf", in.size);
    if (out.data != in.data && out.overlaps(in)) {
      raise(PyExc_ValueError, "buf must begin where data begins, or not overlap data");
    }
    run(in.size, [&] { return call(&ctx, out.data, in.data, in.size); });
    return in.size;
  }

  Turns turns;
};

class Encryptor : public Stream {
 public:
  Encryptor(const AeadCipher &aead, Data nonce) : Stream(aead, nonce, AfterFork::PARENT) {}
  nb::bytes update(Data data) { return Stream::update(ascon_any_aead_encrypt_update, data); }
  size_t update_into(Data data, Target buf) {
    return Stream::update_into(ascon_any_aead_encrypt_update, data, buf);
  }
  nb::bytes finalize(Length tag_length) {
    const size_t bytes = tag_size(algorithm, tag_length);
    NewBytes tag(bytes);
    finish([&] { return ascon_any_aead_encrypt_final(&ctx, tag.data(), bytes); });
    return tag.take();
  }
};

class Decryptor : public Stream {
 public:
  Decryptor(const AeadCipher &aead, Data nonce) : Stream(aead, nonce, AfterFork::BOTH) {}
  nb::bytes update(Data data) {
    return Stream::update(ascon_any_aead_decrypt_update_unverified, data);
  }
  size_t update_into(Data data, Target buf) {
    return Stream::update_into(ascon_any_aead_decrypt_update_unverified, data, buf);
  }
  void finalize(Data tag_in, Length tag_length) {
    const ReceivedTag tag(tag_in, tag_size(algorithm, tag_length));
    finish([&] { return ascon_any_aead_decrypt_final(&ctx, tag.data, tag.size); });
  }
};

// ---- What Python sees ---------------------------------------------------------------------------

using BaseClass = nb::class_<AeadCipher>;

void define_whole_messages(BaseClass &type) {
  define(type, "encrypt", &encrypt, "nonce"_a, "data"_a,
         nb::arg("associated_data").none() = nb::none(), ENCRYPT_DOC.c_str());
  define(type, "decrypt", &decrypt, "nonce"_a, "data"_a,
         nb::arg("associated_data").none() = nb::none(), DECRYPT_DOC.c_str());
  define(type, "encrypt_into", &encrypt_into, "nonce"_a, "data"_a,
         nb::arg("associated_data").none(), "buf"_a, ENCRYPT_INTO_DOC.c_str());
  define(type, "decrypt_into", &decrypt_into, "nonce"_a, "data"_a,
         nb::arg("associated_data").none(), "buf"_a, DECRYPT_INTO_DOC.c_str());
}

void define_detached_tags(BaseClass &type) {
  define(type, "encrypt_detached", &encrypt_detached, "nonce"_a, "data"_a,
         nb::arg("associated_data").none() = nb::none(), nb::kw_only(),
         nb::arg("tag_length") = TAG_BYTES,
         nb::sig("def encrypt_detached(self, nonce: typing_extensions.Buffer, "
                 "data: typing_extensions.Buffer, "
                 "associated_data: typing_extensions.Buffer | None = None, *, "
                 "tag_length: int = 16) -> tuple[bytes, bytes]"),
         ENCRYPT_DETACHED_DOC.c_str());
  define(type, "decrypt_detached", &decrypt_detached, "nonce"_a, "data"_a, "tag"_a,
         nb::arg("associated_data").none() = nb::none(), nb::kw_only(),
         nb::arg("tag_length") = TAG_BYTES, DECRYPT_DETACHED_DOC.c_str());
}

/** Messages in pieces, and the object itself: wiping, `with`, repr(). */
void define_objects(BaseClass &type) {
  define(
      type, "encryptor", [](const AeadCipher &self, Data nonce) { return Encryptor(self, nonce); },
      "nonce"_a, ENCRYPTOR_DOC.c_str());
  define(
      type, "decryptor", [](const AeadCipher &self, Data nonce) { return Decryptor(self, nonce); },
      "nonce"_a, DECRYPTOR_DOC.c_str());
  define_wiping<AeadCipher>(type);
  type.def("__repr__", [](const AeadCipher &self) {
    return nb::str("<{} asconkit.AEAD{}>")
        .format(self.algorithm.name, self.key.wiped() ? ", wiped" : "");
  });
}

/** The class AEAD, which has all methods. */
void define_base(nb::module_ &module) {
  auto type = BaseClass(module, "AEAD", R"(The base of all AEAD classes: AsconAEAD128, and so on.

Never encrypt two messages with the same key and nonce: this reveals their difference. Several threads
may use an object at once.)");
  define_whole_messages(type);
  define_detached_tags(type);
  define_objects(type);
  for (const char *size : {"key_size", "nonce_size", "tag_size", "min_tag_size"}) {
    type.attr(size) = 0;  // set by each row's class
  }
  type.attr("name") = "";
  refuse_pickling(type);
}

template <typename Type>
nb::class_<Type> define_stream(nb::module_ &module, const char *name, const char *doc) {
  auto type = nb::class_<Type>(module, name, doc);
  define(type, "associated_data", &Stream::associated_data, "data"_a, ASSOCIATED_DATA_DOC.c_str());
  type.def("wipe", &Stream::wipe,
           "Erases the state and the key; every later call raises StateError.");
  type.def("__repr__", [name](const Type &self) {
    return nb::str("<{} asconkit.{}>").format(self.algorithm.name, name);
  });
  refuse_pickling(type);
  return type;
}

/** Encryptor and Decryptor. Two processes that encrypt on after fork() would use a nonce twice. */
void define_streams(nb::module_ &module) {
  auto encryptor = define_stream<Encryptor>(module, "Encryptor", R"(Encrypts an incremental message.

Call associated_data(), then update(), each any number of times, then finalize(). Another order
raises StateError. Threads that share an object take turns.)");
  define(encryptor, "update", &Encryptor::update, "data"_a, ENCRYPTOR_UPDATE_DOC.c_str());
  define(encryptor, "update_into", &Encryptor::update_into, "data"_a, "buf"_a,
         ENCRYPTOR_UPDATE_INTO_DOC.c_str());
  define(encryptor, "finalize", &Encryptor::finalize, nb::arg("tag_length") = TAG_BYTES,
         ENCRYPTOR_FINALIZE_DOC.c_str());
  auto decryptor = define_stream<Decryptor>(module, "Decryptor", R"(Decrypts an incremental message.

Call associated_data(), then update_unverified(), each any number of times, then finalize().
Another order raises StateError. Threads that share an object take turns.)");
  define(decryptor, "update_unverified", &Decryptor::update, "data"_a,
         DECRYPTOR_UPDATE_UNVERIFIED_DOC.c_str());
  define(decryptor, "update_unverified_into", &Decryptor::update_into, "data"_a, "buf"_a,
         DECRYPTOR_UPDATE_UNVERIFIED_INTO_DOC.c_str());
  define(decryptor, "finalize", &Decryptor::finalize, "tag"_a, nb::kw_only(),
         nb::arg("tag_length") = TAG_BYTES, DECRYPTOR_FINALIZE_DOC.c_str());
}

/** A C++ type for each row, as each becomes a Python type. */
template <const ascon_algorithm &row>
class AeadCipherOf : public AeadCipher {
 public:
  explicit AeadCipherOf(Data key) : AeadCipher(row, key) {}
  static size_t KeyBytes() { return row.key_bytes; }
  static size_t NonceBytes() { return row.nonce_bytes; }
};

template <const ascon_algorithm &row>
void define_row(nb::module_ &module, const char *name, const char *source) {
  using Type = AeadCipherOf<row>;
  const std::string key = "key: " + std::to_string(row.key_bytes) + " bytes.";
  // The first line is the text signature: Python cuts it off the docstring. inspect uses it before
  // Python 3.11.4, where it overlooks an __init__ that is not Python's beside such a __new__.
  const std::string doc = name + std::string("(key)\n--\n\n") +
                          docstring(describe(row, source), {key.c_str()}, "",
                                    {"ValueError: The key has a wrong size."});
  auto type = nb::class_<Type, AeadCipher>(module, name, doc.c_str());
  define_key_constructor<Type>(type);
  define_generators<Type>(type);
  type.attr("name") = row.name;
  type.attr("key_size") = int(row.key_bytes);
  type.attr("nonce_size") = int(row.nonce_bytes);
  type.attr("tag_size") = int(row.output_bytes);
  type.attr("min_tag_size") = int(row.min_tag_bytes);
}

}  // namespace

void define_aead(nb::module_ &module) {
  define_base(module);
  define_streams(module);
#define DEFINE_ROW(identifier, name, source)                                                       \
  define_row<ascon_algorithm_##identifier>(module, name, source);
  ASCONKIT_AEAD_ROWS(DEFINE_ROW)
#undef DEFINE_ROW
}

}  // namespace asconkit
