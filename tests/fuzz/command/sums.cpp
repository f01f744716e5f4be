// Lists of digests and MACs, which `sum -c` and `mac -c` read. A list of any bytes is read to its
// end, with an item for each line that is one; what is said about the files agrees with the result.
// A line that the command writes is read as
// what it was written from. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cerrno>

#include "cli/checkfile.hpp"
#include "cli/hex.hpp"
#include "tests/fuzz/support/files.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

std::vector<const ascon_algorithm *> WithLines() {
  std::vector<const ascon_algorithm *> all = asconkit_test::AlgorithmsOf(ASCON_KIND_HASH);
  for (const ascon_algorithm *mac : asconkit_test::AlgorithmsOf(ASCON_KIND_MAC)) all.push_back(mac);
  return all;
}

cli::CheckOptions SomeOptions(Input &input) {
  cli::CheckOptions options;
  options.ignore_missing = input.Flag();
  options.strict = input.Flag();
  options.talk = static_cast<cli::CheckOptions::Talk>(input.UpTo(3));
  return options;
}

// How many names have a file with the digest of their line, with another digest, or no file.
struct Found {
  size_t same = 0, different = 0, missing = 0;
};

cli::FileDigest SomeDigest(Input &input, const Bytes &usual) {
  cli::FileDigest digest;
  const size_t kind = input.UpTo(3);
  std::copy(usual.begin(), usual.end(), digest.bytes.begin());
  if (kind == 1) digest.bytes.fill(static_cast<uint8_t>(input.UpTo(255)));
  if (kind >= 2) digest.failure = cli::Failure(cli::Exit::io, "fails", kind == 2 ? ENOENT : EACCES);
  return digest;
}

// ---- Lists ----------------------------------------------------------------------------------

void CheckLists(Input &input) {
  const ascon_algorithm *algorithm = input.OneOf(WithLines());
  const cli::CheckOptions options = SomeOptions(input);
  const Bytes usual(32, static_cast<uint8_t>(input.UpTo(1) * 0xff));  // of the digests in lists
  const size_t answers = input.UpTo(0xffff);
  const std::string text = input.RestAsText();
  const size_t cut = input.UpTo(text.size());
  const MemoryFile first(Text(std::string_view(text).substr(0, cut)));
  const MemoryFile second(Text(std::string_view(text).substr(cut)));
  std::vector<std::string> paths = {first.name(), second.name()};
  if (answers % 16 == 0) paths.push_back("/proc/self/fd/no such list");
  cli::CheckSource source(options, *algorithm, paths);
  const size_t lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 2;
  asconkit_test::Random random(answers);
  size_t items = 0, bad = 0, files = 0;
  for (cli::FileItem item; source.next(item); item = {}) {
    EXPECT_FALSE(source.may_wait());
    const Bytes bytes = random.Some(2);
    Input choice(bytes.data(), bytes.size());
    const cli::FileDigest digest = SomeDigest(choice, usual);
    if (item.algorithm) {
      files++;
      EXPECT_TRUE(item.algorithm->kind == algorithm->kind);
      const bool ignored =
          options.ignore_missing && digest.failure && digest.failure->error() == ENOENT;
      if (digest.failure && !ignored) bad++;
    }
    item.use(item, digest);
    items++;
  }
  EXPECT_LE(items, lines + paths.size());
  if (bad != 0 || files == 0 || paths.size() == 3) EXPECT_FALSE(source.good());
}

// ---- Lines ----------------------------------------------------------------------------------

// The names of files: one or more bytes, none of them NUL.
std::string SomeName(Input &input) {
  std::string name = input.RestAsText();
  std::erase(name, '\0');
  return name.empty() ? "x" : name;
}

void CheckWrittenLine(Input &input) {
  const ascon_algorithm *written = input.OneOf(WithLines());
  const ascon_algorithm *chosen = input.Flag() ? input.OneOf(WithLines()) : written;
  const Bytes digest = input.Some(written->output_bytes);
  cli::LineStyle style;
  style.tagged = input.Flag();
  style.binary = input.Flag();
  const std::string name = SomeName(input);
  std::string line = cli::format_line(style, *written, cli::to_hex(digest), name);
  ASSERT_TRUE(line.ends_with('\n'));
  line.pop_back();
  EXPECT_EQ(line.find_first_of("\n\r"), std::string::npos);
  cli::CheckLineParser parser(*chosen);
  const std::optional<cli::CheckLine> read = parser.parse(line);
  const bool is_hash = written->kind == ASCON_KIND_HASH && chosen->kind == ASCON_KIND_HASH;
  if (written != chosen && !(style.tagged && is_hash))
    return;  // not of this list, or of the wrong algorithm
  ASSERT_TRUE(read) << line;
  EXPECT_EQ(read->algorithm, style.tagged ? written : chosen);
  EXPECT_EQ(read->digest, digest);
  EXPECT_EQ(read->name, name);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  if (input.OneIn(4)) asconkit_fuzz::CheckWrittenLine(input);
  else asconkit_fuzz::CheckLists(input);
}
