"""docs/moving.md: the C code that it says to write is compiled and run, each table in its order.

Its lines of Python are run by tests/python/test_moving.py, those of JavaScript by tests/javascript/moving.test.mjs.
"""

from __future__ import annotations

import pytest
from builds import C11, ROOT, compile_library, run
from pages import MOVING, blocks, moving_rows

OTHER_LANGUAGES = ("From pyascon", "From js-ascon")
ROWS = {heading: rows for heading, rows in moving_rows().items() if heading not in OTHER_LANGUAGES}
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
    assert len(ROWS) == 4 and all(len(rows) > 10 for rows in ROWS.values())
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
