# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Attacks on who else can open a ciphertext, on Ascon with shorter words: docs/constructions/commit.md.

With words of 64 bits the attacks take 2^32 steps and more. With words of w bits every size shrinks in proportion:
the state has 5w bits, a key 2w and the capacity of Ascon-Mac w, so that 2^32 becomes 2^(w / 2). `Small(64)` is Ascon
itself. Strings are lists of words; the conventions are those of SP 800-232.

    python3 -m spec.attacks

runs all of them and prints the work that each took."""

import math
import random
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass

from .algorithms import Algorithm, find
from .modes import aead_encrypt
from .permutation import ROUND_CONSTANTS, substitute

Words = list[int]
Attack = Callable[[int], "tuple[int, object]"]  # of the bits of a word; the permutations, and what was found
RightTag = Callable[[bytes], bytes]  # of one ciphertext under a key

ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
# Column c of the state goes to INVERSE_SBOX[c]: bit i of both is the bit of word i.
INVERSE_SBOX = [0] * 32
for _column in range(32):
    _out = substitute([_column >> i & 1 for i in range(5)])
    INVERSE_SBOX[sum((word & 1) << i for i, word in enumerate(_out))] = _column

# The name of Ascon-SIV in the commitment's customization string, as words of 8 bytes.
LABEL = b"asconkit commitment v1 ascon-siv"


def xor(left: Words, right: Words) -> Words:
    """As long as `left`."""
    return [a ^ b for a, b in zip(left, [*right, *[0] * len(left)])]


class Small:
    """The family with words of `bits` bits: a power of two, so that the linear layer can be inverted."""

    def __init__(self, bits: int, mac_rate: int = 4):
        self.bits = bits
        self.mask = (1 << bits) - 1
        self.mac_rate = mac_rate  # in words; 4 is Ascon-Mac's
        self.calls = 0  # of the permutation, in both directions

    # ---- The permutation ---------------------------------------------------------------------

    def permute(self, state: Words, rounds: int) -> Words:
        self.calls += 1
        for constant in ROUND_CONSTANTS[16 - rounds :]:
            state = substitute(xor(state, [0, 0, constant]))
            state = [self.sigma(word & self.mask, *turns) for word, turns in zip(state, ROTATIONS)]
        return state

    def invert(self, state: Words, rounds: int) -> Words:
        self.calls += 1
        for constant in reversed(ROUND_CONSTANTS[16 - rounds :]):
            state = [self.inverse_sigma(word, *turns) for word, turns in zip(state, ROTATIONS)]
            state = xor(self.inverse_substitute(state), [0, 0, constant & self.mask])
        return state

    def sigma(self, x: int, i: int, j: int) -> int:
        twice = x << self.bits | x
        return (x ^ twice >> i % self.bits ^ twice >> j % self.bits) & self.mask

    def inverse_sigma(self, x: int, i: int, j: int) -> int:
        """sigma is a polynomial of three terms, and its power of `bits`, a power of two, is 1 + 1 + 1 = 1."""
        for _ in range(self.bits - 1):
            x = self.sigma(x, i, j)
        return x

    def inverse_substitute(self, state: Words) -> Words:
        def column(bit: int) -> int:
            return INVERSE_SBOX[sum((word >> bit & 1) << i for i, word in enumerate(state))]

        columns = [column(bit) for bit in range(self.bits)]
        return [sum((each >> i & 1) << bit for bit, each in enumerate(columns)) for i in range(5)]

    # ---- The modes ---------------------------------------------------------------------------

    def start(self, name: str, rest: Words) -> Words:
        return self.permute([find(name).iv & self.mask, *rest], 12)

    def separate(self, state: Words) -> Words:
        return xor(state, [0, 0, 0, 0, 1 << self.bits - 1])

    def blocks(self, words: Words, rate: int) -> list[Words]:
        padded = [*words, 1, *[0] * (-(len(words) + 1) % rate)]
        return [padded[at : at + rate] for at in range(0, len(padded), rate)]

    def absorb(self, state: Words, words: Words, rate: int, rounds: int) -> Words:
        first, *others = self.blocks(words, rate)
        state = xor(state, first)
        for block in others:
            state = xor(self.permute(state, rounds), block)
        return state

    def after(self, state: Words, words: Words) -> Words:
        """After whole blocks of the MAC."""
        for at in range(0, len(words), self.mac_rate):
            state = self.permute(xor(state, words[at : at + self.mac_rate]), 12)
        return state

    def squeeze(self, state: Words, rate: int, size: int) -> Words:
        out = state[:rate]
        while len(out) < size:
            state = self.permute(state, 12)
            out = out + state[:rate]
        return out[:size]

    def prf(self, key: Words, words: Words, size: int, name: str = "ascon-prf-v13") -> Words:
        state = self.absorb(self.start(name, [*key, 0, 0]), words, self.mac_rate, 12)
        return self.squeeze(self.permute(self.separate(state), 12), 2, size)

    def mac(self, key: Words, words: Words) -> Words:
        return self.prf(key, words, 2, "ascon-mac-v13")

    def cxof(self, words: Words, customization: Words, size: int) -> Words:
        state = self.start("ascon-cxof128", [0, 0, 0, 0])
        state = self.permute(xor(state, [self.bits * len(customization) & self.mask]), 12)
        state = self.permute(self.absorb(state, customization, 1, 12), 12)
        return self.squeeze(self.permute(self.absorb(state, words, 1, 12), 12), 1, size)

    def open_aead(self, key: Words, nonce: Words, ad: Words, ciphertext: Words) -> tuple[Words, Words]:
        """What Ascon-AEAD128 decrypts to, and the tag that is right."""
        state = xor(self.start("ascon-aead128", [*key, *nonce]), [0, 0, 0, *key])
        if ad:
            state = self.permute(self.absorb(state, ad, 2, 8), 8)
        state, text = self.separate(state), []
        for at in range(0, len(ciphertext) + 1, 2):
            block = ciphertext[at : at + 2]
            text += xor(block, state)
            state = [*block, *state[len(block) :]]
            state = self.permute(state, 8) if len(block) == 2 else xor(state, [0] * len(block) + [1])
        state = self.permute(xor(state, [0, 0, *key]), 12)
        return text, xor(state[3:], key)

    def siv_tail(self, ad: Words, text: Words) -> Words:
        """What the MAC of Ascon-SIV reads after the associated data."""
        return [*text, 8 * len(ad) & self.mask, 8 * len(text) & self.mask]

    def open_siv(self, key: Words, nonce: Words, ad: Words, ciphertext: Words, tag: Words) -> Words | None:
        text = xor(ciphertext, self.prf(key[2:], tag, len(ciphertext)))
        return text if self.mac(key[:2], [*nonce, *ad, *self.siv_tail(ad, text)]) == tag else None

    def seal_siv(self, key: Words, nonce: Words, ad: Words, text: Words) -> tuple[Words, Words]:
        tag = self.mac(key[:2], [*nonce, *ad, *self.siv_tail(ad, text)])
        return xor(text, self.prf(key[2:], tag, len(text))), tag

    def commitment(self, key: Words, nonce: Words, ad: Words) -> Words:
        """Of Ascon-SIV, by its committing form."""
        label = [int.from_bytes(LABEL[at : at + 8], "little") & self.mask for at in range(0, len(LABEL), 8)]
        return self.cxof([*key, *nonce, *ad], label, 4)


# ---- Attacks on the capacity ---------------------------------------------------------------------------------


def candidates(small: Small, size: int, count: int) -> Iterator[Words]:
    source = random.Random(0)
    return ([source.getrandbits(small.bits) for _ in range(size)] for _ in range(count))


def meet(forward: Iterable[tuple], backward: Iterable[tuple], rate: int) -> tuple | None:
    """What is known of a state before a block, of one after it, and the block of `rate` words between the two.

    Both give pairs of that and the state; as many states are computed of each.
    """
    before: dict = {}
    after: dict = {}
    for (start, first), (end, last) in zip(forward, backward):
        before[tuple(first[rate:])] = start, first
        after[tuple(last[rate:])] = end, last
        for capacity in (tuple(first[rate:]), tuple(last[rate:])):
            if capacity in before and capacity in after:
                (start, first), (end, last) = before[capacity], after[capacity]
                return start, end, xor(first, last)[:rate]
    return None


def another_opening_of_siv(
    small: Small, key: Words, nonce: Words, ciphertext: Words, tag: Words, tries: int
) -> Words | None:
    """Associated data under which somebody else's ciphertext opens with any key and nonce of the attacker's.

    The state before the free block is known from the key on, and the one after it from the tag on: the permutation can
    be computed backwards, and only 2 of the 5 words at the end are given.
    """
    rate = small.mac_rate
    to_end_of_block = -2 % rate or rate  # the words of associated data up to the free block
    text = xor(ciphertext, small.prf(key[2:], tag, len(ciphertext)))
    end = small.blocks(small.siv_tail([0] * (to_end_of_block + rate), text), rate)
    begin = small.start("ascon-mac-v13", [*key[:2], 0, 0])

    def forward():
        for words in candidates(small, to_end_of_block, tries):
            yield words, small.after(begin, [*nonce, *words])

    def backward():
        for words in candidates(small, 3, tries):
            state = small.separate(small.invert([*tag, *words], 12))
            for block in reversed(end):
                state = small.invert(xor(state, block), 12)
            yield None, state

    found = meet(forward(), backward(), rate)
    return [*found[0], *found[2]] if found else None


def two_openings_of_siv(small: Small, tries: int) -> tuple | None:
    """Two keys, a nonce, and associated data for each, under which one ciphertext opens; all are the attacker's."""
    keys, nonce = ([1, 2, 3, 4], [5, 6, 3, 4]), [7, 7]

    def states(key: Words) -> Iterator[tuple[Words, Words]]:
        begin = small.start("ascon-mac-v13", [*key[:2], 0, 0])
        return ((words, small.after(begin, [*nonce, *words])) for words in candidates(small, 2, tries))

    found = meet(states(keys[0]), states(keys[1]), 4)
    if not found:
        return None
    first, other, block = found
    return keys, nonce, ([*first, *block], [*other, 0, 0, 0, 0])


