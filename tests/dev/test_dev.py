"""./dev itself: help installs nothing, areas are complete, and what fails is told."""

import importlib.machinery
import importlib.util
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from builds import ROOT
from pages import PAGES
from tasks import packages, tests
from testing import kinds, reports, running, steps
from testing.kinds import Plan, Pytest, Run

TRAPS = ("apt-get", "sudo", "dpkg-query", "pip", "pip3", "cmake", "ninja")


def dev(*arguments: str, **options) -> subprocess.CompletedProcess:
    command = [sys.executable, str(ROOT / "dev"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, **options)


def commands() -> list[str]:
    return re.findall(r"^    ([a-z]+) ", dev("--help").stdout, re.MULTILINE)


# ---- Help ------------------------------------------------------------------------------------------------


@pytest.fixture
def trapped(tmp_path) -> dict[str, str]:
    """An environment in which everything that installs or builds leaves a trace, and no package is installed."""
    for name in TRAPS:
        (tmp_path / name).write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/sprung\n")
        (tmp_path / name).chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("name", commands())
def test_help_installs_nothing(name, trapped, tmp_path):
    done = dev(name, "--help", env=trapped)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")
    assert not (tmp_path / "sprung").exists(), (tmp_path / "sprung").read_text()


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Calls packages.install of a package that is missing, with an apt-get that fails at some commands; returns what
    apt-get was told to do."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(packages.os, "geteuid", lambda: 0)
    told = tmp_path / "told"

    def program(name: str, text: str) -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)

    def install(fails: str) -> list[str]:
        program("dpkg-query", "echo 'not-installed nothing'")
        program("apt-get", f'echo "$*" >> {told}\ncase "$*" in {fails}) exit 100;; esac')
        packages.install(["something"])
        return [line.partition("Use-Pty=0 ")[2] for line in told.read_text().splitlines()]

    return install


def test_without_an_index_a_failed_update_is_a_warning(installed, capfd):
    assert installed("*update*") == ["update", "install -y --no-install-recommends something"]
    assert capfd.readouterr().err.startswith("dev: warning: apt-get update failed; ")


def test_a_failed_installation_is_a_failure(installed):
    with pytest.raises(packages.Failure, match="install -y --no-install-recommends something"):
        installed("*install*")


@pytest.mark.parametrize("words, printed", [
    (["mutate", "--list"], "release: generated files"),
    (["fuzz", "--list"], "python-calls"),
    (["test", "--list", "core"], "wiping"),
])  # fmt: skip
def test_lists_install_nothing(words, printed, trapped, tmp_path):
    done = dev(*words, env=trapped)
    assert done.returncode == 0 and printed in done.stdout, done.stderr
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("task", ("lab", "prove", "mutate", "analyze"))
def test_wrong_options_install_nothing(task, trapped, tmp_path):
    done = dev(task, "--no-such-option", env=trapped)
    assert done.returncode == 2 and "--no-such-option" in done.stderr
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("option", ["--sycl", "--pytorch", "--device cuda"])
def test_options_of_one_area(option, trapped, tmp_path):
    done = dev("test", "core", *option.split(), env=trapped)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert f"is for one area: ./dev test accelerators {option}" in done.stderr
    assert not (tmp_path / "sprung").exists()


def test_no_driver_is_said_first(trapped, tmp_path):
    if tests.loads("libcuda.so.1"):
        pytest.skip("this machine has a driver of NVIDIA")
    done = dev("test", "accelerators", "--device", "cuda", env=trapped)
    assert done.returncode == 1
    assert done.stderr == "dev: --device cuda: there is no libcuda.so.1: no driver is installed\n"
    assert not (tmp_path / "sprung").exists()


def test_traps_are_sprung(trapped, tmp_path):
    """Without --help the same environment shows what is looked for and installed."""
    dev("build", env=trapped)
    assert {"apt-get", "dpkg-query"} <= set((tmp_path / "sprung").read_text().split())


def test_standard_library_alone():
    """It starts where no package of Python is installed."""
    command = [sys.executable, "-I", "-S", ROOT / "dev", "test", "--list"]
    assert subprocess.run(command, capture_output=True, cwd=ROOT).returncode == 0


def test_commands_are_listed():
    assert {"build", "test", "python", "bench", "docs", "lint"} <= set(commands())


# ---- The table -------------------------------------------------------------------------------------------


def test_list_names_every_area():
    done = dev("test", "--list")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()[1:-1]] == list(steps.AREAS)


def test_list_names_the_steps_of_an_area():
    printed = dev("test", "--list", "lint").stdout
    assert [line[:28].strip() for line in printed.splitlines()[1:-1]] == [
        step.name for step in steps.STEPS if step.area == "lint"
    ]


def test_pages_name_what_there_is(program, capsys):
    """Every `./dev test ...` of a page has steps. test_bare.py is about --bare."""
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    found = set(re.findall(r"`\./dev test( [^`]*)`", pages)) - {" AREA..."}
    assert len(found) > 5
    for words in (words for words in found if "--bare" not in words):
        program(steps.STEPS, "--list", *shlex.split(words))
        assert capsys.readouterr().out.count("\n") > 2, f"./dev test{words}"


