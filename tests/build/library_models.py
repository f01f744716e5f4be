# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library with the functions of the models in spec/constructions, so that one check serves both."""

import ctypes
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from builds import ROOT

OK, ERR_TAG, ERR_NULL, ERR_RANGE, ERR_ORDER = range(5)
BYTES, SIZE, POINTER = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p
LIBRARIES = Path(os.environ.get("ASCONKIT_LIBRARIES", ROOT / "build/release/lib"))


def load() -> ctypes.CDLL:
    library = ctypes.CDLL(str(LIBRARIES / "libasconkit.so"))
    for name in ("ascon_any_find", "ascon_backend_at"):
        getattr(library, name).restype = POINTER if name == "ascon_any_find" else BYTES
    library.ascon_backend_at.argtypes = [SIZE]
    return library


LIBRARY = load()
STRUCT_BYTES = 1024  # more than any context has
WINDOW = 64  # ASCON_DATAGRAM_WINDOW_BITS


class Refused(ValueError):
    """The library did not accept its input. The result is the first argument."""


def call(name: str, *arguments: object) -> None:
    """Numbers are size_t. A call that fails must say that its input is wrong."""
    given = [SIZE(value) if isinstance(value, int) else value for value in arguments]
    result = getattr(LIBRARY, f"ascon_{name}")(*given)
    if result != OK:
        assert result in (ERR_TAG, ERR_RANGE, ERR_ORDER), (name, result)
        raise Refused(result, name)


def sized(data: bytes) -> tuple[bytes, int]:
    return data, len(data)


def written(size: int, name: str, *arguments: object, before: tuple = ()) -> bytes:
    """What a call writes to the argument that follows `before`: zeros with a wrong tag, nothing with another error."""
    out = ctypes.create_string_buffer(b"\xff" * size, size or 1)
    try:
        call(name, *before, out, *arguments)
    except Refused as error:
        assert out.raw[:size] == (b"\0" if error.args[0] == ERR_TAG else b"\xff") * size
        raise
    return out.raw[:size]


def row(name: str) -> ctypes.c_void_p:
    return POINTER(LIBRARY.ascon_any_find(name.encode()))


# ---- HMAC, HKDF, PBKDF2, KMAC, key derivation ------------------------------------------------------------------


def hkdf_expand(prk: bytes, info: bytes, size: int) -> bytes:
    return written(size, "hmac_hkdf_expand", size, *sized(prk), *sized(info))


def pbkdf2(password: bytes, salt: bytes, iterations: int, size: int) -> bytes:
    return written(size, "hmac_pbkdf2", size, *sized(password), *sized(salt), ctypes.c_uint32(iterations))


HMAC = SimpleNamespace(
    hmac=lambda key, message: written(32, "hmac_hash256", *sized(message), *sized(key)),
    hmac_verify=lambda key, message, tag: call("hmac_hash256_verify", *sized(tag), *sized(message), *sized(key)),
    hkdf_extract=lambda salt, ikm: written(32, "hmac_hkdf_extract", *sized(salt), *sized(ikm)),
    hkdf_expand=hkdf_expand,
    pbkdf2=pbkdf2,
)


def kmac(name: str, key: bytes, message: bytes, size: int, customization: bytes = b"") -> bytes:
    return written(size, name, size, *sized(message), *sized(customization), *sized(key))


def kmac_verify(key: bytes, message: bytes, tag: bytes, customization: bytes = b"") -> None:
    call("kdf_kmac_verify", *sized(tag), *sized(message), *sized(customization), *sized(key))


def derive(salt: bytes, ikm: bytes, info: bytes, size: int) -> bytes:
    return written(size, "kdf_derive", size, *sized(salt), *sized(ikm), *sized(info))


KDF = SimpleNamespace(
    kmac=partial(kmac, "kdf_kmac"),
    kmac_xof=partial(kmac, "kdf_kmac_xof"),
    kmac_verify=kmac_verify,
    derive=derive,
    extract=lambda salt, ikm: written(32, "kdf_extract", *sized(salt), *sized(ikm)),
    expand=lambda prk, info, size: written(size, "kdf_expand", size, *sized(prk), *sized(info)),
)

