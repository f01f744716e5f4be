// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <memory>

#include "commands.hpp"
#include "io.hpp"
#include "keyfile.hpp"
#include "signals.hpp"

namespace asconkit::cli {

Exit run_keygen(const Arguments &arguments) {
  std::string path = arguments.single_operand("");
  if (path.empty()) fail_usage("expected the name of a file to create");
  disable_core_dumps();
  install_signal_handlers();
  std::unique_ptr<Output> output = open_output(path, arguments.given(Id::force), 0600);
  Key key;
  fill_random(key);
  std::string line = key_line(key);
  output->write({reinterpret_cast<const std::uint8_t *>(line.data()), line.size()});
  ascon_wipe(line.data(), line.size());
  output->commit();
  return Exit::ok;
}

}  // namespace asconkit::cli
