# SPDX-License-Identifier: Apache-2.0 OR MIT
"""AEAD of constructions (SIV, ISAP, commitment) against the known answers of their models, and wrong arguments."""

import pickle

import pytest

from asconkit import InvalidTag, StateError
from asconkit.commit import AsconCommittingAEAD128, AsconCommittingSIV
from asconkit.isap import IsapA128, IsapA128a
from asconkit.siv import AsconSIV
from spec.constructions import vectors

# Each class, its known answers, those of them that it has, and what they call the parts of a result.
CLASSES = {
    AsconSIV: ("siv", None, ("ciphertext", "tag")),
    AsconCommittingAEAD128: ("commit", "ascon-aead128", ("ciphertext", "tag", "commitment")),
    AsconCommittingSIV: ("commit", "ascon-siv", ("ciphertext", "tag", "commitment")),
    IsapA128a: ("isap", "isap-a-128a", ("ciphertext", "tag")),
    IsapA128: ("isap", "isap-a-128", ("ciphertext", "tag")),
}
NONCE = bytes(16)
every_class = pytest.mark.parametrize("cipher", CLASSES)


def known_answers():
    for cipher, (name, algorithm, parts) in CLASSES.items():
        for vector in vectors(name):
            if vector.get("algorithm") == algorithm:
                yield pytest.param(cipher, parts, vector, id=f"{cipher.__name__}: {vector['name']}")


@pytest.mark.parametrize("cipher, parts, vector", known_answers())
def test_known_answers(cipher, parts, vector):
    aead = cipher(vector["key"])
    sealed = b"".join(vector[part] for part in parts)
    assert aead.encrypt(vector["nonce"], vector["plaintext"], vector["ad"]) == sealed
    assert aead.decrypt(vector["nonce"], sealed, vector["ad"]) == vector["plaintext"]


@every_class
def test_everything_is_authenticated(cipher):
    aead = cipher(bytes(range(cipher.key_size)))
    sealed = aead.encrypt(NONCE, b"text", b"header")
    for position in range(len(sealed)):
        wrong = sealed[:position] + bytes([sealed[position] ^ 1]) + sealed[position + 1 :]
        with pytest.raises(InvalidTag):
            aead.decrypt(NONCE, wrong, b"header")
    other = cipher(bytes(cipher.key_size))
    overhead = len(sealed) - 4
    calls = (
        lambda: aead.decrypt(bytes(15) + b"1", sealed, b"header"),
        lambda: aead.decrypt(NONCE, sealed),
        lambda: aead.decrypt(NONCE, sealed[: overhead - 1]),
        lambda: other.decrypt(NONCE, sealed, b"header"),
    )
    for call in calls:
        with pytest.raises(InvalidTag):
            call()


@every_class
def test_wrong_arguments(cipher):
    with pytest.raises(ValueError, match=f"key must be {cipher.key_size} bytes, not 5"):
        cipher(bytes(5))
    with pytest.raises(TypeError, match="one argument"):
        cipher(bytes(cipher.key_size), 1)
    aead = cipher(bytes(cipher.key_size))
    with pytest.raises(ValueError, match="nonce must be 16 bytes, not 12"):
        aead.encrypt(bytes(12), b"")
    with pytest.raises(TypeError):
        aead.encrypt(NONCE, "text")


@every_class
def test_a_wiped_key_is_gone(cipher):
    with cipher(cipher.generate_key()) as aead:
        assert aead.encrypt(NONCE, b"") and "wiped" not in repr(aead)
    assert "wiped" in repr(aead)
    with pytest.raises(StateError):
        aead.encrypt(NONCE, b"")


@every_class
def test_keys_do_not_get_into_files(cipher):
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(cipher(bytes(cipher.key_size)))
