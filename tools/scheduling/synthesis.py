# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The fewest functions that make the S-box: asks a solver whether `count` of them are enough.

    PYTHONPATH=tools:. python3 -m scheduling.synthesis COUNT [--of SET] [--constant] [--sums N]

prints a circuit or "none", and the seconds of the solver; docs/scheduling.md has the answers. Needs cadical (Debian has
it). The question leaves out circuits that are another's in another order, or have a function that nobody reads. With
--sums, functions read N sums of inputs in place of the inputs, and the solver chooses these too."""

import argparse
import resource
import subprocess
from collections.abc import Iterable, Iterator
from itertools import combinations, count, permutations, product

from spec.permutation import substitute

# The circuits of the sources; k is the round's constant. Functions of three bits: asconkit/core/backends/avx512vl,
# asconkit/batch/engines/avx512_round.h, and the kernels of accelerators.
CIRCUIT = """
g = x1 ^ x2 ^ k
a = x0 ^ x4
e = x3 ^ x4
w = (x1 | g) ^ a
y0 = (x1 | w) ^ e
y1 = (x3 & ~g) ^ w
y2 = ~((x4 & ~x3) ^ g)
y3 = (x0 | e) ^ g
y4 = (x1 & w) ^ e
"""
# Operations of the SHA-3 extension: asconkit/batch/engines/sha3.h. The first five words are made by the round before.
SHA3_CIRCUIT = """
m0 = ~x0
m1 = ~x1
g = x1 ^ x2 ^ k
m = ~(x0 ^ x4)
e = m0 ^ x3 ^ m
w = m ^ (m1 & ~g)
y0 = ~(e ^ (m1 & ~w))
y1 = w ^ (x3 & ~g)
y2 = ~(g ^ (e & ~x3))
y3 = ~(g ^ (m0 & ~e))
y4 = e ^ (w & ~m1)
"""

# Truth tables of the functions in each set; complements of operands and results are free. Those of the SHA-3 extension
# are EOR3, BCAX and BSL, with what they do where two operands are the same.
THREE = tuple(product((0, 1), repeat=3))
SHA3 = [[a ^ b ^ c for a, b, c in THREE], [a ^ (b & c) for a, b, c in THREE], [b if a else c for a, b, c in THREE]]
SHA3 += [[a ^ b for a, b, _ in THREE], [a & b for a, b, _ in THREE]]


def variants(table: list[int]) -> Iterator[tuple[int, ...]]:
    """The function with its operands in each order and complemented, and with its result complemented so that it is 0
    where all operands are."""
    for order, flips in product(permutations(range(3)), THREE):
        found = [table[sum((row[place] ^ flip) << 2 - i for i, (place, flip) in enumerate(zip(order, flips)))]
                 for row in THREE]  # fmt: skip
        yield tuple(bit ^ found[0] for bit in found)


SETS = {
    "two": (2, set(product((0,), *[(0, 1)] * 3))),
    "three": (3, set(product((0,), *[(0, 1)] * 7))),
    "sha3": (3, {variant for table in SHA3 for variant in variants(table)}),
}


def outputs(inputs: tuple[int, ...]) -> list[int]:
    """The S-box of five bits, SP 800-232, section 3.3; a sixth is the constant's, section 3.2."""
    words = list(inputs[:5])
    words[2] ^= sum(inputs[5:])
    return [word & 1 for word in substitute(words)]


