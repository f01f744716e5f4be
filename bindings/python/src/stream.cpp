// Streams in chunks: the class Stream, and the headers of files. asconkit/stream.py has files and
// iterators over it.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/stream/ascon_stream.h"
#include "docstring.hpp"
#include "pool.hpp"
#include "support.hpp"

#include <cstring>
#include <string>

namespace asconkit {

namespace {

using nb::literals::operator""_a;

constexpr size_t TAG_BYTES = ASCON_STREAM_TAG_BYTES;
constexpr size_t USUAL_CHUNK_BYTES = 65536;

// ---- Arguments ----------------------------------------------------------------------------------

/** The AEAD of this name; ValueError if there is none. */
const ascon_algorithm *aead_named(Name name) {
  if (!PyUnicode_Check(name.ptr())) {
    raise(PyExc_TypeError, "algorithm must be a str, not %S", type_of(name).ptr());
  }
  const ascon_algorithm *found = ascon_any_find(name_text(name));
  if (found == nullptr || found->kind != ASCON_KIND_AEAD) {
    raise(PyExc_ValueError,
          "algorithm must be the name of an AEAD, such as 'ascon-aead128', not %R", name.ptr());
  }
  return found;
}

uint32_t chunk_size_from(Length length) {
  const size_t bytes = number(length, "chunk_size");
  if (bytes < 1 || bytes > ASCON_STREAM_MAX_CHUNK_BYTES) {
    raise(PyExc_ValueError, "chunk_size must be 1 to %zu, not %zu",
          size_t{ASCON_STREAM_MAX_CHUNK_BYTES}, bytes);
  }
  return static_cast<uint32_t>(bytes);
}

bool is_true(Flag flag) {
  const int value = in_python([&] { return PyObject_IsTrue(flag.ptr()); });
  if (value < 0) {
    throw nb::python_error();
  }
  return value != 0;
}

/** Of the first of `count` chunks; ValueError unless all of them may have their indices. */
uint64_t index_from(Length length, const char *name, size_t count = 1) {
  const uint64_t index = number(length, name);
  if (index >= ASCON_STREAM_MAX_CHUNKS || count > ASCON_STREAM_MAX_CHUNKS - index) {
    raise(PyExc_ValueError, "a stream has at most 2**32 chunks, and not one with the index %llu",
          static_cast<unsigned long long>(index + count - 1));
  }
  return index;
}

uint32_t cost_from(nb::handle tuple, size_t i, const char *name) {
  const nb::object item = nb::steal(
      in_python([&] { return PySequence_GetItem(tuple.ptr(), static_cast<Py_ssize_t>(i)); }));
  if (!item.is_valid()) {
    throw nb::python_error();
  }
  const size_t value = number(item, name);
  if (value > UINT32_MAX) {
    raise(PyExc_ValueError, "%s must be at most 4294967295, not %zu", name, value);
  }
  return static_cast<uint32_t>(value);
}

// ---- Errors -------------------------------------------------------------------------------------

/** ValueError that says why a header is refused, and with which value. */
[[noreturn]] void raise_fault(const ascon_stream_header &header, size_t bytes) {
  const char *text = ascon_stream_fault_text(header.fault);
  const ascon_stream_cost &cost = header.cost;
  switch (header.fault) {
    case ASCON_STREAM_FAULT_VERSION:
      raise(PyExc_ValueError, "the header has %s: %u, expected 1 to %d", text,
            unsigned{header.version}, ASCON_STREAM_HEADER_VERSION);
    case ASCON_STREAM_FAULT_LENGTH:
      raise(PyExc_ValueError, "the file has %s: %zu bytes, expected %u or more", text, bytes,
            unsigned{header.header_bytes});
    case ASCON_STREAM_FAULT_CHUNK_SIZE:
      raise(PyExc_ValueError, "the header has %s: %lu", text,
            static_cast<unsigned long>(header.chunk_bytes));
    case ASCON_STREAM_FAULT_LANES:
    case ASCON_STREAM_FAULT_MEMORY:
    case ASCON_STREAM_FAULT_PASSES:
      raise(PyExc_ValueError, "the header has %s, with %lu KiB, %lu passes and %lu lanes", text,
            static_cast<unsigned long>(cost.memory_kib), static_cast<unsigned long>(cost.passes),
            static_cast<unsigned long>(cost.lanes));
    default: raise(PyExc_ValueError, "the file has %s", text);
  }
}

/** Whether the result is good; ValueError for a header that is refused. */
void check_header(ascon_result result, const HeldBuffer &bytes) {
  if (result == ASCON_ERR_RANGE) {
    ascon_stream_header header;
    static_cast<void>(ascon_stream_header_decode(&header, bytes.data, bytes.size));
    raise_fault(header, bytes.size);
  }
  check(result);
}

// ---- Streams ------------------------------------------------------------------------------------

/** A stream for the time of one call. */
struct StreamCopy {
  StreamCopy() = default;
  ~StreamCopy() { ascon_wipe(&stream, sizeof stream); }
  StreamCopy(const StreamCopy &) = delete;
  StreamCopy &operator=(const StreamCopy &) = delete;

