# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Starting the programs that do the work of a task."""

import shlex
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Failure(Exception):
    """Ends ./dev with one line."""


def call(*command: object, **options) -> None:
    """Runs a command in the project's folder, or in `cwd`, and raises Failure if it fails."""
    if not succeeds(*command, **options):
        raise Failure(f"failed: {shlex.join(map(str, command))}")


def succeeds(*command: object, **options) -> bool:
    words = [str(word) for word in command]
    return subprocess.run(words, **{"cwd": ROOT, **options}).returncode == 0


def asks_for_help(words: list[str]) -> bool:
    """Whether a program that is given these options prints its help, for which nothing has to be installed."""
    return bool({"-h", "--help"} & set(words))
