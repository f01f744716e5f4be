# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs Frama-C's Eva over the calls of calls.py and reads what it says."""

import csv
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from compiling import LIBRARY, ROOT, BuildError

from .calls import Case, cases
from .findings import Finding

DRIVERS = Path(__file__).with_name("drivers.c")
SOURCES = ("core/api/ascon.c", "core/api/bits.c", "core/api/interleave.c", "core/api/dispatch.c")
# A compiler of which nothing is known: the library is plain C then, and nothing of it is left out. What is stored
# through a pointer to volatile, as by zeroize(), is unknown to Eva afterwards.
PLAIN = ("-U__GNUC__", "-U__x86_64__", "-U__SSE2__", "-Dvolatile=")
# Every state on its own, as long as there is memory: loops are followed to their ends. Addresses may not even be
# computed beyond an object's end.
OPTIONS = (
    "-c11", "-machdep", "x86_64", "-eva", "-eva-slevel", "1000000", "-eva-interprocedural-splits",
    "-eva-split-limit", "1000", "-eva-msg-key=-initial-state,-final-states", "-warn-invalid-pointer",
    "-warn-left-shift-negative", "-warn-right-shift-negative", "-warn-signed-downcast", "-warn-pointer-downcast",
)  # fmt: skip
ALARM = re.compile(r"^\[eva:alarm\] (\S+?):(\d+): Warning:(.*\n(?:  .*\n)*)", re.M)
STATEMENTS = ("user check", "postcondition")
HOLDS = ("Valid", "Considered valid", "Dead")  # the last: it was not reached


@dataclass(frozen=True)
class Setting:
    """How the library is compiled."""

    backend: str
    profile: str

    @property
    def label(self) -> str:
        return f"{self.backend}, {self.profile}"


SMALL, SIZE = Setting("c64", "small"), Setting("c64", "size")


def runs() -> list[tuple[Case, Setting]]:
    """Every case in every setting."""
    return [(case, each) for each in (SMALL, SIZE) for case in cases()]


@dataclass
class Outcome:
    case: Case
    setting: Setting
    alarms: set[Finding] = field(default_factory=set)
    checks: int = 0  # what the driver states of the call, and what was shown to hold
    failure: str = ""
    seconds: float = 0

    @property
    def good(self) -> bool:
        return not self.alarms and not self.failure


@cache
def version() -> str:
    if not shutil.which("frama-c"):
        raise BuildError("frama-c is not installed")
    return subprocess.run(["frama-c", "-version"], capture_output=True, text=True, check=True).stdout.strip()


def command(case: Case, setting: Setting, library: Path, table: Path) -> list[str]:
    macros = [f"-D{name}" for name in (*case.definitions, f"ASCON_BACKEND={setting.backend}")]
    macros += [f"-DASCON_PROFILE_{setting.profile.upper()}", *PLAIN, f"-I{library.parent}"]
    files = [str(DRIVERS), *(str(library / name) for name in SOURCES)]
    words = ["frama-c", f"-cpp-extra-args={' '.join(macros)}", *OPTIONS, "-main", "driver"]
    return [*words, *files, "-then", "-report-csv", str(table)]


def relative(text: str, library: Path) -> str:
    return text.replace(f"{library.parent}/", "").replace(f"{ROOT}/", "")


def finding(file: str, line: int, text: str, library: Path) -> Finding:
    place = Path(file)
    code = place.read_text(encoding="utf-8").splitlines()[line - 1].strip()
    message = " ".join(text.split())
    return Finding("eva", relative(str(place.resolve()), library.resolve()), message.split(".")[0], code, line, message)


def read(outcome: Outcome, printed: str, table: Path, library: Path) -> None:
    """Alarms are what Eva reports at a line. After one that is sure it looks no further and finds nothing. So no alarm
    is accepted, and the table must have a statement of the driver that was reached, and holds."""
    outcome.alarms = {finding(file, int(line), text, library) for file, line, text in ALARM.findall(printed)}
    with open(table, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["file"] == DRIVERS.name]
    stated = [row for row in rows if row["property kind"].startswith(STATEMENTS)]
    outcome.checks = sum(row["status"] == "Valid" for row in stated)
    wrong = [f"{DRIVERS.name}:{row['line']}: {row['status']}" for row in stated if row["status"] not in HOLDS]
    if wrong:
        outcome.failure = "; ".join(wrong)
    elif not outcome.checks:
        outcome.failure = "nothing that the driver states was reached"


def run(case: Case, setting: Setting, library: Path = LIBRARY) -> Outcome:
    outcome = Outcome(case, setting)
    start = time.monotonic()
    version()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "properties.csv"
        done = subprocess.run(command(case, setting, library, table), capture_output=True, text=True, cwd=folder)
        printed = done.stdout + done.stderr
        if done.returncode != 0 or not table.exists():
            lines = [line for line in printed.splitlines() if "rror" in line or "aborted" in line] or [printed[-300:]]
            outcome.failure = f"Frama-C failed: {relative(' | '.join(lines[:3]), library)}"
        else:
            read(outcome, printed, table, library)
    outcome.seconds = time.monotonic() - start
    return outcome
