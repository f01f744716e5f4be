# SPDX-License-Identifier: Apache-2.0 OR MIT
"""asconkit beside the other Ascon packages of PyPI, in one run: `./dev python bench`.

Each group is one operation at one size. `ascon` is the designers' Python, `fast-ascon` and `xoflib`
are written in Rust; fast-ascon has Ascon-128, 128a, Hash and Hasha of v1.2, xoflib Ascon-XOF of v1.2.
"C" is the library itself, called through ctypes (about 0.5 us a call); it shows what Python adds to
long messages. It is loaded from build/release, where `./dev build` puts it."""

import ctypes
from pathlib import Path

import ascon
import fast_ascon
import pytest
import xoflib

import asconkit
from asconkit import prf, v12

KEY = NONCE = bytes(range(16))
SIZES = (16, 256, 65536)
ROUNDS = 60
SLOW = 256  # the longest message for the Python in Python
CIPHER = asconkit.AsconAEAD128(KEY)
CIPHER_128 = v12.Ascon128(KEY)
CIPHER_128A = v12.Ascon128a(KEY)

C = ctypes.CDLL(str(Path(__file__).resolve().parents[2] / "build/release/lib/libasconkit.so"))
SIZE = ctypes.c_size_t


def c_encrypt(message):
    out = ctypes.create_string_buffer(len(message) + 16)
    no_ad = None, SIZE(0)
    return C.ascon_aead128_encrypt_combined, out, message, SIZE(len(message)), *no_ad, NONCE, KEY


def c_decrypt(message):
    sealed, out = CIPHER.encrypt(NONCE, message), ctypes.create_string_buffer(len(message) + 1)
    return C.ascon_aead128_decrypt_combined, out, sealed, SIZE(len(sealed)), None, SIZE(0), NONCE, KEY


# group: {name: a function that makes the callable for a message}
OPERATIONS = {
    "aead encrypt": {
        "C": c_encrypt,
        "asconkit AEAD128": lambda m: (CIPHER.encrypt, NONCE, m),
        "asconkit 128a": lambda m: (CIPHER_128A.encrypt, NONCE, m),
        "asconkit 128": lambda m: (CIPHER_128.encrypt, NONCE, m),
        "asconkit AEAD128, new key": lambda m: (lambda: asconkit.AsconAEAD128(KEY).encrypt(NONCE, m),),
        "fast-ascon 128a": lambda m: (fast_ascon.encrypt, KEY, NONCE, b"", m, "Ascon-128a"),
        "fast-ascon 128": lambda m: (fast_ascon.encrypt, KEY, NONCE, b"", m, "Ascon-128"),
        "ascon 128": lambda m: (ascon.encrypt, KEY, NONCE, b"", m, "Ascon-128"),
    },
    "aead decrypt": {
        "C": c_decrypt,
        "asconkit AEAD128": lambda m: (CIPHER.decrypt, NONCE, CIPHER.encrypt(NONCE, m)),
        "asconkit 128a": lambda m: (CIPHER_128A.decrypt, NONCE, CIPHER_128A.encrypt(NONCE, m)),
        "fast-ascon 128a": lambda m: (
            fast_ascon.decrypt, KEY, NONCE, b"", fast_ascon.encrypt(KEY, NONCE, b"", m, "Ascon-128a"), "Ascon-128a",
        ),
    },
    "hash": {
        "C": lambda m: (C.ascon_hash256, ctypes.create_string_buffer(32), m, SIZE(len(m))),
        "asconkit hash256_digest": lambda m: (asconkit.hash256_digest, m),
        "asconkit hash256().digest()": lambda m: (lambda: asconkit.hash256(m).digest(),),
        "asconkit v12.hash_digest": lambda m: (v12.hash_digest, m),
        "fast-ascon Hash": lambda m: (fast_ascon.hash, m, "Ascon-Hash"),
        "ascon Hash": lambda m: (ascon.hash, m, "Ascon-Hash"),
    },
    "xof, 32 bytes": {
        "asconkit xof128_digest": lambda m: (asconkit.xof128_digest, m, 32),
        "asconkit xof128().read()": lambda m: (lambda: asconkit.xof128(m).read(32),),
        "asconkit v12.xof().read()": lambda m: (lambda: v12.xof(m).read(32),),
        "xoflib AsconXof": lambda m: (lambda: xoflib.AsconXof(m).finalize().read(32),),
    },
    "mac": {
        "asconkit prf.v13_mac_digest": lambda m: (prf.v13_mac_digest, KEY, m),
        "asconkit prf.v13_mac().digest()": lambda m: (lambda: prf.v13_mac(KEY, m).digest(),),
    },
}  # fmt: skip

CASES = [
    pytest.param(make, size, id=f"{name}, {size} B", marks=pytest.mark.benchmark(group=f"{operation}, {size} bytes"))
    for operation, contenders in OPERATIONS.items()
    for size in SIZES
    for name, make in contenders.items()
    if size <= SLOW or not name.startswith("ascon ")
]

SAME = [
    ("aead encrypt", "asconkit 128a", "fast-ascon 128a"), ("aead encrypt", "asconkit 128", "ascon 128"),
    ("aead encrypt", "asconkit 128", "fast-ascon 128"), ("aead decrypt", "asconkit 128a", "fast-ascon 128a"),
    ("hash", "asconkit v12.hash_digest", "fast-ascon Hash"), ("hash", "asconkit v12.hash_digest", "ascon Hash"),
    ("xof, 32 bytes", "asconkit v12.xof().read()", "xoflib AsconXof"),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "ours", "theirs"), SAME)
def test_same_results(operation, ours, theirs):
    """What is compared computes the same."""
    message = bytes(range(100))
    first, second = (OPERATIONS[operation][name](message) for name in (ours, theirs))
    assert bytes(first[0](*first[1:])) == bytes(second[0](*second[1:]))


@pytest.mark.parametrize(("make", "size"), CASES)
def test_speed(benchmark, make, size):
    function, *arguments = make(bytes(i % 251 for i in range(size)))
    # Many calls between two looks at the clock, which counts in steps of a call's length.
    slow = function.__module__ is not None and function.__module__.startswith("ascon.")
    benchmark.pedantic(function, arguments, rounds=ROUNDS, iterations=1 if slow else max(4, 20_000 // size))
