# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which records of measurements and long checks are of the code beside them: `./dev evidence`.

    ./dev evidence                    a table: record, command, commit, hours, what has changed since
    ./dev evidence --renew [NAME...]  run the commands of stale records, one after the other

tools/renewal.toml names the records and what each depends on. A Python program that it names counts with the
project's modules that it imports. A record is current if these files and the versions of its tools are the same as
when its command ended. Pages, and comments of C, C++ and assembly, do not count. --renew can be stopped at any
time: records that are done are current, and the long commands go on where they were. Python's standard library
alone."""

import argparse
import ast
import functools
import hashlib
import json
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = "tools/renewal.toml"
RUNS = "tools/renewal.json"
PLACES = (Path("proofs"), Path("tools"), Path("."))  # where programs find the project's modules
COMMENTED = {".c", ".cl", ".cpp", ".cu", ".h", ".hpp", ".inc", ".S"}
STRING_OR_COMMENT = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|//[^\n]*|/\*.*?\*/""", re.DOTALL
)


@dataclass(frozen=True)
class Record:
    name: str
    file: str
    command: str
    depends: list[str]
    tools: list[str]
    released: bool = False  # `./dev release` refuses it when it is stale
    machine: str = ""  # it belongs to this one, and is not renewed on others


@dataclass(frozen=True)
class Run:
    """A command that has written its record: on what, and how long it took."""

    commit: str
    digest: str  # of the files that it depends on
    tools: dict[str, str]  # versions; empty: not known
    hours: float | None  # None: not known


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


def records(root: Path) -> list[Record]:
    if not (root / TABLE).exists():
        return []  # a project of a test
    table = tomllib.loads((root / TABLE).read_text(encoding="utf-8"))
    return [Record(name=name, **{**row, "depends": with_imports(root, row["depends"])}) for name, row in table.items()]


def with_imports(root: Path, depends: list[str]) -> list[str]:
    found, left = set(depends), [path for path in depends if path.endswith(".py") and (root / path).is_file()]
    while left:
        new = set(imported(root, left.pop())) - found
        found |= new
        left += new
    return sorted(found)


def imported(root: Path, program: str) -> Iterator[str]:
    """The files of the project's modules that this file imports."""
    for node in ast.walk(ast.parse((root / program).read_text(encoding="utf-8"))):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        names, places = [alias.name for alias in node.names], PLACES
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = [module, *(f"{module}.{name}" for name in names)]
            places = (Path(program).parents[node.level - 1],) if node.level else PLACES
        files = (str(place / name.strip(".").replace(".", "/")) + ".py" for place, name in product(places, names))
        yield from (file for file in files if (root / file).is_file())


def runs(root: Path) -> dict[str, Run]:
    kept = root / RUNS
    if not kept.exists():
        return {}
    return {name: Run(**row) for name, row in json.loads(kept.read_text(encoding="utf-8")).items()}


def save(root: Path, name: str, run: Run) -> None:
    rows = {**runs(root), name: run}
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(asdict(rows[key]))}" for key in sorted(rows))
    (root / RUNS).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def listed(root: Path, commit: str, depends: list[str]) -> dict[str, str]:
    """Mode and digest of the files at these paths, which may have a star in their last part. Pages do not count."""
    found = {}
    for line in git(root, "ls-tree", "-r", commit).splitlines():
        about, path = line.split("\t", 1)
        if not path.endswith(".md") and any(is_at(path, wanted) for wanted in depends):
            mode, _, blob = about.split(" ")
            found[path] = f"{mode} {digest_of_blob(root, blob, Path(path).suffix in COMMENTED)}"
    return found


@functools.cache
def digest_of_blob(root: Path, blob: str, commented: bool) -> str:
    """Git's own, or one of the text without comments and with single spaces."""
    if not commented:
        return blob
    text = STRING_OR_COMMENT.sub(lambda found: found["string"] or " ", git(root, "cat-file", "blob", blob))
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()


def is_at(path: str, wanted: str) -> bool:
    return Path(path).match(wanted) if "*" in wanted else f"{path}/".startswith(f"{wanted}/")


