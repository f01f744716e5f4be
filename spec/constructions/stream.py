# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Long messages in chunks, and the files of the command: docs/constructions/stream.md, docs/file-format.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..algorithms import ALGORITHMS, Algorithm, Kind, find
from ..modes import InvalidTag, aead_decrypt, aead_encrypt, cxof, hash_digest
from . import Vector

CXOF128, HASH256 = find("ascon-cxof128"), find("ascon-hash256")
KEY_BYTES = SALT_BYTES = 32
MASK_BYTES = TAG_BYTES = 16
NAME_BYTES = 32
MAX_CHUNKS = 2**32


class Refused(ValueError):
    """This is not a stream, or not all of it."""


# ---- Streams -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stream:
    """What all chunks of a stream have in common."""

    row: Algorithm
    chunk: int
    secret: bytes

    @property
    def key(self) -> bytes:
        return self.secret[: self.row.key]

    @property
    def mask(self) -> bytes:
        return self.secret[self.row.key :]

    def nonce(self, index: int, last: bool) -> bytes:
        plain = index.to_bytes(8, "little") + bytes(7) + bytes([last])
        return bytes(a ^ b for a, b in zip(plain, self.mask, strict=True))

    def seal_chunk(self, piece: bytes, index: int, last: bool) -> bytes:
        if not self._is_piece(len(piece), index, last):
            raise ValueError(f"no piece has {len(piece)} bytes there")
        return b"".join(aead_encrypt(self.row, self.key, self.nonce(index, last), b"", piece))

    def open_chunk(self, sealed: bytes, index: int, last: bool) -> bytes:
        if len(sealed) < TAG_BYTES or not self._is_piece(len(sealed) - TAG_BYTES, index, last):
            raise Refused(f"cut off or extended at chunk {index}")
        try:
            return aead_decrypt(
                self.row, self.key, self.nonce(index, last), b"", sealed[:-TAG_BYTES], sealed[-TAG_BYTES:]
            )
        except InvalidTag as error:
            raise Refused(f"chunk {index} was changed, or is not the last one") from error

    def rekeyed(self, following: int) -> Stream:
        if not 0 < following < MAX_CHUNKS:
            raise ValueError(f"rekeying before chunk {following}, expected 1 to {MAX_CHUNKS - 1}")
        size = self.row.key + MASK_BYTES
        message = self.secret + following.to_bytes(8, "little")
        return replace(self, secret=cxof(CXOF128, message, b"asconkit stream v2 rekey", size))

    def _is_piece(self, size: int, index: int, last: bool) -> bool:
        """Only one way to cut a text: all pieces are whole but the last one, which is empty only if it is alone."""
        if not 0 <= index < MAX_CHUNKS:
            return False
        return (0 < size <= self.chunk or size == index == 0) if last else size == self.chunk


def derive(row: Algorithm, chunk: int, key: bytes, salt: bytes, context: bytes) -> Stream:
    message = key + chunk.to_bytes(4, "little") + row.name.encode().ljust(NAME_BYTES, b"\0") + salt + context
    return Stream(row, chunk, cxof(CXOF128, message, b"asconkit stream v2 secret", row.key + MASK_BYTES))


def pieces(text: bytes, size: int) -> list[bytes]:
    return [text[at : at + size] for at in range(0, max(len(text), 1), size)]


def seal(stream: Stream, text: bytes, rekey_every: int = 0) -> bytes:
    """All chunks. `rekey_every`: the secret is replaced before every so many chunks, but for the first ones."""
    return b"".join(own.seal_chunk(*place) for own, *place in places(stream, pieces(text, stream.chunk), rekey_every))


def unseal(stream: Stream, sealed: bytes, rekey_every: int = 0) -> bytes:
    cut = pieces(sealed, stream.chunk + TAG_BYTES)
    return b"".join(own.open_chunk(*place) for own, *place in places(stream, cut, rekey_every))


def places(stream: Stream, cut: list[bytes], rekey_every: int) -> Iterator[tuple[Stream, bytes, int, bool]]:
    """Each piece or chunk with its stream, its index and whether it is the last one."""
    for index, part in enumerate(cut):
        if rekey_every and index and index % rekey_every == 0:
            stream = stream.rekeyed(index)
        yield stream, part, index, index == len(cut) - 1


# ---- Headers of files ----------------------------------------------------------------------------------------

KEY_FILE, PASSPHRASE = 1, 2
CHECK_BYTES, CHECKSUM_BYTES = 32, 16


@dataclass(frozen=True)
class Layout:
    """The differences between the versions."""

    tag_field: int
    size_field: int
    salt: int
    checked_from: int
    mask: int
    check_purpose: bytes
    secret_purpose: bytes


LAYOUTS = {
    1: Layout(0, 0, 16, 64, 0, b"asconkit file v1 key check", b"asconkit file v1 file key"),
    2: Layout(16, 144, 32, 0, 16, b"asconkit file v2 key check", b"asconkit file v2 file secret"),
}


