# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ./dev fuzz does with targets: the table, corpora, failures that are kept, coverage."""

import re
import subprocess
import sys

import pytest
from builds import ROOT
from fuzz import building, corpus, coverage, options, running
from fuzz.table import ADDRESS, BY_NAME, HERE, TARGETS, Fault, Target

FOLDERS = ("library", "command", "python")


def dev_fuzz(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, ROOT / "dev", "fuzz", *words], capture_output=True, text=True, cwd=ROOT)


# ---- The table ---------------------------------------------------------------------------------------------


def test_every_file_has_a_row_and_every_row_a_file():
    files = {path.stem for folder in FOLDERS for path in (HERE / folder).glob("*.cpp")}
    assert files == {target.name for target in TARGETS if not target.program}
    assert all((ROOT / target.program).is_file() for target in TARGETS if target.program)
    assert len(BY_NAME) == len(TARGETS)


@pytest.mark.parametrize("target", [pytest.param(target, id=target.name) for target in TARGETS])
def test_rows_name_what_there_is(target: Target):
    for pattern in target.covers:
        assert list(ROOT.glob(pattern)), f"{pattern} is not a file"
    for fault in target.faults:
        assert (ROOT / fault.file).read_text(encoding="utf-8").count(fault.right) == 1, fault
        assert fault.right != fault.wrong
    assert not target.dictionary or (HERE / "dictionaries" / target.dictionary).is_file()


def test_the_list_names_every_target():
    assert [line.split()[0] for line in dev_fuzz("--list").stdout.splitlines()] == [target.name for target in TARGETS]


@pytest.mark.parametrize("words", (["no_such_target"], ["--seconds", "0"], ["--seconds", "soon"], ["keys", "--memory"],
                                   ["--record"], ["keys", "--coverage", "--record"],
                                   ["--hours", "0"], ["--hours", "8h"], ["--hours", "1", "--coverage"]))  # fmt: skip
def test_what_cannot_be_run_is_refused(words):
    done = dev_fuzz(*words)
    assert done.returncode != 0
    assert next(word for word in reversed(words) if word != "--memory") in done.stderr


def test_the_workflow_has_options_that_there_are():
    text = (ROOT / ".github/workflows/fuzz.yml").read_text(encoding="utf-8")
    commands = re.findall(r"run: \./dev fuzz (.*)", text)
    assert [options.parse(command.split()).memory for command in commands] == [False, True]


# ---- Inputs ------------------------------------------------------------------------------------------------


def test_corpora_are_small():
    archives = sorted((HERE / "corpus").iterdir())
    assert {path for path in archives} <= {corpus.archive_of(target) for target in TARGETS}
    assert sum(path.stat().st_size for path in archives) < corpus.MOST_BYTES


def test_failures_belong_to_targets():
    found = HERE / "crashes"
    assert not found.exists() or {path.name for path in found.iterdir()} <= set(BY_NAME)


@pytest.fixture
def stray(monkeypatch, tmp_path) -> Target:
    """A target whose checked-in inputs are in a folder of the test."""
    monkeypatch.setattr(corpus, "HERE", tmp_path / "fuzz")
    (tmp_path / "fuzz").mkdir()
    return BY_NAME["keys"]


def test_a_corpus_is_packed_and_unpacked(stray, tmp_path):
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    for name, content in (("b", b"second"), ("a", b"first"), ("empty", b"")):
        (inputs / name).write_bytes(content)
    corpus.pack(stray, inputs)
    packed = corpus.archive_of(stray).read_bytes()
    found = corpus.unpack(stray, tmp_path / "unpacked")
    assert sorted(path.read_bytes() for path in found.iterdir()) == [b"", b"first", b"second"]
    corpus.pack(stray, found)
    assert corpus.archive_of(stray).read_bytes() == packed, "the same inputs make another archive"


def test_a_failure_is_kept_and_replayed(stray, tmp_path, monkeypatch):
    """By a program with a fault that needs one byte: what is kept is smaller, fails, and is run in every test."""
    monkeypatch.setattr(running, "MINIMIZING_RUNS", 1000)
    fault = Fault("cli/hex.cpp", "if (text.size() != 2 * out.size()) return false;", "")
    program = [building.plant(stray, fault, tmp_path / "planted")]
    result = running.fuzz(stray, program, tmp_path, "-runs=100000", "-seed=1")
    assert result.failed
    failure = running.failures_in(tmp_path / "found")[-1]
    kept = running.keep(stray, program, failure)
    assert kept.parent == corpus.crashes_of(stray) and kept.stat().st_size <= failure.stat().st_size
    assert running.replay(stray, program, tmp_path / "again").failed
    assert not running.replay(stray, running.program_of(stray, ADDRESS), tmp_path / "right").failed


def test_a_merged_corpus_is_smaller(stray, tmp_path):
    program = running.program_of(stray, ADDRESS)
    grown = tmp_path / "corpus"
    grown.mkdir()
    for n in range(300):
        (grown / str(n)).write_bytes(bytes([n % 256, n // 256, 0, 0]))
    assert 0 < running.merge(stray, program, tmp_path) < 300
    assert not running.replay(stray, program, tmp_path / "again").failed


# ---- Coverage ----------------------------------------------------------------------------------------------

LCOV = f"""SF:{ROOT}/cli/hex.cpp
DA:10,3
DA:11,0
DA:13,0
DA:14,1
end_of_record
SF:{ROOT}/fuzz/build/../../cli/hex.cpp
DA:13,2
DA:20,0
end_of_record
SF:{ROOT}/cli/other.cpp
DA:1,0
"""


def test_lines_of_the_code_under_test_are_counted():
    lines = coverage.lines_of(LCOV)
    assert lines == {"cli/hex.cpp": {10: 3, 11: 0, 13: 2, 14: 1, 20: 0}}
    assert coverage.share(lines) == (3, 5)
    assert coverage.table([(BY_NAME["keys"], lines)])[-1] == "| keys | 5 | 60.0 % | `cli/hex.cpp` 11, 20 |"
    assert coverage.table([(BY_NAME["names"], lines)])[-1] == "| names | 0 | 0.0 % |  |"


def test_coverage_is_compared_with_that_before():
    before = [(BY_NAME["keys"], {"cli/hex.cpp": {10: 1, 11: 0}})]
    after = [(BY_NAME["keys"], {"cli/hex.cpp": {10: 1, 11: 2}})]
    assert coverage.comparison(before, after)[-1] == "| keys | 2 | 50.0 % | 100.0 % |"


def test_the_page_says_what_no_target_reaches():
    """A line that only one target is linked with is a line too."""
    one = {"cli/hex.cpp": {10: 1, 11: 0, 12: 0}}
    another = {"cli/hex.cpp": {11: 5, 12: 0, 30: 0}, "cli/quote.cpp": {1: 1}}
    rows = coverage.summary([(BY_NAME["keys"], one), (BY_NAME["names"], another)])
    assert rows[2:4] == ["| keys | 3 | 33.3 % | 66.7 % |", "| names | 1 | 100.0 % | 100.0 % |"]
    assert rows[-1] == "| `cli/hex.cpp` | lines 12-30 |"


@pytest.mark.parametrize(
    ("counts", "text"), (({}, ""), ({1: 1}, ""), ({1: 0, 2: 0, 5: 0, 6: 1, 9: 0}, "1-5, 9"), ({3: 0}, "3"))
)
def test_ranges_of_lines(counts, text):
    assert coverage.never_reached(counts) == text
