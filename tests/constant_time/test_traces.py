# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Constant time where valgrind cannot look: the same call with other secrets of the same lengths runs the same
instructions and reads and writes the same addresses, on every emulated processor. Forged tags too, whichever of their
bytes is wrong."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from builds import LIBRARY, ROOT, SHORT_RUN, each
from compiling import backends
from embedded import emulation
from embedded.building import Configuration
from embedded.jobs import configurations
from embedded.measuring import Build
from embedded.targets import BIG_ENDIAN, TARGETS, find

if not emulation.can_count(find("cortex-m3")):
    pytest.skip("QEMU has no plugins here, as in Debian 13; Debian 12's write traces", allow_module_level=True)

# Calls with the planted leaks of traced.c: nothing else may be found.
PLANTED = {1: r"\w+-encrypt \d+", 2: r"\w+-encrypt \d+", 3: r"(aead128|v12_128)-forged \d+"}
CALLS = 9  # of traced.c, of each length; and one of PrfShort
LENGTHS = 5


def emulated() -> list[Configuration]:
    """The backend made for each processor, in its fastest and its smallest form; all forms with --all."""
    if SHORT_RUN:
        chosen = [Configuration(target, target.settings[0], name) for target in TARGETS for name in ("speed", "size")]
    else:
        chosen = list(configurations([target.name for target in TARGETS], (), ()))
    return [*chosen, *(Configuration(BIG_ENDIAN, setting, "speed") for setting in BIG_ENDIAN.settings)]


PAGE = ROOT / "docs/constant-time.md"


def test_the_page_has_every_backend():
    """And the processors on which the traces of each are compared. No cell is empty."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    table = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    rows = {name.strip("`"): cells for name, *cells in table}
    engines = {path.parent.name for path in LIBRARY.glob("batch/engines/*/*.c")}
    assert set(rows) == set(backends()) | engines and len(rows) == len(lines)
    assert all(len(cells) == 3 and all(cells) for cells in rows.values())
    for name, (*_, cell) in rows.items():
        targets = [row for row in (*TARGETS, BIG_ENDIAN) if name in {setting.backend for setting in row.settings}]
        assert bool(targets) != cell.startswith("none: "), name
        for target in targets:
            family = re.match(r"Cortex-M|Cortex-A7|RV\d\d|\w+", target.title)
            assert family[0] in cell, (name, target.title)


def traces(library: Build, *definitions: str) -> dict[str, set[tuple[int, ...]]]:
    """What was counted, and the digest of the trace, of all calls that must not differ."""
    program = library.program("-".join(["traced", *definitions]), ["traced.c"], *definitions)
    printed, counts = emulation.run_counted(program, trace=True)
    lines = printed.splitlines()
    assert len(lines) == len(counts)
    found = defaultdict(set)
    for line, count in zip(lines, counts):
        assert len(count) == 2
        found[line].add(tuple(count))
    assert len(found) == CALLS * LENGTHS + 1
    return found


def leaking(found: dict[str, set[tuple[int, ...]]]) -> list[str]:
    return sorted(line for line, seen in found.items() if len(seen) > 1)


def test_traces_do_not_depend_on_secrets(tmp_path):
    def check(configuration):
        library = Build(configuration, tmp_path / configuration.label.replace(" ", "-"))
        assert leaking(traces(library)) == [], configuration.label

    each(check, emulated())


@pytest.mark.parametrize("target", ["cortex-m3", "aarch64", "rv32i", "xtensa", "avr"])
def test_planted_leaks_are_seen(target, tmp_path):
    library = Build(Configuration(find(target), find(target).settings[0], "speed"), tmp_path)
    for number, call in PLANTED.items():
        found = leaking(traces(library, f"TRACED_LEAK={number}"))
        assert len(found) == 2 * LENGTHS and all(re.fullmatch(call, line) for line in found), (number, found)
