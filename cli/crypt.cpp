// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit encrypt` and `asconkit decrypt`: their options and files. filekey.cpp has the key,
// container.cpp the header, chunkstream.cpp the contents.
#include <cstdint>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "asconkit/ascon_any.h"
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
  std::vector<std::string> inputs;
  std::string output;  // of the only input; empty: the name is derived from the input's
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

struct Work {
  std::string input;
  Target target;
};

Work work_on(const Options &options, const std::string &input,
             std::string (*derived)(const std::string &input)) {
  if (options.output.empty())
    return {input, {derived(input), options.force, Target::Kinds::regular}};
  return {input, {options.output, options.force, Target::Kinds::any}};
}

// Before anything is read, opened or asked for.
std::vector<Work> checked_work(const Options &options,
                               std::string (*derived)(const std::string &input)) {
  std::vector<NamedFile> inputs = secret_files(options.key);
  std::ranges::move(operand_files(options.inputs), std::back_inserter(inputs));
  std::vector<Work> all;
  std::vector<std::string> outputs;
  for (const std::string &input : options.inputs) {
    all.push_back(work_on(options, input, derived));
    outputs.push_back(all.back().target.path);
  }
  refuse_reading_twice(inputs);
  refuse_overwriting(outputs, inputs);
  for (const Work &work : all) check_target(work.target);
  return all;
}

// One file after the other: each is whole or not there, and a failure does not leave out the
// files after it. The first failure gives the exit code.
template <class Step>
Exit for_each_file(const std::vector<Work> &all, const Step &step) {
  if (all.size() == 1) {
    step(all.front());
    return Exit::ok;
  }
  Exit result = Exit::ok;
  for (const Work &work : all) {
    try {
      step(work);
    } catch (const Failure &failure) {
      complain(failure.what());
      if (result == Exit::ok) result = failure.code();
    }
  }
  return result;
}

void refuse_folder(const Input &input) {
  if (S_ISDIR(input.mode()))
    fail(Exit::io, input.name(),
         std::string(directory_text) + "; tar makes one of a folder, see --help");
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
  std::vector<Work> all = checked_work(options, sealed_name);
  for (const Work &work : all)
    refuse_terminal(is_standard_output(work.target) && isatty(STDOUT_FILENO) == 1, options);
  UserKey key(options.key, all.size());
  return for_each_file(all, [&](const Work &work) {
    Input input(work.input);
    refuse_folder(input);
    Header header = new_header(options, choices);
    FileStream stream = stream_to_seal(key, header);
    std::unique_ptr<Output> output = open_output(work.target, mode_for(input));
    refuse_terminal(output->is_terminal(), options);
    output->write(header.bytes);
    seal_stream(input, *output, stream, options.threads);
    output->commit();
  });
}

std::string plain_name(const std::string &path) {
  if (path == "-") return "-";
  const std::string end(suffix);
  if (!path.ends_with(suffix))
    fail(Exit::usage, path, "does not end in " + end + ", expected --output FILE");
  std::string name = path.substr(0, path.size() - suffix.size());
  if (name.empty() || name.ends_with('/'))
    fail(Exit::usage, path, "has no name before " + end + ", expected --output FILE");
  return name;
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
  std::vector<Work> all = checked_work(options, plain_name);
  UserKey key(options.key, all.size());
  return for_each_file(all, [&](const Work &work) {
    Input input(work.input);
    input.refuse_directory();
    Header header = read_header(input);
    FileStream stream = stream_to_open(key, header, input.name());
    std::unique_ptr<Output> output = open_output(work.target, mode_for(input));
    release(input, *output, stream, options.threads);
  });
}

// ---- Options ------------------------------------------------------------------------------

Options options_from(const Arguments &arguments) {
  Options options;
  options.inputs = arguments.operands;
  if (options.inputs.empty()) options.inputs.emplace_back("-");
  options.output = arguments.text(Id::output);
  if (!options.output.empty() && options.inputs.size() > 1)
    fail_usage("--output names one file, but " + std::to_string(options.inputs.size()) +
               " files are given, each with its own output");
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
