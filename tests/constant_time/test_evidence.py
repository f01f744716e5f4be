# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of docs/constant-time.md is complete, and what it says of valgrind is what the checker runs."""

import os
from pathlib import Path

import evidence
import pytest
from builds import run
from compiling import backends

CHECKER = Path(os.environ.get("ASCONKIT_BUILD", "")) / "bin/constant_time"


def rows() -> dict[str, list[str]]:
    """The page's, by the backend or engine."""
    lines = [line for line in evidence.PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    assert len({name for name, *_ in cells}) == len(cells)
    return {name.strip("`"): rest for name, *rest in cells}


def test_every_backend_and_engine_has_three_answers():
    assert set(rows()) == set(backends()) | set(evidence.engines())
    assert all(len(cells) == 3 and all(cells) for cells in rows().values())


def test_only_web_assembly_is_without_any_trace():
    """As the page says: its machine code is made on the user's machine."""
    assert [name for name, (*_, traces) in rows().items() if traces == "no traces"] == ["wasm_x4"]


@pytest.mark.skipif(not CHECKER.exists(), reason="needs the build constant-time, of ./dev test core")
def test_valgrind_runs_what_the_page_says():
    printed = dict(line.split(": ") for line in run("valgrind", "--quiet", CHECKER, "--names").splitlines())
    lanes_of_tests = {"plain_x4"}
    assert {name for name, what in printed.items() if what == "checked"} - lanes_of_tests <= set(evidence.VALGRIND)
    missing = [name for name in evidence.VALGRIND if printed.get(name) != "checked"]
    assert all(printed.get(name) == "not on this processor" for name in missing), printed
