"""What is wrong in a manifest is named, with what was expected. SPDX-License-Identifier: Apache-2.0 OR MIT"""

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
# A place at which the check may be cut; it comes before the units.
CUT = """
[[cut]]
shares = 2
at = "unit"
stage = "sbox"
words = "0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1 4.0 4.1"
even = "sp+0*8 r11 r12"
odd = "r1-r10"
even_guards = "sp+80"
odd_guards = "sp+84"
"""
CUT_OF_BYTES = """
[[cut]]
shares = 2
at = "unit"
stage = "sbox"
words = "0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1 4.0 4.1"
bytes = "y+2*10"
guards = "z+82"
"""
LOADS = "ldr r2, [r0]\n eor r2, r2\n ldr r2, [r0, #4]\n"  # both shares: what nobody loads is an error
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
    ("shares = 2", 'shares = 2\npublic = [{ at = "out", value = "some" }]', "expected hexadecimal digits or 'any'"),
    ('at = "out"', 'at = "out", bytes = 6', r"out \+ 6 is at 0x.*; expected a multiple of 4"),
    ('at = "out"', 'at = "out", rotation = 8, unit = 8', "expected unit in whole words of 32 bits"),
    ("shares = 2", "shares = 2\neach = { n = 3 }", "each: n = 3; expected a list that is not empty"),
    ("shares = 2", "shares = 2\nearly = [3]", "early = 3; expected a table of lists"),
    ("shares = 2", "shares = 2\nearly = [{ n = [] }]", r"early: n = \[\]; expected a list that is not empty"),
]

CASES_OF_CUTS = [
    ('"sbox"', '"middle"', "stage = 'middle'; expected one of sbox, linear"),
    ("0.0 0.1", "0.0 0.0", "words: expected each share of each word once"),
    ("4.1", "41", "words has '41'; expected WORD.SHARE"),
    ("r1-r10", "r1-r9", "odd has 9 places; expected 10"),
    ("sp+80", "bp+80", r"even_guards has 'bp\+80'; expected places such as"),
    ("shares = 2", "shares = 1", "shares = 1; expected a number from 2 to 4"),
]
CASES_OF_BYTES = [
    ("y+2*10", "y+2*9", r"bytes = 'y\+2\*9'; expected words at a pointer, such as y\+0\*10"),
    ("z+82", "r30+82", r"guards = 'r30\+82'; expected words at a pointer, such as y\+0\*1"),
    ("bytes", "even", "bytes is missing"),
]


def test_a_good_one(bench):
    assert bench.prepare(PROGRAM.format(lines=LOADS), GOOD).names == ["x", "x.1"]


def test_one_for_each_number_of_shares(bench):
    """The units are in a separate file."""
    (bench.folder / "all.toml").write_text(
        """[[unit]]
name = "u"
calls = [["unit_{shares}"]]
order = 2
highest = 3
secret = [{ name = "x", at = "out", rotated = true }]
random = [{ at = "out", per_pair = 8 }]
""",
        encoding="utf-8",
    )
    whole = 'processor = "armv7m"\nunits = "all.toml"\nshares = [2, 4]\nrotation = 8\nresult = "r1"\n'
    found = bench.manifest(whole)
    assert [unit.name for unit in bench.manifest(whole.replace('"all.toml"', '["all.toml"]')).units] == [
        unit.name for unit in found.units
    ]
    assert [unit.name for unit in found.units] == ["u, 2 shares", "u, 4 shares"]
    assert [unit.calls for unit in found.units] == [(("unit_2",),), (("unit_4",),)]
    assert [unit.random[0].size for unit in found.units] == [8, 48]
    orders = [(unit.order, unit.highest) for unit in found.units]
    assert orders == [(1, 1), (2, 3)], "those that the number of shares makes sense of"
    assert {(unit.secrets[0].rotation, unit.result) for unit in found.units} == {(8, "r1")}


def test_what_every_unit_of_a_group_has(bench):
    every = 'every = { order = 2, calls = [["unit"]], secret = [{ name = "x", at = "out" }] }\n'
    units = '[[group.unit]]\nname = "a"\n[[group.unit]]\nname = "b"\norder = 1\n'
    (bench.folder / "all.toml").write_text(f"[[group]]\n{every}{units}", encoding="utf-8")
    found = bench.manifest('processor = "armv7m"\nunits = "all.toml"\nshares = [3]\n').units
    assert [(unit.name, unit.order, unit.calls) for unit in found] == [
        ("a, 3 shares", 2, (("unit",),)), ("b, 3 shares", 1, (("unit",),)),
    ]  # fmt: skip
    (bench.folder / "all.toml").write_text(f"[[group]]\nevry = {{}}\n{units}", encoding="utf-8")
    with pytest.raises(ManifestError, match="all.toml, group 1: every is missing"):
        bench.manifest('processor = "armv7m"\nunits = "all.toml"\nshares = [3]\n')


def test_one_for_each_choice(bench):
    """Names that stand alone become what was chosen, with its type."""
    text = GOOD.replace('"u"', '"{n} of {where}"').replace("1]]", '"{n}"]]')
    text = text.replace('at = "out"', 'at = "{where}", bytes = "{n}"')
    found = bench.manifest(text.replace("shares = 2", 'shares = 2\neach = { n = [4, 8], where = ["out", "r4"] }'))
    assert [unit.name for unit in found.units] == ["4 of out", "4 of r4", "8 of out", "8 of r4"]
    assert [(unit.calls[0][2], unit.secrets[0].size) for unit in found.units] == [(4, 4), (4, 4), (8, 8), (8, 8)]


