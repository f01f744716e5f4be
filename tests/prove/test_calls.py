"""Calls with faults are refused: the library compiled with a line changed. And what calls leave behind."""

from contextlib import nullcontext
from dataclasses import replace

import pytest
from lab.elf import Elf
from prove import abi, calls, libc, programs, subjects, theorem
from prove.calls import Form
from prove.machine import STACK
from prove.specification import plain
from prove.unknown import Called
from prove.values import NotProved, Pointer, settled

from planting import compiled

pytestmark = pytest.mark.skipif(not programs.IS_X86_64, reason="for x86-64")
AEAD, INSTANCES, BYTES = "core/modes/aead.h", "core/modes/instances.h", "core/state/bytes_in_memory.h"
FORGED, ENCRYPT, DECRYPT = Form("forged", 17, 33), Form("encrypt", 17, 33), Form("decrypt", 17, 33)
TAG = "else difference |= (unsigned)(tag[i] ^ computed);"
# A file, a text in it, what replaces the text, a call, and the message that the proof must fail with.
FAULTS = {
    "plaintext of a forgery stays": (
        AEAD, "zeroize(m->out, m->length);", ";", FORGED, "output: .* not the specification's"),
    "forgery is accepted": (
        AEAD, "return reject_forgery(m);", "return (void)reject_forgery(m), ASCON_OK;", FORGED, "does not return 1"),
    "one byte too many is zeroized": (
        AEAD, "zeroize(m->out, m->length);", "zeroize(m->out, m->length + 1);", FORGED, "writes"),
    "domains are not separated": (AEAD, "domain_separate(&s, p);", "", ENCRYPT, "not the specification's"),
    "tag is compared until it differs": (BYTES, TAG, "else if (tag[i] != computed) return 0;", FORGED, "branches on"),
    "last byte of the tag is not compared": (
        BYTES, TAG, "else if (i + 1 < n) difference |= (unsigned)(tag[i] ^ computed);", FORGED, "branches on"),
    "state stays on the stack": (
        INSTANCES, "  clear_stack_of_message();\n", "", ENCRYPT,
        "leaves secrets on the stack"),
    "branch on a key": (
        AEAD, "  state s;\n", "  state s;\n  if (m->key[3] == 7) __asm__ volatile(\"nop\");\n", ENCRYPT,
        "branches on a condition"),
    "table of a key": (
        AEAD, "  state s;\n",
        "  state s;\n  static const volatile uint8_t table[256];\n  (void)table[m->key[0]];\n", ENCRYPT,
        "reads at an address"),
    "writes into the associated data": (
        AEAD, "  state s;\n", "  state s;\n  ((volatile uint8_t *)(uintptr_t)m->ad)[0] = 1;\n", ENCRYPT,
        "writes into ad"),
    "another key at the end, for one length": (
        AEAD, "  if (aead_finalize(&s, p, &k, op,",
        "  const held_key other = hold_key(p, m->length == 33 ? m->nonce : m->key);\n"
        "  if (aead_finalize(&s, p, &other, op,", ENCRYPT,
        "tag: .* not the specification's"),
}  # fmt: skip


def prove(elf: Elf, form: Form) -> theorem.Proof:
    function, anywhere = "permute_outlined", replace(abi.X86_64, alignment=8, residue=0)
    proofs = {rounds: theorem.permutation(elf, anywhere, function, plain, rounds) for rounds in (8, 12)}
    return calls.prove(elf, abi.X86_64, Called(elf.address(function), abi.X86_64, plain, proofs), form)


@pytest.mark.parametrize("form", [ENCRYPT, DECRYPT, FORGED], ids=str)
def test_without_a_fault_it_is_proved(form, tmp_path):
    assert prove(compiled(tmp_path), form).stack > 0


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found(fault, tmp_path):
    file, old, new, form, said = FAULTS[fault]
    with pytest.raises(NotProved, match=said):
        prove(compiled(tmp_path, file, ((old, new),)), form)


def test_fault_of_one_length_is_none_at_others(tmp_path):
    file, old, new, _, _ = FAULTS["another key at the end, for one length"]
    assert prove(compiled(tmp_path, file, ((old, new),)), Form("encrypt", 17, 32))


def called_from(folder, frame: int, *arguments) -> theorem.Call:
    call = theorem.Call(compiled(folder), abi.X86_64)
    call.region("to", 32)
    for number, value in enumerate(arguments):
        call.argument(number, value)
    call.machine.write(call.machine.register("RSP"), Pointer(STACK, frame))
    call.stack.cells.write(frame, 8, 0x1234)
    return call


def test_functions_of_the_c_library_are_called_as_the_convention_says(tmp_path):
    arguments = Pointer("to", 0), 0, 16
    with pytest.raises(NotProved, match="stack pointer"):
        libc.memset(called_from(tmp_path / "stack", -24, *arguments).machine, abi.X86_64)
    machine = called_from(tmp_path / "direction", -32, *arguments).machine
    machine.write(machine.register("DF"), 1)
    with pytest.raises(NotProved, match="without DF = 0"):
        libc.memset(machine, abi.X86_64)


@pytest.mark.parametrize("distance, may_be", [(16, True), (15, False), (0, True)])
def test_memcpy_of_bytes_that_overlap_is_refused(distance, may_be, tmp_path):
    machine = called_from(tmp_path, -32, Pointer("to", distance), Pointer("to", 0), 16).machine
    with nullcontext() if may_be else pytest.raises(NotProved, match="overlap"):
        libc.memcpy(machine, abi.X86_64)


def test_functions_of_the_c_library_may_write_below_their_frames(tmp_path):
    call = called_from(tmp_path, -32, Pointer("to", 0), 0, 16)
    machine, stack, secret = call.machine, call.stack.cells, call.graph.inputs("key", 8)
    for at, value in ((-24, 1), (-40, 1), (-48, secret)):
        stack.write(at, 1, value)
    assert libc.memset(machine, abi.X86_64) == 0x1234
    constant, was_secret = settled(stack.read(-40, 1)), settled(stack.read(-48, 1))
    assert stack.read(-24, 1) == 1 and constant != 1 and was_secret != secret
    assert all(call.graph.is_of(literal, calls.PUBLIC) for literal in constant)
    assert not any(call.graph.is_of(literal, calls.PUBLIC) for literal in was_secret)
    assert machine.register("R10").offset in machine.spaces["register"].bytes()  # not as it was any more


def test_conversions_leave_nothing():
    """Interleaved words, the smallest code: a forged message's tag was left on the stack, and a hash's message."""
    subject = next(each for each in subjects.one_shot_calls() if each.what == "Cortex-M3 interleaved size")
    prepared = subject.prepared(subject.program.elf())
    for form in (Form("forged", 17, 33, alignment=8), Form("hash256", 0, 17, alignment=8)):
        assert calls.prove(prepared[0], subject.program.abi, prepared[1], form)
