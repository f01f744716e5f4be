"""Code with faults: each is found."""

import platform
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builds import SHORT_RUN
from flipping import Flipped
from lab.elf import Elf
from prove import abi, subjects, theorem
from prove.specification import plain
from prove.theorem import STATE, Call
from prove.values import NotProved, Pointer

X86 = ("gcc",), "x86-64", abi.X86_64
CORTEX_M3 = ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"), "armv7m", abi.THUMB
FAULTS = {
    1: "branches on a condition", 2: "reads at an address", 3: "shifts by a count", 4: "multiplies a value",
    5: "writes 8 bytes at 40 of state", 6: "writes 1 bytes at -1 of state", 7: "writes",
    8: "reads 8 bytes at 40 of state", 9: "could not be proved equal", 10: "differ for",
}  # fmt: skip
ON_CORTEX_M3 = {9: "branches on a condition"}  # gcc tests for zero with a conditional instruction
only_x86_64 = pytest.mark.skipif(platform.machine() != "x86_64", reason="for x86-64")


def prove(controls, fault: int, machine, rounds: int = 7, function: str = "control") -> theorem.Proof:
    compiler, processor, convention = machine
    return theorem.permutation(controls(fault, compiler, processor), convention, function, plain, rounds)


@pytest.mark.parametrize("machine", [X86, CORTEX_M3], ids=["x86-64", "cortex-m3"])
class TestFaults:
    def test_without_a_fault_it_is_proved(self, controls, machine):
        assert prove(controls, 0, machine).comparisons > 1000

    @pytest.mark.parametrize("fault", FAULTS)
    def test_fault_is_found(self, controls, machine, fault):
        if fault == 4 and machine is X86:
            assert prove(controls, fault, machine)  # its multiplication takes the same time for all numbers
            return
        expected = FAULTS[fault]
        if machine is CORTEX_M3:
            expected = ON_CORTEX_M3.get(fault, expected.replace("8 bytes at 40", ""))
        with pytest.raises(NotProved) as found:
            prove(controls, fault, machine)
        assert all(word in str(found.value) for word in expected.split()), found.value


def test_constant_of_one_number_of_rounds(controls):
    """Fault 10 is there with 7 rounds alone."""
    assert prove(controls, 10, X86, 8)


LEFT_BEHIND = {
    "leaves_rbx_changed": "returns with RBX", "leaves_rbx_secret": "returns with RBX",
    "leaves_stack_pointer": "returns with RSP", "leaves_direction": "returns with DF",
    "leaves_rounding": "changes how the processor works",
    "writes_above_its_frame": "goes to 0x0", "reads_what_was_left_below": "has not written",
    "writes_below_the_red_zone": "136 bytes below the stack pointer",
    "jumps_by_state": "jumps to an address that depends", "does_not_return": "does not return",
    **dict.fromkeys(("wrong_where_the_state_is_at_4096", "wrong_in_the_lower_half_of_addresses",
                     "wrong_if_called_from_an_odd_address"), "branches on a condition"),
}  # fmt: skip


@pytest.mark.parametrize("function", LEFT_BEHIND)
def test_what_is_left_behind_is_found(controls, function, monkeypatch):
    monkeypatch.setattr("prove.machine.MOST_STEPS", 20_000)
    with pytest.raises(NotProved, match=LEFT_BEHIND[function]):
        prove(controls, 0, X86, 1, function)


# ---- Flipped bits -----------------------------------------------------------------------------------

FLIPS = 40 if SHORT_RUN else 540
RUN = """
import ctypes
from spec.permutation import permute
import random, sys
library = ctypes.CDLL(sys.argv[1])
base = ctypes.cast(library.ascon_wipe, ctypes.c_void_p).value - int(sys.argv[2])
function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint)(base + int(sys.argv[3]))
for seed in range(20):
    words = [random.Random(seed + 100 * i).getrandbits(64) for i in range(5)]
    state = (ctypes.c_uint64 * 5)(*words)
    function(state, 8)
    if list(state) != permute(words, 8):
        sys.exit(1)
"""


def executed_bytes(elf: Elf, function: str) -> list[int]:
    call = Call(elf, abi.X86_64)
    call.region(STATE, 40, 8)
    call.argument(0, Pointer(STATE, 0))
    call.argument(1, 8, 4)
    call.run(elf.address(function))
    found = call.machine.instructions()
    return [each.address + place for each in found for place in range(each.length)]


@only_x86_64
def test_flipped_bits_are_found(tmp_path, monkeypatch):
    """Each makes the proof fail, or the function is still right, as execution then shows."""
    monkeypatch.setattr("prove.machine.MOST_STEPS", 2000)
    program = next(subject for subject in subjects.native() if subject.backend == "c64").program
    elf, function, numbers = program.elf(), "ascon_c64_permute", random.Random(1)
    places = executed_bytes(elf, function)
    survivors = 0
    for _ in range(FLIPS):
        address, bit = numbers.choice(places), numbers.randrange(8)
        try:
            theorem.permutation(Flipped(elf, address, bit), abi.X86_64, function, plain, 8)
        except NotProved:
            continue
        survivors += 1
        assert is_right_when_executed(elf, function, address, bit, tmp_path), f"bit {bit} of {address:#x}"
    assert survivors < FLIPS / 4


def is_right_when_executed(elf: Elf, function: str, address: int, bit: int, folder: Path) -> bool:
    copy = folder / "flipped.so"
    shutil.copy(elf.path, copy)
    data = bytearray(copy.read_bytes())
    data[elf.offset(address)] ^= 1 << bit
    copy.write_bytes(data)
    command = [sys.executable, "-c", RUN, copy, str(elf.address("ascon_wipe")), str(elf.address(function))]
    return subprocess.run(command, cwd=Path(__file__).parents[2]).returncode == 0
