"""What ./dev prove says. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

import json
from typing import Any

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

`./dev prove --all` found each of these functions to be what the specification says, for all inputs, in all cases of its
row. [What that means, and what it rests on](../prove.md).

Stack: the most bytes below the stack pointer at the call; behind "of", what the backend declares. Instructions are
the most that a case executes. Comparisons: of bits with the specification's, for all values of earlier ones. The
digest is the beginning of the SHA-256 of the linked program; [prove.json](prove.json) has all of it, and the flags of
compilers.
"""
COLUMNS = (
    "backend", "processor, setting, profile", "compiler", "cases", "stack", "instructions", "comparisons", "SHA-256",
)  # fmt: skip
RULE = "| --- | --- | --- | --- | ---: | ---: | ---: | --- |"
TITLES = {"permutation": "Permutations", "block loops": "Block loops", "calls": "One-shot calls"}


def record(rows: list[dict[str, Any]]) -> None:
    """Writes the page and the file of results; without times, so that the same programs give the same files."""
    rows = [{name: value for name, value in row.items() if name not in ("seconds", "failure")} for row in rows]
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    programs, proofs = len({row["sha256"] for row in rows}), sum(row["proofs"] for row in rows)
    lines = [HEAD, f"{proofs:,} proofs of {programs} programs."]
    for kind, title in TITLES.items():
        lines += ["", f"## {title}", "| " + " | ".join(COLUMNS) + " |", RULE]
        lines += ["| " + " | ".join(_cells(row)) + " |" for row in rows if row["kind"] == kind]
    RESULTS.with_suffix(".md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _cells(row: dict[str, Any]) -> list[str]:
    compiler, version = row["compiler"].split()[:2]
    said = "" if row["stack_said"] is None else f" of {row['stack_said']}"
    stated = (f"{row['stack']}{said}", f"{row['instructions']:,}", f"{row['comparisons']:,}")
    return [row["backend"], row["what"], f"{compiler} {version}", row["cases"], *stated, f"`{row['sha256'][:12]}`"]
