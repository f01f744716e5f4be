# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Constant time where valgrind cannot look: the same call with other secrets of the same lengths runs the same
instructions and reads and writes the same addresses, on every emulated processor. Forged tags too, whichever of their
bytes is wrong."""

import re
from collections import defaultdict

import pytest
from builds import SHORT_RUN, each
from embedded import emulation
from embedded.building import Configuration
from embedded.jobs import configurations
from embedded.measuring import Build
from embedded.targets import BIG_ENDIAN, TARGETS, find
from evidence import short_settings

if not emulation.can_count(find("cortex-m3")):
    pytest.skip("QEMU has no plugins here, as in Debian 13; Debian 12's write traces", allow_module_level=True)

# Calls with the planted leaks of traced.c: nothing else may be found.
PLANTED = {1: r"\w+-encrypt \d+", 2: r"\w+-encrypt \d+", 3: r"(aead128|v12_128)-forged \d+"}
CALLS = 9  # of traced.c, of each length; and one of PrfShort
LENGTHS = 5


def emulated() -> list[Configuration]:
    """The backend made for each processor, in its fastest and its smallest form; all forms with --all."""
    if SHORT_RUN:
        settings = [(target, setting) for target in TARGETS for setting in short_settings(target)]
        chosen = [Configuration(*setting, profile) for setting in settings for profile in ("speed", "size")]
    else:
        chosen = list(configurations([target.name for target in TARGETS], (), ()))
    return [*chosen, *(Configuration(BIG_ENDIAN, setting, "speed") for setting in short_settings(BIG_ENDIAN))]


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
