"""Runs Python code on bits of a graph: integers and strings of bytes whose bits are literals of prove.graph.

Code that only shifts, masks and adds integers and cuts and joins bytes can be executed as it is, for all inputs of
these lengths at the same time. Nothing of it is changed: names of its module (`bytes`, `int`) are given these meanings.
What decides its way must be known; where it compares bytes that are not, `Run.equal` says how that goes on.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from typing import Any, Union
from weakref import WeakValueDictionary

from prove.graph import Graph, Literal

Number = Union[int, "Word"]
RUNS: WeakValueDictionary[int, Run] = WeakValueDictionary()  # by the id of the graph, which lives as long as the run


class NotSymbolic(TypeError):
    """The code does with an unknown value what this does not know how to follow."""


class Word:
    """An integer that is not negative: its bits, the lowest first. One whose bits are all known is an int instead."""

    def __init__(self, graph: Graph, bits: tuple[Literal, ...]) -> None:
        self.graph, self.bits = graph, bits

    def _bitwise(self, other: Number, operation: Any) -> Number:
        count = max(len(self.bits), len(bits_of(other)))
        pairs = zip(padded(self, count), padded(other, count), strict=True)
        return number(self.graph, [operation(one, two) for one, two in pairs])

    def __xor__(self, other: Number) -> Number:
        return self._bitwise(other, self.graph.xor)

    def __and__(self, other: Number) -> Number:
        return self._bitwise(other, self.graph.and_)

    def __or__(self, other: Number) -> Number:
        return self._bitwise(other, self.graph.or_)

    def __add__(self, other: Number) -> Number:
        """Of numbers that have no bit in common: else there would be carries."""
        count = max(len(self.bits), len(bits_of(other)))
        if any(one and two for one, two in zip(padded(self, count), padded(other, count), strict=True)):
            raise NotSymbolic("a sum with carries")
        return self._bitwise(other, self.graph.xor)

    __rxor__, __rand__, __ror__, __radd__ = __xor__, __and__, __or__, __add__

    def __lshift__(self, places: int) -> Number:
        return number(self.graph, [0] * places + list(self.bits))

    def __rshift__(self, places: int) -> Number:
        return number(self.graph, self.bits[places:])

    def __mod__(self, divisor: int) -> Number:
        if divisor & (divisor - 1):
            raise NotSymbolic(f"modulo {divisor}")
        return self & (divisor - 1)

    def to_bytes(self, size: int, order: str) -> Bytes:
        if len(self.bits) > 8 * size:
            raise OverflowError("int too big to convert")
        found = RUNS[id(self.graph)].of_bits(list(padded(self, 8 * size)))
        return found if order == "little" else found[::-1]

    def __eq__(self, other: object) -> bool:
        raise NotSymbolic("compares integers")

    def __bool__(self) -> bool:
        raise NotSymbolic("asks whether an integer is 0")

    __hash__ = None  # type: ignore[assignment]


def bits_of(value: Number) -> tuple[Literal, ...]:
    return value.bits if isinstance(value, Word) else tuple(value >> bit & 1 for bit in range(value.bit_length()))


def padded(value: Number, count: int) -> tuple[Literal, ...]:
    bits = bits_of(value)
    return bits + (0,) * (count - len(bits))


def number(graph: Graph, bits: Iterable[Literal]) -> Number:
    found = list(bits)
    while found and found[-1] == 0:
        found.pop()
    if all(bit <= 1 for bit in found):
        return sum(bit << place for place, bit in enumerate(found))
    return Word(graph, tuple(found))


class Bytes:
    """A string of bytes, each a number below 256."""

    def __init__(self, run: Run, items: Iterable[Number]) -> None:
        self.run, self.items = run, list(items)
        if any(len(bits_of(item)) > 8 for item in self.items):
            raise ValueError("bytes must be in range(0, 256)")

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Number]:
        return iter(self.items)

    def __getitem__(self, at: Any) -> Any:
        return Bytes(self.run, self.items[at]) if isinstance(at, slice) else self.items[at]

    def __add__(self, other: Iterable[Number]) -> Bytes:
        return Bytes(self.run, [*self.items, *other])

    def __radd__(self, other: Iterable[Number]) -> Bytes:
        return Bytes(self.run, [*other, *self.items])

    def __eq__(self, other: object) -> bool:
        return self.run.equal(self, other)

    def ljust(self, size: int, fill: bytes) -> Bytes:
        return self + fill * max(0, size - len(self))

    def bits(self) -> list[Literal]:
        return [bit for item in self.items for bit in padded(item, 8)]

    __hash__ = None  # type: ignore[assignment]


class Run:
    """One graph, its inputs, and the comparisons of bytes that the code made: `answers` says how they end."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        RUNS[id(graph)] = self
        self.answers: list[bool] = []
        self.compared: list[list[Literal]] = []  # bits of which at least one is 1 if the strings differ

    def inputs(self, name: str, size: int) -> Bytes:
        return Bytes(self, [number(self.graph, self.graph.inputs(f"{name} byte {at}", 8)) for at in range(size)])

    def of_bits(self, bits: list[Literal]) -> Bytes:
        return Bytes(self, [number(self.graph, bits[at : at + 8]) for at in range(0, len(bits), 8)])

    def bytes(self, items: Any = ()) -> Any:
        """In the place of `bytes` and `bytearray`."""
        if isinstance(items, (builtins.bytes, builtins.bytearray, int, str)):
            return builtins.bytes(items)  # type: ignore[arg-type]
        found = list(items)
        return builtins.bytes(found) if all(isinstance(item, int) for item in found) else Bytes(self, found)

    def equal(self, first: Any, second: Any) -> bool:
        if len(first) != len(second):
            return False
        bits = [
            self.graph.xor(one, two)
            for a, b in zip(first, second, strict=True)
            for one, two in zip(padded(a, 8), padded(b, 8), strict=True)
        ]
        if all(bit <= 1 for bit in bits):
            return not any(bits)
        self.compared.append(bits)
        return self.answers.pop(0)

    compare_digest = equal  # in the place of hmac

    def from_bytes(self, items: Iterable[Number], order: str) -> Number:
        """In the place of int.from_bytes."""
        found = list(items) if order == "little" else list(items)[::-1]
        return number(self.graph, [bit for item in found for bit in padded(item, 8)])
