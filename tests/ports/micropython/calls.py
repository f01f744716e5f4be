# SPDX-License-Identifier: Apache-2.0 OR MIT
"""AEAD, hash, XOF and MAC in MicroPython."""

import array
import gc

import asconkit
from support import KEY, NONCE, NoHeap, memory_of, raises
import uctypes


def print_answers():
    """For every length: the results, in hexadecimal, which the caller compares with the specification."""
    data = bytes(range(1, 41))
    for length in range(41):
        text, ad = data[:length], data[: length % 7]
        tag = asconkit.v13_mac(KEY, text).digest()
        sealed = asconkit.AsconAEAD128(KEY).encrypt(NONCE, text, ad)
        assert asconkit.AsconAEAD128(KEY).decrypt(NONCE, sealed, ad) == text
        results = (sealed, asconkit.hash256(text).digest(), asconkit.xof128(text).read(length), tag)
        print(*(result.hex() if result else "" for result in results))


def test_pieces():
    data = bytes(range(100))
    whole = (asconkit.hash256(data).digest(), asconkit.v13_mac(KEY, data).digest(), asconkit.xof128(data).read(70))
    for cut in (0, 1, 7, 8, 9, 99, 100):
        pieces = (asconkit.hash256(data[:cut]), asconkit.v13_mac(KEY, data[:cut]), asconkit.xof128(data[:cut]))
        for thing in pieces:
            thing.update(memoryview(data)[cut:])
        found = tuple(thing.digest() for thing in pieces[:2])
        assert found + (pieces[2].read(cut % 70) + pieces[2].read(70 - cut % 70),) == whole
        assert pieces[0].digest() == whole[0]  # once more
    raises(asconkit.StateError, "already being read", pieces[2].update, b"")
    pieces[1].reset()
    pieces[1].update(data)
    assert pieces[1].digest() == whole[1]


def test_associated_data_of_each_type():
    aead = asconkit.AsconAEAD128(bytearray(KEY))
    sealed = aead.encrypt(NONCE, "text", None)
    assert sealed == aead.encrypt(memoryview(NONCE), bytearray(b"text"), b"") == aead.encrypt(NONCE, b"text")
    words = array.array("H", [1, 2])
    assert aead.decrypt(NONCE, aead.encrypt(NONCE, words, words), bytes(words)) == bytes(words)


def test_in_place_without_heap():
    aead, digest, tag = asconkit.AsconAEAD128(KEY), bytearray(32), bytearray(16)
    buffer = bytearray(b"a message" + bytes(16))
    text, out = memoryview(buffer)[:9], bytearray(70)
    sha, mac, xof = asconkit.hash256(), asconkit.v13_mac(KEY), asconkit.xof128()
    expected, things = aead.encrypt(NONCE, b"a message", b"ad"), (sha, mac, xof)
    with NoHeap():
        assert aead.encrypt_into(NONCE, text, b"ad", buffer) == 25
    assert bytes(buffer) == expected
    with NoHeap():
        assert aead.decrypt_into(NONCE, buffer, b"ad", text) == 9
        for thing in things:
            thing.reset()
            thing.update(text)
        assert sha.digest_into(digest) == 32 and mac.digest_into(tag) == 16 and xof.read_into(out) == 70
        mac.verify(tag)
        assert asconkit.compare_digest(tag, tag)
    assert bytes(text) == b"a message" and bytes(digest) == asconkit.hash256(b"a message").digest()
    assert bytes(out) == asconkit.xof128(b"a message").read(70)


def test_forgeries():
    aead = asconkit.AsconAEAD128(KEY)
    sealed = aead.encrypt(NONCE, b"text", b"ad")
    out = bytearray(b"\xee" * 4)
    for place in range(len(sealed)):
        forged = bytearray(sealed)
        forged[place] ^= 1
        raises(asconkit.InvalidTag, "does not match", aead.decrypt, NONCE, forged, b"ad")
        out[:] = b"\xee" * 4
        raises(asconkit.InvalidTag, "does not match", aead.decrypt_into, NONCE, forged, b"ad", out)
        assert out == bytes(4)
    for length in range(16):
        raises(asconkit.InvalidTag, "does not match", aead.decrypt, NONCE, sealed[:length], b"ad")
    mac = asconkit.v13_mac(KEY, b"text")
    raises(asconkit.InvalidTag, "does not match", mac.verify, bytes(16))
    mac.verify(mac.digest())
    with NoHeap():
        try:
            aead.decrypt(NONCE, b"", b"ad")
        except asconkit.InvalidTag:
            pass


def test_arguments():
    aead, mac = asconkit.AsconAEAD128(KEY), asconkit.v13_mac(KEY)
    raises(ValueError, "key has 15 bytes, expected 16", asconkit.AsconAEAD128, KEY[1:])
    raises(ValueError, "key has 17 bytes, expected 16", asconkit.v13_mac, KEY + b"1")
    raises(ValueError, "nonce has 0 bytes, expected 16", aead.encrypt, b"", b"text")
    raises(ValueError, "buf has 19 bytes, expected at least 20", aead.encrypt_into, NONCE, b"text", None, bytearray(19))
    raises(ValueError, "buf has 3 bytes, expected at least 4", aead.decrypt_into, NONCE, bytes(20), None, bytearray(3))
    raises(ValueError, "buf has 31 bytes", asconkit.hash256().digest_into, bytearray(31))
    raises(ValueError, "tag has 15 bytes, expected 16", mac.verify, bytes(15))
    raises(ValueError, "length -1", asconkit.xof128().read, -1)
    for wrong in (None, 5):
        raises(TypeError, "", aead.encrypt, NONCE, wrong)
        raises(TypeError, "", asconkit.compare_digest, wrong, b"")
        raises(TypeError, "", asconkit.compare_digest, b"", wrong)
    raises(TypeError, "", aead.encrypt_into, NONCE, b"", None, bytes(16))  # cannot be written
    raises(TypeError, "", asconkit.AsconAEAD128)
    raises(TypeError, "", asconkit.hash256, b"", b"")
    assert not asconkit.compare_digest(b"a", b"ab") and not asconkit.compare_digest(b"a", b"b")


