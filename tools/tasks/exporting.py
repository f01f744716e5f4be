# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library in the forms of other ecosystems: separate programs, which are given the options."""

import argparse
import sys

from . import packages
from .commands import asks_for_help, call


def export(arguments: argparse.Namespace) -> None:
    call(sys.executable, "tools/export.py", *arguments.rest)


def duckdb(arguments: argparse.Namespace) -> None:
    if not asks_for_help(arguments.rest):
        packages.install(packages.PYTHON)
    call(sys.executable, "tools/duckdb_extension.py", *arguments.rest)
