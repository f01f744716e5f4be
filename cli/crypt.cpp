// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <unistd.h>

#include <memory>
#include <vector>

#include "chunks.hpp"
#include "commands.hpp"
#include "container.hpp"
#include "groups.hpp"
#include "identity.hpp"
#include "io.hpp"
#include "progress.hpp"
#include "quote.hpp"
#include "signals.hpp"
#include "threads.hpp"

namespace asconkit::cli {

namespace {

constexpr std::string_view suffix = ".ascon";

struct Options {
  std::string input;
  std::string output;
  std::string key_file;
  bool passphrase = false;
  std::string passphrase_file;
  bool force = false;
  bool allow_costly = false;
  unsigned threads = 1;
};

// What encrypt chooses and decrypt finds in the header.
struct Choices {
  const ascon_algorithm *algorithm;
  std::uint32_t chunk_bytes;
  Argon2Cost cost;
};

// ---- Chunks between input and output -------------------------------------------------------

std::size_t text_bytes(ConstBytes sealed) {
  return sealed.size() < tag_bytes ? 0 : sealed.size() - tag_bytes;
}

std::vector<Chunk> chunks_to_seal(Group &group) {
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < group.count(); ++i) {
    Bytes text = group.piece(i);
    chunks.push_back({text, group.result(i, text.size() + tag_bytes)});
  }
  return chunks;
}

std::vector<Chunk> chunks_to_open(Group &group) {
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < group.count(); ++i) {
    Bytes sealed = group.piece(i);
    chunks.push_back({group.result(i, text_bytes(sealed)), sealed});
  }
  return chunks;
}

// The results of the first group.good pieces.
void write(Output &output, std::span<const Chunk> chunks, Bytes Chunk::*side) {
  std::vector<iovec> pieces;
  for (const Chunk &chunk : chunks) pieces.push_back(piece_of(chunk.*side));
  output.write(pieces);
}

void seal_all(Input &input, Output &output, const ChunkCipher &cipher, std::size_t chunk_bytes,
              unsigned threads) {
  GroupShape shape = group_shape(chunk_bytes, chunk_bytes + tag_bytes, false);
  Progress progress(input.name(), input.size());
  auto seal = [&](Group &group) {
    group.good = cipher.seal(group.first(), group.ends(), chunks_to_seal(group));
  };
  auto finish = [&](Group &group) {
    std::vector<Chunk> chunks = chunks_to_seal(group);
    write(output, std::span(chunks).first(group.good), &Chunk::sealed);
    if (group.good < group.count())
      fail(Exit::usage, input.name(), "needs more than 2^32 chunks; a larger --chunk-size helps");
    progress.add(group.bytes());
  };
  for_each_group(input, shape, threads, seal, finish);
}

void check_chunk_size(std::uint64_t index, std::size_t size, const std::string &name) {
  if (size < tag_bytes)
    fail(Exit::corrupted, name, "is truncated in chunk " + std::to_string(index));
  if (size == tag_bytes && index > 0)
    fail(Exit::corrupted, name, "chunk " + std::to_string(index) + " is empty");
}

// An attacker learns nothing from the second try: an attacker can choose both flags of an index
// anyway. `whole`: bytes of a chunk that is not the last one.
[[noreturn]] void fail_chunk(const ChunkCipher &cipher, std::uint64_t index, bool last,
                             const Chunk &chunk, std::size_t whole, const std::string &name) {
  check_chunk_size(index, chunk.sealed.size(), name);
  std::string number = std::to_string(index);
  bool other = cipher.open(index, !last, {&chunk, 1}) == 1;
  ascon_wipe(chunk.text.data(), chunk.text.size());
  bool is_part = chunk.sealed.size() < whole;
  if (!other)
    fail(Exit::corrupted, name,
         "chunk " + number + (is_part ? " is corrupted, truncated or extended" : " is corrupted"));
  fail(Exit::corrupted, name,
       last ? "is truncated: no chunk follows chunk " + number
            : "has data after its last chunk, chunk " + number);
}

void open_all(Input &input, Output &output, const ChunkCipher &cipher, std::size_t chunk_bytes,
              unsigned threads) {
  GroupShape shape = group_shape(chunk_bytes + tag_bytes, chunk_bytes + tag_bytes, true);
  Progress progress(input.name(), input.size());
  auto open = [&](Group &group) {
    std::vector<Chunk> chunks = chunks_to_open(group);
    group.good = cipher.open(group.first(), group.ends(), chunks);
    // Whoever has the key can make such a chunk, which the format does not allow.
    bool empty = group.good > 0 && chunks[group.good - 1].text.empty();
    if (empty && group.first() + group.good > 1) --group.good;
  };
  auto finish = [&](Group &group) {
    std::vector<Chunk> chunks = chunks_to_open(group);
    write(output, std::span(chunks).first(group.good), &Chunk::text);
    if (group.good < group.count())
      fail_chunk(cipher, group.first() + group.good,
                 group.ends() && group.good + 1 == group.count(), chunks[group.good],
                 chunk_bytes + tag_bytes, input.name());
    progress.add(group.bytes());
  };
  for_each_group(input, shape, threads, open, finish);
}

// ---- Keys ---------------------------------------------------------------------------------

// True if there is a user at the terminal to ask.
bool has_terminal() { return isatty(STDIN_FILENO) == 1 || isatty(STDERR_FILENO) == 1; }

