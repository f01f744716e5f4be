# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The inputs of targets: corpora, each in an archive beside the targets, and what has made a target fail once."""

import hashlib
import io
import tarfile
from pathlib import Path

from .table import HERE, Target

MOST_BYTES = 2 << 20  # of all archives together


def archive_of(target: Target) -> Path:
    return HERE / "corpus" / f"{target.name}.tar.xz"


def crashes_of(target: Target) -> Path:
    return HERE / "crashes" / target.name


def name_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def unpack(target: Target, folder: Path) -> Path:
    """Adds the target's corpus to this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if archive_of(target).exists():
        with tarfile.open(archive_of(target)) as archive:
            for member in archive:
                content = archive.extractfile(member)
                (folder / Path(member.name).name).write_bytes(content.read() if content else b"")
    return folder


def pack(target: Target, folder: Path) -> None:
    """The same inputs always make the same archive."""
    contents = sorted((path.read_bytes() for path in folder.iterdir()), key=name_of)
    archive_of(target).parent.mkdir(exist_ok=True)
    with tarfile.open(archive_of(target), "w:xz", format=tarfile.USTAR_FORMAT, preset=9) as archive:
        for content in contents:
            member = tarfile.TarInfo(name_of(content))
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
