"""Proves that spec/, the model of the proofs from machine code, and the designers' Python of v1.2 say the same.

1. spec/: the project's executable specification, run as it is on unknown bits;
2. prove.specification and prove.modes: the graphs with which machine code is compared (SP 800-232);
3. the package `ascon` of PyPI, by the designers, run as it is on unknown bits.

The permutations come first, for each number of rounds. Then all modes with the permutation as a function of which
nothing is known but that equal states give equal results. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import ascon._ascon as designers
from prove import modes as graphs
from prove.graph import Graph
from prove.specification import Specification
from prove.theorem import check
from spec import modes, permutation
from spec.algorithms import Algorithm, Kind, find

from .case import Case as SpecCase
from .case import names
from .record import Row
from .symbolic import number, padded

WORDS = 5


@dataclass(frozen=True)
class Lengths:
    """The lengths of strings in bytes for which two texts are compared; of AEAD and CXOF all pairs."""

    ad: Sequence[int]
    text: Sequence[int]
    hashed: Sequence[int]
    outputs: Sequence[int]

    def pairs(self) -> Iterator[tuple[int, int]]:
        return product(self.ad, self.text)


ALL = Lengths(range(18), range(49), range(97), (1, 7, 8, 9, 16, 32, 64))
SHORT = Lengths((0, 1, 16, 17), (0, 1, 7, 8, 9, 15, 16, 17, 33), (0, 1, 7, 8, 9, 31, 32, 33), (1, 8, 9, 33))


def some(numbers: Sequence[int]) -> str:
    """The numbers in words."""
    return f"0 to {numbers[-1]}" if list(numbers) == list(range(len(numbers))) else ", ".join(map(str, numbers))


# ---- The permutation --------------------------------------------------------------------------------


def row(left: str, right: str, cases: str) -> Row:
    files = [Path(designers.__file__)] if left == DESIGNERS else [Path(part.__file__) for part in (modes, permutation)]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return {"left": left, "right": right, "cases": cases, "by": "symbolic execution of Python", "text": digest}


def permutations() -> Iterator[Row]:
    for rounds in range(1, 17):
        graph = Graph()
        state = [graph.inputs(f"x{word}", 64) for word in range(WORDS)]
        wanted = [bit for word in Specification(graph).permute(state, rounds) for bit in word]
        words = [number(graph, word) for word in state]
        found = permutation.permute(words, rounds)
        check(graph, [bit for word in found for bit in padded(word, 64)], wanted, f"spec/, {rounds} rounds")
        if rounds <= 12:
            designers.ascon_permutation(words, rounds)
            check(graph, [bit for word in words for bit in padded(word, 64)], wanted, f"ascon, {rounds} rounds")
    yield row("spec/", "prove.specification", "permutation: 1 to 16 rounds")
    yield row(DESIGNERS, "prove.specification", "permutation: 1 to 12 rounds")


# ---- Modes ------------------------------------------------------------------------------------------


class Case(SpecCase):
    def designers(self, function: Callable[..., Any], *arguments: Any) -> Any:
        def instead(state: list[Any], rounds: int) -> None:
            state[:] = self.words(state, rounds)

        with names(designers, ascon_permutation=instead, bytes=self.run.bytes, bytearray=self.run.bytes, int=self.run):
            return function(*arguments)

    def same(self, found: Any, wanted: Any, what: str) -> None:
        if len(found) != len(wanted):
            raise AssertionError(f"{what}: {len(found)} bytes, not {len(wanted)}")
        check(self.graph, self.bits(found), self.bits(wanted), what)


def opened(case: Case, call: Callable[[], Any], refusal: Callable[[Any], bool]) -> tuple[Any, list[int]]:
    """What decryption returns if the tag is right, and what it compared; with a wrong tag it must refuse."""
    case.run.answers, case.run.compared = [True, False], []
    plaintext = call()
    try:
        refused = refusal(call())
    except modes.InvalidTag:
        refused = True
    first, second = case.run.compared
    if not refused or first != second:
        raise AssertionError("decryption with a wrong tag")
    return plaintext, first


def aead(algorithm: Algorithm, name: str, ad_size: int, size: int) -> None:
    case, what = Case(), f"{algorithm.name}, {ad_size} bytes of associated data, {size} of text"
    key, nonce = case.run.inputs("key", algorithm.key), case.run.inputs("nonce", 16)
    ad, text, tag = case.run.inputs("ad", ad_size), case.run.inputs("text", size), case.run.inputs("tag", 16)
    made = case.spec(modes.aead_encrypt, algorithm, key, nonce, ad, text)
    taken, compared = opened(
        case, lambda: case.spec(modes.aead_decrypt, algorithm, key, nonce, ad, text, tag), lambda _result: False
    )
    if name:
        case.same(case.designers(designers.ascon_encrypt, key, nonce, ad, text, name), made[0] + made[1], what)
        call = lambda: case.designers(designers.ascon_decrypt, key, nonce, ad, text + tag, name)  # noqa: E731
        found, differences = opened(case, call, lambda result: result is None)
        case.same(found, taken, f"{what}, decrypted")
        check(case.graph, sorted(differences), sorted(compared), f"{what}, the tag compared")
    else:
        for decrypt, result in ((False, made[0]), (True, taken)):
            strings = key.bits(), nonce.bits(), ad.bits(), text.bits()
            output, computed = graphs.aead(algorithm, case.unknown, *strings, decrypt)
            check(case.graph, case.bits(result), output, what)
            if not decrypt:
                check(case.graph, case.bits(made[1]), computed, f"{what}, tag")
            else:
                wrong = graphs.differences(case.graph, tag.bits(), computed)
                check(case.graph, sorted(compared), sorted(wrong), f"{what}, the tag compared")


def hashes(algorithm: Algorithm, name: str, size: int, output: int) -> None:
    case, what = Case(), f"{algorithm.name}, {size} bytes, {output} of output"
    message = case.run.inputs("message", size)
    fixed = algorithm.kind is Kind.HASH
    arguments = (modes.hash_digest, algorithm, message) if fixed else (modes.xof, algorithm, message, output)
    wanted = case.spec(*arguments)
    if name:
        case.same(case.designers(designers.ascon_hash, message, name, output), wanted, what)
    else:
        check(case.graph, case.bits(wanted), graphs.digest(algorithm, case.unknown, message.bits(), 8 * output), what)


def customized(algorithm: Algorithm, custom_size: int, size: int, output: int) -> None:
    case, what = Case(), f"{algorithm.name}, {custom_size} bytes of customization, {size} bytes, {output} of output"
    message, custom = case.run.inputs("message", size), case.run.inputs("customization", custom_size)
    wanted = case.spec(modes.cxof, algorithm, message, custom, output)
    found = graphs.customized(algorithm, case.unknown, message.bits(), custom.bits(), 8 * output)
    check(case.graph, case.bits(wanted), found, what)


def macs(algorithm: Algorithm, name: str, size: int, output: int) -> None:
    case, what = Case(), f"{algorithm.name}, {size} bytes, {output} of output"
    key, message = case.run.inputs("key", 16), case.run.inputs("message", size)
    if algorithm.kind is Kind.MAC:
        wanted = case.spec(modes.mac, algorithm, key, message)
    else:
        function = modes.prf if algorithm.kind is Kind.PRF else modes.prfshort
        wanted = case.spec(function, algorithm, key, message, output)
    case.same(case.designers(designers.ascon_mac, key, message, name, output), wanted, what)


# ---- All --------------------------------------------------------------------------------------------

DESIGNERS = f"ascon {version('ascon')}, the designers' Python of v1.2"
MODEL, SPEC = "prove.modes", "spec/"
AEADS = {"ascon-aead128": "", "ascon-128": "Ascon-128", "ascon-128a": "Ascon-128a", "ascon-80pq": "Ascon-80pq"}
HASHES = {
    "ascon-hash256": "", "ascon-xof128": "", "ascon-hash": "Ascon-Hash", "ascon-hasha": "Ascon-Hasha",
    "ascon-xof": "Ascon-Xof", "ascon-xofa": "Ascon-Xofa",
}  # fmt: skip
MACS = {
    "ascon-mac": "Ascon-Mac", "ascon-maca": "Ascon-Maca", "ascon-prf": "Ascon-Prf", "ascon-prfa": "Ascon-Prfa",
    "ascon-prfshort": "Ascon-PrfShort",
}  # fmt: skip
WHOLE = {Kind.HASH: 32, Kind.MAC: 16, Kind.PRFSHORT: 16}  # bytes, where PrfShort is compared for its longest output


def pair(name: str) -> tuple[str, str]:
    """The texts that are compared: SP 800-232's are not in the designers' package."""
    return (DESIGNERS, SPEC) if name else (SPEC, MODEL)


def proofs(lengths: Lengths) -> Iterator[Row]:
    yield from permutations()
    for own, name in AEADS.items():
        for sizes in lengths.pairs():
            aead(find(own), name, *sizes)
        what = f"{own} in both directions, and which tags are accepted"
        yield row(*pair(name), f"{what}: {some(lengths.ad)} bytes of associated data, {some(lengths.text)} of text")
    for own, name in {**HASHES, **MACS}.items():
        algorithm = find(own)
        outputs = [WHOLE[algorithm.kind]] if algorithm.kind in WHOLE else lengths.outputs
        hashed = [size for size in lengths.hashed if size <= 16 or algorithm.kind is not Kind.PRFSHORT]
        for size, output in product(hashed, outputs):
            (hashes if own in HASHES else macs)(algorithm, name, size, output)
        yield row(*pair(name), f"{own}: {some(hashed)} bytes, outputs of {some(outputs)}")
    for sizes in lengths.pairs():
        customized(find("ascon-cxof128"), *sizes, 33)
    what = f"{some(lengths.ad)} bytes of customization, {some(lengths.text)}, output of 33"
    yield row(SPEC, MODEL, f"ascon-cxof128: {what}")
