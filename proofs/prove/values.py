"""What registers and memory hold while a function is executed for all inputs.

A value is an integer that is known, a tuple of literals, one a bit, the lowest first, a pointer, or a result that is
computed only if it is used, as most flags never are. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

from .graph import Literal


class NotProved(Exception):
    """The function does what it must not do, or what cannot be followed: the text says what."""


@dataclass(frozen=True)
class Pointer:
    """A known distance from the start of a region whose address can be any multiple of its alignment."""

    region: str
    offset: int


@dataclass(frozen=True)
class Part:
    """Some bytes of a pointer."""

    pointer: Pointer
    start: int
    size: int


@dataclass(frozen=True)
class Distance:
    """From an address to one in another region, or to a number: added to the first it gives the second."""

    start: Pointer
    end: Union[Pointer, int]


@dataclass(frozen=True)
class Mixture:
    """Parts of several addresses, or of addresses and numbers, in one register: the register moves several values."""

    parts: tuple[Value, ...]


class Later:
    """A result that is computed when it is used for the first time."""

    __slots__ = ("_make", "_value")

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make: Callable[[], Value] | None = make
        self._value: Value = 0

    def value(self) -> Value:
        if self._make is not None:
            self._value = settled(self._make())
            self._make = None
        return self._value


Bits = tuple[Literal, ...]
Value = Union[int, Bits, Pointer, Part, Distance, Mixture, Later]


def settled(value: Value) -> Value:
    return value.value() if isinstance(value, Later) else value


def bits_of(value: Value, size: int) -> Bits:
    """The bits of a value of `size` bytes."""
    if isinstance(value, int):
        return tuple(value >> bit & 1 for bit in range(8 * size))
    if isinstance(value, tuple):
        return value
    raise NotProved(f"computes with bits of an address: {value}")


def value_of(bits: Bits) -> Value:
    """An integer if all bits are known."""
    number = 0
    for place, literal in enumerate(bits):
        if literal > 1:
            return bits
        number |= literal << place
    return number


def byte_of(value: Value, index: int) -> Value:
    if isinstance(value, int):
        return value >> 8 * index & 0xFF
    if isinstance(value, tuple):
        return value_of(value[8 * index : 8 * index + 8])
    if isinstance(value, Pointer):
        return Part(value, index, 1)
    if isinstance(value, Part):
        return Part(value.pointer, value.start + index, 1)
    if isinstance(value, Mixture):
        return value.parts[index]
    if isinstance(value, Distance):
        return value  # left in a register; joined() refuses it
    return byte_of(settled(value), index)


def joined(parts: list[Value], pointer_size: int) -> Value:
    """One value of several bytes, the lowest first."""
    parts = [settled(part) for part in parts]
    first = parts[0]
    if any(isinstance(part, Distance) for part in parts):
        raise NotProved("takes bytes of a distance between addresses")
    if isinstance(first, Part) and all(_follows(first, part, place) for place, part in enumerate(parts)):
        whole = first.start == 0 and len(parts) == pointer_size
        return first.pointer if whole else Part(first.pointer, first.start, len(parts))
    if any(isinstance(part, Part) for part in parts):
        return Mixture(tuple(parts))
    numbers = [part for part in parts if isinstance(part, int)]
    if len(numbers) == len(parts):
        return int.from_bytes(bytes(numbers), "little")
    return tuple(literal for part in parts for literal in bits_of(part, 1))


def _follows(first: Part, part: Value, place: int) -> bool:
    return part == Part(first.pointer, first.start + place, 1)


class Cells:
    """Bytes by address: of registers, or of a region of memory."""

    def __init__(self, pointer_size: int, missing: Callable[[int], Value]) -> None:
        self._cells: dict[int, tuple[Value, int, int]] = {}  # a value, which byte of it, its size
        self._pointer_size = pointer_size
        self._missing = missing

    def read(self, start: int, size: int) -> Value:
        cell = self._cells.get(start)
        if cell is not None and cell[1] == 0 and cell[2] == size:
            value = cell[0]
            if all(self._cells.get(start + place, (None, 0, 0))[:2] == (value, place) for place in range(1, size)):
                return value
        parts = [self._byte(start + place) for place in range(size)]
        return parts[0] if size == 1 else joined(parts, self._pointer_size)

    def _byte(self, address: int) -> Value:
        cell = self._cells.get(address)
        if cell is None:
            self.write(address, 1, self._missing(address))
            cell = self._cells[address]
        value, index, size = cell
        return value if size == 1 else byte_of(value, index)

    def __contains__(self, address: int) -> bool:
        return address in self._cells

    def write(self, start: int, size: int, value: Value) -> None:
        for place in range(size):
            self._cells[start + place] = (value, place, size)

    def bytes(self) -> dict[int, Value]:
        """All that are there, by address."""
        return {address: self._byte(address) for address in sorted(self._cells)}

    def clear(self) -> None:
        self._cells.clear()
