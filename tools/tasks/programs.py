# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The laboratory, boards, proofs, mutation testing, static analysis and fuzzing: programs that are given their options.
One that needs packages of Python gets an environment."""

import argparse
import os
import sys
from pathlib import Path

from python_env import FEW_REQUIREMENTS, environment

from . import packages
from .commands import ROOT, Failure, asks_for_help, call, succeeds


def settings(**more: str) -> dict[str, str]:
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("", "proofs", "tests", "tools"))
    return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **more}


def run(folder: Path, needs: list[str], words: list[str], own: Path | None = None, where: Path = ROOT) -> None:
    """The program of this folder with these options, and the Python packages that the folder `own` names. options.py
    needs none: it prints the help, and refuses wrong options."""
    here = {"cwd": where, "env": settings()}
    if not succeeds(sys.executable, "-m", f"{folder.name}.options", *words, **here):
        sys.exit(2)
    if asks_for_help(words):
        return
    if not {"--list", "--report"} & set(words):
        packages.install(needs)
    python = environment(Path(sys.executable), own.name, own / "requirements.txt") if own else sys.executable
    if not succeeds(python, "-m", folder.name, *words, **here):
        raise Failure(f"failed: {folder.name}")


def lab(arguments: argparse.Namespace) -> None:
    """In the folder that one is in, where the programs of users are."""
    needs = packages.GATES if "--gates" in arguments.rest else packages.LAB
    run(ROOT / "proofs/lab", needs, arguments.rest, ROOT / "proofs", Path.cwd())


def board(arguments: argparse.Namespace) -> None:
    """In the folder that one is in, where oscilloscopes of users are."""
    python = sys.executable
    if arguments.rest and not asks_for_help(arguments.rest):
        packages.install(packages.BOARD)
        python = environment(Path(sys.executable), "proofs", ROOT / "proofs/requirements.txt")
    if not succeeds(python, ROOT / "bench/board/board.py", *arguments.rest, cwd=Path.cwd()):
        raise Failure("failed: board")


def prove(arguments: argparse.Namespace) -> None:
    run(ROOT / "proofs/prove", packages.PROVE + packages.CARGO, arguments.rest, ROOT / "proofs")


def mutate(arguments: argparse.Namespace) -> None:
    if "--list" in arguments.rest:  # of the project's steps, for which mutants need not be made
        call(sys.executable, "-m", "mutation.project", env=settings())
        return
    run(ROOT / "tools/mutation", packages.MUTATE, arguments.rest, ROOT / "tools/mutation")


def analyze(arguments: argparse.Namespace) -> None:
    run(ROOT / "proofs/analysis", packages.ANALYZE, arguments.rest)


def fuzz(arguments: argparse.Namespace) -> None:
    """In this interpreter, which makes the environments of the Python package too. The packages are for the extension
    that one target is linked with, in an environment of their own: tests call this with another interpreter, for which
    a shared one would be made anew."""
    words, more = arguments.rest, {}
    if not asks_for_help(words) and "--list" not in words:
        packages.install(packages.FUZZ)
        python = environment(Path(sys.executable), "fuzz", FEW_REQUIREMENTS)
        more["ASCONKIT_FUZZ_PYTHON"] = str(python)
    if not succeeds(sys.executable, "-m", "fuzz", *words, env=settings(**more)):
        raise Failure("failed: fuzz")
