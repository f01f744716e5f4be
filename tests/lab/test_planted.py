"""What keeps shares apart in the assembly of asconkit/masked, taken away one by one: the exact check finds each.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import dataclasses
import re
from pathlib import Path

import pytest
from builds import SHORT_RUN, only_in_all
from compiling import ROOT
from lab import building, checking, cuts, exact, manifest, replay, report, ttest, units
from lab.borders import NotProved
from lab.elf import Elf

FOLDER = ROOT / "asconkit/masked"
MEMORY = """
  .section .bss
  .balign 4
  .global words, random
words: .skip 512
random: .skip 512
"""
# The units of 2 shares by themselves, but for the permutation.
MANIFEST = """
processor = "avr"
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
calls = [
  ["ascon_masked_absorb", "words", "words+16", 0x80, 0],
  ["ascon_masked_absorb", "words+8", "words+24", 0x80, 1],
]
shares = 2
secret = [{ name = "x", at = "words", bytes = 8 }, { name = "data", at = "words+16", bytes = 8 }]
"""

# What is planted: the unit, the text, what comes in its place, and a model in which it leaks.
FAULTS = {
    "products without random bytes": ("tag", "        eor     SUM, RANDOM(PAIR)\n", "", "bus-a"),
    "no clear between two shares": ("tag", "        CLEAR                           /*", "/*", "memory"),
    "a byte of the next share is read too": (
        "refresh",
        "        ld      r18, Z\n",
        "        ld      r18, Z\n        ldd     r19, Z+8\n",
        "memory",
    ),
    "one byte of both shares is left at the port that loads": (
        "absorb",
        "        CLEAR_REGISTERS 18, 19\n        ret\n        END     ascon_masked_absorb",
        "        sbiw    r26, 8\n        ld      r18, X\n        ret\n        END     ascon_masked_absorb",
        "load",
    ),
}


def prepared_of_avr(bench, name, source):
    (unit,) = (each for each in bench.manifest(MANIFEST).units if each.name == name)
    source = source.replace("../../", "asconkit/").replace('"../', '"asconkit/masked/')
    source = source.replace('"macros.inc"', '"asconkit/masked/avr/macros.inc"')
    return bench.prepare_unit(source + MEMORY, unit, "avr", "avr")


@pytest.mark.parametrize("fault", FAULTS)
def test_planted(bench, fault, monkeypatch):
    monkeypatch.setattr(exact, "MOST_FINDINGS", 20)
    name, old, new, model = FAULTS[fault]
    source = (FOLDER / "avr/avr_masked.S").read_text(encoding="utf-8")
    assert old in source
    assert not exact.check(prepared_of_avr(bench, name, source)).findings
    prepared = prepared_of_avr(bench, name, source.replace(old, new, 1))
    assert model in report.models_of(exact.check(prepared))


# The same in the C between units, where text is absorbed or squeezed. C holds a byte of each share in the first case.
ABSORBED = "    ascon_masked_absorb(share_of(s, x->w, i), in.data + i * in.stride, x->bytes, i);\n"
KEPT = "    { static volatile uint8_t kept; kept = in.data[i * in.stride]; (void)kept; }\n"
STORED = "    ascon_masked_store(out.data + i * out.stride,"
FAULTS_IN_C = {
    "one share takes the place of another": (
        "aead_ad, aead128, 17 bytes, 2 shares",
        ABSORBED,
        f"    {{{KEPT}{ABSORBED}    }}\n",
        "cell",
    ),
    "shares are added up": (
        "sponge_squeeze, xof128, 17 bytes, 2 shares",
        STORED,
        STORED.replace("i * out.stride", "0 * out.stride"),
        "value",
    ),
}


def unit_with(bench, folder, name, changed, source, in_c=False, units_of=""):
    """A unit of proofs/lab/units/calls.c, and its program with another text of one file of asconkit/masked. Its units
    are in assembly, or in C. units_of: the manifest, if its name is not that of the folder."""
    found = manifest.load(ROOT / f"proofs/lab/units/{units_of or folder}.toml")
    (unit,) = (each for each in found.units if each.name == name)
    file, place = bench.folder / Path(changed).name, (FOLDER / changed).parent
    for old in set(re.findall(r'#include "([^"]+)"', source)):
        target = next((each for each in (place / old, FOLDER / old) if each.exists()), None)
        if target:
            source = source.replace(f'#include "{old}"', f'#include "{target.resolve().relative_to(ROOT)}"')
    file.write_text(source, encoding="utf-8")
    way = building.Way(definitions=("ASCON_MASKED_IN_C",) if in_c else (), changed=(file,))
    return unit, Elf(building.build(found, unit, way, bench.folder), found.processor), found.processor


def checked(bench, folder, name, changed, source):
    """The exact check of such a unit, as `./dev lab` does it."""
    ((_, verdict),) = checking.verdicts(*unit_with(bench, folder, name, changed, source))
    return verdict


@only_in_all
@pytest.mark.parametrize(("name", "way"), [("avr", "size"), ("rv32", "clang -Os"), ("armv7m", "gcc -O3")])
def test_planted_in_c_compiled_otherwise(bench, name, way):
    """The same leak in what users compile otherwise; `./dev lab --all` asks all calls of these programs."""
    whole = manifest.load(ROOT / f"proofs/lab/units/{name}.toml")
    (found,) = (each for each in building.otherwise(whole) if each.path.stem.endswith(f" {way}"))
    unit_name, old, new, model = FAULTS_IN_C["one share takes the place of another"]
    (unit,) = (each for each in found.units if each.name == unit_name)
    source = (FOLDER / "state.c").read_text(encoding="utf-8")
    for text in (source, replaced(source, [(old, new)])):
        file = bench.folder / "state.c"
        file.write_text(re.sub(r'#include "(?!asconkit)', '#include "asconkit/masked/', text), encoding="utf-8")
        program = building.build(found, unit, building.Way(changed=(file,)), bench.folder)
        ((_, verdict),) = checking.verdicts(unit, Elf(program, found.processor), found.processor)
        assert not verdict.findings if text == source else model in report.models_of(verdict)


def values_in_c(bench, name, changed, source):
    """That of a unit with the masked units in C, without transitions."""
    unit, elf, processor = unit_with(bench, "armv7m", name, changed, source, in_c=True)
    return exact.check(units.prepare(dataclasses.replace(unit, models=("value",)), elf, processor))


@pytest.mark.parametrize("fault", FAULTS_IN_C)
def test_planted_in_c(bench, fault):
    name, old, new, model = FAULTS_IN_C[fault]
    source = (FOLDER / "state.c").read_text(encoding="utf-8")
    assert old in source
    assert not checked(bench, "armv7m", name, "state.c", source).findings
    found = checked(bench, "armv7m", name, "state.c", source.replace(old, new, 1))
    assert model in report.models_of(found)


@only_in_all
def test_a_round_in_the_middle_without_random_words(bench, monkeypatch):
    """What earlier rounds leave does not hide what the third of eight leaks: it is not clean, from there on. Rounds on
    2 shares take random words in C, which promises values alone."""
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)
    source = (FOLDER / "rounds.c").read_text(encoding="utf-8")
    old = "    round(words"
    assert old in source
    without = "    if (left == 6) zeroize(random, sizeof random);\n"
    whole, leaky = (
        values_in_c(bench, "permutation, 8 rounds, 2 shares", "rounds.c", text)
        for text in (source, source.replace(old, without + old, 1))
    )
    assert not whole.findings and (leaky.leaks or leaky.undecided)
    assert 2 / 8 < leaky.checked / whole.checked < 3 / 8, "in the third round"


# Permutations with guards, which are checked in parts: what is planted in the assembly, by folder and number of shares.
# Each is a list of texts and of what comes in their places.
END_OF_EVEN_RV32 = "        MIX_OUTPUT EVEN_S0, EVEN_GUARD, EVEN\n"
GUARD_IS_KEPT = {
    ("armv6m", 2): [("        str     S, GUARD(\\h)\n", "")],
    ("armv6m", 3): [("        .if     \\i\n        str     S", "        .if     (\\i) == 1\n        str     S")],
    ("avr", 2): [("        std     GUARD, X(S,1)\n", "")],
    ("avr", 3): [("        std     GUARD(2), X(S,2)\n", "")],
    ("armv7m", 2): [("        str     S1, [sp, #(GUARDS + 4 * \\h)]\n", "")],
    ("armv7m", 3): [("        str     W, [sp, #GUARD(\\h, 2)]\n", "")],
    ("rv32", 2): [
        ("        GATE_SHARE Q, EVEN_S0,", "        mv      gp, EVEN_GUARD\n        GATE_SHARE Q, EVEN_S0,"),
        (END_OF_EVEN_RV32, END_OF_EVEN_RV32 + "        mv      EVEN_GUARD, gp\n"),
    ],
    ("rv32", 3): [
        ("        xor     S0, \\guard2,", "        mv      gp, \\guard1\n        xor     S0, \\guard2,"),
        ("D1, \\guard1, D1\n", "D1, \\guard1, D1\n        mv      \\guard1, gp\n"),
    ],
}
# The other shares of x2, or their sum, come after share 0 in a register, turned to its columns. The difference of the
# two is x2, in the middle of an S-box.
GATE = "        GATE    4, 0, 1\n"
GATE_OF_ARMV6M = "        OWN_PRODUCT E, A, B\n"
GATE_OF_AVR = "        GATE    E, A, B\n"
GATE_OF_RV32 = "        GATE    \\e0, \\e1, \\a0, \\a1, \\b0, \\b1, "
GATE_OF_RV32_3 = "        GATE    U0, U1, U3, E0, E1, E2, A0, A1, A2, B0, B1, B2\n"
ALIKE = {
    ("avr", 2): (GATE_OF_AVR, "        mov     T, X(C,0)\n        mov     T, X(C,1)\n"),
    ("avr", 3): (
        GATE_OF_AVR,
        "        mov     T, X(C,1)\n        eor     T, X(C,2)\n        mov     r0, X(C,0)\n        mov     r0, T\n",
    ),
    ("armv6m", 2): (GATE_OF_ARMV6M, "        ldr     P, WORD(2, 0, \\h)\n        ldr     P, WORD(2, 1, \\h)\n"),
    ("armv6m", 3): (
        "        eors    D, S\n",
        "        ldr     P, SUM(2, 1, \\h)\n        ldr     Q, SUM(2, 2, \\h)\n        eors    P, Q\n"
        "        ldr     P, SUM(2, 0, \\h)\n",
    ),
    ("armv7m", 2): (GATE, "        mov     T, x2_0\n        ror     T, x2_1, #(32 - MASKED_ROTATION)\n"),
    ("armv7m", 3): (
        GATE,
        "        ror     W, x2_1, #(32 - MASKED_ROTATION)\n"
        "        eor     W, W, x2_2, ror #(32 - 2 * MASKED_ROTATION)\n"
        "        mov     T, x2_0\n        mov     T, W\n",
    ),
    ("rv32", 2): (GATE_OF_RV32, "        mv      P, \\c0\n        mv      P, \\c1\n"),
    ("rv32", 3): (GATE_OF_RV32_3, "        xor     U3, C1, C2\n        mv      T, C0\n        mv      T, U3\n"),
}


def replaced(source, changes):
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return source


def permutation(bench, case, changes=()):
    """Two rounds, with these changes of the assembly, in the file of the permutation or of the other units."""
    folder, shares = case
    names = [f"{folder}/{folder}_permute{shares}.S", f"{folder}/{folder}_masked.S"]
    texts = {name: (FOLDER / name).read_text(encoding="utf-8") for name in names}
    name = next((name for name in names if changes and changes[0][0] in texts[name]), names[0])
    source = replaced(texts[name], changes)
    return cuts.check(*unit_with(bench, folder, f"permutation, 2 rounds, {shares} shares", name, source))


@pytest.mark.parametrize("case", GUARD_IS_KEPT, ids=str)
def test_a_permutation_in_parts(bench, case):
    """Clean as it is; a guard that is not renewed is no proof of what comes after it."""
    _, verdict = permutation(bench, case)
    assert verdict.values > 200 and not verdict.findings and not verdict.unfinished
    with pytest.raises(NotProved, match="a column of (7|13) random bits|not one-to-one"):
        permutation(bench, case, GUARD_IS_KEPT[case])


# Share i of a gate with its linear term: the next share of a, and the same one.
NEXT_SHARE = """        TURNED  and, T, \\b, x\\a\\()_\\k, TURN(\\i, \\k)
        .if     \\turn
        TURNED  eor, \\c, T, \\c, \\turn
        .else
        eor     \\c, \\c, T
        .endif
        TURNED  bic, T, x\\a\\()_\\j, \\b, TURN(\\j, \\i)
        TURNED  eor, \\c, \\c, T, TURN(\\i, \\j)
        and     T, \\b, x\\a\\()_\\i
        eor     \\c, \\c, T
