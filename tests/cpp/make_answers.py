# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints what the C++ tests expect at compile time, computed by the executable specification.

A line {algorithm, key, nonce, extra, text, result} for each computation: the algorithm's number in the table,
and byte strings as {length, {bytes}}. `extra` is associated data or customization; the result of an AEAD is
ciphertext || tag."""

from collections.abc import Iterator

from spec.algorithms import ALGORITHMS, Algorithm, Kind
from spec.modes import NONCE_BYTES, compute


def count(start: int, size: int) -> bytes:
    return bytes((start + i) % 256 for i in range(size))


def lengths(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    """(extra, text, output): empty, whole blocks, and parts of them."""
    output = row.output or row.squeeze + 5
    if row.kind is Kind.PRFSHORT:
        yield from ((0, 0, output), (0, 13, output), (0, 16, 1))
        return
    has_extra = row.kind in (Kind.AEAD, Kind.CXOF)
    yield 0, 0, output
    yield (row.rate + 3 if has_extra else 0), 2 * row.rate + 5, output
    yield (row.rate if has_extra else 0), row.rate, row.min_tag or output


def field(data: bytes) -> str:
    return f"{{{len(data)}, {{{', '.join(str(byte) for byte in data) or '0'}}}}}"


def line(number: int, row: Algorithm, extra: int, text: int, output: int) -> str:
    key, nonce = count(0x10, row.key), count(0x40, NONCE_BYTES if row.kind is Kind.AEAD else 0)
    extra_bytes, message = count(0x70, extra), count(0xA0, text)
    inputs = {"key": key, "nonce": nonce, "ad": extra_bytes, "customization": extra_bytes, "message": message}
    result = compute(row, {**inputs, "output_bytes": output})
    return f"{{{number}, {', '.join(field(data) for data in (key, nonce, extra_bytes, message, result))}}},"


if __name__ == "__main__":
    for index, algorithm in enumerate(ALGORITHMS):
        for sizes in lengths(algorithm):
            print(line(index, algorithm, *sizes))
