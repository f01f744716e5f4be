# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ascon-AEAD128 and Ascon-SIV whose ciphertexts are bound to one key: docs/constructions/commit.md.

    >>> from asconkit.commit import AsconCommittingAEAD128
    >>> aead = AsconCommittingAEAD128(AsconCommittingAEAD128.generate_key())
    >>> sealed = aead.encrypt(bytes(16), b"text", b"header")  # never the same nonce twice
    >>> aead.decrypt(bytes(16), sealed, b"header")
    b'text'
"""

from __future__ import annotations

from ._core import AsconCommittingAEAD128, AsconCommittingSIV

__all__ = ["AsconCommittingAEAD128", "AsconCommittingSIV"]
