"""Block loops: whole blocks between a state and strings, each followed by the permutation. functions.h of a backend is
their contract. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lab.elf import Elf

from .abi import Abi
from .graph import Graph, Literal
from .specification import Specification, Word
from .theorem import ALIGNMENT, STATE, Call, Layout, Proof, check, put, state_of_inputs, taken
from .values import NotProved, Pointer

NAME = re.compile(r"ascon_\w+?_(absorb|squeeze|encrypt|decrypt)_(\d+)_(\d+)_(le|be)$")


@dataclass(frozen=True)
class Loop:
    """What the name of a block loop says."""

    operation: str
    rate: int  # in bytes
    rounds: int
    order: str

    @classmethod
    def named(cls, function: str) -> Loop:
        match = NAME.match(function)
        assert match is not None
        return cls(match[1], int(match[2]), int(match[3]), match[4])


def word_of_bytes(data: Sequence[Literal], order: str) -> Word:
    """The word that consists of 8 bytes, or the 8 bytes of a word: both are the same permutation of bits."""
    octets = [tuple(data[8 * place : 8 * place + 8]) for place in range(8)]
    return tuple(literal for octet in (octets if order == "le" else octets[::-1]) for literal in octet)


def specified(
    graph: Graph, loop: Loop, words: Sequence[Word], given: Sequence[Literal], blocks: int
) -> tuple[list[Word], list[Literal]]:
    """The state and the output after so many blocks."""
    specification, state = Specification(graph), list(words)
    output: list[Literal] = []
    for start in range(0, 8 * loop.rate * blocks, 8 * loop.rate):
        sums: list[Word] = []
        for place in range(loop.rate // 8):
            data = word_of_bytes(given[start + 64 * place : start + 64 * place + 64], loop.order) if given else ()
            mixed = specification.xor(state[place], data) if data else state[place]
            output += word_of_bytes(mixed, loop.order)
            state[place] = data if loop.operation == "decrypt" else mixed
            sums.append(mixed)
        specification.layer_of(sums)
        state = specification.permute(state, loop.rounds)
    return state, output


def prove(
    elf: Elf, abi: Abi, function: str, layout: Layout, blocks: int, alignment: int, in_place: bool = False
) -> Proof:
    """Proves a block loop for a number of blocks; `alignment` is that of the strings. In place, `out` is `in`."""
    loop = Loop.named(function)
    call, length = Call(elf, abi), loop.rate * blocks
    reads, writes = loop.operation != "squeeze", loop.operation != "absorb"
    words = state_of_inputs(call.graph)
    given = call.graph.inputs("in", 8 * length) if reads else ()
    state_wanted, output_wanted = specified(call.graph, loop, words, given, blocks)
    state = call.region(STATE, 40, ALIGNMENT if abi.pointer > 2 else 1)
    put(state, layout(words))
    call.argument(0, Pointer(STATE, 0))
    result = "in" if in_place else "out"
    if reads:
        source = call.region("in", length, alignment)
        put(source, given)
        source.writable = in_place
        call.argument(2, Pointer("in", 0))
    if writes:
        if not in_place:
            call.region("out", length, alignment)
        call.argument(1, Pointer(result, 0))
    left = 0 if reads else loop.rate  # the last block is squeezed by another function
    call.argument(3, length + left)
    call.run(elf.address(function))
    check(call.graph, taken(state, 40), layout(state_wanted), "the state")
    if writes:
        check(call.graph, taken(call.machine.regions[result], length), output_wanted, "the output")
    if call.result() != left:
        raise NotProved(f"returns {call.result()}, not {left}")
    return call.proof()
