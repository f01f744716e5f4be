# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The algorithms of SP 800-232 on strings of any number of bits.

    >>> import asconkit
    >>> asconkit.bits.hash256(b"\\x0d", 8) == asconkit.hash256_digest(b"\\x0d")
    True
    >>> asconkit.bits.hash256(b"\\x0d", 5) == asconkit.hash256_digest(b"\\x0d")
    False

Bit i of a string is bit i % 8 of byte i // 8, where bit 0 of a byte is the lowest.
"""

from ._core import bits_aead128_decrypt as aead128_decrypt
from ._core import bits_aead128_encrypt as aead128_encrypt
from ._core import bits_cxof128 as cxof128
from ._core import bits_hash256 as hash256
from ._core import bits_xof128 as xof128

__all__ = ["aead128_decrypt", "aead128_encrypt", "cxof128", "hash256", "xof128"]
