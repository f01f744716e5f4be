# SPDX-License-Identifier: Apache-2.0 OR MIT
"""test_inits.cpp calls everything that starts a context from inputs, so that each new call has a test there."""

import re
from pathlib import Path

from builds import LIBRARY

PROGRAM = Path(__file__).with_name("test_inits.cpp")
WITHOUT_INPUTS = {f"ascon_{name}_init" for name in ("hash256", "xof128", "tree")}
STARTS = re.compile(r"\b(ascon_(?:\w+_init(?:_bits)?|stream_derive|stream_header_(?:open|encode|decode)))\(\w+ \*")


def test_every_start_is_tested():
    found = {call for path in LIBRARY.rglob("ascon*.h") for call in STARTS.findall(path.read_text(encoding="utf-8"))}
    assert len(found) >= 20
    tested = set(re.findall(r"\bascon_\w+", PROGRAM.read_text(encoding="utf-8")))
    assert found - tested - WITHOUT_INPUTS == set()
