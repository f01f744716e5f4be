"""./dev analyze eva: calls are free of alarms, and planted faults are not."""

import json

import pytest
from analysis import calls, eva, record
from analysis.calls import Case, one, up_to
from builds import SHORT_RUN, declared_calls

from spec.algorithms import ALGORITHMS, find

HEADERS = [f"ascon{name}.h" for name in ("", "_any", "_backend", "_bits", "_permutation", "_prf", "_v12")]
AEAD128, HASH256, XOF128 = find("ascon-aead128"), find("ascon-hash256"), find("ascon-xof128")


def chosen_runs() -> list[tuple[Case, eva.Setting]]:
    """A few; in long tests also the first run of every call, which takes minutes."""
    first = {case.call: (case, setting) for case, setting in reversed(eva.runs())}
    return [each for each in eva.runs() if each[0].quick or (not SHORT_RUN and each in first.values())]


@pytest.mark.parametrize("case, setting", chosen_runs(), ids=lambda each: each.label)
def test_no_alarm(case, setting):
    outcome = eva.run(case, setting)
    assert not outcome.failure
    assert not [each.text for each in outcome.alarms]
    assert outcome.checks


PERMUTE = Case("ascon_permutation_apply", "state_permute", None, {"NUMBER": one(1)})
GET = Case("ascon_permutation_get", "state_get", None, {"OUT": up_to(3), "OFFSET": (38, 40)})
FIND = Case("ascon_any_find", "find_again", None, {"NUMBER": up_to(1)})
CONVERT = Case("ascon_permutation_interleave", "convert", None, {"TEXT": up_to(5), "OUT": one(5)})
LAST_BITS = Case("ascon_bits_sponge", "cxof", XOF128, {"TEXT": up_to(1), "OUT": one(8)}, ("BITS", "GENERIC"))
HASH = Case("ascon_hash256", "hash", HASH256, {"TEXT": up_to(2), "OUT": one(32)})
PIECES = {"TEXT": one(1), "OUT": one(1), "PHASE": calls.AEAD_PHASES}
UPDATE = Case("ascon_any_aead_encrypt_update", "aead_update", AEAD128, PIECES, calls.directed("encrypt"))
ENDS = {**PIECES, "TAG": one(16)}
FINAL = Case("ascon_any_aead_decrypt_final", "aead_final", AEAD128, ENDS, calls.directed("decrypt"))
ENDS_AD = "aead_pieces_end_ad)(ctx, ctx->phase == PHASE_AD);\n"
# what, the setting, the file, right, wrong, the call in which it is found, what Eva says
FAULTS = (
    ("a wrong check of a length reads beyond the state", eva.SMALL, "core/api/state_calls.h",
     "length > STATE_LENGTH - offset", "length > STATE_LENGTH + 1 - offset", GET, ("out of bounds", "accessing")),
    ("a variable that nobody wrote", eva.SMALL, "core/platform/bytes.h", "    word = in[0] |", "    word |= in[0] |",
     HASH, ("accessing uninitialized left-value",)),
    ("a shift by the width of a word", eva.SMALL, "core/backends/c64/round_order.inc", "y2 >> 1 | y2 << 63",
     "y2 >> 0 | y2 << 64", PERMUTE, ("invalid RHS operand for shift",)),
    ("text does not end the associated data", eva.SMALL, "core/api/aead_pieces_calls.h",
     f"{ENDS_AD}  ctx->phase = phase;\n", ENDS_AD, UPDATE, ("behavior accepted: postcondition got status",)),
    ("the last call does not wipe the context", eva.SMALL, "core/api/aead_pieces_calls.h",
     "  zeroize(ctx, sizeof *ctx);\n", "", FINAL, ("behavior accepted: postcondition got status",)),
    ("bits are cut after the last byte", eva.SMALL, "core/api/bits.c", "  if (bits % 8) string[", "  string[",
     LAST_BITS, ("out of bounds",)),
    ("half a word is converted", eva.SMALL, "core/api/interleave.c", "if (length % 8 != 0)", "if (length % 4 != 0)",
     CONVERT, ("out of bounds",)),
    ("a name is read beyond its end", eva.SMALL, "core/platform/names.h", "while (*a && *a == *b)", "while (*a == *b)",
     FIND, ("out of bounds",)),
    ("a piece is read beyond its end", eva.SIZE, "core/state/duplex.h",
     "n < p->rate - offset ? n : p->rate - offset", "p->rate - offset", UPDATE, ("out of bounds",)),
)  # fmt: skip


@pytest.mark.parametrize("setting, file, right, wrong, case, says", [each[1:] for each in FAULTS],
                         ids=[each[0] for each in FAULTS])  # fmt: skip
def test_fault_is_found(setting, file, right, wrong, case, says, planted):
    """In a call that is clean without it."""
    assert eva.run(case, setting).good
    outcome = eva.run(case, setting, planted(file, right, wrong))
    told = " ".join([outcome.failure, *(each.message for each in outcome.alarms)])
    assert any(words in told for words in says), told


def test_a_wrong_statement_is_found():
    """It is one about the result."""
    case = Case("ascon_hash256", "hash", HASH256, {"TEXT": up_to(1), "OUT": one(32)}, ("REFUSED=ASCON_ERR_RANGE",))
    outcome = eva.run(case, eva.SMALL)
    assert "check got status invalid." in {each.message for each in outcome.alarms}, outcome


@pytest.mark.parametrize("status, good", (("Valid", True), ("Dead", False), ("Unknown", False)))
def test_what_was_not_reached_was_not_shown(status, good, tmp_path):
    """As after an alarm that is sure, where Eva looks no further."""
    table = tmp_path / "table.csv"
    names, row = "file\tline\tproperty kind\tstatus\n", f"drivers.c\t7\tuser check\t{status}\n"
    table.write_text(f"{names}drivers.c\t3\tprecondition of f\tValid\n{row}")
    outcome = eva.Outcome(HASH, eva.SMALL)
    eva.read(outcome, "", table, eva.LIBRARY)
    assert outcome.good == good


def test_what_does_not_compile_is_no_clean_call():
    outcome = eva.run(Case("no_such_call", "hash", HASH256, {"OUT": one(32)}), eva.SMALL)
    assert "Frama-C failed" in outcome.failure or not outcome.good


def test_every_public_call_is_analysed():
    """But for the system's random bytes, batches, which are vector code on threads, and what is assembly alone."""
    declared = declared_calls(HEADERS) - {f"ascon_algorithm_{row.c_name}" for row in ALGORITHMS}
    left_out = {"ascon_random_bytes", "ascon_any_batch", "ascon_any_columns", "ascon_backend_set_dit"}
    assert {case.call for case in calls.cases()} == declared - left_out


def test_record_is_of_every_run():
    recorded = json.loads(record.RECORD.read_text(encoding="utf-8"))
    assert record.of_runs(eva.runs()).items() <= recorded.items()
    assert record.of_runs(eva.runs()[1:])["sha256"] != recorded["sha256"]
