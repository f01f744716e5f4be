# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ascon-AEAD128 as an algorithm of OSCORE (RFC 8613) in the package aiocoap.

    >>> import asconkit.oscore, aiocoap.oscore
    >>> aiocoap.oscore.algorithms[asconkit.oscore.NAME].iv_bytes
    16

Import this module before you load a security context whose settings.json has `"algorithm": "Ascon-AEAD128"`. HKDF with
SHA-256, the default of RFC 8613, derives the keys and the common IV. The algorithm's number is provisional. Both sides
must have the same number, because keys are derived from it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import AsconAEAD128
from ._cose_numbers import AEAD128
from .exceptions import InvalidTag

__all__ = ["NAME", "Algorithm"]

# aiocoap has no type information.
_oscore: Any = import_module("aiocoap.oscore")

NAME = "Ascon-AEAD128"


class Algorithm:
    """Ascon-AEAD128 for security contexts of aiocoap."""

    value = AEAD128
    key_bytes = 16
    tag_bytes = 16
    iv_bytes = 16

    def encrypt(self, plaintext: bytes, aad: bytes, key: bytes, iv: bytes) -> bytes:
        """Encrypts for aiocoap.

        Args:
            plaintext: The plaintext.
            aad: The Enc_structure of RFC 8613, section 5.4.
            key: The sender key, 16 bytes.
            iv: The nonce, 16 bytes.

        Returns:
            Ciphertext and tag.
        """
        with AsconAEAD128(key) as aead:
            return aead.encrypt(iv, plaintext, aad)

    def decrypt(self, ciphertext_and_tag: bytes, aad: bytes, key: bytes, iv: bytes) -> bytes:
        """Verifies and decrypts for aiocoap.

        Args:
            ciphertext_and_tag: Ciphertext and tag.
            aad: The Enc_structure of RFC 8613, section 5.4.
            key: The recipient key, 16 bytes.
            iv: The nonce, 16 bytes.

        Returns:
            The plaintext.

        Raises:
            aiocoap.oscore.ProtectionInvalid: The message is not authentic.
        """
        with AsconAEAD128(key) as aead:
            try:
                return aead.decrypt(iv, ciphertext_and_tag, aad)
            except InvalidTag as error:
                raise _oscore.ProtectionInvalid(str(error)) from error


_oscore.AeadAlgorithm.register(Algorithm)
_oscore.algorithms[NAME] = Algorithm()
