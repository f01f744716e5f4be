"""What ./dev prove --record keeps: proofs of the programs that there are now.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from compiling import ROOT, BuildError
from planted_blocks import FAULTS as IN_BLOCKS
from planted_lengths import FAULTS
from prove import __main__ as command
from prove import report
from prove.values import NotProved


@dataclass
class Function:
    """A subject whose program is a file."""

    name: str
    file: Path
    right: bool = True
    compiler: bool = True
    proved: list[int] = field(default_factory=list)

    kind, backend, what = "permutation", "c64", "a processor"

    @property
    def program(self):
        return SimpleNamespace(elf=self.elf, label="gcc 1.2 -O3")

    def elf(self):
        if not self.compiler:
            raise BuildError("there is no gcc")
        return SimpleNamespace(path=self.file)

    def said(self, _elf):
        return None

    def prepared(self, elf):
        return elf

    def prove(self, _elf, case):
        if not self.right:
            raise NotProved("a fault")
        self.proved.append(case)
        return SimpleNamespace(instructions=10, stack=20, comparisons=30)

    def summary(self, cases):
        return f"{len(cases)} rounds"

    def label(self, case):
        return f"{case} rounds"


@pytest.fixture
def functions(tmp_path, monkeypatch):
    """Two, and an empty record."""
    found = [Function(name, tmp_path / f"{name}.elf") for name in ("first", "second")]
    for each in found:
        each.file.write_text(each.name)
    monkeypatch.setattr(report, "RESULTS", tmp_path / "prove.json")
    monkeypatch.setattr(command.subjects, "subjects", lambda: found)
    monkeypatch.setenv("ASCONKIT_JOBS", "1")
    return found


def record(functions, cases):
    recording = command.Recording()
    for each in functions:
        recording.add(command.outcome(each, cases, recording.rows.get(each.name)))
    recording.finish()
    return report.recorded()


def test_what_is_recorded_of_the_same_program_is_not_proved_again(functions):
    first = record(functions, (1, 2))
    assert record(functions, (1, 2)) == record(functions, (1,)) == first
    assert [each.proved for each in functions] == [[1, 2], [1, 2]]
    assert "2 of the 2 that" in report.page()


def test_more_cases_are_proved(functions):
    record(functions, (1,))
    assert [row["proofs"] for row in record(functions[:1], (1, 2)).values()] == [2, 1]


def test_another_program_is_proved_anew_and_until_then_left_out(functions):
    record(functions, (1,))
    functions[1].file.write_text("another")
    assert list(record(functions[:1], (1,))) == ["first"]
    assert list(record(functions, (1,))) == ["first", "second"]
    assert functions[1].proved == [1, 1]


def test_what_is_not_proved_has_no_row(functions):
    record(functions, (1,))
    functions[0].right = False
    functions[0].file.write_text("with a fault")
    assert list(record(functions, (1,))) == ["second"]


def test_a_row_stays_where_its_program_cannot_be_made(functions):
    first = record(functions, (1,))
    functions[0].compiler = False
    assert record(functions, (1, 2)).keys() == first.keys()
    assert report.recorded()["first"] == first["first"]
    assert record(functions[1:], (1,))["first"] == first["first"]


def test_pages_count_the_planted_faults():
    for page, words in (("SECURITY.md", "finds {} faults"), ("docs/prove.md", "are {} wrong changes")):
        assert words.format(len(FAULTS) + len(IN_BLOCKS)) in (ROOT / page).read_text(encoding="utf-8")