"""
SAME_SHARE = """        TURNED  and, T, \\b, x\\a\\()_\\j, TURN(\\i, \\j)
        .if     \\turn
        TURNED  eor, \\c, T, \\c, \\turn
        .else
        eor     \\c, \\c, T
        .endif
        bic     T, x\\a\\()_\\i, \\b
        eor     \\c, \\c, T
        TURNED  and, T, \\b, x\\a\\()_\\k, TURN(\\i, \\k)
        eor     \\c, \\c, T
"""


SHARE_OF_PRODUCT = re.compile(r"^(        (?:PRODUCT|ldr     P, SUM).*\\)([ij])(, \\h)", re.M)


PRODUCT_OF_AVR = "        mov     T, X(\\b,\\i)\n{}        and     T, X(\\a,\\{})\n        eor     X(\\c,\\i), T\n"
COMPLEMENT_OF_AVR = "        com     T\n"
NEXT_SHARE_OF_AVR, SAME_SHARE_OF_AVR = (
    PRODUCT_OF_AVR.format(COMPLEMENT_OF_AVR, first) + PRODUCT_OF_AVR.format("", second)
    for first, second in ("ji", "ij")
)


LINEAR_TERMS = {
    # Products that are complemented, those with the linear term, change their shares with the own products.
    "armv6m": lambda source: SHARE_OF_PRODUCT.sub(
        lambda found: found[1] + {"i": "j", "j": "i"}[found[2]] + found[3], source
    ),
    "armv7m": lambda source: source.replace(NEXT_SHARE, SAME_SHARE, 1),
    "avr": lambda source: source.replace(NEXT_SHARE_OF_AVR, SAME_SHARE_OF_AVR, 1),
    "rv32": lambda source: replaced(
        source,
        [
            ("        or      \\u, \\a_j, \\b\n", "        or      \\u, \\a, \\b\n"),
            ("        and     \\c, \\b, \\a\n", "        and     \\c, \\b, \\a_j\n"),
        ],
    ),
}


@pytest.mark.parametrize("folder", LINEAR_TERMS)
def test_a_linear_term_that_leaks_at_order_2(bench, folder, monkeypatch):
    """docs/masked.md: with the linear term of the same share, a round on 3 shares is clean at order 1 alone."""
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)
    name = f"{folder}/{folder}_permute3.S"
    source = (FOLDER / name).read_text(encoding="utf-8")
    changed = LINEAR_TERMS[folder](source)
    assert changed != source
    prepared = units.prepare(*unit_with(bench, folder, "round, 3 shares", name, changed))
    values = dataclasses.replace(prepared.unit, models=("value",))
    first, second = exact.by_order(dataclasses.replace(prepared, unit=values), 2)
    assert not first.findings and second.leaks


def test_two_shares_of_four_in_one_value(bench, monkeypatch):
    """A round on 4 shares then leaks at order 3, not before; one column stands for all of them."""
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)
    name, start = "armv7m/armv7m_masked.S", "        mov     Y4, r2\n"
    source = (FOLDER / name).read_text(encoding="utf-8")
    assert start in source
    two_shares = "        ldr     r5, [r0]\n        ldr     r6, [r0, #8]\n        eor     r5, r5, r6, ror #24\n"
    unit = "round without its constant, 4 shares"
    whole, *program = unit_with(bench, "armv7m", unit, name, source.replace(start, two_shares + start, 1))
    values_alone = dataclasses.replace(whole, transitions=1)
    first, second, third = exact.by_order(units.prepare(values_alone, *program), 3)
    assert not first.findings and not second.findings and third.leaks
    assert second.checked > 100_000


@pytest.mark.parametrize("case", ALIKE, ids=str)
def test_shares_turned_alike_in_a_permutation(bench, case):
    before, lines = ALIKE[case]
    prepared, verdict = permutation(bench, case, [(before, lines + before)])
    assert verdict.leaks and "register" in report.models_of(verdict)
    assert "_permute" in next(iter(report.findings(prepared, verdict)))


# What keeps shares apart in a permutation where they are not rotated: the order of operations, the place of an operand
# and the choice of a register.
OWN, OTHER = "        OWN_PRODUCT A, B, C\n", "        OTHER_PRODUCT S, E, 0, \\i, \\h\n"
OTHER_OF_A = "        OTHER_PRODUCT A, B, 2, \\i, \\h\n"
OWN_OF_AVR = "        mov     T, X(\\b,\\i)\n        or      T, X(\\a,\\i)\n"
OTHER_OF_AVR = "        mov     T, X(\\a,\\i)\n        and     T, X(\\b,\\j)\n"
COMPLEMENT_A, COMPLEMENT_C = "        com     X(A,0)\n", "        com     X(C,0)\n"
LOAD_A, LOAD_B = "        ldd     X(A,1), WORD(0, 1)\n", "        ldd     X(B,0), WORD(1, 0)\n"
STORE_E1, STORE_E0 = "        std     LAST_WORD(1), X(E,1)\n", "        st      Z+, X(E,0)\n"
# The gates of RV32 take both halves by turns: here share 0 of one half comes after its share 1, in the same register.
SHARE_1_OF_ODD = "        GATE_SHARE P, \\odd_c1, \\odd_c1, \\odd_a1, \\odd_b1, \\odd_b0\n"
SHARE_0_OF_EVEN = "        GATE_SHARE Q, \\c0, \\c0, \\a0, \\b0, \\b1\n"
BY_TURNS_OF_RV32 = SHARE_1_OF_ODD + SHARE_0_OF_EVEN
IN_ONE_REGISTER = SHARE_0_OF_EVEN.replace(" Q,", " P,") + SHARE_1_OF_ODD
UNROTATED = [
    ("rv32", ["register"], [(BY_TURNS_OF_RV32, IN_ONE_REGISTER)]),
    ("armv6m", ["register", "result"], [(OTHER, ""), (OWN, OTHER + OWN)]),
    ("armv6m", ["register", "result"], [(OTHER, ""), (OTHER_OF_A, OTHER_OF_A + OTHER)]),
    ("armv6m", ["register"], [("r6, r5, 41, 7", "r5, r6, 41, 7")]),
    ("avr", ["register", "bus-b"], [(OWN_OF_AVR, "        mov     T, X(\\a,\\i)\n        or      T, X(\\b,\\i)\n")]),
    ("avr", ["register", "bus-b"], [(OTHER_OF_AVR, "        mov     T, X(\\b,\\j)\n        and     T, X(\\a,\\i)\n")]),
    ("avr", ["bus-a", "result"], [(COMPLEMENT_A + COMPLEMENT_C, COMPLEMENT_C + COMPLEMENT_A)]),
    ("avr", ["memory", "load"], [(LOAD_A, ""), (LOAD_B, LOAD_A + LOAD_B)]),
    ("avr", ["memory", "store", "bus-b"], [(STORE_E1, ""), (STORE_E0, STORE_E1 + STORE_E0)]),
]
# Without a public word in the shifter or in the place of a sum, or zeros in registers that an S-box does not use, a
# word of one round comes after one of the round before it, which cannot be decided.
LEFT_FOR_A_ROUND = [
    ("rv32", 2, "shifter", ("        slli    Q, zero, 1 ", "        mv      Q, zero ")),
    ("rv32", 3, "register", ("        DIFFUSE 1, U2, U3,", "        DIFFUSE 1, U0, U1,")),
    ("armv6m", 2, "shifter", ("        lsls    r7, r0, #1 ", "        movs    r7, #0 ")),
    ("armv6m", 3, "cell", ("        str     STATE, GUARD(0, \\h) ", "        nop ")),
    ("avr", 2, "register", ("        CLEAR_REGISTERS 12, 27\n", "")),
]


@pytest.mark.parametrize(("folder", "models", "changes"), UNROTATED)
def test_planted_in_a_permutation_without_rotation(bench, folder, models, changes):
    _, verdict = permutation(bench, (folder, 2), changes)
    assert verdict.leaks and report.models_of(verdict) == models


@pytest.mark.parametrize(("folder", "shares", "model", "change"), LEFT_FOR_A_ROUND)
def test_a_word_that_stays_for_a_round(bench, folder, shares, model, change):
    _, verdict = permutation(bench, (folder, shares), [change])
    assert verdict.undecided and report.models_of(verdict) == [model]


# Two moments of a round on 3 shares, transitions among them. Two shares of a word that follow each other are found in
# this way alone, as their difference says nothing without the third one.
STORED_SHARES = "        stm     STATE!, {r1-r5}\n"
STORED_GUARD = "        .if     \\i\n        str     S, GUARD(\\i, \\h)\n        .endif\n"
PAIRS = {
    "a share, and then the next one, at the port that loads": (
        "armv6m",
        "        PRODUCT A, bics,",
        "        ldr     P, SUM(2, \\i, \\h)\n        PRODUCT A, bics,",
    ),
    "a product, and then another share, in a register": ("armv6m", "        FORGET  Q\n", ""),
    "a new guard after the old one at the port that stores": (
        "armv6m",
        STORED_SHARES + STORED_GUARD,
        STORED_GUARD + STORED_SHARES,
    ),
    "a product, and then another share of what was multiplied": (
        "avr",
        "        FORGET\n        mov     T, X(\\b,\\i)\n",
        "        mov     T, X(\\b,\\i)\n",
    ),
    "a share of another word over a share of S": ("rv32", "        li      U2, 0\n", ""),
    "what the S-box makes of a word over the word itself": ("avr", "        std     NEAR(2, \\i), r1\n", ""),
    "a complement after another share of the word": (
        "avr",
        "        FORGET\n        com     X(C,0)\n",
        "        com     X(C,0)\n",
    ),
}


# The same of the tag.
PAIRS_OF_TAG = {
    "a share, and then the next random word, in the shifter": ("armv7m", "        lsls    T, RANDOM, #1\n"),
    "a product, and then the next random word, on a bus": ("armv6m", "        FORGET  T\n"),
    "a share, and then the next random word, at the port that loads": ("armv6m", "        ldr     T, [sp]\n"),
    "a product, and then the next random word, in a register": (
        "rv32",
        "        slli    T, zero, 1\n        lw      T, 0(sp)\n",
    ),
    "a sum, and then the share that is multiplied next, on a bus": ("avr", "        sub     r1, r1\n"),
}


def pairs_of(bench, folder, what, file, change=("", "")):
    """All pairs of a unit, with a change of its file."""
    name = f"{folder}/{folder}_{file}.S"
    source = (FOLDER / name).read_text(encoding="utf-8")
    assert change[0] in source
    unit, *program = unit_with(bench, folder, what, name, source.replace(*change, 1))
    return exact.pairs_with_transitions(units.prepare(dataclasses.replace(unit, turns=True), *program))


@pytest.mark.parametrize("folder", ["armv6m", "avr", "rv32"])
def test_pairs_of_transitions_of_a_round(bench, folder):
    """docs/masked.md: two moments of a round are independent of the secrets, transitions too."""
    verdict = pairs_of(bench, folder, "round, 3 shares", "permute3")
    assert verdict.checked > 700_000 and not verdict.findings and not verdict.unfinished


@pytest.mark.parametrize("folder", ["armv7m", "rv32"] if SHORT_RUN else ["armv6m", "armv7m", "avr", "rv32"])
def test_pairs_of_transitions_of_a_tag(bench, folder):
    """As well, from the first to the last instruction, but for the bit that it returns."""
    verdict = pairs_of(bench, folder, "tag, 3 shares", "masked")
    assert verdict.checked > 700_000 and not verdict.findings and not verdict.unfinished


def test_pairs_of_transitions_of_a_round_on_4_shares(bench):
    """All of them are clean on Armv6-M; in ascending order, what follows a product of shares 0 and 2 in a register is
    share 3 the one time, and share 1 the other."""
    what, order = "round without its constant, 4 shares", ("J, 3 * NUMBER % \\shares", "J, NUMBER")
    as_it_is = pairs_of(bench, "armv6m", what, "masked")
    assert as_it_is.checked > 2_000_000 and not as_it_is.findings and not as_it_is.unfinished
    ascending = pairs_of(bench, "armv6m", what, "masked", order)
    assert len(ascending.findings) == 10 and ascending.leaks  # in each gate of both halves


def test_planted_sets_of_three_values(bench, monkeypatch):
    """On AVR words of 64 bits are turned. Two products of a share get the same random byte: no two values show it."""
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)
    source = (FOLDER / "avr/avr_masked.S").read_text(encoding="utf-8")
    source = replaced(source, [("Y+(5*PAIR+\\k)", "Y+(5*(PAIR & 6)+\\k)")])
    what = "round without its constant, 4 shares"
    unit, *program = unit_with(bench, "avr", what, "avr/avr_masked.S", source)
    prepared = units.prepare(dataclasses.replace(unit, transitions=1), *program)
    first, second, third = exact.by_order(prepared, 3)
    assert not first.findings and not second.findings and second.checked < 100_000 and third.leaks


@pytest.mark.parametrize("fault", PAIRS)
def test_planted_pairs_of_transitions(bench, fault, monkeypatch):
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)
    folder, *change = PAIRS[fault]
    assert pairs_of(bench, folder, "round, 3 shares", "permute3", change).leaks


@pytest.mark.parametrize("fault", PAIRS_OF_TAG)
def test_planted_pairs_of_transitions_of_a_tag(bench, fault, monkeypatch):
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)
    folder, line = PAIRS_OF_TAG[fault]
    assert pairs_of(bench, folder, "tag, 3 shares", "masked", (line, "")).leaks


# The same of blocks and of new shares, which are short: there all pairs are asked.
LOADED_SHARE = "        ldr     T, [r0, #PLACE(\\shares, 0, \\i, \\h)]\n        .set    J, 0\n"
NEXT_SHARE_FIRST = "        .if     \\i == 0\n        ldr     T, [r0, #PLACE(\\shares, 0, 1, \\h)]\n        .endif\n"
END_OF_SHARE, KEPT_WORD = "end_of_one_share:\n", "end_of_one_share:\n        mov     r12, r2\n"
PAIRS_OF_SHARES = {
    "a share after the next one, at the port that loads": ("refresh", LOADED_SHARE, NEXT_SHARE_FIRST + LOADED_SHARE),
    "a block, one share of text after the other in a register": ("absorb", END_OF_SHARE, KEPT_WORD),
    "a block, one share of output after the other in a register": ("store", END_OF_SHARE, KEPT_WORD),
}


@pytest.mark.parametrize("fault", PAIRS_OF_SHARES)
def test_planted_pairs_of_blocks_and_new_shares(bench, fault):
    """3 shares: one value, and two, say nothing without the transition."""
    what, *change = PAIRS_OF_SHARES[fault]
    source = (FOLDER / "armv6m/armv6m_masked.S").read_text(encoding="utf-8")
    source = replaced(source, [change])
    unit, *program = unit_with(bench, "armv6m", f"{what}, 3 shares", "armv6m/armv6m_masked.S", source)
    assert unit.order == 2 <= unit.transitions
    values_alone = dataclasses.replace(unit, transitions=1)
    assert not any(each.findings for each in exact.by_order(units.prepare(values_alone, *program), 2))
    first, second = exact.by_order(units.prepare(unit, *program), 2)
    assert not first.findings and second.leaks


# Of a round and the next one, which only t-tests look at: |t| is above 15 after so few traces. The manifest, what is
# replaced in the permutation's file, and models of samples: all pairs of AVR's samples take gigabytes.
GUARD_1_OF_AVR = "        ldd     X(S,1), GUARD(1)\n"
TURN_GUARD_1, CARRY_OF_GUARD_2 = "        swap    X(S,1)\n        .irp", "        lsl     X(S,2)\n"
TWO_ROUNDS = {
    "RV32 as it is": ("rv32_zbb", [], ()),
    "RV32, a share, and then the next one, at the port that stores": (
        "rv32_zbb", [("        sw      zero, 0(sp)\n", ""), ("        sw      zero, 0(sp)\n", "")], (),
    ),
    "RV32, both guards of a half on a bus": ("rv32_zbb", [("\\guard2, \\guard1\n", "\\guard1, \\guard2\n")], ()),
    "AVR as it is": ("avr", [], ("load", "bus-a")),
    "AVR, one guard after the other at the port that loads": (
        "avr", [(GUARD_1_OF_AVR, ""), ("        ldd     X(S,2), G", GUARD_1_OF_AVR + "        ldd     X(S,2), G")],
        ("load", "bus-a"),
    ),
    "AVR, one guard after the other on a bus": (
        "avr",
        [(TURN_GUARD_1, "        .irp"), (CARRY_OF_GUARD_2, "        swap    X(S,1)\n" + CARRY_OF_GUARD_2)],
        ("load", "bus-a"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", TWO_ROUNDS)
def test_transitions_of_two_rounds(bench, fault):
    units_of, changes, models = TWO_ROUNDS[fault]
    folder = units_of.removesuffix("_zbb")
    name = f"{folder}/{folder}_permute3.S"
    source = replaced((FOLDER / name).read_text(encoding="utf-8"), changes)
    unit, *program = unit_with(bench, folder, "permutation, 2 rounds, 3 shares", name, source, units_of=units_of)
    made = replay.make(units.prepare(dataclasses.replace(unit, models=models or unit.models), *program))
    result = ttest.second_order(made, 20_480, 1, lambda *_: None)
    assert result.leaks == bool(changes), result.largest
