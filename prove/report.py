"""What ./dev prove says. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

import json
from typing import Any

from .options import RESULTS


def line(outcome: Any) -> str:
    if outcome.failure:
        return f"NOT PROVED  {outcome.name}: {outcome.failure}"
    said = "" if outcome.stack_said is None else f" of {outcome.stack_said}"
    rounds = ", ".join(map(str, outcome.rounds))
    return (
        f"proved      {outcome.name}: {rounds} rounds; {outcome.instructions} instructions,"
        f" {outcome.stack}{said} bytes of stack, {outcome.seconds} s"
    )


HEAD = """# Permutations proved from machine code

`./dev prove --all` found each of these functions to be Ascon-p[r] for all states and for all numbers of rounds of its
row, in constant time, with the stack pointer and protected registers as they were, and nothing touched but the state,
its own stack and constants. [What that means, and what it rests on](../prove.md).

Stack: bytes below the stack pointer at the call; behind "of", what the backend declares. Instructions are those
that run with the most rounds. Comparisons: of bits with the specification's, for all values of earlier ones, over all
rounds. The digest is the beginning of the SHA-256 of the linked program; [prove.json](prove.json) has all of it,
and the flags of compilers.
"""
COLUMNS = (
    "backend", "processor, setting, profile", "compiler", "rounds", "stack", "instructions", "comparisons", "SHA-256",
)  # fmt: skip


def record(rows: list[dict[str, Any]]) -> None:
    """Writes the page and the file of results; without times, so that the same programs give the same files."""
    rows = [{name: value for name, value in row.items() if name not in ("seconds", "failure")} for row in rows]
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    table = ["| " + " | ".join(COLUMNS) + " |", "| --- | --- | --- | --- | ---: | ---: | ---: | --- |"]
    table += ["| " + " | ".join(_cells(row)) + " |" for row in rows]
    programs = len({row["sha256"] for row in rows})
    cases = sum(len(row["rounds"]) for row in rows)
    count = f"{len(rows)} functions of {programs} programs, {cases} proofs."
    RESULTS.with_suffix(".md").write_text("\n".join([HEAD, count, "", *table, ""]), encoding="utf-8")


def _cells(row: dict[str, Any]) -> list[str]:
    compiler, version = row["compiler"].split()[:2]
    said = "" if row["stack_said"] is None else f" of {row['stack_said']}"
    rounds = f"{row['rounds'][0]} to {row['rounds'][-1]}"
    numbers = (f"{row['stack']}{said}", f"{row['instructions']:,}", f"{row['comparisons']:,}")
    return [row["backend"], row["what"], f"{compiler} {version}", rounds, *numbers, f"`{row['sha256'][:12]}`"]
