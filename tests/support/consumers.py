"""The program that every project which uses the library builds in the tests, and what it prints."""

from builds import LIBRARY, PROGRAMS
from spec.algorithms import find
from spec.modes import aead_encrypt, hash_digest

CONSUMERS = PROGRAMS / "consumers"


def expected() -> str:
    header = (LIBRARY / "ascon.h").read_text(encoding="utf-8")
    version = header.split('define ASCON_VERSION "')[1].split('"')[0]
    key, nonce = b"0123456789abcde\0", b"fedcba987654321\0"
    digest = hash_digest(find("ascon-hash256"), b"abc")
    sealed = b"".join(aead_encrypt(find("ascon-aead128"), key, nonce, b"", b"abc"))
    return f"version {version}\nhash256 {digest.hex()}\naead128 {sealed.hex()}\n"
