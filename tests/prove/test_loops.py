"""Block loops of the backends in assembly: which are proved, and that a wrong one is found."""

import pytest
from prove import loops, subjects
from prove.subjects import Extent, LoopCase
from prove.values import NotProved

LOOPS = [each for each in subjects.block_loops() if each.extent == Extent.SHORT]


def test_every_backend_in_assembly_has_loops():
    backends = set(subjects.compiling.backends()) - set(subjects.compiling.c_backends())
    assert {each.backend for each in LOOPS if len(each.functions) > 20} == backends


def test_command_proves_each_number_of_blocks():
    for each in LOOPS:
        found = {(case.function, case.blocks) for case in each.cases(Extent.USUAL)}
        assert found == {(name, blocks) for name in each.functions for blocks in (1, 2, 3, 4)}


def test_wrong_operation_is_found(monkeypatch):
    """Decryption is not encryption, and a loop does not run one round less."""
    subject = next(each for each in LOOPS if each.backend == "armv7m")
    elf = subject.program.elf()
    for wrong in (loops.Loop("decrypt", 16, 8, "le"), loops.Loop("encrypt", 16, 7, "le"),
                  loops.Loop("encrypt", 16, 8, "be")):  # fmt: skip
        monkeypatch.setattr(loops.Loop, "named", classmethod(lambda cls, function, wrong=wrong: wrong))
        with pytest.raises(NotProved, match="bits are not the specification"):
            subject.prove(elf, LoopCase("ascon_armv7m_encrypt_16_8_le", 1))
