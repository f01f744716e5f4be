"""Known-answer texts in the designers' published format, and the comparison with a given text."""

import io
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from .algorithms import SP800_232, V12, V13, Algorithm, Kind
from .modes import NONCE_BYTES, compute


class Layout(NamedTuple):
    """A vector's lines after `Count`."""

    fields: tuple[str, ...]
    longest: int  # inputs of variable length have every length from 0 to this, the last field fastest
    result: str


LAYOUTS = {
    Kind.AEAD: Layout(("Key", "Nonce", "PT", "AD"), 32, "CT"),
    Kind.HASH: Layout(("Msg",), 1024, "MD"),
    Kind.XOF: Layout(("Msg",), 1024, "MD"),
    Kind.CXOF: Layout(("Msg", "Z"), 32, "MD"),
    Kind.MAC: Layout(("Key", "Msg"), 1024, "Tag"),
    Kind.PRF: Layout(("Key", "Msg"), 1024, "Tag"),
    Kind.PRFSHORT: Layout(("Key", "Msg"), 16, "Tag"),
}

ARGUMENT = {"Key": "key", "Nonce": "nonce", "PT": "message", "AD": "ad", "Msg": "message", "Z": "customization"}


class Style(NamedTuple):
    """What the published files of a convention chose freely."""

    step: int  # bytes count up; those of field number n start at n * step
    output: dict[Kind, int]  # bytes, where any number is allowed


STYLES = {
    V12: Style(0x00, {Kind.XOF: 32, Kind.PRF: 16}),
    SP800_232: Style(0x10, {Kind.XOF: 64, Kind.CXOF: 64}),
    V13: Style(0x10, {Kind.PRF: 64}),
}


def generate(row: Algorithm) -> Iterator[str]:
    """The known-answer text, one vector at a time."""
    result = LAYOUTS[row.kind].result
    for count, fields in enumerate(vectors(row), 1):
        fields[result] = compute(row, arguments(row, fields))
        lines = [f"{name} = {value.hex().upper()}\n" for name, value in fields.items()]
        yield f"Count = {count}\n" + "".join(lines) + "\n"


def vectors(row: Algorithm) -> Iterator[dict[str, bytes]]:
    """The inputs of every vector by field name, in the order of the file."""
    layout = LAYOUTS[row.kind]
    step = STYLES[row.convention].step
    fixed = {"Key": (row.key,), "Nonce": (NONCE_BYTES,)}
    lengths = [fixed.get(field, range(layout.longest + 1)) for field in layout.fields]
    for sizes in product(*lengths):
        values = [_counting(number * step, size) for number, size in enumerate(sizes)]
        yield dict(zip(layout.fields, values))


def arguments(row: Algorithm, fields: dict[str, bytes]) -> dict:
    """A vector's fields as the inputs of `modes.compute`."""
    inputs = {ARGUMENT[name]: value for name, value in fields.items()}
    return {**inputs, "output_bytes": row.output or STYLES[row.convention].output[row.kind]}


def first_difference(row: Algorithm, text: str) -> str | None:
    """Where `text` first departs from the known-answer text, as `Count = n, field: ...`; None if nowhere."""
    lines = iter(io.StringIO(text))
    for vector in generate(row):
        count, *fields = vector.splitlines(keepends=True)
        for expected in (count, *fields):
            found = next(lines, None)
            if found != expected:
                return f"{count.strip()}, {_field(expected)}: {_quote(found)}, expected {expected!r}"
    rest = next(lines, None)
    return f"after {count.strip()}: {rest!r}, expected the end" if rest else None


def _counting(start: int, size: int) -> bytes:
    return bytes((start + i) % 256 for i in range(size))


def _field(line: str) -> str:
    return line.split(" ")[0].strip() or "empty line"


def _quote(line: str | None) -> str:
    return "the text ends" if line is None else repr(line)
