"""The options of the laboratory. Python's standard library alone: they are there before any package is.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / "build/lab"
PLOTS = BUILD / "plots"
RESULTS = BUILD / "results.json"
KINDS = ("skip", "zero", "flip of sp", "flip", "jump", "two skips")  # of faults, the cheapest first
EPILOG = """examples:
  ./dev lab                          the units of the project, and the controls
  ./dev lab my.elf my.toml           the exact check of each unit of a program
  ./dev lab my.elf my.toml --all     and t-tests
  ./dev lab proofs/lab/controls/and_armv7m.toml   a manifest that says how its program is built
  ./dev lab --all                    every unit and control, every test
  ./dev lab --shuffling              what a random order of columns adds
  ./dev lab --gates                  what the flip-flops of a processor, PicoRV32, tell in a round on 2 shares
  ./dev lab --terms                  which linear terms of gates on 4 shares leak
  ./dev lab --faults                 what single faults make of a decryption
  ./dev lab --traces TRACES.npy --classes CLASSES.npy    t-tests of traces from a board
  ./dev lab --traces RANDOM.npy FIXED.npy    the same, from two files"""


def parse() -> argparse.Namespace:
    text = "Shows whether masked machine code leaks. docs/lab.md explains manifests, models and limits."
    parser = argparse.ArgumentParser(
        prog="./dev lab", description=text, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a program (ELF) and its manifest (TOML)")
    text = "higher orders and t-tests too; without files: of everything"
    parser.add_argument("--all", action="store_true", help=text)
    text = "with --all or --gates: the exact check, or the t-tests"
    parser.add_argument("--only", choices=("exact", "t-test"), default="", help=text)
    text = "that the exact check may take for one order of one unit"
    parser.add_argument("--patience", type=float, default=1800, metavar="SECONDS", help=text)
    text = "what --all found: rows for what did not run now stay in it"
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE.json", help=text)
    text = "with --all: adds all rows of that file to docs/results/lab.json, and writes lab.md"
    parser.add_argument("--record", action="store_true", help=text)
    text = "single faults in hardened and usual AEAD, in place of leaks: docs/constructions/hardened.md"
    parser.add_argument("--faults", action="store_true", help=text)
    text = "of --faults: these kinds alone, such as skip,zero; docs/constructions/hardened.md has all"
    parser.add_argument("--kinds", default=",".join(KINDS), metavar="KIND,...", help=text)
    text = "what a random order of columns adds to two shares on AVR: docs/masked.md"
    parser.add_argument("--shuffling", action="store_true", help=text)
    text = "units for RV32 on the gates of PicoRV32, with t-tests of each flip-flop in each cycle"
    parser.add_argument("--gates", action="store_true", help=text)
    text = "with --gates: also all nets between flip-flops"
    parser.add_argument("--every-net", action="store_true", help=text)
    text = "of --gates"
    parser.add_argument("--gate-traces", type=int, default=15360, metavar="N", help=text)
    text = "which linear terms of gates on 4 shares keep three values apart: docs/masked.md"
    parser.add_argument("--terms", action="store_true", help=text)
    text = "only units with this in MANIFEST: UNIT, as they are printed, or programs of --faults with it in their names"
    parser.add_argument("--unit", default="", metavar="TEXT", help=text)
    parser.add_argument("--first", type=int, default=10_000_000, metavar="N", help="traces of t-tests of order 1")
    parser.add_argument("--second", type=int, default=1_000_000, metavar="N", help="of order 2, for 3 and 4 shares")
    text = "samples of which order 2 tests all pairs"
    parser.add_argument("--most", type=int, default=5500, metavar="N", help=text)
    text = "of more samples, order 2 tests the pairs that are at most so many samples apart"
    parser.add_argument("--reach", type=int, default=1000, metavar="N", help=text)
    parser.add_argument("--out", type=Path, default=PLOTS, metavar="FOLDER", help="where plots go")
    parser.add_argument("--seed", type=int, default=1, help="of the random inputs")
    text = "an array of numpy, one row for each trace, or two: with random, with fixed secrets"
    parser.add_argument("--traces", nargs="+", type=Path, metavar="FILE.npy", help=text)
    text = "of the rows of one array of traces: 0 if the secrets were random, 1 if they were fixed"
    parser.add_argument("--classes", type=Path, metavar="FILE.npy", help=text)
    text = "of the t-test of --traces, 1 (default) or 2; otherwise the highest order that is checked"
    parser.add_argument("--order", type=int, choices=(1, 2, 3), help=text)
    arguments = parser.parse_args()
    if arguments.traces and arguments.order == 3:
        parser.error("--order 3: expected 1 or 2 with --traces")
    return arguments


if __name__ == "__main__":
    parse()
