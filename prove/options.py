"""The options of ./dev prove. Python's standard library alone: they are there before any package is.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
from pathlib import Path

RESULTS = Path(__file__).resolve().parent.parent / "docs/results/prove.json"
EPILOG = """examples:
  ./dev prove                   what the usual tests prove: 1, 6, 8 and 12 rounds
  ./dev prove c64 armv7m        these backends or engines
  ./dev prove --rounds 1-16     other numbers of rounds
  ./dev prove --all             every program and number of rounds
  ./dev prove --all --record    and writes docs/results/prove.md"""
USUAL_ROUNDS = (1, 6, 8, 12)  # those of the algorithms, and the shortest one


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
        raise argparse.ArgumentTypeError(f"{text!r} is no list of rounds; {expected}")
    return tuple(sorted(found))


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    text = "Proves from machine code that permutations are the specification's. docs/prove.md explains what it shows."
    parser = argparse.ArgumentParser(
        prog="./dev prove", description=text, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("backends", nargs="*", metavar="BACKEND", help="only these, or vector engines")
    parser.add_argument("--rounds", type=rounds, metavar="LIST", help="numbers of rounds: 1,6,8 or 1-16")
    text = "every target, setting and profile, and every number of rounds"
    parser.add_argument("--all", action="store_true", help=text)
    parser.add_argument("--list", action="store_true", help="says what there is to prove")
    parser.add_argument("--record", action="store_true", help="with --all: writes docs/results/prove.md and .json")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    parse()
