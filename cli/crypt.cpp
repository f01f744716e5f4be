// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <unistd.h>

#include <memory>
#include <vector>

#include "arguments.hpp"
#include "chunks.hpp"
#include "commands.hpp"
#include "container.hpp"
#include "groups.hpp"
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
  std::string algorithm = "ascon-aead128";
  std::uint32_t chunk_bytes = default_chunk_bytes;
  Argon2Cost cost;
  bool allow_costly = false;
  std::string threads = "0";
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

// An attacker learns nothing from the second try: both flags of one index are his to choose.
[[noreturn]] void fail_chunk(const ChunkCipher &cipher, std::uint64_t index, bool last,
                             const Chunk &chunk, const std::string &name) {
  check_chunk_size(index, chunk.sealed.size(), name);
  std::string number = std::to_string(index);
  bool other = cipher.open(index, !last, {&chunk, 1}) == 1;
  ascon_wipe(chunk.text.data(), chunk.text.size());
  if (!other) fail(Exit::corrupted, name, "chunk " + number + " is corrupted");
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
                 group.ends() && group.good + 1 == group.count(), chunks[group.good], input.name());
    progress.add(group.bytes());
  };
  for_each_group(input, shape, threads, open, finish);
}

// ---- Keys ---------------------------------------------------------------------------------

