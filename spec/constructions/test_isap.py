# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of ISAP against another implementation: the digest of all 1089 known answers of each instance.

The inputs are those of NIST's generator of known answers. The digests are of what the crate isap-aead 0.3.0 gives for
them."""

import hashlib

import pytest

from spec.constructions.isap import INSTANCES, decrypt, encrypt, known_answer_text
from spec.modes import InvalidTag

DIGESTS = {
    "isap-a-128a": "c1bd01c935a386d3709d31543a046076a1693a31173ae22c522e1e25b0e97c6e",
    "isap-a-128": "ac53be777fcb61b1bf4645e6d4a39f12a91fe547207d12ecfb27cc63714eb951",
}
every_instance = pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)


@every_instance
def test_known_answers(instance):
    text = "".join(known_answer_text(instance))
    assert hashlib.sha256(text.encode()).hexdigest() == DIGESTS[instance.name]


@every_instance
@pytest.mark.parametrize("changed", ["key", "nonce", "ad", "ciphertext", "given"])
def test_every_argument_is_authenticated(instance, changed):
    key, nonce = bytes(range(16)), bytes(16)
    ciphertext, tag = encrypt(instance, key, nonce, b"header", b"text")
    arguments = {"key": key, "nonce": nonce, "ad": b"header", "ciphertext": ciphertext, "given": tag}
    assert decrypt(instance, **arguments) == b"text"
    arguments[changed] = arguments[changed][:-1] + bytes([arguments[changed][-1] ^ 1])
    with pytest.raises(InvalidTag):
        decrypt(instance, **arguments)
