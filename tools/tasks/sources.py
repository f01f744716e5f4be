# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The state of the sources: formatting, lint, the site made of them, and files that derive from others."""

import argparse
import sys

from . import packages
from .commands import call


def format_sources(_) -> None:
    packages.install(packages.LINT)
    call(sys.executable, "tools/lint.py", "--format")


def lint(arguments: argparse.Namespace) -> None:
    if arguments.budgets:
        call(sys.executable, "tools/lint.py", "--budgets")
        return
    packages.install(packages.LINT)
    call("cmake", "--preset", "release")
    call(sys.executable, "tools/lint.py")


def generate(arguments: argparse.Namespace) -> None:
    if arguments.what == "requirements":
        packages.install(packages.REQUIREMENTS)
        call(sys.executable, "tools/requirements.py", *(["--upgrade"] if arguments.upgrade else []))
        return
    if arguments.what == "rounds":
        packages.install(packages.ROUNDS)
        call(sys.executable, "tools/rounds.py")
        call(packages.system_python(), "tools/rounds.py", "--draw")
    call(sys.executable, "tools/generate.py")
    call(sys.executable, "bench/headlines.py")


def docs(_) -> None:
    packages.install(packages.DOCS)
    call(sys.executable, "tools/docs.py")
