// The tree hash: roots of strings in memory or in pieces, and proofs of single chunks.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/tree/ascon_tree.h"
#include "direct.hpp"
#include "docstring.hpp"
#include "pool.hpp"
#include "support.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

size_t chunk_size(Length length) {
  const size_t bytes = number(length, "chunk_size");
  if (bytes < ASCON_TREE_MIN_CHUNK_BYTES || bytes > ASCON_TREE_MAX_CHUNK_BYTES) {
    raise(PyExc_ValueError, "chunk_size must be %d to %d, not %zu", ASCON_TREE_MIN_CHUNK_BYTES,
          ASCON_TREE_MAX_CHUNK_BYTES, bytes);
  }
  return bytes;
}

[[noreturn]] void raise_index(size_t index) {
  raise(PyExc_IndexError, "there is no chunk with index %zu", index);
}

// ---- A string in pieces -------------------------------------------------------------------------

class TreeHash {
 public:
  TreeHash(OptionalData data, Length chunk) {
    check(ascon_tree_init(&ctx_, chunk_size(chunk)));
    if (!data.is_none()) {
      update_with(Data{data}, nullptr);
    }
  }
  TreeHash(const TreeHash &) = delete;
  TreeHash &operator=(const TreeHash &) = delete;

  void update(Data data, Length threads) { update_with(data, pool_for(threads)); }
  /** The root of what there is so far; more may follow. */
  nb::bytes digest() {
    ascon_tree_ctx copy;
    {
      const Turn turn(turns_);
      copy = ctx_;
    }
    NewBytes root(ASCON_TREE_BYTES);
    check(ascon_tree_final(&copy, root.data()));
    return root.take();
  }
  nb::str hexdigest() {
    const nb::bytes root = digest();
    return hex(reinterpret_cast<const uint8_t *>(root.c_str()), root.size());
  }

 private:
  void update_with(Data data, const Pool &pool) {
    const HeldBuffer in(data, "data");
    const Turn turn(turns_);
    check(work(in.size,
               [&] { return ascon_tree_batch_update(&ctx_, in.data, in.size, pool.get()); }));
  }

  Turns turns_;
  ascon_tree_ctx ctx_;
};

// ---- Strings in memory --------------------------------------------------------------------------

nb::bytes tree_proof(Data data, Length index_in, Length chunk, Length threads) {
  const HeldBuffer in(data, "data");
  const size_t index = number(index_in, "index"), chunk_bytes = chunk_size(chunk);
  const Pool pool = pool_for(threads);
  NewBytes proof(ASCON_TREE_BYTES * ascon_tree_proof_length(in.size, chunk_bytes, index));
  const ascon_result result = work(in.size, [&, to = proof.data()] {
    return ascon_tree_prove(to, in.data, in.size, chunk_bytes, index, pool.get());
  });
  if (result == ASCON_ERR_RANGE) {
    raise_index(index);
  }
  check(result);
  return proof.take();
}

bool tree_verify(Data root_in, Length total_in, Length index_in, Data chunk_in, Data proof_in,
                 Length chunk) {
  const HeldBuffer root(root_in, "root"), part(chunk_in, "chunk"), proof(proof_in, "proof");
  const size_t total = number(total_in, "total"), index = number(index_in, "index");
  const size_t chunk_bytes = chunk_size(chunk);
  root.require("root", ASCON_TREE_BYTES);
  if (proof.size % ASCON_TREE_BYTES != 0) {
    return false;
  }
  const ascon_result result = work(part.size, [&] {
    return ascon_tree_verify(root.data, total, chunk_bytes, index, part.data, part.size, proof.data,
                             proof.size / ASCON_TREE_BYTES);
  });
  if (result == ASCON_ERR_RANGE) {
    raise_index(index);
  }
  return result == ASCON_OK;
}

const char *const CHUNK_ARGUMENT = "chunk_size: Bytes of each chunk except the last, at least 64.";
const char *const INDEX_ARGUMENT = "index: The index of the chunk, from 0.";
const char *const INDEX_ERROR = "IndexError: The string has no such chunk.";

}  // namespace

void define_tree(nb::module_ &module) {
  auto type = nb::class_<TreeHash>(
      module, "TreeHash",
      docstring("An incremental tree hash over the chunks of a string.\n\n"
                "Source: docs/constructions/tree.md. Threads that share an object take turns.",
                {"data: The beginning of the string.", CHUNK_ARGUMENT})
          .c_str());
  type.def(nb::init<OptionalData, Length>(), "data"_a.none() = nb::none(),
           nb::arg("chunk_size") = ASCON_TREE_CHUNK_BYTES,
           nb::sig("def __init__(self, data: typing_extensions.Buffer | None = None, "
                   "chunk_size: int = 16384) -> None"));
  type.def("update", &TreeHash::update, "data"_a, nb::arg("threads") = 1,
           "Adds bytes.\n\n"
           "Args:\n"
           "    data: Bytes. Pieces of 16 chunks and more are hashed side by side.\n"
           "    threads: As in asconkit.batch.");
  type.def("digest", &TreeHash::digest, "Returns the root of the string so far, 32 bytes.");
  type.def("hexdigest", &TreeHash::hexdigest, "digest() in hexadecimal.");
  type.attr("digest_size") = ASCON_TREE_BYTES;
  refuse_pickling(type);
  define(module, "tree_proof", tree_proof, "data"_a, "index"_a,
         nb::arg("chunk_size") = ASCON_TREE_CHUNK_BYTES, nb::arg("threads") = 1,
         docstring("Returns the proof of one chunk of a string. Hashes the whole string.",
                   {"data: The string.", INDEX_ARGUMENT, CHUNK_ARGUMENT,
                    "threads: As in asconkit.batch."},
                   "Digests of 32 bytes, one after the other.", {INDEX_ERROR})
             .c_str());
  define(module, "tree_verify", tree_verify, "root"_a, "total"_a, "index"_a, "chunk"_a, "proof"_a,
         nb::arg("chunk_size") = ASCON_TREE_CHUNK_BYTES,
         docstring("Verifies that a string with this root and length has this chunk at this index.",
                   {"root: 32 bytes.", "total: The length of the string in bytes.", INDEX_ARGUMENT,
                    "chunk: The chunk.", "proof: The result of tree_proof().", CHUNK_ARGUMENT},
                   "True or False.", {INDEX_ERROR})
             .c_str());
}

}  // namespace asconkit
