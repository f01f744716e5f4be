# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of the tree hash: every chunk has a proof, and nothing else has."""

import pytest

from spec.constructions.tree import leaves, node, prove, root, root_of_proof, sample, top, tree_hash, verify
from spec.modes import InvalidTag

CHUNK = 4


@pytest.mark.parametrize("size", range(0, 45))
def test_every_chunk_has_a_proof(size):
    data = sample(size)
    for index in range(len(leaves(data, CHUNK))):
        chunk = data[index * CHUNK : (index + 1) * CHUNK]
        assert root_of_proof(chunk, index, prove(data, CHUNK, index), size, CHUNK) == tree_hash(data, CHUNK)


def test_the_shape_of_five_leaves():
    a, b, c, d, e = leaves(sample(5 * CHUNK), CHUNK)
    expected = node(node(node(a, b), node(c, d)), e)
    assert top([a, b, c, d, e]) == expected
    assert tree_hash(sample(5 * CHUNK), CHUNK) == root(expected, 5 * CHUNK, CHUNK)


def test_length_and_chunk_size_are_part_of_the_root():
    data = sample(8)
    assert len({tree_hash(data, size) for size in (4, 8, 16)}) == 3
    pair = b"".join(leaves(data, 4))  # which is what a node hashes
    assert tree_hash(pair, 64) != tree_hash(data, 4)


def test_a_changed_chunk_has_none():
    data = sample(20)
    proof = prove(data, CHUNK, 2)
    assert root_of_proof(b"\0" * CHUNK, 2, proof, 20, CHUNK) != tree_hash(data, CHUNK)
    assert root_of_proof(data[8:12], 3, proof, 20, CHUNK) != tree_hash(data, CHUNK)


@pytest.mark.parametrize("changed", [{"chunk": b"\0" * CHUNK}, {"chunk": b"\0"}, {"index": 3}, {"total_bytes": 19},
                                     {"siblings": [bytes(32)] * 2}, {"siblings": [bytes(32)] * 4}])  # fmt: skip
def test_verification(changed):
    data = sample(20)
    right = {"chunk": data[8:12], "index": 2, "siblings": prove(data, CHUNK, 2), "total_bytes": 20}
    verify(tree_hash(data, CHUNK), **right, chunk_bytes=CHUNK)
    with pytest.raises(InvalidTag):
        verify(tree_hash(data, CHUNK), **{**right, **changed}, chunk_bytes=CHUNK)
