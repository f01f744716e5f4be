// What Python sees of batches on Arrow arrays. arrow_column.cpp reads arrays where they lie,
// arrow_aead.cpp and arrow_sponge.cpp compute, arrow_result.cpp makes the arrays of results.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <string>

#include "arrow_batch.hpp"
#include "nonces.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

nb::object find_repeated_nonce(Array key_in, Array nonce_in) {
  const ArrowColumn key(key_in, "key"), nonce(nonce_in, "nonce");
  key.require_rows(nonce.rows());
  std::optional<RowPair> found;
  {
    const Unlocked unlocked;
    found = repeated_nonce(key, nonce);
  }
  return found ? nb::object(nb::make_tuple(found->first, found->second)) : nb::none();
}

const char *const ARRAYS_DOC = R"(

For asconkit.batch. Arrays are arrays of pyarrow with binary values of any kind, or dictionaries of
such values; their contents are checked against the sizes of their buffers. Keys, nonces and
associated data may also be bytes-like objects that all rows share; associated data may be None. A
row with a null has a null result. Raises ValueError for sizes that do not fit and for arrays that
are not valid, TypeError for other types.)";

}  // namespace

void define_arrow(nb::module_ &module) {
  nb::class_<ArrowResult>(module, "ArrowArray", "An Arrow array, for pyarrow.array() and others.")
      .def("__len__", [](const ArrowResult &self) { return self.rows; })
      .def(
          "__arrow_c_array__",
          [](const std::shared_ptr<ArrowResult> &self, nb::handle) {
            return ArrowResult::to_capsules(self);
          },
          "requested_schema"_a = nb::none(),
          nb::sig("def __arrow_c_array__(self, requested_schema: object | None = None) -> "
                  "tuple[object, object]"),
          "Its schema and itself, in capsules of Arrow's C data interface.");
  const std::string arrays = ARRAYS_DOC;
  module.def(
      "arrow_crypt", &arrow_crypt, "algorithm"_a, "encrypt"_a, "key"_a, "nonce"_a, "data"_a,
      "associated_data"_a.none(), "tag_length"_a, "threads"_a, "tags"_a.none() = nb::none(),
      nb::sig("def arrow_crypt(algorithm: Algorithm, encrypt: bool, key: object, nonce: "
              "object, data: object, associated_data: object | None, tag_length: int, "
              "threads: int | Device, tags: object | None = None) -> tuple[ArrowArray, "
              "ArrowArray, int, int, ArrowArray | None]"),
      ("Encrypts to, or decrypts from, ciphertext || tag. Returns five values: the result, of the\n"
       "type of `data`; booleans that say which tags are right; the number of wrong tags; the\n"
       "first row with a wrong tag; and None.\n"
       "A message with a wrong tag is null. A tag counts as wrong if the message is too short\n"
       "to have a tag, or its nonce has a wrong size.\n"
       "To decrypt separate tags, pass their column as `tags`: ValueError for a tag without\n"
       "`tag_length` bytes. To encrypt, `tags` may be True: the fifth value is then the tags." +
       arrays)
          .c_str());
  module.def(
      "arrow_repeated_nonce", &find_repeated_nonce, "key"_a, "nonce"_a,
      nb::sig("def arrow_repeated_nonce(key: object, nonce: object) -> tuple[int, int] | None"),
      ("Returns two rows with the same nonce under the same key: an earlier row, and the first\n"
       "row that repeats a nonce. Returns None if no nonce repeats." +
       arrays)
          .c_str());
  module.def(
      "arrow_absorb", &arrow_absorb, "algorithm"_a, "key"_a.none(), "data"_a, "length"_a,
      "customization"_a.none(), "threads"_a,
      ("Hashes, XOFs, MACs and PRFs: `length` bytes for each message, fixed_size_binary." + arrays)
          .c_str());
  module.def(
      "arrow_verify", &arrow_verify, "algorithm"_a, "key"_a, "data"_a, "tags"_a, "threads"_a,
      nb::sig("def arrow_verify(algorithm: Algorithm, key: object, data: object, tags: "
              "object, threads: int | Device) -> tuple[None, ArrowArray, int, int, None]"),
      ("Compares the MACs of all messages with tags, in constant time.\nThe results are those of "
       "arrow_crypt(), with None in place of the first." +
       arrays)
          .c_str());
}

}  // namespace asconkit
