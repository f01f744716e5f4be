"""The record of texts that were proved to say the same: docs/results/specification.json.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from markdown_tables import table

RESULTS = Path(__file__).resolve().parents[2] / "docs/results/specification.json"
Row = dict[str, Any]

HEAD = """# Texts that say the same

`./dev prove --coq --record` and `./dev prove --texts --record` found this to hold, for all keys, nonces and contents.
[What it means, and what it rests on](../prove.md#a-specification-with-theorems).
[specification.json](specification.json) has the digests in full.
"""
COLUMNS = ("left", "right", "cases", "by", "text")
TITLES = ("left", "right", "cases", "compared by", "SHA-256 of the left text")


def recorded() -> dict[str, list[Row]]:
    """Rows by the option that proves them."""
    found: dict[str, list[Row]] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def write(kind: str, rows: list[Row]) -> None:
    """In the place of this kind's rows; without times, so that the same texts give the same file."""
    found = {**recorded(), kind: rows}
    parts = [f"{json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, found[name])) + "\n]" for name in sorted(found)]
    RESULTS.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")


def run(kind: str, proofs: Callable[[], Iterable[Row]], recording: bool) -> int:
    """Proves, says why not, and records what was proved only if all was."""
    try:
        rows = list(proofs())
    except Exception as reason:
        print(f"NOT PROVED  {kind}: {reason}")
        return 1
    if recording:
        write(kind, rows)
    return 0


def page() -> str:
    """The record as a table, for the site."""
    rows = [row for kind in recorded().values() for row in kind]
    cells = [[*(row[name] for name in COLUMNS[:-1]), f"`{row['text'][:12]}`"] for row in rows]
    return "\n".join([HEAD, *table(TITLES, cells), ""])
