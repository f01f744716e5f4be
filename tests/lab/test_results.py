"""The rows of a long run: kept in a file, part by part, and the page that is made of them.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from dataclasses import replace
from pathlib import Path

import pytest
from compiling import ROOT
from lab import __main__ as command
from lab import options, results
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


def test_the_page_has_every_check_of_the_record():
    rows, text = results.load(command.RECORD), results.page(command.RECORD)
    assert rows and all(f"| {row.unit} |" in text for row in rows)


def test_calls_are_summed_up(tmp_path):
    """The record keeps other sums and programs, and no row of a unit that is gone."""
    units = {(name.path.stem, unit.name): unit for name in command.all_manifests() for unit in name.units}
    join = replace(ROW, unit="join, 9 bytes, 2 shares", shares=2)
    share = replace(join, unit="share, 9 bytes, 2 shares")
    results.record(file := tmp_path / "lab.json", [ROW, share, replace(share, manifest="avr")], units)
    gone = replace(ROW, unit="a unit that is gone")
    again = [replace(share, manifest="avr", seconds=4.0), replace(share, manifest="avr gcc -Os", outcome="leaks")]
    results.record(file, [gone, join, replace(join, manifest="avr", outcome="undecided"), *again], units)
    found = {row.unit: row for row in results.load(file)}
    first, other = found["join, 2 shares"], found["share, 2 shares"]
    assert found[ROW.unit] == ROW and gone.unit not in found
    assert first.outcome == "undecided" and not first.good and first.seconds == 3.0
    assert first.programs["armv7m"] == ["clean", 1, 1, 1, 1.5] and first.programs["avr"] == ["undecided", 0, 1, 1, 1.5]
    assert (other.outcome, other.seconds) == ("leaks", 7.0)
    text = results.page(file)
    assert "| join, 2 shares | exact | 1 | 0 of 1 | 1 of 1 | **undecided**: 0 of 1 clean, of 1 |" in text
    assert "| share, 2 shares | exact | 1 | 0 of 19 | 1 of 19 | 1 of 19 |" in text
    assert "| share, 4 shares | exact | 1 | 0 of 19 |" in text, "what was not run is there too"
    ways = sum(unit.steps for (name, _), unit in units.items() if name == "avr gcc -Os")
    assert f"| **leaks**: 0 of 1 clean, of {ways} |" in text


def test_the_record_has_every_public_call():
    """docs/masked.md says so: on all processors, whatever the tests leave to `./dev lab --all`."""
    own = command.own_manifests()
    calls = {results.call_of(unit.name) for each in own for unit in each.units if unit.steps}
    rows = [row for row in results.load(command.RECORD) if row.manifest == results.CALLS]
    machines = {each.path.stem for each in own if each.build and each.build.library}
    first = [row for row in rows if (row.check, row.order) == ("exact", 1)]
    clean = {row.unit for row in first if all(row.programs.get(name, [""])[0] == "clean" for name in machines)}
    assert all(row.outcome in ("clean", "not run") for row in rows) and {f"{call}, 2 shares" for call in calls} <= clean


def test_where_the_nonce_may_be_any_with_3_shares():
    """docs/masked.md names the processors for which the record has it."""
    rows = [row for row in results.load(command.RECORD) if row.unit == "init, AEAD128, 3 shares"]
    clean = {row.manifest for row in rows if (row.check, row.outcome) == ("exact", "clean")}
    names = {"armv6m": "Armv6-M", "armv7m": "Armv7-M", "rv32": "RV32I", "rv32_zbb": "RV32 with Zbb", "avr": "AVR"}
    *first, last = (names[name] for name in sorted(clean & names.keys()))
    listed = f"{', '.join(first)} and {last}"
    page = " ".join((ROOT / "docs/masked.md").read_text(encoding="utf-8").split())
    assert f"With 3 shares, these checks hold for every nonce on {listed}, and for one nonce on" in page


def run(monkeypatch, *words):
    monkeypatch.setattr("sys.argv", ["lab", *map(str, words)])
    return command.main()


@pytest.fixture
def record(tmp_path, monkeypatch) -> Path:
    """In place of the project's."""
    monkeypatch.setattr(command, "RECORD", tmp_path / "lab.json")
    monkeypatch.setattr(command, "PAGE", tmp_path / "lab.md")
    return command.RECORD


