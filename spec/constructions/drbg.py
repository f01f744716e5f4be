# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The deterministic random bit generator as docs/constructions/drbg.md specifies it."""

import random
from collections.abc import Callable, Iterator

from ..algorithms import find
from ..modes import cxof
from . import Vector
from .kdf import encode_string

CXOF = find("ascon-cxof128")
STATE_BYTES = 32
ENTROPY_BYTES = 48  # of each request to the source
PART_BYTES = 32768  # of output under one state

Source = Callable[[int], bytes]


class Drbg:
    """A generator whose only state is a string of 32 bytes, replaced by every call."""

    def __init__(self, source: Source | None = None, seed: bytes = b""):
        self.source = source
        self.state = bytes(STATE_BYTES)
        self.reseed(seed)

    def reseed(self, seed: bytes = b"") -> None:
        entropy = self.source(ENTROPY_BYTES) if self.source else b""
        message = self.state + encode_string(entropy) + seed
        self.state = cxof(CXOF, message, b"asconkit drbg v1 seed", STATE_BYTES)

    def generate(self, output_bytes: int, additional: bytes = b"") -> bytes:
        parts = [PART_BYTES] * (output_bytes // PART_BYTES)
        parts += [output_bytes % PART_BYTES] if output_bytes % PART_BYTES or not parts else []
        return b"".join(self._part(size, additional if at == 0 else b"") for at, size in enumerate(parts))

    def _part(self, output_bytes: int, additional: bytes) -> bytes:
        """The next state comes before the output: nothing of the old one is kept."""
        stream = cxof(CXOF, self.state + additional, b"asconkit drbg v1 next", STATE_BYTES + output_bytes)
        self.state = stream[:STATE_BYTES]
        return stream[STATE_BYTES:]


def vectors() -> Iterator[Vector]:
    """Each is a generator with an output, a reseeding and another output; the states show how it evolves."""
    numbers = random.Random(90)
    for entropy_bytes, seed_bytes, first, additional, reseed, second in (
        (0, 32, 16, 0, 32, 32),
        (0, 48, 1, 7, 33, 100),
        (48, 0, 64, 0, 0, 16),
        (48, 11, 32, 100, 5, 0),
        (48, 200, 0, 32, 32, 300),
    ):
        entropies = [numbers.randbytes(entropy_bytes) for _ in range(2)]
        given = iter(entropies)
        strings = [numbers.randbytes(size) for size in (seed_bytes, additional, reseed)]
        generator = Drbg((lambda _: next(given)) if entropy_bytes else None, strings[0])
        states = [generator.state]
        outputs = [generator.generate(first, strings[1])]
        states.append(generator.state)
        generator.reseed(strings[2])
        states.append(generator.state)
        outputs.append(generator.generate(second))
        states.append(generator.state)
        yield {
            "name": f"{'a source and ' if entropy_bytes else ''}{seed_bytes} bytes of seed, output {first} with "
            f"{additional} additional, {reseed} to reseed, output {second}",
            "entropy": b"".join(entropies),
            "seed": strings[0],
            "additional": strings[1],
            "reseed": strings[2],
            "states": b"".join(states),
            "first": outputs[0],
            "second": outputs[1],
        }
