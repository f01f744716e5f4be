# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The analyzers of clang and gcc over every C file of the library, in several settings."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import compiling
from compiling import LIBRARY, BuildError

from .findings import Finding

# After those that clang always has. Accesses out of bounds are still called experimental. Left out is the check that
# wants memcpy_s and so on, which few C libraries have.
CHECKERS = "nullability,security,optin.portability,optin.core"
EXPERIMENTAL = "alpha.security.ArrayBoundV2,alpha.unix.cstring.OutOfBounds,alpha.core.PointerSub"
UNWANTED = "security.insecureAPI.DeprecatedOrUnsafeBufferHandling"
COMMANDS = {
    "clang": (
        "clang-19", "--analyze", "--analyzer-output", "text", "-Xclang", f"-analyzer-checker={CHECKERS},{EXPERIMENTAL}",
        "-Xclang", f"-analyzer-disable-checker={UNWANTED}", "-fno-caret-diagnostics",
    ),
    # Not optimized: the analyzer reads what gcc has made of the code, which is then the code as it was written.
    "gcc": (
        "gcc", "-O0", "-fanalyzer", "-c", "-fdiagnostics-path-format=none", "-fno-diagnostics-show-caret",
        "-fno-diagnostics-show-cwe", "-fdiagnostics-color=never",
    ),
}  # fmt: skip
FOUND = re.compile(r"^(\S+?):(\d+):\d+: warning: (.*) \[([\w.,-]+)\]$", re.M)


@dataclass(frozen=True)
class Setting:
    """How the library is compiled, and which of its files."""

    name: str
    tools: tuple[str, ...] = ("clang", "gcc")
    backend: str = "*"  # all that this processor can have
    flags: tuple[str, ...] = ()
    quick: bool = False  # the tests of every change run it too

    def files(self, library: Path) -> list[Path]:
        return [library / file.relative_to(LIBRARY) for file in compiling.sources(self.backend, (".c",))]


SETTINGS = (
    Setting("the whole library"),
    Setting("the whole library for AArch64", tools=("clang",), flags=("--target=aarch64-linux-gnu",)),
    Setting("c64 alone", backend="c64", flags=("-DASCON_BACKEND=c64",), quick=True),
    Setting("c32 alone, size", backend="c32", flags=("-DASCON_BACKEND=c32", "-DASCON_PROFILE_SIZE"), quick=True),
)


def jobs() -> int:
    return int(os.environ.get("ASCONKIT_JOBS") or os.cpu_count() or 1)


def relative(file: Path, library: Path) -> str:
    """As findings are named: asconkit/... also of a copy of the library."""
    return f"{LIBRARY.name}/{file.resolve().relative_to(library.resolve())}"


def findings_of(tool: str, file: Path, setting: Setting, library: Path = LIBRARY) -> set[Finding]:
    words = [*COMMANDS[tool], "-std=c11", f"-I{library.parent}", *setting.flags, str(file), "-o", os.devnull]
    if not shutil.which(words[0]):
        raise BuildError(f"{words[0]} is not installed")
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    if done.returncode != 0:
        raise BuildError(f"{words[0]}: {relative(file, library)}, {setting.name}: {done.stderr.strip()}")
    found = set()
    for name, line, message, check in FOUND.findall(done.stderr):
        place = Path(name)
        code = place.read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()
        found.add(Finding(tool, relative(place, library), check, code, int(line), message))
    return found


def findings(tool: str, settings: Iterable[Setting]) -> set[Finding]:
    """All of them, in as many processes as the machine has processors."""
    work = [(file, setting) for setting in settings if tool in setting.tools for file in setting.files(LIBRARY)]
    with ThreadPoolExecutor(jobs()) as pool:
        return set().union(*pool.map(lambda each: findings_of(tool, *each), work))
