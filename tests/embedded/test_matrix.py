"""./dev matrix: the form of its record, and what --check says about figures that differ from it."""

import random
import subprocess
import sys
from argparse import Namespace

import pytest
from builds import ROOT
from embedded import comparing, jobs, results
from embedded.building import Configuration
from embedded.targets import find
from tasks import figures

from spec.algorithms import find as find_algorithm

HASH = "ascon-hash256"


def record(target="cortex-m3", algorithm=HASH, operation="hash", size=16, **changed) -> dict:
    """Made up."""
    unit = "cycles" if target == "avr" else "instructions"
    return {
        "target": target, "backend": "own", "profile": "size", "compiler": "some-gcc 12.2.0 -Os",
        "emulator": "some-qemu", "instructions_per_round": 50.0, "algorithm": algorithm, "operation": operation,
        "bytes": size, "text_bytes": 3000, "stack_bytes": 200, unit: 1000 + 100 * size,
    } | changed  # fmt: skip


# ---- The record ----------------------------------------------------------------------------------------


def made_up() -> list[dict]:
    return [
        *(record(size=size, modelled_cycles=2000 * size) for size in (1, 16, 1024)),
        *(record(algorithm="ascon-aead128", operation=name, size=16) for name in ("decrypt", "encrypt")),
        *(record(algorithm="ascon-prfshort", operation="prf", size=size) for size in (1, 16)),
        record(profile="speed", stack_bytes=208),
        record(profile="speed", stack_bytes=240, size=1024),
        record("avr"),
    ]


def test_record_keeps_everything(tmp_path):
    records = made_up()
    results.save(records, file=tmp_path / "record.json")
    assert results.load(file=tmp_path / "record.json") == sorted(records, key=results.EMBEDDED.place)


def test_record_has_a_line_for_each_algorithm_in_an_order_of_its_own(tmp_path):
    """A comparison of versions shows what has changed: a line, and nothing else."""
    first, second, changed = (tmp_path / name for name in ("first", "second", "changed"))
    records = made_up()
    results.save(records, file=first)
    random.Random(1).shuffle(records)
    results.save(records, file=second)
    assert first.read_bytes() == second.read_bytes()
    next(line for line in records if line["operation"] == "encrypt")["instructions"] += 1
    results.save(records, file=changed)
    before, after = first.read_text().splitlines(), changed.read_text().splitlines()
    assert sum(one != other for one, other in zip(before, after)) == 1 and len(before) == len(after)
    assert sum(line.startswith('["') for line in before) == 5 and sum('"target"' in line for line in before) == 2


def test_records_are_small():
    kinds = (results.EMBEDDED, results.MASKED, results.CONSTRUCTIONS)
    assert sum(kind.file.stat().st_size for kind in kinds) < 240_000


WRONG = [
    ({"stack_bytes": "200"}, "stack_bytes as int, found '200'"), ({"shares": 2}, "no shares"),
    ({"algorithm": None}, "algorithm as str, found None"), ({"cycles": 1}, "either instructions or cycles"),
    ({}, "one record of it"),
]  # fmt: skip


@pytest.mark.parametrize(("planted", "found"), WRONG)
def test_a_wrong_record_is_not_written(planted, found, tmp_path):
    with pytest.raises(ValueError, match=f"{tmp_path / 'record'}: .*cortex-m3.* expected {found}"):
        results.save([record(), record() | planted], file=tmp_path / "record")
    assert not (tmp_path / "record").exists()


HEAD = '{"columns": ["algorithm", "cycles"], "bytes": [1, 8]}'
FORM = "expected a value for each of ['algorithm', 'cycles'], in lists one for each of [1, 8]"
UNREADABLE = [
    ("{", "the file: expected a head"), ("[{}]", "expected lines of calls"), ("[3]", "3: expected a head"),
    (f'[{HEAD}, ["a", 1, {{"hash": [1, 2]}}]]', f"['a', 1, {{'hash': [1, 2]}}]: {FORM}"),
    (f'[{HEAD}, ["a", {{"hash": [1, 2, 3]}}]]', FORM), (f'[{HEAD}, [{{"mac": 1}}, {{"hash": [1, 2]}}]]', FORM),
    (f'[{HEAD}, ["a", {{"hash": [1, 2]}}]]', "'a', 'hash', 1): expected target as str, found None"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), UNREADABLE)
def test_a_file_that_cannot_be_read_is_said(text, found, tmp_path):
    (tmp_path / "record").write_text(text)
    with pytest.raises(ValueError) as error:
        results.load(file=tmp_path / "record")
    assert f"{tmp_path / 'record'}: " in str(error.value) and found in str(error.value)


# ---- The comparison --------------------------------------------------------------------------------------


def verdicts(old: list[dict], new: list[dict]) -> dict[str, str]:
    """What has changed, with its verdict."""
    changes = comparing.compare(old, new).changes
    return {change.what: change.verdict.value for change in changes if change.verdict is not comparing.Verdict.SAME}


@pytest.mark.parametrize(
    ("target", "planted", "expected"),
    (
        ("cortex-m3", {}, {}),
        ("cortex-m3", {"text_bytes": 3031}, {"code": "worse"}),
        ("cortex-m3", {"text_bytes": 3030}, {"code": "slightly worse"}),
        ("cortex-m3", {"text_bytes": 2999}, {"code": "better"}),
        ("cortex-m3", {"stack_bytes": 204}, {"stack": "worse"}),
        ("cortex-m3", {"instructions": 2627}, {"hash": "worse"}),
        ("cortex-m3", {"instructions": 2626}, {"hash": "slightly worse"}),
        ("cortex-m3", {"instructions": 2500, "stack_bytes": 210}, {"hash": "better", "stack": "worse"}),
        ("cortex-m3", {"instructions_per_round": 51.0}, {"round": "worse"}),
        ("avr", {"text_bytes": 3021}, {"code": "worse"}),
        ("avr", {"text_bytes": 3020}, {"code": "slightly worse"}),
        ("avr", {"cycles": 2627}, {"hash": "worse"}),
    ),
)
def test_planted_differences_are_judged(target, planted, expected):
    old, new = [record(target)], [record(target, **planted)]
    assert verdicts(old, new) == expected
    assert comparing.compare(old, new).passed == ("worse" not in expected.values())


