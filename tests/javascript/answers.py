# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints what the tests of the JavaScript package expect: the answers of the executable specification, and those of the
constructions' models, as one JSON object."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/support")]

from make_vectors import inputs_of, lengths, run, secret_lengths  # noqa: E402
from spec.algorithms import ALGORITHMS  # noqa: E402


def answers(row):
    for extra, text, output in lengths(row):
        inputs = inputs_of(row, extra, text, output)
        given = {name: value.hex() for name, value in inputs.items() if isinstance(value, bytes)}
        yield {**given, "output": output, "result": run(row, extra, text, output).hex()}


def states(row) -> list[str]:
    """Every word that the state has in one computation, as 8 bytes of a little-endian processor."""
    words: set[int] = set()
    run(row, *secret_lengths(row), trace=lambda _, state: words.update(state))
    return [word.to_bytes(8, "little").hex() for word in words]


def secret(row) -> dict[str, object]:
    """That computation."""
    extra, text, output = secret_lengths(row)
    inputs = inputs_of(row, extra, text, output)
    given = {name: value.hex() for name, value in inputs.items() if isinstance(value, bytes)}
    return {**given, "output": output, "states": states(row), "result": run(row, extra, text, output).hex()}


def main() -> None:
    found = {row.name: list(answers(row)) for row in ALGORITHMS}
    found["rates"] = {row.name: row.rate for row in ALGORITHMS}
    found["secrets"] = {row.name: secret(row) for row in ALGORITHMS}
    for path in sorted((ROOT / "vectors/constructions").glob("*.json")):
        found[f"construction {path.stem}"] = json.loads(path.read_text(encoding="utf-8"))
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
