# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Nothing is read or written outside the buffers: after each is a page without access.

A fault ends the test run with a segmentation fault, whose traceback names the call."""

import ctypes
import mmap
import os
import subprocess
import sys

import numpy
import pytest

import asconkit
from asconkit import _core
from rows import Kind, aead, named, rows, sample

PAGE = mmap.PAGESIZE
PROT_NONE = 0
ROW = {row.name: row for row in asconkit.ALGORITHMS}
if sys.platform == "win32":
    pytest.skip("needs mprotect", allow_module_level=True)
LIBC = ctypes.CDLL(None, use_errno=True)


def at_the_end(content, fences=[]):
    """A writable buffer with this content that a forbidden page follows."""
    pages = -(-max(1, len(content)) // PAGE)
    memory = mmap.mmap(-1, (pages + 1) * PAGE)
    fences.append(memory)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    if LIBC.mprotect(ctypes.c_void_p(start + pages * PAGE), ctypes.c_size_t(PAGE), PROT_NONE) != 0:
        raise OSError(ctypes.get_errno(), "mprotect")
    view = memoryview(memory)[pages * PAGE - len(content) : pages * PAGE]
    view[:] = content
    return view


def columns(count, length):
    return numpy.frombuffer(at_the_end(sample(count * length)), numpy.uint8).reshape(count, length)


def test_the_fence_stands():
    code = "import test_bounds as t, ctypes; v = t.at_the_end(b'x'); "
    code += "a = ctypes.addressof(ctypes.c_char.from_buffer(v)); "
    for offset, status in ((0, 0), (1, -11)):
        done = subprocess.run([sys.executable, "-c", f"{code}ctypes.string_at(a + {offset}, 1)"],
                              env={**os.environ, "PYTHONPATH": ":".join(sys.path)})  # fmt: skip
        assert done.returncode == status


def test_streams():
    key, salt = at_the_end(sample(32)), at_the_end(sample(32, 1))
    for size in (0, 1, 15, 16, 17, 33):
        one = asconkit.stream.Stream(key, salt, at_the_end(sample(size)), chunk_size=16)
        text = at_the_end(sample(size))
        sealed = at_the_end(one.seal_chunks(0, text, True, threads=1))
        assert one.open_chunks(0, sealed, True) == text
        last = at_the_end(one.seal(3, at_the_end(sample(size % 17 or 1)), True))
        assert one.open(3, last, True) == sample(size % 17 or 1)
    header, made = asconkit.stream.Stream.create_header(key, salt, chunk_size=16)
    again = asconkit.stream.Stream.from_header(at_the_end(header), key)
    assert again.open(0, made.seal(0, b"", True), True) == b""
    for size in range(144):
        with pytest.raises(ValueError, match="truncated header"):
            asconkit.stream.Stream.from_header(at_the_end(header[:size]), key)


@pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
def test_aead(row):
    cipher, nonce = aead(row)(at_the_end(sample(row.key))), at_the_end(sample(16))
    for size in (0, 1, 7, 8, 15, 16, 17, 33):
        text, ad = at_the_end(sample(size)), at_the_end(sample(size))
        sealed = at_the_end(cipher.encrypt(nonce, text, ad))
        out, back = at_the_end(bytes(size + 16)), at_the_end(bytes(size))
        cipher.encrypt_into(nonce, text, ad, out)
        cipher.decrypt_into(nonce, out, ad, back)
        assert (out, back) == (sealed, text) and cipher.decrypt(nonce, sealed, ad) == text
        for stream in (cipher.encryptor(nonce), cipher.decryptor(nonce)):
            stream.associated_data(ad)
            update = stream.update_into if hasattr(stream, "update_into") else stream.update_unverified_into
            update(text, back)


@pytest.mark.parametrize("row", rows(Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF), ids=lambda row: row.name)
def test_absorbing(row):
    key = [at_the_end(sample(row.key))] if row.key else []
    for size in (0, 1, 7, 8, 31, 32, 39, 40, 41):
        running = named(row)(*key, at_the_end(sample(size)))
        running.update(at_the_end(sample(size)))
        if hasattr(running, "read_into"):
            running.read_into(at_the_end(bytes(size)))
        if row.kind is Kind.MAC:
            running.verify(at_the_end(running.digest()))


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 16, 17, 33])
@pytest.mark.parametrize("length", [0, 1, 16, 33])
def test_batches(count, length):
    results = at_the_end(bytes(count))
    for keys in (columns(count, 16), at_the_end(sample(16))):
        data, sealed = columns(count, length), columns(count, length + 16)
        common = keys, columns(count, 16)
        for ad in (columns(count, 5), at_the_end(sample(5)), None):
            assert _core.batch_crypt(ROW["ascon-aead128"], True, *common, data, ad, sealed, 16, results, 1)
            assert _core.batch_crypt(ROW["ascon-aead128"], False, *common, sealed, ad, data, 16, results, 1)
        tags = columns(count, 16)
        assert _core.batch_absorb(ROW["ascon-mac-v13"], keys, data, tags, None, results, 1)
        assert _core.batch_verify(ROW["ascon-mac-v13"], keys, data, tags, results, 1)
    _core.batch_absorb(ROW["ascon-hash256"], None, data, columns(count, 32), None, results, 1)
