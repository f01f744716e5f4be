# SPDX-License-Identifier: Apache-2.0 OR MIT
"""COSE: ports/cose in C, asconkit.cose with the package cwt and the specification agree, and refuse mistakes."""

import doctest
import os
import random
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import cbor2
import cwt
import pytest
from asconkit import cose
from builds import C11, ROOT, run

from spec.algorithms import find
from spec.modes import aead_encrypt, mac

PORT = ROOT / "ports/cose"
HERE = Path(__file__).resolve().parent
LIBRARY = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release")) / "lib/libasconkit.a"
SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
ZCBOR_FILES = ("zcbor_common", "zcbor_encode", "zcbor_decode")

KEY, NONCE, KID, AAD = bytes(range(16)), bytes(range(100, 116)), b"sensor 7", b"room 12"
TEXT = b"21.5 degrees"
ALG, IV, PARTIAL_IV, CRIT, KID_LABEL, CONTENT_TYPE = 1, 5, 6, 2, 4, 3  # RFC 9052, table 3
TAG_DOES_NOT_MATCH = "the tag does not match: wrong key, or the data was changed"
OUT_OF_RANGE = "a length or a number of rounds is outside its range"
OTHER_ALGORITHM = "the algorithm is of another kind than the call"
LENGTHS = (0, 1, 15, 16, 17, 23, 24, 25, 239, 240, 255, 256, 1000)


# ---- What the specification says -------------------------------------------------------------------------


def protected_of(algorithm: int, **others) -> bytes:
    return cbor2.dumps({ALG: algorithm, **others})


def encrypt0(text: bytes, protected: bytes, unprotected: dict, aad: bytes, key: bytes = KEY, nonce: bytes = NONCE):
    """A COSE_Encrypt0 message: RFC 9052, section 5."""
    structure = cbor2.dumps(["Encrypt0", protected, aad])
    sealed = b"".join(aead_encrypt(find("ascon-aead128"), key, nonce, structure, text, 16))
    return cbor2.CBORTag(16, [protected, unprotected, sealed])


def mac0(payload: bytes, protected: bytes, unprotected: dict, aad: bytes, key: bytes = KEY):
    """A COSE_Mac0 message: RFC 9052, section 6."""
    tag = mac(find("ascon-mac-v13"), key, cbor2.dumps(["MAC0", protected, aad, payload]))
    return cbor2.CBORTag(17, [protected, unprotected, payload, tag])


def sealed_message(text: bytes = TEXT, kid: bytes | None = KID, aad: bytes = AAD) -> bytes:
    unprotected = {IV: NONCE} if kid is None else {KID_LABEL: kid, IV: NONCE}
    return cbor2.dumps(encrypt0(text, protected_of(cose.AEAD128), unprotected, aad))


def authenticated_message(payload: bytes = TEXT, kid: bytes | None = KID, aad: bytes = AAD) -> bytes:
    return cbor2.dumps(mac0(payload, protected_of(cose.MAC), {} if kid is None else {KID_LABEL: kid}, aad))


# ---- In C ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def objects(zcbor, tmp_path_factory) -> list[Path]:
    """zcbor, and what is compiled beside it."""
    folder = tmp_path_factory.mktemp("objects")
    for name in ZCBOR_FILES:
        run("gcc", "-std=gnu11", *SANITIZED, "-DZCBOR_CANONICAL", f"-I{zcbor}/include", "-c", zcbor / f"src/{name}.c",
            "-o", folder / f"{name}.o")  # fmt: skip
    return sorted(folder.glob("*.o"))


def build(
    folder: Path, zcbor: Path, objects: list[Path], program: str, port: Path = PORT / "ascon_cose.c", *flags: str
) -> Path:
    includes = (f"-I{ROOT}", f"-I{PORT}", f"-isystem{zcbor}/include")
    run("gcc", *C11, *SANITIZED, *flags, "-DZCBOR_CANONICAL", *includes, HERE / program, port, *objects, LIBRARY,
        "-pthread", "-o", folder / "program")  # fmt: skip
    return folder / "program"


@pytest.fixture(scope="module")
def messages(zcbor, objects, tmp_path_factory) -> Path:
    return build(tmp_path_factory.mktemp("messages"), zcbor, objects, "messages.c")


def line(command: str, *fields: bytes | None) -> str:
    return ",".join([command, *("none" if field is None else field.hex() for field in fields), "\n"])


