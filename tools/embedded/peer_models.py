"""ChaCha20-Poly1305, AES-128-CCM and AES-128-GCM as their standards say, to check what other libraries compute.

Each returns the ciphertext and the tag. For public test data alone: nothing here is constant time."""

import struct
from functools import cache

# ---- ChaCha20-Poly1305 (RFC 8439) --------------------------------------------------------------------


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    s = list(start)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for x, y, z, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = s[x] + s[y] & 0xFFFFFFFF
            mixed = s[z] ^ s[x]
            s[z] = (mixed << left | mixed >> 32 - left) & 0xFFFFFFFF

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *(a + b & 0xFFFFFFFF for a, b in zip(s, start)))


def poly1305(key: bytes, text: bytes) -> bytes:
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    sum_ = 0
    for i in range(0, len(text), 16):
        sum_ = (sum_ + int.from_bytes(text[i : i + 16] + b"\1", "little")) * r % (2**130 - 5)
    return ((sum_ + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def chacha20_poly1305(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
    blocks = len(text) // 64 + 1
    ciphertext = xored(text, b"".join(chacha20_block(key, 1 + i, nonce) for i in range(blocks)))
    hashed = padded(ad) + padded(ciphertext) + struct.pack("<QQ", len(ad), len(ciphertext))
    return ciphertext, poly1305(chacha20_block(key, 0, nonce)[:32], hashed)


# ---- AES-128 (FIPS 197) ------------------------------------------------------------------------------


def doubled(x: int) -> int:
    return (x << 1 ^ (0x11B if x & 0x80 else 0)) & 0xFF


@cache
def s_box() -> bytes:
    """By powers of the generator 3: the inverse of 3^i is 3^(255-i)."""
    powers = [1]
    for _ in range(254):
        powers.append(powers[-1] ^ doubled(powers[-1]))
    box = bytearray([0x63]) * 256
    for i, x in enumerate(powers):
        inverse = powers[-i % 255]
        turned = (inverse * 0x101 >> 8 - n & 0xFF for n in range(1, 5))
        box[x] = 0x63 ^ inverse
        for each in turned:
            box[x] ^= each
    return bytes(box)


@cache
def round_keys(key: bytes) -> list[bytes]:
    words, constant = [key[i : i + 4] for i in range(0, 16, 4)], 1
    while len(words) < 44:
        last = words[-1]
        if len(words) % 4 == 0:
            last = bytes(s_box()[x] for x in last[1:] + last[:1])
            last = bytes([last[0] ^ constant]) + last[1:]
            constant = doubled(constant)
        words.append(xored(words[-4], last))
    return [b"".join(words[i : i + 4]) for i in range(0, 44, 4)]


def mixed_column(column: bytes) -> list[int]:
    total = column[0] ^ column[1] ^ column[2] ^ column[3]
    return [column[i] ^ total ^ doubled(column[i] ^ column[(i + 1) % 4]) for i in range(4)]


def aes128(key: bytes, block: bytes) -> bytes:
    first, *others = round_keys(key)
    state = xored(block, first)
    for number, round_key in enumerate(others, 1):
        state = bytes(s_box()[state[5 * i % 16]] for i in range(16))
        if number < len(others):
            state = bytes(x for i in range(0, 16, 4) for x in mixed_column(state[i : i + 4]))
        state = xored(state, round_key)
    return state


# ---- CCM (SP 800-38C) and GCM (SP 800-38D), nonces of 12 bytes ---------------------------------------


def counted(key: bytes, head: bytes, counter_bytes: int, first: int, text: bytes) -> bytes:
    """Encryption with a counter after the head."""
    blocks = range(first, first + (len(text) + 15) // 16)
    return xored(text, b"".join(aes128(key, head + i.to_bytes(counter_bytes, "big")) for i in blocks))


def aes128_ccm(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_length: int = 16) -> tuple[bytes, bytes]:
    flags = (64 if ad else 0) + 8 * (tag_length - 2) // 2 + 2
    first = bytes([flags]) + nonce + len(text).to_bytes(3, "big")
    data = first + (padded(len(ad).to_bytes(2, "big") + ad) if ad else b"") + padded(text)
    mac = bytes(16)
    for i in range(0, len(data), 16):
        mac = aes128(key, xored(mac, data[i : i + 16]))
    head = b"\2" + nonce
    return counted(key, head, 3, 1, text), counted(key, head, 3, 0, mac)[:tag_length]


def times(x: int, y: int) -> int:
    """In the field of GCM, whose bits are in reverse order."""
    product = 0
    for i in range(127, -1, -1):
        if x >> i & 1:
            product ^= y
        y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
    return product


def aes128_gcm(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
    ciphertext = counted(key, nonce, 4, 2, text)
    hashed = padded(ad) + padded(ciphertext) + struct.pack(">QQ", 8 * len(ad), 8 * len(ciphertext))
    h, sum_ = int.from_bytes(aes128(key, bytes(16)), "big"), 0
    for i in range(0, len(hashed), 16):
        sum_ = times(sum_ ^ int.from_bytes(hashed[i : i + 16], "big"), h)
    return ciphertext, counted(key, nonce, 4, 1, sum_.to_bytes(16, "big"))


def padded(text: bytes) -> bytes:
    return text + bytes(-len(text) % 16)


def xored(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b))
