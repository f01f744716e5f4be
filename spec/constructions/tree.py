# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tree hash of docs/constructions/tree.md: chunks of a string are hashed apart, and their digests in pairs."""

from collections.abc import Iterator
from hmac import compare_digest

from ..algorithms import find
from ..modes import InvalidTag, cxof, hash_digest
from . import Vector

DIGEST_BYTES = 32
NODE, ROOT = b"asconkit tree v1 node", b"asconkit tree v1 root"


def tree_hash(data: bytes, chunk_bytes: int) -> bytes:
    return root(top(leaves(data, chunk_bytes)), len(data), chunk_bytes)


def leaves(data: bytes, chunk_bytes: int) -> list[bytes]:
    """The digests of all chunks; an empty string has one, which is empty."""
    return [leaf(data[i : i + chunk_bytes]) for i in range(0, max(len(data), 1), chunk_bytes)]


def leaf(chunk: bytes) -> bytes:
    return hash_digest(find("ascon-hash256"), chunk)


def top(level: list[bytes]) -> bytes:
    while len(level) > 1:
        level = parents(level)
    return level[0]


def parents(level: list[bytes]) -> list[bytes]:
    """Pairs from the left; what is left alone at the right end moves up as it is."""
    pairs = [node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
    return pairs + level[len(level) - len(level) % 2 :]


def node(left: bytes, right: bytes) -> bytes:
    return cxof(find("ascon-cxof128"), left + right, NODE, DIGEST_BYTES)


def root(digest: bytes, total_bytes: int, chunk_bytes: int) -> bytes:
    shape = total_bytes.to_bytes(8, "little") + chunk_bytes.to_bytes(4, "little")
    return cxof(find("ascon-cxof128"), digest + shape, ROOT, DIGEST_BYTES)


def prove(data: bytes, chunk_bytes: int, index: int) -> list[bytes]:
    """What the chunk with this index is paired with, from its leaf to the top."""
    level, siblings = leaves(data, chunk_bytes), []
    while len(level) > 1:
        if index ^ 1 < len(level):
            siblings.append(level[index ^ 1])
        level, index = parents(level), index // 2
    return siblings


def root_of_proof(chunk: bytes, index: int, siblings: list[bytes], total_bytes: int, chunk_bytes: int) -> bytes:
    """The root that these give; InvalidTag if there are too many or too few of them."""
    digest, count = leaf(chunk), max(-(-total_bytes // chunk_bytes), 1)
    remaining = list(siblings)
    while count > 1:
        if index ^ 1 < count:
            if not remaining:
                raise InvalidTag("tree: the proof is too short")
            other = remaining.pop(0)
            digest = node(other, digest) if index % 2 else node(digest, other)
        count, index = -(-count // 2), index // 2
    if remaining:
        raise InvalidTag("tree: the proof is too long")
    return root(digest, total_bytes, chunk_bytes)


def verify(known: bytes, chunk: bytes, index: int, siblings: list[bytes], total_bytes: int, chunk_bytes: int) -> None:
    """InvalidTag if this is not the chunk with this index in the string with the known root and this length."""
    if not compare_digest(root_of_proof(chunk, index, siblings, total_bytes, chunk_bytes), known):
        raise InvalidTag("tree: the chunk is another one")


def sample(size: int) -> bytes:
    """Bytes with a period of 251, so that chunks that change places are noticed."""
    return bytes(i % 251 for i in range(size))


def vectors() -> Iterator[Vector]:
    for chunk_bytes in (64, 1024):
        for size in (0, 1, 63, 64, 65, 128, 129, 192, 300, 700, 1023, 1024, 1025, 3100):
            data = sample(size)
            index = (len(leaves(data, chunk_bytes)) - 1) // 2
            yield {
                "name": f"{size} bytes in chunks of {chunk_bytes}",
                "bytes": size,
                "chunk_bytes": chunk_bytes,
                "root": tree_hash(data, chunk_bytes),
                "index": index,
                "proof": b"".join(prove(data, chunk_bytes, index)),
            }
