// CALL ascon_key(file := ... | environment := ... [, name, algorithm, tag_length, context]): says
// where a key is. The statement names the source; the key itself is in no statement and no plan.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <string>

#include "asconkit/ascon_any.h"
#include "asconkit/ascon_prf.h"
#include "functions.hpp"

namespace asconkit::duckdb {

namespace {

constexpr const char *DEFAULT_ALGORITHM = "ascon-aead128";

/** What a call says, until it is executed. */
struct Request {
  std::shared_ptr<Keyring> keyring;
  Key key;
  KeySource source;
};

template <typename Type>
void destroy(void *object) {
  delete static_cast<Type *>(object);
}

/** A named argument of the call, given up at the end. */
class Argument {
 public:
  Argument(duckdb_bind_info info, const char *name)
      : value_(duckdb_bind_get_named_parameter(info, name)) {}
  ~Argument() { duckdb_destroy_value(&value_); }
  Argument(const Argument &) = delete;
  Argument &operator=(const Argument &) = delete;

  [[nodiscard]] bool given() const { return value_ != nullptr && !duckdb_is_null_value(value_); }
  [[nodiscard]] std::string text() const {
    const std::unique_ptr<char, void (*)(void *)> text(duckdb_get_varchar(value_), duckdb_free);
    return text.get();
  }
  [[nodiscard]] int64_t number() const { return duckdb_get_int64(value_); }
  [[nodiscard]] std::vector<uint8_t> bytes() const {
    const duckdb_blob blob = duckdb_get_blob(value_);
    const std::unique_ptr<void, void (*)(void *)> owner(blob.data, duckdb_free);
    const auto *const begin = static_cast<const uint8_t *>(blob.data);
    return {begin, begin + blob.size};
  }

