// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "io.hpp"
#include "keyfile.hpp"
#include "signals.hpp"

namespace asconkit::cli {

namespace {

struct Options {
  bool force = false;
};

Exit run(const Options &options, const std::vector<std::string> &operands) {
  std::string path = single_operand(operands, "");
  if (path.empty()) fail_usage("expected the name of a file to create");
  disable_core_dumps();
  install_signal_handlers();
  std::unique_ptr<Output> output = open_output(path, options.force, 0600);
  Key key;
  fill_random(key);
  std::string line = key_line(key);
  output->write({reinterpret_cast<const std::uint8_t *>(line.data()), line.size()});
  ascon_wipe(line.data(), line.size());
  output->commit();
  return Exit::ok;
}

}  // namespace

Command add_keygen(CLI::App &root) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("keygen", "Write a new random key to a file");
  describe_operands(*app, "FILE", "FILE is created, with mode 0600; - is standard output.");
  app->add_flag("-f,--force", options->force, "Replace an existing file: its key is lost");
  app->footer("Example: asconkit keygen my.key");
  return {app, [options](const auto &operands) { return run(*options, operands); }};
}

}  // namespace asconkit::cli
