"""The options of ./dev prove. Python's standard library alone: they are there before any package is.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import argparse
import re
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[2] / "docs/results/prove.json"
EPILOG = """examples:
  ./dev prove                   permutations, block loops and calls of usual programs
  ./dev prove c64 armv7m        of these backends or engines
  ./dev prove --only calls c64  calls alone
  ./dev prove --only lengths    calls and block loops with strings of every length, by induction
  ./dev prove --all -R 'Cortex-M3 size.*calls'
  ./dev prove --rounds 1-16     permutations with other numbers of rounds
  ./dev prove --second-opinion  permutations, by Berkeley's ABC
  ./dev prove --all             every program, number of rounds, number of blocks and pair of lengths
  ./dev prove --all --record    and writes docs/results/prove.json; it takes hours, and begun runs go on
  ./dev prove --record armv7m   puts what it proves into that record
  ./dev prove --coq             the specification in Coq: theorems for all lengths, and known answers
  ./dev prove --texts           texts by other people, and the specification in Coq, are the model: some lengths
  ./dev prove --texts --all     the same for all lengths of proofs/texts/README.md"""
KINDS = {"permutations": "permutation", "loops": "block loops", "calls": "calls", "lengths": "every length"}


def rounds(text: str) -> tuple[int, ...]:
    """1,6,8 or 1-16."""
    found: set[int] = set()
    try:
        for part in text.split(","):
            first, _, last = part.partition("-")
            found.update(range(int(first), int(last or first) + 1))
    except ValueError:
        found = set()
    if not found or min(found) < 1 or max(found) > 16:
        expected = "expected numbers from 1 to 16, as 1,6,8 or 1-16"
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of rounds; {expected}")
    return tuple(sorted(found))


def regex(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a regular expression: {error}") from None


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    text = "Proves from machine code that permutations, block loops and calls do what the specification says."
    parser = argparse.ArgumentParser(
        prog="./dev prove", description=f"{text} docs/prove.md explains what it shows.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("backends", nargs="*", metavar="BACKEND", help="only these, or vector engines")
    parser.add_argument("--only", choices=KINDS, help="one kind of function")
    text = "only what this finds in the lines of --list"
    parser.add_argument("-R", dest="regex", type=regex, metavar="REGEX", help=text)
    parser.add_argument("--rounds", type=rounds, metavar="LIST", help="permutations with these rounds: 1,6,8 or 1-16")
    text = "every target, setting and profile, number of rounds and blocks, and pair of lengths"
    parser.add_argument("--all", action="store_true", help=text)
    text = "permutations compared by Berkeley's ABC, of one program of each backend and engine"
    parser.add_argument("--second-opinion", action="store_true", help=text)
    text = "the theorems of proofs/coq, checked twice, and known answers inside Coq"
    parser.add_argument("--coq", action="store_true", help=text)
    text = "the texts of proofs/texts say what the model of these proofs says"
    parser.add_argument("--texts", action="store_true", help=text)
    parser.add_argument("--list", action="store_true", help="says what there is to prove")
    text = "puts it into docs/results/prove.json; what they have is not proved again"
    parser.add_argument("--record", action="store_true", help=text)
    parsed = parser.parse_args(arguments)
    if parsed.record and (parsed.rounds or parsed.second_opinion):
        parser.error("--record: neither --rounds nor --second-opinion has a place on the page")
    return parsed


if __name__ == "__main__":
    parse()
