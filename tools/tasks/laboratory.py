"""The leakage laboratory: a program in an environment of its own, with the folder one is in.

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


def lab(arguments: argparse.Namespace) -> None:
    settings = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tools'}", "PYTHONDONTWRITEBYTECODE": "1"}
    here = {"cwd": Path.cwd(), "env": settings}
    if asks_for_help(arguments.rest):
        succeeds(sys.executable, "-m", "lab.options", *arguments.rest, **here)
        return
    packages.install(packages.LAB)
    python = environment(Path(sys.executable), "lab", ROOT / "lab/requirements.txt")
    if not succeeds(python, "-m", "lab", *arguments.rest, **here):
        raise Failure("failed: lab")
