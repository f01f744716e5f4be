"""What tests of ports share."""

import sys
from pathlib import Path

import pytest
from builds import ROOT
from python_env import environment


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder of PlatformIO's, ESP-IDF's and Zephyr's commands."""
    return environment(Path(sys.executable), "ports", ROOT / "tests/ports/requirements.txt").parent
