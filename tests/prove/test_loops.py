"""Block loops of the backends in assembly: which are proved, and that a wrong one is found."""

import random

import pytest
from builds import SHORT_RUN
from planted_blocks import FAULTS, RIGHT, Fault
from planting import assembled
from prove import loops, subjects
from prove.lengths import blocks
from prove.lengths.plans import Loop
from prove.lengths.walk import Program
from prove.specification import plain
from prove.subjects import Extent, LoopCase
from prove.values import NotProved
from spec.permutation import permute
from test_lengths import Strings, follow

LOOPS = [each for each in subjects.block_loops() if each.extent == Extent.SHORT]


def test_every_backend_in_assembly_has_loops():
    backends = set(subjects.compiling.backends()) - set(subjects.compiling.c_backends())
    assert {each.backend for each in LOOPS if len(each.functions) > 20} == backends


def test_programs_have_the_loops_that_are_listed():
    """On AVR only one profile has some."""
    for each in subjects.block_loops():
        assert each.backend != "avr" or set(each.functions) <= set(each.program.elf().symbols)


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


# ---- Any number of blocks ---------------------------------------------------------------------------

QUICK = ("AVR: wrong in block 100 alone", "AVR: lengths are counted in 8 bits")


def proved(folder, fault: Fault):
    found = (each for each, _ in subjects.configurations())
    configuration = next(each for each in found if f"{each.setting.backend}, {subjects.what(each)}" == fault.program)
    function = f"ascon_{configuration.setting.backend}_{fault.loop}"
    elf, convention = assembled(folder, configuration, function, fault.changes)
    return blocks.prove(Program(elf, convention, None), function, plain, fault.in_place)


@pytest.mark.parametrize("name", QUICK if SHORT_RUN else FAULTS)
def test_fault_is_found(name, tmp_path):
    with pytest.raises(NotProved, match=FAULTS[name].said or None):
        proved(tmp_path, FAULTS[name])


@pytest.mark.parametrize("name", list(RIGHT)[:1] if SHORT_RUN else RIGHT)
def test_right_program_is_proved(name, tmp_path):
    assert proved(tmp_path, RIGHT[name]).segments == 3


def computed(loop: loops.Loop, state: bytes, text: bytes, count: int) -> tuple[bytes, bytes]:
    """By the executable specification of the permutation: the state and the output after so many blocks."""
    words = [int.from_bytes(state[at : at + 8], "little") for at in range(0, 40, 8)]
    order, output = {"le": "little", "be": "big"}[loop.order], b""
    for start in range(0, loop.rate * count, loop.rate):
        for place in range(loop.rate // 8):
            data = int.from_bytes(text[start + 8 * place : start + 8 * place + 8], order)
            mixed = words[place] ^ data
            words[place] = data if loop.operation == "decrypt" else mixed
            output += mixed.to_bytes(8, order)
        words = permute(words, loop.rounds)
    return b"".join(word.to_bytes(8, "little") for word in words), output


@pytest.mark.parametrize("function", LOOPS[0].functions)
@pytest.mark.parametrize(("ahead", "turn"), [(1, 1), (0, 1), (2, 1), (1, 3)])
def test_segments_put_together_are_the_specification(function, ahead, turn):
    """For lengths around those of whole blocks, whichever place the head has in a loop."""
    chosen, loop = random.Random(function), loops.Loop.named(function)
    mode = blocks.operation(function, plain, in_place=False).mode
    plans = blocks.Plans(mode.phases, [Loop(0, ahead, turn)], {}, (1 << 16) - 1)
    first = loop.rate + (loop.operation == "squeeze")
    for size in [first + more + loop.rate * count for more in (0, 1, loop.rate - 1) for count in range(5)]:
        count = (size - first) // loop.rate + 1
        state, text = chosen.randbytes(40), chosen.randbytes(loop.rate * count)
        given = text if loop.operation != "squeeze" else bytes(len(text))
        strings = Strings({"context": state, "text": text}, {"n": size})
        follow(plans, {"n": size}, strings, mode(strings))
        wanted, output = computed(loop, state, given, count)
        assert strings.left[0] == wanted
        assert strings.string("output", len(strings.written)) == (output if strings.written else b"")
        assert bool(strings.written) == (loop.operation != "absorb")
