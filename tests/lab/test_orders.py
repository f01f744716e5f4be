"""Orders above 1, an end of time, and results that may be known: on programs of a few instructions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import functools
import itertools
import operator
from random import Random

import pytest
from conftest import quiet
from lab import exact, replay, report, ttest
from lab.machine import Unsupported
from lab.manifest import ManifestError
from lab.sharing import Sharing
from test_models import PROGRAM

MANIFEST = """
processor = "armv7m"
[[unit]]
name = "unit"
calls = [["unit"]]
shares = {shares}
order = {order}
secret = [{{ name = "x", shares = {places} }}]
"""
PLACES = ["r4", "r5", "r6", "r7"]
# Lines for so many shares. The sum of the last two shares is in a separate register, so that the secret is known from
# one value fewer than there are shares.
TWO_ADDED = {3: "mov r0, r4\n eor r1, r5, r6", 4: "mov r0, r4\n mov r1, r5\n eor r2, r6, r7"}
APART = {3: "mov r0, r4\n mov r1, r5", 4: "mov r0, r4\n mov r1, r5\n mov r2, r6"}


def verdicts(bench, lines, shares, highest, more=""):
    places = str(PLACES[:shares]).replace("'", '"')
    text = MANIFEST.format(shares=shares, order=1, places=places) + 'models = ["value"]\n' + more
    return list(exact.by_order(bench.prepare(PROGRAM.format(lines=lines), text), highest))


@pytest.mark.parametrize("more", ["", "turns = true\n"], ids=["all", "turned"])
@pytest.mark.parametrize("shares", [3, 4])
def test_the_order_at_which_it_leaks(bench, shares, more):
    leaky = verdicts(bench, TWO_ADDED[shares], shares, shares - 1, more)
    assert [each.leaks for each in leaky] == [False] * (shares - 2) + [True]
    assert len(leaky[-1].findings[0].observations) == shares - 1
    clean = verdicts(bench, APART[shares], shares, shares - 1, more)
    assert not any(each.leaks or each.undecided for each in clean) and len(clean) == shares - 1
    assert clean[-1].checked > 0


def test_transitions_in_pairs(bench):
    """Two shares follow each other on a bus, and the third one is a value."""
    text = MANIFEST.format(shares=3, order=1, places='["r4", "r5", "r6"]')
    elves = [PROGRAM.format(lines=lines) for lines in ("mov r0, r4\n mov r0, r5\n mov r1, r6", APART[3])]
    assert not any(each.findings for each in exact.by_order(bench.prepare(elves[0], text), 2))
    leaky, clean = (list(exact.by_order(bench.prepare(each, text + "transitions = 2\n"), 2)) for each in elves)
    assert not leaky[0].findings and "bus-b" in report.models_of(leaky[1])
    assert clean[1].checked > 0 and not any(each.findings for each in clean)
    of_bit_0 = [exact.pairs_with_transitions(bench.prepare(each, text)) for each in elves]
    assert of_bit_0[0].leaks and not of_bit_0[1].findings and of_bit_0[1].checked < clean[1].checked


@pytest.mark.parametrize("order", [2, 3])
def test_sets_of_bits_one_by_one(order):
    """Which sets there are, and which of them the quick test leaves, as counted without numpy."""
    random = Random(order)
    direct, below = ([random.randrange(32) << number % 4 * 21 for number in range(24)] for _ in range(2))
    linked = {(one, other) for one in range(24) for other in range(24) if one != other
              and (direct[one] | below[one]) & (direct[other] | below[other])}  # fmt: skip
    sharing, every, doubtful = Sharing(direct, below, range(24)), 0, set()
    for numbers in itertools.combinations(range(24), order):
        if sum(pair in linked for pair in itertools.combinations(numbers, 2)) >= order - 1:
            every += 1
            hidden = functools.reduce(operator.xor, (direct[each] for each in numbers))
            if not hidden & ~functools.reduce(operator.or_, (below[each] for each in numbers)):
                doubtful.add(numbers)
    found = [each for first in range(24) for each in ([sharing.pairs(first)] if order == 2 else sharing.threes(first))]
    assert sum(each.count for each in found) == every > 20
    assert sorted(tuple(sorted(each)) for part in found for each in part.doubtful) == sorted(doubtful) != []


def test_transitions_that_are_turned_alike(bench):
    """Bit 0 says it for all others if they are its turned ones. A leak of bit 5 alone is not taken for clean."""
    text = MANIFEST.format(shares=3, order=1, places='["r4", "r5", "r6"]') + 'models = ["value"]\n'
    turned = text + "turns = true\n"
    alike, one_bit = APART[3], "mov r0, r4\n and r5, r5, #32\n and r1, r6, #32\n eor r1, r5"
    verdict = exact.pairs_with_transitions(bench.prepare(PROGRAM.format(lines=alike), turned))
    assert verdict.checked > 0 and not verdict.findings
    assert not exact.pairs_with_transitions(bench.prepare(PROGRAM.format(lines=one_bit), text)).findings
    assert list(exact.by_order(bench.prepare(PROGRAM.format(lines=one_bit), text + "transitions = 2\n"), 2))[1].leaks
    assert exact.pairs_with_transitions(bench.prepare(PROGRAM.format(lines=one_bit), turned)).leaks


def test_one_of_the_sets_that_are_turned_alike(bench):
    """As many as without the key, but for one of the 32 places; and no leak of one place is missed."""
    every, one = (verdicts(bench, APART[4], 4, 3, more)[-1].checked for more in ("", "turns = true\n"))
    assert every >= 32 * one / 3 and one > 0
    one_place = "mov r0, r4\n mov r1, r5\n lsr r2, r6, #31\n eor r2, r2, r7, lsr #31"
    assert len(verdicts(bench, one_place, 4, 3, "turns = true\n")[-1].findings) == 1


@pytest.mark.parametrize("seed", range(8))
def test_turned_or_not_the_answer_is_the_same(bench, seed):
    """Of any instructions on shares, some of which shift, at order 2."""
    random, lines = Random(seed), []
    for _ in range(12):
        shift = random.choice(["", ", lsl #3", ", lsr #9", ", ror #5"])
        one, first, second = (f"r{random.randint(*ends)}" for ends in ((0, 2), (4, 6), (0, 6)))
        lines.append(f"{random.choice(['and', 'eor', 'bic'])} {one}, {first}, {second}{shift}")
    one, other = (verdicts(bench, "\n ".join(lines), 3, 2, more) for more in ("", "turns = true\n"))
    assert [each.leaks for each in one] == [each.leaks for each in other]
    assert len(one) < 2 or other[1].checked < one[1].checked


def test_time_runs_out(bench):
    text = MANIFEST.format(shares=3, order=1, places='["r4", "r5", "r6"]')
    prepared = bench.prepare(PROGRAM.format(lines=APART[3]), text)
    (verdict,) = exact.by_order(prepared, 2, patience=-1)
    assert verdict.unfinished and verdict.undecided and not verdict.leaks
    assert "UNDECIDED" in report.exact_line(verdict) and "ended before all was checked" in report.exact_line(verdict)


CALL = """
  push {lr}
  bl compare
  pop {lr}
  cmp r0, #0
  bne 1f
