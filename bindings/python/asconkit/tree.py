# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A tree hash over the chunks of long strings, and proofs of single chunks; docs/constructions/tree.md specifies it.

    >>> from asconkit import tree
    >>> data = bytes(100_000)
    >>> root = tree.TreeHash(data).digest()
    >>> proof = tree.prove(data, 3)
    >>> tree.verify(root, len(data), 3, data[3 * 16384 : 4 * 16384], proof)
    True
"""

from __future__ import annotations

from ._core import TreeHash
from ._core import tree_proof as prove
from ._core import tree_verify as verify

__all__ = ["TreeHash", "prove", "verify"]
