"""The options of ./dev fuzz. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import argparse
import re

from .table import BY_NAME

TEXT = "Fuzzes the code that strangers' data reaches. docs/fuzzing.md explains the targets."
EPILOG = """examples:
  ./dev fuzz                            every target for a minute
  ./dev fuzz file keys --seconds 600    these, for ten minutes each
  ./dev fuzz --memory                   those of the library, with MemorySanitizer
  ./dev fuzz bits --merge               what was found of new branches becomes part of the corpus
  ./dev fuzz --coverage                 which lines are never reached
  ./dev fuzz --hours 8                  unattended: every target, smaller corpora, coverage before and after"""


def target(name: str) -> str:
    if name not in BY_NAME:
        raise argparse.ArgumentTypeError(f"there is no target {name!r}; there are {', '.join(BY_NAME)}")
    return name


def positive(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds; expected 1 or more")
    return int(text)


def hours(text: str) -> float:
    if not re.fullmatch(r"\d+(\.\d+)?", text, re.ASCII) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of hours; expected such as 8 or 0.5")
    return float(text)


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev fuzz", description=TEXT, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )  # fmt: skip
    parser.add_argument("targets", nargs="*", type=target, metavar="TARGET", help="only these; --list names them")
    text = "for each target; 60 if nothing else is asked for"
    parser.add_argument("--seconds", type=positive, metavar="N", help=text)
    text = "in all, for every target: then --merge, and --coverage before and after"
    parser.add_argument("--hours", type=hours, metavar="N", help=text)
    parser.add_argument("--memory", action="store_true", help="with MemorySanitizer instead of the others")
    parser.add_argument("--merge", action="store_true", help="write the corpora anew, as small as they can be")
    parser.add_argument("--coverage", action="store_true", help="say which lines the corpora do not reach")
    parser.add_argument("--record", action="store_true", help="of --coverage: write docs/results/fuzzing.md")
    parser.add_argument("--build", action="store_true", help="build what tests need, and run nothing")
    parser.add_argument("--list", action="store_true", help="say which targets there are")
    parsed = parser.parse_args(arguments)
    if parsed.record and (not parsed.coverage or parsed.targets):
        parser.error("--record wants --coverage and no names: the page is about all targets")
    if parsed.hours and (parsed.seconds or parsed.memory or parsed.merge or parsed.coverage):
        parser.error("--hours chooses the rest itself: not with --seconds, --memory, --merge or --coverage")
    return parsed


if __name__ == "__main__":
    parse()
