# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints what the unit tests expect of the library, computed by the executable specification.

`make_vectors.py vectors`: a line {algorithm, extra, text, output, hash} for each computation. The
lengths are in bytes; `extra` is associated data or customization; `output` of an AEAD is the tag's
length, and its result is ciphertext || tag. The hash is 64-bit FNV-1a over the result.

`make_vectors.py bits`: the same with all lengths in bits, for the algorithms of SP 800-232.

`make_vectors.py states`: a line {algorithm, {words}} with every state that one computation with
secret_lengths() passes through.

`make_vectors.py result NAME EXTRA TEXT OUTPUT`: the result of one computation, and the command that prints every
state on the way to it. A test that fails names this line."""

import sys
from collections.abc import Iterator

from spec.algorithms import ALGORITHMS, SP800_232, Algorithm, Kind, find
from spec.modes import CALLS, BitString, aead_encrypt, compute, first_bits

FIELDS = {"key": 1, "nonce": 2, "extra": 3, "text": 4}
LONG = (1000, 4097)


def pattern(field: str, size: int) -> bytes:
    """The C++ side has the same in support.cpp."""
    x, out = FIELDS[field], bytearray()
    for _ in range(size):
        x = (x * 1664525 + 1013904223) % 2**32
        out.append(x >> 24)
    return bytes(out)


def fnv(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def inputs_of(row: Algorithm, extra: int, text: int, output: int) -> dict[str, bytes | int]:
    extra_bytes = pattern("extra", extra)
    return {
        "key": pattern("key", row.key),
        "nonce": pattern("nonce", 16),
        "ad": extra_bytes,
        "customization": extra_bytes,
        "message": pattern("text", text),
        "output_bytes": output,
    }


def run(row: Algorithm, extra: int, text: int, output: int, trace=None) -> bytes:
    return compute(row, inputs_of(row, extra, text, output), trace)


def around(rate: int, blocks: int) -> list[int]:
    """0, 1, and the lengths next to each multiple of the rate."""
    sizes = {0, 1}
    for n in range(1, blocks + 1):
        sizes |= {n * rate - 1, n * rate, n * rate + 1}
    return sorted(sizes)


def lengths(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    """(extra, text, output) without repetition; the whole sweep over text lengths first."""
    yield from dict.fromkeys(LENGTHS[row.kind](row))


def _aead(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    rate = row.rate
    for text in range(4 * rate + 4):
        yield 5 * text % (2 * rate + 2), text, 16
    for text in around(rate, 1) + [2 * rate]:
        for extra in range(2 * rate + 2):
            yield extra, text, 16
    for size in LONG:
        yield from ((size, 0, 16), (3, size, 16), (size, size, 16))
    for tag in range(row.min_tag, 16):
        for text in (0, 5, rate, 2 * rate + 1):
            yield 3, text, tag


def _digest(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    for text in (*range(4 * row.rate + 4), *LONG):
        yield 0, text, row.output


def _any_output(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    for text in (*range(4 * row.rate + 4), *LONG):
        yield 0, text, 2 * row.squeeze
    for text in (0, row.rate - 1, row.rate, row.rate + 3):
        for output in (*around(row.squeeze, 4), 255, 1000):
            yield 0, text, output


def _cxof(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    for extra, text, output in _any_output(row):
        yield (5 * text + output) % 20, text, output
    for extra in (*range(2 * row.rate + 2), 31, 32, 33, 255, 256):
        for text in (0, row.rate, row.rate + 1):
            yield extra, text, 17


def _prfshort(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    for text in range(17):
        for output in range(1, 17):
            yield 0, text, output


LENGTHS = {
    Kind.AEAD: _aead,
    Kind.HASH: _digest,
    Kind.XOF: _any_output,
    Kind.CXOF: _cxof,
    Kind.MAC: _digest,
    Kind.PRF: _any_output,
    Kind.PRFSHORT: _prfshort,
}


def secret_lengths(row: Algorithm) -> tuple[int, int, int]:
    """Some full blocks and a partial one of everything; test_wipe.cpp has the same."""
    if row.kind is Kind.PRFSHORT:
        return 0, 13, 16
    return row.rate + 5, 2 * row.rate + 5, row.output or 2 * row.squeeze + 3


def print_vectors() -> None:
    for number, row in enumerate(ALGORITHMS):
        for extra, text, output in lengths(row):
            print(f"{{{number}, {extra}, {text}, {output}, {fnv(run(row, extra, text, output)):#x}u}},")


def bit_lengths(row: Algorithm) -> Iterator[tuple[int, int, int]]:
    """(extra, text, output): every length of text up to two blocks and a byte. Meanwhile the lengths of `extra` and
    `output` take all their values."""
    for text in range(16 * row.rate + 9):
        extra = 0 if row.kind in (Kind.HASH, Kind.XOF) else 7 * text % (16 * row.rate + 9)
        if row.kind is Kind.AEAD:
            yield extra, text, 8 * row.min_tag + 5 * text % (8 * (16 - row.min_tag) + 1)
        else:
            yield extra, text, 8 * row.output or 11 * text % 150
    if row.kind is Kind.CXOF:
        yield from ((extra, 21, 100) for extra in (2041, 2047, 2048))


def bit_string(field: str, bits: int) -> BitString:
    return BitString(first_bits(pattern(field, -(-bits // 8)), bits), bits)


def run_bits(row: Algorithm, extra: int, text: int, output: int) -> bytes:
    strings = bit_string("extra", extra), bit_string("text", text)
    if row.kind is Kind.AEAD:
        ciphertext, tag = aead_encrypt(row, pattern("key", row.key), pattern("nonce", 16), *strings)
        return ciphertext + first_bits(tag, output)
    inputs = {"customization": strings[0], "message": strings[1], "output_bytes": -(-output // 8)}
    return first_bits(compute(row, inputs), output)


def print_bits() -> None:
    for number, row in enumerate(ALGORITHMS):
        if row.convention is SP800_232:
            for extra, text, output in bit_lengths(row):
                print(f"{{{number}, {extra}, {text}, {output}, {fnv(run_bits(row, extra, text, output)):#x}u}},")


def print_states() -> None:
    for number, row in enumerate(ALGORITHMS):
        words: list[int] = []
        run(row, *secret_lengths(row), trace=lambda _label, state: words.extend(state))
        print(f"{{{number}, {{{', '.join(f'{word:#x}u' for word in words)}}}}},")


def print_result(name: str, *sizes: str) -> None:
    row, lengths_given = find(name), [int(size) for size in sizes]
    print(run(row, *lengths_given).hex())
    inputs, (_, names) = inputs_of(row, *lengths_given), CALLS[row.kind]
    words = ["python3 -m spec trace", name]
    for option in names:
        value = inputs[option]
        words += [f"--{option.replace('_', '-')}", str(value) if isinstance(value, int) else value.hex() or "''"]
    print(*words)


PRINTERS = {"vectors": print_vectors, "bits": print_bits, "states": print_states, "result": print_result}

if __name__ == "__main__":
    PRINTERS[sys.argv[1]](*sys.argv[2:])
