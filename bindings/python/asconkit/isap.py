# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ISAP v2.0, for devices whose power consumption an attacker measures; see docs/constructions/isap.md.

    >>> from asconkit.isap import IsapA128a
    >>> aead = IsapA128a(IsapA128a.generate_key())
    >>> sealed = aead.encrypt(bytes(16), b"text", b"header")  # never the same nonce twice
    >>> aead.decrypt(bytes(16), sealed, b"header")
    b'text'
"""

from __future__ import annotations

from ._core import IsapA128, IsapA128a

__all__ = ["IsapA128", "IsapA128a"]
