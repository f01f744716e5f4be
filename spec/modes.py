"""Every mode of the family, written once and driven by a row of `algorithms`.

Numbered sections are those of SP 800-232. The v1.2 algorithms run through the same lines: seen as
40 state bytes in the convention's own byte order, only constants differ (see `Convention`).

Each function takes `trace`, called as trace(label, words) after every step; `trace.py` lists the labels."""

import hmac
from dataclasses import dataclass
from typing import Union

from .algorithms import SP800_232, Algorithm, Kind
from .permutation import Trace, permute

STATE_BYTES = 40
NONCE_BYTES = 16
TAG_BYTES = 16
MAX_CUSTOMIZATION = 256  # Section 5.3: 2048 bits


@dataclass(frozen=True)
class BitString:
    """Any number of bits; bit i is bit i % 8 of byte i // 8, counted from the lowest (Section 2.1). For SP 800-232."""

    data: bytes
    bits: int

    def __post_init__(self):
        if len(self.data) != -(-self.bits // 8):
            raise ValueError(f"{self.bits} bits in {len(self.data)} bytes, expected {-(-self.bits // 8)}")
        if self.data != first_bits(self.data, self.bits):
            raise ValueError(f"{self.data.hex()} has bits after bit {self.bits}, expected zeros")


String = Union[bytes, BitString]  # an input of a mode: whole bytes, or any number of bits


def first_bits(data: bytes, bits: int) -> bytes:
    """The beginning of a string, with zeros after it up to a whole byte."""
    first, rest = divmod(bits, 8)
    return data[:first] + (bytes([data[first] % (1 << rest)]) if rest else b"")


class InvalidTag(ValueError):
    """The tag does not belong to this key, nonce, associated data and ciphertext."""


class State:
    """The words x0..x4, read and written as 40 bytes in the byte order of the row's convention."""

    def __init__(self, row: Algorithm, rest: bytes = b"", trace: Trace | None = None, iv: int | None = None):
        """IV ‖ rest ‖ zeros. Ascon-80pq's long key leaves 32 bits for the IV, all others 64."""
        self.convention = row.convention
        self.trace = trace
        order = row.convention.byteorder
        rest = rest.ljust(32, b"\0")
        iv_bytes = (row.iv if iv is None else iv).to_bytes(8, order)[: STATE_BYTES - len(rest)]
        start = iv_bytes + rest
        self.words = [int.from_bytes(start[i : i + 8], order) for i in range(0, STATE_BYTES, 8)]
        self._record("init")

    def permute(self, rounds: int) -> None:
        self.words = permute(self.words, rounds, self.trace)

    def xor_bytes(self, label: str, offset: int, data: bytes) -> None:
        """State bytes from `offset` on ^= data; without data there is no step."""
        for position, byte in enumerate(data, offset):
            self.words[position // 8] ^= byte << self._shift(position)
        if data:
            self._record(label)

    def get_bytes(self, offset: int, size: int) -> bytes:
        positions = range(offset, offset + size)
        return bytes(self.words[at // 8] >> self._shift(at) & 0xFF for at in positions)

    def pad(self, last: BitString) -> None:
        """A bit 1 right after the data; the zeros that follow it change nothing."""
        self.xor_bytes("pad", last.bits // 8, bytes([self.convention.pad << last.bits % 8]))

    def separate(self) -> None:
        """The domain separation bit, in the last byte of the state."""
        self.xor_bytes("separate", STATE_BYTES - 1, bytes([self.convention.separator]))

    def _shift(self, position: int) -> int:
        in_word = position % 8
        return 8 * in_word if self.convention.byteorder == "little" else 56 - 8 * in_word

    def _record(self, label: str) -> None:
        if self.trace:
            self.trace(label, tuple(self.words))


# Authenticated encryption: Section 4, `Authenticated Encryption` of v1.2.


def aead_encrypt(
    row: Algorithm, key: bytes, nonce: bytes, ad: String, plaintext: String, tag_bytes: int | None = None,
    trace: Trace | None = None,
) -> tuple[bytes, bytes]:  # fmt: skip
    """Ciphertext and tag, Section 4.1.1. A tag shorter than 16 bytes is its first bytes, Section 4.2.1."""
    tag_bytes = TAG_BYTES if tag_bytes is None else tag_bytes
    _check_aead(row, key, nonce, tag_bytes)
    key, nonce = _unmask(row, key, nonce)
    state = _aead_start(row, key, nonce, ad, trace)
    ciphertext = _encrypt(row, state, plaintext)
    return ciphertext, _aead_tag(row, state, key)[:tag_bytes]


def aead_decrypt(
    row: Algorithm, key: bytes, nonce: bytes, ad: String, ciphertext: String, tag: bytes, trace: Trace | None = None,
) -> bytes:  # fmt: skip
    """The plaintext, or InvalidTag and nothing of it, Section 4.1.2."""
    _check_aead(row, key, nonce, len(tag))
    key, nonce = _unmask(row, key, nonce)
    state = _aead_start(row, key, nonce, ad, trace)
    plaintext = _decrypt(row, state, ciphertext)
    _compare_tag(row, _aead_tag(row, state, key), tag)
    return plaintext


def _compare_tag(row: Algorithm, computed: bytes, tag: bytes) -> None:
    if not hmac.compare_digest(computed[: len(tag)], tag):
        raise InvalidTag(f"{row.name}: the tag is wrong")


def _check_aead(row: Algorithm, key: bytes, nonce: bytes, tag_bytes: int) -> None:
    _check_kind(row, Kind.AEAD)
    _check_size(row, "key", len(key), row.key, row.key)
    _check_size(row, "nonce", len(nonce), NONCE_BYTES, NONCE_BYTES)
    _check_size(row, "tag", tag_bytes, row.min_tag, TAG_BYTES)


def _unmask(row: Algorithm, key: bytes, nonce: bytes) -> tuple[bytes, bytes]:
    """Nonce masking, Section 4.2.2: K1 ‖ K2 and N stand for K1 and N ^ K2."""
    if not row.nonce_mask:
        return key, nonce
    return key[: row.cipher_key], _xor(nonce, key[row.cipher_key :])


def _aead_start(row: Algorithm, key: bytes, nonce: bytes, ad: String, trace: Trace | None) -> State:
    """Initialization and associated data."""
    state = State(row, key + nonce, trace)
    state.permute(row.a)
    state.xor_bytes("key", STATE_BYTES - len(key), key)
    if size_in_bits(ad) > 0:
        _absorb(row, state, ad)
        state.permute(row.b)
    state.separate()
    return state


def _encrypt(row: Algorithm, state: State, plaintext: String) -> bytes:
    full, last = parse(row, plaintext)
    ciphertext = b""
    for block in full:
        state.xor_bytes("encrypt", 0, block)
        ciphertext += state.get_bytes(0, row.rate)
        state.permute(row.b)
    state.xor_bytes("encrypt", 0, last.data)
    ciphertext += first_bits(state.get_bytes(0, len(last.data)), last.bits)
    state.pad(last)
    return ciphertext


def _decrypt(row: Algorithm, state: State, ciphertext: String) -> bytes:
    full, last = parse(row, ciphertext)
    plaintext = b""
    for block in full:
        plaintext += _decrypt_block(state, BitString(block, 8 * row.rate))
        state.permute(row.b)
    plaintext += _decrypt_block(state, last)
    state.pad(last)
    return plaintext


def _decrypt_block(state: State, block: BitString) -> bytes:
    """Leaves the ciphertext in the state: xoring the plaintext in is replacing its bits by it."""
    plaintext = first_bits(_xor(state.get_bytes(0, len(block.data)), block.data), block.bits)
    state.xor_bytes("decrypt", 0, plaintext)
    return plaintext


def _aead_tag(row: Algorithm, state: State, key: bytes) -> bytes:
    """Finalization; the tag has all 16 bytes."""
    state.xor_bytes("key", row.rate, key)
    state.permute(row.a)
    state.xor_bytes("key", STATE_BYTES - TAG_BYTES, key[-TAG_BYTES:])
    return state.get_bytes(STATE_BYTES - TAG_BYTES, TAG_BYTES)


# Hash and extendable output functions: Section 5, `Hashing` of v1.2.


def hash_digest(row: Algorithm, message: String, trace: Trace | None = None) -> bytes:
    """Ascon-Hash256, Section 5.1; Ascon-Hash and Ascon-Hasha of v1.2."""
    _check_kind(row, Kind.HASH)
    return _hash_message(row, _hash_start(row, trace), message, row.output)


def xof(row: Algorithm, message: String, output_bytes: int, trace: Trace | None = None) -> bytes:
    """Ascon-XOF128, Section 5.2; Ascon-Xof and Ascon-Xofa of v1.2."""
    _check_kind(row, Kind.XOF)
    _check_size(row, "output", output_bytes, 0)
    return _hash_message(row, _hash_start(row, trace), message, output_bytes)


def cxof(
    row: Algorithm, message: String, customization: String, output_bytes: int, trace: Trace | None = None
) -> bytes:
    """Ascon-CXOF128, Section 5.3: the customization's length in bits is a block of its own."""
    _check_kind(row, Kind.CXOF)
    bits = size_in_bits(customization)
    _check_size(row, "customization", -(-bits // 8), 0, MAX_CUSTOMIZATION)
    _check_size(row, "output", output_bytes, 0)
    state = _hash_start(row, trace)
    state.xor_bytes("absorb", 0, bits.to_bytes(8, row.convention.byteorder))
    state.permute(row.b)
    _absorb(row, state, customization)
    state.permute(row.b)
    return _hash_message(row, state, message, output_bytes)


def initial_state(row: Algorithm) -> list[int]:
    """The words after the initial permutation, which do not depend on any input of these kinds."""
    _check_kind(row, Kind.HASH, Kind.XOF, Kind.CXOF)
    return _hash_start(row, None).words


def _hash_start(row: Algorithm, trace: Trace | None) -> State:
    state = State(row, trace=trace)
    state.permute(row.a)
    return state


def _hash_message(row: Algorithm, state: State, message: String, output_bytes: int) -> bytes:
    _absorb(row, state, message)
    state.permute(row.a)
    return _squeeze(row, state, output_bytes)


# Keyed functions: "Ascon PRF, MAC, and Short-Input MAC", not part of SP 800-232.


def mac(row: Algorithm, key: bytes, message: bytes, trace: Trace | None = None) -> bytes:
    """Ascon-Mac and Ascon-Maca: the PRF with one block of output and the output's length in the IV."""
    _check_kind(row, Kind.MAC)
    return _prf(row, key, message, row.output, trace)


def mac_verify(row: Algorithm, key: bytes, message: bytes, tag: bytes) -> None:
    """Nothing, or InvalidTag."""
    _check_size(row, "tag", len(tag), row.min_tag, TAG_BYTES)
    _compare_tag(row, mac(row, key, message), tag)


def prf(row: Algorithm, key: bytes, message: bytes, output_bytes: int, trace: Trace | None = None) -> bytes:
    """Ascon-Prf and Ascon-Prfa."""
    _check_kind(row, Kind.PRF)
    _check_size(row, "output", output_bytes, 0)
    return _prf(row, key, message, output_bytes, trace)


def prfshort(row: Algorithm, key: bytes, message: bytes, output_bytes: int, trace: Trace | None = None) -> bytes:
    """Ascon-PrfShort: one permutation. Output shorter than 16 bytes is the first bytes of the 16."""
    _check_kind(row, Kind.PRFSHORT)
    _check_size(row, "key", len(key), row.key, row.key)
    _check_size(row, "message", len(message), 0, row.rate)
    _check_size(row, "output", output_bytes, 0, row.output)
    iv = row.iv + (8 * len(message) << 48)
    state = State(row, key + message, trace, iv)
    state.permute(row.a)
    state.xor_bytes("key", STATE_BYTES - len(key), key)
    return state.get_bytes(STATE_BYTES - len(key), output_bytes)


def _prf(row: Algorithm, key: bytes, message: bytes, output_bytes: int, trace: Trace | None) -> bytes:
    _check_size(row, "key", len(key), row.key, row.key)
    state = State(row, key, trace)
    state.permute(row.a)
    _absorb(row, state, message)
    state.separate()
    state.permute(row.a)
    return _squeeze(row, state, output_bytes)


# Parts that several modes share.


def size_in_bits(string: String) -> int:
    return string.bits if isinstance(string, BitString) else 8 * len(string)


def parse(row: Algorithm, string: String) -> tuple[list[bytes], BitString]:
    """All full blocks, and the rest, which is shorter than a block and may be empty (Section 2)."""
    bits = size_in_bits(string)
    if bits % 8 and row.convention is not SP800_232:
        raise ValueError(f"{row.name}: a string of {bits} bits, expected whole bytes")
    data = string.data if isinstance(string, BitString) else string
    full = bits // (8 * row.rate)
    blocks = [data[i * row.rate : (i + 1) * row.rate] for i in range(full + 1)]
    return blocks[:full], BitString(blocks[full], bits - 8 * row.rate * full)


def _absorb(row: Algorithm, state: State, string: String) -> None:
    """Padded blocks with p[b] between; what follows the last block is up to the caller."""
    full, last = parse(row, string)
    for block in full:
        state.xor_bytes("absorb", 0, block)
        state.permute(row.b)
    state.xor_bytes("absorb", 0, last.data)
    state.pad(last)


def _squeeze(row: Algorithm, state: State, output_bytes: int) -> bytes:
    """Blocks of output with p[b] between, the last one cut to length."""
    output = state.get_bytes(0, min(row.squeeze, output_bytes))
    while len(output) < output_bytes:
        state.permute(row.b)
        output += state.get_bytes(0, min(row.squeeze, output_bytes - len(output)))
    return output


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(left, right))


def _check_kind(row: Algorithm, *kinds: Kind) -> None:
    if row.kind not in kinds:
        wanted = " or ".join(kind.value for kind in kinds)
        raise ValueError(f"{row.name}: kind {row.kind.value}, expected {wanted}")


def _check_size(row: Algorithm, what: str, size: int, low: int, high: int | None = None) -> None:
    if low <= size and (high is None or size <= high):
        return
    limits = f"{low} or more" if high is None else f"{low} to {high}" if low < high else f"{low}"
    raise ValueError(f"{row.name}: {what} of {size} bytes, expected {limits}")


# Any row by one call.


def _aead_joined(*arguments, **options) -> bytes:
    return b"".join(aead_encrypt(*arguments, **options))


# The function of each kind and its arguments after the row; `output_bytes` of an AEAD is the tag's size.
CALLS = {
    Kind.AEAD: (_aead_joined, ("key", "nonce", "ad", "message", "output_bytes")),
    Kind.HASH: (hash_digest, ("message",)),
    Kind.XOF: (xof, ("message", "output_bytes")),
    Kind.CXOF: (cxof, ("message", "customization", "output_bytes")),
    Kind.MAC: (mac, ("key", "message")),
    Kind.PRF: (prf, ("key", "message", "output_bytes")),
    Kind.PRFSHORT: (prfshort, ("key", "message", "output_bytes")),
}


def compute(row: Algorithm, inputs: dict, trace: Trace | None = None) -> bytes:
    """The output for the `inputs` of these names that the row's kind takes; ciphertext ‖ tag for an AEAD."""
    function, names = CALLS[row.kind]
    return function(row, *(inputs[name] for name in names), trace=trace)
