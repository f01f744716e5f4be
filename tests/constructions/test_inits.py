"""test_inits.cpp calls everything that starts a context from inputs, so that a new call does not go untested.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
from pathlib import Path

from builds import LIBRARY

PROGRAM = Path(__file__).with_name("test_inits.cpp")
WITHOUT_INPUTS = {"ascon_any_hash_init", "ascon_any_xof_init", "ascon_tree_init"}
STARTS = re.compile(r"\b(ascon_(?:\w+_init(?:_bits)?|stream_derive|stream_header_(?:open|encode|decode)))\(\w+ \*")


def test_every_start_is_tested():
    headers = {name: name.read_text(encoding="utf-8") for name in LIBRARY.glob("ascon*.h")}
    # Calls of single algorithms are the generic ones with a constant.
    found = {call for name, text in headers.items() if name.stem != "ascon_algorithms" for call in STARTS.findall(text)}
    assert len(found) >= 20
    tested = set(re.findall(r"\bascon_\w+", PROGRAM.read_text(encoding="utf-8")))
    assert found - tested - WITHOUT_INPUTS == set()