def another_opening_of_aead(small: Small, key: Words, tag: Words, tries: int) -> tuple[Words, Words] | None:
    """A nonce and associated data under which an empty ciphertext opens with the attacker's key."""

    def forward():
        for nonce in candidates(small, 2, tries):
            yield nonce, xor(small.start("ascon-aead128", [*key, *nonce]), [0, 0, 0, *key])

    def backward():
        for words in candidates(small, 3, tries):
            state = small.invert([*words, *xor(tag, key)], 12)
            state = small.separate(xor(state, [1, 0, *key]))  # the padding of the empty text
            yield None, small.invert(xor(small.invert(state, 8), [1]), 8)  # that of the associated data

    found = meet(forward(), backward(), 2)
    return (found[0], found[2]) if found else None


def mac_preimage(small: Small, key: Words, tag: Words, tries: int) -> Words | None:
    """A message with this tag under a key that is known."""
    begin, padding = small.start("ascon-mac-v13", [*key, 0, 0]), [1]

    def backward():
        for words in candidates(small, 3, tries):
            state = small.separate(small.invert([*tag, *words], 12))
            yield None, small.invert(xor(state, padding), 12)

    forward = ((words, small.after(begin, words)) for words in candidates(small, 4, tries))
    found = meet(forward, backward(), 4)
    return [*found[0], *found[2]] if found else None


