"""The example of docs/lab.md: its commands, followed in a folder of their own, print what the page says.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pages
import pytest
from compiling import ROOT
from embedded.building import version

RECORDED = "12.2.1"  # the compiler that the page's addresses are of
BLOCKS = [block for block in pages.blocks("docs/lab.md") if "test_example" in block.excuse]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """As the project is, for those who are in it."""
    here: Path = tmp_path_factory.mktemp("project")
    for name in ("asconkit", "examples", "tests"):
        (here / name).symlink_to(ROOT / name)
    paths = ":".join(str(ROOT / name) for name in ("", "proofs", "tools"))
    settings = f'export PYTHONPATH="{paths}"; shift; exec "{sys.executable}" -m lab "$@"'
    (here / "dev").write_text(f"#!/bin/sh\n{settings}\n", encoding="utf-8")
    (here / "dev").chmod(0o755)
    return here


def follow(folder: Path, *commands: str) -> tuple[int, str]:
    """The status of the last command, and all that they print."""
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run(
        ["sh", "-eu"], input="\n".join(commands), cwd=folder, env=environment, capture_output=True, text=True
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def timeless(text: str) -> str:
    return re.sub(r" in [\d.]+ s", " in 0.0 s", text)


def test_the_example(folder):
    right, leaky, printed = (block.text for block in BLOCKS)
    settings = right.partition("arm-none-eabi-gcc")[0]
    status, text = follow(folder, right)
    assert status == 0 and text.count(": clean\n") == 2 and "2 units in" in text
    assert len(re.findall(r"^load .*the key +2 shares: exact, order 1: 1 clean; 1 processor$", text, re.M)) == 2
    status, text = follow(folder, settings, leaky)
    assert status == 1 and "LEAKS (register)" in text and "lock.c:" in text
    if version("arm-none-eabi-gcc") == RECORDED:
        assert timeless(printed) in timeless(text)
