# SPDX-License-Identifier: Apache-2.0 OR MIT
"""NIST's validation protocol (ACVP) for SP 800-232: answers a vector set, as a client does.

    asconkit-acvp prompt.json > responses.json
    asconkit-acvp prompt.json --expected expectedResults.json

A vector set has `"algorithm": "Ascon"`, `"revision": "SP800-232"` and one of the modes AEAD128, Hash256, XOF128 and
CXOF128. The file has only the vector set, or before it an object with the protocol's version. The answer has the same
form. Every case is answered, or refused with the reason on stderr. If a case has its results, as in a server's
internalProjection.json, the answer is compared with them. Anything that the format does not define is an error.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, List, NamedTuple, Tuple, cast

from . import _suites as suites
from . import bits
from ._suites import Fields, Malformed
from .exceptions import InvalidTag

__all__ = ["Answer", "answer", "main"]

# Names that a draft of the protocol has for fields of test cases.
DRAFT_NAMES = {
    "payloadBitLength": "payloadLen", "adBitLength": "adLen", "tagLength": "tagLen", "message": "msg",
    "messageBitLength": "len", "digestBitLength": "outLen", "customizationString": "cs",
    "customizationStringBitLength": "csLen",
}  # fmt: skip

SET = {"vsId": int, "algorithm": str, "mode": str, "revision": str, "testGroups": list}
GROUP = {"tgId": int, "testType": str, "tests": list}
MESSAGE = {"msg": str, "len": int}
OUTPUT = {"outLen": int}
CUSTOMIZATION = {"cs": str, "csLen": int}
AEAD_GROUP = {"direction": str, "supportsNonceMasking": bool}
AEAD = {"key": str, "nonce": str, "ad": str, "adLen": int, "payloadLen": int, "tagLen": int}


KEY_BYTES = 16
MOST_OUTPUT_BITS = 65_536  # of the protocol

# What cases have that come with their results.
RESULTS = {"deferred": bool, "md": str, "ct": str, "tag": str, "pt": str, "testPassed": bool, "reason": str}


class Mode(NamedTuple):
    group: dict[str, type]
    """The fields of groups, beside those of all."""
    case: Callable[[Fields], dict[str, type]]
    """The fields of the cases of a group."""
    respond: Callable[[Fields, Fields, str], Fields]
    """The answer to a case of a group."""


class Answer(NamedTuple):
    """The result of `answer()`."""

    response: Any
    """The response, ready for JSON."""
    answered: int
    """The number of cases that it answers."""
    refused: List[str]
    """The other cases, each with the reason."""
    wrong: List[str]
    """The cases that have their results in the document, and others than the response."""


class _Bits:
    """The strings of a case, by the names of their fields. ValueError says what is wrong with a string."""

    def __init__(self, case: Fields, where: str):
        self._case, self._where = case, where

    def __call__(self, name: str, bits: str) -> Tuple[bytes, int]:
        return suites.octets(self._case, name, self._where), self._case[bits]


def _hex(data: bytes) -> str:
    return data.hex().upper()


def _output_bits(case: Fields) -> int:
    wanted = cast(int, case["outLen"])
    if not 0 <= wanted <= MOST_OUTPUT_BITS:
        raise ValueError(f"outLen must be 0 to {MOST_OUTPUT_BITS} bits, not {wanted}")
    return wanted


def _hash(_group: Fields, case: Fields, where: str) -> Fields:
    return {"md": _hex(bits.hash256(*_Bits(case, where)("msg", "len")))}


def _xof(_group: Fields, case: Fields, where: str) -> Fields:
    return {"md": _hex(bits.xof128(*_Bits(case, where)("msg", "len"), _output_bits(case)))}


def _cxof(_group: Fields, case: Fields, where: str) -> Fields:
    strings = _Bits(case, where)
    return {"md": _hex(bits.cxof128(*strings("msg", "len"), _output_bits(case), *strings("cs", "csLen")))}


def _key(case: Fields, name: str, where: str) -> bytes:
    key = suites.octets(case, name, where)
    if len(key) != KEY_BYTES:
        raise ValueError(f"{name} must be {KEY_BYTES} bytes, not {len(key)}")
    return key


def _aead(group: Fields, case: Fields, where: str) -> Fields:
    strings = _Bits(case, where)
    key = _key(case, "key", where)
    if group["supportsNonceMasking"]:
        key += _key(case, "secondKey", where)
    nonce = suites.octets(case, "nonce", where)
    ad = strings("ad", "adLen")
    if group["direction"] == "encrypt":
        ciphertext, tag = bits.aead128_encrypt(key, nonce, *strings("pt", "payloadLen"), *ad, case["tagLen"])
        return {"tag": _hex(tag), "ct": _hex(ciphertext)}
    try:
        plaintext = bits.aead128_decrypt(
            key, nonce, *strings("ct", "payloadLen"), *strings("tag", "tagLen"), *ad
        )
    except InvalidTag:
        return {"testPassed": False}
    return {"testPassed": True, "pt": _hex(plaintext)}


def _always(fields: dict[str, type]) -> Callable[[Fields], dict[str, type]]:
    def case(_group: Fields) -> dict[str, type]:
        return fields

    return case


def _aead_case(group: Fields) -> dict[str, type]:
    text: dict[str, type] = {"pt": str} if group["direction"] == "encrypt" else {"ct": str, "tag": str}
    second: dict[str, type] = {"secondKey": str} if group["supportsNonceMasking"] else {}
    return {**AEAD, **text, **second}


MODES = {
    "AEAD128": Mode(AEAD_GROUP, _aead_case, _aead),
    "Hash256": Mode({}, _always(MESSAGE), _hash),
    "XOF128": Mode({}, _always({**MESSAGE, **OUTPUT}), _xof),
    "CXOF128": Mode({}, _always({**MESSAGE, **OUTPUT, **CUSTOMIZATION}), _cxof),
}


def _open(document: Any) -> Tuple[List[Any], Any]:
    """Returns what comes before the vector set, and the set."""
    if not isinstance(document, list):
        return [], document
    parts = cast("List[object]", document)
    if len(parts) != 2:
        raise Malformed(f"the file is a list of {len(parts)}, expected the version and a vector set")
    suites.fields_of(parts[0], "the first object", {"acvVersion": str})
    return parts[:1], parts[1]


def _group(group: Any, where: str, mode: Mode) -> Fields:
    fields = suites.fields_of(group, where, {**GROUP, **mode.group})
    suites.one_of(fields, "testType", where, ["AFT"])
    if "direction" in fields:
        suites.one_of(fields, "direction", where, ["encrypt", "decrypt"])
    return fields


def _case(case: Any, where: str, known: dict[str, type]) -> Fields:
    if isinstance(case, dict):
        given = cast(Fields, case)
        case = {DRAFT_NAMES.get(name, name): value for name, value in given.items()}
        if len(case) < len(given):
            raise Malformed(f"{where}: a field is given by two names")
    return suites.fields_of(case, where, {"tcId": int, **known}, RESULTS)


def answer(document: Any) -> Answer:
    """Returns the response to a vector set, which is given as the result of json.loads().

    Args:
        document: The vector set, or a list of the protocol's version and the vector set.

    Returns:
        An Answer.

    Raises:
        ValueError: The document is not of the format.
    """
    version, vector_set = _open(document)
    head = suites.fields_of(vector_set, "the vector set", SET, {"isSample": bool})
    suites.one_of(head, "algorithm", "the vector set", ["Ascon"])
    suites.one_of(head, "revision", "the vector set", ["SP800-232"])
    mode = MODES[suites.one_of(head, "mode", "the vector set", MODES)]
    groups: List[Fields] = []
    refused: List[str] = []
    wrong: List[str] = []
    for number, value in enumerate(head["testGroups"], 1):
        where = f"group {number}"
        group = _group(value, where, mode)
        known = mode.case(group)
        tests: List[Fields] = []
        for position, test in enumerate(group["tests"], 1):
            case = _case(test, f"{where}, case {position}", known)
            where_case = f"{where}, tcId {case['tcId']}"
            try:
                results = mode.respond(group, case, where_case)
            except Malformed:
                raise
            except ValueError as error:
                refused.append(f"{where_case}: {error}")
                continue
            tests.append({"tcId": case["tcId"], **results})
            known_results = {name: case[name] for name in results if name in case}
            if any(_normal(results[name]) != _normal(value) for name, value in known_results.items()):
                wrong.append(f"{where_case}: {results}, expected {known_results}")
        groups.append({"tgId": group["tgId"], "tests": tests})
    response: Any = {**{name: value for name, value in head.items() if name != "testGroups"}, "testGroups": groups}
    answered = sum(len(group["tests"]) for group in groups)
    return Answer([*version, response] if version else response, answered, refused, wrong)


def _normal(value: Any) -> Any:
    """Hexadecimal digits may be of either case."""
    return value.upper() if isinstance(value, str) else value


def differences(response: Any, expected: Any) -> List[str]:
    """Returns the cases in which two responses differ."""
    ours, theirs = _results(response), _results(expected)
    return [
        f"tcId {number}: {ours.get(number, 'no answer')}, expected {theirs.get(number, 'none')}"
        for number in sorted(ours.keys() | theirs.keys())
        if ours.get(number) != theirs.get(number)
    ]


def _results(document: Any) -> dict[int, Fields]:
    _, vector_set = _open(document)
    found: dict[int, Fields] = {}
    for group in suites.field_of(vector_set, "the response", "testGroups", list):
        for test in suites.field_of(group, "a group", "tests", list):
            number = suites.field_of(test, "a case", "tcId", int)
            found[number] = {name: _normal(value) for name, value in test.items() if name != "tcId"}
    return found


def _run() -> int:
    parser = argparse.ArgumentParser(prog="asconkit-acvp", description="Answers an ACVP vector set of SP 800-232.")
    parser.add_argument("prompt", type=Path, metavar="PROMPT", help="the vector set, JSON")
    parser.add_argument("--expected", type=Path, metavar="FILE", help="compare with this response in place of printing")
    options = parser.parse_args()
    response, answered, refused, wrong = suites.with_file(options.prompt, answer)
    if options.expected:
        wrong += suites.with_file(options.expected, lambda expected: differences(response, expected))
    else:
        json.dump(response, sys.stdout, indent=2)
        print()
    for problem in refused + wrong:
        print(f"asconkit-acvp: {problem}", file=sys.stderr)
    print(f"asconkit-acvp: {answered} cases answered, {len(refused)} refused, {len(wrong)} wrong", file=sys.stderr)
    return 1 if refused or wrong else 0


def main() -> int:
    """The command asconkit-acvp. Status 1 if a case was refused or differs, 2 if the file is not of the format."""
    return suites.run_command("asconkit-acvp", _run)


if __name__ == "__main__":
    sys.exit(main())
