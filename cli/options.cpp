// SPDX-License-Identifier: Apache-2.0 OR MIT
// The table of subcommands and options, with the texts of the help.
#include "options.hpp"

#include <algorithm>

#include "asconkit/ascon_backend.h"
#include "asconkit/stream/ascon_stream.h"
#include "text.hpp"
#include "threads.hpp"

namespace asconkit::cli {

namespace {

constexpr const char *many_inputs = "Without FILE, or for -, standard input is read.";
constexpr const char *one_input = "Without FILE, or with -, standard input is read.";
constexpr const char *many_files =
    "Each FILE has its own output. Without FILE, or for -, the command encrypts or decrypts "
    "standard input to standard output. --output names the output of a single FILE.";
constexpr const char *sizes = "A size is a number with K, M or G for KiB, MiB or GiB.";

const Option threads = {.id = Id::threads,
                        .letter = 'j',
                        .name = "threads",
                        .value = Value::number,
                        .help = "Number of threads; 0: one for each processor",
                        .fallback = "0",
                        .most = most_threads,
                        .yields = true};  // --t is an option of sha256sum

const Option force = {
    .id = Id::force, .letter = 'f', .name = "force", .help = "Replace an existing file"};

Option algorithm(const char *help, std::vector<ascon_kind> kinds, const char *fallback) {
  return {.id = Id::algorithm,
          .letter = 'a',
          .name = "algorithm",
          .value = Value::algorithm,
          .help = help,
          .fallback = fallback,
          .kinds = std::move(kinds)};
}

// ---- keygen -------------------------------------------------------------------------------

const Subcommand keygen = {
    .name = "keygen",
    .summary = "Write a new random key to a file",
    .operands = "FILE",
    .notes = {"FILE is created, with mode 0600; - is standard output.",
              "No algorithm uses the key of 32 bytes directly. From this key, encrypt and decrypt "
              "derive a key for each file, and mac and prf a key for each algorithm, all with "
              "Ascon-CXOF128. So one key file serves all these subcommands."},
    .options = {{.id = Id::force,
                 .letter = 'f',
                 .name = "force",
                 .help = "Replace an existing file: its key is lost"}},
    .exclusive = {},
    .example = "asconkit keygen my.key"};

// ---- encrypt and decrypt ------------------------------------------------------------------

const std::vector<Option> key_options = {
    {.id = Id::key,
     .letter = 'k',
     .name = "key",
     .value = Value::file,
     .help = "Key file made by asconkit keygen"},
    {.id = Id::passphrase,
     .letter = 'p',
     .name = "passphrase",
     .help = "Ask for a passphrase on the terminal"},
    {.id = Id::passphrase_file,
     .name = "passphrase-file",
     .value = Value::file,
     .help = "File that has only the passphrase"},
    {.id = Id::allow_costly_passphrase,
     .name = "allow-costly-passphrase",
     .help = "Accept a passphrase that costs over 1 GiB of memory or minutes of work"},
    {.id = Id::output,
     .letter = 'o',
     .name = "output",
     .value = Value::file,
     .help = "File to write; - for standard output"},
    force,
    threads};

// The cost of a passphrase is the second recommendation of RFC 9106, section 4.
const std::vector<Option> encrypt_options = {
    algorithm("AEAD listed by asconkit info", {ASCON_KIND_AEAD}, "ascon-aead128"),
    {.id = Id::chunk_size,
     .name = "chunk-size",
     .value = Value::size,
     .help = "Bytes of text in a chunk",
     .fallback = "64K",
     .least = 1,
     .most = ASCON_STREAM_MAX_CHUNK_BYTES},
    {.id = Id::argon2_memory,
     .name = "argon2-memory",
     .value = Value::size,
     .help = "Argon2 memory for a passphrase; without a suffix, in KiB",
     .fallback = "64M",
     .most = UINT32_MAX,
     .unit = 1024},
    {.id = Id::argon2_passes,
     .name = "argon2-passes",
     .value = Value::number,
     .help = "Argon2 passes for a passphrase",
     .fallback = "3",
     .most = UINT32_MAX},
    {.id = Id::argon2_lanes,
     .name = "argon2-lanes",
     .value = Value::number,
     .help = "Argon2 lanes for a passphrase",
     .fallback = "4",
     .most = UINT32_MAX}};

const std::vector<Id> one_key = {Id::key, Id::passphrase, Id::passphrase_file};

std::vector<Option> joined(std::vector<Option> first, const std::vector<Option> &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const Subcommand encrypt = {
    .name = "encrypt",
    .summary = "Encrypt files, each to FILE.ascon by default",
    .operands = "[FILE...]",
    .notes = {many_files, "To encrypt a folder, pack it with tar, as in the example.",
              "Without --key, --passphrase and --passphrase-file, the command asks for a "
              "passphrase on the terminal.",
              sizes},
    .options = joined(key_options, encrypt_options),
    .exclusive = {one_key,
                  {Id::key, Id::allow_costly_passphrase},
                  {Id::key, Id::argon2_memory},
                  {Id::key, Id::argon2_passes},
                  {Id::key, Id::argon2_lanes}},
    .example =
        "asconkit encrypt -k my.key letter.txt; "
        "tar -c photos | asconkit encrypt -k my.key -o photos.tar.ascon"};

const Subcommand decrypt = {
    .name = "decrypt",
    .summary = "Decrypt files, each to its name without .ascon by default",
    .operands = "[FILE...]",
    .notes = {many_files,
              "Without --key, --passphrase and --passphrase-file, the command asks for a "
              "passphrase on the terminal.",
              "An output file appears only after all of it is verified. Standard output gets each "
              "chunk after that chunk is verified: the output is authentic, but complete only if "
              "the exit code is 0."},
    .options = key_options,
    .exclusive = {one_key, {Id::key, Id::allow_costly_passphrase}},
    .example = "asconkit decrypt -k my.key letter.txt.ascon"};

// ---- sum and mac --------------------------------------------------------------------------

// `only_with` is empty for sum: sum.cpp refuses options that need -c with the message of coreutils.
std::vector<Option> check_options(std::optional<Id> only_with) {
  std::vector<Option> options = {
      {.id = Id::ignore_missing,
       .name = "ignore-missing",
       .help = "With -c: do not fail or report for missing files"},
      {.id = Id::quiet, .name = "quiet", .help = "With -c: do not print OK for each good file"},
      {.id = Id::refuse_unlisted,
       .name = "refuse-unlisted",
       .value = Value::file,
       .help = "With -c: fail on files in this folder that no list names",
       .yields = true},  // --r was an abbreviation of --recursive before
      {.id = Id::status,
       .name = "status",
       .help = "With -c: print nothing; only set the exit code"},
      {.id = Id::strict, .name = "strict", .help = "With -c: fail on improperly formatted lines"},
      {.id = Id::warn,
       .letter = 'w',
       .name = "warn",
       .help = "With -c: warn about improperly formatted lines"}};
  for (Option &option : options) option.only_with = only_with;
  return options;
}

const std::vector<Option> sum_options = {
    algorithm("Hash listed by asconkit info", {ASCON_KIND_HASH}, "ascon-hash256"),
    {.id = Id::recursive,
     .letter = 'r',
     .name = "recursive",
     .help = "Include all files in folders, sorted; do not follow links there"},
    threads,
    {.id = Id::tree,
     .name = "tree",
     .help = "Print the tree hash with Ascon-Hash256; all threads work on one file",
     .yields = true},  // --t is an option of sha256sum
    {.id = Id::binary, .letter = 'b', .name = "binary", .help = "Mark files as binary (*)"},
    {.id = Id::tag, .name = "tag", .help = "Write BSD-style lines, which name the algorithm"},
    {.id = Id::text, .letter = 't', .name = "text", .help = "Mark files as text (default)"},
    {.id = Id::zero, .letter = 'z', .name = "zero", .help = "End lines with NUL; no escaping"},
    {.id = Id::check,
     .letter = 'c',
     .name = "check",
     .help = "Read digests from the files and check them"}};

const Subcommand sum = {
    .name = "sum",
    .summary = "Print or check digests of files, with the options of sha256sum",
    .operands = "[FILE...]",
    .notes = {many_inputs},
    .options = joined(sum_options, check_options({})),
    .exclusive = {},  // sum.cpp does what coreutils does: the last one counts, or a message
    .example = "asconkit sum -r photos > SUMS; asconkit sum -c SUMS",
    .is_like_coreutils = true};

const std::vector<Option> sponge_key_options = {
    {.id = Id::key,
     .letter = 'k',
     .name = "key",
     .value = Value::file,
     .help = "Key file made by asconkit keygen"},
    {.id = Id::raw_key,
     .name = "raw-key",
     .value = Value::file,
     .help = "File with the algorithm's own key: 16 bytes, or 32 hexadecimal digits"}};

constexpr const char *sponge_key_note =
    "With --key, the algorithm's 16-byte key is derived from the key file's 32 bytes with "
    "Ascon-CXOF128. With --raw-key, the file holds the 16-byte key itself, so that results can be "
    "compared with those of other programs.";

const std::vector<Option> mac_options = {
    algorithm("MAC listed by asconkit info", {ASCON_KIND_MAC}, "ascon-mac-v13"),
    {.id = Id::verify,
     .name = "verify",
     .value = Value::hex,
     .help = "Verify one file against this tag, in hexadecimal"},
    threads,
    {.id = Id::check,
     .letter = 'c',
     .name = "check",
     .help = "Read tags from the files and check them"}};

const Subcommand mac = {
    .name = "mac",
    .summary = "Compute or verify tags (MACs) of files with a key",
    .operands = "[FILE...]",
    .notes = {many_inputs, sponge_key_note},
    .options = joined(joined(sponge_key_options, mac_options), check_options(Id::check)),
    .exclusive = {{Id::key, Id::raw_key}, {Id::verify, Id::check}},
    .example = "asconkit mac -k my.key letter.txt > TAGS; asconkit mac -k my.key -c TAGS"};

// ---- prf and xof --------------------------------------------------------------------------

const std::vector<Option> raw_options = {
    {.id = Id::raw, .name = "raw", .help = "Write bytes instead of hexadecimal digits"},
    {.id = Id::force,
     .letter = 'f',
     .name = "force",
     .help = "With --raw: write to a terminal too",
     .only_with = Id::raw}};

const std::vector<Option> prf_options = {
    algorithm("PRF or PrfShort listed by asconkit info", {ASCON_KIND_PRF, ASCON_KIND_PRFSHORT},
              "ascon-prf-v13"),
    {.id = Id::length,
     .letter = 'n',
     .name = "length",
     .value = Value::size,
     .help = "Bytes of output [32; for PrfShort 16, the maximum]"}};

const Subcommand prf = {
    .name = "prf",
    .summary = "Print pseudorandom output of any length for a file and a key",
    .operands = "[FILE]",
    .notes = {one_input, sponge_key_note, "PrfShort accepts at most 16 bytes of input.", sizes},
    .options = joined(joined(sponge_key_options, prf_options), raw_options),
    .exclusive = {{Id::key, Id::raw_key}},
    .example = "asconkit prf -k my.key -n 64 letter.txt"};

const Subcommand xof = {
    .name = "xof",
    .summary = "Print output of any length for a file",
    .operands = "[FILE]",
    .notes = {one_input, sizes},
    .options = joined({algorithm("XOF or CXOF listed by asconkit info [ascon-xof128; with -z "
                                 "ascon-cxof128]",
                                 {ASCON_KIND_XOF, ASCON_KIND_CXOF}, ""),
                       {.id = Id::length,
                        .letter = 'n',
                        .name = "length",
                        .value = Value::size,
                        .help = "Bytes of output",
                        .fallback = "32"},
                       {.id = Id::customization,
                        .letter = 'z',
                        .name = "customization",
                        .value = Value::text,
                        .help = "Customization string, at most 256 bytes",
                        .may_be_empty = true}},
                      raw_options),
    .exclusive = {},
    .example = "asconkit xof -n 64 -z 'my protocol' letter.txt"};

// ---- info and help ------------------------------------------------------------------------

const Subcommand info = {.name = "info",
                         .summary = "List algorithms, backends, engines of batches and the version",
                         .operands = "",
                         .notes = {},
                         .options = {{.id = Id::json, .name = "json", .help = "Print JSON"}},
                         .exclusive = {},
                         .example = "asconkit info --json"};

const Subcommand help = {.name = "help",
                         .summary = "Explain a subcommand",
                         .operands = "[SUBCOMMAND]",
                         .notes = {},
                         .options = {},
                         .exclusive = {},
                         .example = "asconkit help sum"};

std::vector<std::string> algorithm_names(const std::vector<ascon_kind> &kinds) {
  std::vector<std::string> result;
  for (std::size_t i = 0; const ascon_algorithm *row = ascon_any_at(i); ++i)
    if (std::ranges::find(kinds, row->kind) != kinds.end()) result.emplace_back(row->name);
  return result;
}

std::vector<std::string> backend_names() {
  std::vector<std::string> result;
  for (std::size_t i = 0; const char *name = ascon_backend_at(i); ++i)
    if (ascon_backend_available(name) != 0) result.emplace_back(name);
  return result;
}

std::string range(const Option &option) {
  return std::to_string(option.least) + " to " + std::to_string(option.most);
}

std::string size_range(const Option &option) {
  std::string number = option.most < UINT32_MAX ? range(option)
                       : option.unit == 1024    ? "a number of KiB"
                                                : "a number of bytes";
  return number + ", or one with K, M or G";
}

}  // namespace

const char *const program_summary = "The Ascon family on the command line";
const char *const program_example = "asconkit sum --help";
const char *const option_rules =
    "Long options may be abbreviated as long as they stay unambiguous. Options may follow "
    "operands. After --, everything is an operand. Only the value of --customization may be empty.";

const std::vector<ExitCode> &exit_codes() {
  static const std::vector<ExitCode> codes = {
      {0, "Success"},
      {1,
       "sum failed for any reason (sha256sum has the same code), or mac -c found a wrong tag, "
       "or mac -c could not read a file or a line of the list"},
      {2, "Wrong use: an option or value is bad, a passphrase is empty, or its two entries differ"},
      {3,
       "Input or output failed: a file is missing, unreadable or a folder, the disk is full, "
       "there is no terminal, or memory ran out"},
      {4, "The key or passphrase is wrong, or one was given where the file needs the other"},
      {5, "An encrypted file was changed, cut off or extended, or mac --verify got a wrong tag"},
      {6, "The input is not an encrypted file, or its version, algorithm or cost is not supported"},
      {7, "The output file exists and --force was not given, or this file is not a regular file"},
      {8, "The key file is empty or damaged, or is not a key file"}};
  return codes;
}

const std::vector<Variable> &variables() {
  static const std::vector<Variable> all = {
      {"ASCON_BACKEND",
       "Backend to use if --backend is not given. An unknown name is ignored, with a warning."},
      {"ASCON_BATCH_ENGINE",
       "Batch engine to use, from the list of asconkit info. An unknown name is ignored, with "
       "a warning."}};
  return all;
}

const std::vector<Subcommand> &subcommands() {
  static const std::vector<Subcommand> all = {keygen, encrypt, decrypt, sum, mac,
                                              prf,    xof,     info,    help};
  return all;
}

const std::vector<Option> &general_options() {
  static const std::vector<Option> options = {
      {.id = Id::backend,
       .name = "backend",
       .value = Value::backend,
       .help = "Implementation listed by asconkit info",
       .yields = true},  // --b is an option of sha256sum
      {.id = Id::help, .letter = 'h', .name = "help", .help = "Print this help"},
      {.id = Id::version, .letter = 'V', .name = "version", .help = "Print the version"}};
  return options;
}

const Subcommand *find_subcommand(std::string_view name) {
  auto found = std::ranges::find(subcommands(), name, &Subcommand::name);
  return found == subcommands().end() ? nullptr : &*found;
}

std::vector<Option> options_of(const Subcommand *subcommand) {
  if (subcommand == nullptr) return general_options();
  return joined(subcommand->options, general_options());
}

std::string long_name(const Option &option) { return std::string("--") + option.name; }

std::string placeholder(const Option &option) {
  switch (option.value) {
    case Value::none: return "";
    case Value::file: return "FILE";
    case Value::algorithm:
    case Value::backend: return "NAME";
    case Value::number: return "N";
    case Value::size: return "SIZE";
    case Value::hex: return "HEX";
    case Value::text: return "TEXT";
  }
  return "";
}

std::string expected_value(const Option &option) {
  switch (option.value) {
    case Value::none: return "no value";
    case Value::file: return "a file's name";
    case Value::algorithm:
    case Value::backend: return "one of: " + listed(known_values(option), ", ");
    case Value::number: return range(option);
    case Value::size: return size_range(option);
    case Value::hex: return "hexadecimal digits";
    case Value::text: return "a text";
  }
  return "";
}

std::vector<std::string> known_values(const Option &option) {
  if (option.value == Value::algorithm) return algorithm_names(option.kinds);
  if (option.value == Value::backend) return backend_names();
  return {};
}

}  // namespace asconkit::cli
