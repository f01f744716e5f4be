// SPDX-License-Identifier: Apache-2.0 OR MIT
// asconkit_cli_pages FOLDER DATE: writes all man pages and completions into FOLDER, under the names
// that they are installed with.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "pages.hpp"

namespace asconkit::cli {

namespace {

void write(const std::filesystem::path &path, const std::string &text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file;
  file.exceptions(std::ios::failbit | std::ios::badbit);
  file.open(path, std::ios::binary);
  file << text;
  file.close();
}

void write_all(const std::filesystem::path &folder, const std::string &date) {
  std::filesystem::path man = folder / "man" / "man1";
  write(man / "asconkit.1", man_page(nullptr, date));
  for (const Subcommand &one : subcommands())
    write(man / (std::string("asconkit-") + one.name + ".1"), man_page(&one, date));
  write(folder / "bash-completion" / "completions" / "asconkit", bash_completion());
  write(folder / "zsh" / "site-functions" / "_asconkit", zsh_completion());
  write(folder / "fish" / "vendor_completions.d" / "asconkit.fish", fish_completion());
}

}  // namespace

}  // namespace asconkit::cli

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fputs("usage: asconkit_cli_pages FOLDER DATE\n", stderr);
    return 2;
  }
  try {
    asconkit::cli::write_all(argv[1], argv[2]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "asconkit_cli_pages: %s\n", error.what());
    return 1;
  }
  return 0;
}
