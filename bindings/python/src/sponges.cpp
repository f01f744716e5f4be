// Hashes, XOFs, MACs and PRFs. Each kind is one class; the row of the table is a value in it.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_any.h"
#include "asconkit/hmac/ascon_hmac.h"
#include "calls.hpp"
#include "message.hpp"
#include "rows.hpp"

#include <string>

namespace asconkit {

namespace {

using nb::literals::operator""_a;

// ---- The classes --------------------------------------------------------------------------------

/** Fixed output: a hash or a MAC. */
class Fixed
    : public FixedMessage<ascon_sponge_ctx, ascon_any_sponge_update, ascon_any_sponge_squeeze> {
 public:
  explicit Fixed(const ascon_algorithm &row) : FixedMessage(row.output_bytes), algorithm(&row) {}

  const ascon_algorithm *algorithm;
};

/** Output of any length: an XOF or a PRF. */
class Extendable
    : public ReadableMessage<ascon_sponge_ctx, ascon_any_sponge_update, ascon_any_sponge_squeeze> {
 public:
  explicit Extendable(const ascon_algorithm &row) : algorithm(&row) {}

  const ascon_algorithm *algorithm;
};

class Hash : public Fixed {
 public:
  using Fixed::Fixed;
  [[nodiscard]] Hash empty() const { return Hash(*algorithm); }
  Hash(const ascon_algorithm &row, Data data) : Fixed(row) {
    check(ascon_any_sponge_init(&ctx, &row, nullptr, 0));
    begin(data);
  }
};

class Xof : public Extendable {
 public:
  using Extendable::Extendable;
  [[nodiscard]] Xof empty() const { return Xof(*algorithm); }
  Xof(const ascon_algorithm &row, Data data) : Extendable(row) {
    check(ascon_any_sponge_init(&ctx, &row, nullptr, 0));
    begin(data);
  }
  Xof(const ascon_algorithm &row, Data data, Data customization_in) : Extendable(row) {
    const HeldBuffer customization(customization_in, "customization");
    require_customization(customization);
    check(ascon_any_sponge_init(&ctx, &row, customization.data, customization.size));
    begin(data);
  }
};

/** The key of a MAC or PRF; ValueError if it has another size. */
class SpongeKey : public HeldBuffer {
 public:
  SpongeKey(const ascon_algorithm &row, Data key) : HeldBuffer(key, "key") {
    require("key", row.key_bytes);
  }
};

class Mac : public Fixed {
 public:
  using Fixed::Fixed;
  [[nodiscard]] Mac empty() const { return Mac(*algorithm); }
  Mac(const ascon_algorithm &row, Data key, Data data) : Fixed(row) {
    const SpongeKey held(row, key);
    check(ascon_any_sponge_init(&ctx, &row, held.data, held.size));
    begin(data);
  }
  void verify(Data tag_in) {
    const HeldBuffer tag(tag_in, "tag");
    tag.require("tag", algorithm->output_bytes);
    const Turn turn(turns);
    ContextCopy<ascon_sponge_ctx> copy(ctx);
    check(ascon_any_sponge_verify_final(&copy.ctx, tag.data));
  }
};

class Prf : public Extendable {
 public:
  using Extendable::Extendable;
  [[nodiscard]] Prf empty() const { return Prf(*algorithm); }
  Prf(const ascon_algorithm &row, Data key, Data data) : Extendable(row) {
    const SpongeKey held(row, key);
    check(ascon_any_sponge_init(&ctx, &row, held.data, held.size));
    begin(data);
  }
};

// ---- Python's view of the classes ---------------------------------------------------------------

/** HMAC pads keys to the block size of a hash: the rate, 8 bytes, would leave 64 bits of a key. */
int block_bytes(const ascon_algorithm &row) {
  return row.kind == ASCON_KIND_HASH ? ASCON_HMAC_BLOCK_BYTES : row.rate_bytes;
}

/** What all four classes have. */
template <typename Type>
nb::class_<Type> define_class(nb::module_ &module, const char *name, const char *doc) {
  auto type = define_message<Type>(module, name, doc);
  type.def_prop_ro(
      "name", [](const Type &self) { return self.algorithm->name; }, "Such as \"ascon-hash256\".");
  type.def_prop_ro(
      "digest_size", [](const Type &self) { return int(self.algorithm->output_bytes); },
      "Bytes of the digest or tag; 0 if the output can have any length.");
  type.def_prop_ro(
      "block_size", [](const Type &self) { return block_bytes(*self.algorithm); },
      "For a hash always 64, to which HMAC pads keys. Otherwise the number of bytes that one "
      "permutation absorbs.");
  type.def("__repr__", [name](const Type &self) {
    return nb::str("<{} asconkit.{}>").format(self.algorithm->name, name);
  });
  return type;
}

template <typename Type>
nb::class_<Type> define_fixed(nb::module_ &module, const char *name, const char *doc) {
  auto type = define_class<Type>(module, name, doc);
  define_digest(type);
  return type;
}

/** An output of any length: digest(length), and read() for the next bytes. */
template <typename Type>
void define_extendable(nb::module_ &module, const char *name, const char *doc) {
  auto type = define_class<Type>(module, name, doc);
  define(type, "digest", &Type::digest, "length"_a,
         R"(Returns the beginning of the output, even if read() has returned it already.

The message may be updated afterwards.

Args:
    length: The number of bytes.

Returns:
    The first `length` bytes of the output.)");
  define(type, "hexdigest", &Type::hexdigest, "length"_a,
         R"(Like digest(), in hexadecimal.

Args:
    length: The number of bytes.

Returns:
    Two digits for each byte.)");
  define_reading(type);
}

/** Hash, XOF, MAC and PRF. */
void define_classes(nb::module_ &module) {
  define_fixed<Hash>(module, "Hash", "An incremental hash, like the objects of hashlib.");
  define_extendable<Xof>(module, "XOF",
                         "An incremental extendable-output function, like hashlib's shake, with "
                         "read().");
  auto mac =
      define_fixed<Mac>(module, "MAC", "An incremental message authentication code, like hmac's.");
  define(mac, "verify", &Mac::verify, "tag"_a,
         R"(Verifies the tag of the message so far in constant time.

Args:
    tag: 16 bytes.

Raises:
    InvalidTag: The tags differ.
    ValueError: The given tag has a wrong size.)");
  define_extendable<Prf>(module, "PRF", "A keyed function with output of any length.");
}

// ---- The functions of each row ------------------------------------------------------------------

/** The strings that a row's functions are made with. */
struct Names {
  Names(const ascon_algorithm &row, const char *name, const char *source)
      : start(name),
        once(start + "_digest"),
        verify(start + "_verify"),
        about(describe(row, source)) {}
  std::string start, once, verify, about;
};

/** Defines what starts a message, whose last two arguments are those that hashlib's constructors
   have beside `data`: start(data, ...) gets what is there of them. */
template <typename Start, typename... Arguments>
void define_start(nb::module_ &module, const char *name, const std::string &doc, Start start,
                  const Arguments &...arguments) {
  define(module, name, start, arguments..., nb::kw_only(), nb::arg("usedforsecurity") = true,
         nb::arg("string").none() = nb::none(), doc.c_str());
}

/** The message, which hashlib's constructors also take by the name that it had in older Pythons. */
Data message(Data data, OptionalData string) {
  if (string.is_none()) {
    return data;
  }
  if (HeldBuffer(data, "data").size != 0) {
    raise(PyExc_TypeError, "data and string are the same argument: give one of them");
  }
  return Data{string};
}

// ---- Lines of docstrings

const char *const DATA_ARGUMENT = "data: The message.";
const char *const START_ARGUMENT = "data: The message, or its first piece.";
const char *const SECURITY_ARGUMENT = "usedforsecurity: As in hashlib; it has no effect.";
const char *const STRING_ARGUMENT = "string: Another name of `data`, as in hashlib.";
const char *const LENGTH_ARGUMENT = "length: The number of bytes of output.";
const char *const CUSTOMIZATION_ARGUMENT =
    "customization: At most 256 bytes. Different strings give unrelated outputs.";
const char *const CUSTOMIZATION_ERROR =
    "ValueError: The customization string is longer than 256 bytes.";
const char *const KEY_ARGUMENT = "key: 16 bytes.";
const char *const KEY_ERROR = "ValueError: The key has a wrong size.";

nb::arg_v customization_argument() {
  return nb::arg("customization").sig("b''") = nb::bytes("", 0);
}

nb::arg_v data_argument() { return nb::arg("data").sig("b''") = nb::bytes("", 0); }

/** A whole message. `out` is its output, or the tag of a MAC. */
ascon_message whole(const HeldBuffer &in, const uint8_t *key, uint8_t *out, size_t bytes) {
  ascon_message message = {};
  message.out = message.tag = out;
  message.in = in.data;
  message.length = in.size;
  message.key = key;
  message.out_length = bytes;
  return message;
}

nb::bytes compute(const ascon_algorithm &row, const HeldBuffer &in, size_t bytes,
                  const uint8_t *key = nullptr) {
  return fill(bytes, in.size, [&](uint8_t *out) {
    const ascon_message message = whole(in, key, out, bytes);
    return ascon_any_run(&row, ASCON_COMPUTE, &message);
  });
}

/** NAME(data) and NAME_digest(data). */
void define_hash(nb::module_ &module, const ascon_algorithm *row, const Names &names) {
  const std::string doc =
      docstring(names.about, {START_ARGUMENT, SECURITY_ARGUMENT, STRING_ARGUMENT},
                "A hash, which may be updated.");
  const auto start = [row](Data data, Flag, OptionalData string) {
    return Hash(*row, message(data, string));
  };
  define_start(module, names.start.c_str(), doc, start, data_argument());
  const std::string once =
      docstring(names.about, {DATA_ARGUMENT}, "The 32-byte digest of the message.");
  define(
      module, names.once.c_str(),
      [row](Data data) {
        const HeldBuffer in(data, "data");
        return compute(*row, in, row->output_bytes);
      },
      "data"_a, once.c_str());
}

/** NAME(data) and NAME_digest(data, length). */
void define_xof(nb::module_ &module, const ascon_algorithm *row, const Names &names) {
  const std::string doc =
      docstring(names.about, {START_ARGUMENT, SECURITY_ARGUMENT, STRING_ARGUMENT},
                "An XOF, which may be updated or read.");
  const auto start = [row](Data data, Flag, OptionalData string) {
    return Xof(*row, message(data, string));
  };
  define_start(module, names.start.c_str(), doc, start, data_argument());
  const std::string once =
      docstring(names.about, {DATA_ARGUMENT, LENGTH_ARGUMENT}, "`length` bytes of output.");
  define(
      module, names.once.c_str(),
      [row](Data data, Length length) {
        const HeldBuffer in(data, "data");
        return compute(*row, in, number(length, "length"));
      },
      "data"_a, "length"_a, once.c_str());
}

/** The same with a customization string. */
void define_cxof(nb::module_ &module, const ascon_algorithm *row, const Names &names) {
  const std::string doc = docstring(
      names.about, {START_ARGUMENT, CUSTOMIZATION_ARGUMENT, SECURITY_ARGUMENT, STRING_ARGUMENT},
      "An XOF, which may be updated or read.", {CUSTOMIZATION_ERROR});
  const auto customization = customization_argument();
  const auto start = [row](Data data, Data custom, Flag, OptionalData string) {
    return Xof(*row, message(data, string), custom);
  };
  define_start(module, names.start.c_str(), doc, start, data_argument(), customization);
  const std::string once =
      docstring(names.about, {DATA_ARGUMENT, LENGTH_ARGUMENT, CUSTOMIZATION_ARGUMENT},
                "`length` bytes of output.", {CUSTOMIZATION_ERROR});
  define(
      module, names.once.c_str(),
      [row](Data data, Length length, Data custom) {
        return Xof(*row, data, custom).digest(length);
      },
      "data"_a, "length"_a, customization, once.c_str());
}

/** NAME(key, data), NAME_digest(key, data) and NAME_verify(key, data, tag). */
void define_mac(nb::module_ &module, const ascon_algorithm *row, const Names &names) {
  const std::string doc = docstring(names.about, {KEY_ARGUMENT, START_ARGUMENT},
                                    "A MAC, which may be updated.", {KEY_ERROR});
  define(
      module, names.start.c_str(), [row](Data key, Data data) { return Mac(*row, key, data); },
      "key"_a, data_argument(), doc.c_str());
  const std::string once = docstring(names.about, {KEY_ARGUMENT, DATA_ARGUMENT},
                                     "The 16-byte tag of the message.", {KEY_ERROR});
  define(
      module, names.once.c_str(),
      [row](Data key_in, Data data) {
        const SpongeKey key(*row, key_in);
        const HeldBuffer in(data, "data");
        return compute(*row, in, row->output_bytes, key.data);
      },
      "key"_a, "data"_a, once.c_str());
  const std::string verify = docstring(
      names.about, {KEY_ARGUMENT, DATA_ARGUMENT, "tag: 16 bytes, compared in constant time."}, "",
      {"InvalidTag: The tag is not the tag of the message.",
       "ValueError: The key or the tag has a wrong size."});
  define(
      module, names.verify.c_str(),
      [row](Data key_in, Data data, Data tag_in) {
        const SpongeKey key(*row, key_in);
        const HeldBuffer in(data, "data"), tag(tag_in, "tag");
        tag.require("tag", row->output_bytes);
        const ascon_message message = whole(in, key.data, tag.data, tag.size);
        check(work(in.size, [&] { return ascon_any_run(row, ASCON_VERIFY, &message); }));
      },
      "key"_a, "data"_a, "tag"_a, verify.c_str());
}

/** NAME(key, data) and NAME_digest(key, data, length). */
void define_prf(nb::module_ &module, const ascon_algorithm *row, const Names &names) {
  const std::string doc = docstring(names.about, {KEY_ARGUMENT, START_ARGUMENT},
                                    "A PRF, which may be updated or read.", {KEY_ERROR});
  define(
      module, names.start.c_str(), [row](Data key, Data data) { return Prf(*row, key, data); },
      "key"_a, data_argument(), doc.c_str());
  const std::string once = docstring(names.about, {KEY_ARGUMENT, DATA_ARGUMENT, LENGTH_ARGUMENT},
                                     "`length` bytes of output.", {KEY_ERROR});
  define(
      module, names.once.c_str(),
      [row](Data key_in, Data data, Length length) {
        const SpongeKey key(*row, key_in);
        const HeldBuffer in(data, "data");
        return compute(*row, in, number(length, "length"), key.data);
      },
      "key"_a, "data"_a, "length"_a, once.c_str());
}

/** NAME(key, data, length): it has no pieces. */
void define_prfshort(nb::module_ &module, const ascon_algorithm *row, const Names &names) {
  const std::string doc =
      docstring(names.about,
                {KEY_ARGUMENT, "data: The message, at most 16 bytes.",
                 "length: The number of bytes of output, 1 to 16."},
                "`length` bytes of output. A shorter output is a prefix of a longer output, as in "
                "the designers' C code. "
                "Some implementations differ: docs/moving.md names them.",
                {"ValueError: The key, the message or the length is wrong."});
  define(
      module, names.start.c_str(),
      [row](Data key_in, Data data, Length length) {
        const SpongeKey key(*row, key_in);
        const HeldBuffer in(data, "data");
        const size_t bytes = number(length, "length");
        require_short(*row, in.size, bytes);
        return compute(*row, in, bytes, key.data);
      },
      "key"_a, "data"_a, nb::arg("length") = int(row->output_bytes), doc.c_str());
}

void define_row(nb::module_ &module, const ascon_algorithm *row, const char *name,
                const char *source) {
  const Names names(*row, name, source);
  switch (row->kind) {
    case ASCON_KIND_AEAD: break;
    case ASCON_KIND_HASH: return define_hash(module, row, names);
    case ASCON_KIND_XOF: return define_xof(module, row, names);
    case ASCON_KIND_CXOF: return define_cxof(module, row, names);
    case ASCON_KIND_MAC: return define_mac(module, row, names);
    case ASCON_KIND_PRF: return define_prf(module, row, names);
    case ASCON_KIND_PRFSHORT: return define_prfshort(module, row, names);
  }
}

/** The row of this name in letters of either case, as in hashlib; NULL if there is none. */
const ascon_algorithm *find_in_any_case(nb::handle name) {
  std::string text = name_text(name);
  for (char &letter : text) {
    letter = static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
  }
  return ascon_any_find(text.c_str());
}

/** hashlib.new() for this library. */
nb::object start(nb::handle name, Data data_in, Data customization, Flag, OptionalData string) {
  const ascon_algorithm *row = find_in_any_case(name);
  const Data data = message(data_in, string);
  if (row == nullptr || (row->kind != ASCON_KIND_HASH && row->kind != ASCON_KIND_XOF &&
                         row->kind != ASCON_KIND_CXOF)) {
    raise(PyExc_ValueError, "%R is not one of algorithms_available", name.ptr());
  }
  require_customization(*row, HeldBuffer(customization, "customization"));
  switch (row->kind) {
    case ASCON_KIND_HASH: return nb::cast(Hash(*row, data));
    case ASCON_KIND_XOF: return nb::cast(Xof(*row, data));
    default: return nb::cast(Xof(*row, data, customization));
  }
}

}  // namespace

void define_sponges(nb::module_ &module) {
  define_classes(module);
#define DEFINE_ROW(identifier, name, source)                                                       \
  define_row(module, &ascon_algorithm_##identifier, name, source);
  ASCONKIT_OTHER_ROWS(DEFINE_ROW)
#undef DEFINE_ROW
  define(module, "new", &start, "name"_a, data_argument(), nb::kw_only(), customization_argument(),
         nb::arg("usedforsecurity") = true, nb::arg("string").none() = nb::none(),
         nb::sig("def new(name: str, data: typing_extensions.Buffer = b'', *, "
                 "customization: typing_extensions.Buffer = b'', "
                 "usedforsecurity: bool = True, string: typing_extensions.Buffer | None = None) "
                 "-> Hash | XOF"),
         docstring("Starts a hash or an XOF, like hashlib.new().",
                   {"name: One of algorithms_available, in upper or lower case.", START_ARGUMENT,
                    "customization: Only for a CXOF: at most 256 bytes.", SECURITY_ARGUMENT,
                    STRING_ARGUMENT},
                   "A Hash or an XOF.",
                   {"ValueError: There is no such algorithm, it takes no customization string, or\n"
                    "        this string is longer than 256 bytes."})
             .c_str());
}

}  // namespace asconkit