def test_the_worst_length_counts():
    """Not hidden by another that has gained."""
    old = [record(size=size) for size in (1, 16, 1024)]
    new = [record(size=1, instructions=900), record(size=16, instructions=2700), record(size=1024, instructions=50_000)]
    (change,) = [change for change in comparing.compare(old, new).changes if change.what == "hash"]
    assert (change.length, change.old, change.new, change.verdict.value) == (16, 2600, 2700, "worse")


def test_the_deepest_stack_counts():
    old = [record(size=1, stack_bytes=100), record(size=16, stack_bytes=200)]
    assert not verdicts(old, [record(size=1, stack_bytes=200), record(size=16, stack_bytes=100)])


def test_lines_name_what_is_worse():
    old, new = [record(), record("avr")], [record(text_bytes=3300), record("avr", stack_bytes=180)]
    better, worse, summary = "\n".join(comparing.compare(old, new).lines()).split("\n\n")
    assert better.startswith("Better:") and worse.startswith("Worse by more than 1% (code on AVR: 20 bytes):")
    assert [line.split() for line in worse.splitlines()[1:]] == [
        ["processor", "backend", "profile", "algorithm", "figure", "record", "now", "change"],
        ["cortex-m3", "own", "size", HASH, "code", "3000", "3300", "+10.0%"],
    ]
    assert better.splitlines()[2].split()[-4:] == ["stack", "200", "180", "-10.0%"]
    assert summary == "8 figures: 1 worse, 0 slightly worse, 1 better, 6 the same"


def test_what_cannot_be_compared_is_said():
    other = record(compiler="some-gcc 13.1.0 -Os", size=1)
    said = comparing.compare([record(), record(profile="speed")], [other, record(size=1024)])
    assert "Note: some-gcc is 12.2.0, 13.1.0 here, 12.2.0 in the record." in list(said.lines())
    said = comparing.compare([record(algorithm="ascon-xof128")], [record()])
    assert not said.passed and "nothing to compare with" in list(said.lines())[-1]
    said = comparing.compare([record()], [record(), record(algorithm="ascon-xof128")])
    assert said.passed and "Note: 3 figures are measured, but not in the record." in list(said.lines())


# ---- From end to end ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def measured(counting) -> list[dict]:
    """The measurements of the smallest build."""
    target = find("cortex-m0")
    configuration = Configuration(target, target.settings[0], "size")
    outcome = jobs.perform(configuration, [find_algorithm(HASH)], with_answers=False)
    assert not outcome.failures
    return outcome.records


@pytest.mark.parametrize("planted", (0, 1, 30, -30))
def test_check(planted, measured, tmp_path):
    """Against a record from which the present figures differ as planted. Nothing is written."""
    file = tmp_path / "record.json"
    results.save([line | {"text_bytes": line["text_bytes"] - planted} for line in measured], file=file)
    kept = {path: path.read_bytes() for path in (file, *results.FOLDER.glob("embedded*"))}
    filters = ("--target", "cortex-m0", "--backend", "armv6m", "--profile", "size", "--algorithm", HASH)
    command = [sys.executable, ROOT / "tools/matrix.py", "--check", "--record", file, *filters]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == (planted == 30), done.stdout + done.stderr
    found = f"{planted == 30:d} worse, {planted == 1:d} slightly worse, {planted < 0:d} better, "
    assert found in done.stdout.splitlines()[-1]
    assert {path: path.read_bytes() for path in (file, *results.FOLDER.glob("embedded*"))} == kept


@pytest.mark.parametrize("options", ([], ["--target", "avr"], ["--check"], ["--check", "-j1"], ["--report"]))
def test_dev_matrix_writes_unless_it_is_told_not_to(options, monkeypatch):
    commands = []
    monkeypatch.setattr(figures.packages, "install", lambda _: None)
    monkeypatch.setattr(figures, "call", lambda *words: commands.append(words))
    figures.matrix(Namespace(rest=options))
    assert len(commands) == 1 and ("--write" in commands[0]) == (not {"--check", "--report"} & set(options))


def test_check_says_that_it_cannot_read(tmp_path):
    command = [sys.executable, ROOT / "tools/matrix.py", "--check", "--record", tmp_path / "record.json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and not done.stdout
    assert f"'{tmp_path / 'record.json'}'" in done.stderr and "Traceback" not in done.stderr


def test_only_one_task_at_a_time():
    command = [sys.executable, ROOT / "tools/matrix.py", "--check", "--write"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "not allowed with" in done.stderr


@pytest.mark.parametrize("words, found", [
    ("--masked --constructions", "not allowed with"),
    ("--constructions --target cortex-m3", "--constructions has no cortex-m3; it has cortex-m0, avr"),
    ("--constructions --profile size", "--profile is no option of --constructions"),
    ("--alternatives --target cortex-m4", "--alternatives has no cortex-m4; it has cortex-m0, cortex-m3, avr"),
    ("--target x86-64", "x86-64 is a processor of --alternatives alone"),
    ("--masked --check", "--check is no option of --masked"),
])  # fmt: skip
def test_what_would_be_ignored_is_refused(words, found):
    command = [sys.executable, ROOT / "tools/matrix.py", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and found in done.stderr
