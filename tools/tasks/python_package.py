# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Python package: building and testing it, and its benchmarks."""

import argparse
import sys

from . import packages
from .commands import asks_for_help, call

TEXT = "Build the Python package and run its tests; options are pytest's. Or: python bench."


def python(arguments: argparse.Namespace) -> None:
    """./dev python runs the tests, ./dev python bench the benchmarks."""
    if asks_for_help(arguments.rest):
        print(f"usage: ./dev python [bench] [OPTION...]\n\n{TEXT}")
        return
    packages.install(packages.PYTHON)
    task, rest = (arguments.rest[:1], arguments.rest[1:])
    if task != ["bench"]:
        task, rest = ["pytest"], ["-m", "not cluster", "tests/python", *arguments.rest]
    if task == ["bench"]:
        call("cmake", "--workflow", "--preset", "run")
    call(sys.executable, "tools/python_env.py", *task, *rest)
