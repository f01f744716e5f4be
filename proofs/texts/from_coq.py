"""Proves that the specification in Coq is the one that machine code is compared with, for strings of these lengths.

Coq's own extraction of it (ascon.json) is executed on the bits of prove.graph, which Link.v says means the same. The
permutation comes first, for each number of rounds; then the modes over a permutation of which nothing is known.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from coq.checking import BUILD, text_of
from prove import modes as graphs
from prove.calls import ROWS
from prove.graph import FALSE, TRUE, Graph
from prove.specification import Specification, plain
from prove.theorem import check

from .case import Case as SpecCase
from .extracted import Function, Program, from_list, from_nat, to_list, to_nat
from .record import Row


@dataclass(frozen=True)
class Lengths:
    """In bits; all pairs."""

    ad: Sequence[int]
    text: Sequence[int]
    hashed: Sequence[int]
    outputs: Sequence[int]
    customization: Sequence[int]


BYTES = [8 * size for size in range(49)]
ALL = Lengths(
    (0, 1, 8, 127, 128, 129, 136), sorted({*range(131), *BYTES}), sorted({*range(130), *BYTES}),
    (1, 63, 64, 65), (*range(10), 63, 64, 65, 128, 2048),
)  # fmt: skip
SHORT = Lengths((0, 1, 129), (0, 1, 8, 127, 128, 129), (0, 1, 63, 64, 65), (1, 65), (0, 7, 64))


class Extracted:
    """The program that Coq extracts, once its files are checked, with a permutation that a case replaces."""

    def __init__(self) -> None:
        self.program = Program(BUILD / "ascon.json")
        self.permutation = self.program.globals["p"]


def bit(graph: Graph) -> Any:
    """The instance of the class Bit."""
    return ("Build_Bit", FALSE, TRUE, Function(2, graph.xor), Function(2, graph.and_))


def words(bits: list[int]) -> list[tuple[int, ...]]:
    return [tuple(bits[start : start + 64]) for start in range(0, 320, 64)]


def permutation(of: Extracted, rounds: int) -> None:
    graph = Graph()
    state = graph.inputs("state", 320)
    wanted = Specification(graph).permute(words(list(state)), rounds)
    of.program.globals["p"] = of.permutation
    found = of.program.call("p", bit(graph), to_nat(rounds), to_list(state))
    check(graph, from_list(found), plain(wanted), f"{rounds} rounds")


class Case(SpecCase):
    def __init__(self, of: Extracted) -> None:
        super().__init__()
        self.program = of.program
        self.program.globals["p"] = Function(3, self._permute)

    def _permute(self, _bit: Any, rounds: Any, state: Any) -> Any:
        return to_list(plain(self.unknown.permute(words(from_list(state)), from_nat(rounds))))

    def call(self, name: str, *arguments: Any) -> Any:
        return self.program.call(name, bit(self.graph), *arguments)


def aead(of: Extracted, ad_bits: int, text_bits: int) -> None:
    case = Case(of)
    sizes = {"key": 128, "nonce": 128, "ad": ad_bits, "text": text_bits}
    strings = [case.graph.inputs(name, size) for name, size in sizes.items()]
    for name, decrypt in (("encrypt", False), ("decrypt_unchecked", True)):
        _pair, text, tag = case.call(name, *map(to_list, strings))
        key, nonce, ad, given = strings
        wanted = graphs.aead(ROWS["ascon-aead128"], case.unknown, key, nonce, ad, given, decrypt)
        check(case.graph, from_list(text), wanted[0], f"{name} {ad_bits}, {text_bits}")
        check(case.graph, from_list(tag), wanted[1], f"{name} {ad_bits}, {text_bits}: tag")


def digests(of: Extracted, bits: int, output: int) -> None:
    case = Case(of)
    message = case.graph.inputs("message", bits)
    if output == 256:  # Ascon-Hash256 has no other
        found = case.call("hash256", to_list(message))
        wanted = graphs.digest(ROWS["ascon-hash256"], case.unknown, message, output)
        check(case.graph, from_list(found), wanted, f"hash256 {bits}")
    found = case.call("xof128", to_list(message), to_nat(output))
    wanted = graphs.digest(ROWS["ascon-xof128"], case.unknown, message, output)
    check(case.graph, from_list(found), wanted, f"xof128 {bits}, {output}")


def customized(of: Extracted, custom_bits: int, bits: int, output: int) -> None:
    case = Case(of)
    message, custom = case.graph.inputs("message", bits), case.graph.inputs("customization", custom_bits)
    wanted = graphs.customized(ROWS["ascon-cxof128"], case.unknown, message, custom, output)
    found = case.call("cxof128", to_list(message), to_nat(output), to_list(custom))
    check(case.graph, from_list(found), wanted, f"cxof128 {custom_bits}, {bits}, {output}")


def row(cases: str) -> Row:
    digest = hashlib.sha256(text_of("Ascon").encode()).hexdigest()
    texts = {"left": "Coq", "right": "prove.modes", "by": "execution of Coq's extraction"}
    return {**texts, "cases": cases, "text": digest}


def proofs(lengths: Lengths) -> Iterator[Row]:
    of = Extracted()
    for rounds in range(1, 17):
        permutation(of, rounds)
    yield {**row("permutation: 1 to 16 rounds"), "right": "prove.specification"}
    for sizes in product(lengths.ad, lengths.text):
        aead(of, *sizes)
    what = f"{len(lengths.ad)} lengths of associated data up to {lengths.ad[-1]} bits"
    yield row(f"ascon-aead128 in both directions: {what}, {len(lengths.text)} of text up to {lengths.text[-1]} bits")
    for sizes in product(lengths.hashed, (*lengths.outputs, 256)):
        digests(of, *sizes)
    outputs = ", ".join(map(str, lengths.outputs))
    what = f"{len(lengths.hashed)} lengths up to {lengths.hashed[-1]} bits"
    yield row(f"ascon-hash256, ascon-xof128: {what}, outputs of {outputs} and 256 bits")
    for custom_bits, bits in product(lengths.customization, lengths.hashed[::8]):
        customized(of, custom_bits, bits, 264)
    what = f"{len(lengths.customization)} lengths of customization up to {lengths.customization[-1]} bits"
    yield row(f"ascon-cxof128: {what}")
