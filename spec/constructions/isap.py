# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ISAP v2.0 with Ascon's permutation (submission to NIST's LWC project, May 2021): ISAP-A-128A and ISAP-A-128.

The names are those of the document: IsapRk in section 2.2.1, IsapEnc in 2.2.2, IsapMac in 2.2.3."""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from ..modes import InvalidTag
from ..permutation import permute
from . import Vector

K = 16  # bytes of keys, nonces and tags
RATE = 8  # of messages, in bytes; that of IsapRk is one bit
KAT_LENGTHS = range(33)


@dataclass(frozen=True)
class Instance:
    """Rounds for messages, for each bit of IsapRk, for encryption, and around a key."""

    name: str
    s_h: int
    s_b: int
    s_e: int
    s_k: int

    def iv(self, purpose: int) -> bytes:
        return bytes([purpose, 8 * K, 8 * RATE, 1, self.s_h, self.s_b, self.s_e, self.s_k])


INSTANCES = (Instance("isap-a-128a", 12, 1, 6, 12), Instance("isap-a-128", 12, 12, 12, 12))
FOR_MAC, FOR_MAC_KEY, FOR_ENCRYPTION_KEY, FOR_COMPARISON = 1, 2, 3, 4  # the last one is not the document's


class State:
    """40 bytes, big-endian in their words."""

    def __init__(self, data: bytes):
        self.bytes = data.ljust(40, b"\0")

    def permute(self, rounds: int) -> None:
        words = [int.from_bytes(self.bytes[i : i + 8], "big") for i in range(0, 40, 8)]
        self.bytes = b"".join(word.to_bytes(8, "big") for word in permute(words, rounds))

    def xor(self, offset: int, data: bytes) -> None:
        mixed = bytes(a ^ b for a, b in zip(self.bytes[offset:], data))
        self.bytes = self.bytes[:offset] + mixed + self.bytes[offset + len(data) :]


def rekey(instance: Instance, key: bytes, purpose: int, string: bytes, size: int) -> bytes:
    """IsapRk: a session key. The string enters bit by bit, so that a device that is measured never computes on many
    inputs with one key."""
    state = State(key + instance.iv(purpose))
    state.permute(instance.s_k)
    bits = [byte >> 7 - i & 1 for byte in string for i in range(8)]
    for bit in bits[:-1]:
        state.xor(0, bytes([bit << 7]))
        state.permute(instance.s_b)
    state.xor(0, bytes([bits[-1] << 7]))
    state.permute(instance.s_k)
    return state.bytes[:size]


def crypt(instance: Instance, key: bytes, nonce: bytes, text: bytes) -> bytes:
    """IsapEnc, both directions."""
    state = State(rekey(instance, key, FOR_ENCRYPTION_KEY, nonce, 40 - K) + nonce)
    out = b""
    for i in range(0, len(text), RATE):
        state.permute(instance.s_e)
        out += bytes(a ^ b for a, b in zip(text[i : i + RATE], state.bytes))
    return out


def absorb(instance: Instance, state: State, string: bytes) -> None:
    padded = string + b"\x80" + bytes(-(len(string) + 1) % RATE)
    for i in range(0, len(padded), RATE):
        state.xor(0, padded[i : i + RATE])
        state.permute(instance.s_h)


def tag(instance: Instance, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes) -> bytes:
    """IsapMac."""
    state = State(nonce + instance.iv(FOR_MAC))
    state.permute(instance.s_h)
    absorb(instance, state, ad)
    state.xor(39, b"\x01")
    absorb(instance, state, ciphertext)
    session_key = rekey(instance, key, FOR_MAC_KEY, state.bytes[:K], K)
    state = State(session_key + state.bytes[K:])
    state.permute(instance.s_h)
    return state.bytes[:K]


def hidden(instance: Instance, value: bytes) -> bytes:
    """A tag after the permutation: tags are compared in this form, which tells nothing about the right one."""
    state = State(value + instance.iv(FOR_COMPARISON))
    state.permute(instance.s_k)
    return state.bytes[:K]


def encrypt(instance: Instance, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> tuple[bytes, bytes]:
    """Ciphertext and tag."""
    ciphertext = crypt(instance, key, nonce, plaintext)
    return ciphertext, tag(instance, key, nonce, ad, ciphertext)


def decrypt(instance: Instance, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, given: bytes) -> bytes:
    """The plaintext, or InvalidTag and nothing of it: the ciphertext is checked before it is decrypted."""
    right = tag(instance, key, nonce, ad, ciphertext)
    if not hmac.compare_digest(hidden(instance, right), hidden(instance, given)):
        raise InvalidTag(f"{instance.name}: the tag is wrong")
    return crypt(instance, key, nonce, ciphertext)


def vectors() -> Iterator[Vector]:
    key = nonce = bytes(range(16))
    for instance in INSTANCES:
        for ad_bytes, text_bytes in ((0, 0), (0, 1), (1, 0), (7, 8), (8, 7), (16, 17), (9, 32), (33, 100)):
            ad, text = bytes(range(ad_bytes)), bytes(range(text_bytes))
            ciphertext, its_tag = encrypt(instance, key, nonce, ad, text)
            yield {
                "name": f"{instance.name}, {ad_bytes} bytes of associated data, {text_bytes} of text",
                "algorithm": instance.name,
                "key": key,
                "nonce": nonce,
                "ad": ad,
                "plaintext": text,
                "ciphertext": ciphertext,
                "tag": its_tag,
            }


def known_answer_text(instance: Instance) -> Iterator[str]:
    """The text that NIST's generator prints for this instance."""
    key = nonce = bytes(range(16))
    for text_bytes in KAT_LENGTHS:
        for ad_bytes in KAT_LENGTHS:
            ad, text = bytes(range(ad_bytes)), bytes(range(text_bytes))
            sealed = b"".join(encrypt(instance, key, nonce, ad, text))
            count = text_bytes * len(KAT_LENGTHS) + ad_bytes + 1
            lines = {"Count": count, "Key": key, "Nonce": nonce, "PT": text, "AD": ad, "CT": sealed}
            yield "".join(
                f"{name} = {value.hex().upper() if isinstance(value, bytes) else value}\n"
                for name, value in lines.items()
            ) + "\n"
