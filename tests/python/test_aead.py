# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The AEAD classes: the interface of those of `cryptography`, tags, buffers, zeroizing."""

import pickle

import pytest

import asconkit
from asconkit import InvalidTag, StateError
from rows import Kind, aead, rows, sample
from spec import modes

NONCE = sample(16, 40)
AEADS = pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)


def cipher_of(row):
    return aead(row)(sample(row.key))


@AEADS
def test_class(row):
    kind = aead(row)
    assert issubclass(kind, asconkit.AEAD)
    assert (kind.key_size, kind.nonce_size, kind.tag_size, kind.min_tag_size) == (row.key, 16, 16, row.min_tag)
    keys = {kind.generate_key() for _ in range(8)}
    assert len(keys) == 8 and {len(key) for key in keys} == {row.key}


@AEADS
def test_any_change_is_rejected(row):
    cipher = cipher_of(row)
    sealed = cipher.encrypt(NONCE, b"message", b"ad")
    for bit in range(8 * len(sealed)):
        changed = bytearray(sealed)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidTag):
            cipher.decrypt(NONCE, changed, b"ad")
    for nonce, ad in ((sample(16), b"ad"), (NONCE, b"AD"), (NONCE, None)):
        with pytest.raises(InvalidTag):
            cipher.decrypt(nonce, sealed, ad)


@AEADS
def test_no_unverified_plaintext(row):
    cipher = cipher_of(row)
    sealed = bytearray(cipher.encrypt(NONCE, b"message"))
    sealed[-1] ^= 1
    buffer = bytearray(b"\xff" * 7)
    with pytest.raises(InvalidTag):
        cipher.decrypt_into(NONCE, sealed, None, buffer)
    assert buffer == bytes(7)


@AEADS
def test_tag_lengths(row):
    cipher = cipher_of(row)
    for length in range(18):
        if row.min_tag <= length <= 16:
            expected = modes.aead_encrypt(row, sample(row.key), NONCE, b"", b"text", length)
            assert cipher.encrypt_detached(NONCE, b"text", tag_length=length) == expected
            assert cipher.decrypt_detached(NONCE, *expected, tag_length=length) == b"text"
            encryptor, decryptor = cipher.encryptor(NONCE), cipher.decryptor(NONCE)
            assert (encryptor.update(b"text"), encryptor.finalize(length)) == expected
            assert decryptor.update_unverified(expected[0]) == b"text"
            decryptor.finalize(expected[1], tag_length=length)
            with pytest.raises(InvalidTag):
                cipher.decrypt_detached(NONCE, expected[0], bytes(length), tag_length=length)
        else:
            limits = "16 bytes" if row.min_tag == 16 else "4 to 16 bytes"
            for call in (
                lambda: cipher.encrypt_detached(NONCE, b"", tag_length=length),
                lambda: cipher.decrypt_detached(NONCE, b"", bytes(length), tag_length=length),
                lambda: cipher.encryptor(NONCE).finalize(length),
                lambda: cipher.decryptor(NONCE).finalize(bytes(length), tag_length=length),
            ):
                with pytest.raises(ValueError, match=f"{limits}, not {length}"):
                    call()


@AEADS
def test_a_received_tag_does_not_choose_its_length(row):
    """Whoever can cut a tag of 16 bytes to 4 bytes would forge after 2**32 tries."""
    cipher = cipher_of(row)
    text, tag = cipher.encrypt_detached(NONCE, b"pay 1000")
    decryptor = cipher.decryptor(NONCE)
    decryptor.update_unverified(text)
    for wrong in (*(tag[:length] for length in range(16)), tag + b"\0"):
        words = rf"tag: length {len(wrong)}, expected 16 \(tag_length\)"
        with pytest.raises(ValueError, match=words):
            cipher.decrypt_detached(NONCE, text, wrong)
        with pytest.raises(ValueError, match=words):
            decryptor.finalize(wrong)
    decryptor.finalize(tag)
    if row.min_tag <= 8:
        with pytest.raises(ValueError, match=r"tag: length 16, expected 8 \(tag_length\)"):
            cipher.decrypt_detached(NONCE, text, tag, tag_length=8)
        assert cipher.decrypt_detached(NONCE, text, tag[:8], tag_length=8) == b"pay 1000"


@AEADS
def test_generated_nonces(row):
    kind = type(cipher_of(row))
    assert {len(kind.generate_nonce()) for _ in range(5)} == {16} and kind.generate_nonce() != kind.generate_nonce()


