# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A child process that has the same number as its parent shares no output and no threads with it, whichever way to
tell them apart the system has."""

import os
import subprocess
from pathlib import Path

import pytest
from builds import ROOT

PROGRAM = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release")) / "bin/drbg_forks"


@pytest.mark.parametrize("ways", ["page", "handler", "neither"])
def test_children_share_nothing_with_their_parent(ways):
    done = subprocess.run([PROGRAM, ways], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
