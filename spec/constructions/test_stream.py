# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of streams: the worked example of docs/file-format.md, and what it refuses."""

import re
from pathlib import Path

import pytest

from spec.algorithms import find
from spec.constructions.stream import (
    CHECKSUM_BYTES, HASH256, KEY, SALT, Header, Refused, derive, pieces, seal, unseal, with_checksum,
)  # fmt: skip
from spec.modes import aead_decrypt, hash_digest

PAGE = Path(__file__).resolve().parents[2] / "docs/file-format.md"
AEAD128 = find("ascon-aead128")
TEXT = b"Twenty bytes of text, and 13 more"


def example(title):
    """The values of a worked example of the page, by name."""
    block = PAGE.read_text(encoding="utf-8").partition(f"{title}\n")[2].partition("\n\n")[0].partition("```")[0]
    values, name = {}, ""
    for line in block.splitlines():
        found = re.fullmatch(r"(.{10}) ([0-9a-f]+)", line)
        name = found[1].strip() or name
        values[name] = values.get(name, b"") + bytes.fromhex(found[2])
    return values


@pytest.mark.parametrize("version", [1, 2])
def test_the_worked_examples(version):
    expected = example(f"version {version}, key file")
    header = Header(AEAD128, 20, SALT[: 16 * version], version=version)
    stream = header.stream(expected["K"])
    assert header.key_check(expected["K"]) == expected["key check"]
    assert header.encode(expected["K"]) == expected["header"]
    assert stream.secret == expected["file key"] + expected.get("mask", bytes(16))
    assert seal(stream, TEXT) == expected["chunk 0"] + expected["chunk 1"]


def test_the_checksum_is_the_start_of_a_digest():
    assert with_checksum(b"abc") == b"abc" + hash_digest(HASH256, b"abc")[:CHECKSUM_BYTES]


def test_masked_nonces_are_those_of_sp_800_232():
    """Section 4.2.2: a stream's secret is a key of the nonce-masked form."""
    stream = derive(AEAD128, 8, KEY, SALT, b"")
    sealed = stream.seal_chunk(b"01234567", 7, False)
    nonce, masked = (7).to_bytes(16, "little"), find("ascon-aead128-nonce-masked")
    assert aead_decrypt(masked, stream.secret, nonce, b"", sealed[:8], sealed[8:]) == b"01234567"


def test_there_is_one_way_to_cut_a_text():
    assert pieces(b"", 2) == [b""]
    assert pieces(b"ab", 2) == [b"ab"]
    assert pieces(b"abc", 2) == [b"ab", b"c"]
    stream = derive(AEAD128, 2, KEY, SALT, b"")
    no_pieces = [(b"", 1, True), (b"", 0, False), (b"a", 0, False), (b"abc", 0, True), (b"a", 2**32, True)]
    for piece, index, last in no_pieces:
        with pytest.raises(ValueError, match="no piece"):
            stream.seal_chunk(piece, index, last)


def test_what_is_not_the_whole_stream_is_refused():
    stream = derive(AEAD128, 2, KEY, SALT, b"")
    sealed = seal(stream, b"abcde")
    assert unseal(stream, sealed) == b"abcde"
    for size in range(len(sealed)):
        with pytest.raises(Refused):
            unseal(stream, sealed[:size])


def test_every_input_of_the_derivation_counts():
    inputs = [
        (AEAD128, 2, KEY, SALT, b""), (AEAD128, 3, KEY, SALT, b""), (AEAD128, 2, SALT, SALT, b""),
        (find("ascon-128"), 2, KEY, SALT, b""), (AEAD128, 2, KEY, KEY, b""), (AEAD128, 2, KEY, SALT, b"c"),
    ]  # fmt: skip
    streams = [derive(*one) for one in inputs]
    streams += [streams[0].rekeyed(1), streams[0].rekeyed(2), streams[0].rekeyed(1).rekeyed(2)]
    assert len({stream.secret for stream in streams}) == len(streams)


def test_readers_replace_the_secret_where_writers_did():
    stream = derive(AEAD128, 2, KEY, SALT, b"")
    sealed = seal(stream, TEXT, 3)
    assert unseal(stream, sealed, 3) == TEXT
    for every in (0, 2, 4):
        with pytest.raises(Refused):
            unseal(stream, sealed, every)
