// The functions of SQL, on one chunk of rows each. extension.cpp registers them.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <new>
#include <stdexcept>

#include "api.hpp"
#include "keyring.hpp"

namespace asconkit::duckdb {

/** The most rows that one call of the library gets: in columns all that DuckDB hands out at once,
   as an array of messages fewer, as what comes after them may be in columns again. */
constexpr size_t MAX_RUN_ROWS = 2048;
constexpr size_t BLOCK_ROWS = 256;
/** Rows from which a run in columns is worth a call of its own. */
constexpr size_t MIN_RUN_ROWS = 16;

enum class Verb { ENCRYPT, DECRYPT, TAMPERED, HASH, MAC, RANDOM_NONCES };

/** Encrypts or decrypts the rows of a chunk, or says which were tampered with.
    @param first the number of the argument with the data; nonce, associated data and device follow
    std::invalid_argument if a row cannot be encrypted; nothing is given out then. */
void crypt(Verb verb, const Key &key, duckdb_data_chunk arguments, idx_t first,
           duckdb_vector results);

/** Hashes the rows of a chunk, or computes their tags with the key. */
void hash(duckdb_data_chunk arguments, idx_t first, duckdb_vector results);
void mac(const Key &key, duckdb_data_chunk arguments, idx_t first, duckdb_vector results);

/** Registers ascon_key(), with which queries say where keys are. False if DuckDB refuses. */
bool register_ascon_key(duckdb_connection connection, const std::shared_ptr<Keyring> &keyring);

/** Calls a function that may throw, and gives what was thrown to tell_error(text). Exceptions of
    DuckDB pass: it catches them itself. */
template <typename Function, typename Tell>
void reporting(Function function, Tell tell_error) {
  try {
    function();
  } catch (const std::invalid_argument &fault) {
    tell_error(fault.what());
  } catch (const std::bad_alloc &) {
    tell_error("out of memory");
  }
}

}  // namespace asconkit::duckdb
