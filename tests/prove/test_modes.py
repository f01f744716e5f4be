"""The modes of prove.modes are those of the executable specification, and an unknown permutation is a function."""

import random

import pytest
from prove import modes
from prove.calls import ROWS
from prove.graph import Graph
from prove.specification import Specification
from prove.theorem import state_of_inputs
from prove.unknown import Unknown
from spec import modes as specified
from spec import permutation
from test_graph import evaluated

AEAD = ROWS["ascon-aead128"]
PAIRS = [(0, 0), (0, 5), (16, 0), (15, 33), (17, 16), (32, 48)]


class Inputs:
    """Strings of random bytes, and their bits in a graph."""

    def __init__(self, seed: int) -> None:
        self.graph, self._random, self.values = Graph(), random.Random(seed), {}

    def string(self, size: int) -> tuple[bytes, tuple[int, ...]]:
        data, bits = self._random.randbytes(size), self.graph.inputs("string", 8 * size)
        self.values |= {literal >> 1: data[bit // 8] >> bit % 8 & 1 for bit, literal in enumerate(bits)}
        return data, bits

    def bytes_of(self, bits) -> bytes:
        found = evaluated(self.graph, bits, self.values)
        return bytes(sum(found[8 * i + bit] << bit for bit in range(8)) for i in range(len(found) // 8))


@pytest.mark.parametrize("lengths", PAIRS)
@pytest.mark.parametrize("decrypt", [False, True])
def test_aead(lengths, decrypt):
    inputs = Inputs(sum(lengths))
    (key, key_bits), (nonce, nonce_bits) = inputs.string(16), inputs.string(16)
    (ad, ad_bits), (text, text_bits) = inputs.string(lengths[0]), inputs.string(lengths[1])
    found = modes.aead(AEAD, Specification(inputs.graph), key_bits, nonce_bits, ad_bits, text_bits, decrypt)
    other, tag = (inputs.bytes_of(bits) for bits in found)
    plain, cipher = (other, text) if decrypt else (text, other)
    assert specified.aead_encrypt(AEAD, key, nonce, ad, plain) == (cipher, tag)


@pytest.mark.parametrize("lengths", [(0, 32), (7, 32), (8, 5), (17, 24)])
def test_digest(lengths):
    inputs, (length, size) = Inputs(7), lengths
    message, bits = inputs.string(length)
    xof, hash256 = ROWS["ascon-xof128"], ROWS["ascon-hash256"]
    results = (specified.xof(xof, message, size), specified.hash_digest(hash256, message)[:size])
    for row, wanted in zip((xof, hash256), results, strict=True):
        assert inputs.bytes_of(modes.digest(row, Specification(inputs.graph), bits, 8 * size)) == wanted


def test_unknown_permutation_is_a_function():
    """Equal states have equal results. A different state or number of rounds has a different result."""
    graph = Graph()
    unknown, one, other = Unknown(graph), state_of_inputs(graph), state_of_inputs(graph, 1)
    first = unknown.permute(one, 12)
    assert unknown.permute(list(one), 12) == first
    assert unknown.permute(one, 8) != first and unknown.permute(other, 12) != first


def test_unknown_permutation_of_a_known_state():
    state = [1, 2, 3, 4, 5]
    words = [tuple(word >> bit & 1 for bit in range(64)) for word in state]
    found = Unknown(Graph()).permute(words, 12)
    assert [sum(bit << place for place, bit in enumerate(word)) for word in found] == permutation.permute(state, 12)
