"""The rows of a long run: kept in a file, part by part, and the page that is made of them.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from dataclasses import replace

from compiling import ROOT
from lab import __main__ as command
from lab import results
from lab.results import Row

ROW = Row("armv7m", "round, 4 shares", 4, "exact", 1, "clean", 1.5, values=3, pairs=4, checked=99)

CONTROL = ROOT / "proofs/lab/controls/and_rv32.toml"


def test_parts_of_a_run(tmp_path):
    file = tmp_path / "results.json"
    other = replace(ROW, unit="tag, 4 shares", outcome="undecided")
    results.save(file, [ROW])
    results.save(file, [other])
    assert results.load(file) == [ROW, other]
    results.save(file, [replace(ROW, seconds=2.0)])
    assert results.load(file) == [replace(ROW, seconds=2.0), other]
    text = results.page(file)
    assert "| round, 4 shares | 2.0 s, 3, 4 |" in text and "| tag, 4 shares | **undecided**," in text


def test_cells_of_t_tests(tmp_path):
    file = tmp_path / "results.json"
    test = replace(ROW, check="t-test", order=2, traces=2_000, statistics=10, largest=3.0, limit=6.0)
    few = replace(test, manifest="avr", traces=500, largest=9.0, outcome="leaks", note="of values 4.00")
    results.save(file, [ROW, replace(ROW, manifest="avr"), test, few])
    text = results.page(file)
    assert "500 or 2,000 traces" in text
    assert "| 3.00, 6.00, 10 | **leaks**, 9.00, 6.00, 10; 500 traces; of values 4.00 |" in text
    assert test.good and not few.good


def test_the_page_is_made_of_the_record():
    assert command.PAGE.read_text(encoding="utf-8") == results.page(command.RECORD)


def run(monkeypatch, *words):
    monkeypatch.setattr("sys.argv", ["lab", *map(str, words)])
    return command.main()


def test_a_run(tmp_path, monkeypatch, capsys):
    """Everything about one manifest, its controls too; then one of the controls as if it had to be clean."""
    control, file = CONTROL, tmp_path / "results.json"
    options = ["--all", "--first", 20_000, "--second", 2_000, "--out", tmp_path, "--results", file]
    assert run(monkeypatch, control, *options) == 0
    found = {(row.unit, row.check): row for row in results.load(file)}
    assert found["RV32 AND, 2 shares", "exact"].outcome == found["RV32 AND, 2 shares", "t-test"].outcome == "clean"
    assert found["RV32 AND, shares of a word added", "exact"].outcome == "caught"
    assert found["RV32 AND, 2 shares", "exact"].values and found["RV32 AND, 2 shares", "exact"].pairs
    leaky = tmp_path / "leaky.toml"
    leaky.write_text(control.read_text(encoding="utf-8").replace('expect = "', 'result = "a0" # "'), encoding="utf-8")
    source = "and_rv32.S"
    (tmp_path / source).write_bytes((control.parent / source).read_bytes())
    capsys.readouterr()
    assert run(monkeypatch, leaky, *options, "--only", "exact", "--unit", "added") == 1
    assert "leaky, RV32 AND, shares of a word added: exact, order 1: leaks" in capsys.readouterr().out


def test_rows_are_added_to_the_record(tmp_path, monkeypatch):
    """Also those of another machine, or where what --all found before has been cleared away."""
    record, page = tmp_path / "lab.json", tmp_path / "lab.md"
    monkeypatch.setattr(command, "RECORD", record)
    monkeypatch.setattr(command, "PAGE", page)
    monkeypatch.setattr(results, "processor", lambda: "one")
    results.save(record, [ROW])
    monkeypatch.setattr(results, "processor", lambda: "another")
    options = ["--all", "--only", "exact", "--results", tmp_path / "results.json", "--record"]
    for _ in range(2):
        assert run(monkeypatch, CONTROL, *options, "--unit", "RV32 AND, 2 shares") == 0
    assert {row.manifest for row in results.load(record)} == {ROW.manifest, "and_rv32"}
    assert "Measured on one, another;" in page.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8") == results.page(record)


def test_what_is_undecided_is_not_good(tmp_path, monkeypatch, capsys):
    options = ["--all", "--only", "exact", "--results", tmp_path / "results.json", "--patience", "-1"]
    assert run(monkeypatch, CONTROL, *options, "--unit", "RV32 AND, 2 shares") == 1
    assert "exact, order 1: undecided" in capsys.readouterr().out
