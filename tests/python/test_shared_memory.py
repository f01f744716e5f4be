# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Memory that others write to during a call: threads, and processes with memory that they share."""

import threading
import time

import numpy
import pyarrow
import pytest

import asconkit
from asconkit import batch, bits, commit, hmac, isap, kdf, siv, stream, v12
from rows import sample

NONCE, KEY_OF_16, KEY_OF_32 = sample(16), sample(16, 7), sample(32, 7)
# Long enough that another thread runs meanwhile. ISAP is slow.
TEXT = sample(251) * 8000
ISAP_TEXT = sample(251) * 400
SECONDS = 0.5


class Changing:
    """A buffer of which another thread changes one byte all the time, to and fro."""

    def __init__(self, first, at):
        self.buffer = bytearray(first)
        self.contents = (bytes(first), bytes(first[:at]) + bytes([first[at] ^ 1]) + bytes(first[at + 1 :]))
        self._at, self._over, self.changes = at, False, 0
        self._thread = threading.Thread(target=self._change)

    def _change(self):
        while not self._over:
            self.buffer[self._at] ^= 1
            self.changes += 1

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over = True
        self._thread.join()


def opened_as(texts, open_, *arguments):
    """Decryption gives one of the texts, or nothing."""
    try:
        assert open_(*arguments) in texts
    except asconkit.InvalidTag:
        pass


def text_for(cipher):
    return ISAP_TEXT if cipher in (isap.IsapA128a, isap.IsapA128) else TEXT


def encrypting(cipher, buffer_is):
    """What encrypt() makes is a message, with the text, associated data or nonce of one moment."""

    def prepare():
        aead, text = cipher(sample(cipher.key_size)), text_for(cipher)
        parts = {"nonce": NONCE, "data": text, "associated_data": sample(100)}
        changing = Changing(parts[buffer_is], len(parts[buffer_is]) // 2)

        def call():
            sealed = aead.encrypt(**{**parts, buffer_is: changing.buffer})
            for content in changing.contents:
                given = {**parts, buffer_is: content, "data": sealed}
                try:
                    if aead.decrypt(**given) == (content if buffer_is == "data" else text):
                        return
                except asconkit.InvalidTag:
                    pass
            pytest.fail("nobody can decrypt the message")

        return changing, call

    return prepare


def decrypting(cipher):
    def prepare():
        aead, text = cipher(sample(cipher.key_size)), text_for(cipher)
        changing = Changing(aead.encrypt(NONCE, text, b"header"), len(text) // 2)
        return changing, lambda: opened_as([text], aead.decrypt, NONCE, changing.buffer, b"header")

    return prepare


def one_of(function, argument, *others):
    """A result is that of one content of the buffer."""

    def prepare():
        changing = Changing(argument, len(argument) // 2)
        expected = [function(content, *others) for content in changing.contents]

        def call():
            assert function(changing.buffer, *others) in expected

        return changing, call

    return prepare


ROWS = 20_000
COUNTERS = numpy.arange(2 * ROWS, dtype=numpy.uint64).reshape(ROWS, 2).view(numpy.uint8)
MESSAGES = numpy.zeros((ROWS, 16), numpy.uint8)


def arrow_rows(array):
    return pyarrow.FixedSizeBinaryArray.from_buffers(pyarrow.binary(16), ROWS, [None, pyarrow.py_buffer(array)])


def batch_bytes(key, kind):
    if kind == "numpy":
        return batch.encrypt(key, COUNTERS, MESSAGES, threads=1).tobytes()
    return batch.encrypt(key, arrow_rows(COUNTERS), arrow_rows(MESSAGES), threads=1).buffers()[1].to_pybytes()


def opening_a_chunk():
    made, text = stream.Stream(KEY_OF_32, KEY_OF_32, chunk_size=1 << 20), TEXT[: 1 << 20]
    changing = Changing(made.seal(0, text, True), 1000)
    return changing, lambda: opened_as([text], made.open, 0, changing.buffer, True)


def opening_a_batch():
    sealed = batch.encrypt(KEY_OF_16, COUNTERS[:4], numpy.zeros((4, 1 << 20), numpy.uint8))
    changing = Changing(sealed.tobytes(), 1000)
    rows = numpy.frombuffer(changing.buffer, numpy.uint8).reshape(sealed.shape)

    def call():
        text, _ = batch.decrypt(KEY_OF_16, COUNTERS[:4], rows, on_error="mask", threads=1)
        assert not text.any()

    return changing, call


CONSTRUCTED = [siv.AsconSIV, commit.AsconCommittingAEAD128, commit.AsconCommittingSIV, isap.IsapA128a, isap.IsapA128]
CIPHERS = [*CONSTRUCTED, asconkit.AsconAEAD128, v12.Ascon80pq]
CHANGING = {
    **{f"{cipher.__name__}.decrypt": decrypting(cipher) for cipher in CIPHERS},
    **{f"{cipher.__name__}.encrypt, data": encrypting(cipher, "data") for cipher in CIPHERS},
    **{f"{cipher.__name__}.encrypt, {name}": encrypting(cipher, name)
       for cipher in CONSTRUCTED for name in ("nonce", "associated_data")},
    "hkdf_expand": one_of(lambda info: hmac.hkdf_expand(KEY_OF_32, info, 8160), sample(100)),
    "hkdf": one_of(lambda info: hmac.hkdf(b"salt", KEY_OF_32, info, 8160), sample(100)),
    "pbkdf2": one_of(lambda salt: hmac.pbkdf2(b"password", salt, 30, 1000), sample(32)),
    "kdf": one_of(lambda info: kdf.derive(b"salt", KEY_OF_32, info, 50_000), sample(100)),
    "batch, numpy": one_of(batch_bytes, KEY_OF_16, "numpy"), "batch, Arrow": one_of(batch_bytes, KEY_OF_16, "Arrow"),
    "batch, bits": one_of(lambda key: bits.aead128_encrypt(key, NONCE, TEXT, 8 * len(TEXT)), KEY_OF_16),
    "open a chunk": opening_a_chunk, "open a batch": opening_a_batch,
}  # fmt: skip


@pytest.mark.parametrize("prepare", CHANGING.values(), ids=CHANGING)
def test_memory_that_others_write_to(prepare):
    """What is returned is a result for one content of the buffer, and nothing that was not verified."""
    changing, call = prepare()
    with changing:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            call()
    assert changing.changes > 100
