# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Ascon family: NIST SP 800-232 here, Ascon v1.2 in `asconkit.v12`, MACs and PRFs in `asconkit.prf`.

    >>> import asconkit
    >>> asconkit.hash256(b"hello").hexdigest()[:16]
    '22fa93e327d47aab'
    >>> aead = asconkit.AsconAEAD128(asconkit.AsconAEAD128.generate_key())
    >>> sealed = aead.encrypt(bytes(16), b"text", b"header")  # never the same nonce twice
    >>> aead.decrypt(bytes(16), sealed, b"header")
    b'text'

Lengths are in bytes. Data may be any buffer (bytes, bytearray, memoryview, array, mmap, numpy) and
is never copied. Wrong types raise TypeError, wrong sizes ValueError, wrong tags InvalidTag. Long
work releases the interpreter lock. Batches of messages: `asconkit.batch`.
"""

from __future__ import annotations

from . import _standard, prf, v12
from ._core import (
    AEAD, MAC, PRF, XOF, Algorithm, Decryptor, Encryptor, Hash, algorithms, compare_digest, new, version, wipe,
)  # fmt: skip
from ._standard import *  # noqa: F401,F403
from .exceptions import DeviceError, InvalidTag, StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import accelerator as accelerator
    from . import backend as backend
    from . import batch as batch
    from . import bits as bits
    from . import commit as commit
    from . import datagram as datagram
    from . import drbg as drbg
    from . import hmac as hmac
    from . import isap as isap
    from . import kdf as kdf
    from . import keys as keys
    from . import siv as siv
    from . import stream as stream
    from . import tree as tree
    from .accelerator import device as device
    from .accelerator import devices as devices

__version__ = version()
ALGORITHMS = algorithms()
"""Every algorithm's row: name, kind, sizes."""
algorithms_available = frozenset(row.name for row in ALGORITHMS if row.kind in ("hash", "xof", "cxof"))
"""The names that `new()` takes, as in hashlib."""

__all__ = [
    "AEAD", "ALGORITHMS", "MAC", "PRF", "XOF", "Algorithm", "Decryptor", "DeviceError", "Encryptor", "Hash",
    "InvalidTag", "StateError", "__version__", "accelerator", "algorithms", "algorithms_available", "backend", "batch",
    "bits", "commit", "compare_digest", "datagram", "device", "devices", "drbg", "hmac", "isap", "kdf", "keys", "new",
    "prf", "siv", "stream", "tree", "v12", "version", "wipe",
]  # fmt: skip
__all__ += _standard.__all__


if not TYPE_CHECKING:

    def __getattr__(name):
        # Imported when they are used: most programs need no batches, and these need other packages.
        if name in (
            "accelerator", "backend", "batch", "bits", "commit", "datagram", "drbg", "duckdb", "hmac", "isap", "kdf",
            "keys", "pandas", "polars", "ray", "siv", "spark", "stream", "tree",
        ):
            import importlib

            return importlib.import_module(f"asconkit.{name}")
        if name in ("device", "devices"):
            from . import accelerator

            return getattr(accelerator, name)
        raise AttributeError(f"module 'asconkit' has no attribute '{name}'")
