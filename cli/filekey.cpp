// SPDX-License-Identifier: Apache-2.0 OR MIT
// The key of an encrypted file; see the header.
#include "filekey.hpp"

#include <unistd.h>

#include "errors.hpp"

namespace asconkit::cli {

namespace {

// True if there is a user at the terminal to ask.
bool has_terminal() { return isatty(STDIN_FILENO) == 1 || isatty(STDERR_FILENO) == 1; }

void check_source(const KeyOptions &options, const ascon_stream_header &header,
                  const std::string &name) {
  if (source_of(options) == header.source) return;
  bool wants_passphrase = header.source == ASCON_STREAM_PASSPHRASE;
  fail(Exit::wrong_key, name,
       wants_passphrase ? "is encrypted with a passphrase, expected --passphrase"
                        : "is encrypted with a key file, expected --key");
}

// Called before the passphrase is asked for, so that the user need not type it in vain.
void check_cost(const KeyOptions &options, const ascon_stream_header &header,
                const std::string &name) {
  std::string problem = options.allow_costly ? "" : costly_problem(header.cost);
  if (!problem.empty()) fail(Exit::unsupported, name, "has a costly passphrase: " + problem);
}

[[noreturn]] void fail_key(const ascon_stream_header &header, const std::string &name) {
  bool phrase = header.source == ASCON_STREAM_PASSPHRASE;
  fail(
      Exit::wrong_key, name,
      std::string(phrase ? "wrong passphrase" : "wrong key: it is encrypted with a different key") +
          ", or someone changed its header");
}

}  // namespace

KeyOptions key_options_from(const Arguments &arguments) {
  KeyOptions options;
  options.key_file = arguments.text(Id::key);
  options.passphrase = arguments.given(Id::passphrase);
  options.passphrase_file = arguments.text(Id::passphrase_file);
  options.allow_costly = arguments.given(Id::allow_costly_passphrase);
  if (options.key_file.empty() && !options.passphrase && options.passphrase_file.empty()) {
    if (!has_terminal()) fail_usage("expected --key, --passphrase or --passphrase-file");
    options.passphrase = true;
  }
  return options;
}

ascon_stream_source source_of(const KeyOptions &options) {
  return options.key_file.empty() ? ASCON_STREAM_PASSPHRASE : ASCON_STREAM_KEY_FILE;
}

std::vector<NamedFile> secret_files(const KeyOptions &options) {
  std::vector<NamedFile> files;
  if (!options.key_file.empty()) files.push_back({"--key", options.key_file});
  if (!options.passphrase_file.empty())
    files.push_back({"--passphrase-file", options.passphrase_file});
  return files;
}

void check_chosen_cost(const KeyOptions &options, const Argon2Cost &cost) {
  std::string problem = cost_problem(cost);
  if (problem.empty() && !options.allow_costly) problem = costly_problem(cost);
  if (!problem.empty()) fail_usage(problem);
}

Key UserKey::key_for(const ascon_stream_header &header, bool confirm) {
  bool from_file = header.source == ASCON_STREAM_KEY_FILE;
  if (from_file && !key_) key_.emplace(read_key_file(options_.key_file));
  if (!from_file && !passphrase_)
    passphrase_.emplace(options_.passphrase ? ask_passphrase(confirm)
                                            : read_passphrase_file(options_.passphrase_file));
  Key result = from_file ? *key_ : stretch(*passphrase_, header);
  if (--left_ == 0) {
    key_.reset();
    passphrase_.reset();
  }
  return result;
}

FileStream stream_to_seal(UserKey &user, Header &header) {
  FileStream stream;
  Key key = user.key_for(header.fields, true);
  header.bytes.resize(ASCON_STREAM_HEADER_BYTES);
  ascon_result result =
      ascon_stream_header_encode(&stream, header.bytes.data(), &header.fields, key.data());
  if (result != ASCON_OK) fail_usage(ascon_result_text(result));
  return stream;
}

FileStream stream_to_open(UserKey &user, const Header &header, const std::string &name) {
  check_source(user.options(), header.fields, name);
  check_cost(user.options(), header.fields, name);
  FileStream stream;
  Key key = user.key_for(header.fields, false);
  ascon_result result =
      ascon_stream_header_open(&stream, header.bytes.data(), header.bytes.size(), key.data());
  if (result != ASCON_OK) fail_key(header.fields, name);
  return stream;
}

}  // namespace asconkit::cli
