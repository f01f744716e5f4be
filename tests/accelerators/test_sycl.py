"""ascon_sycl.hpp without SYCL: a stand-in for its headers runs the kernels as C++. No device has run them."""

import os
import re
import subprocess
from pathlib import Path

from builds import LIBRARY, ROOT, run
from pages import blocks
from spec.algorithms import find
from spec.modes import hash_digest

RELEASE, ASAN = ROOT / "build/release", ROOT / "build/asan"
STAND_IN = ROOT / "tests/accelerators/sycl_standin"


def compiled(folder: Path, *files: Path) -> Path:
    libraries = [RELEASE / "lib/libasconkit_accelerator.a", RELEASE / "lib/libasconkit.a"]
    strict = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
    run("g++", "-std=c++17", "-O1", *strict, f"-I{STAND_IN}", f"-I{ROOT}", *files, *libraries, "-pthread", "-o",
        folder / "program")  # fmt: skip
    return folder / "program"


def test_program_of_the_page(tmp_path):
    """The program hashes 64 bytes of 1 with Hash256, and the digest is the specification's."""
    (block,) = (b for b in blocks("docs/accelerators.md") if b.option("file") == "digests.cpp")
    (tmp_path / "digests.cpp").write_text(block.text)
    digest = hash_digest(find("ascon-hash256"), b"\1" * 64)
    assert run(compiled(tmp_path, tmp_path / "digests.cpp")) == f"message 0: {digest[:4].hex()}...\n"


def test_header_in_several_files(tmp_path):
    """No function of it is defined twice, and none of the kernels' own words is left behind."""
    texts = [path.read_text(encoding="utf-8") for path in (LIBRARY / "accelerators/kernel").glob("*.h")]
    words = {word for text in texts for word in re.findall(r"^#define (?!ASCON_)(\w+)", text, re.M)}
    assert {"GLOBAL", "XOR", "BEGIN_LANE"} < words
    checks = "".join(f"#ifdef {word}\n#error {word}\n#endif\n" for word in sorted(words))
    text = f"#include <asconkit/accelerators/ascon_sycl.hpp>\n{checks}"
    use = "auto *volatile {} = &asconkit::usm::enqueue;\n"
    (tmp_path / "one.cpp").write_text(text + use.format("one"))
    (tmp_path / "two.cpp").write_text(text + use.format("two") + "int main() {}\n")
    run(compiled(tmp_path, tmp_path / "one.cpp", tmp_path / "two.cpp"))


def test_sanitizer_finds_an_access_out_of_bounds():
    own = {**os.environ, "ASCONKIT_TEST_PLANTED": "1"}
    command = [ASAN / "bin/sycl_tests", "--gtest_filter=PlantedFault.*"]
    done = subprocess.run(command, env=own, capture_output=True, text=True)
    assert done.returncode != 0 and "heap-buffer-overflow" in done.stderr, done.stdout + done.stderr
