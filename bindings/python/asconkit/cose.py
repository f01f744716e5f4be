# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keys of Ascon for COSE (RFC 9052) in the package cwt: COSE_Encrypt0 with Ascon-AEAD128, COSE_Mac0 with Ascon-Mac.

    >>> import cwt
    >>> from asconkit import cose
    >>> coder = cwt.COSE.new(alg_auto_inclusion=True, kid_auto_inclusion=True)
    >>> key = cose.AEAD128Key(bytes(16), kid=b"sensor 7")
    >>> message = coder.encode(b"21.5 degrees", key, external_aad=b"room 12")
    >>> coder.decode(message, key, external_aad=b"room 12")
    b'21.5 degrees'

The numbers of the algorithms are provisional: `AEAD128` and `MAC`. Importing this module adds them to the tables of
`cwt.const`, since cwt has no call for that. COSE_Encrypt and COSE_Mac, which have recipients, are not supported.
"""

from __future__ import annotations

import secrets
from typing import Any

import cbor2
from cwt.const import COSE_ALGORITHMS_CEK, COSE_ALGORITHMS_MAC
from cwt.cose_key_interface import COSEKeyInterface
from cwt.exceptions import DecodeError, VerifyError

from . import AsconAEAD128
from ._buffers import OwnKey
from ._cose_numbers import AEAD128, MAC
from .exceptions import InvalidTag
from .prf import v13_mac_digest, v13_mac_verify

__all__ = ["AEAD128", "MAC", "AEAD128Key", "MACKey"]

# RFC 9052: the labels kty, kid, alg and key_ops of a key, the label alg of a message, and operations.
KTY, KID, KEY_ALG, KEY_OPS = 1, 2, 3, 4
ALG = 1
SYMMETRIC = 4
ENCRYPT, DECRYPT, MAC_CREATE, MAC_VERIFY = 3, 4, 9, 10

KEY_BYTES = NONCE_BYTES = 16

COSE_ALGORITHMS_CEK["Ascon-AEAD128"] = AEAD128
COSE_ALGORITHMS_MAC["Ascon-Mac"] = MAC


def _key_parameters(key: bytes, kid: bytes | None, algorithm: int, operations: list[int]) -> dict[int, Any]:
    if len(key) != KEY_BYTES:
        raise ValueError(f"key of {len(key)} bytes: must be {KEY_BYTES} bytes")
    common = {KTY: SYMMETRIC, KEY_ALG: algorithm, KEY_OPS: operations}
    return common if kid is None else {**common, KID: kid}


def _check_algorithm(structure: bytes, algorithm: int) -> None:
    """RFC 9052, section 7.1: the algorithm of a key must equal the algorithm of the message. `structure` is its
    Enc_structure or MAC_structure, whose second item is the protected header."""
    protected = cbor2.loads(structure)[1]
    found = cbor2.loads(protected).get(ALG) if protected else None
    if found != algorithm:
        raise ValueError(f"algorithm {found!r} in the protected header: must be {algorithm}")


def _check_nonce(nonce: Any) -> None:
    if not isinstance(nonce, bytes) or len(nonce) != NONCE_BYTES:
        found = f"{len(nonce)} bytes" if isinstance(nonce, bytes) else repr(nonce)
        raise ValueError(f"IV of {found} in the unprotected header: must be {NONCE_BYTES} bytes")


class AEAD128Key(COSEKeyInterface):
    """A key of Ascon-AEAD128, for COSE_Encrypt0.

    Args:
        key: 16 bytes. The object keeps a copy, which is erased with it.
        kid: The key identifier, or None.

    If a message is encoded without an IV, it gets a random IV of 16 bytes. If you pass IVs yourself, never use an IV
    twice under one key.
    """

    def __init__(self, key: bytes, kid: bytes | None = None) -> None:
        super().__init__(_key_parameters(key, kid, AEAD128, [ENCRYPT, DECRYPT]))
        self._aead = AsconAEAD128(key)

    def generate_nonce(self) -> bytes:
        """Returns a random IV."""
        return secrets.token_bytes(NONCE_BYTES)

    def encrypt(self, msg: bytes, nonce: bytes, aad: bytes) -> bytes:
        """Encrypts for `cwt.COSE`.

        Args:
            msg: The plaintext.
            nonce: The IV, 16 bytes.
            aad: The Enc_structure of RFC 9052, section 5.3.

        Returns:
            Ciphertext and tag.
        """
        _check_nonce(nonce)
        _check_algorithm(aad, AEAD128)
        return self._aead.encrypt(nonce, msg, aad)

    def decrypt(self, msg: bytes, nonce: bytes, aad: bytes) -> bytes:
        """Verifies and decrypts for `cwt.COSE`.

        Args:
            msg: Ciphertext and tag.
            nonce: The IV, 16 bytes.
            aad: The Enc_structure of RFC 9052, section 5.3.

        Returns:
            The plaintext.

        Raises:
            cwt.DecodeError: The message is not authentic.
            ValueError: The message has another algorithm, or no IV of 16 bytes.
        """
        _check_nonce(nonce)
        _check_algorithm(aad, AEAD128)
        try:
            return self._aead.decrypt(nonce, msg, aad)
        except InvalidTag as error:
            raise DecodeError(str(error)) from error


class MACKey(COSEKeyInterface):
    """A key of Ascon-Mac (v1.3), for COSE_Mac0. Do not use one key for both algorithms.

    Args:
        key: 16 bytes. The object keeps a copy, which is erased with it.
        kid: The key identifier, or None.
    """

    def __init__(self, key: bytes, kid: bytes | None = None) -> None:
        super().__init__(_key_parameters(key, kid, MAC, [MAC_CREATE, MAC_VERIFY]))
        self._secret = OwnKey(key)

    def sign(self, msg: bytes) -> bytes:
        """Computes the tag for `cwt.COSE`.

        Args:
            msg: The MAC_structure of RFC 9052, section 6.3.

        Returns:
            The tag, 16 bytes.
        """
        _check_algorithm(msg, MAC)
        return v13_mac_digest(self._secret, msg)

    def verify(self, msg: bytes, sig: bytes) -> None:
        """Verifies the tag for `cwt.COSE`, in constant time.

        Args:
            msg: The MAC_structure of RFC 9052, section 6.3.
            sig: The tag.

        Raises:
            cwt.VerifyError: The message is not authentic.
            ValueError: The message has another algorithm, or a tag that does not have 16 bytes.
        """
        _check_algorithm(msg, MAC)
        try:
            v13_mac_verify(self._secret, msg, sig)
        except InvalidTag as error:
            raise VerifyError(str(error)) from error