def test_which_the_tests_run(bench):
    """Those of any table of `early`, which may name the manifest: bench.folder has it as unit.toml."""
    text = GOOD.replace('"u"', '"n{n}"').replace("shares = 2", "shares = 2\neach = { n = [4, 8, 9] }\nearly = ")
    early = '[{ n = [4] }, { n = [9], manifest = ["unit"] }, { n = [8], manifest = ["other"] }]'
    for chosen, runs in (("{ n = [8] }", ["n8"]), (early, ["n4", "n9"])):
        units = bench.manifest(text.replace("early = ", f"early = {chosen}")).units
        assert [unit.name for unit in units if not unit.long] == runs and len(units) == 3


@pytest.mark.parametrize(("old", "new", "message"), CASES, ids=[new for _, new, _ in CASES])
def test_errors(bench, old, new, message):
    assert old in GOOD
    with pytest.raises(ManifestError, match=message):
        bench.prepare(PROGRAM.format(lines=LOADS), GOOD.replace(old, new, 1))


@pytest.mark.parametrize(("old", "new", "message"), CASES_OF_CUTS, ids=[new for _, new, _ in CASES_OF_CUTS])
def test_errors_of_cuts(bench, old, new, message):
    text = GOOD.replace("[[unit]]", CUT.replace(old, new, 1) + "[[unit]]")
    with pytest.raises(ManifestError, match=message):
        bench.manifest(text)


@pytest.mark.parametrize(("old", "new", "message"), CASES_OF_BYTES, ids=[new for _, new, _ in CASES_OF_BYTES])
def test_errors_of_cuts_of_bytes(bench, old, new, message):
    text = GOOD.replace('"armv7m"', '"avr"').replace("[[unit]]", CUT_OF_BYTES.replace(old, new, 1) + "[[unit]]")
    with pytest.raises(ManifestError, match=message):
        bench.manifest(text)


STRIDE = "ldr r2, [r0]\n eor r2, r2\n ldr r2, [r0, #8]"  # the other share is 8 bytes behind the first one


def test_a_place_that_the_program_does_not_read(bench):
    """A control that must leak would be clean with a wrong stride or address, without a word."""
    with pytest.raises(ManifestError, match="no instruction loads share 1 of x, at .*; is its address, stride"):
        bench.prepare(PROGRAM.format(lines=STRIDE), GOOD)
    right = GOOD.replace('at = "out"', 'at = "out", stride = 8')
    assert bench.prepare(PROGRAM.format(lines=STRIDE), right)


def test_a_word_of_a_secret_that_was_forgotten(bench):
    """It is in the variable of the secret, and the program reads it."""
    lines = LOADS + "ldr r2, [r0, #8]"
    with pytest.raises(ManifestError, match=r"ldr r2, \[r0, #8\]: loads .*, out\+8, which is in a variable"):
        bench.prepare(PROGRAM.format(lines=lines), GOOD)
    text = GOOD.replace("shares = 2", 'shares = 2\npublic = [{ at = "out+8", value = "any" }]')
    assert bench.prepare(PROGRAM.format(lines=lines), text)
    with pytest.raises(ManifestError, match=r"no instruction loads out\+8\[0\]"):
        bench.prepare(PROGRAM.format(lines=LOADS), text)


def test_cuts(bench):
    """Units have them that are checked in parts, and as many shares."""
    text = GOOD.replace("[[unit]]", CUT + "[[unit]]")
    assert not bench.manifest(text).units[0].cuts
    (cut,) = bench.manifest(text + "cut = true\n").units[0].cuts
    assert cut.words[:3] == ((0, 0), (0, 1), (1, 0))
    assert cut.parts[0] == (*(f"sp+{4 * place}" for place in range(8)), "r11", "r12")
    assert cut.parts[1] == tuple(f"r{number}" for number in range(1, 11))
    assert not bench.manifest(text.replace("shares = 2\nsecret", "shares = 3\ncut = true\nsecret")).units[0].cuts


def test_cuts_behind_a_pointer(bench):
    text = GOOD.replace("[[unit]]", CUT.replace("r1-r10", "r0+8*9 x12+44") + "[[unit]]") + "cut = true\n"
    (cut,) = bench.manifest(text).units[0].cuts
    assert cut.parts[1] == (*(f"r0+{8 + 4 * place}" for place in range(9)), "x12+44")


def test_cuts_of_bytes(bench):
    """On AVR a word is 8 bytes, which follow each other."""
    text = GOOD.replace('"armv7m"', '"avr"').replace("[[unit]]", CUT_OF_BYTES + "[[unit]]") + "cut = true\n"
    (cut,) = bench.manifest(text).units[0].cuts
    assert cut.parts[1] == tuple(f"y+{3 + 8 * place}" for place in range(10))
    assert cut.guards == tuple((f"z+{82 + byte}",) for byte in range(8))


def test_cuts_in_a_separate_file(bench):
    (bench.folder / "cuts.toml").write_text(CUT.replace("r1-r10", "x18-x27"), encoding="utf-8")
    (cut,) = bench.manifest('cuts = "cuts.toml"' + GOOD + "cut = true\n").units[0].cuts
    assert cut.parts[1] == tuple(f"x{number}" for number in range(18, 28))


def test_where_a_unit_ends(bench):
    lines = f"{LOADS}.global middle\nmiddle: nop"
    whole = bench.prepare(PROGRAM.format(lines=lines), GOOD).program.steps
    part = bench.prepare(PROGRAM.format(lines=lines), GOOD + 'until = "middle"\n').program.steps
    assert (len(whole), len(part)) == (5, 3)
    assert bench.prepare(PROGRAM.format(lines=lines), GOOD + 'until = "nowhere"\n').program.steps == whole
