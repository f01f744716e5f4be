# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The executor with lengths that are not known: numbers and offsets may be linear forms.

A number that depends on a length is a pointer into a region of its own, NUMBERS, whose start is 0: so registers, the
stack and parts of registers keep it as they keep addresses, and what prove.machine does with pointers holds of it.
Like a register it is known modulo a power of 2 only: where its size matters, in comparisons, in shifts to the right
and where it is extended, it is shown to lie in that range, or the ways are followed apart."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from lab.elf import Elf

from .. import machine, theorem
from ..abi import Abi
from ..machine import MOST_STEPS, STACK, Place, Region
from ..values import Bits, Cells, Later, Mixture, NotProved, Part, Pointer, Value, bits_of, settled, value_of
from .linear import Facts, Form, Number, constant_of, form, quotient, remainder, terms_of

NUMBERS, CONTEXT = "numbers", "context"  # regions: of pointers that are numbers; of a context
MINUS = " - "  # in the names of distances between regions
MOST_WRAPS = 2
SHIFTS = ("INT_LEFT", "INT_RIGHT", "INT_SRIGHT")
COMPARISONS = ("INT_EQUAL", "INT_NOTEQUAL", "INT_LESS", "INT_LESSEQUAL", "INT_SLESS", "INT_SLESSEQUAL", "INT_CARRY",
               "INT_SCARRY", "INT_SBORROW")  # fmt: skip


def pointer(region: str, offset: Number) -> Pointer:
    """Pointer says that an offset is known. Here it may be a form: what computes with offsets has both."""
    return Pointer(region, offset)  # type: ignore[arg-type]


class Places:
    """Bytes of a string of unknown length: by the symbols of the offset, then by its constant.

    Offsets with the same symbols are the same place or are not, whatever the symbols are. Others must be shown to be
    apart where one of them is written.
    """

    def __init__(self, owner: Machine, pointer_size: int, first: Callable[[Number], Value]) -> None:
        self._owner, self._pointer_size, self._first = owner, pointer_size, first
        self._families: dict[tuple[tuple[str, int], ...], Cells] = {}
        self.written: dict[Number, None] = {}
        self.filled: tuple[Number, Number, int] | None = None  # from where on, how many bytes, with which byte

    def _family(self, terms: tuple[tuple[str, int], ...]) -> Cells:
        if terms not in self._families:
            self._families[terms] = Cells(self._pointer_size, lambda at: self._first(form(at, dict(terms))))
        return self._families[terms]

    def _apart(self, offset: Number, size: int) -> None:
        facts = self._owner.facts
        if self.filled:
            raise NotProved(f"reads or writes at {offset} after memset")
        for at in self.written:
            if terms_of(at) != terms_of(offset):
                if not facts.imply(offset - at - 1) and not facts.imply(at - offset - size):
                    raise NotProved(f"may read or write at {offset} what was written at {at}")

    def read(self, offset: Number, size: int) -> Value:
        self._apart(offset, size)
        return self._family(terms_of(offset)).read(constant_of(offset), size)

    def write(self, offset: Number, size: int, value: Value) -> None:
        self._apart(offset, size)
        self.written |= dict.fromkeys(offset + place for place in range(size))
        self._family(terms_of(offset)).write(constant_of(offset), size, value)


@dataclass
class Arrival:
    """Where a run stopped: at a loop head."""

    address: int