@pytest.mark.parametrize("words", (["no-such-area"], ["-R", "("], ["core", "--no-such-option"]))
def test_what_it_does_not_know_is_refused(words):
    done = dev("test", *words)
    assert done.returncode == 2 and words[-1] in done.stderr
    if words == ["no-such-area"]:
        assert all(area in done.stderr for area in steps.AREAS)


def test_rows_fit_together():
    for tier in kinds.TIERS:
        slugs = [step.slug for step in steps.STEPS if tier in step.tiers]
        assert len(slugs) == len(set(slugs))
    names = {step.name for step in steps.STEPS if not step.area}
    assert {name for step in steps.STEPS for name in step.after} <= names
    assert {step.area for step in steps.STEPS if step.area} == set(steps.AREAS) == set(packages.OF_AREA)
    for tier, areas in (("quick", packages.QUICK), ("full", steps.AREAS), ("all", steps.AREAS)):
        assert {step.area for step in steps.STEPS if step.area and tier in step.tiers} == set(areas)


def test_every_file_of_tests_is_in_one_row():
    folders = ("tests", "spec", "bench")
    files = {path.relative_to(ROOT).as_posix() for name in folders for path in (ROOT / name).rglob("test_*.py")}
    rows = [step for step in steps.STEPS if isinstance(step, Pytest) and step.files]
    # Sanitizers run some of them once more, and the quick tier has parts.
    rows = [step for step in rows if step.runner != steps.SANITIZED and step.tiers != kinds.QUICK]
    for file in sorted(files):
        having = [step for step in rows if file not in step.but
                  and any(file == name or file.startswith(f"{name}/") for name in step.files)]  # fmt: skip
        of_release = [step for step in having if step.preset == "release"]  # others have some of them once more
        presets = [step.preset for step in of_release or having]
        once = presets and len(set(presets)) == len(presets)
        assert once or {step.keyword for step in having} != {""}, f"{file}: {having}"


def test_the_quick_tier_says_what_it_leaves_out(program, workplace, capsys):
    rows = [planted(workplace, RIGHT, tiers=kinds.TIERS), planted(workplace, WRONG, "later")]
    program(rows)
    printed = capsys.readouterr().out
    assert "1 passed, 0 failed" in printed and "./dev test --full tests these" in printed
    assert re.search("^masked ", printed, re.MULTILINE) and not re.search("^core  +the C", printed, re.MULTILINE)


def test_a_named_area_is_tested_in_full(program, workplace, capsys):
    rows = [planted(workplace, RIGHT, tiers=kinds.TIERS), planted(workplace, RIGHT, "later")]
    program(rows, "core")
    assert capsys.readouterr().out.endswith("2 passed, 0 failed, 0 skipped\n")


def test_the_quick_tier_needs_few_packages():
    assert len(packages.of_areas(packages.QUICK, "quick")) <= 35


# ---- Running ---------------------------------------------------------------------------------------------


@pytest.fixture
def workplace(tmp_path, monkeypatch) -> Path:
    """The folder for logs, reports and times of these tests."""
    for module in (kinds, reports):
        monkeypatch.setattr(module, "BUILD", tmp_path / "build", raising=False)
    monkeypatch.setattr(reports, "TIMES", tmp_path / "build/test-times.json")
    return tmp_path


