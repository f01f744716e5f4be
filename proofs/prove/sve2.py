"""Instructions of Arm's SVE2: Arm ARM, C8.2. SPDX-License-Identifier: Apache-2.0 OR MIT

A predicate is a number with a bit for each byte of a vector: the lowest of an element says whether it is active.
"""

from collections.abc import Callable

from . import scalable
from .corrections import Compute, cleared, gate, three, xored_rotated
from .machine import Instruction, Machine, Operation, Place
from .scalable import (
    LONGEST_VECTOR, OWN, WORD, WORD_MASK, Row, computed, decoded, element, load, moved, number_of, read, signed, store,
    words, write,
)  # fmt: skip
from .values import NotProved, Value, settled

Meaning = Callable[..., None]
CLEARED = "upper part of a vector cleared"
FLAGS = ("NG", "ZR", "CY", "OV")
PREDICATE_BYTES = LONGEST_VECTOR // 8


def install(machine: Machine) -> None:
    scalable.install(machine, ROWS)
    machine.corrections[CLEARED] = upper_cleared
    known = machine.replaced
    machine.replaced = lambda machine, address: with_upper_cleared(
        machine, known(machine, address) or machine.lift(address)
    )


def with_upper_cleared(machine: Machine, instruction: Instruction) -> Instruction:
    """Instructions of NEON clear all bits above the 128 that they write, of which the description has 128."""
    if any(operation.kind == "STORE" and operation.name == "register" for operation in instruction.operations):
        raise NotProved("writes to a register whose number the description computes")
    name, size = scalable.REGISTERS[machine.family]
    first, outputs = machine.register(name), [operation.output for operation in instruction.operations]
    offsets = [place.offset - first.offset for place in outputs if place and place.space == first.space]
    written = sorted({offset // size for offset in offsets if 0 <= offset < 32 * size})
    clear = tuple(Operation("CALLOTHER", None, (Place("const", number, WORD),), CLEARED) for number in written)
    return Instruction(instruction.address, instruction.length, instruction.text, instruction.operations + clear)


def upper_cleared(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    register, size = number_of(values[0], "a register"), scalable.REGISTERS[machine.family][1]
    for number in range(size // WORD, words(machine)):
        machine.write(element(machine, register, number), 0)
    return 0


# ---- General registers ------------------------------------------------------------------------------


def get(machine: Machine, number: int, at_31: str = "") -> Value:
    """`at_31`: the register with this number, where it is none that is always 0."""
    name = f"x{number}" if number < 31 else at_31
    return settled(machine.read(machine.register(name))) if name else 0


def put(machine: Machine, number: int, value: Value, at_31: str = "") -> None:
    name = f"x{number}" if number < 31 else at_31
    if name:
        machine.write(machine.register(name), value)


def counted(machine: Machine, d: int, i: int) -> None:
    put(machine, d, words(machine) * (i + 1))


def incremented(size: int) -> Meaning:
    """By the number of elements of this size."""

    def meaning(machine: Machine, d: int, i: int) -> None:
        put(machine, d, moved(machine, get(machine, d), machine.vector_bytes // size * (i + 1)))

    return meaning


def added(machine: Machine, d: int, n: int, i: int) -> None:
    """A multiple of a predicate's length."""
    put(machine, d, moved(machine, get(machine, n, "sp"), machine.vector_bytes // 8 * signed(i, 6)), "sp")


# ---- Vectors ----------------------------------------------------------------------------------------


def destructive(compute: Compute) -> Meaning:
    """Of the destination and two other registers."""

    def meaning(machine: Machine, d: int, m: int, k: int) -> None:
        operands = (read(machine, each, words(machine)) for each in (d, m, k))
        write(machine, d, computed(machine, compute, *operands))

    return meaning


def constructive(compute: Compute) -> Meaning:
    def meaning(machine: Machine, d: int, n: int, m: int) -> None:
        operands = (read(machine, each, words(machine)) for each in (n, m))
        write(machine, d, computed(machine, compute, *operands))

    return meaning


def xar(machine: Machine, d: int, m: int, s: int) -> None:
    operands = (read(machine, each, words(machine)) for each in (d, m))
    write(machine, d, computed(machine, xored_rotated, *operands, [64 - s] * words(machine)))


def movprfx(machine: Machine, d: int, n: int) -> None:
    """A copy, if the next instruction changes the register and has it as no other operand."""
    row, fields = decoded(machine, machine.here + 4, ROWS) or (None, {})
    is_expected = row is not None and row.text.startswith(("eor3 ", "bcax ", "xar "))
    if not is_expected or fields["d"] != d or d in (fields["m"], fields.get("k")):
        raise NotProved("is before an instruction that must not be there")
    write(machine, d, read(machine, n, words(machine)))


def repeated(machine: Machine, d: int, n: int) -> None:
    write(machine, d, [get(machine, n, "sp")] * words(machine))


def repeated_byte(machine: Machine, d: int, i: int) -> None:
    write(machine, d, [int.from_bytes(bytes([i] * WORD), "little")] * words(machine))


def repeated_number(machine: Machine, d: int, i: int) -> None:
    write(machine, d, [signed(i, 8) & WORD_MASK] * words(machine))


# ---- Predicates -------------------------------------------------------------------------------------


def predicate(number: int) -> Place:
    return Place("register", OWN + 32 * LONGEST_VECTOR + PREDICATE_BYTES * number, PREDICATE_BYTES)


def active(machine: Machine, number: int) -> list[bool]:
    bits = number_of(machine.read(predicate(number)), "which elements are active")
    return [bool(bits >> WORD * place & 1) for place in range(words(machine))]


def all_active(machine: Machine, d: int, s: int) -> None:
    machine.write(predicate(d), sum(1 << place for place in range(0, machine.vector_bytes, 1 << s)))


def while_lower(machine: Machine, d: int, n: int, m: int) -> None:
    """Elements are active as long as n + their number < m. Flags: the first is active, none is, the last is not."""
    first, end = (number_of(get(machine, each), "which elements are active") for each in (n, m))
    found = [first + number < end for number in range(words(machine))]
    machine.write(predicate(d), sum(yes << WORD * number for number, yes in enumerate(found)))
    for name, flag in zip(FLAGS, (found[0], not any(found), not found[-1], False), strict=True):
        machine.write(machine.register(name), int(flag))


# ---- Memory -----------------------------------------------------------------------------------------


def at_vector(machine: Machine, n: int, i: int) -> Value:
    return moved(machine, get(machine, n, "sp"), machine.vector_bytes * signed(i, 4))


def at_index(machine: Machine, n: int, m: int) -> Value:
    return moved(machine, get(machine, n, "sp"), WORD * number_of(get(machine, m), "an index"))


def loaded(address: Callable[..., Value]) -> Meaning:
    """Elements that are not active are 0, and not read."""

    def meaning(machine: Machine, t: int, g: int, **at: int) -> None:
        start, which = address(machine, **at), active(machine, g)
        write(machine, t, [load(machine, start, number) if yes else 0 for number, yes in enumerate(which)])

    return meaning


def loaded_once(machine: Machine, t: int, g: int, n: int, i: int) -> None:
    which = active(machine, g)
    value = load(machine, get(machine, n, "sp"), i) if any(which) else 0
    write(machine, t, [value if yes else 0 for yes in which])


def stored(address: Callable[..., Value]) -> Meaning:
    def meaning(machine: Machine, t: int, g: int, **at: int) -> None:
        start, values = address(machine, **at), read(machine, t, words(machine))
        for number, yes in enumerate(active(machine, g)):
            if yes:
                store(machine, start, number, values[number])

    return meaning


# ---- All instructions -------------------------------------------------------------------------------

ROWS = (
    Row("eor3 z{d}.d, z{d}.d, z{m}.d, z{k}.d", "00000100 001 mmmmm 001110 kkkkk ddddd", destructive(three)),
    Row("bcax z{d}.d, z{d}.d, z{m}.d, z{k}.d", "00000100 011 mmmmm 001110 kkkkk ddddd", destructive(cleared)),
    Row("xar z{d}.d, z{d}.d, z{m}.d, #64-{s}", "00000100 1s1 sssss 001101 mmmmm ddddd", xar),
    Row("eor z{d}.d, z{n}.d, z{m}.d", "00000100 101 mmmmm 001100 nnnnn ddddd", constructive(gate("xor"))),
    Row("orr z{d}.d, z{n}.d, z{m}.d", "00000100 011 mmmmm 001100 nnnnn ddddd", constructive(gate("or_"))),
    Row("movprfx z{d}, z{n}", "00000100 001 00000 101111 nnnnn ddddd", movprfx),
    Row("mov z{d}.d, x{n}", "00000101 111 00000 001110 nnnnn ddddd", repeated),
    Row("mov z{d}.b, #{i}", "00100101 001 11000 110 iiiiiiii ddddd", repeated_byte),
    Row("mov z{d}.d, #{i}", "00100101 111 11000 110 iiiiiiii ddddd", repeated_number),
    Row("ptrue p{d}, elements of 2^{s} bytes", "00100101 ss 011000 111000 11111 0dddd", all_active),
    Row("whilelo p{d}.d, x{n}, x{m}", "00100101 111 mmmmm 000111 nnnnn 0dddd", while_lower),
    Row("cntd x{d}, all, mul #{i}+1", "00000100 1110 iiii 111000 11111 ddddd", counted),
    Row("incb x{d}, all, mul #{i}+1", "00000100 0011 iiii 111000 11111 ddddd", incremented(1)),
    Row("incw x{d}, all, mul #{i}+1", "00000100 1011 iiii 111000 11111 ddddd", incremented(4)),
    Row("incd x{d}, all, mul #{i}+1", "00000100 1111 iiii 111000 11111 ddddd", incremented(8)),
    Row("addpl x{d}, x{n}, #{i}", "00000100 011 nnnnn 01010 iiiiii ddddd", added),
    Row("ld1d z{t}.d, p{g}/z, [x{n}, #{i}, mul vl]", "10100101 1110 iiii 101 ggg nnnnn ttttt", loaded(at_vector)),
    Row("ld1d z{t}.d, p{g}/z, [x{n}, x{m}, lsl #3]", "10100101 111 mmmmm 010 ggg nnnnn ttttt", loaded(at_index)),
    Row("ld1rd z{t}.d, p{g}/z, [x{n}, #8*{i}]", "10000101 11 iiiiii 111 ggg nnnnn ttttt", loaded_once),
    Row("st1d z{t}.d, p{g}, [x{n}, #{i}, mul vl]", "11100101 1110 iiii 111 ggg nnnnn ttttt", stored(at_vector)),
    Row("st1d z{t}.d, p{g}, [x{n}, x{m}, lsl #3]", "11100101 111 mmmmm 010 ggg nnnnn ttttt", stored(at_index)),
)
