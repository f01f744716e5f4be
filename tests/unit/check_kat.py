# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compares the known-answer texts that ascon-genkat prints with the published ones.

    check_kat.py --backend NAME -- COMMAND...
    check_kat.py --self-test

COMMAND runs ascon-genkat, with an emulator before it where one is needed. Exit status: 1 at a
difference, with the first wrong vector's name; 77 if this build or this processor lacks the backend."""

import argparse
import dataclasses
import hashlib
import os
import subprocess
import sys
from pathlib import Path

from spec import kat
from spec.algorithms import ALGORITHMS, Algorithm, find

SKIPPED = 77
BACKENDS = Path(__file__).resolve().parents[2] / "asconkit/core/backends"


def verdict(row: Algorithm, text: bytes) -> str | None:
    """What is wrong with the text, None if nothing is."""
    if row.kat and hashlib.sha256(text).hexdigest() == row.kat:
        return None
    difference = kat.first_difference(row, text.decode("ascii", "backslashreplace"))
    if row.kat and not difference:
        return "as specified, and yet not the published file"
    return difference


def generate(command: list[str], row: Algorithm, backend: str) -> bytes:
    return subprocess.run([*command, "--backend", backend, row.name], check=True, stdout=subprocess.PIPE).stdout


def lacks(command: list[str], backend: str) -> bool:
    """ascon-genkat complains about the backend, although the algorithm exists."""
    probe = subprocess.run([*command, "--backend", backend, ALGORITHMS[0].name], capture_output=True)
    return probe.returncode == 2


def chosen(command: list[str], backend: str) -> list[Algorithm]:
    """All of them; in the short run, under an emulator, a quarter, and of the next backend the next quarter."""
    if os.environ.get("ASCONKIT_TESTS", "all") == "all" or len(command) == 1:
        return list(ALGORITHMS)
    backends = sorted(path.name for path in BACKENDS.iterdir())
    return list(ALGORITHMS[backends.index(backend) % 4 :: 4])


def check(command: list[str], backend: str, rows: list[Algorithm]) -> int:
    if lacks(command, backend):
        print(f"{backend}: not in this build, or not for this processor")
        return SKIPPED
    status = 0
    for row in rows:
        wrong = verdict(row, generate(command, row, backend))
        print(f"{backend}, {row.name}: {wrong or 'as published' if row.kat else wrong or 'as specified'}")
        status |= wrong is not None
    return status


def self_test() -> int:
    """One wrong byte, a missing vector and one too many have to be seen, each at its place."""
    published = find("ascon-prfshort")
    for row in (published, dataclasses.replace(published, kat="")):
        vectors = [vector.encode() for vector in kat.generate(row)]
        text = b"".join(vectors)
        assert verdict(row, text) is None, row.name
        for count in (1, len(vectors) // 2, len(vectors)):
            _assert_named(row, vectors, count)
        assert "the text ends" in verdict(row, b"".join(vectors[:-1])), row.name
        assert "expected the end" in verdict(row, text + vectors[-1]), row.name
    print("wrong known-answer texts are recognized")
    return 0


def _assert_named(row: Algorithm, vectors: list[bytes], count: int) -> None:
    """The verdict on a text with one hexadecimal digit of this vector's result changed."""
    vector = bytearray(vectors[count - 1])
    vector[-3] = ord("0") if vector[-3] != ord("0") else ord("1")
    text = b"".join([*vectors[: count - 1], bytes(vector), *vectors[count:]])
    found = verdict(row, text)
    assert found and found.startswith(f"Count = {count}, "), f"{row.name}: {found}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--backend")
    parser.add_argument("command", nargs="*")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    return check(options.command, options.backend, chosen(options.command, options.backend))


if __name__ == "__main__":
    sys.exit(main())
