"""A fault must fail the test that meets it, or a run with sanitizers shows nothing.

ASCONKIT_SANITIZER says what the command under test was built with: `address` or `thread`; nothing: with neither."""

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, sanitizer_options, sanitizer_reports

SANITIZER = os.environ.get("ASCONKIT_SANITIZER", "")
BUILD = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release"))
MARKS = {"address": "__asan_report_load1", "thread": "__tsan_read1"}
# What the programs of planted.cpp do wrong: the sanitizer that sees it, and what it says.
FAULTS = {
    "read": ("address,undefined", "heap-buffer-overflow"),
    "arithmetic": ("address,undefined", "signed integer overflow"),
    "leak": ("address,undefined", "detected memory leaks"),
    "race": ("thread", "data race"),
}


def run_planted(program, folder, *arguments):
    """What a test would find after this process."""
    subprocess.run([program, *arguments], env={**os.environ, **sanitizer_options(folder)}, capture_output=True)
    return sanitizer_reports(folder)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault, tmp_path):
    sanitizer, says = FAULTS[fault]
    program = tmp_path / "planted"
    source = Path(__file__).with_name("planted.cpp")
    flags = ["-std=c++20", "-O1", "-g", f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all", "-pthread"]
    subprocess.run(["clang++-19", *flags, source, "-o", program], check=True)
    assert run_planted(program, tmp_path, "nothing") == ""
    assert says in run_planted(program, tmp_path, fault)


@pytest.mark.skipif(not SANITIZER, reason="the command was built without a sanitizer")
def test_the_command_is_instrumented():
    symbols = subprocess.run(["nm", os.environ["ASCONKIT"]], capture_output=True, text=True, check=True).stdout
    assert MARKS[SANITIZER] in symbols


LOCK = "  std::lock_guard lock(mutex_);\n"
UNLOCKED = {
    "orderedqueue.cpp": ("void OrderedQueue::deliver(std::span<Task> tasks) {\n", ("sum", "-j", "4", "-r", "files")),
    "groups.cpp": ("void GroupPipeline::pass_turn() {\n", ("encrypt", "-j", "4", "-k", "key", "large", "-o", "sealed")),
}


def object_of(entry):
    """The file that a command of CMake's compilation database makes."""
    words = shlex.split(entry["command"])
    return Path(entry["directory"], words[words.index("-o") + 1])


def with_fault(file, function, folder):
    """The command without one of its locks: compiles one file again, as the build does, and links it with the rest."""
    text = (ROOT / "cli" / file).read_text(encoding="utf-8")
    assert text.count(function + LOCK) == 1
    (folder / file).write_text(text.replace(function + LOCK, function))
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    entries = [entry for entry in entries if re.search(r"asconkit_cli(_parts|_table)?\.dir", entry["command"])]
    entry = next(entry for entry in entries if entry["file"] == str(ROOT / "cli" / file))
    words = shlex.split(entry["command"])
    words = words[words.index(next(word for word in words if word.endswith("clang++-19"))):]
    words[words.index("-o") + 1] = str(folder / "faulty.o")
    words[words.index("-c") + 1] = str(folder / file)
    subprocess.run([*words, f"-I{ROOT / 'cli'}", "-Wno-unused-function"], cwd=entry["directory"], check=True)
    objects = [object_of(other) for other in entries if other is not entry]
    program = folder / "asconkit"
    link = [words[0], "-fsanitize=thread", *objects, folder / "faulty.o", BUILD / "lib/libasconkit.a"]
    subprocess.run([*link, "-largon2", "-pthread", "-o", program], check=True)
    return program


@pytest.mark.skipif(SANITIZER != "thread", reason="the command was built without ThreadSanitizer")
@pytest.mark.parametrize("file", UNLOCKED)
def test_a_missing_lock_of_the_command_is_found(file, folder, tmp_path):
    """Against runs that never have two threads at a time."""
    function, arguments = UNLOCKED[file]
    program = with_fault(file, function, tmp_path)
    (folder / "files").mkdir()
    for i in range(300):
        (folder / f"files/{i}").write_bytes(bytes(1000 + i))
    (folder / "large").write_bytes(bytes(8_000_000))
    subprocess.run([os.environ["ASCONKIT"], "keygen", "key"], check=True)
    reports = tmp_path / "found"
    reports.mkdir()
    assert re.search("data race", run_planted(program, reports, *arguments))
