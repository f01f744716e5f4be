"""What the tests of protocols share."""

import sys
from pathlib import Path

import pytest
from builds import ROOT, run
from python_env import PIP


@pytest.fixture(scope="session")
def zcbor(tmp_path_factory) -> Path:
    """The folder of zcbor's C sources, of the version that ports/cose names."""
    folder = tmp_path_factory.mktemp("zcbor")
    options = ("--no-deps", "--require-hashes", "--root-user-action=ignore", "--target", folder)
    run(sys.executable, *PIP, "install", *options, "-r", ROOT / "ports/cose/zcbor.txt")
    return folder / "zcbor"
