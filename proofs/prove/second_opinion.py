"""A second opinion about permutations: the same question, answered by Berkeley's ABC instead of prove.graph.

The code's bits and the specification's are in separate graphs, in which nothing has been compared or joined. Their
difference is written in the AIGER format, and ABC must find that it is 0 for all states. Both opinions share how
machine code is followed, and the specification. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from compiling import BuildError
from lab.elf import Elf

from . import programs
from .abi import Abi
from .graph import XOR, Graph, Literal
from .programs import layout
from .specification import Specification
from .subjects import Permutation, subjects
from .theorem import Call, Layout, in_memory, permuted, state_of_inputs
from .values import NotProved

ROUNDS = (12,)
ABC = "berkeley-abc"
ANSWERS = {"Networks are equivalent.": True, "Networks are NOT EQUIVALENT.": False}


# ---- The AIGER format -------------------------------------------------------------------------------


class Circuit:
    """ANDs and complements, with outputs that are to be 0. A literal is as in prove.graph."""

    def __init__(self, inputs: int) -> None:
        self._inputs = inputs
        self._ands: list[tuple[Literal, Literal]] = []

    def input(self, number: int) -> Literal:
        return 2 * (number + 1)

    def and_(self, first: Literal, second: Literal) -> Literal:
        self._ands.append((max(first, second), min(first, second)))
        return 2 * (self._inputs + len(self._ands))

    def xor(self, first: Literal, second: Literal) -> Literal:
        return self.and_(self.and_(first, second) ^ 1, self.and_(first ^ 1, second ^ 1) ^ 1)

    def or_of(self, literals: Sequence[Literal]) -> Literal:
        row = list(literals)
        while len(row) > 1:
            row = [self.and_(a ^ 1, b ^ 1) ^ 1 for a, b in zip(row[::2], row[1::2])] + row[len(row) & ~1 :]
        return row[0]

    def copied(self, graph: Graph, literals: Sequence[Literal], inputs: Sequence[Literal]) -> list[Literal]:
        """Bits of a graph whose inputs are the circuit's, in this order."""
        known = {0: 0} | {literal >> 1: self.input(number) for number, literal in enumerate(inputs)}
        for node in graph.below(literals):
            if node not in known:
                first, second = (known[each >> 1] ^ each & 1 for each in graph.operands[node])
                known[node] = self.xor(first, second) if graph.kinds[node] == XOR else self.and_(first, second)
        return [known[literal >> 1] ^ literal & 1 for literal in literals]

    def write(self, path: Path, output: Literal) -> None:
        """The binary form: for each AND, by how much its operands are below it and each other."""
        count = len(self._ands)
        text = f"aig {self._inputs + count} {self._inputs} 0 1 {count}\n{output}\n".encode()
        differences = bytearray()
        for place, (first, second) in enumerate(self._ands):
            for number in (2 * (self._inputs + place + 1) - first, first - second):
                differences += variable_length(number)
        path.write_bytes(text + differences)


def variable_length(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    found = bytearray()
    while number >= 128:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def abc_finds_equal(path: Path) -> bool:
    """Whether the output of the circuit is 0 for all inputs."""
    try:
        done = subprocess.run([ABC, "-c", f"&r {path}; &cec -m"], capture_output=True, text=True)
    except FileNotFoundError:
        raise BuildError(f"{ABC} is not installed (Debian: apt-get install {ABC})") from None
    found = [equal for answer, equal in ANSWERS.items() if answer in done.stdout]
    if len(found) != 1:
        raise NotProved(f"{ABC} gives no answer: {(done.stdout + done.stderr).strip()[-200:]!r}")
    return found[0]


# ---- Permutations -----------------------------------------------------------------------------------


def agrees(elf: Elf, abi: Abi, function: str, words: Layout, rounds: int, lanes: int = 1) -> bool:
    """Whether ABC finds that the function is the permutation."""
    call = Call(elf, abi, joins=False)
    states = [state_of_inputs(call.graph, lane) for lane in range(lanes)]
    found = permuted(call, function, words, rounds, states)
    specification = Graph(joins=False)
    inputs = [state_of_inputs(specification, lane) for lane in range(lanes)]
    wanted = [Specification(specification).permute(state, rounds) for state in inputs]
    circuit = Circuit(320 * lanes)
    one = circuit.copied(call.graph, found, _in_a_row(states))
    other = circuit.copied(specification, in_memory(wanted, words), _in_a_row(inputs))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "difference.aig"
        circuit.write(path, circuit.or_of([circuit.xor(a, b) for a, b in zip(one, other, strict=True)]))
        return abc_finds_equal(path)


def _in_a_row(states: Sequence[Sequence[tuple[Literal, ...]]]) -> list[Literal]:
    return [literal for state in states for word in state for literal in word]


@dataclass
class Opinion:
    name: str
    sha256: str
    cases: str
    proofs: int
    seconds: float
    failure: str = ""

    kind = "second opinion"


def outcome(subject: Permutation, rounds: Sequence[int]) -> Opinion:
    start, failure, sha256 = time.monotonic(), "", ""
    try:
        elf = subject.program.elf()
        sha256 = programs.digest(elf.path)
        words = layout(elf, subject.backend)
        for number in rounds:
            if not agrees(elf, subject.program.abi, subject.function, words, number, subject.lanes):
                failure = f"{number} rounds: {ABC} finds a state whose result is another"
    except (NotProved, BuildError) as reason:
        failure = str(reason)
    seconds = round(time.monotonic() - start, 1)
    return Opinion(subject.name, sha256, subject.summary(rounds), len(rounds), seconds, failure)


def chosen(backends: Sequence[str]) -> list[Permutation]:
    """One program of each instruction set."""
    found: dict[str, Permutation] = {}
    for subject in subjects():
        if isinstance(subject, Permutation) and subject.stands_for:
            found.setdefault(subject.stands_for, subject)
    return [subject for subject in found.values() if not backends or subject.backend in backends]
