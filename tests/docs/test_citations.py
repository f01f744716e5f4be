# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Comments cite sections of SP 800-232 that exist, and all files the same one for the same step."""

import re
from pathlib import Path

from builds import ROOT

SOURCES = sorted(
    path for folder in ("asconkit", "spec") for path in (ROOT / folder).rglob("*")
    if path.suffix in (".h", ".c", ".hpp", ".py", ".S", ".inc")
)  # fmt: skip
SECTIONS = {
    "2", "2.1", "3", "3.1", "3.2", "3.3", "3.4", "4", "4.1", "4.1.1", "4.1.2", "4.2", "4.2.1", "4.2.2",
    "5", "5.1", "5.2", "5.3",
}  # fmt: skip
CITATION = re.compile(r"SP 800-232,?\s+sections? (\d+(?:\.\d+)*)")
# The steps of Ascon-AEAD128 are part of encryption, section 4.1.1; decryption is 4.1.2.
STEPS = "Initialization|Associated data|Finalization|last bit of the state"
STEP = re.compile(rf"({STEPS})\b[^.]{{0,60}}?section (\d(?:\.\d)*)")


def wrong(text: str) -> list[str]:
    unknown = [section for section in CITATION.findall(text) if section not in SECTIONS]
    return unknown + [f"{step}: {section}" for step, section in STEP.findall(text) if section != "4.1.1"]


def test_sections_are_those_of_the_standard():
    found = {str(path.relative_to(ROOT)): wrong(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert not {name: sections for name, sections in found.items() if sections}


def test_wrong_ones_are_found():
    assert wrong("/* Finalization, section 4.1.4: the tag. */") == ["Finalization: 4.1.4"]
    assert wrong("/* The last bit of the state: SP 800-232, section 4.1.2. */") == ["last bit of the state: 4.1.2"]
    assert wrong("SP 800-232, section 4.9") == ["4.9"]
    assert any(STEP.search(Path(path).read_text(encoding="utf-8")) for path in SOURCES)
