# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ascon's cipher suites of TLS 1.3 for tlslite-ng, a TLS that nobody of this project wrote: the protocol is its own,
the primitives are asconkit's.

tlslite-ng has no place to add a suite. register() therefore gives one suite of Ascon the place of the suites with
ChaCha20-Poly1305, for the whole process, and Connection is a TLSConnection with IVs of 16 bytes."""

import hashlib
import hmac
from types import SimpleNamespace

import asconkit
import asconkit.hmac
from tlslite import handshakehashes
from tlslite.api import HandshakeSettings, TLSConnection
from tlslite.constants import CipherSuite
from tlslite.recordlayer import ConnectionState
from tlslite.recordlayer import RecordLayer as TheirRecordLayer
from tlslite.utils import cryptomath

ASCONHASH256_SUITE, SHA256_SUITE = 0x006E, 0x006F
NAMES = {ASCONHASH256_SUITE: "TLS_ASCONAEAD128_ASCONHASH256", SHA256_SUITE: "TLS_ASCONAEAD128_SHA256"}
KEY_BYTES, IV_BYTES = 16, 16
HASH = "sha256"  # tlslite-ng's name for the hash function of every suite but those with SHA-384


def derive(secret: bytearray, label: bytes, length: int) -> bytearray:
    return cryptomath.HKDF_expand_label(secret, label, b"", length, HASH)


class Cipher:
    """Ascon-AEAD128 with the interface of tlslite-ng's ciphers."""

    isBlockCipher, isAEAD = False, True
    name, implementation = "asconaead128", "asconkit"
    nonceLength, tagLength = 16, 16

    def __init__(self, key: bytes) -> None:
        self.aead = asconkit.AsconAEAD128(bytes(key))

    def seal(self, nonce: bytes, text: bytes, header: bytes) -> bytearray:
        return bytearray(self.aead.encrypt(nonce, text, header))

    def open(self, nonce: bytes, sealed: bytes, header: bytes) -> bytearray | None:
        try:
            return bytearray(self.aead.decrypt(nonce, sealed, header))
        except asconkit.exceptions.InvalidTag:
            return None


class RecordLayer(TheirRecordLayer):
    """tlslite-ng derives IVs of 12 bytes for all suites."""

    updates = 0

    @staticmethod
    def _getCipherSettings(suite: int) -> tuple:  # noqa: N802
        if suite in NAMES:
            return KEY_BYTES, IV_BYTES, lambda key, _implementations: Cipher(key)
        return TheirRecordLayer._getCipherSettings(suite)

    def calcTLS1_3PendingState(self, suite, client_secret, server_secret, implementations) -> None:  # noqa: N802
        super().calcTLS1_3PendingState(suite, client_secret, server_secret, implementations)
        ours, theirs = (client_secret, server_secret) if self.client else (server_secret, client_secret)
        self.set_iv(self._pendingWriteState, ours)
        self.set_iv(self._pendingReadState, theirs)

    def _calcTLS1_3KeyUpdate(self, suite, secret) -> tuple[bytearray, ConnectionState]:  # noqa: N802
        self.updates += 1
        next_secret, state = super()._calcTLS1_3KeyUpdate(suite, secret)
        self.set_iv(state, next_secret)
        return next_secret, state

    def set_iv(self, state: ConnectionState, secret: bytearray) -> None:
        state.fixedNonce = derive(secret, b"iv", IV_BYTES)


class Connection(TLSConnection):
    def __init__(self, sock) -> None:
        super().__init__(sock)
        self._recordLayer = RecordLayer(self.sock)

    @property
    def key_updates(self) -> int:
        """How often keys were replaced, in both directions together."""
        return self._recordLayer.updates


def register(suite: int) -> HandshakeSettings:
    """Settings with which this process speaks this suite of TLS 1.3, and no other."""
    CipherSuite.ietfNames[suite] = NAMES[suite]
    CipherSuite.chacha20Suites[:] = [suite]
    # A client of tlslite-ng names its groups only if it offers a suite of ecdhAllSuites.
    for suites in ("aeadSuites", "ecdhAllSuites", "sha256PrfSuites", "tls13Suites"):
        getattr(CipherSuite, suites).append(suite)
    if suite == ASCONHASH256_SUITE:
        replace_sha256()
    settings = HandshakeSettings()
    settings.minVersion = settings.maxVersion = (3, 4)
    settings.cipherNames = ["chacha20-poly1305"]
    settings.eccCurves = settings.keyShares = ["x25519"]  # no certificate has a curve: Ed25519
    return settings


def replace_sha256() -> None:
    """Ascon-Hash256 for SHA-256 in transcripts, HMAC and HKDF. Signatures are Ed25519's and take no hash from here."""

    def new_hmac(key: bytes, message: bytes, digest):
        return asconkit.hmac.new(key, message) if digest is asconkit.hash256 else hmac.new(key, message, digest)

    names = {name: getattr(hashlib, name) for name in ("md5", "sha1", "sha224", "sha384", "sha512")}
    hashes = SimpleNamespace(**names, sha256=asconkit.hash256)
    hashes.new = lambda name: getattr(hashes, name)()
    cryptomath.hashlib = handshakehashes.hashlib = hashes
    cryptomath.hmac = SimpleNamespace(new=new_hmac)
