// SPDX-License-Identifier: Apache-2.0 OR MIT
// `asconkit keygen`: writes a file with a new random key.
#include <memory>

#include "commands.hpp"
#include "io.hpp"
#include "keyfile.hpp"
#include "signals.hpp"

namespace asconkit::cli {

namespace {

void write_new_key(Output &output) {
  Key key;
  fill_random(key);
  output.write(key_line(key).all());
}

}  // namespace

Exit run_keygen(const Arguments &arguments) {
  std::string path = arguments.single_operand("");
  if (path.empty()) fail_usage("expected the name of a file to create");
  protect_memory();
  install_signal_handlers();
  Target target{path, arguments.given(Id::force), Target::Kinds::regular};
  std::unique_ptr<Output> output = open_output(target, 0600);
  write_new_key(*output);
  output->commit();
  return Exit::ok;
}

}  // namespace asconkit::cli
