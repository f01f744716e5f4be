"""Instructions of proved functions as small programs, for the processor or an emulator and for prove.machine.

A probe is a function (in, out): it fills all registers from `in`, executes one instruction, and stores all registers.
"""

import random
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import compiling
from lab.elf import Elf
from prove import theorem
from prove.abi import Abi
from prove.values import Pointer, Value, settled

INPUT_BYTES = 4096


@dataclass(frozen=True)
class Kit:
    """How to make and run probes for a family of processors."""

    compiler: tuple[str, ...]
    emulator: tuple[str, ...]
    start: str  # calls each probe with `in` and its part of `out`; then writes `out` and ends
    call: str  # of probe {name}, with its results at {out}
    before: str  # registers from `in`
    after: str  # and to `out`
    output_bytes: int
    avoid: tuple[str, ...]  # words of instructions that a probe cannot have

    def fits(self, text: str) -> bool:
        words = re.split(r"[\s,{}()]+", text.lower())
        return "[" not in text and not any(fnmatch(word, bad) for word in words for bad in self.avoid)


def source(kit: Kit, codes: Sequence[bytes | str], given: bytes) -> str:
    """Each code is bytes, or text for the assembler."""
    size = kit.output_bytes
    calls = "\n".join(kit.call.format(name=f"probe_{i}", out=f"out_{i}") for i in range(len(codes)))
    lines = [".text", ".global _start", kit.start.format(calls=calls, size=len(codes) * size)]
    for i, code in enumerate(codes):
        lines += [f".balign 16\n.global probe_{i}\n.type probe_{i}, %function\nprobe_{i}:", kit.before]
        lines += [code if isinstance(code, str) else ".byte " + ", ".join(map(str, code)), kit.after]
    lines += [".data", ".balign 64", "in: .byte " + ", ".join(map(str, given))]
    # A name for each result, as relocations have no room for a large distance from one name.
    results = [f".global out_{i}\nout_{i}: .space {size}" for i in range(len(codes))]
    lines += [".bss", ".balign 64", "out:", *results]
    return "\n".join(lines) + "\n"


def build(kit: Kit, folder: Path, codes: Sequence[bytes | str], seed: int) -> tuple[Path, bytes]:
    given = random.Random(seed).randbytes(INPUT_BYTES)
    file, elf = folder / f"probes{seed}.S", folder / f"probes{seed}.elf"
    file.write_text(source(kit, codes, given), encoding="utf-8")
    compiling.call([*kit.compiler, "-nostdlib", "-static", "-fno-pie", file, "-o", elf])
    return elf, given


def executed(kit: Kit, elf: Path, count: int) -> list[bytes]:
    """What really comes out."""
    printed = subprocess.run([*kit.emulator, elf], capture_output=True, check=True).stdout
    assert len(printed) == count * kit.output_bytes
    return [printed[start : start + kit.output_bytes] for start in range(0, len(printed), kit.output_bytes)]


def followed(kit: Kit, elf: Elf, abi: Abi, name: str, given: bytes) -> bytes:
    """What prove.machine says."""
    values = traced(kit, elf, abi, name, given)
    assert all(isinstance(value, int) for value in values), f"{name}: a result is not known"
    return bytes(values)  # type: ignore[arg-type]


def traced(kit: Kit, elf: Elf, abi: Abi, name: str, given: bytes) -> list[Value]:
    """The bytes that come out, of which some may not be known."""
    call = theorem.Call(elf, abi)
    source_, results = call.region("in", INPUT_BYTES, 64), call.region("out", kit.output_bytes, 64)
    for at, byte in enumerate(given):
        source_.cells.write(at, 1, byte)
    results.cells.write(0, kit.output_bytes, 0)
    call.argument(0, Pointer("in", 0))
    call.argument(1, Pointer("out", 0))
    call.run(elf.address(name))
    return [settled(results.cells.read(at, 1)) for at in range(kit.output_bytes)]


