"""Instructions of RISC-V's V: the unprivileged manual, chapter "V". SPDX-License-Identifier: Apache-2.0 OR MIT

vl elements are in use, in groups of registers; elements after them may become anything, where the type of vectors
says so ("agnostic"). vstart is 0, as the calling convention says.
"""

from collections.abc import Callable

from . import scalable
from .corrections import Compute, gate
from .graph import FALSE
from .machine import Machine, Place
from .scalable import (
    OWN, WORD, WORD_MASK, Row, computed, element, load, number_of, read, signed, store, words, write,
)  # fmt: skip
from .values import Bits, Later, NotProved, Value, settled, value_of

Meaning = Callable[..., None]
VL, VTYPE = Place("register", OWN, WORD), Place("register", OWN + WORD, WORD)
MOST_REGISTERS = 3  # of vtype's lowest three bits: 8. Higher values are for parts of a register
ELEMENTS_OF_64_BITS, AGNOSTIC = 3, 1 << 6  # in its next three bits; its bit for elements after those in use


def install(machine: Machine) -> None:
    scalable.install(machine, ROWS)


def general(machine: Machine, number: int) -> Place:
    return Place("register", machine.register("zero").offset + WORD * number, WORD)


def get(machine: Machine, number: int) -> Value:
    return settled(machine.read(general(machine, number))) if number else 0


# ---- How many elements are in use ---------------------------------------------------------------------


def configured(machine: Machine, d: int, wanted: int, vtype: int) -> None:
    """vl becomes the wanted number or the largest one. Between this and twice this, the processor chooses."""
    if vtype >> 8 or vtype >> 3 & 7 != ELEMENTS_OF_64_BITS or vtype & 7 > MOST_REGISTERS:
        raise NotProved("vectors in parts of registers, or of elements that do not have 64 bits")
    most = words(machine) << (vtype & 7)
    if most < wanted < 2 * most:
        raise NotProved(f"wants {wanted} elements where {most} have room, and the processor may take fewer")
    machine.write(VL, min(wanted, most))
    machine.write(VTYPE, vtype)
    if d:
        machine.write(general(machine, d), min(wanted, most))


def configured_by_register(machine: Machine, d: int, s: int, v: int) -> None:
    if s == 0:
        raise NotProved("keeps the number of elements, or takes as many as there can be")
    configured(machine, d, number_of(get(machine, s), "the number of elements"), v)


def configured_by_number(machine: Machine, d: int, u: int, v: int) -> None:
    configured(machine, d, u, v)


def type_now(machine: Machine) -> int:
    return number_of(machine.read(VTYPE), "the type of vectors")


def in_use(machine: Machine, register: int) -> int:
    """The number of elements of a group that begins with this register."""
    group = 1 << (type_now(machine) & 7)
    if register % group:
        raise NotProved(f"uses v{register} as the first of {group} registers")
    return number_of(machine.read(VL), "the number of elements")


def operand(machine: Machine, register: int) -> list[Value]:
    return read(machine, register, in_use(machine, register))


def result(machine: Machine, register: int, values: list[Value]) -> None:
    vtype, first_after = type_now(machine), in_use(machine, register)
    write(machine, register, values)
    for number in range(first_after, words(machine) << (vtype & 7) if vtype & AGNOSTIC else 0):
        machine.write(element(machine, register, number), Later(lambda: machine.graph.inputs("after vl", 64)))


# ---- Computations -----------------------------------------------------------------------------------


def of_vectors(compute: Compute) -> Meaning:
    def meaning(machine: Machine, d: int, n: int, s: int) -> None:
        result(machine, d, computed(machine, compute, operand(machine, n), operand(machine, s)))

    return meaning


def of_number(compute: Compute, number: Callable[[Machine, int], Value]) -> Meaning:
    """Of a vector and a number, which is the same for all elements."""

    def meaning(machine: Machine, d: int, n: int, s: int) -> None:
        elements = operand(machine, n)
        result(machine, d, computed(machine, compute, elements, [number(machine, s)] * len(elements)))

    return meaning


def unsigned_field(_machine: Machine, field: int) -> Value:
    """A constant in the instruction."""
    return field


def signed_field(_machine: Machine, field: int) -> Value:
    return signed(field, 5) & WORD_MASK


def _count(bits: Bits) -> int:
    return number_of(value_of(bits[:6]), "the count of a shift")


def shifted_left(_machine: Machine, operands: list[Bits]) -> Bits:
    count = _count(operands[1])
    return (FALSE,) * count + operands[0][: 64 - count]


def shifted_right(_machine: Machine, operands: list[Bits]) -> Bits:
    count = _count(operands[1])
    return operands[0][count:] + (FALSE,) * count


def loaded(machine: Machine, d: int, n: int) -> None:
    start = get(machine, n)
    result(machine, d, [load(machine, start, number) for number in range(in_use(machine, d))])


def stored(machine: Machine, d: int, n: int) -> None:
    start = get(machine, n)
    for number, value in enumerate(operand(machine, d)):
        store(machine, start, number, value)


ROWS = (
    Row("vsetvli x{d}, x{s}, {v}", "0vvvvvvvvvvv sssss 111 ddddd 1010111", configured_by_register),
    Row("vsetivli x{d}, {u}, {v}", "11vvvvvvvvvv uuuuu 111 ddddd 1010111", configured_by_number),
    Row("vle64.v v{d}, (x{n})", "000 000 1 00000 nnnnn 111 ddddd 0000111", loaded),
    Row("vse64.v v{d}, (x{n})", "000 000 1 00000 nnnnn 111 ddddd 0100111", stored),
    Row("vand.vv v{d}, v{n}, v{s}", "001001 1 nnnnn sssss 000 ddddd 1010111", of_vectors(gate("and_"))),
    Row("vor.vv v{d}, v{n}, v{s}", "001010 1 nnnnn sssss 000 ddddd 1010111", of_vectors(gate("or_"))),
    Row("vxor.vv v{d}, v{n}, v{s}", "001011 1 nnnnn sssss 000 ddddd 1010111", of_vectors(gate("xor"))),
    Row("vxor.vx v{d}, v{n}, x{s}", "001011 1 nnnnn sssss 100 ddddd 1010111", of_number(gate("xor"), get)),
    Row("vxor.vi v{d}, v{n}, {s}", "001011 1 nnnnn sssss 011 ddddd 1010111", of_number(gate("xor"), signed_field)),
    Row("vsll.vx v{d}, v{n}, x{s}", "100101 1 nnnnn sssss 100 ddddd 1010111", of_number(shifted_left, get)),
    Row("vsll.vi v{d}, v{n}, {s}", "100101 1 nnnnn sssss 011 ddddd 1010111", of_number(shifted_left, unsigned_field)),
    Row("vsrl.vx v{d}, v{n}, x{s}", "101000 1 nnnnn sssss 100 ddddd 1010111", of_number(shifted_right, get)),
    Row("vsrl.vi v{d}, v{n}, {s}", "101000 1 nnnnn sssss 011 ddddd 1010111", of_number(shifted_right, unsigned_field)),
)
