"""The file format of docs/file-format.md a second time, over the executable specification.

Written from the document, to show that the document suffices. Slow, for small files."""

import ctypes
import struct
from dataclasses import dataclass, replace

from spec.algorithms import find
from spec.modes import InvalidTag, aead_decrypt, aead_encrypt, cxof, hash_digest, mac

KEY_FILE, PASSPHRASE = 1, 2
TAG = 16
CHECKSUM = 16


class Refused(ValueError):
    """The file does not decrypt."""


@dataclass(frozen=True)
class Version:
    """What docs/file-format.md lists as different."""

    number: int
    header: struct.Struct
    tag_field: int
    size_field: int
    salt: int
    checked_from: int
    mask: int
    check_purpose: str
    secret_purpose: str

    @property
    def size(self):
        return self.header.size

    @property
    def check_at(self):
        return self.size - CHECKSUM - 32


VERSIONS = {
    1: Version(1, struct.Struct("<8sHBBI32sIIII16s32s16s"), 0, 0, 16, 64, 0,
               "asconkit file v1 key check", "asconkit file v1 file key"),
    2: Version(2, struct.Struct("<8sHBBI32sIIII32s32s16s"), 16, 144, 32, 0, 16,
               "asconkit file v2 key check", "asconkit file v2 file secret"),
}  # fmt: skip

HEADER_SIZE = VERSIONS[2].size  # of what `encrypt` writes


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
    magic: bytes = b"ASCONKIT"

    @property
    def layout(self):
        return VERSIONS[self.version]

    def encode(self):
        layout = self.layout
        fields = (self.magic, self.version, self.source, layout.tag_field, self.chunk, self.algorithm.encode(),
                  self.memory, self.passes, self.lanes, layout.size_field, self.salt[: layout.salt], self.check)
        return with_checksum(layout.header.pack(*fields, bytes(CHECKSUM)))


def with_checksum(header):
    start = header[:-CHECKSUM]
    return start + hash_digest(find("ascon-hash256"), start)[:CHECKSUM]


def decode(data):
    layout = VERSIONS.get(int.from_bytes(data[8:10], "little"))
    if data[:8] != b"ASCONKIT" or layout is None or len(data) < layout.size:
        raise Refused("header")
    start = data[: layout.size]
    magic, version, source, _, chunk, name, *cost, _, salt, check, _ = layout.header.unpack(start)
    header = Header(name.rstrip(b"\0").decode(), chunk, source, *cost, salt, check, version, magic)
    if header.encode() != start:
        raise Refused("header")
    return header


def derive(purpose, key, context, size):
    return cxof(find("ascon-cxof128"), key + context, purpose.encode(), size)


def key_check(key, header):
    layout = header.layout
    return derive(layout.check_purpose, key, header.encode()[layout.checked_from : layout.check_at], 32)


def file_secret(key, header):
    """File key and mask."""
    size, layout = find(header.algorithm).key, header.layout
    both = derive(layout.secret_purpose, key, header.encode(), size + layout.mask)
    return both[:size], both[size:].ljust(16, b"\0")


def nonce(index, last, mask=bytes(16)):
    plain = index.to_bytes(8, "little") + bytes(7) + bytes([last])
    return bytes(a ^ b for a, b in zip(plain, mask, strict=True))


def seal_chunk(secret, header, index, last, piece):
    """`secret`: file key and mask."""
    key, mask = secret
    return b"".join(aead_encrypt(find(header.algorithm), key, nonce(index, last, mask), b"", piece))


def encrypt(key, text, header):
    header = replace(header, check=key_check(key, header))
    secret = file_secret(key, header)
    count = max(1, -(-len(text) // header.chunk))
    pieces = [text[index * header.chunk : (index + 1) * header.chunk] for index in range(count)]
    sealed = [seal_chunk(secret, header, index, index == count - 1, piece) for index, piece in enumerate(pieces)]
    return header.encode() + b"".join(sealed)


def decrypt(key, data):
    """`key`: 32 bytes, or a function from the header to them."""
    header = decode(data)
    start = header.layout.size
    key = key(header) if callable(key) else key
    if key_check(key, header) != header.check:
        raise Refused("key")
    row, (secret, mask), size = find(header.algorithm), file_secret(key, header), header.chunk + TAG
    chunks = [data[at : at + size] for at in range(start, max(len(data), start + 1), size)]
    text = b""
    for index, chunk in enumerate(chunks):
        if len(chunk) < TAG or (len(chunk) == TAG and index > 0):
            raise Refused("length")
        number = nonce(index, index == len(chunks) - 1, mask)
        try:
            text += aead_decrypt(row, secret, number, b"", chunk[:-TAG], chunk[-TAG:])
        except InvalidTag as error:
            raise Refused(f"chunk {index}") from error
    return text


def key_line(key):
    start = f"asconkit-key-v1-{key.hex()}"
    return f"{start}-{hash_digest(find('ascon-hash256'), start.encode())[:4].hex()}"


def read_key(line):
    start, _, _ = line.strip().rpartition("-")
    if key_line(bytes.fromhex(start.removeprefix("asconkit-key-v1-"))) != line.strip():
        raise Refused("key file")
    return bytes.fromhex(start.removeprefix("asconkit-key-v1-"))


def derived_key(purpose, key, algorithm):
    return derive(f"asconkit {purpose} v1", key, algorithm.encode().ljust(32, b"\0"), 16)


def mac_tag(key, message, algorithm="ascon-mac-v13"):
    return mac(find(algorithm), derived_key("mac", key, algorithm), message)


def stretch(passphrase, header):
    library = ctypes.CDLL("libargon2.so.1")
    key = ctypes.create_string_buffer(32)
    arguments = [ctypes.c_uint32(n) for n in (header.passes, header.memory, header.lanes)]
    for value in (passphrase, header.salt[: header.layout.salt]):
        arguments += [value, ctypes.c_size_t(len(value))]
    if library.argon2id_hash_raw(*arguments, key, ctypes.c_size_t(32)) != 0:
        raise Refused("Argon2")
    return key.raw
