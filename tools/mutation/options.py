# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The options of ./dev mutate. Python's standard library alone: they are there before any package is."""

import argparse

EPILOG = """examples:
  ./dev mutate                             200 mutants; begun runs go on
  ./dev mutate --count 10 --files 'asconkit/core/state/*'
  ./dev mutate --again                     the survivors once more, with the tests as they are now
  ./dev mutate --again 17 23               these mutants
  ./dev mutate --report                    writes docs/results/mutation.md"""


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    text = "Changes the library's C in random places and counts what the tests notice. docs/mutation.md explains it."
    parser = argparse.ArgumentParser(
        prog="./dev mutate", description=text, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    text = "mutants to judge: those that compile, and differ in machine code"
    parser.add_argument("--count", type=int, default=200, metavar="N", help=text)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the choice of mutants")
    parser.add_argument("--files", default="*", metavar="GLOB", help="only in these, from the project's root")
    parser.add_argument("--fresh", action="store_true", help="forget what was begun")
    text = "judge survivors, or these numbers, once more with the present tests"
    parser.add_argument("--again", type=int, nargs="*", metavar="NUMBER", help=text)
    parser.add_argument("--list", action="store_true", help="say which tests are run for a mutant, in their order")
    parser.add_argument("--report", action="store_true", help="write docs/results/mutation.md from what was found")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    parse()
