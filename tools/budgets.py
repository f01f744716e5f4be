#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tracked lines, and the most that each folder may have: tools/budgets.toml, which says the rules.

    ./dev lint --budgets        prints the table
    tools/budgets.py --write    lowers rows to what is used, adds rows of new folders, and removes those of old ones

Python's standard library and git alone."""

import argparse
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = "tools/budgets.toml"
LOCKED = re.compile(r"(^|/)([\w-]*requirements[\w-]*\.txt|package-lock\.json|Cargo\.lock|go\.sum)$")
RECORDED = re.compile(r"^(docs/results/|tests/fuzz/corpus/|vectors/constructions/)")
PUBLIC_HEADER = re.compile(r"^asconkit/.*\bascon\w*\.(h|hpp)$")
PUBLIC_CALL = re.compile(r"^(?:ASCON_MUST_CHECK )?ASCON_API\b(?! extern)", re.M)
# Budgets are multiples of these, so that a change of a few lines does not change a budget.
STEPS = {"repository": 500, "library": 1, "folders": 50}


def git(root: Path, *words: str, text: str = "") -> str:
    return subprocess.run(["git", *words], cwd=root, input=text, capture_output=True, text=True, check=True).stdout


def tracked_lines(root: Path) -> dict[str, int]:
    """Lines of each tracked file, and of each new file that git does not ignore."""
    names = git(root, "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    return {name: (root / name).read_bytes().count(b"\n") for name in names if (root / name).is_file()}


def parts(root: Path, lines: dict[str, int]) -> dict[str, int]:
    """Lines of the whole repository, and of what nobody writes by hand."""
    marks = git(root, "check-attr", "--stdin", "linguist-generated", text="\n".join(lines)).splitlines()
    written = {mark.rsplit(": ", 2)[0] for mark in marks if mark.endswith(": set")}
    locked = {name for name in lines if LOCKED.search(name)}
    recorded = {name for name in lines if RECORDED.search(name)} - locked
    kinds = {"all": set(lines), "generated": written - locked - recorded, "recorded": recorded, "locked": locked}
    return {kind: sum(lines[name] for name in names) for kind, names in kinds.items()}


def library(root: Path, lines: dict[str, int]) -> dict[str, int]:
    headers = [name for name in lines if PUBLIC_HEADER.match(name)]
    calls = sum(len(PUBLIC_CALL.findall((root / name).read_text(encoding="utf-8"))) for name in headers)
    return {
        "public calls": calls,
        "public headers": len(headers),
        "files": sum(name.startswith("asconkit/") for name in lines),
    }


def folder_of(name: str) -> str:
    """The folder that counts a file: its first two names, or "." at the top."""
    return "/".join(name.split("/")[:-1][:2]) or "."


def used(root: Path) -> dict[str, dict[str, int]]:
    """What the tree has, in the form of the file."""
    lines = tracked_lines(root)
    folders: dict[str, int] = {}
    for name, count in lines.items():
        folders[folder_of(name)] = folders.get(folder_of(name), 0) + count
    return {"repository": parts(root, lines), "library": library(root, lines), "folders": dict(sorted(folders.items()))}


def limit(row: int | dict) -> int:
    return row["most"] if isinstance(row, dict) else row


def is_reserved(row: int | dict) -> bool:
    """Whether the row waits for later work."""
    return isinstance(row, dict) and "reserved" in row["why"]


def rounded(part: str, count: int) -> int:
    return -(-count // STEPS[part]) * STEPS[part]


def raised(budgets: dict, before: dict) -> list[str]:
    """Rows that are higher than before and give no other reason than before."""
    wrong = []
    for part, rows in budgets.items():
        for name, row in rows.items():
            old = before.get(part, {}).get(name)
            reasons = [one.get("why") if isinstance(one, dict) else None for one in (row, old)]
            if old is not None and limit(row) > limit(old) and reasons[0] in (None, reasons[1]):
                wrong.append(f"{name}: raised from {limit(old)} to {limit(row)}: give the reason in the row, as why")
    return wrong


def complaints(budgets: dict, found: dict, before: dict) -> list[str]:
    wrong = []
    for part, counts in found.items():
        rows = budgets.get(part, {})
        for name, count in counts.items():
            most = limit(rows.get(name, count))
            if name not in rows:
                wrong.append(f"{name}: has no row; add one: {count} lines")
            elif count > most:
                wrong.append(f"{name}: {count}, {count - most} above the budget of {most}; make room, or say why not")
            elif most - count >= 2 * STEPS[part] - 1 and not is_reserved(rows[name]):
                wrong.append(f"{name}: {count} of {most}: lower the budget, with tools/budgets.py --write")
        for name in rows.keys() - counts.keys():
            if not is_reserved(rows[name]):
                wrong.append(f"{name}: a row of what is not there")
    return [f"{FILE}: {line}" for line in sorted(wrong) + raised(budgets, before)]


def committed(root: Path, text: str) -> dict:
    """The budgets of the last commit, or of the one before it where the file is as committed."""
    for commit in ("HEAD", "HEAD^"):
        try:
            before = git(root, "show", f"{commit}:{FILE}")
        except subprocess.CalledProcessError:
            return {}
        if before != text:
            return tomllib.loads(before)
    return {}


def wrong_budgets(root: Path) -> list[str]:
    text = (root / FILE).read_text(encoding="utf-8")
    return complaints(tomllib.loads(text), used(root), committed(root, text))


def table(root: Path) -> str:
    budgets, found = tomllib.loads((root / FILE).read_text(encoding="utf-8")), used(root)
    rows = [("", "used", "budget")]
    for part, limits in budgets.items():
        rows += [(f"[{part}]", "", "")]
        rows += [(name, found[part].get(name, 0), limit(row)) for name, row in limits.items()]
    return "".join(f"{name:<28} {count:>8} {most:>8}".rstrip() + "\n" for name, count, most in rows)


def rewritten(text: str, found: dict) -> str:
    """The file with lower rows, rows of new folders, and none of folders that are gone. Reserved rows stay."""
    budgets = tomllib.loads(text)
    written = [text[: text.index("\n[") + 1]]
    for part, counts in found.items():
        rows = dict(budgets.get(part, {}))
        for name, count in counts.items():
            most = rounded(part, count)
            if name not in rows or (most < limit(rows[name]) and not is_reserved(rows[name])):
                rows[name] = most
        kept = {name: row for name, row in rows.items() if name in counts or is_reserved(row)}
        written.append(f"[{part}]\n")
        for name, row in sorted(kept.items()) if part == "folders" else kept.items():
            value = row if isinstance(row, int) else f'{{ most = {row["most"]}, why = "{row["why"]}" }}'
            written.append(f'"{name}" = {value}\n')
        written.append("\n")
    return "".join(written).rstrip("\n") + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Print the tracked lines of each folder, and their budgets.")
    parser.add_argument("--write", action="store_true", help="lower the budgets to what is used")
    if parser.parse_args().write:
        file = ROOT / FILE
        file.write_text(rewritten(file.read_text(encoding="utf-8"), used(ROOT)), encoding="utf-8")
    print(table(ROOT), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
