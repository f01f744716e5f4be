"""Files of docs/file-format.md by the model, spec/constructions/stream.py, also with a key check that is wrong.

Slow, for small files."""

import ctypes
from dataclasses import dataclass

from spec.algorithms import find
from spec.constructions import stream
from spec.constructions.stream import KEY_FILE, LAYOUTS, Refused, seal, unseal
from spec.modes import cxof, hash_digest, mac

HEADER_SIZE = 144  # of what `encrypt` writes


@dataclass(frozen=True)
class Header:
    algorithm: str = "ascon-aead128"
    chunk: int = 65536
    source: int = KEY_FILE
    memory: int = 0
    passes: int = 0
    lanes: int = 0
    salt: bytes = bytes(32)
    check: bytes = bytes(32)
    version: int = 2

    @property
    def model(self):
        size, cost = LAYOUTS[self.version].salt, (self.memory, self.passes, self.lanes)
        salt = self.salt[:size].ljust(size, b"\0")
        return stream.Header(find(self.algorithm), self.chunk, salt, self.source, cost, self.version)

    @property
    def size(self):
        return 64 + LAYOUTS[self.version].salt + stream.CHECK_BYTES + stream.CHECKSUM_BYTES

    def encode(self):
        return stream.with_checksum(self.model.before_check() + self.check)


def with_checksum(header):
    """The header with the checksum that it should have."""
    return stream.with_checksum(header[: -stream.CHECKSUM_BYTES])


def decode(data):
    def number(at, size):
        return int.from_bytes(data[at : at + size], "little")

    version = number(8, 2)
    if version not in LAYOUTS:
        raise Refused("version")
    end = 64 + LAYOUTS[version].salt
    name, cost = data[16:48].rstrip(b"\0").decode(), (number(at, 4) for at in (48, 52, 56))
    salt, check = data[64:end], data[end : end + stream.CHECK_BYTES]
    header = Header(name, number(12, 4), data[10], *cost, salt, check, version)
    if header.encode() != data[: header.size]:
        raise Refused("header")
    return header


def encrypt(key, text, header):
    return header.model.encode(key) + seal(header.model.stream(key), text)


def decrypt(key, data):
    """`key`: 32 bytes, or a function from the header to them."""
    header = decode(data)
    key = key(header) if callable(key) else key
    if header.model.key_check(key) != header.check:
        raise Refused("key")
    return unseal(header.model.stream(key), data[header.size :])


def key_line(key):
    start = f"asconkit-key-v1-{key.hex()}"
    return f"{start}-{hash_digest(find('ascon-hash256'), start.encode())[:4].hex()}"


def read_key(line):
    start, _, _ = line.strip().rpartition("-")
    if key_line(bytes.fromhex(start.removeprefix("asconkit-key-v1-"))) != line.strip():
        raise Refused("key file")
    return bytes.fromhex(start.removeprefix("asconkit-key-v1-"))


def derived_key(purpose, key, algorithm):
    return cxof(find("ascon-cxof128"), key + algorithm.encode().ljust(32, b"\0"), f"asconkit {purpose} v1".encode(), 16)


def mac_tag(key, message, algorithm="ascon-mac-v13"):
    return mac(find(algorithm), derived_key("mac", key, algorithm), message)


def stretch(passphrase, header):
    library = ctypes.CDLL("libargon2.so.1")
    key = ctypes.create_string_buffer(32)
    arguments = [ctypes.c_uint32(n) for n in (header.passes, header.memory, header.lanes)]
    for value in (passphrase, header.model.salt):
        arguments += [value, ctypes.c_size_t(len(value))]
    if library.argon2id_hash_raw(*arguments, key, ctypes.c_size_t(32)) != 0:
        raise Refused("Argon2")
    return key.raw
