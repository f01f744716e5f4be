# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MISRA C:2012, by cppcheck: which rules the library's C breaks, and that cppcheck itself has nothing to say."""

import re
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import compiling
from compiling import LIBRARY, ROOT, BuildError
from markdown_tables import head, row

from .compilers import jobs

PAGE = ROOT / "docs/misra.md"
BACKEND = "c64"
FOUND = re.compile(r"^(\S+?):(\d+): (\S+): (.*)$", re.M)
RULE = "misra-c2012-"
# Beside MISRA what cppcheck calls errors, warnings and problems of portability, not its remarks on style.
WORDS = (
    "cppcheck", "--quiet", "--std=c11", "--platform=unix64", "--addon=misra", "--enable=warning,portability",
    "--suppress=missingIncludeSystem", "--template={file}:{line}: {id}: {message}", f"-DASCON_BACKEND={BACKEND}",
)  # fmt: skip
HEAD = """# MISRA C:2012

Written by `./dev analyze misra --record`. {version} with its MISRA add-on reads the library as firmware uses it:
the C of one backend, `{backend}`, with masked code in C and the constructions. The library breaks the rules below,
each for the given reason, and no other rule that the add-on checks; no broken rule is mandatory. cppcheck's own checks
find no error and give no warning. This page has the rules in asconkit's words, not in [MISRA's](https://misra.org.uk).

The add-on does not check all rules, and checks no assembly. Some of its reports are wrong; the table's last column says
which. Use the table to justify deviations from MISRA C. The table is not a claim of compliance.
"""


@dataclass(frozen=True)
class Deviation:
    number: str
    kind: str
    asks: str
    reason: str


@dataclass(frozen=True)
class Report:
    places: Counter[str]  # how many of each rule
    others: tuple[str, ...]  # what cppcheck says apart from MISRA


@cache
def deviations() -> dict[str, Deviation]:
    rows = tomllib.loads(Path(__file__).with_name("misra.toml").read_text(encoding="utf-8"))["rule"]
    found = {each["number"]: Deviation(**each) for each in rows}
    assert len(found) == len(rows), "misra.toml has a rule twice"
    return found


def version() -> str:
    return subprocess.run(["cppcheck", "--version"], capture_output=True, text=True, check=True).stdout.strip()


def report(library: Path = LIBRARY) -> Report:
    """A line of a header that several files include is one place."""
    if not shutil.which("cppcheck"):
        raise BuildError("cppcheck is not installed")
    files = (library / file.relative_to(LIBRARY) for file in compiling.sources(BACKEND, (".c",)))
    words = [*WORDS, f"-j{jobs()}", f"-I{library.parent}", *map(str, files)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"cppcheck: {done.stdout}{done.stderr}")
    found = sorted(set(FOUND.findall(done.stderr)))
    rules = Counter(name.removeprefix(RULE) for _, _, name, _ in found if name.startswith(RULE))
    others = tuple(f"{file}:{line}: {text} [{name}]" for file, line, name, text in found if not name.startswith(RULE))
    return Report(rules, others)


def wrong(found: Report) -> list[str]:
    """What is not as misra.toml says."""
    new, gone = set(found.places) - set(deviations()), set(deviations()) - set(found.places)
    told = [f"NOT EXPLAINED  rule {each}, {found.places[each]} places" for each in sorted(new)]
    told += [f"FOUND NO MORE  rule {each}; delete it from proofs/analysis/misra.toml" for each in sorted(gone)]
    return told + [f"CPPCHECK       {each}" for each in found.others]


def lines(found: Report) -> Iterator[str]:
    yield HEAD.format(version=version(), backend=BACKEND)
    yield from head("rule", "kind", "asks for", "places:", "why the library deviates")
    for each in deviations().values():
        yield row(each.number, each.kind, each.asks, found.places[each.number], each.reason)


def write(found: Report) -> None:
    PAGE.write_text("\n".join([*lines(found), ""]), encoding="utf-8")
