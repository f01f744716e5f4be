"""Calls with faults are refused: the library compiled with a line changed. And what calls leave behind."""

from dataclasses import replace

import pytest
from lab.elf import Elf
from prove import abi, calls, programs, subjects, theorem
from prove.calls import Form
from prove.specification import plain
from prove.unknown import Called
from prove.values import NotProved

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


def test_conversions_leave_nothing():
    """Interleaved words, the smallest code: a forged message's tag was left on the stack, and a hash's message."""
    subject = next(each for each in subjects.one_shot_calls() if each.what == "Cortex-M3 interleaved size")
    prepared = subject.prepared(subject.program.elf())
    for form in (Form("forged", 17, 33, alignment=8), Form("hash256", 0, 17, alignment=8)):
        assert calls.prove(prepared[0], subject.program.abi, prepared[1], form)