def digest_of(files: dict[str, str]) -> str:
    return hashlib.sha256("".join(f"{about}\t{path}\n" for path, about in sorted(files.items())).encode()).hexdigest()


def versions(tools: list[str]) -> dict[str, str]:
    """The first line of each tool's `--version`."""
    found = {}
    for tool in tools:
        words = [tool, "-version" if tool == "frama-c" else "--version"]
        said = subprocess.run(words, capture_output=True, text=True).stdout if shutil.which(tool) else "absent\n"
        found[tool] = said.splitlines()[0] if said else ""
    return found


def uncommitted(root: Path, record: Record) -> list[str]:
    return git(root, "status", "--porcelain", "--", *record.depends).splitlines()


def why_stale(root: Path, record: Record, run: Run | None) -> str:
    """Empty: the record is current."""
    if run is None:
        return "no run is known"
    changed = uncommitted(root, record)
    if changed:
        return f"uncommitted: {changed[0][3:]}"
    now = listed(root, "HEAD", record.depends)
    if digest_of(now) != run.digest:
        return f"changed: {differences(root, record, run, now)}"
    return next((f"{tool} is another version" for tool, version in run.tools.items()
                 if record.machine == "" and versions([tool])[tool] not in (version, "absent")), "")


def differences(root: Path, record: Record, run: Run, now: dict[str, str]) -> str:
    try:
        before = listed(root, run.commit, record.depends)
    except subprocess.CalledProcessError:
        return f"commit {run.commit} is not here"
    changed = sorted(path for path in {*before, *now} if before.get(path) != now.get(path))
    more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f"{changed[0]}{more}"


def stale(root: Path, released: bool = False) -> dict[str, str]:
    """Stale records with the reason; `released`: those alone that a release needs."""
    last = runs(root)
    asked = [row for row in records(root) if row.released or not released]
    reasons = {row.name: why_stale(root, row, last.get(row.name)) for row in asked}
    return {name: reason for name, reason in reasons.items() if reason}


def print_table(root: Path) -> None:
    last, reasons = runs(root), stale(root)
    cells = [("record", "command", "commit", "hours", "state")]
    for row in records(root):
        run = last.get(row.name)
        hours = f"{run.hours:.1f}" if run and run.hours is not None else "?"
        state = reasons.get(row.name, "current")
        cells.append((row.name, row.command, run.commit[:9] if run else "?", hours, state))
    widths = [max(len(line[i]) for line in cells) for i in range(4)]
    for line in cells:
        print("  ".join([*(cell.ljust(width) for cell, width in zip(line, widths)), line[4]]).rstrip())
    print(f"{len(cells) - 1 - len(reasons)} of {len(cells) - 1} records are current")


def renew(root: Path, record: Record) -> bool:
    """Runs the command; 1 if the record is current then."""
    changed = uncommitted(root, record)
    if changed:
        sys.exit(f"{record.name}: commit first what it depends on: {changed[0][3:]}")
    commit, begun = git(root, "rev-parse", "HEAD").strip(), time.monotonic()
    print(f"{record.name}: {record.command}", flush=True)
    if subprocess.run(record.command, cwd=root, shell=True).returncode != 0:
        print(f"{record.name}: failed; its record counts as before", flush=True)
        return False
    hours = round((time.monotonic() - begun) / 3600, 2)
    save(root, record.name, Run(commit, digest_of(listed(root, commit, record.depends)), versions(record.tools), hours))
    return True


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev evidence", description=__doc__.splitlines()[0])
    text = "run the commands of these stale records, or of all that belong to no one machine"
    parser.add_argument("--renew", nargs="*", metavar="NAME", help=text)
    wanted = parser.parse_args().renew
    if wanted is None:
        print_table(ROOT)
        return
    rows = {row.name: row for row in records(ROOT)}
    unknown = [name for name in wanted if name not in rows]
    if unknown:
        parser.error(f"there is no record {unknown[0]!r}; there are {', '.join(rows)}")
    names = [name for name in wanted or (row.name for row in rows.values() if not row.machine) if name in stale(ROOT)]
    failed = [name for name in names if not renew(ROOT, rows[name])]
    print_table(ROOT)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
