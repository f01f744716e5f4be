"""Proofs about machine code: a program in an environment of its own.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from python_env import environment

from . import packages
from .commands import ROOT, Failure, asks_for_help, succeeds


def prove(arguments: argparse.Namespace) -> None:
    settings = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tools'}", "PYTHONDONTWRITEBYTECODE": "1"}
    here = {"cwd": ROOT, "env": settings}
    if asks_for_help(arguments.rest):
        succeeds(sys.executable, "-m", "prove.options", *arguments.rest, **here)
        return
    packages.install(packages.PROVE)
    python = environment(Path(sys.executable), "prove", ROOT / "prove/requirements.txt")
    if not succeeds(python, "-m", "prove", *arguments.rest, **here):
        raise Failure("failed: prove")
