# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The inputs of targets: corpora, each in an archive beside the targets, and what has made a target fail once.

An archive has the number of inputs, their lengths, and their contents, compressed: in a tar file, the names and headers
were two thirds of the bytes."""

import hashlib
import io
import lzma
from pathlib import Path

from .table import HERE, Target

MOST_BYTES = 2 << 20  # of all archives together


def archive_of(target: Target) -> Path:
    return HERE / "corpus" / f"{target.name}.xz"


def crashes_of(target: Target) -> Path:
    return HERE / "crashes" / target.name


def name_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def unpack(target: Target, folder: Path) -> Path:
    """Adds the target's corpus to this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if archive_of(target).exists():
        archive = io.BytesIO(lzma.decompress(archive_of(target).read_bytes()))
        count = int.from_bytes(archive.read(4), "big")
        for length in [int.from_bytes(archive.read(4), "big") for _ in range(count)]:
            content = archive.read(length)
            (folder / name_of(content)).write_bytes(content)
    return folder


def pack(target: Target, folder: Path) -> None:
    """The same inputs always make the same archive."""
    contents = sorted((path.read_bytes() for path in folder.iterdir()), key=lambda content: (len(content), content))
    numbers = [len(contents), *map(len, contents)]
    archive_of(target).parent.mkdir(exist_ok=True)
    archive = b"".join([*(number.to_bytes(4, "big") for number in numbers), *contents])
    archive_of(target).write_bytes(lzma.compress(archive, preset=9))
