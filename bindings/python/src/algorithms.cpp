// What Python sees of the algorithm table, of backends and of engines; compare_digest() and wipe().
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_backend.h"
#include "asconkit/batch/ascon_batch.h"
#include "support.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

template <typename Class>
void number_of(Class &type, const char *name, uint8_t ascon_algorithm::*member, const char *doc) {
  type.def_prop_ro(name, [member](const ascon_algorithm &row) { return int(row.*member); }, doc);
}

/** The class Algorithm, and algorithms(). */
void define_table(nb::module_ &module) {
  auto type = nb::class_<ascon_algorithm>(
      module, "Algorithm",
      "A row of the algorithm table. Lengths are in bytes; 0 means none or any.");
  type.def_ro("name", &ascon_algorithm::name, "Such as \"ascon-aead128\".");
  type.def_ro("convention", &ascon_algorithm::convention, "\"SP 800-232\", \"v1.2\" or \"v1.3\".");
  type.def_prop_ro(
      "kind", [](const ascon_algorithm &row) { return ascon_any_kind_name(row.kind); },
      "\"aead\", \"hash\", \"xof\", \"cxof\", \"mac\", \"prf\" or \"prfshort\".");
  number_of(type, "key_size", &ascon_algorithm::key_bytes, "Bytes of the key.");
  number_of(type, "nonce_size", &ascon_algorithm::nonce_bytes, "Bytes of the nonce.");
  number_of(type, "min_tag_size", &ascon_algorithm::min_tag_bytes, "The shortest tag allowed.");
  number_of(type, "output_size", &ascon_algorithm::output_bytes, "Bytes of the tag or digest.");
  number_of(type, "rate", &ascon_algorithm::rate_bytes, "Bytes of input absorbed per permutation.");
  type.def("__repr__", [](const ascon_algorithm &row) {
    return nb::str("<asconkit.Algorithm {}>").format(row.name);
  });
  module.def(
      "algorithms",
      [] {
        nb::list rows;
        const ascon_algorithm *row = nullptr;
        for (size_t i = 0; (row = ascon_any_at(i)) != nullptr; i++) {
          rows.append(nb::cast(row, nb::rv_policy::reference));
        }
        return nb::tuple(rows);
      },
      nb::sig("def algorithms() -> tuple[Algorithm, ...]"), "The rows of the algorithm table.");
}

using Name = const char *(*)(size_t);
using Available = int (*)(const char *);

nb::list available(Name at, Available can) {
  nb::list names;
  const char *name = nullptr;
  for (size_t i = 0; (name = at(i)) != nullptr; i++) {
    if (can(name) != 0) {
      names.append(name);
    }
  }
  return names;
}

using Force = ascon_result (*)(const char *);

/** None stands for the best one. */
void force(Force call, nb::handle name, const char *list) {
  if (call(name.is_none() ? nullptr : name_text(name)) != ASCON_OK) {
    raise(PyExc_ValueError, "%R is not one of %s()", name.ptr(), list);
  }
}

/** Lists of backends and engines, and how to force one. */
void define_backends(nb::module_ &module) {
  module.def(
      "backend_available", [] { return available(ascon_backend_at, ascon_backend_available); },
      nb::sig("def backend_available() -> list[str]"), "The backends that this processor can run.");
  module.def("backend_active", &ascon_backend_active,
             "The backend that new objects and one-shot calls use.");
  module.def("backend_reason", &ascon_backend_reason,
             "A few words that say why this backend was selected.");
  module.def(
      "backend_force",
      [](nb::handle name) { force(ascon_backend_force, name, "asconkit.backend.available"); },
      "name"_a.none(), nb::sig("def backend_force(name: str | None) -> None"),
      R"(Makes new objects and one-shot calls use a given backend.

The environment variable ASCON_BACKEND does the same when the process starts.

Args:
    name: One of available(), or None for the best backend.

Raises:
    ValueError: This processor has no such backend.)");
  module.def(
      "batch_engines",
      [] { return available(ascon_batch_engine_at, ascon_batch_engine_available); },
      nb::sig("def batch_engines() -> list[str]"),
      "The vector engines that this processor can run.");
  module.def("batch_engine_active", &ascon_batch_engine_active, "count"_a,
             R"(The engine that a batch uses.

Args:
    count: The number of messages in the batch.

Returns:
    The engine's name.)");
  module.def(
      "batch_engine_force",
      [](nb::handle name) { force(ascon_batch_engine_force, name, "asconkit.batch.engines"); },
      "name"_a.none(), nb::sig("def batch_engine_force(name: str | None) -> None"),
      R"(Makes all batches use a given engine.

The environment variable ASCON_BATCH_ENGINE does the same when the process starts.

Args:
    name: One of engines(). None selects the best engine for each batch's size.

Raises:
    ValueError: This processor has no such engine.)");
}

/** Text of ASCII characters counts as its bytes, as in hmac.compare_digest. */
nb::object comparable(nb::handle value) {
  if (!PyUnicode_Check(value.ptr())) {
    return nb::borrow(value);
  }
  nb::object bytes = nb::steal(PyUnicode_AsASCIIString(value.ptr()));
  if (!bytes.is_valid()) {
    PyErr_Clear();
    raise(PyExc_TypeError, "a str must have only ASCII characters");
  }
  return bytes;
}

bool compare_digest(nb::handle a, nb::handle b) {
  if (PyUnicode_Check(a.ptr()) != PyUnicode_Check(b.ptr())) {
    raise(PyExc_TypeError, "a and b must both be str or both bytes-like objects");
  }
  const nb::object first = comparable(a), second = comparable(b);
  const HeldBuffer left(first, "a"), right(second, "b");
  return left.size == right.size && ascon_equal(left.data, right.data, left.size) != 0;
}

void wipe(Target buffer) {
  const HeldBuffer bytes(buffer, "buffer");
  ascon_wipe(bytes.data, bytes.size);
}

}  // namespace

void define_algorithms(nb::module_ &module) {
  module.def("version", [] { return ASCON_VERSION; }, "The version of the library.");
  define_table(module);
  define_backends(module);
  module.def("compare_digest", &compare_digest, "a"_a, "b"_a,
             nb::sig("def compare_digest(a: typing_extensions.Buffer | str, "
                     "b: typing_extensions.Buffer | str) -> bool"),
             R"(Compares two digests or tags. The time depends only on their lengths.

Args:
    a: A bytes-like object, or a str of ASCII characters.
    b: The same type as `a`.

Returns:
    Whether they are equal.

Raises:
    TypeError: One is a str and the other is not, or a str has other characters than ASCII.)");
  module.def("wipe", &wipe, "buffer"_a,
             R"(Overwrites a buffer with zeros.

Args:
    buffer: A writable buffer, such as a bytearray with a key.)");
}

}  // namespace asconkit
