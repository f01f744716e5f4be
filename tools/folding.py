"""Records of measurements, folded for a file: those that have most in common become one line.

A list has a value for each record, anything else is the same for all. docs/results/*.json consist of such lines.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Iterator


def folded(records: list[dict], head: tuple[str, ...], always: str) -> dict:
    """The records as a line, without what its head says. `always` is a list in every line, and so tells how many."""
    columns = {name: [record[name] for record in records] for name in records[0] if name not in head}
    alike = {name: all(value == values[0] for value in values) for name, values in columns.items()}
    return {name: values[0] if alike[name] and name != always else values for name, values in columns.items()}


def unfolded(line: dict, always: str) -> Iterator[dict]:
    """The records of a line that has been joined with its head."""
    for index in range(len(line[always])):
        yield {name: value[index] if isinstance(value, list) else value for name, value in line.items()}
