"""The block loops of each backend in assembly, for two blocks, and in place."""

from __future__ import annotations

import pytest
from prove import binaries, loops, specification
from prove.values import NotProved

BLOCKS = 2
LOOPS = list(binaries.block_loops())
CASES = [(subject, program, name) for subject, program, names in LOOPS for name in names]


def prove(subject, program, name, **options):
    elf = program.elf()
    layout = specification.interleaved if binaries.says(elf, "interleaved", 0) else specification.plain
    alignment = binaries.says(elf, "alignment", 1)
    proof = loops.prove(elf, program.abi, name, layout, alignment=alignment, **options)
    said = binaries.says(elf, "stack", 255)
    assert said == 255 or proof.stack <= said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[2])
def test_block_loop(case):
    prove(*case, blocks=BLOCKS)


IN_PLACE = [case for case in CASES if case[2].endswith("crypt_16_8_le")]


@pytest.mark.parametrize("case", IN_PLACE, ids=lambda case: case[2])
def test_in_place(case):
    prove(*case, blocks=1, in_place=True)


def test_every_backend_in_assembly_has_loops():
    backends = set(binaries.compiling.backends()) - set(binaries.compiling.c_backends())
    assert {subject.backend for subject, _, names in LOOPS if len(names) > 20} == backends


def test_wrong_operation_is_found(monkeypatch):
    """Decryption is not encryption, and a loop does not run one round less."""
    subject, program, name = next(case for case in CASES if case[2] == "ascon_armv7m_encrypt_16_8_le")
    for wrong in (loops.Loop("decrypt", 16, 8, "le"), loops.Loop("encrypt", 16, 7, "le"),
                  loops.Loop("encrypt", 16, 8, "be")):  # fmt: skip
        monkeypatch.setattr(loops.Loop, "named", classmethod(lambda cls, function, wrong=wrong: wrong))
        with pytest.raises(NotProved, match="bits are not the specification"):
            prove(subject, program, name, blocks=1)
