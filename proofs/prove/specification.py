"""Ascon-p[r] of SP 800-232, section 3, as a graph whose bits are cut points; and where the words are in memory.

A word is a tuple of 64 literals, bit 0 first. Tests compare this with the executable specification in spec/.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from collections.abc import Sequence

from spec.permutation import ROUND_CONSTANTS

from .graph import Graph, Literal

Word = tuple[Literal, ...]
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))  # section 3.4


class Specification:
    """Adds the specification's bits to a graph. The numbers of layers continue from one permutation to the next."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.layer = 0

    def permute(self, state: Sequence[Word], rounds: int) -> list[Word]:
        words = list(state)
        for constant in ROUND_CONSTANTS[16 - rounds :]:
            words[2] = tuple(literal ^ (constant >> bit & 1) for bit, literal in enumerate(words[2]))
            words = self._diffuse(self._substitute(words))
        self._sums(words)  # code may begin the next round and undo that
        return words

    def xor(self, first: Word, second: Word) -> Word:
        return tuple(map(self.graph.xor, first, second))

    def layer_of(self, words: Sequence[Word]) -> None:
        """These bits are cut points of the next layer, but for those that are cut points already."""
        new = [self.graph.cut(literal, self.layer + 1) for word in words for literal in word]
        self.layer += any(new)

    def _substitute(self, words: list[Word]) -> list[Word]:
        """Section 3.3, with the sums that every form of it has: before chi, chi, after chi."""
        x = self._sums(words)
        products = [
            tuple(self.graph.and_(a ^ 1, b) for a, b in zip(x[(i + 1) % 5], x[(i + 2) % 5], strict=True))
            for i in range(5)
        ]
        y = [self.xor(word, product) for word, product in zip(x, products, strict=True)]
        self.layer_of(y)
        y[1], y[3] = self.xor(y[1], y[0]), self.xor(y[3], y[2])
        y[0] = self.xor(y[0], y[4])
        y[2] = tuple(literal ^ 1 for literal in y[2])
        self.layer_of(y)
        return y

    def _sums(self, words: list[Word]) -> list[Word]:
        x0, x1, x2, x3, x4 = words
        x0, x2, x4 = self.xor(x0, x4), self.xor(x2, x1), self.xor(x4, x3)
        self.layer_of([x0, x2, x4])
        return [x0, x1, x2, x3, x4]

    def _diffuse(self, words: list[Word]) -> list[Word]:
        """Section 3.4."""
        mixed = []
        for word, (first, second) in zip(words, ROTATIONS, strict=True):
            mixed.append(self.xor(self.xor(word, rotated(word, first)), rotated(word, second)))
        self.layer_of(mixed)
        return mixed


def rotated(word: Word, places: int) -> Word:
    """To the right."""
    return word[places:] + word[:places]


# ---- Words in memory --------------------------------------------------------------------------------


def plain(words: Sequence[Word]) -> list[Literal]:
    """Integers of 64 bits, one after the other, the lowest byte first."""
    return [literal for word in words for literal in word]


def interleaved(words: Sequence[Word]) -> list[Literal]:
    """For each word, the 32 even bits, then the 32 odd bits."""
    return [literal for word in words for literal in (*word[0::2], *word[1::2])]