@pytest.mark.usefixtures("record")
def test_a_run(tmp_path, monkeypatch, capsys):
    """Everything about one manifest, its controls too; then one of the controls as if it had to be clean."""
    control, file = CONTROL, tmp_path / "results.json"
    options = ["--all", "--first", 20_000, "--second", 2_000, "--out", tmp_path, "--results", file]
    assert run(monkeypatch, control, *options) == 0
    found = {(row.unit, row.check): row for row in results.load(file)}
    assert found["RV32 AND, 2 shares", "exact"].outcome == found["RV32 AND, 2 shares", "t-test"].outcome == "clean"
    assert found["RV32 AND, shares of a word added", "exact"].outcome == "caught"
    assert found["RV32 AND, 2 shares", "exact"].values and found["RV32 AND, 2 shares", "exact"].pairs
    assert "instructions\n" in capsys.readouterr().out
    assert run(monkeypatch, control, *options) == 0
    text = capsys.readouterr().out
    assert "instructions\n" not in text, "the same machine code is not checked again"
    assert "RV32 AND" in text and "2 shares: exact, order 1: 1 clean; t-test, order 1: 1 clean; 1 processor\n" in text
    changed = results.load(file)
    results.save(file, [replace(row, digest="another") for row in changed])
    assert run(monkeypatch, control, *options, "--only", "exact") == 0
    assert "instructions\n" in capsys.readouterr().out
    leaky = tmp_path / "leaky.toml"
    leaky.write_text(control.read_text(encoding="utf-8").replace('expect = "', 'result = "a0" # "'), encoding="utf-8")
    source = "and_rv32.S"
    (tmp_path / source).write_bytes((control.parent / source).read_bytes())
    capsys.readouterr()
    assert run(monkeypatch, leaky, *options, "--only", "exact", "--unit", "added") == 1
    assert "leaky, RV32 AND, shares of a word added: exact, order 1: leaks" in capsys.readouterr().out


def test_rows_are_added_to_the_record(record, tmp_path, monkeypatch):
    """Also those of another machine, or where what --all found before has been cleared away."""
    page = command.PAGE
    monkeypatch.setattr(results, "processor", lambda: "one")
    results.save(record, [ROW])
    monkeypatch.setattr(results, "processor", lambda: "another")
    options = ["--all", "--only", "exact", "--results", tmp_path / "results.json", "--record"]
    for _ in range(2):
        assert run(monkeypatch, CONTROL, *options, "--unit", "RV32 AND, 2 shares") == 0
    assert {row.manifest for row in results.load(record)} == {ROW.manifest, "and_rv32", results.CALLS}
    assert "Measured on one, another;" in page.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8") == results.page(record)


def test_a_run_goes_on_from_the_record(record, tmp_path, monkeypatch, capsys):
    """On another machine: with the same machine code, if it was tested with at least as many traces."""
    options = [CONTROL, "--all", "--unit", "RV32 AND, 2 shares", "--out", tmp_path, "--record"]
    outputs = []
    for number, traces in enumerate((2_000, 2_000, 4_000, 3_000)):
        assert run(monkeypatch, *options, "--results", tmp_path / f"{number}.json", "--first", traces) == 0
        outputs.append("instructions\n" in capsys.readouterr().out)
    assert outputs == [True, False, True, False]


@pytest.mark.usefixtures("record")
def test_a_part_of_a_run(tmp_path, monkeypatch, capsys):
    """Up to an order, and of units with a manifest's name."""
    control, file = CONTROL.with_name("and3_armv7m.toml"), tmp_path / "results.json"
    options = [control, "--all", "--results", file, "--first", 2_000, "--out", tmp_path, "--order", 1]
    assert run(monkeypatch, *options, "--unit", "and3_armv7m: two ANDs, 3 shares") == 0
    assert {(row.check, row.order) for row in results.load(file)} == {("exact", 1), ("t-test", 1)}
    assert run(monkeypatch, *options, "--unit", "another: two ANDs") == 2
    assert "no MANIFEST: UNIT contains 'another: two ANDs'" in capsys.readouterr().err


def test_the_model_stale_is_asked_about_by_itself(monkeypatch):
    """So rows of checks without it stay as they are. It needs no t-tests."""
    found = {each.path.stem: each for each in command.all_manifests()}
    assert [name for name in found if name.endswith(" stale")] == ["rv32 stale", "rv32_zbb stale"]
    monkeypatch.setattr("sys.argv", ["lab", "--all"])
    arguments, units = options.parse(), found["rv32 stale"].units
    assert all("stale" in unit.models and command.wanted(unit, arguments) == {("exact", 1)} for unit in units)
    assert {"round, 2 shares", "tag, 3 shares", "join, 9 bytes, 2 shares"} < {unit.name for unit in units}


@pytest.mark.usefixtures("record")
def test_what_is_undecided_is_not_good(tmp_path, monkeypatch, capsys):
    options = ["--all", "--only", "exact", "--results", tmp_path / "results.json", "--patience", "-1"]
    assert run(monkeypatch, CONTROL, *options, "--unit", "RV32 AND, 2 shares") == 1
    assert "exact, order 1: undecided" in capsys.readouterr().out
