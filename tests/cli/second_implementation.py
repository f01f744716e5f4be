"""The file format of docs/file-format.md a second time, over the executable specification.

Written from the document, to show that the document suffices. Slow, for small files.
"""

import ctypes
import struct
from dataclasses import dataclass, replace

from spec.algorithms import find
from spec.modes import InvalidTag, aead_decrypt, aead_encrypt, cxof, hash_digest, mac

HEADER = struct.Struct("<8sHBxI32sIII4x16s32s16s")
KEY_FILE, PASSPHRASE = 1, 2
CHECKSUM_AT = 112
TAG = 16


class Refused(ValueError):
    """The file does not decrypt."""


@dataclass(frozen=True)
class Header:
    algorithm: str = "ascon-aead128"
    chunk: int = 65536
    source: int = KEY_FILE
    memory: int = 0
    passes: int = 0
    lanes: int = 0
    salt: bytes = bytes(16)
    check: bytes = bytes(32)
    version: int = 1
    magic: bytes = b"ASCONKIT"

    def encode(self):
        fields = (self.magic, self.version, self.source, self.chunk, self.algorithm.encode(), self.memory,
                  self.passes, self.lanes, self.salt, self.check)
        return with_checksum(HEADER.pack(*fields, bytes(16)))


def with_checksum(header):
    start = header[:CHECKSUM_AT]
    return start + hash_digest(find("ascon-hash256"), start)[:16]


def decode(data):
    if len(data) < HEADER.size or with_checksum(data[: HEADER.size]) != data[: HEADER.size]:
        raise Refused("header")
    magic, version, source, chunk, name, *rest, checksum = HEADER.unpack_from(data)
    header = Header(name.rstrip(b"\0").decode(), chunk, source, *rest, version, magic)
    if (magic, version) != (b"ASCONKIT", 1) or header.encode() != data[: HEADER.size]:
        raise Refused("header")
    return header


def derive(purpose, key, context, size):
    return cxof(find("ascon-cxof128"), key + context, purpose.encode(), size)


def key_check(key, salt):
    return derive("asconkit file v1 key check", key, salt, 32)


def file_key(key, header):
    return derive("asconkit file v1 file key", key, header.encode(), find(header.algorithm).key)


def nonce(index, last):
    return index.to_bytes(8, "little") + bytes(7) + bytes([last])


def encrypt(key, text, header):
    header = replace(header, check=key_check(key, header.salt))
    row, secret = find(header.algorithm), file_key(key, header)
    result = header.encode()
    count = max(1, -(-len(text) // header.chunk))
    for index in range(count):
        piece = text[index * header.chunk : (index + 1) * header.chunk]
        result += b"".join(aead_encrypt(row, secret, nonce(index, index == count - 1), b"", piece))
    return result


def decrypt(key, data):
    """`key`: 32 bytes, or a function from the header to them."""
    header = decode(data)
    key = key(header) if callable(key) else key
    if key_check(key, header.salt) != header.check:
        raise Refused("key")
    row, secret, size = find(header.algorithm), file_key(key, header), header.chunk + TAG
    chunks = [data[at : at + size] for at in range(HEADER.size, max(len(data), HEADER.size + 1), size)]
    text = b""
    for index, chunk in enumerate(chunks):
        if len(chunk) < TAG or (len(chunk) == TAG and index > 0):
            raise Refused("length")
        try:
            text += aead_decrypt(row, secret, nonce(index, index == len(chunks) - 1), b"", chunk[:-TAG], chunk[-TAG:])
        except InvalidTag as error:
            raise Refused(f"chunk {index}") from error
    return text


def read_key(line):
    start, _, check = line.strip().rpartition("-")
    if hash_digest(find("ascon-hash256"), start.encode())[:4].hex() != check:
        raise Refused("key file")
    return bytes.fromhex(start.removeprefix("asconkit-key-v1-"))


def mac_tag(key, message, algorithm="ascon-mac-v13"):
    secret = derive("asconkit mac v1", key, algorithm.encode().ljust(32, b"\0"), 16)
    return mac(find(algorithm), secret, message)


def stretch(passphrase, header):
    library = ctypes.CDLL("libargon2.so.1")
    key = ctypes.create_string_buffer(32)
    arguments = [ctypes.c_uint32(n) for n in (header.passes, header.memory, header.lanes)]
    for value in (passphrase, header.salt):
        arguments += [value, ctypes.c_size_t(len(value))]
    if library.argon2id_hash_raw(*arguments, key, ctypes.c_size_t(32)) != 0:
        raise Refused("Argon2")
    return key.raw