void check_key_options(const Options &options) {
  int given = (options.key_file.empty() ? 0 : 1) + (options.passphrase ? 1 : 0) +
              (options.passphrase_file.empty() ? 0 : 1);
  if (given != 1) fail_usage("expected one of --key, --passphrase and --passphrase-file");
  if (options.allow_costly && !options.key_file.empty())
    fail_usage("--allow-costly-passphrase: expected --passphrase or --passphrase-file, not --key");
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

// Before the passphrase is asked for: whoever typed it has decided to wait.
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

// ---- Commands -----------------------------------------------------------------------------

mode_t mode_for(const Input &input) { return input.is_regular() ? input.mode() & 0666 : 0666; }

Header new_header(const Options &options) {
  Header header;
  header.algorithm = find_algorithm(options.algorithm, {ASCON_KIND_AEAD});
  header.chunk_bytes = options.chunk_bytes;
  header.source = source_of(options);
  header.cost = header.source == KeySource::passphrase ? options.cost : Argon2Cost{0, 0, 0};
  fill_random(header.salt);
  return header;
}

void check_numbers(const Options &options) {
  if (options.chunk_bytes < 1 || options.chunk_bytes > max_chunk_bytes)
    fail_usage("--chunk-size: " + std::to_string(options.chunk_bytes) + ", expected 1 to " +
               std::to_string(max_chunk_bytes));
  std::string problem = cost_problem(options.cost);
  if (problem.empty() && !options.allow_costly) problem = costly_problem(options.cost);
  if (!problem.empty()) fail_usage(problem);
}

void refuse_terminal(const Options &options) {
  if (options.output == "-" && !options.force && isatty(STDOUT_FILENO) == 1)
    fail_usage("refusing to write encrypted data to a terminal; expected --output FILE");
}

Exit encrypt(Options options) {
  if (options.output.empty())
    options.output = options.input == "-" ? "-" : options.input + std::string(suffix);
  check_key_options(options);
  check_numbers(options);
  unsigned threads = thread_count(options.threads);
  refuse_terminal(options);
  check_target(options.output, options.force);
  Input input(options.input);
  input.refuse_directory();
  Header header = new_header(options);
  Key key = user_key(options, header, true);
  header.key_check = key_check(key, header);
  std::unique_ptr<Output> output = open_output(options.output, options.force, mode_for(input));
  output->write(encode_header(header));
  ChunkCipher cipher(*header.algorithm, file_secret(key, header));
  seal_all(input, *output, cipher, header.chunk_bytes, threads);
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

void release(Input &input, Output &output, const Header &header, const Key &key, unsigned threads) {
  ChunkCipher cipher(*header.algorithm, file_secret(key, header));
  try {
    open_all(input, output, cipher, header.chunk_bytes, threads);
  } catch (const Failure &failure) {
    if (!output.is_stream() || failure.code() != Exit::corrupted) throw;
    throw Failure(failure.code(), std::string(failure.what()) + "; the output is incomplete");
  }
  output.commit();
}

Exit decrypt(Options options) {
  check_key_options(options);
  unsigned threads = thread_count(options.threads);
  if (options.output.empty()) options.output = plain_name(options.input);
  check_target(options.output, options.force);
  Input input(options.input);
  input.refuse_directory();
  Header header = read_header(input);
  check_source(options, header, input.name());
  check_cost(options, header, input.name());
  Key key = user_key(options, header, false);
  check_key(key, header, input.name());
  std::unique_ptr<Output> output = open_output(options.output, options.force, mode_for(input));
  release(input, *output, header, key, threads);
  return Exit::ok;
}

// ---- Options ------------------------------------------------------------------------------

void add_common(CLI::App &app, Options &options) {
  describe_operands(app, "[FILE]", "Without FILE, or with -, standard input is read.");
  app.add_option("-k,--key", options.key_file, "Key file made by asconkit keygen")
      ->type_name("FILE");
  app.add_flag("-p,--passphrase", options.passphrase, "Ask for a passphrase on the terminal");
  app.add_option("--passphrase-file", options.passphrase_file, "File with the passphrase alone")
      ->type_name("FILE");
  app.add_flag("--allow-costly-passphrase", options.allow_costly,
               "Accept Argon2 memory over 1 GiB, or minutes of work, for a passphrase");
  app.add_option("-o,--output", options.output, "What to write; - for standard output")
      ->type_name("FILE");
  app.add_flag("-f,--force", options.force, "Replace an existing file");
  add_threads_option(app, options.threads);
}

void add_number(CLI::App &app, const char *name, std::uint32_t &value, const char *text) {
  app.add_option(name, value, text)->capture_default_str()->type_name("N");
}

void add_encrypt_options(CLI::App &app, Options &options) {
  app.add_option("-a,--algorithm", options.algorithm, "AEAD listed by asconkit info")
      ->capture_default_str()
      ->type_name("NAME");
  add_number(app, "--chunk-size", options.chunk_bytes, "Bytes of text in a chunk");
  add_number(app, "--argon2-memory", options.cost.memory_kib, "KiB of memory for a passphrase");
  add_number(app, "--argon2-passes", options.cost.passes, "Passes over this memory");
  add_number(app, "--argon2-lanes", options.cost.lanes, "Lanes that work in parallel");
}

Command secret_command(CLI::App *app, std::shared_ptr<Options> options, Exit (*run)(Options)) {
  return {app, [options, run](const auto &operands) {
            options->input = single_operand(operands, "-");
            disable_core_dumps();
            install_signal_handlers();
            return run(*options);
          }};
}

}  // namespace

Command add_encrypt(CLI::App &root) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("encrypt", "Encrypt a file, by default to FILE.ascon");
  add_common(*app, *options);
  add_encrypt_options(*app, *options);
  app->footer("Example: asconkit encrypt -k my.key letter.txt");
  return secret_command(app, options, encrypt);
}

Command add_decrypt(CLI::App &root) {
  auto options = std::make_shared<Options>();
  CLI::App *app =
      root.add_subcommand("decrypt", "Decrypt a file, by default to its name without .ascon");
  add_common(*app, *options);
  app->footer(
      "An output file appears only when all of it is verified. Standard output gets each chunk\n"
      "once it is verified: what it got is authentic, but complete only with exit code 0.\n\n"
      "Example: asconkit decrypt -k my.key letter.txt.ascon");
  return secret_command(app, options, decrypt);
}

}  // namespace asconkit::cli