@pytest.fixture
def program(workplace, monkeypatch):
    """./dev as a module, whose table is replaced: program(steps, words) is ./dev test with these words."""
    loader = importlib.machinery.SourceFileLoader("dev", str(ROOT / "dev"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("dev", loader))
    loader.exec_module(module)
    monkeypatch.setattr(packages, "install", lambda names: None)

    def test(rows, *words):
        monkeypatch.setattr(tests, "STEPS", tuple(rows))
        monkeypatch.setattr(sys, "argv", ["dev", "test", *words])
        module.main()

    return test


def planted(workplace: Path, text: str, name: str = "planted", **options) -> Pytest:
    file = workplace / f"test_{name}.py"
    file.write_text(text)
    return Pytest(name, "core", files=(str(file),), runner=(sys.executable, "-m", "pytest"), **options)


RIGHT = "def test_right(): pass\n"
WRONG = "def test_wrong():\n    assert 'what' == 'this'\n"
SKIPPED = "import pytest\ndef test_skipped(): pytest.skip('no such processor')\n"


def test_success_is_told(program, workplace, capsys):
    program([planted(workplace, RIGHT + SKIPPED)], "core")
    printed = capsys.readouterr().out
    assert printed.endswith("1 passed, 0 failed, 1 skipped\n")
    assert "1  core: no such processor" in printed
    assert re.search(r"^core +1 +0 +1 +0\.\d", printed, re.MULTILINE)
    assert reports.load_times()["full"]["core-planted"]["tests"] == 2


def test_a_failure_is_told(program, workplace, capsys):
    with pytest.raises(SystemExit) as stopped:
        program([planted(workplace, RIGHT + WRONG), planted(workplace, RIGHT, "good")], "core")
    assert stopped.value.code == 1
    printed = capsys.readouterr().out
    assert "==== failed: core: planted: " in printed and "assert 'what' == 'this'" in printed
    assert printed.endswith("2 passed, 1 failed, 0 skipped\n")


def test_temporary_files_go_with_their_step(program, workplace):
    text = f"def test_leaves(tmp_path): open({str(workplace / 'place')!r}, 'w').write(str(tmp_path))\n"
    program([planted(workplace, text)], "core")
    folder = Path((workplace / "place").read_text())
    assert not folder.is_relative_to(workplace) and not folder.exists()


@pytest.mark.parametrize("match", ("", "no_such_test"))
def test_an_area_that_runs_nothing_fails(program, workplace, capsys, match):
    with pytest.raises(SystemExit) as stopped:
        program([planted(workplace, RIGHT if match else "")], "core", "-R", match)
    assert stopped.value.code == 1
    assert re.search(r"no test (was run|of the area core was run)", capsys.readouterr().out)


def test_names_are_chosen(program, workplace, capsys):
    program([planted(workplace, RIGHT + WRONG)], "core", "-R", "right$")
    assert capsys.readouterr().out.endswith("1 passed, 0 failed, 0 skipped\n")
    assert not reports.load_times(), "a part of a step says nothing on its time"


FAKE_PROGRAM = """#!/usr/bin/env python3
import os, sys
if "--gtest_list_tests" in sys.argv:
    print("Suite.\\n  one\\n  other")
else:
    open(os.environ["GTEST_OUTPUT"].removeprefix("xml:"), "w").close()
    print(*sys.argv[1:])
"""


@pytest.mark.parametrize(("match", "printed"), (("^core.*one$", "--gtest_filter=Suite.one\n"), ("^batch", "no test")))
def test_names_of_programs_begin_with_the_area(match, printed, tmp_path):
    """As ctest has them."""
    program = tmp_path / "program"
    program.write_text(FAKE_PROGRAM)
    program.chmod(0o755)
    row = kinds.Programs("a program", "core", preset="nothing", programs=("program",))
    (command,) = row.commands(Plan(match=match))
    words = [*command.text[:-3], program]  # without an emulator
    words[words.index("--reports") + 1] = tmp_path
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0 and printed in done.stdout


def test_steps_are_chosen(program, workplace, capsys):
    program([planted(workplace, RIGHT), planted(workplace, WRONG, "other")], "core", "-S", "^plan")
    assert capsys.readouterr().out.endswith("1 passed, 0 failed, 0 skipped\n")
    with pytest.raises(SystemExit, match="no step's name has 'nothing'"):
        program([planted(workplace, RIGHT)], "-S", "nothing")


@pytest.mark.parametrize("words", (("false",), ("no-such-program",)))
def test_what_cannot_be_built_fails_what_needs_it(program, workplace, capsys, words):
    with pytest.raises(SystemExit) as stopped:
        program([Run("library", words=words), planted(workplace, RIGHT, after=("library",))], "core")
    assert stopped.value.code == 1
    printed = capsys.readouterr().out
    assert "library failed" in printed and printed.endswith("0 passed, 2 failed, 0 skipped\n")


def test_a_damaged_report_fails(workplace):
    folder = workplace / "reports"
    reports.write(folder, [reports.Case("a", "passed"), reports.Case("b", "failed", "text")])
    assert [case.outcome for case in reports.read(folder)] == ["passed", "failed"]
    (folder / "report.xml").write_text("<testsuite><testcase name='a'/>")
    assert [case.outcome for case in reports.read(folder)] == ["failed"]


@pytest.mark.parametrize(("word", "together"), (("", 2), ("cluster", 1)))
def test_steps_that_exclude_each_other(word, together, workplace, monkeypatch):
    """Two steps that start a cluster do not run at the same time; other steps do."""
    now, most = set(), []

    def perform(step, plan, processes):
        now.add(step.name)
        time.sleep(0.1)
        most.append(len(now))
        now.discard(step.name)
        return reports.Result(step, [reports.Case("a", "passed")])

    monkeypatch.setattr(running, "perform", perform)
    rows = [planted(workplace, RIGHT, name, alone=word) for name in ("one", "two", "three")]
    assert len(running.run(rows, tuple(rows), Plan(), 2)) == 3
    assert max(most) == together


def test_commands_end_with_it(workplace):
    """end() also ends a command that is still running."""
    processes = running.Processes()
    with open(workplace / "log", "wb") as log:
        worker = threading.Thread(target=processes.run, args=[["sleep", "600"], dict(os.environ), log])
        worker.start()
        while not processes.groups:
            time.sleep(0.01)
        processes.end()
        worker.join(timeout=60)
    assert not worker.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="env --default-signal is GNU's")
def test_commands_do_not_inherit_ignored_signals(workplace):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with open(workplace / "log", "wb") as log:
            status, _ = running.Processes().run(["sh", "-c", "kill -INT $$; exit 3"], dict(os.environ), log)
    finally:
        signal.signal(signal.SIGINT, before)
    assert status == -signal.SIGINT
