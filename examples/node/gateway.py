# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The gateway of many nodes: reads frames, one a line in hexadecimal digits, and prints the readings that it accepts.

    gateway.py FOLDER

FOLDER has the table `nodes`, to which provision.py adds nodes, and gets a folder `accepted` with a file for the counter
of each node, named by its address, and the lock of all of them. A line of the output is an address, the temperature in
degrees Celsius, the humidity in percent, the pressure in Pa, the battery in mV, and the flags; the last line, on
standard error, says how many frames were refused.
"""

from __future__ import annotations

import os
import struct
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from asconkit.datagram import Receiver, Settings, StoreFolder, open_many
from asconkit.exceptions import StateError
from table import Table

SETTINGS = Settings(counter_length=2, tag_length=8)
COUNTERS = "accepted"  # the folder
ADDRESS_BYTES = 2
READING = struct.Struct("<hHIHH")  # node_reading of node.h
LINE_BYTES = 256  # more than any frame has
READ_BYTES = 1 << 18  # of some thousand frames, which are opened together
# What is stored at once: after a restart, at most so many genuine frames of each node are refused.
STEP = 20


class Gateway:
    """The receivers of the nodes in the table, by their addresses."""

    def __init__(self, folder: Path) -> None:
        (folder / COUNTERS).mkdir(exist_ok=True)
        self._counters = StoreFolder(folder / COUNTERS)
        self._receivers: dict[bytes, Receiver] = {}
        with Table(folder) as table:
            if not table.nodes:
                raise ValueError(f"{folder / 'nodes'}: there is no node; provision.py adds one")
            self._begin_counters(folder, table)
            for address, node in table.nodes.items():
                self._add(address, node.key)

    def _begin_counters(self, folder: Path, table: Table) -> None:
        """Nothing was accepted under a key that is new: its counters begin at 0, once."""
        new = [address for address, node in table.nodes.items() if node.is_new]
        for address in new:
            (folder / COUNTERS / str(address)).unlink(missing_ok=True)
            with self._counters.store(str(address)) as store:
                store.provision()
            table.nodes[address] = table.nodes[address]._replace(is_new=False)
        if new:
            table.write()

    def _add(self, number: int, key: bytes) -> None:
        address = number.to_bytes(ADDRESS_BYTES, "little")
        try:
            store = self._counters.store(str(number))
            self._receivers[address] = Receiver(key, address.ljust(8, b"\0"), SETTINGS, store, STEP)
        except (OSError, ValueError, StateError) as error:
            print(f"node {number} is not received: {error}", file=sys.stderr)

    def open(self, frames: Iterable[bytes]) -> Iterator[tuple[int, bytes | str]]:
        """For each frame of a node that is known its address, and its reading or the reason of its refusal."""
        known = [frame for frame in frames if frame[:ADDRESS_BYTES] in self._receivers]
        headers = [frame[:ADDRESS_BYTES] for frame in known]
        receivers = [self._receivers[header] for header in headers]
        found = open_many(receivers, [frame[ADDRESS_BYTES:] for frame in known], headers)
        for header, result in zip(headers, found):
            yield int.from_bytes(header, "little"), result if isinstance(result, bytes) else type(result).__name__


def columns_of(descriptor: int) -> Iterator[list[bytes]]:
    """The frames that have arrived, each time that some have. Noise on the line is left out.

    Of a line that is too long, enough is kept to see that it is.
    """
    rest = b""
    while data := os.read(descriptor, READ_BYTES):
        *lines, rest = (rest + data).split(b"\n")
        rest = rest[: LINE_BYTES + 1]
        yield [frame for line in lines if (frame := frame_of(line))]


def frame_of(line: bytes) -> bytes | None:
    if len(line) > LINE_BYTES:
        return None
    try:
        return bytes.fromhex(line.decode("ascii"))
    except ValueError:
        return None


def printable(reading: bytes) -> str | None:
    """As numbers, so that a terminal obeys nothing in it: a node may be in the hands of an attacker."""
    if len(reading) != READING.size:
        return None
    temperature, humidity, pressure, battery, flags = READING.unpack(reading)
    return f"{temperature / 100:.2f} {humidity / 100:.2f} {pressure} {battery} {flags}"


def receive(folder: Path) -> None:
    gateway, refused = Gateway(folder), Counter[str]()
    for column in columns_of(sys.stdin.fileno()):
        for address, result in gateway.open(column):
            reason = result if isinstance(result, str) else "NoReading"
            if isinstance(result, bytes) and (text := printable(result)):
                print(address, text)
            else:
                refused[reason] += 1
        sys.stdout.flush()
    print("refused:", dict(refused), file=sys.stderr)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        receive(Path(sys.argv[1]))
    except (OSError, ValueError, StateError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
