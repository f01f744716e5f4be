"""What tests of embedded processors share."""

import pytest
from embedded import emulation
from embedded.targets import find


@pytest.fixture(scope="session")
def counting():
    """For tests that count instructions."""
    if not emulation.can_count(find("cortex-m3")):
        pytest.skip("QEMU has no plugins here, as in Debian 13; Debian 12's counts instructions")


@pytest.fixture(scope="session")
def as_recorded(counting):
    """Compares what was measured with a record, to the last instruction, if the compiler is that of the record."""

    def compare(found, record, key):
        kept = {key(each): each for each in record}
        here, there = found[0]["compiler"], kept[key(found[0])]["compiler"]
        if here != there:
            pytest.skip(f"the record was made with {there}, this is {here}")
        for each in found:
            assert {**each, "emulator": ""} == {**kept[key(each)], "emulator": ""}

    return compare
