"""Records to share: what a run makes of them, that wrong ones are refused, and the page. Figures are made up."""

import copy
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import kept  # noqa: E402
import report  # noqa: E402
import shared  # noqa: E402
from kept import Run  # noqa: E402
from records import Record  # noqa: E402

BUILD = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release"))
PEERS = BUILD / "lib/libbench-peers-right.so"
MACHINE = [
    "Some Processor (cpu family 6, model 1), with avx2; 4 processors, load 0.5 at the end",
    "asconkit 0.1.0, Some Clang 19.1.7 (https://example.org/llvm 1a2b), Linux",
    "Core clock: a chain",
    "Peers: `one`: one 1.0; rustc 1.95.0, built by `cargo build --release`",
]


def record_of(backend: str, call: shared.Call, cycles: float, **more) -> Record:
    algorithm, operation, size, messages = call
    fields = {"threads": 1, "peer": False, "total_bytes": float(size * messages), "nanoseconds": cycles / 2} | more
    return Record(backend, algorithm, operation, size, messages, cycles=cycles, **fields)


def run_of(machine: list[str] = MACHINE, cycles: float = 400.0) -> Run:
    """Ours takes 400 cycles a message, one library 500, another 600."""
    records = []
    for call in shared.CALLS:
        total = cycles * call[3] * max(1, call[2] // 64)
        records.append(record_of("c64", call, total, default=True))
        records.append(record_of("ref", call, total / 2))
        records += [record_of(name, call, total * by, peer=True) for name, by in (("rscrypto", 1.25), ("two", 1.5))]
    return Run(machine, {"1": "c64"}, records)


@pytest.fixture
def record() -> dict:
    return shared.of_run(run_of(), "2026-11-30", "virtual")


def changed(record: dict, path: tuple, value: object) -> dict:
    result = copy.deepcopy(record)
    place = result
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return result


def test_a_record_has_the_default_beside_the_best_other_library(record) -> None:
    assert list(shared.faults(record)) == []
    assert len(record["figures"]) == len(shared.CALLS)
    first, *_, last = record["figures"]
    assert first == {
        "algorithm": "ascon-aead128", "operation": "encrypt", "bytes": 16, "messages": 1, "by": "c64",
        "cycles": 400.0, "nanoseconds": 200.0, "peer": "rscrypto", "ratio": 1.25, "in a loop": False,
    }  # fmt: skip
    # One call for all messages is what rscrypto has of hashes alone.
    assert [each["in a loop"] for each in record["figures"][-3:]] == [True, True, False]
    assert last["cycles"] == 400.0


def test_a_record_has_nothing_personal(record) -> None:
    assert set(record) == set(shared.FIELDS)
    assert record["compiler"] == "Some Clang 19.1.7"
    assert record["peers"] == "one: one 1.0; rustc 1.95.0"
    for line, peers in (("No peers: error at /home/somebody/x", "none"), ("Peers: those of somebody.so", "others")):
        assert shared.of_run(run_of([*MACHINE[:3], line]))["peers"] == peers


def test_the_processor_is_named_without_its_serial_number(monkeypatch) -> None:
    text = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\nFeatures\t: asimd\n"
    text += "Serial\t\t: 00000000deadbeef\n"
    monkeypatch.setattr(report, "cpuinfo", lambda: text)
    name = report.processor()
    assert "CPU implementer 0x41, CPU part 0xd0b" in name and "deadbeef" not in name


@pytest.mark.parametrize(
    "text, kind",
    [("flags\t\t: fpu hypervisor avx2\n", "virtual"), ("flags\t\t: fpu avx2\n", "physical"), ("", "unknown")],
)
def test_a_virtual_machine_is_said_to_be_one(text, kind) -> None:
    assert report.kind_of_machine(text) == kind


def test_a_clock_that_is_unknown_and_no_other_library(record) -> None:
    run = run_of(cycles=400.0)
    alone = [one for one in run.records if not one.peer]
    without = [Record(**{**vars(one), "cycles": 0.0}) for one in alone]
    made = shared.of_run(Run(MACHINE, {}, without))
    assert list(shared.faults(made)) == []
    assert made["figures"][0] | {"cycles": None, "peer": None, "ratio": None, "in a loop": None} == made["figures"][0]
    assert "| 200 ns |" in shared.document([made])


@pytest.mark.parametrize("path, value, fault", [
    (("form",), "2", "form '2': must be"),
    (("date",), "2026-13-01", "date '2026-13-01': must be a day such as 2026-11-30, or null"),
    (("machine",), "my laptop", "machine 'my laptop': must be one of physical, virtual, unknown"),
    (("load",), -1, "load -1: must be a number from 0 to 10000"),
    (("processor",), "a | b", "processor 'a | b': must be"),
    (("compiler",), "/home/me/gcc", "compiler '/home/me/gcc': must be"),
    (("system",), "<b>", "system '<b>': must be"),
    (("user",), "me", "user 'me': no such field"),
    (("figures",), [], "figures []: must be a list"),
    (("figures", 0, "cycles"), -5, "figures[0].cycles -5: must be a number from 10 to 148000"),
    (("figures", 0, "cycles"), True, "figures[0].cycles True: must be a number"),
    (("figures", 0, "cycles"), float("nan"), "figures[0].cycles nan: must be a number"),
    (("figures", 0, "cycles"), 100_000, "figures[0].cycles 100000: must be 0.005 to 10 for each of 200.0 nanosec"),
    (("figures", 1, "nanoseconds"), "fast", "figures[1].nanoseconds 'fast': must be a number from 1 to"),
    (("figures", 2, "ratio"), 1e6, "figures[2].ratio 1000000.0: must be a number from 0.01 to 1000"),
    (("figures", 2, "in a loop"), "no", "figures[2].in a loop 'no': must be true or false"),
    (("figures", 2, "peer"), None, "figures[2].ratio 1.25: must be null where there is no peer"),
    (("figures", 3, "bytes"), 17, "figures[3].algorithm ('ascon-aead128', 'encrypt', 17, 1): must be a call of"),
    (("figures", 3, "bytes"), 16, "figures[3] ('ascon-aead128', 'encrypt', 16, 1): must be there once"),
    (("figures", 3, "host"), "mine", "figures[3].host 'mine': no such field"),
    (("figures", 4), 7, "figures[4] 7: must be an object"),
])  # fmt: skip
def test_a_wrong_record_is_refused(record, tmp_path, path, value, fault) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(changed(record, path, value)), encoding="utf-8")
    with pytest.raises(ValueError) as refused:
        shared.load(file)
    assert str(refused.value).startswith(f"record.json: {fault}")


