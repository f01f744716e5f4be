# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Gives a node its key: in the image for its flash, and in the table of the gateway.

    provision.py [--replace] FOLDER ADDRESS IMAGE NEW-IMAGE

IMAGE is what was compiled, as ELF or as plain bytes; NEW-IMAGE gets the address and a new random key of 16 bytes. The
key is added to FOLDER/nodes, where the gateway finds it when it is started next. --replace: the node had a key before.

Write NEW-IMAGE into one device, whose flash was erased before, and once. Then remove it: it would begin at counter 0
again, and repeat nonces. For the next device, or for the same one after its flash was erased, call this once more.
"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from table import KEY_BYTES, Node, Table, address_of

MARK = b"asconkit node 1\0"  # of node_record, in board_microbit.c
ERASED = b"\xff" * (KEY_BYTES + 8)  # key, address, two bytes that are not used, and is_new


def provisioned(image: bytes, address: int, key: bytes) -> bytes:
    """The image with a key and an address in its record, and `is_new` as it was: set."""
    if image.count(MARK) != 1:
        raise ValueError(f"the image must have one record of a node; it has {image.count(MARK)}")
    start = image.index(MARK) + len(MARK)
    if image[start : start + len(ERASED)] != ERASED:
        raise ValueError("the image has a key already: take the one that was compiled")
    record = key + address.to_bytes(2, "little")
    return image[:start] + record + image[start + len(record) :]


def main() -> None:
    replace, words = sys.argv[1:2] == ["--replace"], sys.argv[1:]
    words = words[replace:]
    if len(words) != 4:
        sys.exit(__doc__)
    try:
        folder, address, image, new = Path(words[0]), address_of(words[1]), Path(words[2]), Path(words[3])
        key = secrets.token_bytes(KEY_BYTES)
        bytes_of_image = provisioned(image.read_bytes(), address, key)
        # Only its owner may read it, and an old one is not overwritten.
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "wb") as file, Table(folder) as table:
                file.write(bytes_of_image)
                file.flush()
                table.add(address, Node(key, is_new=True), replace)
        except BaseException:
            new.unlink()
            raise
    except (OSError, ValueError) as error:
        sys.exit(f"provision.py: {error}")


if __name__ == "__main__":
    main()
