# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HMAC, HKDF and PBKDF2 with Ascon-Hash256, for protocols that prescribe them.

    >>> from asconkit import hmac
    >>> tag = hmac.new(b"a key of 32 bytes or so", b"a message").digest()
    >>> hmac.verify(b"a key of 32 bytes or so", b"a message", tag)  # raises InvalidTag if it is wrong
    >>> len(hmac.hkdf(b"a salt", b"a secret", b"my protocol", 16))
    16

If you are free to choose, use `asconkit.kdf`, which is faster.
"""

from ._core import (
    HMAC,
    hkdf_derive as hkdf,
    hkdf_expand,
    hkdf_extract,
    hmac_digest as digest,
    hmac_new as new,
    hmac_verify as verify,
    pbkdf2,
)

__all__ = ["HMAC", "digest", "hkdf", "hkdf_expand", "hkdf_extract", "new", "pbkdf2", "verify"]
