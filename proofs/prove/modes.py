"""The modes of SP 800-232 as a graph: section 4.1 (AEAD) and section 5 (hashing), over any permutation. A Sponge is of
v1.2 if its row is.

The permutation is prove.specification's, bit for bit, or an unknown function (prove.unknown). A state is a list of its
320 bits in the order of the standard, and so are strings: bit i is bit i % 8 of byte i // 8. Tests compare this with
the executable specification in spec/. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from collections.abc import Iterator, Sequence

from spec.algorithms import Algorithm

from .graph import Graph, Literal
from .specification import Specification, plain

Bits = list[Literal]
STATE_BITS = 320
KEY_BITS = NONCE_BITS = TAG_BITS = 128


class Sponge:
    """The state, and what all modes do with it. Its bits are in the order of strings."""

    def __init__(
        self, row: Algorithm, permutation: Specification, start: Sequence[Literal] = (), iv: int | None = None
    ) -> None:
        """IV || start || zeros. The long key of Ascon-80pq leaves the IV only 32 bits, the others are zeros."""
        self.row, self.permutation, self.graph = row, permutation, permutation.graph
        first = (row.iv if iv is None else iv).to_bytes(8, row.convention.byteorder)
        bits = [byte >> bit & 1 for byte in first for bit in range(8)][: STATE_BITS - len(start)]
        self.bits: Bits = [*bits, *start, *(0 for _ in range(STATE_BITS - len(bits) - len(start)))]
        self.permute(row.a)

    def permute(self, rounds: int) -> None:
        bits = self.turned(self.bits)
        words = [tuple(bits[start : start + 64]) for start in range(0, STATE_BITS, 64)]
        self.bits = self.turned(plain(self.permutation.permute(words, rounds)))

    def turned(self, state: Bits) -> Bits:
        """From the order of strings to that of words, or back: v1.2 has the first byte of a word as the highest."""
        if self.row.convention.byteorder == "little":
            return state
        return [bit for word in range(0, STATE_BITS, 64) for start in range(word + 56, word - 8, -8)
                for bit in state[start : start + 8]]  # fmt: skip

    def pad(self, at: int) -> None:
        """Behind so many bits of a block."""
        self.add(at + self.row.convention.pad.bit_length() - 1, [1])

    def separate(self) -> None:
        """The domain separation bit, in the last byte of the state."""
        self.add(STATE_BITS - 8 + self.row.convention.separator.bit_length() - 1, [1])

    def add(self, at: int, bits: Sequence[Literal]) -> Bits:
        """Returns the sums, which are in the state then, too."""
        sums = list(map(self.graph.xor, self.bits[at : at + len(bits)], bits))
        self.bits[at : at + len(bits)] = sums
        self.permutation.layer_of([tuple(sums)])
        return sums

    def absorb(self, string: Sequence[Literal]) -> None:
        """With padding; no permutation follows the last block."""
        for block in self._blocks(string):
            self.add(0, block)

    def encrypt(self, string: Sequence[Literal]) -> Bits:
        return [bit for block in self._blocks(string) for bit in self.add(0, block)]

    def decrypt(self, string: Sequence[Literal]) -> Bits:
        """The plaintext. The bytes of a block of ciphertext replace the corresponding bytes of the state."""
        output: Bits = []
        for block in self._blocks(string):
            output += self.add(0, block)
            self.bits[: len(block)] = block
        return output

    def squeeze(self, count: int) -> Bits:
        output: Bits = []
        while True:
            output += self.bits[: 8 * self.row.squeeze]
            if len(output) >= count:
                return output[:count]
            self.permute(self.row.b)

    def _blocks(self, string: Sequence[Literal]) -> Iterator[Sequence[Literal]]:
        """Each whole block, with the permutation after it; then the rest, and a bit 1 after that: section 2."""
        rate = 8 * self.row.rate
        whole = len(string) // rate * rate
        for start in range(0, whole, rate):
            yield string[start : start + rate]
            self.permute(self.row.b)
        yield string[whole:]
        self.pad(len(string) - whole)


def aead(
    row: Algorithm,
    permutation: Specification,
    key: Sequence[Literal],
    nonce: Sequence[Literal],
    ad: Sequence[Literal],
    text: Sequence[Literal],
    decrypt: bool,
) -> tuple[Bits, Bits]:
    """The text of the other side, and the tag: sections 4.1.1 and 4.1.2."""
    state = Sponge(row, permutation, [*key, *nonce])
    state.add(STATE_BITS - KEY_BITS, key)
    if ad:
        state.absorb(ad)
        state.permute(row.b)
    state.separate()
    output = state.decrypt(text) if decrypt else state.encrypt(text)
    state.add(8 * row.rate, key)
    state.permute(row.a)
    return output, state.add(STATE_BITS - TAG_BITS, key)


def digest(row: Algorithm, permutation: Specification, message: Sequence[Literal], count: int) -> Bits:
    """So many bits of a hash or XOF: sections 5.1 and 5.2."""
    state = Sponge(row, permutation)
    state.absorb(message)
    state.permute(row.a)
    return state.squeeze(count)


def customized(
    row: Algorithm, permutation: Specification, message: Sequence[Literal], customization: Sequence[Literal], count: int
) -> Bits:
    """So many bits of Ascon-CXOF128: section 5.3."""
    state = Sponge(row, permutation)
    state.add(0, [len(customization) >> bit & 1 for bit in range(64)])
    state.permute(row.a)
    for string in (customization, message):
        state.absorb(string)
        state.permute(row.a)
    return state.squeeze(count)


def differences(graph: Graph, tag: Sequence[Literal], computed: Sequence[Literal]) -> Bits:
    """Bits of which at least one is 1 if the tag is wrong."""
    return list(map(graph.xor, tag, computed))
