"""Frames of examples/telemetry by the specification. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

from spec.constructions import datagram

KEY = bytes(range(16))  # of the samples for Zephyr and Arduino


def telemetry_frame(address: int, counter: int, reading: bytes, key: bytes = KEY) -> bytes:
    header = address.to_bytes(2, "little")
    return header + datagram.seal(datagram.Settings(2, 8), key, header.ljust(8, b"\0"), counter, reading, header)