@AEADS
@pytest.mark.parametrize("size", [0, 1, 16, 100, 5000])
def test_in_place(row, size):
    cipher, text = cipher_of(row), sample(size)
    buffer = bytearray(text + bytes(16))
    view = memoryview(buffer)
    assert cipher.encrypt_into(NONCE, view[:size], b"ad", buffer) == size + 16
    assert buffer == cipher.encrypt(NONCE, text, b"ad")
    assert cipher.decrypt_into(NONCE, buffer, b"ad", view[:size]) == size
    assert buffer[:size] == text
    encryptor, decryptor = cipher.encryptor(NONCE), cipher.decryptor(NONCE)
    assert encryptor.update_into(view[:size], view[:size]) == size
    assert decryptor.update_unverified_into(view[:size], view[:size]) == size
    assert buffer[:size] == text


@AEADS
def test_a_message_that_is_too_short_for_a_tag(row):
    cipher = cipher_of(row)
    for size in range(16):
        for call in (cipher.decrypt, lambda *a: cipher.decrypt_into(*a, None, bytearray(4))):
            with pytest.raises(InvalidTag, match=f"too short to have a tag: {size} bytes"):
                call(NONCE, bytes(size))


@AEADS
def test_how_it_is_shown(row):
    key = bytes(range(0x41, 0x41 + row.key))
    cipher = aead(row)(key)
    stream = cipher.encryptor(NONCE), cipher.decryptor(NONCE)
    shown = repr(cipher), *map(repr, stream)
    assert shown == tuple(f"<{row.name} asconkit.{kind}>" for kind in ("AEAD", "Encryptor", "Decryptor"))
    cipher.wipe()
    assert repr(cipher) == f"<{row.name} asconkit.AEAD, wiped>"


def test_nothing_overlaps_an_empty_buffer():
    cipher = cipher_of(rows(Kind.AEAD)[0])
    memory = bytearray(36)
    assert cipher.encrypt_into(NONCE, bytes(20), memoryview(memory)[10:10], memory) == 36
    assert memory == cipher.encrypt(NONCE, bytes(20))


def test_overlaps_are_refused():
    cipher = cipher_of(rows(Kind.AEAD)[0])
    memory = memoryview(bytearray(100))
    data, shifted = memory[20:40], memory[21:57]
    for nonce, ad in ((NONCE, None), (memory[40:56], None), (NONCE, memory[50:60]), (NONCE, memory[20:21])):
        buf = shifted if (nonce, ad) == (NONCE, None) else memory[20:56]
        with pytest.raises(ValueError, match="buf must begin where data begins"):
            cipher.encrypt_into(nonce, data, ad, buf)
    with pytest.raises(ValueError, match="buf must begin where data begins"):
        cipher.decrypt_into(NONCE, memory[20:60], None, memory[40:64])
    for stream in (cipher.encryptor(NONCE).update_into, cipher.decryptor(NONCE).update_unverified_into):
        with pytest.raises(ValueError, match="buf must begin where data begins"):
            stream(data, memory[19:39])


def test_order_of_calls():
    cipher = cipher_of(rows(Kind.AEAD)[0])
    encryptor = cipher.encryptor(NONCE)
    encryptor.update(b"text")
    with pytest.raises(StateError, match="associated data must come before the text"):
        encryptor.associated_data(b"late")
    tag = encryptor.finalize()
    for call in (lambda: encryptor.update(b"more"), encryptor.finalize):
        with pytest.raises(StateError, match="the message was finalized"):
            call()
    decryptor = cipher.decryptor(NONCE)
    with pytest.raises(InvalidTag):
        decryptor.finalize(tag)
    with pytest.raises(StateError, match="the message was finalized"):
        decryptor.finalize(tag)
    encryptor = cipher.encryptor(NONCE)
    encryptor.wipe()
    with pytest.raises(StateError, match="the object was wiped"):
        encryptor.associated_data(b"")


@AEADS
def test_wiped_keys_are_gone(row):
    cipher = cipher_of(row)
    sealed = cipher.encrypt(NONCE, b"text")
    with cipher as same:
        assert same is cipher
    for call in (
        lambda: cipher.encrypt(NONCE, b""), lambda: cipher.decrypt(NONCE, sealed),
        lambda: cipher.encryptor(NONCE), lambda: cipher.decryptor(NONCE),
    ):  # fmt: skip
        with pytest.raises(StateError, match="the key was wiped"):
            call()
    cipher.wipe()


def test_wipe_erases_a_buffer():
    key = bytearray(sample(40))
    asconkit.wipe(memoryview(key)[8:24])
    assert key == sample(40)[:8] + bytes(16) + sample(40)[24:]
    for wrong, error in ((b"bytes", ValueError), ("text", TypeError), (None, TypeError)):
        with pytest.raises(error):
            asconkit.wipe(wrong)


def test_secrets_are_not_pickled():
    cipher = cipher_of(rows(Kind.AEAD)[0])
    held = (cipher, cipher.encryptor(NONCE), cipher.decryptor(NONCE), asconkit.hash256(), asconkit.xof128(),
            asconkit.prf.v13_mac(bytes(16)), asconkit.prf.v13_prf(bytes(16)))  # fmt: skip
    for value in held:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match="cannot pickle"):
                pickle.dumps(value, protocol)
