# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Arguments: every kind of buffer is accepted, anything else is refused with the expected type or size."""

import array
import ctypes
import inspect
import io
import mmap
import sys

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asconkit
from asconkit import backend, batch, prf
from growth import CALLS_EACH_TIME, least_growth
from rows import Kind, aead, named, rows, sample

KEY, NONCE = sample(16), sample(16, 1)
DATA = sample(4096)
CIPHER = asconkit.AsconAEAD128(KEY)
STREAM = asconkit.stream.Stream(sample(32), sample(32), chunk_size=16)


def in_mmap():
    memory = mmap.mmap(-1, len(DATA))
    memory.write(DATA)
    return memory


@pytest.mark.parametrize("buffer", [
    bytearray(DATA), memoryview(DATA), array.array("I", DATA), in_mmap(), numpy.frombuffer(DATA, numpy.uint8),
    numpy.frombuffer(DATA, numpy.uint16).reshape(64, 32), (ctypes.c_uint8 * len(DATA)).from_buffer_copy(DATA),
], ids=lambda buffer: type(buffer).__name__)  # fmt: skip
def test_any_buffer(buffer):
    assert asconkit.hash256_digest(buffer) == asconkit.hash256_digest(DATA)
    assert CIPHER.encrypt(NONCE, buffer, buffer) == CIPHER.encrypt(NONCE, DATA, DATA)
    assert asconkit.xof128(buffer).read(9) == asconkit.xof128_digest(DATA, 9)
    assert prf.v13_mac(KEY, buffer).digest() == prf.v13_mac_digest(KEY, DATA)


class Watched(bytes):
    """Bytes that fail the test if they are copied."""

    def __bytes__(self):
        raise AssertionError("copied")

    __getitem__ = __iter__ = __len__ = __bytes__


def test_no_copies():
    assert asconkit.hash256_digest(Watched(DATA)) == asconkit.hash256_digest(DATA)
    array_of_bytes = numpy.frombuffer(bytearray(DATA), numpy.uint8)
    out = numpy.zeros(len(DATA) + 16, numpy.uint8)
    CIPHER.encrypt_into(NONCE, array_of_bytes, None, out)
    assert out.tobytes() == CIPHER.encrypt(NONCE, DATA)


def test_buffers_are_given_back():
    data = bytearray(DATA)
    for call in (asconkit.hash256, CIPHER.encryptor(NONCE).update, lambda d: CIPHER.encrypt(NONCE, d)):
        call(data)
        data.append(0)  # BufferError while somebody holds it
    with pytest.raises(ValueError):
        CIPHER.encrypt(data, data, data)
    data.append(0)


def test_nothing_leaks():
    """The same calls over and over, failing ones too, leave the number of memory blocks as it was."""
    sealed, data = CIPHER.encrypt(NONCE, b"data"), bytearray(3000)

    def calls():
        CIPHER.decrypt(NONCE, sealed)
        CIPHER.encryptor(NONCE).update(data)
        asconkit.new("ascon-xof128", data).copy().read(20)
        asconkit.AsconAEAD128.generate_key()
        asconkit.hash256(data).hexdigest()
        for wrong in (lambda: CIPHER.decrypt(NONCE, data), lambda: CIPHER.encrypt(NONCE, "text"),
                      lambda: asconkit.AsconAEAD128(data), lambda: asconkit.xof128().read(-1)):  # fmt: skip
            with pytest.raises((TypeError, ValueError, asconkit.InvalidTag)):
                wrong()

    assert least_growth(calls, lambda: [sys.getallocatedblocks()])[0] < CALLS_EACH_TIME // 2


NOT_CONTIGUOUS = [memoryview(DATA)[::2], numpy.zeros((8, 8), numpy.uint8)[:, ::2], memoryview(DATA)[::-1]]
NOT_BYTES = ["text", 1, 1.5, None, [1, 2], object(), (b"",), {}]
TAKES_DATA = {
    "hash256": asconkit.hash256, "hash256_digest": asconkit.hash256_digest, "update": asconkit.hash256().update,
    "xof128": asconkit.xof128, "cxof128": asconkit.cxof128, "mac": lambda d: prf.v13_mac(KEY, d),
    "mac key": prf.v13_mac, "prf": lambda d: prf.v13_prf(KEY, d), "verify": prf.v13_mac(KEY).verify,
    "key": asconkit.AsconAEAD128, "nonce": lambda d: CIPHER.encrypt(d, b""),
    "encrypt": lambda d: CIPHER.encrypt(NONCE, d), "decrypt": lambda d: CIPHER.decrypt(NONCE, d),
    "detached": lambda d: CIPHER.decrypt_detached(NONCE, b"", d), "encryptor": CIPHER.encryptor,
    "customization": lambda d: asconkit.cxof128(b"", d), "prfshort": lambda d: prf.v13_prfshort(KEY, d),
    "buf": lambda d: CIPHER.encrypt_into(NONCE, b"", None, d), "read_into": asconkit.xof128().read_into,
    "stream key": lambda d: asconkit.stream.Stream(d, sample(32)), "stream": lambda d: STREAM.open_chunks(0, d, True),
    "context": lambda d: asconkit.stream.Stream(sample(32), sample(32), 0 if d is None else d),
    "header": lambda d: asconkit.stream.Stream.from_header(d, sample(32)),
}  # fmt: skip


