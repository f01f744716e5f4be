# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The fewest functions of three bits that make the S-box: asks a solver whether `count` of them are enough.

    PYTHONPATH=tools python3 -m scheduling.synthesis COUNT [--constant]

prints a circuit or "none". Needs cadical (Debian has it). Nine take five minutes; that there is none of eight, eleven.
The question leaves out circuits that are another's in another order, or have a function that nobody reads."""

import argparse
import subprocess
from collections.abc import Iterable, Iterator
from itertools import combinations, count, product

from spec.permutation import substitute

# The circuit of the sources: asconkit/core/backends/avx512vl, asconkit/batch/engines/avx512_round.h, and the kernels of
# accelerators. k is the round's constant.
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


def outputs(inputs: tuple[int, ...]) -> list[int]:
    """The S-box of five bits, SP 800-232, section 3.3; a sixth is the constant's, section 3.2."""
    words = list(inputs[:5])
    words[2] ^= sum(inputs[5:])
    return [word & 1 for word in substitute(words)]


class Question:
    """Clauses that have an answer where there is a circuit. All functions and outputs are 0 where all inputs are 0: a
    complement can go to whatever reads it."""

    def __init__(self, functions: int, inputs: int) -> None:
        self.functions, self.inputs = functions, inputs
        self.numbers, self.clauses = count(1), list[list[int]]()
        self.rows = list(product((0, 1), repeat=inputs))[1:]
        of_zero = outputs((0,) * inputs)
        wanted = [[a ^ b for a, b in zip(outputs(row), of_zero)] for row in self.rows]
        gates = range(functions)
        self.value = [[next(self.numbers) for _ in self.rows] for _ in gates]
        self.table = [[0, *(next(self.numbers) for _ in range(7))] for _ in gates]  # of the function, but its first bit
        self.reads = [{three: next(self.numbers) for three in combinations(range(inputs + i), 3)} for i in gates]
        self.output = [[next(self.numbers) for _ in gates] for _ in range(5)]
        for bit, is_output in enumerate(self.output):
            self.one_of(is_output)
            for i, row in product(gates, range(len(self.rows))):
                self.clauses.append([-is_output[i], self.value[i][row] * (1 if wanted[row][bit] else -1)])
        for i in gates:
            self.one_of(self.reads[i].values())
            self.at_most_one([self.output[bit][i] for bit in range(5)])
            later = (chosen for j in gates[i + 1 :] for three, chosen in self.reads[j].items() if inputs + i in three)
            self.clauses.append([*(self.output[bit][i] for bit in range(5)), *later])
            for three, chosen in self.reads[i].items():
                self.computes(i, three, chosen)
        for i in gates[1:]:  # of neighbours that do not need each other, the one that reads less comes first
            for (first, a), (second, b) in product(self.reads[i - 1].items(), self.reads[i].items()):
                if inputs + i - 1 not in second and first[::-1] > second[::-1]:
                    self.clauses.append([-a, -b])

    def at_most_one(self, variables: Iterable[int]) -> None:
        self.clauses += ([-a, -b] for a, b in combinations(variables, 2))

    def one_of(self, variables: Iterable[int]) -> None:
        self.clauses.append(chosen := list(variables))
        self.at_most_one(chosen)

    def computes(self, i: int, three: tuple[int, ...], chosen: int) -> None:
        """Where function i reads these three, its values follow from its table."""
        for row, bits in product(range(len(self.rows)), product((0, 1), repeat=3)):
            condition = [-chosen]
            for place, bit in zip(three, bits):
                if place >= self.inputs:
                    condition.append(self.value[place - self.inputs][row] * (-1 if bit else 1))
                elif self.rows[row][place] != bit:
                    break
            else:
                result, entry = self.value[i][row], self.table[i][bits[0] * 4 + bits[1] * 2 + bits[2]]
                both = ([-entry, result], [entry, -result]) if entry else ([-result],)
                self.clauses += ([*condition, *each] for each in both)

    def text(self) -> str:
        lines = (" ".join(map(str, [*clause, 0])) for clause in self.clauses)
        return f"p cnf {next(self.numbers) - 1} {len(self.clauses)}\n" + "\n".join(lines) + "\n"

    def circuit(self, true: set[int]) -> Iterator[str]:
        names = ["x0", "x1", "x2", "x3", "x4", "k"][: self.inputs] + [f"g{i}" for i in range(self.functions)]
        for i in range(self.functions):
            three = next(three for three, chosen in self.reads[i].items() if chosen in true)
            bits = "".join(str(int(entry in true)) for entry in self.table[i])
            which = [f", y{bit}" for bit in range(5) if self.output[bit][i] in true]
            yield f"g{i} = {bits}({', '.join(names[place] for place in three)}){''.join(which)}"


def answer(question: Question) -> set[int] | None:
    done = subprocess.run(["cadical", "-q"], input=question.text(), capture_output=True, text=True)
    if done.returncode not in (10, 20):
        raise RuntimeError(done.stderr or done.stdout)
    values = (int(word) for line in done.stdout.splitlines() if line[:1] == "v" for word in line.split()[1:])
    return {value for value in values if value > 0} if done.returncode == 10 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--constant", action="store_true", help="with the round's constant")
    arguments = parser.parse_args()
    question = Question(arguments.count, 6 if arguments.constant else 5)
    true = answer(question)
    print("none" if true is None else "\n".join(question.circuit(true)))


if __name__ == "__main__":
    main()
