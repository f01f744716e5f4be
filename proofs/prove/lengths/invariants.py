# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What may hold at a loop head: found by comparing the first arrival and the next one. All of it is a guess, which the
runs of induction.py then confirm or drop."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from ..graph import Literal
from ..values import Part
from .linear import Form, Number, Quotient, constant_of, quotient, symbol, terms_of
from .machine import NUMBERS, pointer
from .phases import Phase
from .plans import GATE
from .walk import ANY, PUBLIC_ANY, Bit, Byte, Made, Place, Plan, Walk

Bytes = dict[Place, Byte]
Arrival = tuple[Bytes, Walk, Mapping[str, Number]]  # and the symbols of the head, as they are there
Ended = tuple[str, Number, int]  # the counter of a phase that has ended, what its product with a number is, that number
NONE: Ended = "", 0, 1


def ended(plan: Plan, phases: tuple[Phase, ...]) -> Ended:
    """Of a phase, by its length: counter * rate = length - rest."""
    if plan.start is None or plan.start >= GATE:
        return NONE
    phase = phases[plan.start]
    length = plan.by.get(phase.length)
    if not isinstance(length, Form):
        return NONE
    ((name, factor),) = length.terms
    return name, symbol(phase.length) - length.constant, factor


def described(walk: Walk, counter: Ended = NONE) -> Bytes:
    state = walk.state_places()
    result: Bytes = {}
    for place, value in walk.found().items():
        byte = walk.describe(value, state)
        if isinstance(byte, Part):
            offset = quotient(_turned(byte.pointer.offset, counter), counter[2])
            byte = Part(pointer(byte.pointer.region, offset), byte.start, 1)
        result[place] = PUBLIC_ANY if byte == ANY and walk.is_public(value) else byte
    return result


def guessed(counter: str, size: int, first: Arrival, second: Arrival) -> Bytes:
    """What both arrivals have in common; `size`: of a register."""
    (one_of, first_walk, before), (other_of, second_walk, after) = first, second
    found_first, found_second = first_walk.found(), second_walk.found()
    result: Bytes = {}
    for place in {**one_of, **other_of}:
        one, other = one_of.get(place, ANY), other_of.get(place, ANY)
        moving = _moving(one, other, counter)
        if moving is not None:
            result[place] = moving
        elif other != ANY and place in found_first and first_walk.matches(other, found_first[place], before):
            result[place] = other
        elif one != ANY and place in found_second and second_walk.matches(one, found_second[place], after):
            result[place] = one
        else:
            is_public = place not in found_second or second_walk.is_public(found_second[place])
            result[place] = PUBLIC_ANY if is_public else ANY
    return result | _counting(one_of, other_of, counter, size, first_walk.vector_registers())


def _turned(number: Number, ended: Ended) -> Number:
    """`rate` times the number, with a length in the place of a counter."""
    counter, done, rate = ended
    result: Number = constant_of(number) * rate
    for name, factor in terms_of(number):
        part: Number = done if name == counter else symbol(name) * rate
        if isinstance(name, Quotient):
            part = quotient(_turned(name.number, ended), name.by * rate) * rate
        result = result + part * factor
    return result


def words_made(bits: Sequence[Literal]) -> Made:
    """Where the state is known, as it is before a message is hashed: its words, and sums and products of two."""
    if max(bits) > 1:
        return []
    words = [sum(bit << place for place, bit in enumerate(bits[start : start + 64])) for start in range(0, 320, 64)]
    made: Made = [(word, [("state", 64 * number + bit) for bit in range(64)]) for number, word in enumerate(words)]
    for (one, first), (other, second) in permutations(made[:5], 2):
        made.append((one ^ other, [("xor", *each) for each in zip(first, second)]))
        made.append((one & other, [("and", *each) for each in zip(first, second)]))
        made.append((one & ~other, [("and", bit, ("not", added)) for bit, added in zip(first, second)]))
    return made


def word_of_state(number: int, made: Made) -> list[Bit]:
    """What this number is of the words, perhaps with a round's constant and all bits turned; nothing if it is none."""
    for value, of in made:
        added = number ^ value
        if min(added, added ^ (1 << 64) - 1) < 1 << 8:
            return [("not", bit) if added >> place & 1 else bit for place, bit in enumerate(of)]
    return []


def words_of_state(found: Bytes, bits: Sequence[Literal]) -> Bytes:
    made = words_made(bits)
    result: Bytes = {}
    for space, at in found:
        places = [(space, at + byte) for byte in range(8)]
        number = _number(found, places)
        of = word_of_state(number, made) if number is not None and at % 8 == 0 else []
        result |= {place: tuple(of[8 * byte : 8 * byte + 8]) for byte, place in enumerate(places) if of}
    return result


def _number(found: Bytes, places: Sequence[Place]) -> int | None:
    """Of bytes that are known."""
    known = [byte for place in places if isinstance(byte := found.get(place), int)]
    return int.from_bytes(bytes(known), "little") if len(known) == len(places) else None


def _moving(one: Byte, other: Byte, counter: str) -> Byte | None:
    """The part of an address or number that a turn has moved by a fixed distance."""
    if not isinstance(one, Part) or not isinstance(other, Part) or one.start != other.start:
        return None
    if one.pointer.region != other.pointer.region:
        return None
    distance = other.pointer.offset - one.pointer.offset
    if not isinstance(distance, int):
        return None
    offset = one.pointer.offset + symbol(counter) * distance
    return Part(pointer(one.pointer.region, offset), one.start, 1)


def _counting(first: Bytes, second: Bytes, counter: str, size: int, vectors: set[int]) -> Bytes:
    """Numbers in whole registers and words of the stack that were known at the first block and after it: they may
    count. Where they do not, that shows later. Vector registers count nothing."""
    result: Bytes = {}
    for space, at in first:
        places = [(space, at + number) for number in range(size)]
        one, other = _number(first, places), _number(second, places)
        if at % size or one is None or other is None or (space == "register" and at in vectors):
            continue
        distance = (other - one + (1 << 8 * size - 1)) % (1 << 8 * size) - (1 << 8 * size - 1)
        if distance:
            offset = one + symbol(counter) * distance
            result |= {place: Part(pointer(NUMBERS, offset), number, 1) for number, place in enumerate(places)}
    return result
