# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Decrypts a file of `asconkit encrypt --key` without the package: `python3 -m spec decryptor` writes it and the
modules that it needs into one file. docs/file-format.md specifies the format."""

from __future__ import annotations

import os
import re
import sys

from .algorithms import ALGORITHMS, Kind
from .constructions.stream import (
    CHECK_BYTES, CHECKSUM_BYTES, KEY_FILE, LAYOUTS, NAME_BYTES, TAG_BYTES, Header, Refused, unseal, with_checksum,
)  # fmt: skip

USAGE = "usage: KEY-FILE FILE OUTPUT: a key file of asconkit keygen, a file of asconkit encrypt, and a new file"
MAX_CHUNK_BYTES = 1 << 20
MAX_KEY_FILE_BYTES = 512
KEY_LINE = re.compile(rb"(asconkit-key-v1-([0-9a-f]{64}))-([0-9a-f]{8})[ \t\r\n]*")


def key_of(file: bytes) -> bytes:
    """The key in a key file."""
    found = KEY_LINE.fullmatch(file)
    if not found or len(file) > MAX_KEY_FILE_BYTES:
        raise Refused("not a key file of asconkit keygen")
    start, digits, check = found.groups()
    if with_checksum(start)[len(start) :][:4].hex().encode() != check:
        raise Refused("a damaged key file: a digit is wrong")
    return bytes.fromhex(digits.decode())


def header_of(data: bytes) -> tuple[Header, int]:
    """The header of a file, and how many bytes it has. Only the key shows that nobody changed it."""
    version = int.from_bytes(data[8:10], "little")
    if data[:8] != b"ASCONKIT":
        raise Refused("not a file of asconkit encrypt")
    if version not in LAYOUTS:
        raise Refused(f"version {version} of the format, expected 1 or 2")
    layout = LAYOUTS[version]
    salt_end = 64 + layout.salt
    size = salt_end + CHECK_BYTES + CHECKSUM_BYTES
    if len(data) < size + TAG_BYTES:
        raise Refused(f"cut off: {len(data)} bytes, expected at least {size + TAG_BYTES}")
    if with_checksum(data[: size - CHECKSUM_BYTES]) != data[:size]:
        raise Refused("the header is damaged")
    if data[10] != KEY_FILE:
        raise Refused("encrypted with a passphrase, which needs the package or the command")
    name, chunk = data[16 : 16 + NAME_BYTES].rstrip(b"\0"), int.from_bytes(data[12:16], "little")
    row = next((row for row in ALGORITHMS if row.kind is Kind.AEAD and row.name.encode() == name), None)
    if row is None or not 0 < chunk <= MAX_CHUNK_BYTES:
        raise Refused("the header has an algorithm or a chunk size that is not allowed")
    return Header(row, chunk, data[64:salt_end], version=version), size


def decrypt_file(key: bytes, data: bytes) -> bytes:
    """All of the text, or Refused."""
    header, size = header_of(data)
    if header.encode(key) != data[:size]:
        raise Refused("the key is not that of the file, or somebody changed the header")
    return unseal(header.stream(key), data[size:])


def write_new(name: str, text: bytes) -> None:
    """All of it or nothing. A file that exists stays."""
    file = open(name, "xb")
    try:
        with file:
            file.write(text)
    except BaseException:
        os.unlink(name)
        raise


def main(arguments: list[str]) -> int:
    if len(arguments) != 3:
        print(USAGE, file=sys.stderr)
        return 2
    key_file, name, output = arguments
    try:
        with open(key_file, "rb") as file:
            key = key_of(file.read(MAX_KEY_FILE_BYTES + 1))
        with open(name, "rb") as file:
            text = decrypt_file(key, file.read())
        write_new(output, text)
    except (ValueError, OSError) as error:
        print(f"{name}: nothing was written: {error}", file=sys.stderr)
        return 1
    return 0
