# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ascon-SIV: authenticated encryption that withstands repeated nonces; docs/constructions/siv.md specifies it.

    >>> from asconkit.siv import AsconSIV
    >>> siv = AsconSIV(AsconSIV.generate_key())
    >>> sealed = siv.encrypt(bytes(16), b"text", b"header")
    >>> siv.encrypt(bytes(16), b"text", b"header") == sealed  # which is all that a repeated nonce reveals
    True
    >>> siv.decrypt(bytes(16), sealed, b"header")
    b'text'
"""

from __future__ import annotations

from ._core import AsconSIV

__all__ = ["AsconSIV"]