def answers(program: Path, lines: list[str]) -> list[str]:
    done = subprocess.run([program], input="".join(lines), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    found = done.stdout.splitlines()
    assert len(found) == len(lines)
    return found


def opened(program: Path, found: list[bytes], key: bytes = KEY, aad: bytes = AAD) -> list[str]:
    """The text of each message in hexadecimal, or why there is none."""
    return answers(program, [line("open", key, aad, message) for message in found])


# ---- In Python -------------------------------------------------------------------------------------------

CODER = cwt.COSE.new(alg_auto_inclusion=True, kid_auto_inclusion=True, deterministic_header=True)


def key_for(message: bytes, key: bytes = KEY):
    return cose.AEAD128Key(key, KID) if message[:1] == b"\xd0" else cose.MACKey(key, KID)


def decoded(message: bytes, key) -> bytes | None:
    """None if cwt refuses the message, which it does with exceptions of many types."""
    try:
        return CODER.decode(message, key, external_aad=AAD)
    except Exception:
        return None


# ---- Agreement -------------------------------------------------------------------------------------------


def test_numbers_are_the_same_and_for_private_use():
    header = (PORT / "ascon_cose.h").read_text(encoding="utf-8")
    numbers = {name: int(value) for name, value in re.findall(r"#define ASCON_COSE_(AEAD128|MAC) \((-\d+)\)", header)}
    assert numbers == {"AEAD128": cose.AEAD128, "MAC": cose.MAC}
    page = (ROOT / "docs/protocols.md").read_text(encoding="utf-8")
    on_page = re.findall(r"^\| Ascon-.* \| (-\d+) \|", page, re.MULTILINE)
    assert [int(number) for number in on_page] == [*numbers.values()]
    assert all(-(2**31) <= number < -65536 for number in numbers.values())


class Case(NamedTuple):
    text: bytes
    kid: bytes | None
    aad: bytes


CASES = [
    Case(random.Random(length).randbytes(length), kid, aad)
    for length in LENGTHS
    for kid, aad in ((None, b""), (b"k", AAD), (bytes(24), bytes(256)))
]


def test_c_and_python_write_what_the_specification_says(messages):
    lines = [line("encrypt0", KEY, NONCE, case.kid, case.aad, case.text) for case in CASES]
    lines += [line("mac0", KEY, case.kid, case.aad, case.text) for case in CASES]
    expected = [sealed_message(*case) for case in CASES] + [authenticated_message(*case) for case in CASES]
    assert answers(messages, lines) == [message.hex() for message in expected]
    for case in CASES:
        key = cose.AEAD128Key(KEY, case.kid)
        written = CODER.encode(case.text, key, unprotected={IV: NONCE}, external_aad=case.aad)
        assert written == sealed_message(*case)
        written = CODER.encode(case.text, cose.MACKey(KEY, case.kid), external_aad=case.aad)
        assert written == authenticated_message(*case)


def test_c_and_python_read_each_other(messages):
    """With keys, nonces, texts and headers at random."""
    chance = random.Random(1)
    for _ in range(50):
        sizes = (16, 16, chance.randrange(300), chance.randrange(40))
        key, nonce, text, aad = map(chance.randbytes, sizes)
        lines = [line("encrypt0", key, nonce, KID, aad, text), line("mac0", key, KID, aad, text)]
        for message in map(bytes.fromhex, answers(messages, lines)):
            assert CODER.decode(message, key_for(message, key), external_aad=aad) == text
        keys = (cose.AEAD128Key(key, KID), cose.MACKey(key, KID))
        written = [CODER.encode(text, one, external_aad=aad) for one in keys]
        assert opened(messages, written, key, aad) == [text.hex()] * 2


def test_headers_of_other_senders(messages):
    """Parameters in the other header, in another order, and ones that nobody here knows."""
    number = cose.AEAD128
    headers = [
        (protected_of(number), {IV: NONCE, KID_LABEL: KID}),
        (cbor2.dumps({KID_LABEL: KID, ALG: number, CONTENT_TYPE: 50}), {IV: NONCE}),
        (protected_of(number), {IV: NONCE, "a name": "a value", 99: -(2**40), -70000: b"bytes"}),
    ]
    found = [cbor2.dumps(encrypt0(TEXT, protected, unprotected, AAD)) for protected, unprotected in headers]
    assert opened(messages, found) == [TEXT.hex()] * len(found)
    assert [decoded(message, key_for(message)) for message in found] == [TEXT] * len(found)
    in_protected = cbor2.dumps(encrypt0(TEXT, cbor2.dumps({ALG: number, IV: NONCE}), {}, AAD))
    assert opened(messages, [in_protected]) == [TEXT.hex()]


# ---- Refusals --------------------------------------------------------------------------------------------


def changed(message: bytes, place: int, value) -> bytes:
    """With another item in the array."""
    decoded = cbor2.loads(message)
    decoded.value[place] = value
    return cbor2.dumps(decoded)


def item(message: bytes, place: int) -> bytes:
    return cbor2.loads(message).value[place]


def flipped(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def mistakes() -> dict[str, tuple[bytes, str]]:
    """Messages that must be refused, each with why in C."""
    e, m = sealed_message(), authenticated_message()
    a, name = protected_of(cose.AEAD128), cose.AEAD128
    plain = {IV: NONCE}

    def with_headers(protected: bytes, unprotected: dict) -> bytes:
        """Right but for its headers."""
        return cbor2.dumps(encrypt0(TEXT, protected, unprotected, AAD))

    return {
        "a wrong tag": (changed(e, 2, flipped(item(e, 2))), TAG_DOES_NOT_MATCH),
        "a wrong tag, MAC": (changed(m, 3, flipped(item(m, 3))), TAG_DOES_NOT_MATCH),
        "another text": (changed(e, 2, bytes([item(e, 2)[0] ^ 1]) + item(e, 2)[1:]), TAG_DOES_NOT_MATCH),
        "another payload": (changed(m, 2, flipped(TEXT)), TAG_DOES_NOT_MATCH),
        "another protected header": (changed(e, 0, cbor2.dumps({ALG: name, 99: 1})), TAG_DOES_NOT_MATCH),
        "another nonce": (changed(e, 1, {IV: flipped(NONCE)}), TAG_DOES_NOT_MATCH),
        "another algorithm": (with_headers(protected_of(1), plain), OTHER_ALGORITHM),
        "the MAC's algorithm": (with_headers(protected_of(cose.MAC), plain), OTHER_ALGORITHM),
        "another algorithm, MAC": (cbor2.dumps(mac0(TEXT, protected_of(5), {}, AAD)), OTHER_ALGORITHM),
        "the algorithm unprotected": (with_headers(b"", {ALG: name, IV: NONCE}), OUT_OF_RANGE),
        "the algorithm in a map, unprotected": (with_headers(b"\xa0", {ALG: name, IV: NONCE}), OUT_OF_RANGE),
        "no algorithm": (with_headers(b"\xa0", plain), OTHER_ALGORITHM),
        "a name for an algorithm": (with_headers(protected_of("Ascon"), plain), OUT_OF_RANGE),
        "a nonce of 12 bytes": (with_headers(a, {IV: NONCE[:12]}), OUT_OF_RANGE),
        "a nonce of 17 bytes": (with_headers(a, {IV: NONCE + b"1"}), OUT_OF_RANGE),
        "no nonce": (with_headers(a, {}), OUT_OF_RANGE),
        "a text for a nonce": (with_headers(a, {IV: "a text of 16 by."}), OUT_OF_RANGE),
        "a tag of 8 bytes": (changed(m, 3, item(m, 3)[:8]), OUT_OF_RANGE),
        "no tag": (changed(m, 3, b""), OUT_OF_RANGE),
        "a ciphertext without a whole tag": (changed(e, 2, bytes(15)), OUT_OF_RANGE),
        "a detached ciphertext": (changed(e, 2, None), OUT_OF_RANGE),
        "a detached payload": (changed(m, 2, None), OUT_OF_RANGE),
        "no CBOR tag": (e[1:], OUT_OF_RANGE),
        "the tag of COSE_Mac0": (b"\xd1" + e[1:], OUT_OF_RANGE),
        "the tag of COSE_Sign1": (b"\xd2" + m[1:], OUT_OF_RANGE),
        "a protected header that is no map": (with_headers(b"\x01", plain), OUT_OF_RANGE),
        "unprotected headers that are no map": (changed(e, 1, [IV, NONCE]), OUT_OF_RANGE),
        "nothing": (b"", OUT_OF_RANGE),
    }


def mistakes_that_only_c_refuses() -> dict[str, tuple[bytes, str]]:
    """The package cwt lets these pass."""
    e = sealed_message()
    a, name = protected_of(cose.AEAD128), cose.AEAD128

    def with_headers(protected: bytes, unprotected: dict) -> bytes:
        return cbor2.dumps(encrypt0(TEXT, protected, unprotected, AAD))

    return {
        "a byte after the message": (e + b"\0", OUT_OF_RANGE),
        "a byte after the protected map": (with_headers(a + b"\0", {IV: NONCE}), OUT_OF_RANGE),
        "a number in a longer form": (e.replace(b"\xa2\x04", b"\xa2\x18\x04"), OUT_OF_RANGE),
        "an array of unknown length": (e.replace(b"\xd0\x83", b"\xd0\x9f") + b"\xff", OUT_OF_RANGE),
        "a critical parameter": (with_headers(cbor2.dumps({ALG: name, CRIT: [99], 99: 1}), {IV: NONCE}), OUT_OF_RANGE),
        "a partial IV": (with_headers(a, {IV: NONCE, PARTIAL_IV: b"1"}), OUT_OF_RANGE),
        "a nonce in both headers": (with_headers(cbor2.dumps({ALG: name, IV: NONCE}), {IV: NONCE}), OUT_OF_RANGE),
        "two key identifiers": (e.replace(b"\xa2\x04", b"\xa3\x04\x41k\x04"), OUT_OF_RANGE),
        "two algorithms": (with_headers(b"\xa2\x01\x00" + a[1:], {IV: NONCE}), OUT_OF_RANGE),
        "an array as a value": (with_headers(a, {IV: NONCE, 99: [1]}), OUT_OF_RANGE),
        "a deep array": (e.replace(b"\xa2\x04", b"\xa3\x18\x63" + b"\x81" * 10000 + b"\x01\x04"), OUT_OF_RANGE),
    }


MISTAKES = mistakes()
ONLY_C = mistakes_that_only_c_refuses()


def wrong_answers(program: Path) -> dict[str, str]:
    """Mistakes that are not refused, or for another reason."""
    both = {**MISTAKES, **ONLY_C}
    found = dict(zip(both, opened(program, [message for message, _ in both.values()])))
    return {name: found[name] for name, (_, why) in both.items() if found[name] != why}


def test_c_refuses_mistakes(messages):
    assert not wrong_answers(messages)
    for message in (sealed_message(), authenticated_message()):
        assert opened(messages, [message]) == [TEXT.hex()]
        assert opened(messages, [message], flipped(KEY)) == [TAG_DOES_NOT_MATCH]
        assert opened(messages, [message], aad=flipped(AAD)) == [TAG_DOES_NOT_MATCH]


def test_calls_with_wrong_arguments(zcbor, objects, tmp_path):
    assert run(build(tmp_path, zcbor, objects, "misuse.c")) == ""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_python_refuses_mistakes(mistake):
    message, _ = MISTAKES[mistake]
    assert all(decoded(message, key) is None for key in (cose.AEAD128Key(KEY, KID), cose.MACKey(KEY, KID)))


@pytest.mark.parametrize("mistake", [name for name in ONLY_C if name != "a deep array"])
def test_python_lets_pass_what_the_page_says(mistake):
    message, _ = ONLY_C[mistake]
    assert decoded(message, cose.AEAD128Key(KEY, KID)) == TEXT


@pytest.mark.parametrize("message", [sealed_message(), authenticated_message()], ids=["Encrypt0", "Mac0"])
def test_python_names_what_is_wrong(message):
    failure = cwt.DecodeError if message[0] == 0xD0 else cwt.VerifyError
    for key, aad in ((flipped(KEY), AAD), (KEY, flipped(AAD))):
        with pytest.raises(failure, match="the tag does not match"):
            CODER.decode(message, key_for(message, key), external_aad=aad)
    with pytest.raises(ValueError, match="key of 15 bytes: must be 16 bytes"):
        key_for(message, KEY[:15])
    with pytest.raises(ValueError, match="key is not found"):
        CODER.decode(message, type(key_for(message))(KEY, b"another"), external_aad=AAD)


def test_python_names_wrong_headers():
    key, coder = cose.AEAD128Key(KEY, KID), cwt.COSE.new()
    with pytest.raises(ValueError, match="IV of 12 bytes in the unprotected header: must be 16 bytes"):
        CODER.encode(TEXT, key, unprotected={IV: NONCE[:12]})
    with pytest.raises(ValueError, match="IV of None in the unprotected header"):
        CODER.decode(MISTAKES["no nonce"][0], key, external_aad=AAD)
    with pytest.raises(ValueError, match=f"algorithm 1 in the protected header: must be {cose.AEAD128}"):
        CODER.decode(MISTAKES["another algorithm"][0], key, external_aad=AAD)
    with pytest.raises(ValueError, match=f"algorithm None in the protected header: must be {cose.AEAD128}"):
        coder.encode(TEXT, key, unprotected={ALG: cose.AEAD128})
    with pytest.raises(ValueError, match="does not match"):
        coder.encode(TEXT, key, protected={ALG: cose.MAC})


def test_random_nonces_differ():
    key = cose.AEAD128Key(KEY)
    nonces = {cbor2.loads(CODER.encode(TEXT, key)).value[1][IV] for _ in range(100)}
    assert len(nonces) == 100 and {len(nonce) for nonce in nonces} == {16}


# ---- Every change ----------------------------------------------------------------------------------------


def unauthenticated(message: bytes) -> range:
    """The bytes of the key identifier and its label."""
    start = message.index(b"\x04\x48" + KID)
    return range(start, start + 2 + len(KID))


@pytest.mark.parametrize("message", [sealed_message(), authenticated_message()], ids=["Encrypt0", "Mac0"])
def test_every_truncation_and_every_bit(messages, message):
    shorter = [message[:length] for length in range(len(message))]
    assert TEXT.hex() not in opened(messages, shorter)
    assert not [one for one in shorter if decoded(one, key_for(message)) is not None]
    places = [(place, bit) for place in range(len(message)) for bit in range(8)]
    wrong = [message[:place] + bytes([message[place] ^ 1 << bit]) + message[place + 1 :] for place, bit in places]
    accepted = {place for (place, _), found in zip(places, opened(messages, wrong)) if found == TEXT.hex()}
    assert accepted and accepted <= set(unauthenticated(message))
    in_python = [decoded(one, key_for(message)) for one in wrong]
    assert set(in_python) <= {None, TEXT}
    assert {place for (place, _), found in zip(places, in_python) if found} <= set(unauthenticated(message))


# ---- Planted faults --------------------------------------------------------------------------------------

# A mistake in ascon_cose.c that the tests above must notice.
PLANTED = {
    "text of a forgery": ("if (result != ASCON_OK) ascon_wipe(text, text_length);", ""),
    "any algorithm": ("message->algorithm == ASCON_COSE_AEAD128)", "message->algorithm != 0)"),
    "algorithms in any header": ("return is_protected && ", "return "),
    "nonces of any length": ("message->nonce.length == ASCON_COSE_NONCE_BYTES &&", "message->nonce.data != NULL &&"),
    "short tags": ("message->tag.length == ASCON_COSE_TAG_BYTES", "message->tag.length <= ASCON_COSE_TAG_BYTES"),
    "short ciphertexts": ("message->content.length >= ASCON_COSE_TAG_BYTES", "true"),
    "bytes after the message": ("zcbor_list_end_decode(state) &&\n         state->payload == bytes.data + bytes.length",
                                "zcbor_list_end_decode(state)"),
    "bytes after the header": (" && state->payload == bytes.data + bytes.length;\n}\n\nstatic bool get_message",
                               ";\n}\n\nstatic bool get_message"),
    "critical parameters": ("case CRIT:", "case CRIT: return zcbor_any_skip(state, NULL);"),
    "parameters twice": ("bytes->data == NULL && get_bytes", "get_bytes"),
    "deep values": ("zcbor_uint64_decode(state, &positive) ||", "zcbor_any_skip(state, NULL) ||"),
    "another structure": ('"Encrypt0"', '"Encrypt1"'),
    "no external data": ("return absorb_string(absorb_ad, ctx, external_aad);", "return ASCON_OK;"),
    "parts after an error": ("if (result != ASCON_OK) memset(message", "if (result == ASCON_OK + 99) memset(message"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", PLANTED)
def test_mistakes_in_c_are_noticed(mistake, zcbor, objects, tmp_path):
    old, new = PLANTED[mistake]
    text = (PORT / "ascon_cose.c").read_text(encoding="utf-8")
    assert text.count(old) == 1
    port = tmp_path / "ascon_cose.c"
    port.write_text(text.replace(old, new), encoding="utf-8")
    program = build(tmp_path, zcbor, objects, "messages.c", port, "-w")
    with pytest.raises(AssertionError):
        assert not wrong_answers(program)
        assert opened(program, [sealed_message()]) == [TEXT.hex()]


def test_docstring():
    assert doctest.testmod(cose) == (0, 6)