@pytest.mark.parametrize("call", TAKES_DATA.values(), ids=TAKES_DATA)
def test_wrong_types(call):
    for value in NOT_BYTES:
        words = None if value is None else f"must be a bytes-like object, not {type(value).__name__}$"
        with pytest.raises(TypeError, match=words):
            call(value)
    for value in NOT_CONTIGUOUS:
        with pytest.raises(ValueError, match="contiguous buffer"):
            call(value)
    with pytest.raises(TypeError):
        call(b"", no_such_argument=1)


def released():
    view = memoryview(bytearray(DATA))
    view.release()
    return view


def closed():
    file = mmap.mmap(-1, 64)
    file.close()
    return file


@pytest.mark.parametrize("call", [
    *TAKES_DATA.values(), asconkit.wipe, lambda d: batch.hash(d), lambda d: asconkit.stream.Sealer(STREAM).update(d),
    lambda d: asconkit.stream.Opener(STREAM).update(d), lambda d: list(asconkit.stream.decrypt_file([d], key=KEY * 2)),
    lambda d: asconkit.stream.open(io.BytesIO(), "wb", key=KEY * 2).write(d),
    lambda d: asconkit.device("cpu").upload(d),
])  # fmt: skip
def test_buffers_that_are_not_there(call):
    """As hashlib: a ValueError that says why, and not that the buffer has a wrong form."""
    for value, words in ((released(), "cannot be read: .*released"), (closed(), "cannot be read: .*closed")):
        with pytest.raises(ValueError, match=words):
            call(value)


@pytest.mark.parametrize("call", [
    lambda d: asconkit.stream.Sealer(STREAM).update(d), lambda d: asconkit.stream.Opener(STREAM).update(d),
    lambda d: asconkit.stream.open(io.BytesIO(), "wb", key=KEY * 2).write(d), batch.hash,
])  # fmt: skip
def test_wrong_buffers_in_python(call):
    with pytest.raises(TypeError, match="must be .*a bytes-like object, not str$"):
        call("text")
    with pytest.raises(ValueError, match="contiguous buffer"):
        call(memoryview(DATA)[::2])


def test_read_only_targets():
    for call in (asconkit.xof128().read_into, lambda d: CIPHER.encrypt_into(NONCE, b"", None, d)):
        for target in (bytes(16), memoryview(bytes(16)), numpy.frombuffer(bytes(16), "uint8")):
            with pytest.raises(ValueError, match="writable"):
                call(target)


@pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
def test_aead_sizes(row):
    kind = aead(row)
    cipher = kind(sample(row.key))
    for size in (0, 1, 15, 16, 17, 19, 20, 21, 31, 32, 33):
        if size != row.key:
            with pytest.raises(ValueError, match=f"key must be {row.key} bytes, not {size}"):
                kind(bytes(size))
        if size != 16:
            for call in (lambda n: cipher.encrypt(n, b""), lambda n: cipher.decrypt(n, bytes(16)), cipher.encryptor,
                         cipher.decryptor):  # fmt: skip
                with pytest.raises(ValueError, match=f"nonce must be 16 bytes, not {size}"):
                    call(bytes(size))
        if size != 20 + 16:
            with pytest.raises(ValueError, match=f"buf must be 36 bytes, not {size}"):
                cipher.encrypt_into(NONCE, bytes(20), None, bytearray(size))


@pytest.mark.parametrize("row", rows(Kind.MAC, Kind.PRF, Kind.PRFSHORT), ids=lambda row: row.name)
def test_key_sizes(row):
    for size in (0, 15, 17, 32):
        with pytest.raises(ValueError, match=f"key must be 16 bytes, not {size}"):
            named(row)(bytes(size), b"")
    if row.kind is Kind.MAC:
        with pytest.raises(ValueError, match="tag must be 16 bytes, not 15"):
            named(row)(KEY).verify(bytes(15))


