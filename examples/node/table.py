# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of nodes and their keys, FOLDER/nodes, which provision.py writes and the gateway reads: a line for each
node, `ADDRESS KEY`, and `new` after them until the gateway has a counter for that key."""

from __future__ import annotations

import fcntl
import os
import re
import stat
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

KEY_BYTES = 16
LAST_ADDRESS = 65534  # 65535 is that of a node without an address


class Node(NamedTuple):
    key: bytes
    is_new: bool


def address_of(text: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,4}", text) or int(text) > LAST_ADDRESS:
        raise ValueError(f"address {text!r}: must be 0 to {LAST_ADDRESS}")
    return int(text)


def node_of(number: int, line: str) -> tuple[int, Node]:
    """Of a line of the table. What is wrong with it is not printed: it may have a key."""
    found = re.fullmatch(f"([0-9]+) ([0-9a-f]{{{2 * KEY_BYTES}}})( new)?", line)
    if not found:
        raise ValueError(f"line {number} must be an address, {2 * KEY_BYTES} hexadecimal digits, and `new` if it is")
    return address_of(found[1]), Node(bytes.fromhex(found[2]), bool(found[3]))


class Table:
    """The table, locked: no other process changes it meanwhile. `nodes` has it by addresses."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "nodes"
        self._lock = os.open(folder / "nodes.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            self.nodes = self._read()
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._lock)

    def _read(self) -> dict[int, Node]:
        if not self._path.exists():
            return {}
        with self._path.open(encoding="ascii") as file:
            if os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise ValueError(f"{self._path}: others may read the keys: chmod 600 {self._path}")
            try:
                found = [node_of(number, line) for number, line in enumerate(file.read().splitlines(), 1)]
            except ValueError as error:
                raise ValueError(f"{self._path}: {error}") from None
        if len(dict(found)) != len(found):
            raise ValueError(f"{self._path}: an address has two lines")
        return dict(found)

    def add(self, address: int, node: Node, replace: bool = False) -> None:
        if address in self.nodes and not replace:
            raise ValueError(f"node {address} has a key already: --replace gives it a new one")
        self.nodes[address] = node
        self.write()

    def write(self) -> None:
        """The whole table or the old one is there after a loss of power."""
        lines = [f"{address} {node.key.hex()}{' new' * node.is_new}\n" for address, node in sorted(self.nodes.items())]
        new = self._path.with_name("nodes.new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write("".join(lines))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