def maca_preimage(key: bytes, tag: bytes) -> bytes:
    """The same of Ascon-Maca, of full size: its blocks fill the state, so that one try is enough."""
    row, ascon = find("ascon-maca"), Small(64)
    words = [int.from_bytes(data[at : at + 8], "big") for data in (key, tag) for at in (0, 8)]
    begin = ascon.permute([row.iv, *words[:2], 0, 0], row.a)
    end = xor(ascon.invert([*words[2:], 0, 0, 0], row.a), [1 << 63, 0, 0, 0, 1])  # padding, and the end of the message
    return b"".join(word.to_bytes(8, "big") for word in xor(begin, ascon.invert(end, row.b)))


# ---- Attacks on the size of what is compared -----------------------------------------------------------------


def collision(value: Callable[[object], Hashable], inputs: Iterable) -> tuple | None:
    """Two inputs with one value."""
    seen: dict = {}
    for each in inputs:
        found = value(each)
        if found in seen:
            return seen[found], each
        seen[found] = each
    return None


def opened(row: Algorithm, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes) -> tuple[bytes, bytes]:
    """What a ciphertext of at most one block decrypts to, and the tag that is right."""
    stream, _ = aead_encrypt(row, key, nonce, ad, bytes(len(ciphertext)))
    text = bytes(a ^ b for a, b in zip(ciphertext, stream))
    return text, aead_encrypt(row, key, nonce, ad, text)[1]


