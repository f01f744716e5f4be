"""KMAC over Ascon-CXOF128, and key derivation over it.

    >>> from asconkit import kdf
    >>> key = bytes(32)
    >>> tag = kdf.kmac_digest(key, b"a message", 16, b"my protocol, requests")
    >>> kdf.kmac_verify(key, b"a message", tag, b"my protocol, requests")  # raises InvalidTag if it is wrong
    >>> len(kdf.derive(b"a salt", b"the secret of a key agreement", b"my protocol, key for requests", 16))
    16

`derive()` if a secret gives one key; `extract()` once and `expand()` for each key if it gives many. For protocols that
prescribe HMAC or HKDF there is `asconkit.hmac`. SPDX-License-Identifier: Apache-2.0 OR MIT
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
