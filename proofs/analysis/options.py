"""The options of ./dev analyze. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import argparse
import re

TOOLS = {"clang": "clang --analyze", "gcc": "gcc -fanalyzer", "misra": "cppcheck, MISRA C:2012", "eva": "Frama-C's Eva"}
EPILOG = """examples:
  ./dev analyze                       everything
  ./dev analyze clang                 one analyzer
  ./dev analyze eva -R 'ascon_any_run'    Eva on the calls whose names this regular expression finds
  ./dev analyze eva --record          and writes docs/results/eva.json; misra --record: docs/misra.md"""


def expression(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a regular expression: {error}") from None


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev analyze", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Static analysis of the library's C. docs/analysis.md explains what it shows.",
    )  # fmt: skip
    parser.add_argument("tools", nargs="*", metavar="TOOL", help=f"only these: {', '.join(TOOLS)}")
    text = "of Eva: only calls whose names this finds"
    parser.add_argument("-R", dest="match", type=expression, default=re.compile(""), metavar="REGEX", help=text)
    parser.add_argument("--record", action="store_true", help="of eva and misra: writes their pages in docs")
    parsed = parser.parse_args(arguments)
    for name in parsed.tools:
        if name not in TOOLS:
            parser.error(f"there is no analyzer {name!r}; there are {', '.join(TOOLS)}")
    if parsed.tools != ["eva"] and parsed.match.pattern:
        parser.error("-R is an option of ./dev analyze eva")
    if parsed.record and parsed.tools not in (["eva"], ["misra"]):
        parser.error("--record is an option of ./dev analyze eva and of ./dev analyze misra")
    if parsed.record and parsed.match.pattern:
        parser.error("--record wants all calls: the page is about these")
    return parsed


if __name__ == "__main__":
    parse()