@pytest.mark.parametrize("name", shared.FIELDS)
def test_a_field_that_is_missing_is_named(record, name) -> None:
    del record[name]
    assert list(shared.faults(record)) == [f"{name}: is missing"]


@pytest.mark.parametrize("text, fault", [("[]", r"\[\]: must be an object"), ("{", "not JSON")])
def test_what_is_no_record_is_refused(tmp_path, text, fault) -> None:
    file = tmp_path / "record.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=fault):
        shared.load(file)


def test_the_page_has_every_machine(record, tmp_path, monkeypatch) -> None:
    """Those of the project, and those in the folder."""
    monkeypatch.setattr(shared, "FOLDER", tmp_path / "shared")
    shared.FOLDER.mkdir()
    (shared.FOLDER / "one.json").write_text(shared.text_of(record), encoding="utf-8")
    kept.save(tmp_path / "x86-64.json", run_of())
    rows = [line for line in shared.page().splitlines() if line.startswith("| ")][2:]
    assert len(rows) == 2 and rows[0].startswith("| Some Processor (cpu family 6, model 1), ")
    mine = "Some Processor (cpu family 6, model 1), Some Clang 19.1.7, virtual, Linux, 2026-11-30 | 400 (1.25) |"
    assert rows[1].startswith(f"| {mine}") and "400 (1.25, in a loop)" in rows[1]
    (shared.FOLDER / "one.json").write_text(shared.text_of(record | {"load": "low"}), encoding="utf-8")
    with pytest.raises(ValueError, match="one.json: load 'low'"):
        shared.page()


def test_records_of_the_project_can_be_shared() -> None:
    for file in (ROOT / "docs/results").glob("x86-64*.json"):
        if not file.stem.endswith("-partial"):
            assert list(shared.faults(shared.of_run(kept.load(file)))) == []


def test_the_command_prints_a_record_and_writes_it(tmp_path) -> None:
    """A short run of the real program."""
    command = [sys.executable, ROOT / "bench/report.py", "--share", "--bench", BUILD / "bin/ascon-bench"]
    command += ["--peers", PEERS, "--seconds", "0.1", "--output", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.iterdir()
    assert done.stdout == file.read_text(encoding="utf-8") and str(file) in done.stderr
    made = shared.load(file)
    assert len(made["figures"]) == len(shared.CALLS) and made["peers"] == "others"
    for personal in (os.uname().nodename, str(ROOT), os.environ.get("USER", "")):
        assert not personal or personal not in done.stdout