 private:
  duckdb_value value_;
};

// ---- What the arguments mean --------------------------------------------------------------------

KeySource read_source(duckdb_bind_info info) {
  const Argument file(info, "file"), environment(info, "environment");
  if (file.given() == environment.given()) {
    throw std::invalid_argument("ascon_key() takes either file or environment, not " +
                                std::string(file.given() ? "both" : "none"));
  }
  return {file.given(), (file.given() ? file : environment).text()};
}

const ascon_algorithm *read_algorithm(duckdb_bind_info info) {
  const Argument argument(info, "algorithm");
  const std::string name = argument.given() ? argument.text() : DEFAULT_ALGORITHM;
  const ascon_algorithm *const algorithm = ascon_any_find(name.c_str());
  if (algorithm == nullptr || algorithm->kind != ASCON_KIND_AEAD) {
    throw std::invalid_argument("algorithm must be the name of an AEAD, such as " +
                                std::string(DEFAULT_ALGORITHM) + ", not '" + name + "'");
  }
  return algorithm;
}

size_t read_tag_length(duckdb_bind_info info, const ascon_algorithm &algorithm) {
  const Argument argument(info, "tag_length");
  if (!argument.given()) {
    return algorithm.output_bytes;
  }
  const int64_t length = argument.number();
  if (length < algorithm.min_tag_bytes || length > algorithm.output_bytes) {
    throw std::invalid_argument("tag_length must be " + std::to_string(algorithm.min_tag_bytes) +
                                " to " + std::to_string(algorithm.output_bytes) + " for " +
                                algorithm.name + ", not " + std::to_string(length));
  }
  return static_cast<size_t>(length);
}

void require_key_bytes(const KeySource &source, size_t given, size_t expected, const char *whose) {
  if (given != expected) {
    throw std::invalid_argument(source.text() + " must have a key of " + std::to_string(expected) +
                                " bytes for " + whose + ", not " + std::to_string(given));
  }
}

/** Fetches the key and puts it into the ring. */
void keep_key(Request &request, const std::vector<uint8_t> &context) {
  const std::shared_ptr<SecretBytes> bytes = request.source.load();
  Key &key = request.key;
  if (key.per_device) {
    require_key_bytes(request.source, bytes->size(), ASCON_V13_PRF_KEY_BYTES, "ascon-prf-v13");
    key.bytes = context_key(*bytes, context);
  } else {
    require_key_bytes(request.source, bytes->size(), key.algorithm->key_bytes, key.algorithm->name);
    key.bytes = bytes;
  }
  request.keyring->set(key);
}

// ---- DuckDB's table function --------------------------------------------------------------------

/** A request whose key is fetched when the statement is executed, not when it is planned. */
struct Bound {
  Request request;
  std::vector<uint8_t> context;
};

void add_column(duckdb_bind_info info, const char *name) {
  duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
  duckdb_bind_add_result_column(info, name, text);
  duckdb_destroy_logical_type(&text);
}

void bind(duckdb_bind_info info) {
  reporting(
      [&] {
        const Argument name(info, "name"), context(info, "context");
        const ascon_algorithm *const algorithm = read_algorithm(info);
        const auto *const keyring =
            static_cast<std::shared_ptr<Keyring> *>(duckdb_bind_get_extra_info(info));
        Key key = {name.given() ? name.text() : DEFAULT_KEY, algorithm,
                   read_tag_length(info, *algorithm), nullptr, context.given()};
        auto bound = std::make_unique<Bound>(
            Bound{{*keyring, std::move(key), read_source(info)},
                  context.given() ? context.bytes() : std::vector<uint8_t>()});
        add_column(info, "name");
        add_column(info, "source");
        duckdb_bind_set_bind_data(info, bound.release(), destroy<Bound>);
      },
      [&](const char *text) { duckdb_bind_set_error(info, text); });
}

void init(duckdb_init_info info) {
  duckdb_init_set_init_data(info, new bool(false), destroy<bool>);
}

/** The first call gives a row, the second one the end. */
void execute(duckdb_function_info info, duckdb_data_chunk output) {
  reporting(
      [&] {
        bool &done = *static_cast<bool *>(duckdb_function_get_init_data(info));
        if (done) {
          duckdb_data_chunk_set_size(output, 0);
          return;
        }
        auto &bound = *static_cast<Bound *>(duckdb_function_get_bind_data(info));
        keep_key(bound.request, bound.context);
        const std::string texts[] = {bound.request.key.name, bound.request.source.text()};
        for (idx_t i = 0; i < 2; i++) {
          duckdb_vector_assign_string_element_len(duckdb_data_chunk_get_vector(output, i), 0,
                                                  texts[i].data(), texts[i].size());
        }
        duckdb_data_chunk_set_size(output, 1);
        done = true;
      },
      [&](const char *text) { duckdb_function_set_error(info, text); });
}

void add_argument(duckdb_table_function function, const char *name, duckdb_type type) {
  duckdb_logical_type logical = duckdb_create_logical_type(type);
  duckdb_table_function_add_named_parameter(function, name, logical);
  duckdb_destroy_logical_type(&logical);
}

}  // namespace

bool register_ascon_key(duckdb_connection connection, const std::shared_ptr<Keyring> &keyring) {
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, "ascon_key");
  for (const char *name : {"file", "environment", "name", "algorithm"}) {
    add_argument(function, name, DUCKDB_TYPE_VARCHAR);
  }
  add_argument(function, "tag_length", DUCKDB_TYPE_BIGINT);
  add_argument(function, "context", DUCKDB_TYPE_BLOB);
  duckdb_table_function_set_extra_info(function, new std::shared_ptr<Keyring>(keyring),
                                       destroy<std::shared_ptr<Keyring>>);
  duckdb_table_function_set_bind(function, bind);
  duckdb_table_function_set_init(function, init);
  duckdb_table_function_set_function(function, execute);
  const bool done = duckdb_register_table_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_table_function(&function);
  return done;
}

}  // namespace asconkit::duckdb
