"""What ./dev prove says. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import json
from collections import Counter
from typing import Any

from markdown_tables import table

from .options import RESULTS


def line(outcome: Any) -> str:
    if outcome.failure:
        return f"NOT PROVED  {outcome.name}: {outcome.failure}"
    return f"proved      {outcome.name}: {outcome.cases}; {figures(outcome)}{outcome.seconds} s"


def figures(outcome: Any) -> str:
    if outcome.kind == "second opinion":
        return ""
    said = "" if outcome.stack_said is None else f" of {outcome.stack_said}"
    return f"{outcome.instructions} instructions, {outcome.stack}{said} bytes of stack, "


HEAD = """# Proved from machine code

`./dev prove --record` found each of these functions to be what the specification says, for all inputs, in all cases of
its row. [What that means, and what it rests on](../prove.md). Where the project makes another program by now, the next
`--record` leaves the row out until that one is proved.

Stack: the most bytes below the stack pointer at the call; after "of", what the backend declares. Instructions are
the most that a case executes. Comparisons: of bits with the specification's, for all values of earlier ones. The
digest is the beginning of the SHA-256 of the linked program; [prove.json](prove.json) has all of it, and the flags of
compilers.
"""
COLUMNS = (
    "backend", "processor, setting, profile", "compiler", "cases", "stack:", "instructions:", "comparisons:", "SHA-256",
)  # fmt: skip
TITLES = {
    "permutation": "Permutations", "block loops": "Block loops", "calls": "One-shot calls",
    "every length": "Calls and block loops with strings of every length",
}  # fmt: skip
Row = dict[str, Any]


def recorded() -> dict[str, Row]:
    """Rows by the names of their subjects."""
    rows = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"] if RESULTS.exists() else []
    return {row["name"]: row for row in rows}


def is_about(row: Row, sha256: str, proofs: int) -> bool:
    """Whether the row has so many proofs, or more, of that program."""
    return bool(row["sha256"] == sha256 and row["proofs"] >= proofs)


def write(rows: list[Row], possible: Counter[str]) -> None:
    """The file of results, a line a row. Times are kept of strings of every length only: other rows are the same
    whenever the same programs are proved. `possible`: how many subjects of each kind there are."""
    rows = [{name: value for name, value in row.items() if name not in _dropped(row)} for row in rows]
    new = RESULTS.with_suffix(".new")
    lines = ",\n".join(map(json.dumps, rows))
    new.write_text(f'{{"possible": {json.dumps(possible)}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")
    new.replace(RESULTS)


def _dropped(row: Row) -> tuple[str, ...]:
    return ("failure",) if row["kind"] == "every length" else ("seconds", "failure")


def page() -> str:
    """The record as tables, for the site."""
    rows = list(recorded().values())
    possible = json.loads(RESULTS.read_text(encoding="utf-8"))["possible"]
    programs, proofs = len({row["sha256"] for row in rows}), sum(row["proofs"] for row in rows)
    lines = [HEAD, f"{proofs:,} proofs of {programs} programs."]
    for kind, title in TITLES.items():
        chosen = [row for row in rows if row["kind"] == kind]
        lines += ["", f"## {title}", f"{len(chosen)} of the {possible.get(kind, 0)} that `./dev prove --all` has."]
        lines += ["", *table(COLUMNS, map(_cells, chosen))]
    return "\n".join([*lines, ""])


def _cells(row: Row) -> list[str]:
    compiler, version = row["compiler"].split()[:2]
    said = "" if row["stack_said"] is None else f" of {row['stack_said']}"
    stated = (f"{row['stack']}{said}", f"{row['instructions']:,}", f"{row['comparisons']:,}")
    return [row["backend"], row["what"], f"{compiler} {version}", row["cases"], *stated, f"`{row['sha256'][:12]}`"]