# ---- AEAD ------------------------------------------------------------------------------------------------------


def encrypt(name: str, which: tuple, parts: tuple[int, ...], key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple:
    """The ciphertext, then what follows it: strings of `parts` bytes."""
    outputs = [ctypes.create_string_buffer(size or 1) for size in (len(text), *parts)]
    call(name, *which, *outputs, *sized(text), *sized(ad), nonce, key)
    return outputs[0].raw[: len(text)], *(output.raw for output in outputs[1:])


def decrypt(name: str, which: tuple, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, *tags: bytes) -> bytes:
    return written(len(ciphertext), name, *sized(ciphertext), *tags, *sized(ad), nonce, key, before=which)


class Scheme(NamedTuple):
    """By name, as models have them: the prefix of calls, their first arguments, and what follows a ciphertext."""

    name: str
    prefix: str
    which: tuple
    parts: tuple[int, ...]

    def encrypt(self, *message: bytes) -> tuple:
        return encrypt(f"{self.prefix}_encrypt", self.which, self.parts, *message)

    def decrypt(self, *message: bytes) -> bytes:
        return decrypt(f"{self.prefix}_decrypt", self.which, *message)


SIV = Scheme("ascon-siv", "siv", (), (16,))
COMMIT = SimpleNamespace(
    SCHEMES=[
        Scheme("ascon-aead128", "commit", (row("ascon-aead128"),), (16, 32)),
        Scheme("ascon-siv", "commit_siv", (), (16, 32)),
    ],
    encrypt=Scheme.encrypt,
    decrypt=Scheme.decrypt,
)
ISAP = SimpleNamespace(
    INSTANCES=[
        Scheme(name, "isap", (ctypes.byref(ctypes.c_char.in_dll(LIBRARY, f"ascon_{name.replace('-', '_')}")),), (16,))
        for name in ("isap-a-128a", "isap-a-128")
    ],
    encrypt=Scheme.encrypt,
    decrypt=Scheme.decrypt,
)

# ---- Tree hash -------------------------------------------------------------------------------------------------


def prove(data: bytes, chunk: int, index: int) -> list[bytes]:
    count = LIBRARY.ascon_tree_proof_length(ctypes.c_uint64(len(data)), SIZE(chunk), ctypes.c_uint64(index))
    proof = written(32 * count, "tree_prove", *sized(data), chunk, ctypes.c_uint64(index), None)
    return [proof[at : at + 32] for at in range(0, len(proof), 32)]


def verify(root: bytes, chunk: bytes, index: int, proof: list[bytes], total: int, size: int) -> None:
    shape = ctypes.c_uint64(total), size, ctypes.c_uint64(index)
    call("tree_verify", root, *shape, *sized(chunk), b"".join(proof), len(proof))


TREE = SimpleNamespace(
    tree_hash=lambda data, size: written(32, "tree_batch", *sized(data), size, None), prove=prove, verify=verify
)

# ---- Streams ---------------------------------------------------------------------------------------------------


class Stream(NamedTuple):
    started: ctypes.Array
    chunk: int


def stream(algorithm, chunk: int, key: bytes, salt: bytes, context: bytes) -> Stream:
    started = ctypes.create_string_buffer(STRUCT_BYTES)
    call("stream_derive", started, row(algorithm.name), ctypes.c_uint32(chunk), salt, *sized(context), key)
    return Stream(started, chunk)


def in_pieces(direction: str, own: Stream, data: bytes, rekey_every: int = 0) -> bytes:
    """In pieces of 7 bytes."""
    context, buffer = ctypes.create_string_buffer(STRUCT_BYTES), ctypes.create_string_buffer(own.chunk + 16)
    call(f"stream_{direction}_init", context, own.started, buffer, len(buffer))
    if rekey_every:
        call("stream_rekey_every", context, ctypes.c_uint64(rekey_every))
    out, size, result = ctypes.create_string_buffer(7 * (own.chunk + 17)), SIZE(), b""
    for at in range(0, len(data), 7):
        call(f"stream_{direction}_update", context, out, len(out), ctypes.byref(size), *sized(data[at : at + 7]))
        result += out.raw[: size.value]
    call(f"stream_{direction}_final", context, out, len(out), ctypes.byref(size))
    return result + out.raw[: size.value]


STREAM = SimpleNamespace(derive=stream, seal=partial(in_pieces, "seal"), unseal=partial(in_pieces, "open"))

# ---- Datagrams -------------------------------------------------------------------------------------------------


class Settings(ctypes.Structure):
    """ascon_datagram_settings."""

    _fields_ = [
        ("max_forgeries", ctypes.c_uint32), ("counter_length", ctypes.c_uint8), ("tag_length", ctypes.c_uint8),
        ("epoch_length", ctypes.c_uint8),
    ]  # fmt: skip


ON_COUNTER = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, POINTER)


