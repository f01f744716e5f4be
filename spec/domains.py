# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every customization string of Ascon-CXOF128 that the project uses: the registry of its domains.

A new construction adds a row. What a program gives to `ascon_kdf_kmac` and key derivation can equal none of them. The
raw call of CXOF128 takes every string, as SP 800-232 demands: there, strings that begin with PREFIX or with the name
of a function of `kdf` are reserved, and a key of a construction must not be the message."""

from dataclasses import dataclass

from .constructions import kdf

PREFIX = b"asconkit "


@dataclass(frozen=True)
class Domain:
    """`open`: something follows the string: the name of an algorithm, or the caller's encoded string."""

    string: bytes
    use: str
    open: bool = False


DOMAINS = (
    Domain(kdf.encode_string(kdf.KMAC), "ascon_kdf.h: KMAC, with the caller's customization string", open=True),
    *(Domain(kdf.start(kdf.KDF, step), "ascon_kdf.h: a step of key derivation") for step in kdf.STEPS),
    Domain(b"asconkit commitment v1 ", "ascon_commit.h: commitment to a key", open=True),
    Domain(b"asconkit drbg v1 seed", "ascon_drbg.h: a seed enters the state"),
    Domain(b"asconkit drbg v1 next", "ascon_drbg.h: output and the next state"),
    Domain(b"asconkit tree v1 node", "ascon_tree.h: two digests"),
    Domain(b"asconkit tree v1 root", "ascon_tree.h: the last digest and the sizes"),
    Domain(b"asconkit stream v2 secret", "ascon_stream.h: the secret of a stream"),
    Domain(b"asconkit stream v2 rekey", "ascon_stream.h: the next secret"),
    Domain(b"asconkit file v1 key check", "files of version 1: is it the right key"),
    Domain(b"asconkit file v1 file key", "files of version 1: the secret of the stream"),
    Domain(b"asconkit file v2 key check", "files of version 2: is it the right key"),
    Domain(b"asconkit file v2 file secret", "files of version 2: the secret of the stream"),
    Domain(b"asconkit mac v1", "the command: a key for `asconkit mac`"),
    Domain(b"asconkit prf v1", "the command: a key for `asconkit prf`"),
)