  ascon_stream stream = {};
};

class ChunkStream {
 public:
  explicit ChunkStream(const StreamCopy &made) : stream_(made.stream) {}
  ChunkStream(ChunkStream &&other) noexcept : stream_(other.stream_) { other.wipe(); }
  ~ChunkStream() { ascon_wipe(&stream_, sizeof stream_); }

  [[nodiscard]] const ascon_algorithm &algorithm() const { return *algorithm_; }
  [[nodiscard]] size_t chunk_size() const { return chunk_bytes_; }

  void wipe() {
    const nb::ft_lock_guard guard(mutex_);
    ascon_wipe(&stream_, sizeof stream_);
  }
  [[nodiscard]] bool wiped() const {
    const nb::ft_lock_guard guard(mutex_);
    return stream_.algorithm == nullptr;
  }

  /** Another thread may wipe it at any time; StateError if that has happened. */
  void copy_to(StreamCopy &copy) const {
    const nb::ft_lock_guard guard(mutex_);
    if (stream_.algorithm == nullptr) {
      raise_state("the stream was wiped");
    }
    copy.stream = stream_;
  }

  void rekey(uint64_t next) {
    const nb::ft_lock_guard guard(mutex_);
    if (stream_.algorithm == nullptr) {
      raise_state("the stream was wiped");
    }
    if (next == 0) {
      raise(PyExc_ValueError, "next must be 1 or more, not 0: chunk 0 keeps the original secret");
    }
    check(ascon_stream_rekey(&stream_, next));
  }

