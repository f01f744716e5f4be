"""What tests of embedded processors share."""

import pytest
from embedded import emulation
from embedded.targets import find


@pytest.fixture(scope="session")
def counting():
    """For tests that count instructions."""
    if not emulation.can_count(find("cortex-m3")):
        pytest.skip("QEMU has no plugins here, as in Debian 13; Debian 12's counts instructions")
