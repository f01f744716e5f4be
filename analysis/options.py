"""The options of ./dev analyze. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

import argparse

TOOLS = {"clang": "clang --analyze", "gcc": "gcc -fanalyzer"}
EPILOG = """examples:
  ./dev analyze         everything
  ./dev analyze clang   one analyzer"""


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev analyze", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Static analysis of the library's C. docs/analysis.md explains what it shows.",
    )  # fmt: skip
    parser.add_argument("tools", nargs="*", metavar="TOOL", help=f"only these: {', '.join(TOOLS)}")
    parsed = parser.parse_args(arguments)
    for name in parsed.tools:
        if name not in TOOLS:
            parser.error(f"there is no analyzer {name!r}; there are {', '.join(TOOLS)}")
    return parsed


if __name__ == "__main__":
    parse()
