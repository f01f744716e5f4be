"""Reading of public test suites: JSON of which nothing is passed over in silence.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Dict, List, Tuple, cast

Fields = Dict[str, Any]

NAMES = {int: "a whole number", str: "a string", bool: "true or false", list: "a list", dict: "an object"}


class Malformed(ValueError):
    """A file is not of the suite's format."""


def load(path: Path) -> Any:
    """The file's JSON. Malformed if it is none, or if an object has a field twice."""
    try:
        return json.loads(path.read_bytes(), object_pairs_hook=_without_repetition)
    except (json.JSONDecodeError, UnicodeDecodeError, Malformed) as error:
        raise Malformed(f"{path}: {error}") from None


def _without_repetition(pairs: List[Tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise Malformed(f"the field {next(name for name in names if names.count(name) > 1)!r} stands twice")
    return fields


def fields_of(
    value: Any, where: str, required: Mapping[str, type], optional: Mapping[str, type] | None = None
) -> Fields:
    """An object with these fields, of these types, and no others."""
    if not isinstance(value, dict):
        raise Malformed(f"{where} is {value!r}, expected an object")
    fields = cast(Fields, value)
    known = {**required, **(optional or {})}
    for name, content in fields.items():
        if name not in known:
            raise Malformed(f"{where}: the field {name!r} is unknown; expected {', '.join(sorted(known))}")
        if type(content) is not known[name]:
            raise Malformed(f"{where}: {name!r} is {content!r}, expected {NAMES[known[name]]}")
    for name in required:
        if name not in fields:
            raise Malformed(f"{where}: the field {name!r} is missing")
    return fields


def one_of(fields: Fields, name: str, where: str, expected: Iterable[str]) -> str:
    """A field whose value must be one of these."""
    allowed = list(expected)
    if fields[name] not in allowed:
        raise Malformed(f"{where}: {name!r} is {fields[name]!r}, expected {' or '.join(map(repr, allowed))}")
    return cast(str, fields[name])


def octets(fields: Fields, name: str, where: str) -> bytes:
    """A field in hexadecimal."""
    text = cast(str, fields[name])
    try:
        if text.isalnum() or not text:
            return bytes.fromhex(text)
    except ValueError:
        pass
    raise Malformed(f"{where}: {name!r} is {text[:40]!r}, expected pairs of hexadecimal digits")


def run_command(program: str, main: Callable[[], int]) -> int:
    """The exit status of a command; one line on stderr if it cannot be done."""
    try:
        return main()
    except (Malformed, OSError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
