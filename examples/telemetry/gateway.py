"""The gateway of many nodes: reads frames, one a line in hexadecimal digits, and prints the readings that it accepts.

    gateway.py FOLDER                       receives
    gateway.py FOLDER provision ADDRESS...  once for each node, when it gets its key

FOLDER has the file `key` of 16 bytes, and gets a file `accepted-ADDRESS` for the counter of each node. A line of the
output is an address and a reading; the last line, on standard error, says how many frames were refused.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from asconkit.datagram import FileStore, Receiver, Settings, open_many

SETTINGS = Settings(counter_length=2, tag_length=8)
ADDRESS_BYTES = 2
READ_BYTES = 1 << 18  # of some thousand frames, which are opened together
# What is stored at once: after a restart, at most so many genuine frames of each node are refused.
STEP = 20


def store_of(folder: Path, address: int) -> FileStore:
    return FileStore(folder / f"accepted-{address}")


class Gateway:
    """The receivers of the nodes that were provisioned, by their addresses."""

    def __init__(self, folder: Path) -> None:
        key = (folder / "key").read_bytes()
        self._receivers: dict[bytes, Receiver] = {}
        for path in folder.glob("accepted-*"):
            if path.suffix == ".new":  # of a store that was cut off
                continue
            number = int(path.name.removeprefix("accepted-"))
            address = number.to_bytes(ADDRESS_BYTES, "little")
            identity = address.ljust(8, b"\0")
            self._receivers[address] = Receiver(key, identity, SETTINGS, store_of(folder, number), STEP)

    def open(self, frames: Iterable[bytes]) -> Iterator[tuple[int, bytes | str]]:
        """For each frame of a node that is known its address, and its reading or the reason of its refusal."""
        known = [frame for frame in frames if frame[:ADDRESS_BYTES] in self._receivers]
        headers = [frame[:ADDRESS_BYTES] for frame in known]
        receivers = [self._receivers[header] for header in headers]
        found = open_many(receivers, [frame[ADDRESS_BYTES:] for frame in known], headers)
        for header, result in zip(headers, found):
            yield int.from_bytes(header, "little"), result if isinstance(result, bytes) else type(result).__name__


def columns_of(descriptor: int) -> Iterator[list[bytes]]:
    """The frames that have arrived, each time that some have. Noise on the line is left out."""
    rest = b""
    while data := os.read(descriptor, READ_BYTES):
        *lines, rest = (rest + data).split(b"\n")
        yield [frame for line in lines if (frame := frame_of(line))]


def frame_of(line: bytes) -> bytes | None:
    try:
        return bytes.fromhex(line.decode("ascii"))
    except ValueError:
        return None


def receive(folder: Path) -> None:
    gateway, refused = Gateway(folder), Counter[str]()
    for column in columns_of(sys.stdin.fileno()):
        for address, result in gateway.open(column):
            if isinstance(result, bytes):
                print(address, result.decode("ascii", "replace"))
            else:
                refused[result] += 1
        sys.stdout.flush()
    print("refused:", dict(refused), file=sys.stderr)


def main() -> None:
    folder, *rest = sys.argv[1:] or sys.exit(__doc__)
    if rest[:1] == ["provision"]:
        for address in rest[1:]:
            store_of(Path(folder), int(address)).provision()
    else:
        receive(Path(folder))


if __name__ == "__main__":
    main()