class Store(ctypes.Structure):
    """ascon_datagram_store, which starts at a counter."""

    _fields_ = [("load", ON_COUNTER), ("store", ON_COUNTER), ("context", POINTER), ("step", ctypes.c_uint16)]

    def __init__(self, counter: int):
        def load(_: int, out: int) -> int:
            ctypes.memmove(out, counter.to_bytes(8, "little"), 8)
            return 1

        super().__init__(ON_COUNTER(load), ON_COUNTER(lambda *_: 1), None, 1)


def seal(settings: Settings, key: bytes, identity: bytes, counter: int, text: bytes, header: bytes) -> bytes:
    sender, store = ctypes.create_string_buffer(STRUCT_BYTES), Store(counter)
    call("datagram_sender_init", sender, ctypes.byref(settings), identity, key, ctypes.byref(store))
    out = ctypes.create_string_buffer(settings.counter_length + len(text) + settings.tag_length)
    call("datagram_seal", sender, out, *sized(text), *sized(header))
    return out.raw


class Receiver:
    """Its window is that of the library."""

    def __init__(self, settings: Settings, key: bytes, identity: bytes, floor: int, window: int, max_forgeries: int):
        assert window == WINDOW
        self.receiver, self.store = ctypes.create_string_buffer(STRUCT_BYTES), Store(floor)
        self.overhead = settings.counter_length + settings.tag_length
        own = Settings(max_forgeries, settings.counter_length, settings.tag_length, settings.epoch_length)
        call("datagram_receiver_init", self.receiver, ctypes.byref(own), identity, key, ctypes.byref(self.store))

    def open(self, datagram: bytes, header: bytes) -> bytes:
        size = max(len(datagram) - self.overhead, 0)
        return written(size, "datagram_open", *sized(datagram), *sized(header), before=(self.receiver,))


DATAGRAM = SimpleNamespace(Settings=partial(Settings, 1), Receiver=Receiver, seal=seal)

# ---- The generator ---------------------------------------------------------------------------------------------

FILL = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, POINTER, SIZE)


class Entropy(ctypes.Structure):
    """ascon_entropy, whose generation() is NULL."""

    _fields_ = [("fill", FILL), ("generation", POINTER), ("context", POINTER)]

    def __init__(self, source: Callable[[int], bytes]):
        def fill(_: int, out: int, size: int) -> int:
            ctypes.memmove(out, source(size), size)
            return 1

        super().__init__(FILL(fill), None, None)


class Drbg:
    def __init__(self, source: Callable[[int], bytes] | None, seed: bytes):
        self.generator, self.source = ctypes.create_string_buffer(STRUCT_BYTES), Entropy(source) if source else None
        call("drbg_init", self.generator, ctypes.byref(self.source) if self.source else None, *sized(seed))

    def reseed(self, seed: bytes) -> None:
        call("drbg_reseed", self.generator, *sized(seed))

    def generate(self, size: int, additional: bytes) -> bytes:
        return written(size, "drbg_generate", size, *sized(additional), before=(self.generator,))


MODELS = {
    "hmac": HMAC, "kdf": KDF, "siv": SIV, "commit": COMMIT, "isap": ISAP, "tree": TREE, "stream": STREAM,
    "datagram": DATAGRAM, "drbg": SimpleNamespace(Drbg=Drbg),
}  # fmt: skip