def samples(kit: Kit, call: theorem.Call, most: int) -> Iterator[tuple[str, bytes]]:
    """Some instructions of each kind from an executed function."""
    seen: dict[str, int] = {}
    for instruction in call.machine.instructions():
        mnemonic = instruction.text.split()[0].lower()
        if kit.fits(instruction.text) and seen.get(mnemonic, 0) < most:
            seen[mnemonic] = seen.get(mnemonic, 0) + 1
            yield instruction.text, call.machine.code(instruction.address, instruction.length)


# ---- Families of processors -------------------------------------------------------------------------


def lines(*parts: str) -> str:
    return "".join(f"        {part}\n" for part in parts)


ARM_AVOID = ("sp", "lr", "pc", "b*", "push*", "pop*", "udf", "ldm*", "stm*", "vldm*", "vstm*", "vpush", "vpop", "r0!")
NEON_KIT = Kit(
    compiler=("arm-none-eabi-gcc", "-mcpu=cortex-a7", "-marm", "-mfpu=neon-vfpv4", "-mfloat-abi=softfp"),
    emulator=("qemu-arm", "-cpu", "cortex-a7"),
    start="_start:\n{calls}" + lines(
        "mov r0, #1", "movw r1, #:lower16:out", "movt r1, #:upper16:out", "movw r2, #:lower16:{size}",
        "movt r2, #:upper16:{size}", "mov r7, #4", "svc #0", "mov r0, #0", "mov r7, #1", "svc #0",
    ),
    call=lines(
        "movw r0, #:lower16:in", "movt r0, #:upper16:in", "movw r1, #:lower16:{out}",
        "movt r1, #:upper16:{out}", "bl {name}",
    ),
    before=lines(
        "vpush {d8-d15}", "push {r4-r11, lr}", "push {r1}", "add r12, r0, #64", "vldmia r12!, {d0-d15}",
        "vldmia r12!, {d16-d31}", "ldr r12, [r0, #48]", "ldm r0, {r0-r11}", "cmp r1, r2",
    ),
    after=lines(
        "push {r0}", "ldr r0, [sp, #4]", "str r1, [r0, #4]", "ldr r1, [sp]", "str r1, [r0]", "add r0, r0, #8",
        "stm r0!, {r2-r12}", "add r0, r0, #12", "vstmia r0!, {d0-d15}", "vstmia r0!, {d16-d31}", "add sp, sp, #8",
        "pop {r4-r11, lr}", "vpop {d8-d15}", "bx lr",
    ),
    output_bytes=320, avoid=ARM_AVOID,
)  # fmt: skip

OF_SVE = ("z*", "p[0-9]*", "cnt*", "inc*", "addpl")
AARCH64_NUMBERS = [*range(2, 18), *range(19, 29)]
AARCH64_KIT = Kit(
    compiler=("aarch64-linux-gnu-gcc", "-march=armv8.2-a+sha3"), emulator=("qemu-aarch64", "-cpu", "max"),
    start="_start:\n{calls}" + lines(
        "mov x0, #1", "adrp x1, out", "add x1, x1, :lo12:out", "ldr x2, ={size}", "mov x8, #64", "svc #0",
        "mov x0, #0", "mov x8, #93", "svc #0",
    ),
    call=lines("adrp x0, in", "add x0, x0, :lo12:in", "adrp x1, {out}", "add x1, x1, :lo12:{out}",
               "bl {name}"),
    before=lines(
        "stp x1, x30, [sp, #-240]!", *(f"str x{n}, [sp, #{16 + 8 * i}]" for i, n in enumerate(range(19, 30))),
        *(f"str d{n}, [sp, #{112 + 8 * i}]" for i, n in enumerate(range(8, 16))),
        *(f"ldr q{n}, [x0, #{512 + 16 * n}]" for n in range(32)),
        *(f"ldr x{n}, [x0, #{8 * n}]" for n in AARCH64_NUMBERS), "ldr x1, [x0, #8]", "ldr x0, [x0]", "cmp x1, x2",
    ),
    after=lines(
        "str x0, [sp, #232]", "ldr x0, [sp]", *(f"str q{n}, [x0, #{512 + 16 * n}]" for n in range(32)),
        *(f"str x{n}, [x0, #{8 * n}]" for n in (1, *AARCH64_NUMBERS)), "ldr x1, [sp, #232]", "str x1, [x0]",
        *(f"ldr x{n}, [sp, #{16 + 8 * i}]" for i, n in enumerate(range(19, 30))),
        *(f"ldr d{n}, [sp, #{112 + 8 * i}]" for i, n in enumerate(range(8, 16))), "ldr x30, [sp, #8]",
        "add sp, sp, #240", "ret",
    ),
    output_bytes=1024,
    avoid=("sp", "x29", "x30", "w30", "x18", "b*", "cb*", "tb*", "ret", "adr*", "br", "nop", *OF_SVE),
)  # fmt: skip

