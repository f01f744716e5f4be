# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Frames of examples/node by the specification."""

import struct

from spec.constructions import datagram

KEY = bytes(range(16))  # of the samples for Zephyr and Arduino
READING = struct.pack("<hHIHH", 2150, 4500, 101325, 2987, 0)


def node_frame(address: int, counter: int, reading: bytes, key: bytes = KEY) -> bytes:
    header = address.to_bytes(2, "little")
    return header + datagram.seal(datagram.Settings(2, 8), key, header.ljust(8, b"\0"), counter, reading, header)
