# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs every case in Project Wycheproof's files for Ascon, in both directions.

    asconkit-wycheproof ascon128_test.json ascon_sp800_232_aead128_test.json

A valid case must encrypt to the given ciphertext and tag, and decrypt to the message. An invalid case must not decrypt.
Anything that the format does not define is an error.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, List, NamedTuple

from . import _suites as suites
from ._core import AEAD
from ._standard import AsconAEAD128
from ._suites import Fields, Malformed
from .exceptions import InvalidTag
from .v12 import Ascon80pq, Ascon128, Ascon128a

__all__ = ["Outcome", "main", "run"]

ALGORITHMS: Mapping[str, Callable[[bytes], AEAD]] = {
    "ASCON-AEAD128": AsconAEAD128, "ASCON128": Ascon128, "ASCON128A": Ascon128a, "ASCON80PQ": Ascon80pq,
}
SCHEMAS = ("aead_test_schema.json", "aead_test_schema_v1.json")
FILE = {"algorithm": str, "schema": str, "numberOfTests": int, "header": list, "notes": dict, "testGroups": list}
GROUP = {"type": str, "ivSize": int, "keySize": int, "tagSize": int, "tests": list}
CASE = {"tcId": int, "comment": str, "flags": list, "result": str}
STRINGS = ("key", "iv", "aad", "msg", "ct", "tag")
RESULTS = ("valid", "invalid", "acceptable")


class Outcome(NamedTuple):
    """The result of `run()`."""

    counts: Counter[str]
    """How many cases of each result the file has."""
    failed: List[str]
    """The cases in which the library did something else, each with what it did."""


def run(document: Any) -> Outcome:
    """Runs the cases of a file, which is given as the result of json.loads().

    Args:
        document: The file's content.

    Returns:
        An Outcome.

    Raises:
        ValueError: The document is not of the format.
    """
    file = suites.fields_of(document, "the file", FILE, {"generatorVersion": str})
    suites.one_of(file, "schema", "the file", SCHEMAS)
    algorithm = ALGORITHMS[suites.one_of(file, "algorithm", "the file", ALGORITHMS)]
    outcome = Outcome(Counter(), [])
    for number, value in enumerate(file["testGroups"], 1):
        group = suites.fields_of(value, f"group {number}", GROUP, {"source": dict})
        suites.one_of(group, "type", f"group {number}", ["AeadTest"])
        for position, test in enumerate(group["tests"], 1):
            where = f"group {number}, case {position}"
            case = suites.fields_of(test, where, {**CASE, **dict.fromkeys(STRINGS, str)})
            outcome.counts[suites.one_of(case, "result", where, RESULTS)] += 1
            problem = _problem(algorithm, group, case, where)
            if problem:
                outcome.failed.append(f"tcId {case['tcId']} ({case['result']}, {case['comment']!r}): {problem}")
    if outcome.counts.total() != file["numberOfTests"]:
        raise Malformed(f"the file has {outcome.counts.total()} cases, numberOfTests says {file['numberOfTests']}")
    return outcome


def _problem(algorithm: Callable[[bytes], AEAD], group: Fields, case: Fields, where: str) -> str:
    """Returns what is wrong with a case, or an empty text."""
    strings = {name: suites.octets(case, name, where) for name in STRINGS}
    for name, size in (("key", "keySize"), ("iv", "ivSize"), ("tag", "tagSize")):
        if case["result"] == "valid" and 8 * len(strings[name]) != group[size]:
            raise Malformed(f"{where}: {name!r} has {8 * len(strings[name])} bits, {size!r} is {group[size]}")
    opened = _open(algorithm, strings, group["tagSize"] // 8)
    if case["result"] == "invalid":
        return "" if isinstance(opened, Exception) else "it was decrypted"
    if case["result"] == "acceptable" and isinstance(opened, Exception):
        return ""
    if isinstance(opened, Exception):
        return f"decryption: {opened}"
    if opened != strings["msg"]:
        return f"decrypted to {opened.hex()}, expected {strings['msg'].hex()}"
    ciphertext, tag = algorithm(strings["key"]).encrypt_detached(
        strings["iv"], strings["msg"], strings["aad"], tag_length=len(strings["tag"])
    )
    if (ciphertext, tag) == (strings["ct"], strings["tag"]):
        return ""
    return f"encrypted to {ciphertext.hex()} {tag.hex()}, expected {strings['ct'].hex()} {strings['tag'].hex()}"


def _open(algorithm: Callable[[bytes], AEAD], strings: dict[str, bytes], tag_length: int) -> bytes | Exception:
    """Returns the plaintext, or why there is none: a forged message, or sizes that the algorithm does not have."""
    try:
        return algorithm(strings["key"]).decrypt_detached(
            strings["iv"], strings["ct"], strings["tag"], strings["aad"], tag_length=tag_length
        )
    except (InvalidTag, ValueError) as error:
        return error


def _run() -> int:
    description = "Runs Project Wycheproof's files of Ascon."
    parser = argparse.ArgumentParser(prog="asconkit-wycheproof", description=description)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="JSON, as the project publishes it")
    status = 0
    for path in parser.parse_args().files:
        outcome = suites.with_file(path, run)
        for failure in outcome.failed:
            print(f"{path}: {failure}", file=sys.stderr)
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(outcome.counts.items()))
        print(f"{path}: {outcome.counts.total()} cases ({kinds}), {len(outcome.failed)} failed")
        status |= bool(outcome.failed)
    return status


def main() -> int:
    """The command asconkit-wycheproof. Status 1 if a case failed, 2 if a file is not of the format."""
    return suites.run_command("asconkit-wycheproof", _run)


if __name__ == "__main__":
    sys.exit(main())