RISCV_AVOID = ("sp", "ra", "gp", "tp", "b*", "j*", "ret", "auipc", "c.*", "nop", "call", "lb*", "lh*", "lw*", "ld",
               "sb", "sh", "sw", "sd", "v*")  # fmt: skip
RISCV_NUMBERS = [1, *range(5, 32)]


def riscv_kit(width: int, extension: str, emulator: tuple[str, ...]) -> Kit:
    """Registers but sp, gp, tp; x10 is the address of `in` to the last."""
    load, store, size, abi = ("lw", "sw", 4, "ilp32") if width == 32 else ("ld", "sd", 8, "lp64")
    saved = [1, 8, 9, *range(18, 28)]
    return Kit(
        compiler=("riscv64-unknown-elf-gcc", f"-march=rv{width}i{extension}", f"-mabi={abi}", "-mcmodel=medany",
                  "-Wl,--no-relax"),
        emulator=emulator,
        start="_start:\n{calls}" + lines(
            "li a0, 1", "la a1, out", "li a2, {size}", "li a7, 64", "ecall", "li a0, 0", "li a7, 93", "ecall",
        ),
        call=lines("la a0, in", "la a1, {out}", "call {name}"),
        before=lines(
            "addi sp, sp, -128", *(f"{store} x{n}, {8 * i}(sp)" for i, n in enumerate(saved)), f"{store} a1, 120(sp)",
            *(f"{load} x{n}, {size * n}(a0)" for n in RISCV_NUMBERS if n != 10), f"{load} a0, {size * 10}(a0)",
        ),
        after=lines(
            f"{store} a0, 112(sp)", f"{load} a0, 120(sp)",
            *(f"{store} x{n}, {size * n}(a0)" for n in RISCV_NUMBERS if n != 10), f"{load} a1, 112(sp)",
            f"{store} a1, {size * 10}(a0)", *(f"{load} x{n}, {8 * i}(sp)" for i, n in enumerate(saved)),
            "addi sp, sp, 128", "ret",
        ),
        output_bytes=32 * size, avoid=RISCV_AVOID,
    )  # fmt: skip


# ---- Vectors whose length the processor chooses. The addresses of `in` and `out` stay in their registers. -----


def sve2_kit(vector_bytes: int) -> Kit:
    """x0, x1 and p7 keep their values."""
    scratch = 256 + 32 * vector_bytes
    return Kit(
        compiler=("aarch64-linux-gnu-gcc", "-march=armv8.2-a+sve2+sha3"),
        emulator=("qemu-aarch64", "-cpu", f"max,sve-default-vector-length={vector_bytes}"),
        start=AARCH64_KIT.start, call=AARCH64_KIT.call,
        before=lines(
            "stp x29, x30, [sp, #-176]!", *(f"str x{n}, [sp, #{16 + 8 * i}]" for i, n in enumerate(range(19, 29))),
            *(f"str d{n}, [sp, #{96 + 8 * i}]" for i, n in enumerate(range(8, 16))), "ptrue p7.d", "add x9, x0, #512",
            *(text for n in range(32) for text in (f"ld1d {{z{n}.d}}, p7/z, [x9]", "add x9, x9, #80")),
            *(f"ldr x{n}, [x0, #{8 * n}]" for n in AARCH64_NUMBERS), f".set scratch, {scratch}",
        ),
        after=lines(
            *(f"str x{n}, [x1, #{8 * n}]" for n in AARCH64_NUMBERS), "add x9, x1, #256",
            *(text for n in range(32) for text in (f"st1d {{z{n}.d}}, p7, [x9]", "incb x9")),
            *(f"ldr x{n}, [sp, #{16 + 8 * i}]" for i, n in enumerate(range(19, 29))),
            *(f"ldr d{n}, [sp, #{96 + 8 * i}]" for i, n in enumerate(range(8, 16))), "ldp x29, x30, [sp], #176", "ret",
        ),
        output_bytes=scratch + 4 * vector_bytes, avoid=(),
    )  # fmt: skip


