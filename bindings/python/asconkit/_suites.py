# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads public test suites: JSON files of which no field is silently ignored.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from reprlib import repr as shown  # short, however large the value is
from typing import Any, Dict, List, Tuple, TypeVar, cast

Fields = Dict[str, Any]
Result = TypeVar("Result")

MOST_DIGITS = 20

NAMES = {int: "a whole number", str: "a string", bool: "true or false", list: "a list", dict: "an object"}


class Malformed(ValueError):
    """A file is not of the suite's format."""


def with_file(path: Path, use: Callable[[Any], Result]) -> Result:
    """Returns the result of `use` for the file's JSON. Raises Malformed, with the path, if the file is not JSON, if an
    object has a field twice, or if `use` raises it."""
    try:
        return use(json.loads(path.read_bytes(), object_pairs_hook=_without_repetition, parse_int=_number))
    except RecursionError:
        raise Malformed(f"{path}: arrays or objects are nested too deeply") from None
    except ValueError as error:  # also that of JSON, of UTF-8 and Malformed
        raise Malformed(f"{path}: {error}") from None


def _number(text: str) -> int:
    """A whole number of the file. Python converts at most a few thousand digits."""
    if len(text) > MOST_DIGITS:
        raise Malformed(f"a number has {len(text):,} characters, expected at most {MOST_DIGITS}")
    return int(text)


def _without_repetition(pairs: List[Tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise Malformed(f"the field {shown(name)} appears twice")
    return fields


def object_of(value: Any, where: str) -> Fields:
    if not isinstance(value, dict):
        raise Malformed(f"{where} is {shown(value)}, expected an object")
    return cast(Fields, value)


def fields_of(
    value: Any, where: str, required: Mapping[str, type], optional: Mapping[str, type] | None = None
) -> Fields:
    """An object with these fields, of these types, and no others."""
    fields = object_of(value, where)
    known = {**required, **(optional or {})}
    for name, content in fields.items():
        if name not in known:
            raise Malformed(f"{where}: the field {shown(name)} is unknown; expected {', '.join(sorted(known))}")
        if type(content) is not known[name]:
            raise Malformed(f"{where}: {shown(name)} is {shown(content)}, expected {NAMES[known[name]]}")
    for name in required:
        if name not in fields:
            raise Malformed(f"{where}: the field {name!r} is missing")
    return fields


def field_of(value: Any, where: str, name: str, kind: type) -> Any:
    """One field of an object that may have others."""
    if type(content := object_of(value, where).get(name)) is not kind:
        raise Malformed(f"{where}: {name!r} is {shown(content)}, expected {NAMES[kind]}")
    return content


def one_of(fields: Fields, name: str, where: str, expected: Iterable[str]) -> str:
    """A field whose value must be one of these."""
    allowed = list(expected)
    if fields[name] not in allowed:
        raise Malformed(f"{where}: {name!r} is {shown(fields[name])}, expected {' or '.join(map(repr, allowed))}")
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
    """Returns the exit status of a command, after one line on stderr if it failed."""
    try:
        return main()
    except (Malformed, OSError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