def test_overlaps():
    """Nothing is written: neither by C nor after an exception."""
    aead = asconkit.AsconAEAD128(KEY)
    whole = memoryview(bytearray(range(200)))
    before = bytes(whole)
    for start in (17, 31, 33, 48, 63):
        text, out = whole[start : start + 16], whole[32:64]
        raises(ValueError, "buf overlaps data", aead.encrypt_into, NONCE, text, None, out)
        raises(ValueError, "buf overlaps associated_data", aead.encrypt_into, NONCE, bytes(16), text, out)
        raises(ValueError, "buf overlaps nonce", aead.encrypt_into, text, bytes(16), None, out)
    raises(ValueError, "buf overlaps nonce", aead.encrypt_into, out[:16], bytes(16), None, out)
    raises(ValueError, "buf overlaps data", aead.decrypt_into, NONCE, whole[0:40], None, whole[16:40])
    assert bytes(whole) == before
    assert aead.encrypt_into(NONCE, whole[64:80], None, whole[32:64]) == 32  # side by side


def test_wiping():
    aead, mac, sha = asconkit.AsconAEAD128(KEY), asconkit.v13_mac(KEY, b"text"), asconkit.hash256()
    assert KEY in memory_of(aead, 64) and KEY in memory_of(mac, 64)
    with aead as same:
        assert same is aead
    for thing in (mac, sha):
        thing.wipe()
    assert KEY not in memory_of(aead, 64) and KEY not in memory_of(mac, 64)
    raises(asconkit.StateError, "wiped", aead.encrypt, NONCE, b"")
    raises(asconkit.StateError, "wiped", aead.decrypt, NONCE, bytes(16))
    for thing in (mac, sha):
        raises(asconkit.StateError, "wiped", thing.update, b"")
        raises(asconkit.StateError, "wiped", thing.digest)
        raises(asconkit.StateError, "wiped", thing.reset)
    secret = bytearray(KEY)
    asconkit.wipe(secret)
    assert secret == bytes(16)


def make_and_forget():
    """Addresses of objects with keys that nobody has any more."""
    made = [kind(KEY) for _ in range(20) for kind in (asconkit.AsconAEAD128, asconkit.v13_mac)]
    assert all(KEY in memory_of(thing, 64) for thing in made)
    hidden = [id(thing) ^ 0x5555 for thing in made]
    made.clear()
    return hidden


def test_collected_objects_are_wiped():
    """But a few, to which words on the stack may look like pointers."""
    hidden = make_and_forget()
    gc.collect()
    kept = [KEY in bytes(uctypes.bytearray_at(address ^ 0x5555, 64)) for address in hidden]
    assert sum(kept) <= 3, kept


def test_memory_errors():
    """No room for the result: the object works afterwards, and a sender has not used a counter."""
    aead, sender = asconkit.AsconAEAD128(KEY), asconkit.Sender(KEY, bytes(8))
    gc.collect()
    texts = [bytearray(gc.mem_free() // 2 + 1024)]
    raises(MemoryError, "", aead.encrypt, NONCE, texts[0])
    raises(MemoryError, "", sender.seal, texts[0])
    raises(MemoryError, "", asconkit.xof128().read, len(texts[0]))
    texts.clear()
    assert aead.decrypt(NONCE, aead.encrypt(NONCE, b"text")) == b"text"
    assert sender.seal(b"")[:2] == b"\0\0"


def interrupted():
    """Somebody presses Ctrl-C in the middle of calls: once for each line that is a name alone."""
    mac, data = asconkit.v13_mac(KEY), bytearray(1 << 23)
    sender, aead = asconkit.Sender(KEY, bytes(8)), asconkit.AsconAEAD128(KEY)
    out = bytearray(len(data) + 16)
    calls = {"mac": lambda: mac.update(data), "seal": lambda: sender.seal_into(data, None, out)}
    for name, call in calls.items():
        is_usable, left = True, 20
        while is_usable:  # at first, and if it came between two calls
            assert left, "it works on"
            left -= 1
            try:
                print(name)
                while True:
                    call()
            except KeyboardInterrupt:
                pass
            try:
                call()
            except asconkit.StateError as error:
                assert "a call was interrupted" in str(error)
                is_usable = False
        print("refuses")
    for call in (mac.digest, mac.reset, mac.wipe, sender.wipe, lambda: sender.seal(b"")):
        raises(asconkit.StateError, "a call was interrupted", call)
    try:
        print("aead")
        while True:
            aead.encrypt_into(NONCE, data, None, out)
    except KeyboardInterrupt:
        assert aead.decrypt(NONCE, aead.encrypt(NONCE, b"text")) == b"text"
        print("goes on")
