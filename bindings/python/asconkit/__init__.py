"""The Ascon family: NIST SP 800-232 here, the other versions in `asconkit.v12` and `asconkit.v13`.

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

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from . import _standard, v12, v13
from ._core import (
    AEAD,
    MAC,
    PRF,
    XOF,
    Algorithm,
    Decryptor,
    Encryptor,
    Hash,
    active_backend,
    active_batch_engine,
    aead128_decrypt_bits,
    aead128_encrypt_bits,
    algorithms,
    backend_reason,
    backends,
    batch_engines,
    compare_digest,
    cxof128_bits,
    force_backend,
    force_batch_engine,
    hash256_bits,
    new,
    version,
    wipe,
    xof128_bits,
)
from ._standard import *  # noqa: F401,F403
from .exceptions import DeviceError, InvalidTag, StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import accelerators as accelerators
    from . import batch as batch
    from . import commit as commit
    from . import hmac as hmac
    from . import isap as isap
    from . import kdf as kdf
    from . import keys as keys
    from . import random as random
    from . import siv as siv
    from . import stream as stream
    from . import tree as tree
    from .accelerators import device as device
    from .accelerators import devices as devices

__version__ = version()
ALGORITHMS = algorithms()
"""Every algorithm's row: name, kind, sizes."""
algorithms_available = frozenset(row.name for row in ALGORITHMS if row.kind in ("hash", "xof"))
"""The names that `new()` takes, as in hashlib."""

__all__ = [
    "AEAD",
    "ALGORITHMS",
    "MAC",
    "PRF",
    "XOF",
    "Algorithm",
    "Decryptor",
    "DeviceError",
    "Encryptor",
    "Hash",
    "InvalidTag",
    "StateError",
    "__version__",
    "accelerators",
    "active_backend",
    "active_batch_engine",
    "aead128_decrypt_bits",
    "aead128_encrypt_bits",
    "algorithms",
    "algorithms_available",
    "backend_reason",
    "backends",
    "batch",
    "batch_engines",
    "commit",
    "compare_digest",
    "cxof128_bits",
    "device",
    "devices",
    "force_backend",
    "force_batch_engine",
    "hash256_bits",
    "hmac",
    "isap",
    "kdf",
    "keys",
    "new",
    "random",
    "siv",
    "stream",
    "tree",
    "v12",
    "v13",
    "version",
    "wipe",
    "xof128_bits",
]
__all__ += _standard.__all__


if not TYPE_CHECKING:

    def __getattr__(name):
        # Imported when they are used: most programs need no batches, and these need other packages.
        if name in (
            "accelerators", "batch", "commit", "duckdb", "hmac", "isap",
            "kdf", "keys", "polars", "random", "ray", "siv", "spark", "stream",
            "tree",
        ):
            import importlib

            return importlib.import_module(f"asconkit.{name}")
        if name in ("device", "devices"):
            from . import accelerators

            return getattr(accelerators, name)
        raise AttributeError(f"module 'asconkit' has no attribute '{name}'")