1:
  bx lr
  .type compare, %function
  .thumb_func
compare:
  eor r0, r4, r5
"""


def test_a_result_that_is_known_from_then_on(bench):
    text = MANIFEST.format(shares=2, order=1, places='["r4", "r5"]')
    source = PROGRAM.format(lines=CALL)
    with pytest.raises(Unsupported, match="a condition.*depends on shares"):
        bench.prepare(source, text)
    known = text.replace("shares = 2", 'shares = 2\nreveals = 32\nreveals_of = "compare"')
    assert not exact.check(bench.prepare(source, known)).findings
    assert exact.check(bench.prepare(source, known.replace("reveals = 32", "reveals = 1"))).findings
    with_product = source.replace("1:\n", "1:\n and r1, r5, r5, lsl #1\n eor r1, r1, r0\n", 1)
    assert not exact.check(bench.prepare(with_product, known)).findings, "it says no more than the result"
    other = known.replace('"compare"', '"out"')
    with pytest.raises(ManifestError, match="out was not called"):
        bench.prepare(PROGRAM.format(lines="nop"), other)


# ---- Public bytes of any value, and outputs ----------------------------------------------------------


PUBLIC = """
public = [{ at = "r8", value = "any" }]
"""


def test_what_everybody_knows_hides_nothing(bench):
    """A secret and a nonce in one register, which a t-test with random nonces cannot see."""
    text = MANIFEST.format(shares=2, order=1, places='["r4", "r5"]') + 'models = ["value"]\n' + PUBLIC
    clean = bench.prepare(PROGRAM.format(lines="eor r0, r8, r4"), text)
    leaky = bench.prepare(PROGRAM.format(lines="eor r0, r8, r4\n eor r1, r0, r5"), text)
    assert not exact.check(clean).findings
    found = exact.check(leaky)
    assert found.leaks and {each.observations[0].step for each in found.findings} == {1}
    assert {each.text for each in found.findings} == {"r8[0]:0 + x:0"}
    assert not ttest.first_order(replay.make(leaky), 100_000, 1, quiet).leaks


def test_an_address_that_depends_on_a_public_value(bench):
    text = MANIFEST.format(shares=2, order=1, places='["r4", "r5"]') + PUBLIC
    with pytest.raises(Unsupported, match="an address.*public bytes of any value"):
        bench.prepare(PROGRAM.format(lines="ldr r3, =out\n and r0, r8, #4\n ldr r0, [r3, r0]"), text)


OUTPUT = """
output = [{ at = "out" }]
"""
JOINED = "ldr r3, =out\n eor r0, r4, r5\n eor r1, r0, r6\n str r1, [r3]\n eor r2, r1, r1, lsr #1\n add r2, r1, #5"
SECOND_WORD = "eor r9, r7\n eor r9, r8\n"


def finds_none(prepared):
    return not exact.check(prepared).findings and not ttest.first_order(replay.make(prepared), 100_000, 1, quiet).leaks


def test_an_output_in_plain(bench):
    """What is computed of it may be known too. It says nothing about another word."""
    text = MANIFEST.format(shares=3, order=1, places='["r4", "r5", "r6"]')
    source = PROGRAM.format(lines=JOINED)
    assert not finds_none(bench.prepare(source, text)) and finds_none(bench.prepare(source, text + OUTPUT))
    text = text.replace("secret = [", 'secret = [{ name = "y", shares = ["r7", "r8", "r9"] },')
    assert finds_none(bench.prepare(source, text + OUTPUT))
    leaky = bench.prepare(source.replace("eor r2,", SECOND_WORD + " eor r2,"), text + OUTPUT)
    found = exact.check(leaky)
    assert found.leaks and all("y:" in each.text for each in found.findings)
    assert ttest.first_order(replay.make(leaky), 100_000, 1, quiet).leaks


def test_an_output_is_a_whole_word(bench):
    text = MANIFEST.format(shares=3, order=1, places='["r4", "r5", "r6"]') + OUTPUT
    source = PROGRAM.format(lines=JOINED.replace("eor r1, r0, r6", "mov r1, r0"))
    with pytest.raises(ManifestError, match="output: out depends on random words"):
        bench.prepare(source, text)