 private:
  mutable nb::ft_mutex mutex_;
  ascon_stream stream_;
  const ascon_algorithm *algorithm_ = stream_.algorithm;  // public, and kept when it is wiped
  uint32_t chunk_bytes_ = stream_.chunk_bytes;
};

void derive(StreamCopy &made, Data key_in, Data salt_in, OptionalData context_in, Name algorithm,
            Length chunk_size) {
  const HeldBuffer key(key_in, "key"), salt(salt_in, "salt"), context(context_in, "context");
  key.require("key", ASCON_STREAM_KEY_BYTES);
  salt.require("salt", ASCON_STREAM_SALT_BYTES);
  const ascon_algorithm *row = aead_named(algorithm);
  const uint32_t chunk_bytes = chunk_size_from(chunk_size);
  check(work(context.size, [&] {
    return ascon_stream_derive(&made.stream, row, chunk_bytes, salt.data, context.data,
                               context.size, key.data);
  }));
}

ChunkStream from_secret(Data secret_in, Name algorithm, Length chunk_size) {
  StreamCopy made;
  const HeldBuffer secret(secret_in, "secret");
  const ascon_algorithm *row = aead_named(algorithm);
  secret.require("secret", size_t{row->key_bytes} + ASCON_STREAM_MASK_BYTES);
  check(ascon_stream_init(&made.stream, row, chunk_size_from(chunk_size), secret.data));
  return ChunkStream(made);
}

ChunkStream from_header(Data header_in, Data key_in) {
  StreamCopy made;
  const SteadyBuffer header(header_in, "header", ASCON_STREAM_HEADER_BYTES), key(key_in, "key");
  key.require("key", ASCON_STREAM_KEY_BYTES);
  check_header(ascon_stream_header_open(&made.stream, header.data, header.size, key.data), header);
  return ChunkStream(made);
}

/** Parameters of Argon2, or None for a key in place of a passphrase. */
void set_cost(ascon_stream_header &header, nb::handle cost) {
  if (cost.is_none()) {
    header.source = ASCON_STREAM_KEY_FILE;
    return;
  }
  header.source = ASCON_STREAM_PASSPHRASE;
  header.cost = {cost_from(cost, 0, "memory_kib"), cost_from(cost, 1, "passes"),
                 cost_from(cost, 2, "lanes")};
  header.fault = ascon_stream_cost_fault(&header.cost);
  if (header.fault != ASCON_STREAM_FAULT_NONE) {
    raise_fault(header, 0);
  }
}

nb::tuple create_header(Data key_in, Data salt_in, Name algorithm, Length chunk_size,
                        nb::handle cost) {
  StreamCopy made;
  const SteadyBuffer key(key_in, "key");
  const HeldBuffer salt(salt_in, "salt");
  key.require("key", ASCON_STREAM_KEY_BYTES);
  salt.require("salt", ASCON_STREAM_SALT_BYTES);
  ascon_stream_header header = {};
  header.version = ASCON_STREAM_HEADER_VERSION;
  header.algorithm = aead_named(algorithm);
  header.chunk_bytes = chunk_size_from(chunk_size);
  std::memcpy(header.salt, salt.data, salt.size);
  set_cost(header, cost);
  NewBytes bytes(ASCON_STREAM_HEADER_BYTES);
  check(ascon_stream_header_encode(&made.stream, bytes.data(), &header, key.data));
  return nb::make_tuple(bytes.take(), ChunkStream(made));
}

/** The fields for asconkit.stream.Header; None if more bytes are needed to know them. */
nb::object header_fields(Data header_in) {
  const SteadyBuffer bytes(header_in, "header", ASCON_STREAM_HEADER_BYTES);
  ascon_stream_header header;
  const ascon_result result = ascon_stream_header_decode(&header, bytes.data, bytes.size);
  if (result != ASCON_OK && header.fault == ASCON_STREAM_FAULT_LENGTH) {
    return nb::none();
  }
  check_header(result, bytes);
  const auto *salt = reinterpret_cast<const char *>(header.salt);
  return nb::make_tuple(int{header.version}, header.source == ASCON_STREAM_PASSPHRASE,
                        header.algorithm->name, header.chunk_bytes, header.cost.memory_kib,
                        header.cost.passes, header.cost.lanes, nb::bytes(salt, header.salt_bytes),
                        int{header.header_bytes});
}

// ---- Chunks -------------------------------------------------------------------------------------

/** ValueError unless a text can be cut into such a piece. */
void require_piece(const ChunkStream &self, size_t bytes, uint64_t index, bool last) {
  const size_t chunk = self.chunk_size();
  if (!last && bytes != chunk) {
    raise(PyExc_ValueError, "data must be %zu bytes, as the chunk is not the last one, not %zu",
          chunk, bytes);
  }
  if (bytes > chunk || (bytes == 0 && index != 0)) {
    raise(PyExc_ValueError, "data must be %d to %zu bytes, not %zu", index == 0 ? 0 : 1, chunk,
          bytes);
  }
}

nb::bytes seal(const ChunkStream &self, Length index_in, Data data, Flag last_in) {
  StreamCopy copy;
  self.copy_to(copy);
  const HeldBuffer text(data, "data");
  const uint64_t index = index_from(index_in, "index");
  const bool last = is_true(last_in);
  require_piece(self, text.size, index, last);
  NewBytes out(text.size + TAG_BYTES);
  check(work(text.size, [&, to = out.data()] {
    return ascon_stream_seal_chunk(&copy.stream, to, text.data, text.size, index, last ? 1 : 0);
  }));
  return out.take();
}

nb::bytes open(const ChunkStream &self, Length index_in, Data data, Flag last_in) {
  StreamCopy copy;
  self.copy_to(copy);
  const HeldBuffer sealed(data, "data");
  const uint64_t index = index_from(index_in, "index");
  const bool last = is_true(last_in);
  NewBytes out(sealed.size > TAG_BYTES ? sealed.size - TAG_BYTES : 0);
  check(work(sealed.size, [&, to = out.data()] {
    return ascon_stream_open_chunk(&copy.stream, to, sealed.data, sealed.size, index, last ? 1 : 0);
  }));
  return out.take();
}

/** How many chunks so many bytes are, in units of so many. */
size_t count_chunks(size_t bytes, size_t unit, bool ends) {
  return bytes / unit + (bytes % unit != 0 || (bytes == 0 && ends) ? 1 : 0);
}

nb::bytes seal_chunks(const ChunkStream &self, Length first_in, Data data, Flag ends_in,
                      Length threads) {
  StreamCopy copy;
  self.copy_to(copy);
  const HeldBuffer text(data, "data");
  const bool ends = is_true(ends_in);
  const size_t chunk = self.chunk_size(), count = count_chunks(text.size, chunk, ends);
  const uint64_t first = index_from(first_in, "first", count);
  if (!ends && text.size % chunk != 0) {
    raise(PyExc_ValueError, "data must be a multiple of %zu bytes unless ends is True, not %zu",
          chunk, text.size);
  }
  if (text.size == 0 && ends) {
    require_piece(self, 0, first, true);
  }
  const Pool pool = pool_for(threads);
  NewBytes out(text.size + count * TAG_BYTES);
  check(work(text.size, [&, to = out.data()] {
    return ascon_stream_seal_chunks(&copy.stream, to, text.data, chunk, text.size, first,
                                    ends ? 1 : 0, pool.get());
  }));
  return out.take();
}

nb::bytes open_chunks(const ChunkStream &self, Length first_in, Data data, Flag ends_in,
                      Length threads) {
  StreamCopy copy;
  self.copy_to(copy);
  const HeldBuffer sealed(data, "data");
  const bool ends = is_true(ends_in);
  const size_t unit = self.chunk_size() + TAG_BYTES, rest = sealed.size % unit;
  const uint64_t first = index_from(first_in, "first", count_chunks(sealed.size, unit, ends));
  const Pool pool = pool_for(threads);
  NewBytes out(sealed.size / unit * self.chunk_size() + (rest > TAG_BYTES ? rest - TAG_BYTES : 0));
  size_t good = 0;
  check(work(sealed.size, [&, to = out.data()] {
    return ascon_stream_open_chunks(&copy.stream, to, self.chunk_size(), &good, sealed.data,
                                    sealed.size, first, ends ? 1 : 0, pool.get());
  }));
  return out.take();
}

// ---- What Python sees ---------------------------------------------------------------------------

const char *const ALGORITHM_ARGUMENT = "algorithm: The name of an AEAD.";
const char *const CHUNK_SIZE_ARGUMENT = "chunk_size: The bytes of text in a chunk, 1 to 1048576.";
const char *const SALT_ARGUMENT =
    "salt: 32 public bytes, random or a counter, that were never used with this key.";
const char *const INDEX_ARGUMENT = "index: The chunk's index, from 0.";
const char *const LAST_ARGUMENT = "last: Whether this is the last chunk.";
const char *const FIRST_ARGUMENT = "first: The index in the stream of the first of these chunks.";
const char *const ENDS_ARGUMENT = "ends: Whether the stream ends with these chunks.";
const char *const THREADS_ARGUMENT =
    "threads: The number of threads; 0 for one per processor that the process may use.";
const char *const FORGED = "InvalidTag: A chunk is forged, or belongs to another stream or place.";

using Class = nb::class_<ChunkStream>;

nb::arg_v usual_algorithm() {
  return nb::arg("algorithm").sig("'ascon-aead128'") = ASCON_AEAD128->name;
}

/** The constructor and the functions that make streams in other ways. */
void define_making(Class &type) {
  // What does not fit is refused here, with a message of the package. None stands for what is
  // missing.
  type.def(
      "__init__",
      [](ChunkStream *self, Data key, Data salt, OptionalData context, const nb::args &more,
         Name algorithm, Length chunk_size, const nb::kwargs &named) {
        if (more.size() + named.size() != 0) {
          raise(PyExc_TypeError,
                "Stream takes key, salt and context, and by name algorithm and chunk_size");
        }
        StreamCopy made;
        derive(made, key, salt, context, algorithm, chunk_size);
        new (self) ChunkStream(made);
      },
      "key"_a.none() = nb::none(), "salt"_a.none() = nb::none(), "context"_a.none() = nb::none(),
      "more"_a, "algorithm"_a.none() = ASCON_AEAD128->name,
      "chunk_size"_a.none() = USUAL_CHUNK_BYTES, "named"_a,
      nb::sig("def __init__(self, key: typing_extensions.Buffer, salt: typing_extensions.Buffer, "
              "context: typing_extensions.Buffer | None = None, *, "
              "algorithm: str = 'ascon-aead128', chunk_size: int = 65536) -> None"));
  type.def_static("from_secret", from_secret, "secret"_a, nb::kw_only(), usual_algorithm(),
                  nb::arg("chunk_size") = USUAL_CHUNK_BYTES,
                  docstring("Makes a stream with a secret that was derived for this stream only.",
                            {"secret: The key of the algorithm, followed by 16 bytes of mask.",
                             ALGORITHM_ARGUMENT, CHUNK_SIZE_ARGUMENT})
                      .c_str());
  type.def_static(
      "from_header", from_header, "header"_a, "key"_a,
      docstring("Makes the stream of a file.",
                {"header: The start of the file.", "key: 32 bytes, the user's key."}, "",
                {"ValueError: The header is refused.",
                 "InvalidTag: The key is wrong, or somebody changed the header."})
          .c_str());
  type.def_static(
      "create_header", create_header, "key"_a, "salt"_a, nb::kw_only(), usual_algorithm(),
      nb::arg("chunk_size") = USUAL_CHUNK_BYTES, nb::arg("passphrase_cost").none() = nb::none(),
      nb::sig("def create_header(key: typing_extensions.Buffer, salt: typing_extensions.Buffer, *, "
              "algorithm: str = 'ascon-aead128', chunk_size: int = 65536, "
              "passphrase_cost: tuple[int, int, int] | None = None) -> tuple[bytes, Stream]"),
      docstring("Makes the header of a new file, and the stream.",
                {"key: 32 bytes, the user's key.", "salt: 32 random bytes, new for every file.",
                 ALGORITHM_ARGUMENT, CHUNK_SIZE_ARGUMENT,
                 "passphrase_cost: If Argon2id derived the key from a passphrase and this salt,\n"
                 "        the memory in KiB, passes and lanes of Argon2id."})
          .c_str());
}

void define_chunks(Class &type) {
  type.def(
      "seal", seal, "index"_a, "data"_a, nb::arg("last") = false,
      docstring("Encrypts one chunk.\n\nNever encrypt two texts with the same index.",
                {INDEX_ARGUMENT,
                 "data: chunk_size bytes; in the last chunk 1 to chunk_size, or no byte if it is\n"
                 "        the only chunk.",
                 LAST_ARGUMENT},
                "The chunk, 16 bytes longer than the text.")
          .c_str());
  type.def("open", open, "index"_a, "data"_a, nb::arg("last") = false,
           docstring("Verifies and decrypts one chunk. Chunks may be opened in any order.",
                     {INDEX_ARGUMENT, "data: The chunk.", LAST_ARGUMENT}, "The text.", {FORGED})
               .c_str());
  type.def(
      "seal_chunks", seal_chunks, "first"_a, "data"_a, "ends"_a, nb::arg("threads") = 0,
      docstring("Encrypts consecutive chunks, side by side in vector registers and on threads.",
                {FIRST_ARGUMENT, "data: The text, a multiple of chunk_size bytes unless `ends`.",
                 ENDS_ARGUMENT, THREADS_ARGUMENT},
                "The chunks, one after the other.")
          .c_str());
  type.def("open_chunks", open_chunks, "first"_a, "data"_a, "ends"_a, nb::arg("threads") = 0,
           docstring("Verifies and decrypts consecutive chunks.",
                     {FIRST_ARGUMENT, "data: The chunks, one after the other.", ENDS_ARGUMENT,
                      THREADS_ARGUMENT},
                     "The text.", {FORGED})
               .c_str());
  type.def(
      "rekey", [](ChunkStream &self, Length next) { self.rekey(index_from(next, "next")); },
      "next"_a,
      docstring("Replaces the secret by a new secret that is derived from it.\n\n"
                "Nobody can compute the old secret from the new secret.\n"
                "Writer and reader must rekey before the same chunk. Files are never rekeyed.",
                {"next: The index of the next chunk, 1 or more."})
          .c_str());
}

void define_object(Class &type) {
  type.def(
      "copy",
      [](const ChunkStream &self) {
        StreamCopy copy;
        self.copy_to(copy);
        return ChunkStream(copy);
      },
      "Returns the same stream with its own copy of the secret, for rekey().");
  type.def_prop_ro(
      "algorithm", [](const ChunkStream &self) { return self.algorithm().name; },
      "The name of the AEAD.");
  type.def_prop_ro("chunk_size", &ChunkStream::chunk_size, "The bytes of text in a chunk.");
  type.attr("tag_size") = TAG_BYTES;
  type.def("wipe", &ChunkStream::wipe,
           "Erases the secret. Every later call raises StateError. The secret is also erased with "
           "the object.");
  type.def(
      "__enter__", [](nb::handle self) { return nb::borrow(self); },
      nb::sig("def __enter__(self) -> typing_extensions.Self"));
  type.def(
      "__exit__", [](ChunkStream &self, const nb::args &) { self.wipe(); },
      nb::sig("def __exit__(self, *args: object) -> None"), "Erases the secret.");
  type.def("__repr__", [](const ChunkStream &self) {
    return nb::str("<asconkit.stream.Stream of {}, chunks of {}{}>")
        .format(self.algorithm().name, self.chunk_size(), self.wiped() ? ", wiped" : "");
  });
  refuse_pickling(type);
}

}  // namespace

void define_stream(nb::module_ &module) {
  // The first line is the text signature, as those of the AEADs.
  const std::string doc =
      "Stream(key, salt, context=None, *, algorithm='ascon-aead128', chunk_size=65536)\n--\n\n" +
      docstring(
          "A long message in chunks: its secret, algorithm and chunk size.\n\n"
          "Several threads may use an object at once.",
          {"key: 32 bytes, for any number of streams.", SALT_ARGUMENT,
           "context: Associated data of the whole stream, which both sides must know.",
           ALGORITHM_ARGUMENT, CHUNK_SIZE_ARGUMENT});
  auto type = Class(module, "Stream", doc.c_str());
  define_making(type);
  define_chunks(type);
  define_object(type);
  module.def("stream_header_fields", header_fields, "header"_a,
             nb::sig("def stream_header_fields(header: typing_extensions.Buffer) -> "
                     "tuple[int, bool, str, int, int, int, int, bytes, int] | None"),
             "The fields of a header, for asconkit.stream; None if more bytes are needed.");
}

}  // namespace asconkit