def rvv_kit(vector_bytes: int) -> Kit:
    """a0 and a1 keep their values."""
    plain, scratch = riscv_kit(64, "", ()), 256 + 32 * vector_bytes
    numbers, saved = [n for n in RISCV_NUMBERS if n not in (10, 11)], [1, 8, 9, *range(18, 28)]
    all_of_eight = ("li t0, 0x100000", "vsetvli zero, t0, e64, m8, ta, ma")
    return Kit(
        compiler=("riscv64-unknown-elf-gcc", "-march=rv64gcv", "-mabi=lp64", "-mcmodel=medany", "-Wl,--no-relax"),
        emulator=("qemu-riscv64", "-cpu", f"rv64,v=true,vlen={8 * vector_bytes}"),
        start=plain.start, call=plain.call,
        before=lines(
            "addi sp, sp, -112", *(f"sd x{n}, {8 * i}(sp)" for i, n in enumerate(saved)), *all_of_eight,
            "addi t1, a0, 512",
            *(text for n in range(0, 32, 8) for text in (f"vle64.v v{n}, (t1)", "addi t1, t1, 600")),
            *(f"ld x{n}, {8 * n}(a0)" for n in numbers), f".set scratch, {scratch}",
        ),
        after=lines(
            *(f"sd x{n}, {8 * n}(a1)" for n in numbers), *all_of_eight, "addi t1, a1, 256",
            f"li t2, {8 * vector_bytes}",
            *(text for n in range(0, 32, 8) for text in (f"vse64.v v{n}, (t1)", "add t1, t1, t2")),
            *(f"ld x{n}, {8 * i}(sp)" for i, n in enumerate(saved)), "addi sp, sp, 112", "ret",
        ),
        output_bytes=scratch + 8 * vector_bytes, avoid=(),
    )  # fmt: skip


X86_NAMES = "rax rbx rcx rdx rsi rbp r8 r9 r10 r11 r12 r13 r14 r15".split()


def x86_kit(vectors: int, register: str, move: str) -> Kit:
    """With the vector registers that the processor has."""
    width = {"ymm": 32, "zmm": 64}[register]
    return Kit(
        compiler=("gcc", "-masm=intel"), emulator=(),
        start=".intel_syntax noprefix\n_start:\n{calls}" + lines(
            "mov eax, 1", "mov edi, 1", "lea rsi, [rip + out]", "mov edx, {size}", "syscall", "mov eax, 60",
            "xor edi, edi", "syscall",
        ),
        call=lines("lea rdi, [rip + in]", "lea rsi, [rip + {out}]", "call {name}"),
        before=lines(
            *(f"push {name}" for name in ("rbx", "rbp", "r12", "r13", "r14", "r15", "rsi")),
            *(f"{move} {register}{n}, [rdi + {256 + width * n}]" for n in range(vectors)),
            *(f"mov {name}, [rdi + {8 * i}]" for i, name in enumerate(X86_NAMES)), "mov rdi, [rdi + 128]",
            "cmp eax, ecx",
        ),
        after=lines(
            "push rdi", "mov rdi, [rsp + 8]",
            *(f"{move} [rdi + {256 + width * n}], {register}{n}" for n in range(vectors)),
            *(f"mov [rdi + {8 * i}], {name}" for i, name in enumerate(X86_NAMES)), "pop rax", "mov [rdi + 128], rax",
            "pop rsi", *(f"pop {name}" for name in ("r15", "r14", "r13", "r12", "rbp", "rbx")), "ret",
        ),
        output_bytes=256 + width * vectors,
        avoid=("rsp", "esp", "rip", "j*", "call", "ret", "push", "pop", "endbr64", "nop", "leave"),
    )  # fmt: skip
