// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit info`: the algorithms, backends and batch engines, as text or JSON.
#include <cstdint>
#include <cstdio>
#include <string>

#include "asconkit/ascon_backend.h"
#include "asconkit/batch/ascon_batch.h"
#include "commands.hpp"
#include "print.hpp"

namespace asconkit::cli {

namespace {

std::string number(unsigned value) { return value == 0 ? "-" : std::to_string(value); }

template <class... Values>
void print_row(const char *format, Values... values) {
  std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, format, values...)), '\0');
  std::snprintf(text.data(), text.size() + 1, format, values...);
  print(text);
}

void print_algorithm(const ascon_algorithm &row) {
  print_row("%-27s %-9s %-10s %4s %6s %7s %7s %5s\n", row.name, ascon_any_kind_name(row.kind),
            row.convention, number(row.key_bytes).c_str(), number(row.nonce_bytes).c_str(),
            number(row.min_tag_bytes).c_str(), number(row.output_bytes).c_str(),
            number(row.rate_bytes).c_str());
}

// The engine for large batches; small ones may use another.
bool is_active_engine(const std::string &name) {
  return name == ascon_batch_engine_active(SIZE_MAX);
}

void print_engines() {
  print_row("\nEngines of batches:\n%-27s %5s\n", "name", "lanes");
  for (std::size_t i = 0; const char *name = ascon_batch_engine_at(i); ++i) {
    const char *state =
        ascon_batch_engine_available(name) == 0 ? "not on this processor" : "available";
    print_row("%-27s %5zu %s\n", name, ascon_batch_engine_lanes(name),
              is_active_engine(name) ? "active" : state);
  }
}

// Tables of algorithms, backends and engines.
void print_text() {
  print_row("asconkit %s\n\nAlgorithms (sizes in bytes, - for none or any):\n", ASCON_VERSION);
  print_row("%-27s %-9s %-10s %4s %6s %7s %7s %5s\n", "name", "kind", "from", "key", "nonce",
            "min tag", "output", "rate");
  for (std::size_t i = 0; ascon_any_at(i) != nullptr; ++i) print_algorithm(*ascon_any_at(i));
  print("\nBackends:\n");
  std::string active = ascon_backend_active();
  for (std::size_t i = 0; const char *name = ascon_backend_at(i); ++i) {
    const char *state = ascon_backend_available(name) == 0 ? "not on this processor" : "available";
    if (active == name) print_row("%-27s active: %s\n", name, ascon_backend_reason());
    else print_row("%-27s %s\n", name, state);
  }
  print_engines();
}

// Names and reasons need no escaping: letters, digits, spaces, and what JSON takes as it is.
std::string json_algorithm(const ascon_algorithm &row) {
  auto field = [](const char *name, unsigned value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  return std::string("{\"name\": \"") + row.name + "\", \"kind\": \"" +
         ascon_any_kind_name(row.kind) + "\", \"convention\": \"" + row.convention + "\"" +
         field("key_bytes", row.key_bytes) + field("nonce_bytes", row.nonce_bytes) +
         field("min_tag_bytes", row.min_tag_bytes) + field("output_bytes", row.output_bytes) +
         field("rate_bytes", row.rate_bytes) + "}";
}

// The list to choose from.
std::string json_choice(const std::string &name, bool available, bool active) {
  auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  return "{\"name\": \"" + name + "\", \"available\": " + truth(available) +
         ", \"active\": " + truth(active);
}

std::string json_backend(const std::string &name) {
  const bool active = name == ascon_backend_active();
  const std::string reason =
      active ? std::string(", \"reason\": \"") + ascon_backend_reason() + "\"" : "";
  return json_choice(name, ascon_backend_available(name.c_str()) != 0, active) + reason + "}";
}

std::string json_engine(const std::string &name) {
  return json_choice(name, ascon_batch_engine_available(name.c_str()) != 0,
                     is_active_engine(name)) +
         ", \"lanes\": " + std::to_string(ascon_batch_engine_lanes(name.c_str())) + "}";
}

void print_json() {
  print_row("{\"version\": \"%s\",\n \"algorithms\": [", ASCON_VERSION);
  for (std::size_t i = 0; const ascon_algorithm *row = ascon_any_at(i); ++i)
    print_row("%s\n  %s", i == 0 ? "" : ",", json_algorithm(*row).c_str());
  print("],\n \"backends\": [");
  for (std::size_t i = 0; const char *name = ascon_backend_at(i); ++i)
    print_row("%s\n  %s", i == 0 ? "" : ",", json_backend(name).c_str());
  print("],\n \"batch_engines\": [");
  for (std::size_t i = 0; const char *name = ascon_batch_engine_at(i); ++i)
    print_row("%s\n  %s", i == 0 ? "" : ",", json_engine(name).c_str());
  print("]}\n");
}

}  // namespace

Exit run_info(const Arguments &arguments) {
  arguments.refuse_operands();
  if (arguments.given(Id::json)) print_json();
  else print_text();
  return Exit::ok;
}

}  // namespace asconkit::cli