@pytest.mark.parametrize("row", rows(Kind.PRFSHORT), ids=lambda row: row.name)
def test_prfshort_sizes(row):
    with pytest.raises(ValueError, match="data must be at most 16 bytes, not 17"):
        named(row)(KEY, bytes(17))
    for length in (0, 17):
        with pytest.raises(ValueError, match=f"length must be 1 to 16, not {length}"):
            named(row)(KEY, b"", length)


def test_customization_sizes():
    assert len(asconkit.cxof128(b"", bytes(256)).read(1)) == 1
    for call in (asconkit.cxof128, lambda d, z: asconkit.cxof128_digest(d, 1, z)):
        with pytest.raises(ValueError, match="at most 256 bytes, not 257"):
            call(b"", bytes(257))


def test_lengths():
    calls = (asconkit.xof128().read, asconkit.xof128().digest, asconkit.xof128().hexdigest,
             lambda n: asconkit.xof128_digest(b"", n), lambda n: prf.v12_prf(KEY).read(n))  # fmt: skip
    for call in calls:
        assert len(call(numpy.int32(0))) == 0
        with pytest.raises(ValueError, match="length must be 0 or more, not -1"):
            call(-1)
        for wrong in (1.0, "1", None, b"1"):
            with pytest.raises(TypeError):
                call(wrong)
        with pytest.raises(ValueError):
            call(2**64)
        with pytest.raises((MemoryError, OverflowError)):
            call(2**63 - 1)


def test_backends():
    assert backend.active() in backend.available()
    assert backend.reason() not in ("", "named by the program")
    backend.force("ref")
    assert backend.reason() == "named by the program"
    backend.force(None)
    assert batch.engine_active(1000) in batch.engines()
    for force in (backend.force, batch.engine_force):
        names = backend.available() if force is backend.force else batch.engines()
        for name in ("abacus", "", names[0] + "\0", names[0] + "\0 and more", "\udc80"):
            with pytest.raises(ValueError, match="is not one of"):
                force(name)
        with pytest.raises(TypeError, match="name must be a str, not int"):
            force(1)


# ---- Anything at all -------------------------------------------------------------------------------

ANYTHING = st.one_of(
    st.binary(max_size=300), st.binary(max_size=40).map(bytearray), st.integers(-(2**70), 1000), st.text(max_size=5),
    st.none(), st.booleans(), st.floats(), st.just(DATA), st.sampled_from(NOT_CONTIGUOUS), st.just(bytearray(DATA)),
    st.sampled_from([KEY, bytearray(16), CIPHER, asconkit.AsconAEAD128, "ascon-hash256", asconkit.ALGORITHMS[0]]),
    st.tuples(st.binary(max_size=9), st.binary(max_size=24)),
)  # fmt: skip

ALLOWED = (TypeError, ValueError, MemoryError, asconkit.InvalidTag, asconkit.StateError)


def public_callables():
    import asconkit._core as core

    for name, value in sorted(vars(core).items()):
        if name.startswith("force_"):
            continue
        if callable(value):
            yield name, value
        if isinstance(value, type):
            yield from ((f"{name}.{key}", getattr(value, key)) for key in sorted(vars(value)) if key[:2] != "__")


CALLABLES = dict(public_callables())


def make_objects():
    cipher = asconkit.AsconAEAD128(KEY)  # a new one, since a call may wipe it
    return [cipher, cipher.encryptor(NONCE), cipher.decryptor(NONCE), asconkit.hash256(), asconkit.xof128(),
            asconkit.cxof128(), prf.v13_mac(KEY), prf.v13_prf(KEY)]  # fmt: skip


def test_all_calls_are_found():
    assert len(CALLABLES) > 70
    assert {"AEAD.encrypt", "XOF.read", "batch_crypt", "v12_hasha_digest"} <= set(CALLABLES)


@given(name=st.sampled_from(sorted(CALLABLES)), arguments=st.lists(ANYTHING, max_size=10), method=st.booleans())
def test_anything_is_survived(name, arguments, method):
    call = CALLABLES[name]
    if method and "." in name:
        owners = [value for value in make_objects() if isinstance(value, CALLABLES[name.split(".")[0]])]
        arguments = owners[:1] + arguments
    if not callable(call) or inspect.isdatadescriptor(call):
        return
    try:
        call(*arguments)
    except ALLOWED:
        pass


@pytest.mark.filterwarnings("ignore:nanobind. attempted to access an uninitialized instance")
@pytest.mark.parametrize("kind", [value for value in CALLABLES.values() if isinstance(value, type)], ids=repr)
def test_objects_without_construction_are_survived(kind):
    try:
        empty = kind.__new__(kind)
    except TypeError:
        return
    for name in dir(kind):
        if name.startswith("__"):
            continue
        try:
            value = getattr(empty, name)
            value(b"")
        except (TypeError, ValueError):
            pass
