# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs targets: libFuzzer's options, what they find, smaller corpora."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import building, cargo, corpus
from .table import HERE, ROOT, Build, Target

WORK = ROOT / "build/fuzz-work"  # corpora as they grow, logs, inputs that made a target fail
SYMBOLIZER = "/usr/lib/llvm-19/bin/llvm-symbolizer"
MINIMIZING_RUNS = 20000
USUAL = ("-rss_limit_mb=3000", "-timeout=60", "-len_control=0", "-print_final_stats=1")
PYTHON = Path("python3")  # for targets of atheris, where the caller gives no other


def settings(target: Target) -> dict[str, str]:
    """An interpreter keeps what it has until the end of the process: no leak."""
    leaks = "0" if target.folder == "python" else "1"
    symbolizer = {f"{name}_SYMBOLIZER_PATH": SYMBOLIZER for name in ("ASAN", "MSAN", "UBSAN")}
    return {
        **os.environ,
        **symbolizer,
        "ASAN_OPTIONS": f"detect_leaks={leaks}:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


@dataclass
class Result:
    target: Target
    status: int
    output: str

    @property
    def failed(self) -> bool:
        return self.status != 0

    def number(self, name: str) -> int:
        """A number from libFuzzer's statistics; -1 if it was not printed."""
        found = re.search(rf"^stat::{name}: *(\d+)", self.output, re.MULTILINE)
        return int(found[1]) if found else -1

    @property
    def covered(self) -> int:
        found = re.findall(r"cov: (\d+)", self.output)
        return int(found[-1]) if found else -1


def run(target: Target, program: list[object], *options: object) -> Result:
    words = [str(word) for word in (*program, *options)]
    done = subprocess.run(words, cwd=ROOT, env=settings(target), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL)  # fmt: skip
    return Result(target, done.returncode, done.stdout.decode(errors="replace"))


def options_of(target: Target, folder: Path) -> list[object]:
    """libFuzzer's for a target whose failures are written into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    options: list[object] = [*USUAL, f"-max_len={target.longest}", f"-artifact_prefix={folder}/"]
    if target.dictionary:
        options.append(f"-dict={HERE / 'dictionaries' / target.dictionary}")
    return options


def inputs_of(target: Target, folder: Path) -> list[Path]:
    """The folders with the checked-in corpus, unpacked in `folder`, and with what has failed once."""
    crashes = corpus.crashes_of(target)
    return [corpus.unpack(target, folder), *([crashes] if crashes.is_dir() else [])]


def replay(target: Target, program: list[object], folder: Path) -> Result:
    """Each checked-in input once."""
    return run(target, program, *options_of(target, folder / "found"), "-runs=0", *inputs_of(target, folder / "inputs"))


def fuzz(target: Target, program: list[object], folder: Path, *limits: object) -> Result:
    """Begins with the checked-in inputs and what is in the folder from earlier runs, where new ones are added."""
    grown = corpus.unpack(target, folder / "corpus")
    crashes = inputs_of(target, grown)[1:]
    return run(target, program, *options_of(target, folder / "found"), *limits, grown, *crashes)


# ---- What is found -----------------------------------------------------------------------------------------


def failures_in(folder: Path) -> list[Path]:
    kinds = ("crash-*", "leak-*", "oom-*", "timeout-*")
    return sorted((path for kind in kinds for path in folder.glob(kind)), key=lambda path: path.stat().st_mtime)


def keep(target: Target, program: list[object], failure: Path) -> Path:
    """A smaller input that fails too, among those that tests replay."""
    small = failure.with_name(f"minimized-{failure.name}")
    limits = ("-minimize_crash=1", f"-runs={MINIMIZING_RUNS}")
    run(target, program, *USUAL, *limits, f"-exact_artifact_path={small}", failure)
    content = (small if small.exists() else failure).read_bytes()
    kept = corpus.crashes_of(target) / corpus.name_of(content)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(content)
    return kept


def merge(target: Target, program: list[object], folder: Path) -> int:
    """Replaces the checked-in corpus by few inputs that reach as many branches; returns how many."""
    merged = folder / "merged"
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir(parents=True)
    grown = corpus.unpack(target, folder / "corpus")
    # How often a branch is taken makes ten times as many inputs and no other code.
    done = run(target, program, "-merge=1", "-use_counters=0", f"-max_len={target.longest}", merged, grown)
    if done.failed:
        raise building.BuildFailure(f"{target.name}: cannot merge the corpus\n{done.output[-3000:]}")
    corpus.pack(target, merged)
    return len(list(merged.iterdir()))


def program_of(target: Target, build: Build, python: Path = PYTHON) -> list[object]:
    """The words that start a target."""
    if target.program.endswith(".rs"):
        return [cargo.make(target)]
    return [python, ROOT / target.program] if target.program else [building.program_of(target, build)]
