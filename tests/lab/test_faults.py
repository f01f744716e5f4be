"""The fault simulator breaks a decryption that is not hardened, and one whose hardening has a hole; it finds nothing in
the hardened one. Skips are tried in all of the call, flips in the end of it: ./dev lab --faults tries the rest.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
import shutil

import pytest
from compiling import LIBRARY
from lab import fault_results, faults
from lab.fault_results import END, PAGE, START, Row
from lab.faults import KEY, MESSAGES, STACK, TARGETS, TEXT, Attack, Subject, build, emulator

SUBJECTS = [Subject(target, profile, True) for target in TARGETS for profile in ("speed", "size")]


def attack(subject, folder, message="wrong tag", library=LIBRARY):
    return Attack(emulator(subject, build(subject, folder, library)), message)


def change(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_no_skip_breaks_it(subject, tmp_path):
    emulated = emulator(subject, build(subject, tmp_path))
    for message in MESSAGES:
        found = Attack(emulated, message).attack("skip")
        assert not found.places and found.counts["refused"] > found.counts["stopped"], message


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_no_flip_breaks_its_end(subject, tmp_path):
    """The comparison of the tag, the results of the passes, and what follows them."""
    tried = attack(subject, tmp_path)
    found = tried.attack("flip", tried.moments[-150:])
    assert not found.places and sum(found.counts.values()) > 4000


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_secrets_are_wiped(subject, tmp_path):
    """The passes have a frame of their own, and clear_stack() reaches it."""
    for message in ("right", "wrong tag"):
        tried = attack(subject, tmp_path, message)
        stack = bytes(tried.emulated.uc.mem_read(STACK - faults.PAGE, faults.PAGE))
        for secret in (KEY, TEXT):
            assert not [place for place in range(13) if secret[place : place + 4] in stack]


@pytest.mark.parametrize("target", TARGETS)
def test_without_hardening_skips_break_it(target, tmp_path):
    subject = Subject(target, "size", False)
    for message in ("wrong tag", "nonce as key"):
        assert attack(subject, tmp_path, message).attack("skip").counts["accepted"]
    assert attack(subject, tmp_path).attack("skip").counts["released"]
    assert attack(subject, tmp_path, "right").attack("skip").counts["wrong text"]


def test_jumps(tmp_path):
    """To all that one flipped bit of an address reaches; what is no address of the program stops it."""
    tried = attack(Subject("cortex-m3", "size", False), tmp_path)
    moments = tried.moments[-150:]
    found = tried.attack("jump", moments)
    assert sum(found.counts.values()) == 31 * len(moments)
    assert found.counts["accepted"] and found.counts["stopped"] > 20 * len(moments)


# What is taken away from the hardened call: the text, what comes in its place, a message that a skip then breaks, and
# how.
HOLES = {
    "no first pass": ("passed[0] = first_pass(&a);", "passed[0] = FIRST_PASSED;", "wrong tag", "released"),
    "no last pass": ("passed[2] = third_pass(&a);", "passed[2] = THIRD_PASSED;", "right", "wrong text"),
    "the first comparison is the only one": (
        "(result) == ASCON_OK ? 0", "(result) == ASCON_OK || (byte) ? 0", "wrong tag", "accepted",
    ),
    "one copy of the address": ("*volatile output = plaintext", "*output = plaintext", "right", "wrong text"),
}  # fmt: skip


@pytest.mark.parametrize("hole", HOLES)
def test_holes_are_found(hole, tmp_path):
    old, new, message, outcome = HOLES[hole]
    library = tmp_path / "asconkit"
    shutil.copytree(LIBRARY, library)
    change(library / "constructions/hardened.c", old, new)
    assert attack(Subject("cortex-m3", "speed", True), tmp_path, message, library).attack("skip").counts[outcome]


def after_one(emulated, moment, registers):
    """The next address, memory and registers."""
    emulated.finish(moment, moment.address, registers, moment.condition, 1)
    memory = [bytes(emulated.uc.mem_read(page, faults.PAGE)) for page in (faults.RAM, STACK - faults.PAGE)]
    return [emulated.uc.reg_read(emulated.PC), *memory], list(emulated.uc.reg_read_batch(emulated.numbers))


@pytest.mark.parametrize("target", TARGETS)
def test_a_flip_is_only_tried_where_a_register_is_read(target, tmp_path):
    """That is no loss: after any other instruction, the flip is all that differs, or it is overwritten. Where an IT
    block is, unicorn does not stop after one instruction."""
    tried = attack(Subject(target, "size", False), tmp_path)
    emulated, known = tried.emulated, {}
    for moment in tried.moments:
        if not moment.condition and not emulated.instruction(moment).mnemonic.startswith("it"):
            known.setdefault(moment.address, moment)
    assert len(known) > 300
    for moment in known.values():
        rest, registers = after_one(emulated, moment, list(moment.registers))
        for number, name in enumerate(emulated.NAMES):
            if name in emulated.reads(moment):
                continue
            masks = [1 << bit for bit in emulated.FLAGS[1]] if name == emulated.FLAGS[0] else [1 << 3, 0xFFFFFFFF]
            for mask in masks:
                changed = list(moment.registers)
                changed[number] ^= mask
                found = after_one(emulated, moment, changed)
                kept = [*registers[:number], registers[number] ^ mask, *registers[number + 1 :]]
                assert found in ((rest, registers), (rest, kept)), (name, tried.place(moment))


def test_flags_of_branches_and_of_conditional_instructions(tmp_path):
    tried = attack(Subject("cortex-m3", "size", False), tmp_path)
    places = tried.attack("flip", tried.moments[-250:]).places
    of_flags = [place for place in places if place.startswith("accepted: flip cpsr.30")]
    assert any(re.search(r": bne ", place) for place in of_flags)
    assert any(re.search(r": ldrb ", place) for place in of_flags)


def test_the_page_is_made_of_the_record():
    rows = fault_results.load()
    assert {row.program for row in rows} == {subject.name for subject in fault_results.SUBJECTS}
    assert not fault_results.complaints(rows)
    assert fault_results.table(rows) in PAGE.read_text(encoding="utf-8")
    for row in rows:
        if not row.hardened and row.kind in ("skip", "flip"):
            assert row.bad(["wrong text" if row.message == "right" else "accepted"])


def test_what_the_page_says_of_the_record():
    """Of a right message, an address of the output is all that a flip can spoil."""
    for row in fault_results.load():
        if row.hardened:
            assert not row.bad(fault_results.FORGED)
            assert (row.message, row.kind) == ("right", "flip") or not row.bad()
            at_its_start = re.compile(r"flip [ra]0\.\d+ at .* ascon_hardened_aead128_decrypt\+")
            assert all(at_its_start.search(place) for place in row.places)


def test_what_a_run_complains_about():
    bad = {"accepted": 1, "refused": 9}
    row = Row("cortex-m3, size, hardened", 9, "wrong tag", "skip", 9, bad)
    assert fault_results.complaints([row]) == ["cortex-m3, size, hardened, wrong tag, skip: 1 bad outcomes"]
    row = Row("cortex-m3, size", 9, "wrong tag", "skip", 9, {"refused": 9})
    assert "no skip makes a forgery pass" in fault_results.complaints([row])[0]


def test_rows_are_added_to_the_record(tmp_path, monkeypatch):
    record, page = tmp_path / "faults.json", tmp_path / "faults.md"
    page.write_text(f"# Faults\n{START}\n{END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(fault_results, "RECORD", record)
    monkeypatch.setattr(fault_results, "PAGE", page)
    monkeypatch.setattr(fault_results, "kinds_of", lambda message: ["skip"])
    for name in ("cortex-m3, size", "cortex-m3, size, hardened"):
        monkeypatch.setattr(fault_results, "SUBJECTS", [Subject("cortex-m3", "size", form) for form in (False, True)])
        assert fault_results.check(name, record=True) == 0
    rows = fault_results.load()
    assert [row.message for row in rows] == 2 * list(MESSAGES) and rows[-1].hardened and rows[1].outcomes["accepted"]
    text = page.read_text(encoding="utf-8")
    assert fault_results.table(rows) in text and text.endswith(f"{END}\nafter\n")
