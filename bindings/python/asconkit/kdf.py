# SPDX-License-Identifier: Apache-2.0 OR MIT
"""KMAC over Ascon-CXOF128, and key derivation that uses it.

    >>> from asconkit import kdf
    >>> key = bytes(32)
    >>> tag = kdf.kmac_digest(key, b"a message", 16, b"my protocol, requests")
    >>> kdf.kmac_verify(key, b"a message", tag, b"my protocol, requests")  # raises InvalidTag if it is wrong
    >>> len(kdf.derive(b"a salt", b"the secret of a key agreement", b"my protocol, key for requests", 16))
    16

To derive one key from a secret, call `derive()`. To derive many, call `extract()` once, then `expand()` for each key.
Protocols that prescribe HMAC or HKDF need `asconkit.hmac`.
"""

from ._core import (
    KMAC,
    kdf_derive as derive,
    kdf_expand as expand,
    kdf_extract as extract,
    kmac,
    kmac_digest,
    kmac_verify,
)

__all__ = ["KMAC", "derive", "expand", "extract", "kmac", "kmac_digest", "kmac_verify"]