@dataclass(frozen=True)
class Header:
    row: Algorithm
    chunk: int
    salt: bytes
    source: int = KEY_FILE
    cost: tuple[int, int, int] = (0, 0, 0)
    version: int = 2

    @property
    def layout(self) -> Layout:
        return LAYOUTS[self.version]

    def before_check(self) -> bytes:
        numbers = (self.version, 2), (self.source, 1), (self.layout.tag_field, 1), (self.chunk, 4)
        costs = *((number, 4) for number in self.cost), (self.layout.size_field, 4)
        return b"".join((
            b"ASCONKIT", *(value.to_bytes(size, "little") for value, size in numbers),
            self.row.name.encode().ljust(NAME_BYTES, b"\0"),
            *(value.to_bytes(size, "little") for value, size in costs), self.salt,
        ))  # fmt: skip

    def key_check(self, key: bytes) -> bytes:
        checked = self.before_check()[self.layout.checked_from :]
        return cxof(CXOF128, key + checked, self.layout.check_purpose, CHECK_BYTES)

    def encode(self, key: bytes) -> bytes:
        return with_checksum(self.before_check() + self.key_check(key))

    def stream(self, key: bytes) -> Stream:
        size = self.row.key + self.layout.mask
        secret = cxof(CXOF128, key + self.encode(key), self.layout.secret_purpose, size)
        return Stream(self.row, self.chunk, secret.ljust(self.row.key + MASK_BYTES, b"\0"))


def with_checksum(start: bytes) -> bytes:
    return start + hash_digest(HASH256, start)[:CHECKSUM_BYTES]


# ---- Known answers -------------------------------------------------------------------------------------------


def counted(start: int, size: int) -> bytes:
    return bytes((start + i) % 256 for i in range(size))


KEY, SALT = counted(0, KEY_BYTES), counted(0x40, SALT_BYTES)


def vectors() -> Iterator[Vector]:
    aeads = [row for row in ALGORITHMS if row.kind is Kind.AEAD]
    for row in aeads:
        yield _stream(row, 20, 53, b"")
    aead128 = find("ascon-aead128")
    for chunk, size, context, every in [
        (16, 0, b"", 0), (16, 16, b"context", 0), (16, 17, b"", 0), (16, 32, b"", 0), (1, 3, b"", 0), (2, 7, b"", 0),
        (8, 70, counted(7, 100), 3), (5, 36, b"", 1),
    ]:  # fmt: skip
        yield _stream(aead128, chunk, size, context, every)
    for index in (1, 256, 2**31, MAX_CHUNKS - 1):
        yield _chunk(aead128, index)
    for row in aeads:
        yield _file(row, KEY_FILE, (0, 0, 0), 2)
        yield _file(row, KEY_FILE, (0, 0, 0), 1)
    yield _file(aead128, PASSPHRASE, (65536, 3, 4), 2)
    yield _file(aead128, PASSPHRASE, (64, 3, 2), 1)


def _stream(row: Algorithm, chunk: int, size: int, context: bytes, every: int = 0) -> Vector:
    stream, text = derive(row, chunk, KEY, SALT, context), counted(size, size)
    name = f"{row.name}: chunks of {chunk}, text of {size}, context of {len(context)}, rekeyed every {every}"
    return {"name": name, "kind": "stream", "algorithm": row.name, "chunk": chunk, "key": KEY, "salt": SALT,
            "context": context, "rekey_every": every, "secret": stream.secret, "text": text,
            "sealed": seal(stream, text, every)}  # fmt: skip


def _chunk(row: Algorithm, index: int) -> Vector:
    stream, text = derive(row, 8, KEY, SALT, b""), counted(index, 8)
    following = min(index + 1, MAX_CHUNKS - 1)
    return {"name": f"chunk {index}", "kind": "chunk", "algorithm": row.name, "chunk": 8, "secret": stream.secret,
            "index": index, "text": text, "sealed": stream.seal_chunk(text, index, False),
            "last": stream.seal_chunk(text, index, True), "following": following,
            "rekeyed": stream.rekeyed(following).secret}  # fmt: skip


def _file(row: Algorithm, source: int, cost: tuple[int, int, int], version: int) -> Vector:
    header = Header(row, 20, SALT[: LAYOUTS[version].salt], source, cost, version)
    stream, text = header.stream(KEY), counted(1, 33)
    memory, passes, lanes = cost
    return {"name": f"{row.name}: file of version {version}, source {source}", "kind": "file", "algorithm": row.name,
            "chunk": 20, "version": version, "source": source, "memory": memory, "passes": passes, "lanes": lanes,
            "key": KEY, "salt": header.salt, "header": header.encode(KEY), "secret": stream.secret, "text": text,
            "sealed": seal(stream, text)}  # fmt: skip