class Question:
    """Clauses that have an answer where there is a circuit. All functions and outputs are 0 where all inputs are 0: a
    complement can go to whatever reads it."""

    def __init__(self, functions: int, inputs: int, of: str = "three", sums: int = 0) -> None:
        self.functions, self.words = functions, sums or inputs
        self.operands, self.allowed = SETS[of]
        self.numbers, self.clauses = count(1), list[list[int]]()
        self.rows = list(product((0, 1), repeat=inputs))[1:]
        of_zero = outputs((0,) * inputs)
        wanted = [[a ^ b for a, b in zip(outputs(row), of_zero)] for row in self.rows]
        gates, words = range(functions), self.words
        self.true = next(self.numbers)
        self.clauses.append([self.true])
        self.value = [[self.true if row[place] else -self.true for row in self.rows] for place in range(inputs)]
        self.sums = [self.sum_of_inputs() for _ in range(sums)]
        if sums:
            self.value = [value for value, _ in self.sums]
        for (_, first), (_, second) in zip(self.sums, self.sums[1:]):  # they are sorted
            self.clauses += ([-first[a], -second[b]] for a, b in product(first, second) if a >= b)
        self.value += [[next(self.numbers) for _ in self.rows] for _ in gates]
        self.table = [[-self.true, *(next(self.numbers) for _ in range(2**self.operands - 1))] for _ in gates]
        places = (combinations(range(words + i), self.operands) for i in gates)
        self.reads = [{read: next(self.numbers) for read in each} for each in places]
        self.output = [[next(self.numbers) for _ in gates] for _ in range(5)]
        for bit, is_output in enumerate(self.output):
            self.one_of(is_output)
            for i, row in product(gates, range(len(self.rows))):
                self.clauses.append([-is_output[i], self.value[words + i][row] * (1 if wanted[row][bit] else -1)])
        for i in gates:
            self.one_of(self.reads[i].values())
            self.at_most_one([self.output[bit][i] for bit in range(5)])
            later = (chosen for j in gates[i + 1 :] for read, chosen in self.reads[j].items() if words + i in read)
            self.clauses.append([*(self.output[bit][i] for bit in range(5)), *later])
            for bits in product((0, 1), repeat=2**self.operands):
                if bits not in self.allowed:
                    self.clauses.append([-entry if bit else entry for entry, bit in zip(self.table[i], bits)])
            for read, chosen in self.reads[i].items():
                self.computes(i, read, chosen)
        for i in gates[1:]:  # of neighbours that do not need each other, the one that reads less comes first
            for (first, a), (second, b) in product(self.reads[i - 1].items(), self.reads[i].items()):
                if words + i - 1 not in second and first[::-1] > second[::-1]:
                    self.clauses.append([-a, -b])

    def sum_of_inputs(self) -> tuple[list[int], dict[tuple[int, ...], int]]:
        """The values of a sum of inputs, and which of all sums it is."""
        value, which = [next(self.numbers) for _ in self.rows], {added: next(self.numbers) for added in self.rows}
        self.one_of(which.values())
        for (added, chosen), (place, row) in product(which.items(), enumerate(self.rows)):
            self.clauses.append([-chosen, value[place] * (1 if sum(a & b for a, b in zip(added, row)) % 2 else -1)])
        return value, which

    def at_most_one(self, variables: Iterable[int]) -> None:
        self.clauses += ([-a, -b] for a, b in combinations(variables, 2))

    def one_of(self, variables: Iterable[int]) -> None:
        self.clauses.append(chosen := list(variables))
        self.at_most_one(chosen)

    def computes(self, i: int, read: tuple[int, ...], chosen: int) -> None:
        """Where function i reads these words, its values follow from its table."""
        for row, bits in product(range(len(self.rows)), product((0, 1), repeat=self.operands)):
            condition = [self.value[place][row] * (-1 if bit else 1) for place, bit in zip(read, bits)]
            if self.true in condition:
                continue
            condition = [-chosen, *(literal for literal in condition if literal != -self.true)]
            result = self.value[self.words + i][row]
            entry = self.table[i][sum(bit << place for place, bit in enumerate(reversed(bits)))]
            self.clauses += ([*condition, -entry, result], [*condition, entry, -result])

    def text(self) -> str:
        lines = (" ".join(map(str, [*clause, 0])) for clause in self.clauses)
        return f"p cnf {next(self.numbers) - 1} {len(self.clauses)}\n" + "\n".join(lines) + "\n"

    def circuit(self, true: set[int]) -> Iterator[str]:
        names = ["x0", "x1", "x2", "x3", "x4", "k"]
        for j, (_, which) in enumerate(self.sums):
            added = next(added for added, chosen in which.items() if chosen in true)
            yield f"s{j} = {' ^ '.join(name for name, is_added in zip(names, added) if is_added)}"
        if self.sums:
            names = [f"s{j}" for j in range(self.words)]
        names = names[: self.words] + [f"g{i}" for i in range(self.functions)]
        for i in range(self.functions):
            read = next(read for read, chosen in self.reads[i].items() if chosen in true)
            bits = "".join(str(int(entry in true)) for entry in self.table[i])
            which = [f", y{bit}" for bit in range(5) if self.output[bit][i] in true]
            yield f"g{i} = {bits}({', '.join(names[place] for place in read)}){''.join(which)}"


def answer(question: Question) -> set[int] | None:
    done = subprocess.run(["cadical", "-q"], input=question.text(), capture_output=True, text=True)
    if done.returncode not in (10, 20):
        raise RuntimeError(done.stderr or done.stdout)
    values = (int(word) for line in done.stdout.splitlines() if line[:1] == "v" for word in line.split()[1:])
    return {value for value in values if value > 0} if done.returncode == 10 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--of", choices=SETS, default="three", help="functions of so many bits, or Arm's")
    parser.add_argument("--constant", action="store_true", help="with the round's constant")
    parser.add_argument("--sums", type=int, default=0, metavar="N", help="of N sums of inputs")
    arguments = parser.parse_args()
    question = Question(arguments.count, 6 if arguments.constant else 5, arguments.of, arguments.sums)
    true = answer(question)
    print("none" if true is None else "\n".join(question.circuit(true)))
    print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime:.0f} seconds of cadical")


if __name__ == "__main__":
    main()