class Machine(machine.Machine):
    """No attributes in __init__: Call makes the base class and this takes its place."""

    facts: Facts
    stops: frozenset[int]
    passed: int  # times that it goes on at an address to stop at
    stopped: Arrival | None
    visited: list[int] | None  # addresses, if they are wanted
    inside: tuple[str, ...]  # inputs that may be inside the context: not read any more when that has been
    overwritten: bool
    of_state: Callable[[int], Bits] | None  # takes the place of a word of the program's constants; (): it stays

    # ---- The way ----------------------------------------------------------------------------------

    def run(self, address: int) -> None:
        """To the return, or to an address to stop at; not the one it begins at."""
        target: int | None = address
        self.stopped, begun = None, False
        while target is not None:
            if begun and target in self.stops:
                if self.passed == 0:
                    if self.inside and self.overwritten:
                        raise NotProved("comes to a loop head after it has written the context, where inputs may be")
                    self.stopped = Arrival(target)
                    return
                self.passed -= 1
            begun = True
            self.here = target
            if self.visited is not None and target not in self.functions:
                self.visited.append(target)
            self.trace.instructions += 1
            if self.trace.instructions > MOST_STEPS:
                raise NotProved(f"neither returns nor comes to a loop head within {MOST_STEPS} instructions")
            self._lowest_now = self._top
            function = self.functions.get(target)
            target = function(self) if function else self._step(self._fetch(target))
            self._check_stack()

    def _region(self, pointer: Pointer, size: int, how: str) -> Region:
        region = self.regions.get(pointer.region)
        if region is None or (isinstance(pointer.offset, int) and isinstance(region.size, int)):
            return super()._region(pointer, size, how)
        if not isinstance(region.cells, Places):
            raise NotProved(f"{how} {region.name} at {pointer.offset}")
        low, high = pointer.offset + region.below, region.size - size - pointer.offset
        if not self.facts.imply(low) or not self.facts.imply(high):
            raise NotProved(f"{how} {size} bytes at {pointer.offset} of {region.name}, which has {region.size} bytes")
        return region

    def load(self, address: Value, size: int, space: str = "ram") -> Value:
        address = self._known_place(address)
        if self.overwritten and isinstance(address, Pointer) and address.region in self.inside:
            raise NotProved(f"reads {address.region} after it has written the context, where that may be")
        value = super().load(address, size, space)
        return self._of_state(value, size) if isinstance(settled(address), int) and space == "ram" else value

    def store(self, address: Value, size: int, value: Value, space: str = "ram") -> None:
        address = self._known_place(address)
        self.overwritten |= isinstance(address, Pointer) and address.region == CONTEXT
        super().store(address, size, value, space)

    def read(self, place: Place) -> Value:
        value = super().read(place)
        return self._of_state(value, place.size) if place.space == "const" else value

    def _of_state(self, value: Value, size: int) -> Value:
        """Of constants. What is shown with any state in their place holds of the one that makes these constants."""
        of_state = self.of_state
        if not of_state or not isinstance(value, int) or size % 8:
            return value
        words = [value >> 8 * at & (1 << 64) - 1 for at in range(0, size, 8)]
        return value_of(tuple(bit for word in words for bit in of_state(word) or bits_of(word, 8)))

    def fill(self, start: Pointer, byte: int, size: Value) -> None:
        number, known = self.number(size, self.pointer_size), self.regions.get(start.region)
        if number is None or known is None or not isinstance(known.size, Form):
            super().fill(start, byte, size)
            return
        number = self.canonical(number, self.pointer_size)
        region = self._region(start, number, "writes")
        if not region.writable or not isinstance(region.cells, Places) or region.cells.filled:
            raise NotProved(f"calls memset of {region.name} with {number} bytes")
        region.cells.filled = start.offset, number, byte

    def _known_place(self, address: Value) -> Value:
        """An address on the stack that is written as a form but can be one place only on this way."""
        address = settled(address)
        if not isinstance(address, Pointer) or not isinstance(address.offset, Form) or address.region != STACK:
            return address
        at = self.facts.constant(address.offset)
        return address if at is None else Pointer(STACK, at)

    def unknown(self, space: str, offset: int) -> Value:
        """What a register held at the call is one input, in whatever run it is asked for."""
        known = self.first.get((space, offset))
        return super().unknown(space, offset) if known is None else known

    def _first(self, name: str, at: int) -> Value:
        if (name, at) not in self.first:
            self.first[name, at] = super()._first(name, at)
        return self.first[name, at]

    # ---- Linear forms -----------------------------------------------------------------------------

    def number(self, value: Value, size: int) -> Number | None:
        """A value of `size` bytes as a form, of which only the remainder modulo 2 ** (8 * size) counts."""
        if isinstance(value, int):
            return machine._signed(value & (1 << 8 * size) - 1, 8 * size)
        if isinstance(value, Pointer) and value.region == NUMBERS:
            return value.offset
        if isinstance(value, Part) and value.pointer.region == NUMBERS and value.start == 0:
            return value.pointer.offset
        if isinstance(value, Mixture) and isinstance(value.parts[0], Part) and value.parts[0].pointer.region == NUMBERS:
            if value == _wide(value.parts[0].pointer, self.pointer_size, size):
                return self.canonical(value.parts[0].pointer.offset, self.pointer_size)
        return None

    def value(self, number: Number, size: int) -> Value:
        if isinstance(number, int):
            return number & (1 << 8 * size) - 1
        whole = pointer(NUMBERS, number)
        if size > self.pointer_size:
            if not self.facts.imply(number) or not self.facts.imply((1 << 8 * self.pointer_size) - 1 - number):
                raise NotProved(f"a length in {size} bytes")
            return _wide(whole, self.pointer_size, size)
        return whole if size == self.pointer_size else Part(whole, 0, size)

    def canonical(self, number: Number, size: int) -> Number:
        """The same number between 0 and 2 ** (8 * size)."""
        modulus = 1 << 8 * size
        if isinstance(number, int):
            return number % modulus
        for _ in range(MOST_WRAPS + 1):
            if not self.facts.decide(number):
                number = number + modulus
            elif not self.facts.decide(modulus - 1 - number):
                number = number - modulus
            else:
                return number
        raise NotProved(f"takes {8 * size} bits of {number}, which can have more")

    def signed(self, number: Number, size: int) -> Number:
        number = self.canonical(number, size)
        half = 1 << 8 * size - 1
        return number - 2 * half if self.facts.decide(number - half) else number

    def _of_pointers(self, kind: str, values: list[Value], sizes: list[int], size: int) -> Value:
        first, second = values[0], values[1] if len(values) > 1 else 0
        if kind in SHIFTS and not isinstance(second, int):
            count = self._only_value(second, sizes[1])
            if count is not None:
                return self.result(kind, [first, count], sizes, size)
        result = self._of_numbers(kind, first, second, sizes, size)
        if result is None:
            result = self._of_addresses(kind, first, second, sizes, size)
        return super()._of_pointers(kind, values, sizes, size) if result is None else result

    def _only_value(self, value: Value, size: int) -> int | None:
        """Of a number that is written as a form but can have one value only on this way."""
        number = self.number(value, size)
        known = None if number is None else self.facts.constant(number)
        return None if known is None else known % (1 << 8 * size)

    def _of_numbers(self, kind: str, first: Value, second: Value, sizes: list[int], size: int) -> Value | None:
        """Of two numbers, of which one at least is a form."""
        a, b = self.number(first, sizes[0]), self.number(second, sizes[-1])
        if a is None or b is None:
            return None
        if kind in COMPARISONS:
            return Later(lambda: self._compared(kind, a, b, sizes[0]))  # most flags are never used
        found = self._computed_form(kind, a, b, sizes, size)
        if found is not None:
            return self.value(found, size)
        one, other = self._only_value(first, sizes[0]), self._only_value(second, sizes[-1])
        return None if one is None or other is None else self.result(kind, [one, other], sizes, size)

    def _computed_form(self, kind: str, a: Number, b: Number, sizes: list[int], size: int) -> Number | None:
        if kind in ("INT_ADD", "INT_SUB"):
            return a + b if kind == "INT_ADD" else a - b
        if kind in ("INT_2COMP", "INT_NEGATE"):
            return -a if kind == "INT_2COMP" else -a - 1
        if kind == "INT_ZEXT":
            return self.canonical(a, sizes[0])
        if kind == "INT_SEXT":
            return self.signed(a, sizes[0])
        if kind == "INT_MULT" and isinstance(a, int):
            a, b = b, a
        if kind == "INT_MULT" and isinstance(b, int):
            return a * b
        if not isinstance(b, int):
            return None
        if kind == "INT_LEFT":
            return a * (1 << b)
        if kind == "INT_AND":
            return self._masked_form(a, b & (1 << 8 * size) - 1, size)
        if kind == "INT_RIGHT" or kind == "SUBPIECE":
            places = b if kind == "INT_RIGHT" else 8 * b
            return quotient(self.canonical(a, sizes[0]), 1 << places) if places else a
        return None

    def _masked_form(self, number: Number, mask: int, size: int) -> Number | None:
        """Bits that are next to each other, such as the lowest ones, or all but these."""
        low, high = mask & -mask, 1 << mask.bit_length()
        if mask != high - low or mask == 0:
            return None
        without = quotient(number, low) * low
        return without if high == 1 << 8 * size else without - quotient(number, high) * high

    def _compared(self, kind: str, a: Number, b: Number, size: int) -> int:
        decide = self.facts.decide
        if kind in ("INT_EQUAL", "INT_NOTEQUAL"):
            difference = self.canonical(a, size) - self.canonical(b, size)
            return int((decide(difference) and decide(-difference)) == (kind == "INT_EQUAL"))
        if kind in ("INT_SLESS", "INT_SLESSEQUAL"):
            a, b = self.signed(a, size), self.signed(b, size)
        elif kind in ("INT_LESS", "INT_LESSEQUAL"):
            a, b = self.canonical(a, size), self.canonical(b, size)
        elif kind == "INT_CARRY":
            return int(decide(self.canonical(a, size) + self.canonical(b, size) - (1 << 8 * size)))
        else:
            a, b = self.signed(a, size), self.signed(b, size)
            result, half = a + b if kind == "INT_SCARRY" else a - b, 1 << 8 * size - 1
            return int(decide(result - half) or decide(-result - half - 1))
        return int(decide(b - a - (kind in ("INT_LESS", "INT_SLESS"))))

    def _of_addresses(self, kind: str, first: Value, second: Value, sizes: list[int], size: int) -> Value | None:
        """Of addresses with forms: an address and a number, or two addresses of one region, or of two."""
        if kind == "INT_ADD" and not isinstance(first, Pointer):
            first, second = second, first
        if kind == "INT_ADD" and isinstance(first, Pointer) and first.region == NUMBERS:
            first, second = second, first
        if not isinstance(first, Pointer) or size < self.pointer_size and kind not in COMPARISONS:
            return None
        number = self.number(second, sizes[-1])
        if number is not None and kind in ("INT_ADD", "INT_SUB"):
            return pointer(first.region, first.offset + number if kind == "INT_ADD" else first.offset - number)
        if not isinstance(second, Pointer):
            return None
        if second.region != first.region:
            return self._between(kind, first, second)
        if isinstance(first.offset, int) and isinstance(second.offset, int):
            return None
        if kind == "INT_SUB":
            return self.value(first.offset - second.offset, size)
        if kind in ("INT_EQUAL", "INT_NOTEQUAL", "INT_LESS", "INT_LESSEQUAL"):
            return Later(lambda: self._compared_addresses(kind, first, second))
        return None

    def _between(self, kind: str, first: Pointer, second: Pointer) -> Value | None:
        """The distance from a region to another one is a pointer into no region. Added to one of the first, it gives
        one of the second."""
        if kind == "INT_SUB" and {first.region, second.region} <= self.regions.keys():
            return pointer(f"{first.region}{MINUS}{second.region}", first.offset - second.offset)
        for one, other in ((first, second), (second, first)):
            end, minus, start = other.region.partition(MINUS)
            if kind == "INT_ADD" and minus and start == one.region:
                return pointer(end, one.offset + other.offset)
        return None

    def _alignment(self, pointer: Pointer) -> tuple[int, int]:
        return (1, 0) if MINUS in pointer.region else super()._alignment(pointer)

    def _compared_addresses(self, kind: str, first: Pointer, second: Pointer) -> int:
        """No string goes past the end of the address space, so the order is that of the offsets, in the string."""
        for pointer in (first, second):
            if not self._is_inside(pointer):
                raise NotProved(f"compares with the address at {pointer.offset} of {first.region}")
        difference, decide = second.offset - first.offset, self.facts.decide
        if kind in ("INT_EQUAL", "INT_NOTEQUAL"):
            return int((decide(difference) and decide(-difference)) == (kind == "INT_EQUAL"))
        return int(decide(difference - (kind == "INT_LESS")))

    def _is_inside(self, pointer: Pointer) -> bool:
        region, imply = self.regions.get(pointer.region), self.facts.imply
        if region is None:
            return MINUS not in pointer.region and super()._is_inside(pointer)
        return imply(pointer.offset + region.below) and imply(region.size - pointer.offset)

    def _masked(self, pointer: Pointer, mask: int, size: int) -> Value | None:
        if isinstance(pointer.offset, int):
            return super()._masked(pointer, mask, size)
        alignment, residue = self._alignment(pointer)
        below = (~mask & (1 << 8 * size) - 1) + 1
        low = remainder(pointer.offset + residue, below) if below & below - 1 == 0 and below <= alignment else None
        return None if low is None else Pointer(pointer.region, pointer.offset - low)

    def address_bits(self, value: Value) -> Value:
        """Of a form, the lowest bits may be known. The others are public, as lengths are."""
        pointer = value.pointer if isinstance(value, Part) else value
        if not isinstance(pointer, Pointer) or not isinstance(pointer.offset, Form):
            return super().address_bits(value)
        if isinstance(value, Part):
            whole = bits_of(self.address_bits(pointer), self.pointer_size)
            return value_of(whole[8 * value.start : 8 * (value.start + value.size)])
        if pointer not in self._address_bits:
            bits = 8 * self.pointer_size
            alignment, residue = (1 << bits, 0) if pointer.region == NUMBERS else self._alignment(pointer)
            known = max(place for place in range(alignment.bit_length())
                        if remainder(pointer.offset + residue, 1 << place) is not None)  # fmt: skip
            low = remainder(pointer.offset + residue, 1 << known) or 0
            used = max(known, self._used_bits(pointer.offset, bits) if pointer.region == NUMBERS else bits)
            high = self.graph.inputs("address of something at an unknown distance", used - known)
            self._address_bits[pointer] = *(low >> place & 1 for place in range(known)), *high, *(0,) * (bits - used)
        return self._address_bits[pointer]

    def _used_bits(self, number: Number, most: int) -> int:
        """All others are 0 in numbers that are as large as this one can be."""
        facts = self.facts
        if not facts.imply(number):
            return most
        return bisect_left(range(most), True, key=lambda count: facts.imply((1 << count) - 1 - number))


def _wide(number: Pointer, pointer_size: int, size: int) -> Mixture:
    """A number of a register, extended with zeros."""
    return Mixture((*(Part(number, byte, 1) for byte in range(pointer_size)), *[0] * (size - pointer_size)))


class Call(theorem.Call):
    """Ends at loop heads, too."""

    machine: Machine

    def __init__(self, elf: Elf, abi: Abi, arguments: int, facts: Facts) -> None:
        super().__init__(elf, abi, arguments)
        self.machine.__class__ = Machine  # Call would need a parameter for it
        self.machine.facts, self.machine.stops, self.machine.passed = facts, frozenset(), 0
        self.machine.stopped = self.machine.visited = None
        self.machine.inside, self.machine.overwritten, self.machine.of_state = (), False, None

    def string(self, name: str, size: Number, first: Callable[[Number], Value], alignment: int, residue: int) -> Region:
        """A region of unknown size."""
        cells = Places(self.machine, self.abi.pointer, first)
        region = Region(name, size, cells, alignment, residue)  # type: ignore[arg-type]
        self.machine.regions[name] = region
        return region

    def _check_return(self) -> None:
        if self.machine.stopped is None:
            super()._check_return()
