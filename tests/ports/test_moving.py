"""docs/moving.md: the C code that it says to write is compiled and run, each table in its order.

Its lines of Python are run by tests/python/test_moving.py, those of JavaScript by tests/javascript/moving.test.mjs,
those of Go by tests/go/test_go.py, and those of Rust by tests/rust/test_crates.py."""

import re
import subprocess
from dataclasses import replace

import pytest
from builds import C11, ROOT, compile_library, run
from pages import MOVING, blocks, moving_rows

from spec.algorithms import find
from spec.modes import compute

OTHER_LANGUAGES = ("pyascon", "js-ascon", "@noble", "WebCrypto", "Go's", "Rust's")
ROWS = {
    heading: rows for heading, rows in moving_rows().items() if not any(name in heading for name in OTHER_LANGUAGES)
}
VOID = ("ascon_wipe",)  # returns nothing


def statement(code: str) -> str:
    return f"  {code};" if code.startswith(VOID) else f'  if (({code}) != ASCON_OK) failed("{code}");'


def program(rows: list[tuple[str, str]]) -> str:
    """What they compute is compared by other tests: here they must be accepted, and undo each other."""
    (variables,) = (block.text for block in blocks(MOVING) if block.language == "c")
    lines = "\n".join(statement(code) for _, code in rows)
    return f"""{variables}
#include <stdio.h>
#include <string.h>
static int failures;
static void failed(const char *code) {{
  puts(code);
  failures++;
}}
int main(void) {{
{lines}
  return failures != 0 || memcmp(m, "hello", mlen) != 0;
}}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return compile_library(tmp_path_factory.mktemp("library"), "gcc", ["-std=c11", "-O0"])


def follow(folder, library, rows) -> None:
    (folder / "main.c").write_text(program(rows), encoding="utf-8")
    run("gcc", *C11, f"-I{ROOT}", folder / "main.c", *library, "-pthread", "-o", folder / "program")
    run(folder / "program")


def test_tables_are_found():
    assert len(ROWS) == 6 and all(len(rows) > (3 if "libsodium" in name else 10) for name, rows in ROWS.items())
    table = (ROOT / MOVING).read_text(encoding="utf-8").count("\n| `")
    assert sum(map(len, moving_rows().values())) >= table


@pytest.mark.parametrize("heading", ROWS)
def test_code_works(heading, library, tmp_path):
    follow(tmp_path, library, ROWS[heading])


WRONG = ("ascon_hash256(out, inlen, in)", "ascon_nothing(out)", "ascon_hash256(NULL, in, inlen)")


@pytest.mark.parametrize("code", WRONG)
def test_wrong_code_is_found(code, library, tmp_path):
    with pytest.raises(AssertionError):
        follow(tmp_path, library, [("theirs", code)])


def test_three_meanings_of_short_outputs():
    """Those of PrfShort that the page shows. The length of the output is in bits 32 to 39 of the initial value."""
    row, message = find("ascon-prfshort"), {"key": bytes(range(16)), "message": b"hello"}
    whole, ours = (compute(row, {**message, "output_bytes": size}) for size in (16, 8))
    assert row.iv >> 32 & 0xFF == 128
    other = compute(replace(row, iv=row.iv ^ (128 ^ 64) << 32), {**message, "output_bytes": 8})
    shown = re.findall(r"^\| .*output.* \| `([0-9a-f]{16})` \| ", (ROOT / MOVING).read_text(encoding="utf-8"), re.M)
    assert shown == [ours.hex(), other.hex(), whole[8:].hex()] and whole.startswith(ours)


def test_names_of_the_other_library_clash(tmp_path):
    """Namespaces with the names of our C functions: an error in one source file, with a prefix of ours too."""
    for flags in ([], ["-DASCON_NAMESPACE=mine_"]):
        for name in ("ascon_hash256", "ascon_xof128", "ascon_cxof128"):
            text = f"#include <asconkit/cpp/ascon.hpp>\nnamespace {name} {{ struct one {{}}; }}\n"
            command = ["g++", "-std=c++20", *flags, f"-I{ROOT}", "-fsyntax-only", "-x", "c++", "-"]
            done = subprocess.run(command, input=text, capture_output=True, text=True)
            assert done.returncode != 0 and f"{name}" in done.stderr
