"""The fault simulator breaks calls that are not hardened, and hardened ones that have a hole. Skips are tried in all of
a call, others where arguments are read and results checked; ./dev lab --faults tries the rest. BROKEN has what breaks.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
import shutil
from dataclasses import replace
from functools import cache, partial

import pytest
from builds import SHORT_RUN
from compiling import LIBRARY
from lab import fault_results, faults
from lab.fault_results import END, PAGE, START, Row
from lab.faults import BAD, FORMS, JUNK, KEY, MESSAGES, ROUNDS, STACK, TARGETS, TEXT, Attack, Subject, build, emulator

SUBJECTS = [
    Subject(target, profile, form)
    for target in TARGETS for profile in ("size", "speed")[: 1 if SHORT_RUN else 2] for form in FORMS
    if form not in fault_results.USUAL
    and not (SHORT_RUN and form == "hardened" and target != fault_results.EVERYWHERE)  # the receiver runs the same
]  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Builds the program of a subject once for all tests."""
    return cache(partial(build, folder=tmp_path_factory.mktemp("programs")))


def attack(subject, built, message="wrong tag"):
    return Attack(emulator(subject, built(subject)), message)


def change(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def messages(subject):
    every = fault_results.messages_of(subject)
    more = ("wrong tag", "zeros as key") if subject.target == fault_results.EVERYWHERE else ()
    return [name for name in every if name in ("right", "longer text", *more)] if SHORT_RUN else every


def without_rounds(tried):
    function = tried.emulated.elf.function
    return [moment for moment in tried.moments if not ROUNDS.match(function(moment.address))]


def broken(found):
    """Bad outcomes, but for those of arguments that the call has not stored yet."""
    return {key: count for key, count in found.counts.items() if key[0] != "argument" and key[1] in BAD}


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_no_skip_breaks_it(subject, built):
    emulated = emulator(subject, built(subject))
    for message in messages(subject):
        found = Attack(emulated, message).attack("skip")
        assert not broken(found), (message, found.places)
        assert found.of("refused") > found.of("stopped")
        assert not found.of("nothing") or subject.form == "sender"


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_no_other_fault_breaks_its_beginning_and_its_end(subject, built):
    """Where both copies of the arguments are made, and after the passes."""
    emulated = emulator(subject, built(subject))
    for message in [name for name in messages(subject) if not SHORT_RUN or name != "wrong tag"]:
        tried = Attack(emulated, message)
        moments = without_rounds(tried)
        for kind in ("flip", "flip of sp", "zero"):
            found = tried.attack(kind, moments[:200] + moments[-100:])
            assert not broken(found), (message, found.places)
            assert kind != "flip" or sum(found.counts.values()) > 7000


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_secrets_are_wiped(subject, built):
    """The passes have a frame of their own, and clear_stack() reaches it."""
    for message in [name for name in ("right", "wrong tag") if name in fault_results.messages_of(subject)]:
        tried = attack(subject, built, message)
        tried.run(tried.moments[0])
        stack = bytes(tried.emulated.uc.mem_read(STACK - faults.PAGE, faults.PAGE))
        for secret in (KEY, TEXT):
            assert not [place for place in range(13) if secret[place : place + 4] in stack]


@pytest.mark.parametrize("target", TARGETS)
def test_without_hardening_skips_break_it(target, built):
    def skips(form, message):
        return attack(Subject(target, "size", form), built, message).attack("skip")

    wrong_tag = skips("", "wrong tag")
    assert wrong_tag.of("accepted") and wrong_tag.of("released")
    assert skips("", "nonce as key").of("accepted")
    assert skips("", "right").of("wrong text")
    assert skips("encryption", "right").of("wrong text")


def test_every_forgery_is_accepted_without_hardening(built):
    """By some flip, zero or skip where the usual call reads its arguments: none of the messages is for nothing. Only
    receivers of datagrams can tell that one was replayed; test_holes_are_found has a receiver that accepts it."""
    emulated = emulator(subject := Subject("cortex-m3", "size", ""), built(subject))
    replayed = {name for name, message in MESSAGES.items() if message.replayed}
    assert replayed <= {message for *_, form, message, _, outcome in HOLES.values() if outcome == "accepted"}
    for message in [name for name in MESSAGES if name != "right" and name not in replayed]:
        tried = Attack(emulated, message)
        moments = without_rounds(tried)
        found = (tried.attack(kind, moments[:300] if kind == "flip" else moments) for kind in ("zero", "skip", "flip"))
        assert any(each.of("accepted") for each in found), message


def test_two_skips(built):
    """Two break what one does not."""
    tried = attack(Subject("cortex-m3", "size", "receiver"), built)
    moments = [moment for moment in tried.moments if tried.part(moment) == "caller"]
    found = tried.attack("two skips", moments[-12:])
    assert found.of("nothing") and found.of("refused")


def test_jumps(built):
    """To all that one flipped bit of an address reaches; what is no address of the program stops it."""
    tried = attack(Subject("cortex-m3", "size", ""), built)
    moments = tried.moments[-150:]
    found = tried.attack("jump", moments)
    assert sum(found.counts.values()) == 31 * len(moments)
    assert found.of("accepted") and found.of("stopped") > 20 * len(moments)


def test_what_is_released_is_found():
    """The text that a decryption gives without its tag, whatever was encrypted."""
    for form in (FORMS["receiver"], FORMS["datagrams"]):
        assert MESSAGES["wrong tag"].unverified(form) == TEXT
        assert MESSAGES["zeros as key"].unverified(form) != TEXT
    assert MESSAGES["longer text"].unverified(FORMS["receiver"])[:4] == TEXT[:4]
    assert len(MESSAGES["no text"].unverified(FORMS["receiver"])) == len(JUNK)


# What is taken away from the hardened calls: the file, its text, what comes in its place, and which fault then breaks
# which program and message, and how.
C_FILE, DATAGRAM_FILE = "hardened/hardened.c", "hardened/datagram_hardened.c"
HEADER = "hardened/ascon_hardened.h"
SECOND = "RETURN_IF_ERROR(keep(b, second, op));"
ONE_MESSAGE = C_FILE, SECOND, f"(void)second;\n  {SECOND.replace('second', 'first')}"
ENCRYPTED = C_FILE, "PASSED(FIRST_PASSED, ascon_equal(a->tag, b->tag, TAG), 0)", "FIRST_PASSED"
HOLES = {
    "no first pass": (
        C_FILE, "PASSED(FIRST_PASSED, verify(a, a->in, 1, a->tag) == ASCON_OK, 0)", "FIRST_PASSED",
        "hardened", "wrong tag", "skip", "released",
    ),
    "no last pass": (
        C_FILE, "PASSED(THIRD_PASSED, verify(a, a->out, 0, a->tag) == ASCON_OK, 2)", "THIRD_PASSED",
        "hardened", "right", "skip", "wrong text",
    ),
    "one key for both": (*ONE_MESSAGE, "receiver", "zeros as key", "flip", "accepted"),
    "one length for both": (*ONE_MESSAGE, "receiver", "longer text", "flip", "accepted"),
    "encryptions are not compared": (*ENCRYPTED, "sender", "right", "skip", "released"),
    "what encryption wrote is not verified": (
        C_FILE, "PASSED(SECOND_PASSED, verify(a, a->out, 1, a->sent_tag) == ASCON_OK, 1)", "SECOND_PASSED",
        "sender", "right", "skip", "wrong text",
    ),
    "no checksum of the output": (
        "hardened/hardened.h", "sum = (sum << 1 | sum >> 31) + *bytes++", "bytes++",
        "hardened", "right", "flip", "wrong text",
    ),
    "output is not erased": (
        C_FILE, "  wipe(m->out, m->length);\n", "", "sender", "right", "skip", "released",
    ),
    "datagram is prepared once": (
        DATAGRAM_FILE, "if (result == ASCON_OK) result = prepare(&b, second);",
        "if (result == ASCON_OK) b = a, b.message.nonce = b.later.nonce, b.message.key = b.later.key;",
        "datagrams", "replayed", "skip", "accepted",
    ),
    "receivers are not compared": (
        DATAGRAM_FILE, "differ |= receivers_differ(second->receiver, &b->next);", "",
        "datagrams", "right", "skip", "wrong text",
    ),
    "the result is compared once": (
        HEADER, "  if (kept != good) return 0;\n", "  (void)good;\n", "receiver", "wrong tag", "skip", "nothing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("hole", HOLES)
def test_holes_are_found(hole, tmp_path):
    name, old, new, form, message, kind, outcome = HOLES[hole]
    library = tmp_path / "asconkit"
    shutil.copytree(LIBRARY, library)
    change(library / name, old, new)
    tried = attack(Subject("cortex-m3", "size", form), partial(build, folder=tmp_path, library=library), message)
    moments = without_rounds(tried)
    moments = tried.moments if kind == "skip" else moments[:300] + moments[-500:]
    assert tried.attack(kind, moments).of(outcome)


@pytest.mark.parametrize("planted", [False, True])
def test_associated_data_that_a_fault_writes_over(planted, tmp_path):
    """Before the first pass, so that all passes read zeros, with which the message was made."""
    library = tmp_path / "asconkit"
    shutil.copytree(LIBRARY, library)
    if planted:
        change(library / C_FILE, "const uint32_t sum = checksum(m->ad, m->ad_length, 0);", "const uint32_t sum = 0;")
    own = partial(build, folder=tmp_path, library=library)
    tried = attack(Subject("cortex-m3", "size", "receiver"), own, "other data")
    moment = next(each for each in tried.moments if tried.emulated.elf.function(each.address) == "verify")
    place = faults.OBJECTS - faults.RAM + faults.OFFSETS["ad"]
    pages = moment.pages[:place] + bytes(3) + moment.pages[place + 3 :]
    assert tried.run(replace(moment, pages=pages)) == ("accepted" if planted else "refused")


def after_one(emulated, moment, change=None):
    """The next address, memory and registers."""
    emulated.run(moment, 1, change=change)
    memory = emulated.memory
    return [emulated.uc.reg_read(emulated.PC), memory.pages(), memory.elsewhere()], list(
        emulated.uc.reg_read_batch(emulated.numbers)
    )


@pytest.mark.parametrize("target", TARGETS)
def test_a_flip_is_only_tried_where_a_register_is_read(target, built):
    """That is no loss: after any other instruction, the flip is all that differs, or it is overwritten. Where an IT
    block is, unicorn does not stop after one instruction."""
    tried = attack(Subject(target, "size", ""), built)
    emulated, known = tried.emulated, {}
    for moment in tried.moments:
        if not moment.condition and not emulated.instruction(moment).mnemonic.startswith("it"):
            known.setdefault(moment.address, moment)
    assert len(known) > 300
    for moment in known.values():
        rest, registers = after_one(emulated, moment)
        for number, name in enumerate(emulated.NAMES):
            if name in emulated.reads(moment):
                continue
            masks = [1 << bit for bit in emulated.FLAGS[1]] if name == emulated.FLAGS[0] else [1 << 3, 0xFFFFFFFF]
            for mask in masks:
                found = after_one(emulated, moment, (number, moment.registers[number] ^ mask))
                kept = [*registers[:number], registers[number] ^ mask, *registers[number + 1 :]]
                assert found in ((rest, registers), (rest, kept)), (name, tried.place(moment))


def test_flags_of_branches_and_of_conditional_instructions(built):
    tried = attack(Subject("cortex-m3", "size", ""), built)
    places = tried.attack("flip", tried.moments[-250:]).places
    of_flags = [place for place in places if place.startswith("accepted: flip cpsr.30")]
    assert any(re.search(r": bne ", place) for place in of_flags)
    assert any(re.search(r": ldrb ", place) for place in of_flags)


# Single faults that break a hardened program on Cortex-M0: the page's limits name these.
BROKEN = """speed, hardened, longer data, jump: 5; speed, receiver, longer data, jump: 3; speed, sender, right, skip: 1
speed, sender, right, jump: 93; speed, datagrams, right, flip of sp: 15; speed, datagrams, right, flip: 5
speed, datagrams, right, jump: 49; size, receiver, longer data, jump: 2"""


def test_the_page_is_made_of_the_record():
    rows = fault_results.load()
    assert {row.program for row in rows} <= {subject.name for subject in fault_results.SUBJECTS}
    broken = [f"cortex-m0, {each} bad outcomes" for each in re.split("; |\n", BROKEN)]
    assert fault_results.complaints(rows) == broken
    assert fault_results.tables(rows) in PAGE.read_text(encoding="utf-8")


def test_what_the_record_has():
    """Skips and zeros in all programs for Cortex-M3 in the profile size, of every message. The page says what else."""
    known = {(row.program, row.message): row for row in fault_results.load()}
    for form in FORMS:
        subject = Subject(fault_results.EVERYWHERE, "size", form)
        for message in fault_results.messages_of(subject):
            row = known[subject.name, message]
            for kind in ("skip", "zero"):
                assert row.tried(kind) >= row.instructions or kind == "zero" and row.tried(kind) > 300, row.message


def test_what_a_run_complains_about():
    def complaints(form, kinds):
        row = Row("cortex-m3, size", form, "wrong tag", "", 9, 9, {"skip": kinds})
        return fault_results.complaints([row])

    bad = {"callee": {"accepted": 1, "refused": 9}}
    assert complaints("hardened", bad) == ["cortex-m3, size, wrong tag, skip: 1 bad outcomes"]
    assert not complaints("hardened", {"argument": {"accepted": 1}})
    assert not complaints("", bad)
    assert "no skip breaks it" in complaints("", {"callee": {"refused": 9}})[0]


def test_rows_are_added_to_the_record(tmp_path, monkeypatch):
    record, page = tmp_path / "faults.json", tmp_path / "faults.md"
    page.write_text(f"# Faults\n{START}\n{END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(fault_results, "RECORD", record)
    monkeypatch.setattr(fault_results, "PAGE", page)
    monkeypatch.setattr(fault_results, "kinds_of", lambda subject, message: ["skip"])
    monkeypatch.setattr(fault_results, "messages_of", lambda subject: ["right", "wrong tag"])
    monkeypatch.setattr(fault_results, "SUBJECTS", [Subject("cortex-m3", "size", form) for form in ("", "hardened")])
    for name in ("cortex-m3, size", "cortex-m3, size, hardened"):
        assert fault_results.check(name, record=True) == 0
    rows = fault_results.load()
    assert [row.form for row in rows] == ["", "", "hardened", "hardened"]
    text = page.read_text(encoding="utf-8")
    assert fault_results.tables(rows) in text and text.endswith(f"{END}\nafter\n")
    monkeypatch.setattr(Attack, "attack", None)  # it is not run again
    assert fault_results.check("cortex-m3, size, hardened", record=True) == 0
    assert fault_results.load() == rows
    assert "not run" in text
