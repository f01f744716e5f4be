"""What keeps shares apart in the assembly of asconkit/masked, taken away one by one: the exact check finds each.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import compiling
import pytest
from compiling import ROOT
from embedded import targets
from lab import exact, manifest, report, units
from lab.elf import Elf

FOLDER = ROOT / "asconkit/masked"
MEMORY = """
  .section .bss
  .balign 4
  .global words, random
words: .skip 512
random: .skip 512
"""
# The units of 2 shares by themselves. A constant of 32 bits is two arguments: that of the first round of 12.
MANIFEST = """
processor = "avr"
[[unit]]
name = "round"
calls = [["ascon_masked_round_2", "words", "random", 0, 0xf0]]
shares = 2
secret = [{ name = "x", at = "words", bytes = 8, count = 5 }]
random = [{ at = "random", bytes = 40 }]
[[unit]]
name = "refresh"
calls = [["ascon_masked_refresh_2", "words", "random"]]
shares = 2
secret = [{ name = "x", at = "words", bytes = 8 }]
random = [{ at = "random", bytes = 8 }]
[[unit]]
name = "tag"
calls = [["ascon_masked_tag_2", "words", "random"]]
shares = 2
reveals = 1
result = "r22"
secret = [{ name = "x", at = "words", bytes = 8, count = 2 }]
random = [{ at = "random", bytes = 32 }]
[[unit]]
name = "absorb"
calls = [["ascon_masked_absorb", "words", "words+16", 0], ["ascon_masked_absorb", "words+8", "words+24", 1]]
shares = 2
secret = [{ name = "x", at = "words", bytes = 8 }, { name = "data", at = "words+16", bytes = 8 }]
"""

# What is planted: the unit, the text, what comes in its place, and a model in which it leaks.
FAULTS = {
    "x1 of two shares on a bus": (
        "round",
        "        eor     X(\\shares,4,\\i), X(\\shares,3,\\i)\n",
        "        eor     X(\\shares,4,\\i), X(\\shares,3,\\i)\n        mov     T, X(\\shares,1,\\i)\n",
        "bus-b",
    ),
    "a product that begins with the other share": (
        "round",
        "        mov     T, X(\\shares,(\\k+1)%5,\\i)\n        and     T, X(\\shares,(\\k+2)%5,J)\n",
        "        mov     T, X(\\shares,(\\k+2)%5,J)\n        and     T, X(\\shares,(\\k+1)%5,\\i)\n",
        "bus-a",
    ),
    "products without random bytes": ("round", "        eor     T, RANDOM\n", "", "register"),
    "no clear between two shares": ("tag", "        CLEAR                           /*", "/*", "load"),
    "a byte of the next share is read too": (
        "refresh",
        "        ld      r18, Z\n",
        "        ld      r18, Z\n        ldd     r19, Z+8\n",
        "memory",
    ),
    "one byte of both shares is left in a register": (
        "absorb",
        "        CLEAR\n        CLEAR_REGISTERS 18, 19\n        ret\n.endm\n\n/* void ascon_masked_absorb",
        "        sbiw    r26, 8\n        ld      r19, X\n        ret\n.endm\n\n/* void ascon_masked_absorb",
        "register",
    ),
}


def prepared_of_avr(bench, name, source):
    (unit,) = (each for each in bench.manifest(MANIFEST).units if each.name == name)
    source = source.replace("../../", "asconkit/").replace('"../', '"asconkit/masked/')
    return bench.prepare_unit(source + MEMORY, unit, "avr", "avr")


@pytest.mark.parametrize("fault", FAULTS)
def test_planted(bench, fault):
    name, old, new, model = FAULTS[fault]
    source = (FOLDER / "avr/avr_masked.S").read_text(encoding="utf-8")
    assert old in source
    assert not exact.check(prepared_of_avr(bench, name, source)).findings
    prepared = prepared_of_avr(bench, name, source.replace(old, new, 1))
    assert model in report.models_of(exact.check(prepared))


# The same in the C between units, where a block is absorbed or squeezed.
FAULTS_IN_C = {
    "nothing is cleared between two shares": ("block absorbed, 2 shares", "clear_integer(integer);\n  }\n}\n\n/* out"),
    "shares are added up": ("block squeezed, 2 shares", "clear_integer(integer);\n  }\n}\n\n/* Plaintext"),
}


def state_in_c(bench, name, source):
    """A unit of proofs/lab/units/calls.c with another state.c."""
    found = manifest.load(ROOT / "proofs/lab/units/armv7m.toml")
    (unit,) = (each for each in found.units if each.name == name)
    file, elf, target = bench.folder / "state.c", bench.folder / "unit.elf", targets.find("cortex-m4")
    file.write_text(source.replace('#include "state.h"', '#include "asconkit/masked/state.h"'), encoding="utf-8")
    files = [file, *(FOLDER / each for each in ("scheme2.c", "armv7m/armv7m_masked.S"))]
    files += [ROOT / "proofs/lab/units/calls.c", targets.FIRMWARE / "memory.c"]
    flags = [*target.flags, "-O2", "-g", "-ffunction-sections", "-fdata-sections", "-DSHARES=2"]
    flags += ["-fno-tree-loop-distribute-patterns", "-nostdlib", "-static"]
    flags += ["-Wl,--gc-sections,-e,0", f"-Wl,--undefined={unit.calls[0][0]}"]
    folders = [f"-I{folder}" for folder in (ROOT, targets.FIRMWARE / "include", targets.FIRMWARE)]
    compiling.call([target.compiler, *flags, *folders, *files, "-o", elf])
    return exact.check(units.prepare(unit, Elf(elf, "armv7m"), "armv7m"))


@pytest.mark.parametrize("fault", FAULTS_IN_C)
def test_planted_in_c(bench, fault):
    name, old = FAULTS_IN_C[fault]
    source = (FOLDER / "state.c").read_text(encoding="utf-8")
    assert old in source
    assert not state_in_c(bench, name, source).findings
    found = state_in_c(bench, name, source.replace(old, old.replace("clear_integer(integer);\n", ""), 1))
    assert "value" in report.models_of(found)


def test_a_round_in_the_middle_without_random_words(bench, monkeypatch):
    """What earlier rounds leave does not hide what the third of eight leaks: it is not clean, from there on."""
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)
    source = (FOLDER / "state.c").read_text(encoding="utf-8")
    old = "    scheme->round("
    assert old in source
    without = "    if (left == 6) zeroize(random, sizeof random);\n"
    found = state_in_c(bench, "permutation, 8 rounds, 2 shares", source.replace(old, without + old, 1))
    assert found.leaks or found.undecided
    assert 76_000 < found.checked < 130_000, "in the third round"
