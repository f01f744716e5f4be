"""What the tests of protocols share."""

from pathlib import Path

import pytest
from python_env import zcbor as sources_of_zcbor


@pytest.fixture(scope="session")
def zcbor() -> Path:
    return sources_of_zcbor()
