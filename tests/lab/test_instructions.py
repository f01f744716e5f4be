"""Lowered instructions compute what the emulators do: `units` compares registers after each one, so running them on
random inputs is the test. What unicorn does not know is compared with plain Python.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import random

import compiling
import pytest
from embedded import targets
from lab.machine import Machine
from lab.program import compute
from lab.record import Moment
from lab.riscv import extension

ARM = """
eor r0, r4, r5, ror #7; eors r0, r5; and r0, r4, r5, lsl #3; bic r0, r4, r5, lsr #5; orr r0, r4, r5, asr #9
orn r0, r4, r5; mvn r0, r4, ror #3; add r0, r4, r5, lsl #2; adds r0, r4, r5; adcs r0, r0, r4; subs r0, r4, r5
sbcs r0, r0, r5; rsb r0, r4, #7; lsls r0, r4, #5; lsrs r0, r4, #31; asrs r0, r4, #8; rors r0, r6; mul r0, r4, r5
mla r0, r4, r5, r6; mls r0, r4, r6, r5; uxtb16 r0, r4; uxtb16 r0, r5, ror #8; uxtab r0, r4, r5; sxtah r0, r5, r4, ror #8
movs r0, r4, lsr #1; rrx r1, r5; uxtb r0, r4; uxth r0, r4, ror #8; sxtb r0, r4; sxth r0, r4; rev r0, r4; rev16 r0, r4
rbit r0, r4; ubfx r0, r4, #3, #9; sbfx r0, r4, #5, #20; mov r0, r4; bfi r0, r5, #4, #13; bfc r0, #3, #5; movt r0, #99
movw r0, #4660; ror r0, r4, r6; lsl r0, r4, r6; tst r6, #1; it ne; eorne r0, r4, r5; ite eq; moveq r0, r4; movne r0, r5
ldr r3, =out; str r4, [r3]; strb r5, [r3, #1]; strh r5, [r3, #2]; ldr r0, [r3]; ldrb r0, [r3, #1]; ldrsb r0, [r3, #3]
ldrsh r0, [r3, #2]; ldrh r0, [r3]; strd r4, r5, [r3, #8]; ldrd r0, r1, [r3, #8]; ldr r0, [r3], #4; ldr r0, [r3, #4]!
stmia r3!, {r4, r5}; ldmdb r3, {r0, r1}; push {r4, r5}; pop {r0, r1}; ldr r0, [r3, #-5]; str r5, [r3, #-3]
"""
RISCV = """
xor a0, a1, a2; and a0, a1, a2; or a0, a1, a2; add a0, a1, a2; sub a0, a1, a2; slli a0, a1, 5; srli a0, a1, 7
srai a0, a1, 9; xori a0, a1, -5; andi a0, a1, 77; ori a0, a1, -9; addi a0, a1, 100; lui a0, 74565; auipc a0, 1
li a3, 13; sll a0, a1, a3; srl a0, a1, a3; sra a0, a1, a3; la a4, out; sw a1, 0(a4); sb a2, 1(a4); sh a2, 2(a4)
lw a0, 0(a4); lb a0, 1(a4); lbu a0, 1(a4); lh a0, 2(a4); lhu a0, 2(a4); lw a0, 1(a4)
slt a0, a3, zero; sltiu a0, a3, 99
mv a0, a1; li a0, 3; addi sp, sp, -16; sw a1, 4(sp); lw a0, 4(sp); addi sp, sp, 16
"""
AVR = """
mov r24, r20; add r24, r21; adc r24, r20; sub r24, r20; sbc r24, r21; and r24, r20; or r24, r21; eor r24, r20
com r24
neg r24; swap r24; inc r24; dec r24; lsr r24; ror r24; asr r24; lsl r24; rol r24; andi r24, 0x3f; ori r24, 5
subi r24, 9
sbci r24, 3; cpi r24, 7; cpc r24, r20; movw r22, r20; ldi r24, 99; bst r20, 3; ldi r30, lo8(out); ldi r31, hi8(out)
st Z+, r20; st Z, r21; ldd r24, Z+1; std Z+3, r20; ld r24, -Z; push r21; pop r24; bld r24, 6; adiw r30, 5; sbiw r30, 3
sts out, r20; lds r24, out; in r16, 0x3d; sec; rol r24; clc; ror r24; mov r26, r30; mov r27, r31; st -X, r24; ld r25, X+
ldi r16, 0x85; ldi r17, 0xc3; ldi r18, 7; muls r16, r17; muls r17, r18; mulsu r16, r17; mulsu r18, r17; mul r16, r17
"""
HEAD = {
    "armv7m": ("cortex-m4", ".syntax unified\n.thumb\n.text\n.thumb_func\n", "bx lr\n.ltorg\n", ("r4", "r5")),
    "rv32": ("rv32i", ".text\n", "ret\n", ("a1", "a2")),
    "avr": ("avr", ".text\n", "ret\n", ("r20", "r21")),
}
BODY = {"armv7m": ARM, "rv32": RISCV, "avr": AVR}


@pytest.mark.parametrize("processor", HEAD)
def test_as_the_emulator(bench, processor):
    target, head, end, registers = HEAD[processor]
    lines = BODY[processor].replace(";", "\n")
    source = f"{head}.global unit\n.type unit, STT_FUNC\nunit:\n{lines}\n{end}"
    source += ".section .bss\n.balign 4\n.global out\nout: .skip 64\n"
    width, unit = (1, 8) if processor == "avr" else (4, 32)
    public = '[{ at = "r6", value = "05000000" }]' if processor == "armv7m" else "[]"
    secrets = ", ".join(f'{{ name = "{name}", at = "{name}", bytes = {width}, unit = {unit} }}' for name in registers)
    text = f"""
processor = "{processor}"
[[unit]]
name = "u"
calls = [["unit"]]
shares = 1
secret = [{secrets}]
public = {public}
"""
    prepared = bench.prepare(source, text, target)
    assert len(prepared.program.steps) > 30
    _compare(prepared.program)


# For each processor: instructions that read pc. For a literal or a table, pc is rounded down to a multiple of 4.
ADDRESSES = {
    "armv6m": "adr r0, after; add r0, pc; mov r0, pc; ldr r0, after",
    "armv7m": """
adr r0, after; adr.w r0, after; adr.w r0, before; addw r0, pc, #6; subw r0, pc, #3; movs r0, #8; add r0, pc; mov r0, pc
ldr r0, after; ldr.w r0, before; ldrb r0, after; ldrsh r0, before; ldrd r0, r1, before
movs r1, #1; tbb [pc, r1]; .byte 3, 1; nop; nop; movs r1, #1; tbh [pc, r1, lsl #1]; .short 4, 2; nop; nop
""",
}


@pytest.mark.parametrize("processor", ADDRESSES)
@pytest.mark.parametrize("place", (0, 2))
def test_addresses_from_pc(bench, monkeypatch, processor, place):
    """Each instruction begins at a multiple of 4, or 2 bytes after one. The emulator has the right registers, and
    entry 1 of a table is directly after entry 0, which is after its instruction."""
    loaded, load = {}, Machine.load

    def noted(machine, address, size, signed=False):
        loaded[machine.program.steps[-1].address] = address - size
        return load(machine, address, size, signed)

    monkeypatch.setattr(Machine, "load", noted)
    at = ".balign 4\n" + "nop\n" * (place // 2)
    lines = [line.strip() for line in ADDRESSES[processor].replace("\n", ";").split(";")]
    of_table = (".byte", ".short", "nop", "tb")
    body = "".join(line + "\n" if line.startswith(of_table) else f"{at}{line}\n" for line in lines if line)
    words = ".balign 4\n{}: .word 0x81828384, 0xf5f6f7f8\n"
    head, end = HEAD["armv7m"][1:3]
    source = f"{head}{words.format('before')}.thumb_func\n.global unit\n.type unit, STT_FUNC\nunit:\n{body}"
    source += f"{end}{words.format('after')}"
    text = f"""
processor = "{processor}"
[[unit]]
name = "u"
calls = [["unit"]]
shares = 1
secret = [{{ name = "r4", at = "r4", bytes = 4, unit = 32 }}]
"""
    prepared = bench.prepare(source, text, "cortex-m4" if processor == "armv7m" else "cortex-m0")
    read = [step for step in prepared.program.steps if "nop" not in step.text]
    assert len(read) >= len([line for line in lines if line and not line.startswith((".", "nop"))])
    tables = [step.address for step in read if step.text.startswith("tb")]
    assert len(tables) == (2 if processor == "armv7m" else 0)
    assert [loaded[address] for address in tables] == [address + 4 for address in tables]


def _compare(program):
    """The program has the numbers that its operations yield."""
    for value, operation in enumerate(program.operations):
        operands = [program.numbers[each] for each in operation[1:4] if each >= 0]
        if operands:
            assert program.numbers[value] == compute(operation, operands, program.width)


def bits(number):
    return [number >> place & 1 for place in range(32)]


def signed(number):
    return number - ((number & 0x80000000) << 1)


def number_of(places):
    return sum(bit << place for place, bit in enumerate(places))


def rotated(number, places):
    return number_of([bits(number)[(place + places) % 32] for place in range(32)])


EXTENSION = {
    "ror a0, a1, a2": lambda a, b: rotated(a, b % 32),
    "rol a0, a1, a2": lambda a, b: rotated(a, -b % 32),
    "rori a0, a1, 9": lambda a, b: rotated(a, 9),
    "andn a0, a1, a2": lambda a, b: a & ~b,
    "orn a0, a1, a2": lambda a, b: (a | ~b) & 0xFFFFFFFF,
    "xnor a0, a1, a2": lambda a, b: ~(a ^ b) & 0xFFFFFFFF,
    "rev8 a0, a1": lambda a, b: int.from_bytes(a.to_bytes(4, "little"), "big"),
    "brev8 a0, a1": lambda a, b: number_of([bits(a)[place // 8 * 8 + 7 - place % 8] for place in range(32)]),
    "zip a0, a1": lambda a, b: number_of([bits(a)[place // 2 + 16 * (place % 2)] for place in range(32)]),
    "unzip a0, a1": lambda a, b: number_of([*bits(a)[::2], *bits(a)[1::2]]),
    "pack a0, a1, a2": lambda a, b: a & 0xFFFF | (b & 0xFFFF) << 16,
    "packh a0, a1, a2": lambda a, b: a & 0xFF | (b & 0xFF) << 8,
    "min a0, a1, a2": lambda a, b: min(a, b, key=signed),
    "minu a0, a1, a2": min,
    "max a0, a1, a2": lambda a, b: max(a, b, key=signed),
    "maxu a0, a1, a2": max,
    "sext.b a0, a1": lambda a, b: ((a & 0xFF) - ((a & 0x80) << 1)) & 0xFFFFFFFF,
}


def test_extensions_of_riscv(tmp_path):
    source, numbers = tmp_path / "all.S", random.Random(3)
    source.write_text("".join(f"  {line}\n" for line in EXTENSION), encoding="utf-8")
    row = targets.find("rv32i")
    flags = ["-march=rv32i_zbb_zbkb", "-mabi=ilp32"]
    compiling.call([row.compiler, *flags, "-c", source, "-o", tmp_path / "all.o"])
    compiling.call([f"{row.tool}objcopy", "-O", "binary", "-j", ".text", tmp_path / "all.o", tmp_path / "all.bin"])
    code = (tmp_path / "all.bin").read_bytes()
    assert len(code) == 4 * len(EXTENSION)
    for place, (line, expected) in enumerate(EXTENSION.items()):
        for _ in range(5):
            first, second = numbers.getrandbits(32), numbers.getrandbits(32)
            registers = {**{f"x{number}": 0 for number in range(1, 32)}, "x11": first, "x12": second}
            found = extension(Moment(0, code[4 * place:][:4], registers))
            assert found == ("x10", expected(first, second)), line
    assert extension(Moment(0, bytes.fromhex("33c5c500"), registers)) is None, "xor is left to the emulator"
