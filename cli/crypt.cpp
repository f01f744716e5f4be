// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit encrypt` and `asconkit decrypt`: their options and files. filekey.cpp has the key,
// container.cpp the header, chunkstream.cpp the contents.
#include <cstdint>
#include <unistd.h>

#include <memory>
#include <vector>

#include "chunkstream.hpp"
#include "commands.hpp"
#include "container.hpp"
#include "filekey.hpp"
#include "identity.hpp"
#include "io.hpp"
#include "signals.hpp"
#include "threads.hpp"

namespace asconkit::cli {

namespace {

constexpr std::string_view suffix = ".ascon";

struct Options {
  std::string input;
  std::string output;
  KeyOptions key;
  bool force = false;
  unsigned threads = 1;
};

// What encrypt chooses and decrypt finds in the header.
struct Choices {
  const ascon_algorithm *algorithm;
  std::uint32_t chunk_bytes;
  Argon2Cost cost;
};

// ---- Files --------------------------------------------------------------------------------

Target target_of(const Options &options, std::string (*derived)(const std::string &input)) {
  if (options.output.empty())
    return {derived(options.input), options.force, Target::Kinds::regular};
  return {options.output, options.force, Target::Kinds::any};
}

// Before anything is read, opened or asked for.
void check_files(const Options &options, const Target &target) {
  std::vector<NamedFile> secrets = secret_files(options.key);
  std::vector<NamedFile> inputs = secrets;
  inputs.push_back({"FILE", options.input});
  refuse_reading_twice(inputs);
  refuse_overwriting(target.path, secrets);
  check_target(target);
}

// ---- Commands -----------------------------------------------------------------------------

mode_t mode_for(const Input &input) { return input.is_regular() ? input.mode() & 0666 : 0666; }

Header new_header(const Options &options, const Choices &choices) {
  Header header;
  ascon_stream_header &fields = header.fields;
  fields.version = ASCON_STREAM_HEADER_VERSION;
  fields.algorithm = choices.algorithm;
  fields.chunk_bytes = choices.chunk_bytes;
  fields.source = source_of(options.key);
  if (fields.source == ASCON_STREAM_PASSPHRASE) fields.cost = choices.cost;
  fields.salt_bytes = sizeof fields.salt;
  fill_random(fields.salt);
  return header;
}

void refuse_terminal(bool is_terminal, const Options &options) {
  if (is_terminal && !options.force)
    fail_usage("refusing to write encrypted data to a terminal; expected --output FILE");
}

std::string sealed_name(const std::string &path) {
  return path == "-" ? "-" : path + std::string(suffix);
}

// Whatever can be checked is checked before the passphrase is asked for and the output is created.
Exit encrypt(const Options &options, const Choices &choices) {
  check_chosen_cost(options.key, choices.cost);
  Target target = target_of(options, sealed_name);
  refuse_terminal(is_standard_output(target) && isatty(STDOUT_FILENO) == 1, options);
  check_files(options, target);
  Input input(options.input);
  input.refuse_directory();
  Header header = new_header(options, choices);
  FileStream stream = stream_to_seal(options.key, header);
  std::unique_ptr<Output> output = open_output(target, mode_for(input));
  refuse_terminal(output->is_terminal(), options);
  output->write(header.bytes);
  seal_stream(input, *output, stream, options.threads);
  output->commit();
  return Exit::ok;
}

std::string plain_name(const std::string &path) {
  if (path == "-") return "-";
  bool named = path.ends_with(suffix) && path.size() > suffix.size();
  if (!named || path[path.size() - suffix.size() - 1] == '/')
    fail(Exit::usage, path, "does not end in " + std::string(suffix) + ", expected --output FILE");
  return path.substr(0, path.size() - suffix.size());
}

// Decrypts all chunks. What was written to a stream before a failure cannot be taken back.
void release(Input &input, Output &output, const FileStream &stream, unsigned threads) {
  try {
    open_stream(input, output, stream, threads);
  } catch (const Failure &failure) {
    if (!output.is_stream() || failure.code() != Exit::corrupted) throw;
    throw Failure(failure.code(), std::string(failure.what()) + "; the output is incomplete");
  }
  output.commit();
}

Exit decrypt(const Options &options) {
  Target target = target_of(options, plain_name);
  check_files(options, target);
  Input input(options.input);
  input.refuse_directory();
  Header header = read_header(input);
  FileStream stream = stream_to_open(options.key, header, input.name());
  std::unique_ptr<Output> output = open_output(target, mode_for(input));
  release(input, *output, stream, options.threads);
  return Exit::ok;
}

// ---- Options ------------------------------------------------------------------------------

Options options_from(const Arguments &arguments) {
  Options options;
  options.input = arguments.single_operand("-");
  options.output = arguments.text(Id::output);
  options.force = arguments.given(Id::force);
  options.threads = thread_count(arguments.number(Id::threads));
  options.key = key_options_from(arguments);
  return options;
}

Choices choices_from(const Arguments &arguments) {
  auto number = [&](Id id) { return static_cast<std::uint32_t>(arguments.number(id)); };
  return {&arguments.algorithm(),
          number(Id::chunk_size),
          {number(Id::argon2_memory), number(Id::argon2_passes), number(Id::argon2_lanes)}};
}

void prepare() {
  protect_memory();
  install_signal_handlers();
}

}  // namespace

Exit run_encrypt(const Arguments &arguments) {
  prepare();
  return encrypt(options_from(arguments), choices_from(arguments));
}

Exit run_decrypt(const Arguments &arguments) {
  prepare();
  return decrypt(options_from(arguments));
}

}  // namespace asconkit::cli
