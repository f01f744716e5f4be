"""./dev analyze eva: calls are free of alarms, and planted faults are not."""

from __future__ import annotations

import pytest
from analysis import calls, eva, record
from analysis.calls import Case, one, up_to
from builds import SHORT_RUN

from spec.algorithms import find

SETTING = eva.SETTINGS[0]
CASES = [case for case in calls.usual() if case.quick or not SHORT_RUN]
AEAD128, HASH256 = find("ascon-aead128"), find("ascon-hash256")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_no_alarm(case):
    outcome = eva.run(case, SETTING)
    assert not outcome.failure
    assert not [each.text for each in outcome.alarms]
    assert outcome.checks


PERMUTE = Case("ascon_permute", "state_permute", None, {"NUMBER": one(1)})
GET = Case("ascon_state_get", "state_get", None, {"OUT": up_to(3), "OFFSET": (38, 40)})
HASH = Case("ascon_hash256", "hash", HASH256, {"TEXT": up_to(2), "OUT": one(32)})
PIECES = {"TEXT": one(1), "OUT": one(1), "PHASE": calls.AEAD_PHASES}
UPDATE = Case("ascon_aead_encrypt_update", "aead_update", AEAD128, PIECES, calls.directed("encrypt"))
ENDS_AD = "aead_pieces_end_ad)(ctx, ctx->phase == PHASE_AD);\n"
# what, file, right, wrong, the call in which it is found, what Eva says
FAULTS = (
    ("a wrong check of a length reads beyond the state", "api/state_calls.h", "length > STATE_LENGTH - offset",
     "length > STATE_LENGTH + 1 - offset", GET, ("out of bounds", "accessing")),
    ("a variable that nobody wrote", "platform/bytes.h", "  uint64_t word = 0;\n", "  uint64_t word;\n", HASH,
     ("accessing uninitialized left-value",)),
    ("a shift by the width of a word", "backends/c64/round_order.inc", "rotate_right(y2, 1)", "rotate_right(y2, 0)",
     PERMUTE, ("invalid RHS operand for shift",)),
    ("text does not end the associated data", "api/aead_calls.h",
     f"{ENDS_AD}  ctx->phase = phase;\n", ENDS_AD, UPDATE,
     ("behavior accepted: postcondition got status",)),
)  # fmt: skip


@pytest.mark.parametrize("file, right, wrong, case, says", [each[1:] for each in FAULTS], ids=[e[0] for e in FAULTS])
def test_fault_is_found(file, right, wrong, case, says, planted):
    """In a call that is clean without it."""
    assert eva.run(case, SETTING).good
    outcome = eva.run(case, SETTING, planted(file, right, wrong))
    told = " ".join([outcome.failure, *(each.message for each in outcome.alarms)])
    assert any(words in told for words in says), told


def test_a_wrong_statement_is_found():
    """It is one about the result."""
    case = Case("ascon_hash256", "hash", HASH256, {"TEXT": up_to(1), "OUT": one(32)}, ("REFUSED=ASCON_ERR_RANGE",))
    outcome = eva.run(case, SETTING)
    assert "check got status invalid." in {each.message for each in outcome.alarms}, outcome


@pytest.mark.parametrize("status, good", (("Valid", True), ("Dead", False), ("Unknown", False)))
def test_what_was_not_reached_was_not_shown(status, good, tmp_path):
    """As behind an alarm that is sure, where Eva looks no further."""
    table = tmp_path / "table.csv"
    names, row = "file\tline\tproperty kind\tstatus\n", f"drivers.c\t7\tuser check\t{status}\n"
    table.write_text(f"{names}drivers.c\t3\tprecondition of f\tValid\n{row}")
    outcome = eva.Outcome(HASH, SETTING)
    eva.read(outcome, "", table, eva.LIBRARY)
    assert outcome.good == good


def test_what_does_not_compile_is_no_clean_call():
    outcome = eva.run(Case("no_such_call", "hash", HASH256, {"OUT": one(32)}), SETTING)
    assert "Frama-C failed" in outcome.failure or not outcome.good


def test_every_shown_run_is_there():
    labels = [case.label for case in calls.usual()]
    assert sorted(labels) == sorted(calls.SHOWN.read_text(encoding="utf-8").splitlines())
    assert len(labels) < len(calls.cases())


def test_page_names_every_run():
    """The record is of the calls that there are."""
    rows = record.PAGE.read_text(encoding="utf-8").splitlines()
    for case in calls.usual():
        assert any(f"`{case.call}`" in line and f"| {case.text} |" in line for line in rows), case.name
    assert sum(line.startswith("| `") for line in rows) == len(calls.usual()) * len(eva.SETTINGS)
