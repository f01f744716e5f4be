// DuckDB's extension asconkit: what LOAD calls, and the functions that it registers.
//
//   ascon_hash(data), ascon_mac(data),
//   ascon_encrypt(data, nonce [, associated_data [, key_id]]), ascon_decrypt(...),
//   ascon_tampered(...), ascon_random_nonces(data),
//   ascon_mac_with(key name, data), and ascon_encrypt_with(...), ..._decrypt_with,
//   ..._tampered_with CALL ascon_key(...), in ascon_key.cpp
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <string>

#include "asconkit/ascon_any.h"
#include "columns.hpp"
#include "functions.hpp"
#include "repeated_nonces.hpp"

namespace asconkit::duckdb {

namespace {

/** What DuckDB keeps with each function. */
struct Function {
  const char *name;
  Verb verb;
  bool names_key;  // the first argument is the name of a key
  idx_t fewest, most;
  std::shared_ptr<Keyring> keyring;
};

/** The name of the key, which is the same in all rows. */
std::string key_name(const Function &function, duckdb_data_chunk arguments) {
  if (!function.names_key) {
    return DEFAULT_KEY;
  }
  const Column names(arguments, 0, "key");
  const Value first = names.value(0);
  for (size_t row = 0; row < duckdb_data_chunk_get_size(arguments); row++) {
    const Value name = names.value(row);
    if (name.data == nullptr || name.bytes != first.bytes ||
        !std::equal(name.data, name.data + name.bytes, first.data)) {
      throw std::invalid_argument("key must be the same name in all rows, not null");
    }
  }
  return {reinterpret_cast<const char *>(first.data), first.bytes};
}

void random_nonces(size_t rows, duckdb_vector vector) {
  Results results(vector);
  uint8_t *const nonces = results.room(rows * NONCE_BYTES);
  if (ascon_random_bytes(nonces, rows * NONCE_BYTES) != ASCON_OK) {
    throw std::invalid_argument("the system provides no random bytes");
  }
  for (size_t row = 0; row < rows; row++) {
    results.put(row, nonces + row * NONCE_BYTES, NONCE_BYTES);
  }
}

void compute(const Function &function, duckdb_data_chunk arguments, duckdb_vector results) {
  const idx_t first = function.names_key ? 1 : 0;
  if (function.verb == Verb::HASH) {
    return hash(arguments, first, results);
  }
  if (function.verb == Verb::RANDOM_NONCES) {
    return random_nonces(duckdb_data_chunk_get_size(arguments), results);
  }
  const auto key = function.keyring->find(key_name(function, arguments));
  if (function.verb == Verb::MAC) {
    return mac(*key, arguments, first, results);
  }
  crypt(function.verb, *key, arguments, first, results);
}

void execute(duckdb_function_info info, duckdb_data_chunk arguments, duckdb_vector results) {
  const auto &function = *static_cast<Function *>(duckdb_scalar_function_get_extra_info(info));
  if (duckdb_data_chunk_get_size(arguments) == 0) {
    return;
  }
  reporting([&] { compute(function, arguments, results); },
            [&](const char *text) { duckdb_scalar_function_set_error(info, text); });
}

/** One form of a function, with this number of arguments. */
duckdb_scalar_function make_form(const Function &function, idx_t arguments) {
  duckdb_scalar_function form = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(form, function.name);
  // Of any type, so that text is taken as its bytes in UTF-8: DuckDB would look for \x in it.
  duckdb_logical_type any = duckdb_create_logical_type(DUCKDB_TYPE_ANY);
  for (idx_t i = 0; i < arguments; i++) {
    duckdb_scalar_function_add_parameter(form, any);
  }
  duckdb_destroy_logical_type(&any);
  duckdb_logical_type result = duckdb_create_logical_type(
      function.verb == Verb::TAMPERED ? DUCKDB_TYPE_BOOLEAN : DUCKDB_TYPE_BLOB);
  duckdb_scalar_function_set_return_type(form, result);
  duckdb_destroy_logical_type(&result);
  duckdb_scalar_function_set_special_handling(form);  // nulls come too
  if (function.verb != Verb::HASH) {
    // Another key or call gives another result: nothing is computed when a statement is planned.
    duckdb_scalar_function_set_volatile(form);
  }
  duckdb_scalar_function_set_extra_info(
      form, new Function(function), [](void *object) { delete static_cast<Function *>(object); });
  duckdb_scalar_function_set_function(form, execute);
  return form;
}

bool register_function(duckdb_connection connection, const Function &function) {
  duckdb_scalar_function_set set = duckdb_create_scalar_function_set(function.name);
  for (idx_t arguments = function.fewest; arguments <= function.most; arguments++) {
    duckdb_scalar_function form = make_form(function, arguments);
    duckdb_add_scalar_function_to_set(set, form);
    duckdb_destroy_scalar_function(&form);
  }
  const bool done = duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
  duckdb_destroy_scalar_function_set(&set);
  return done;
}

bool register_all(duckdb_connection connection) {
  const auto keyring = std::make_shared<Keyring>();
  const Function functions[] = {
      {"ascon_hash", Verb::HASH, false, 1, 1, nullptr},
      {"ascon_mac", Verb::MAC, false, 1, 1, keyring},
      {"ascon_mac_with", Verb::MAC, true, 2, 2, keyring},
      {"ascon_encrypt", Verb::ENCRYPT, false, 2, 4, keyring},
      {"ascon_encrypt_with", Verb::ENCRYPT, true, 3, 5, keyring},
      {"ascon_decrypt", Verb::DECRYPT, false, 2, 4, keyring},
      {"ascon_decrypt_with", Verb::DECRYPT, true, 3, 5, keyring},
      {"ascon_tampered", Verb::TAMPERED, false, 2, 4, keyring},
      {"ascon_tampered_with", Verb::TAMPERED, true, 3, 5, keyring},
      {"ascon_random_nonces", Verb::RANDOM_NONCES, false, 1, 1, nullptr},
  };
  return std::all_of(
             std::begin(functions), std::end(functions),
             [&](const Function &function) { return register_function(connection, function); }) &&
         register_ascon_key(connection, keyring);
}

}  // namespace

}  // namespace asconkit::duckdb

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access) {
  const bool done = asconkit::duckdb::register_all(connection);
  if (!done) {
    access->set_error(info, "DuckDB has functions named ascon_... already");
  }
  return done;
}
