"""What is wrong in a manifest is named, with what was expected. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

import pytest
from lab.manifest import ManifestError
from test_models import PROGRAM

GOOD = """
processor = "armv7m"
[[unit]]
name = "u"
calls = [["unit", "out", 1]]
shares = 2
secret = [{ name = "x", at = "out" }]
"""
CASES = [
    ('"armv7m"', '"z80"', "processor = 'z80'; expected one of armv6m, armv7m, rv32, avr"),
    ("shares = 2", "shares = 9", "shares = 9; expected a number from 1 to 4"),
    ("shares = 2", "sharse = 2", "shares is missing"),
    ("shares = 2", "shares = [2, 5]", "shares = 5; expected a number from 1 to 4"),
    ("shares = 2", 'shares = 2\nlong = "yes"', "long = 'yes'; expected true or false"),
    ('"armv7m"', '"armv7m"\nunits = "none.toml"', "none.toml: No such file"),
    ("shares = 2", "shares = 2\nordr = 2", "ordr is not known; did you mean order"),
    ("shares = 2", 'shares = 2\nmodels = ["bus"]', "models has 'bus'; expected some of value"),
    ('[["unit", "out", 1]]', "[[1]]", r"calls has \[1\]; expected lists of a function"),
    ("secret = [", "secret2 = [", "secret2 is not known"),
    ('at = "out"', 'shares = ["out"]', "shares has 1 places; expected 2"),
    ("processor =", "processor", "not TOML"),
    ('at = "out"', 'at = "aut"', "no symbol 'aut'; did you mean out"),
    ('"unit"', '"unti"', "no symbol 'unti'; did you mean unit"),
    ('at = "out"', 'at = "out+2"', "expected a multiple of 4"),
    ('"armv7m"', '"rv32"', "a program for EM_ARM"),
    ("shares = 2", 'shares = 2\nresult = "r99"', "result = 'r99'; expected one of r0, r1"),
    ('at = "out"', 'at = "out", bytes = 6', "expected bytes and unit in whole words of 32 bits"),
]


def test_a_good_one(bench):
    assert bench.prepare(PROGRAM.format(lines="nop"), GOOD).names == ["x", "x.1"]


def test_one_for_each_number_of_shares(bench):
    """The units are in a separate file."""
    (bench.folder / "all.toml").write_text(
        """[[unit]]
name = "u"
calls = [["unit_{shares}"]]
highest = 3
secret = [{ name = "x", at = "out", rotated = true }]
random = [{ at = "out", per_pair = 8 }]
""",
        encoding="utf-8",
    )
    found = bench.manifest('processor = "armv7m"\nunits = "all.toml"\nshares = [2, 4]\nrotation = 8\nresult = "r1"\n')
    assert [unit.name for unit in found.units] == ["u, 2 shares", "u, 4 shares"]
    assert [unit.calls for unit in found.units] == [(("unit_2",),), (("unit_4",),)]
    assert [unit.random[0].size for unit in found.units] == [8, 48]
    assert [unit.highest for unit in found.units] == [1, 3], "orders that the number of shares makes sense of"
    assert {(unit.secrets[0].rotation, unit.result) for unit in found.units} == {(8, "r1")}


@pytest.mark.parametrize(("old", "new", "message"), CASES, ids=[new for _, new, _ in CASES])
def test_errors(bench, old, new, message):
    assert old in GOOD
    with pytest.raises(ManifestError, match=message):
        bench.prepare(PROGRAM.format(lines="nop"), GOOD.replace(old, new, 1))