void choose_key(Options &options) {
  if (!options.key_file.empty() || options.passphrase || !options.passphrase_file.empty()) return;
  if (!has_terminal()) fail_usage("expected --key, --passphrase or --passphrase-file");
  options.passphrase = true;
}

KeySource source_of(const Options &options) {
  return options.key_file.empty() ? KeySource::passphrase : KeySource::key_file;
}

Key user_key(const Options &options, const Header &header, bool confirm) {
  if (header.source == KeySource::key_file) return read_key_file(options.key_file);
  Passphrase passphrase =
      options.passphrase ? ask_passphrase(confirm) : read_passphrase_file(options.passphrase_file);
  return stretch(passphrase, header);
}

void check_source(const Options &options, const Header &header, const std::string &name) {
  if (source_of(options) == header.source) return;
  bool wants_passphrase = header.source == KeySource::passphrase;
  fail(Exit::wrong_key, name,
       wants_passphrase ? "is encrypted with a passphrase, expected --passphrase"
                        : "is encrypted with a key file, expected --key");
}

// Called before the passphrase is asked for, so that the user need not type it in vain.
void check_cost(const Options &options, const Header &header, const std::string &name) {
  std::string problem = options.allow_costly ? "" : costly_problem(header.cost);
  if (!problem.empty()) fail(Exit::unsupported, name, "has a costly passphrase: " + problem);
}

void check_key(const Key &key, const Header &header, const std::string &name) {
  auto check = key_check(key, header);
  if (ascon_equal(check.data(), header.key_check.data(), check.size()) == 1) return;
  bool phrase = header.source == KeySource::passphrase;
  fail(Exit::wrong_key, name,
       std::string(phrase ? "wrong passphrase" : "wrong key: it is encrypted with another one") +
           ", or someone changed its header");
}

// ---- Files --------------------------------------------------------------------------------

Target target_of(const Options &options, std::string (*derived)(const std::string &input)) {
  if (options.output.empty())
    return {derived(options.input), options.force, Target::Kinds::regular};
  return {options.output, options.force, Target::Kinds::any};
}

// Before anything is read, opened or asked for.
void check_files(const Options &options, const Target &target) {
  std::vector<NamedFile> secrets;
  if (!options.key_file.empty()) secrets.push_back({"--key", options.key_file});
  if (!options.passphrase_file.empty())
    secrets.push_back({"--passphrase-file", options.passphrase_file});
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
  header.algorithm = choices.algorithm;
  header.chunk_bytes = choices.chunk_bytes;
  header.source = source_of(options);
  header.cost = header.source == KeySource::passphrase ? choices.cost : Argon2Cost{0, 0, 0};
  fill_random(header.salt);
  return header;
}

void check_chosen_cost(const Options &options, const Argon2Cost &cost) {
  std::string problem = cost_problem(cost);
  if (problem.empty() && !options.allow_costly) problem = costly_problem(cost);
  if (!problem.empty()) fail_usage(problem);
}

void refuse_terminal(bool is_terminal, const Options &options) {
  if (is_terminal && !options.force)
    fail_usage("refusing to write encrypted data to a terminal; expected --output FILE");
}

std::string sealed_name(const std::string &path) {
  return path == "-" ? "-" : path + std::string(suffix);
}

// Completes the header. The user's key is wiped when this returns.
ChunkCipher cipher_to_seal(const Options &options, Header &header) {
  Key key = user_key(options, header, true);
  header.key_check = key_check(key, header);
  return ChunkCipher(*header.algorithm, file_secret(key, header));
}

Exit encrypt(const Options &options, const Choices &choices) {
  check_chosen_cost(options, choices.cost);
  Target target = target_of(options, sealed_name);
  refuse_terminal(is_standard_output(target) && isatty(STDOUT_FILENO) == 1, options);
  check_files(options, target);
  Input input(options.input);
  input.refuse_directory();
  Header header = new_header(options, choices);
  ChunkCipher cipher = cipher_to_seal(options, header);
  std::unique_ptr<Output> output = open_output(target, mode_for(input));
  refuse_terminal(output->is_terminal(), options);
  output->write(encode_header(header));
  seal_all(input, *output, cipher, header.chunk_bytes, options.threads);
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

// The user's key is wiped when this returns.
ChunkCipher cipher_to_open(const Options &options, const Header &header, const std::string &name) {
  Key key = user_key(options, header, false);
  check_key(key, header, name);
  return ChunkCipher(*header.algorithm, file_secret(key, header));
}

void release(Input &input, Output &output, const ChunkCipher &cipher, std::size_t chunk_bytes,
             unsigned threads) {
  try {
    open_all(input, output, cipher, chunk_bytes, threads);
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
  check_source(options, header, input.name());
  check_cost(options, header, input.name());
  ChunkCipher cipher = cipher_to_open(options, header, input.name());
  std::unique_ptr<Output> output = open_output(target, mode_for(input));
  release(input, *output, cipher, header.chunk_bytes, options.threads);
  return Exit::ok;
}

// ---- Options ------------------------------------------------------------------------------

Options options_from(const Arguments &arguments) {
  Options options;
  options.input = arguments.single_operand("-");
  options.output = arguments.text(Id::output);
  options.key_file = arguments.text(Id::key);
  options.passphrase = arguments.given(Id::passphrase);
  options.passphrase_file = arguments.text(Id::passphrase_file);
  options.allow_costly = arguments.given(Id::allow_costly_passphrase);
  options.force = arguments.given(Id::force);
  options.threads = thread_count(arguments.number(Id::threads));
  choose_key(options);
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