def two_openings_by_tag(right_tag: RightTag, key_bytes: int, tag_bits: int, tries: int) -> tuple | None:
    """Two keys under which the first `tag_bits` bits of a ciphertext's tag are the same."""
    keys = (each.to_bytes(key_bytes, "little") for each in range(tries))
    return collision(lambda key: first_bits(right_tag(key), tag_bits), keys)


def another_opening_by_tag(right_tag: RightTag, key_bytes: int, tag: int, tag_bits: int) -> bytes | None:
    """A key under which the first bits of a given ciphertext's tag are right."""
    keys = (each.to_bytes(key_bytes, "little") for each in range(1, 32 << tag_bits))
    return next((key for key in keys if first_bits(right_tag(key), tag_bits) == tag), None)


def first_bits(data: bytes, bits: int) -> int:
    return int.from_bytes(data, "big") >> 8 * len(data) - bits


def two_commitments(small: Small, tries: int) -> tuple | None:
    """Two openings with one commitment."""
    contexts = ([*words] for words in candidates(small, 6, tries))
    return collision(lambda words: tuple(small.commitment(words[:4], words[4:], [])), contexts)


# ---- The work ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """An attack takes about 2^(words · w) permutations, w bits being a word's."""

    what: str
    words: float
    bits: tuple[int, ...]  # words that it is tried with
    run: Attack


def _against_siv(bits: int) -> tuple[int, object]:
    small, key = Small(bits), [9, 8, 7, 6]
    sealed = small.seal_siv([1, 2, 3, 4], [5, 6], [], [1, 1, 1])
    small.calls = 0
    ad = another_opening_of_siv(small, key, [0, 0], *sealed, 8 << bits // 2)
    work = small.calls
    return work, ad and small.open_siv(key, [0, 0], ad, *sealed)


def _against_siv_alone(bits: int) -> tuple[int, object]:
    small = Small(bits)
    found = two_openings_of_siv(small, 8 << bits // 2)
    return small.calls, found


def _against_aead(bits: int) -> tuple[int, object]:
    small = Small(bits)
    tag = small.open_aead([1, 2], [3, 4], [], [])[1]
    small.calls = 0
    found = another_opening_of_aead(small, [9, 8], tag, 4 << bits * 3 // 2)
    work = small.calls
    return work, found and small.open_aead([9, 8], *found, [])[1] == tag


def _against_mac(bits: int) -> tuple[int, object]:
    small, tag = Small(bits), [1, 2]
    message = mac_preimage(small, [3, 4], tag, 8 << bits // 2)
    work = small.calls
    return work, message and small.mac([3, 4], message) == tag


def _against_commitment(bits: int) -> tuple[int, object]:
    small = Small(bits)
    found = two_commitments(small, 8 << 2 * bits)
    return small.calls, found


CLAIMS = (
    Claim("Ascon-SIV: another opening of a given ciphertext", 0.5, (8, 16), _against_siv),
    Claim("Ascon-SIV: two openings of one ciphertext", 0.5, (8, 16), _against_siv_alone),
    Claim("Ascon-Mac: a message for a given tag, under a known key", 0.5, (8, 16), _against_mac),
    Claim("Ascon-AEAD128: another opening of a given empty ciphertext", 1.5, (4, 8), _against_aead),
    Claim("the commitment: two openings", 2, (4,), _against_commitment),
)


def main() -> int:
    for claim in CLAIMS:
        for bits in claim.bits:
            work, found = claim.run(bits)
            took = f"2^{math.log2(work):.1f} permutations" if found else "nothing was found"
            print(f"{claim.what}: words of {bits} bits, {took}; with 64 bits about 2^{64 * claim.words:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
