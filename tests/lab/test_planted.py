"""What keeps shares apart in the assembly of asconkit/masked, taken away one by one: the exact check finds each.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import pytest
from compiling import ROOT
from lab import exact, manifest, report

FOLDER = ROOT / "asconkit/masked/avr"
MANIFEST = ROOT / "lab/units/avr.toml"
MEMORY = ROOT / "lab/units/memory.S"

# What is planted: the unit, the text, what comes in its place, and a model in which it leaks.
FAULTS = {
    "x1 of two shares on a bus": (
        "round, 2 shares",
        "        eor     X(\\shares,4,\\i), X(\\shares,3,\\i)\n",
        "        eor     X(\\shares,4,\\i), X(\\shares,3,\\i)\n        mov     T, X(\\shares,1,\\i)\n",
        "bus-b",
    ),
    "a product that begins with the other share": (
        "round, 2 shares",
        "        mov     T, X(\\shares,(\\k+1)%5,\\i)\n        and     T, X(\\shares,(\\k+2)%5,J)\n",
        "        mov     T, X(\\shares,(\\k+2)%5,J)\n        and     T, X(\\shares,(\\k+1)%5,\\i)\n",
        "bus-a",
    ),
    "products without random bytes": ("round, 2 shares", "        eor     T, RANDOM\n", "", "register"),
    "no clear between two shares": ("tag, 2 shares", "        CLEAR                           /*", "/*", "load"),
    "a byte of the next share is read too": (
        "refresh, 2 shares",
        "        ld      r18, Z\n",
        "        ld      r18, Z\n        ldd     r19, Z+8\n",
        "memory",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted(bench, fault):
    name, old, new, model = FAULTS[fault]
    (unit,) = (each for each in manifest.load(MANIFEST).units if each.name == name)
    source = (FOLDER / "avr_masked.S").read_text(encoding="utf-8")
    assert old in source
    source = source.replace(old, new, 1)
    source = source.replace("../../", "asconkit/").replace("../contract", "asconkit/masked/contract")
    prepared = bench.prepare_unit(source + MEMORY.read_text(encoding="utf-8"), unit, "avr", "avr")
    assert model in report.models_of(exact.check(prepared))
