// SPDX-License-Identifier: Apache-2.0 OR MIT
// The user's key of an encrypted file: which option gives it, whether it fits the file's header,
// and the stream that is derived from it. For `asconkit encrypt` and `asconkit decrypt`.
#pragma once

#include <optional>
#include <string>

#include "arguments.hpp"
#include "chunks.hpp"
#include "container.hpp"
#include "identity.hpp"

namespace asconkit::cli {

struct KeyOptions {
  std::string key_file;
  bool passphrase = false;  // to be asked for
  std::string passphrase_file;
  bool allow_costly = false;
};

// Without any of the options, a passphrase is asked for if there is a terminal.
KeyOptions key_options_from(const Arguments &arguments);

ascon_stream_source source_of(const KeyOptions &options);

// The files that the options name.
std::vector<NamedFile> secret_files(const KeyOptions &options);

// Fails if `cost` is not allowed, or needs a consent that the user has not given.
void check_chosen_cost(const KeyOptions &options, const Argon2Cost &cost);

// What the user gives, for all files of a command: read or asked for once, when the first file
// needs it, and zeroized after `files` uses.
class UserKey {
 public:
  UserKey(const KeyOptions &options, std::size_t files) : options_(options), left_(files) {}
  const KeyOptions &options() const { return options_; }
  // `confirm`: a passphrase that is asked for is asked for twice.
  Key key_for(const ascon_stream_header &header, bool confirm);

 private:
  const KeyOptions &options_;
  std::size_t left_;
  std::optional<Key> key_;
  std::optional<Passphrase> passphrase_;
};

// Makes the key of a new file with these fields and writes its header.
FileStream stream_to_seal(UserKey &user, Header &header);

// Makes the key of a file and compares it with the header. `name`: the file's, for errors.
FileStream stream_to_open(UserKey &user, const Header &header, const std::string &name);

}  // namespace asconkit::cli
