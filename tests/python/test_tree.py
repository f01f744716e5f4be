# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tree hash against the known answers of its model, and wrong arguments."""

import pytest

from asconkit import tree
from spec.constructions import vectors
from spec.constructions.tree import sample


@pytest.mark.parametrize("vector", vectors("tree"), ids=lambda vector: vector["name"])
def test_known_answers(vector):
    data, size, index = sample(vector["bytes"]), vector["chunk_bytes"], vector["index"]
    root, proof = vector["root"], vector["proof"]
    assert tree.TreeHash(data, size).digest() == root
    pieces = tree.TreeHash(chunk_size=size)
    for start in range(0, len(data), 50):
        pieces.update(data[start : start + 50], threads=2)
    assert pieces.digest() == root and pieces.hexdigest() == root.hex()
    assert tree.prove(data, index, size) == proof
    chunk = data[index * size : (index + 1) * size]
    assert tree.verify(root, len(data), index, chunk, proof, size)
    assert not tree.verify(root, len(data) + 1, index, chunk, proof, size)
    assert not tree.verify(root, len(data), index, chunk + b"x", proof, size)
    assert not tree.verify(root, len(data), index, chunk, proof + b"x", size)


def test_a_digest_can_be_taken_in_between():
    one, two = tree.TreeHash(b"abc"), tree.TreeHash(b"abcdef")
    assert one.digest() == tree.TreeHash(b"abc").digest()
    one.update(b"def")
    assert one.digest() == two.digest()


def test_wrong_arguments():
    with pytest.raises(ValueError, match="chunk_size must be 64 to 1073741824, not 63"):
        tree.TreeHash(chunk_size=63)
    with pytest.raises(TypeError):
        tree.TreeHash("text")
    with pytest.raises(IndexError, match="no chunk with index 1"):
        tree.prove(b"abc", 1)
    with pytest.raises(IndexError):
        tree.verify(bytes(32), 3, 1, b"abc", b"")
    with pytest.raises(ValueError, match="root must be 32 bytes, not 3"):
        tree.verify(b"abc", 3, 0, b"abc", b"")
