# SPDX-License-Identifier: Apache-2.0 OR MIT
"""asconkit.stream: against the model, the command and everything that must be refused."""

import asyncio
import copy as copying
import gc
import io
import os
import pickle
import random
import subprocess
import sys
import threading
import weakref
import zipfile
from pathlib import Path

import pytest

import asconkit
import passphrases
from asconkit import InvalidTag, StateError, stream
from rows import Kind, rows, sample
from spec import constructions
from spec.algorithms import find
from spec.constructions import stream as model

KEY, SALT = sample(32, 5), sample(32, 9)
VECTORS = constructions.vectors("stream")
CHUNK = 10
UNIT = CHUNK + 16
COMMAND = Path(asconkit.__file__).parent / "bin/asconkit"


def of_kind(kind):
    return [pytest.param(one, id=one["name"]) for one in VECTORS if one["kind"] == kind]


def write(text, **options):
    file = io.BytesIO()
    with stream.open(file, "wb", key=KEY, **{"chunk_size": CHUNK, **options}) as out:
        assert out.write(text) == len(text)
    return file.getvalue()


class Pipe(io.RawIOBase):
    """A file that cannot seek and gives a few bytes at a time."""

    def __init__(self, data, step=7):
        self._data, self._step = io.BytesIO(data), step

    def readable(self):
        return True

    def readinto(self, buffer):
        return self._data.readinto(memoryview(buffer)[: self._step])


def read_at_random(data):
    with stream.open(io.BytesIO(data), key=KEY) as file:
        return [file.read()]


def read_in_order(data):
    with stream.open(Pipe(data), key=KEY) as file:
        return list(iter(lambda: file.read(1), b""))


def read_pieces(data):
    return list(stream.decrypt_file((data[i : i + 11] for i in range(0, len(data), 11)), key=KEY))


async def collect(iterator):
    return [piece async for piece in iterator]


def read_async(data):
    return asyncio.run(collect(stream.async_decrypt_file(Pipe(data, 1000), key=KEY)))


READERS = {"at random": read_at_random, "in order": read_in_order, "pieces": read_pieces, "async": read_async}


@pytest.fixture(params=READERS.values(), ids=READERS)
def reader(request):
    return request.param


# ---- Right streams ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", of_kind("stream"))
def test_known_answers(answer):
    options = {"algorithm": answer["algorithm"], "chunk_size": answer["chunk"]}
    made = stream.Stream(answer["key"], answer["salt"], answer["context"], **options)
    text, sealed, every = answer["text"], answer["sealed"], answer["rekey_every"]
    same = stream.Stream.from_secret(answer["secret"], **options)
    for one in (made, same):
        sealer = stream.Sealer(one, rekey_every=every, threads=1)
        assert sealer.update(text) + sealer.finalize() == sealed
        opener = stream.Opener(one, rekey_every=every)
        assert opener.update(sealed[:25]) + opener.update(sealed[25:]) + opener.finalize() == text
        if not every:
            assert one.seal_chunks(0, text, True) == sealed
            assert one.open_chunks(0, sealed, True) == text
    assert (made.algorithm, made.chunk_size, made.tag_size) == (answer["algorithm"], answer["chunk"], 16)


@pytest.mark.parametrize("answer", of_kind("chunk"))
def test_known_answers_of_chunks(answer):
    one = stream.Stream.from_secret(answer["secret"], algorithm=answer["algorithm"], chunk_size=answer["chunk"])
    for last, sealed in ((False, answer["sealed"]), (True, answer["last"])):
        assert one.seal(answer["index"], answer["text"], last) == sealed
        assert one.open(answer["index"], sealed, last) == answer["text"]
        with pytest.raises(InvalidTag):
            one.open(answer["index"], sealed, not last)
    other = one.copy()
    other.rekey(answer["following"])
    expected = stream.Stream.from_secret(answer["rekeyed"], algorithm=answer["algorithm"], chunk_size=answer["chunk"])
    assert other.seal(0, answer["text"]) == expected.seal(0, answer["text"]) != one.seal(0, answer["text"])


@pytest.mark.parametrize("answer", of_kind("file"))
def test_known_answers_of_files(answer):
    header = stream.read_header(io.BytesIO(answer["header"]))
    assert (header.version, header.algorithm, header.chunk_size) == (
        answer["version"], answer["algorithm"], answer["chunk"])
    assert (header.memory_kib, header.passes, header.lanes) == (answer["memory"], answer["passes"], answer["lanes"])
    assert (header.passphrase, header.salt, header.size) == (
        answer["source"] == model.PASSPHRASE, answer["salt"], len(answer["header"]))
    data, seen = answer["header"] + answer["sealed"], []

    def key(header):
        seen.append(header)
        return answer["key"]

    for file in (io.BytesIO(data), Pipe(data)):
        with stream.open(file, key=key) as text:
            assert text.read() == answer["text"]
            assert text.header == header
    assert b"".join(stream.decrypt_file(data, key=key)) == answer["text"]
    assert seen == [header] * 3
    if answer["version"] == 2:
        cost = (header.memory_kib, header.passes, header.lanes) if header.passphrase else None
        made, one = stream.Stream.create_header(
            answer["key"], answer["salt"], algorithm=header.algorithm, chunk_size=20, passphrase_cost=cost)
        assert made == answer["header"]
        assert one.seal_chunks(0, answer["text"], True) == answer["sealed"]


@pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
@pytest.mark.parametrize("size", [0, 1, 9, 10, 11, 20, 21, 195])
def test_files_are_those_of_the_model(row, size, reader):
    text = sample(size)
    data = write(text, algorithm=row.name)
    header = model.Header(row, CHUNK, data[64:96])
    assert data[:144] == header.encode(KEY)
    assert model.unseal(header.stream(KEY), data[144:]) == text
    theirs = header.encode(KEY) + model.seal(header.stream(KEY), text)
    assert b"".join(reader(theirs)) == text


@pytest.mark.parametrize(("chunk", "size"), [(1, 70), (2, 71), (65536, 400_000), (1 << 20, 3 << 20), (1 << 20, 5)])
def test_chunk_sizes_and_groups(chunk, size, reader):
    text = sample(size)
    data = write(text, chunk_size=chunk)
    assert len(data) == 144 + size + 16 * max(1, -(-size // chunk))
    assert b"".join(stream.encrypt_file([b"", text[:5], text[5:]], key=KEY, chunk_size=chunk))[144:] != data[144:]
    if chunk > 2:
        assert b"".join(stream.decrypt_file(data, key=KEY, threads=2)) == text
        assert read_at_random(data) == [text]
    else:
        assert b"".join(reader(data)) == text


def test_every_file_has_a_new_salt():
    files = [write(b"the same") for _ in range(20)]
    assert len({data[64:96] for data in files}) == len({data[144:] for data in files}) == 20


def test_files_are_the_commands(tmp_path):
    if not COMMAND.exists():
        pytest.skip("this wheel was built without the command")
    key_file, text = tmp_path / "key", sample(200_000)
    subprocess.run([COMMAND, "keygen", key_file], check=True)
    key = stream.read_key_file(key_file)
    (tmp_path / "text").write_bytes(text)
    subprocess.run([COMMAND, "encrypt", "-k", key_file, tmp_path / "text", "-o", tmp_path / "theirs"], check=True)
    with stream.open(tmp_path / "theirs", key=key) as file:
        assert file.read() == text
    with stream.open(tmp_path / "ours", "xb", key=key) as file:
        file.write(text)
    done = subprocess.run([COMMAND, "decrypt", "-k", key_file, tmp_path / "ours", "-o", "-"], capture_output=True)
    assert (done.returncode, done.stdout) == (0, text)


def test_files_with_a_passphrase(monkeypatch):
    if not COMMAND.exists():
        pytest.skip("this wheel was built without the command")
    monkeypatch.setattr(passphrases, "COMMAND", str(COMMAND))
    passphrases.check([sys.executable, str(Path(__file__).parent / "passphrase_driver.py")])


@pytest.mark.parametrize(("arguments", "message"), [
    ({"memory_kib": 7}, "less than 8 KiB of Argon2 memory for each lane, or more than 2 GiB in total, with 7 KiB"),
    ({"lanes": 0}, "a number of Argon2 lanes outside 1 to 64"),
    ({"memory_kib": (1 << 20) + 1}, "costly: Argon2 memory in KiB 1048577, passes 3, lanes 4; expected"),
    ({"memory_kib": 3 << 20, "allow_costly": True}, "less than 8 KiB of Argon2 memory for each lane, or more"),
    ({"passphrase": 5}, "passphrase must be a bytes-like object"),
])  # fmt: skip
def test_passphrases_that_are_none(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        stream.Passphrase(**{"passphrase": "x", **arguments})


def test_a_passphrase_in_every_call(tmp_path):
    key = stream.Passphrase(b"correct horse", memory_kib=8, passes=257, lanes=1, allow_costly=True)
    with stream.open(tmp_path / "file", "xb", key=key) as file:
        file.write(b"text")
    with stream.open(tmp_path / "file", key=key) as file:
        assert file.read() == b"text" and (file.header.memory_kib, file.header.passes, file.header.lanes) == (8, 257, 1)
    with pytest.raises(ValueError, match="costly: .* passes 257, .*or allow_costly=True"):
        stream.open(tmp_path / "file", key=stream.Passphrase("correct horse"))
    wrong = stream.Passphrase("correct horse ", allow_costly=True)
    with pytest.raises(InvalidTag, match="^wrong passphrase, or somebody changed the header$"):
        stream.open(tmp_path / "file", key=wrong)
    with pytest.raises(ValueError, match="key must be a Passphrase"):
        stream.open(tmp_path / "file", key=KEY)
    text = asyncio.run(collect(stream.async_decrypt_file(tmp_path / "file", key=key)))
    assert b"".join(text) == b"text"
    assert "correct" not in repr(key)


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_key_file_that_others_can_read(tmp_path):
    path = tmp_path / "key"
    path.write_text("asconkit-key-v1-" + bytes(32).hex() + "-e7c2e3c9")
    for mode in (0o604, 0o640):
        path.chmod(mode)
        with pytest.warns(UserWarning, match=f"key, whose mode is {mode:04o}"), pytest.raises(ValueError):
            stream.read_key_file(path)


# ---- Random access ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 10, 95, 100])
def test_reading_at_random(size):
    text = sample(size)
    generator = random.Random(size)
    with opened_behind(text) as file:
        plain = io.BytesIO(text)
        for _ in range(300):
            at, count = generator.randrange(size + 20), generator.randrange(40)
            assert file.seek(at) == plain.seek(at) == file.tell()
            assert file.read(count) == plain.read(count)
        assert file.seek(0, os.SEEK_END) == size
        assert file.seek(-size, os.SEEK_CUR) == 0
        assert file.read() == text and file.read() == b""


def opened_behind(text):
    """A stream that does not begin where its file does."""
    file = io.BytesIO(b"before" + write(text))
    file.seek(6)
    return stream.open(file, key=KEY)


def test_few_chunks_are_read_for_few_bytes():
    class Counting(io.BytesIO):
        count = 0

        def read(self, size=-1):
            data = super().read(size)
            self.count += len(data)
            return data

    file = Counting(write(sample(100_000), chunk_size=100))
    with stream.open(file, key=KEY) as text:
        before = file.count
        assert text.seek(50_050) and text.raw.read(10) == sample(100_000)[50_050:50_060]
        assert file.count - before == 116


def test_it_is_a_binary_file():
    text = b"one\ntwo\nthree"
    with stream.open(io.BytesIO(write(text)), key=KEY) as file:
        assert list(file) == [b"one\n", b"two\n", b"three"]
        file.seek(4)
        assert file.readline() == b"two\n" and file.peek(1)[:1] == b"t"
        buffer = bytearray(20)
        assert file.readinto(buffer) == 5 and buffer[:5] == b"three"
        assert file.readable() and file.seekable() and not file.writable()
        with pytest.raises(ValueError, match="must be 0 or more"):
            file.raw.seek(-1)
        with pytest.raises(ValueError, match="whence must be 0, 1 or 2, not 3"):
            file.raw.seek(0, 3)
        with pytest.raises(io.UnsupportedOperation):
            file.write(b"x")
    assert file.closed
    with pytest.raises(ValueError, match="closed file"):
        file.read()
    with pytest.raises(ValueError, match="closed file"):
        file.raw.tell()


def test_other_formats_in_it():
    file = io.BytesIO()
    with stream.open(file, "wb", key=KEY) as out, zipfile.ZipFile(out, "w") as archive:
        for name in ("a", "b"):
            archive.writestr(name, sample(1000))
    file.seek(0)
    with stream.open(file, key=KEY) as text, zipfile.ZipFile(text) as archive:
        assert archive.namelist() == ["a", "b"] and archive.read("b") == sample(1000)


# ---- Forgeries -------------------------------------------------------------------------------------------------------

TEXT = sample(35)
DATA = write(TEXT)
HEADER, SEALED = DATA[:144], DATA[144:]
PARTS = [SEALED[at : at + UNIT] for at in range(0, len(SEALED), UNIT)]
OTHER = write(TEXT)[144:]


def refused(reader, data):
    with pytest.raises((InvalidTag, ValueError)):
        reader(data)


@pytest.mark.parametrize("order", ["1023", "0213", "0012", "01223", "01233", "01230", "013", "123", "3", "012", ""])
def test_rearranged_chunks_are_refused(reader, order):
    refused(reader, HEADER + b"".join(PARTS[int(i)] for i in order))


@pytest.mark.parametrize("at", range(4))
def test_spliced_files_are_refused(reader, at):
    cut = at * UNIT
    refused(reader, HEADER + SEALED[:cut] + OTHER[cut:])
    refused(reader, HEADER + SEALED[:cut] + OTHER[cut : cut + UNIT] + SEALED[cut + UNIT :])


@pytest.mark.parametrize("reader", [read_at_random, read_in_order])
def test_cut_off_anywhere(reader):
    for size in range(len(DATA)):
        refused(reader, DATA[:size])
    for more in (b"x", bytes(16), bytes(26)):
        refused(reader, DATA + more)


@pytest.mark.parametrize("reader", [read_at_random, read_pieces])
def test_any_byte_changed(reader):
    for at in range(len(DATA)):
        refused(reader, DATA[:at] + bytes([DATA[at] ^ 1]) + DATA[at + 1 :])


def test_a_wrong_key_is_refused(reader, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "KEY", bytes(32))
    with pytest.raises(InvalidTag):
        reader(DATA)


def test_a_file_that_can_seek_is_refused_when_it_is_opened():
    for data in (DATA[:-1], HEADER + PARTS[0], HEADER, DATA + b"x"):
        with pytest.raises(InvalidTag):
            stream.open(io.BytesIO(data), key=KEY)
    with pytest.raises(InvalidTag, match="was cut off: no chunk follows chunk 1"):
        stream.open(io.BytesIO(HEADER + PARTS[0] + PARTS[1]), key=KEY)


FORGED = HEADER + PARTS[0] + PARTS[1][:-1] + bytes([PARTS[1][-1] ^ 1]) + PARTS[2] + PARTS[3]


def test_what_is_good_is_given_out_before_the_error():
    with stream.open(io.BytesIO(FORGED), key=KEY) as file:
        assert file.raw.read(10) == TEXT[:10]
        for _ in range(2):
            with pytest.raises(InvalidTag, match="chunk 1 is forged"):
                file.raw.read(10)
        file.raw.seek(20)
        assert file.raw.read(10) == TEXT[20:30]
    with stream.open(Pipe(FORGED, 1000), key=KEY) as file:
        assert file.raw.read(10) == TEXT[:10]
        for _ in range(2):
            with pytest.raises(InvalidTag, match="chunk 1 is forged"):
                file.raw.read(10)
    pieces = stream.decrypt_file(FORGED, key=KEY)
    assert next(pieces) == TEXT[:10]
    with pytest.raises(InvalidTag, match="chunk 1 is forged"):
        next(pieces)


def test_an_opener_that_failed_stays_so():
    with stream.Stream.from_header(HEADER, KEY) as one:
        opener = stream.Opener(one)
    assert opener.update(FORGED[144:]) == TEXT[:10]
    for call in (lambda: opener.update(b""), lambda: opener.update(SEALED), opener.finalize):
        with pytest.raises(InvalidTag, match="chunk 1"):
            call()


def test_data_behind_the_end_is_named():
    whole = write(TEXT[:20])
    with pytest.raises(InvalidTag, match="there is data after the last chunk, chunk 1"):
        list(stream.decrypt_file(whole + b"x", key=KEY))


def test_a_file_that_is_cut_off_while_it_is_read():
    file = io.BytesIO(DATA)
    with stream.open(file, key=KEY) as text:
        file.truncate(144 + UNIT + 5)
        assert text.raw.read(10) == TEXT[:10]
        with pytest.raises(InvalidTag, match="chunk 1"):
            text.raw.read(10)


@pytest.mark.parametrize("chunks", [0, 1, 2, 3])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_file_that_is_cut_off_between_chunks_after_it_was_opened(chunks, threads):
    """What is there is given out, then every way of reading fails: the end of the file is not that of the text."""
    for read in (lambda text: list(iter(lambda: text.raw.read(7), b"")), lambda text: text.read(), at_each_place):
        file = io.BytesIO(DATA)
        with stream.open(file, key=KEY, threads=threads) as text:
            file.truncate(144 + chunks * UNIT)
            with pytest.raises(InvalidTag, match=f"chunk {chunks} is forged: the file was cut off"):
                read(text)
            assert text.seek(0, os.SEEK_END) == len(TEXT)
            text.seek(0)
            assert chunks == 0 or text.raw.read(10) == TEXT[:10]


def at_each_place(text):
    for place in range(len(TEXT)):
        text.raw.seek(place)
        assert text.raw.read(1) == TEXT[place : place + 1]


# ---- Unfinished files ------------------------------------------------------------------------------------------------


class Trouble(Exception):
    pass


def by_an_exception(file):
    with pytest.raises(Trouble), stream.open(file, "wb", key=KEY, chunk_size=CHUNK) as out:
        out.write(TEXT)
        raise Trouble
    assert out.closed


def by_abandoning(file):
    out = stream.open(file, "wb", key=KEY, chunk_size=CHUNK)
    out.write(TEXT)
    out.abandon()
    out.close()


def by_dropping(file):
    out = stream.open(file, "wb", key=KEY, chunk_size=CHUNK)
    out.write(TEXT)
    with pytest.warns(ResourceWarning, match="was not closed"):
        del out
        gc.collect()


def by_a_generator(file):
    for piece in stream.encrypt_file([TEXT, TEXT], key=KEY, chunk_size=CHUNK):
        file.write(piece)
        if file.tell() > 200:
            break


@pytest.mark.parametrize("leave", [by_an_exception, by_abandoning, by_dropping, by_a_generator])
def test_unfinished_files_are_refused(leave, reader):
    file = io.BytesIO()
    leave(file)
    assert len(file.getvalue()) >= 144 + 3 * UNIT
    with pytest.raises(InvalidTag):
        reader(file.getvalue())


def test_a_write_that_fails_leaves_it_unfinished():
    class Full(io.BytesIO):
        room = 170

        def write(self, data):
            if self.tell() + len(data) > self.room:
                raise OSError("full")
            return super().write(data)

    file = Full()
    out = stream.open(file, "wb", key=KEY, chunk_size=CHUNK)
    out.write(TEXT[:11])
    with pytest.raises(OSError, match="full"):
        out.write(TEXT)
    with pytest.raises(StateError, match="unfinished"):
        out.write(b"x")
    file.room = 10_000
    out.close()
    with pytest.raises(InvalidTag):
        read_at_random(file.getvalue())


def test_raw_files_that_take_less():
    class Small(io.RawIOBase):
        data = b""

        def writable(self):
            return True

        def write(self, data):
            self.data += bytes(data[:3])
            return min(3, len(data))

    file = Small()
    with stream.open(file, "wb", key=KEY, chunk_size=CHUNK) as out:
        out.write(TEXT)
    assert not file.closed and read_at_random(file.data) == [TEXT]


def test_writers_are_binary_files(tmp_path):
    out = stream.open(tmp_path / "x", "wb", key=KEY)
    assert out.writable() and not out.readable() and not out.seekable()
    assert out.write(memoryview(b"abcd").cast("H")) == 4 and out.tell() == 4
    assert out.write(b"") == 0
    out.writelines([b"e", b"f"])
    out.flush()
    out.close()
    out.close()
    for call in (lambda: out.write(b"x"), out.tell, out.__enter__):
        with pytest.raises(ValueError, match="closed file"):
            call()
    with stream.open(tmp_path / "x", key=KEY) as file:
        assert file.read() == b"abcdef"
    with pytest.raises(FileExistsError):
        stream.open(tmp_path / "x", "xb", key=KEY)
    with pytest.raises(ValueError, match="key must be 32 bytes, not 5"):
        stream.open(tmp_path / "x", "wb", key=b"short")
    with stream.open(tmp_path / "x", key=KEY) as file:  # which that has not touched
        assert file.read() == b"abcdef"


@pytest.mark.filterwarnings("error")
def test_files_that_are_refused_are_closed_again(tmp_path):
    (tmp_path / "x").write_bytes(DATA[:-1])
    with pytest.raises(InvalidTag):
        stream.open(tmp_path / "x", key=KEY)
    gc.collect()


# ---- Iterators -------------------------------------------------------------------------------------------------------


def test_sources(tmp_path):
    (tmp_path / "text").write_bytes(TEXT)
    for source in (tmp_path / "text", str(tmp_path / "text"), io.BytesIO(TEXT), [TEXT], iter([TEXT[:3], TEXT[3:]]),
                   TEXT, bytearray(TEXT), Pipe(TEXT)):  # fmt: skip
        data = b"".join(stream.encrypt_file(source, key=KEY, chunk_size=CHUNK))
        assert read_at_random(data) == [TEXT]


@pytest.mark.parametrize("encrypt, decrypt, pieces_of", [
    (stream.encrypt_file, stream.decrypt_file, list),
    (stream.async_encrypt_file, stream.async_decrypt_file, lambda iterator: asyncio.run(collect(iterator))),
])  # fmt: skip
def test_a_key_may_be_erased_after_the_call(encrypt, decrypt, pieces_of):
    """The iterators begin later: by then, the caller has erased the key, as docs/python.md advises."""
    key, other = bytearray(KEY), bytearray(KEY)
    sealing = encrypt(TEXT, key=key)
    asconkit.wipe(key)
    sealed = b"".join(pieces_of(sealing))
    assert read_at_random(sealed) == [TEXT]
    opening = decrypt(sealed, key=other)
    asconkit.wipe(other)
    assert b"".join(pieces_of(opening)) == TEXT
    for call in (encrypt, decrypt):
        with pytest.raises(ValueError, match="key must be 32 bytes, not 31"):
            call(TEXT, key=KEY[:31])
        with pytest.raises(TypeError, match="key must be a bytes-like object, not str"):
            call(TEXT, key="text")


def test_a_decrypting_iterator_drops_its_key_after_the_header():
    opener = stream._FileOpener(bytearray(KEY), 1)
    kept = weakref.ref(opener._key)
    opener.update(DATA[:143])
    assert kept() == KEY
    opener.update(DATA[143:])
    assert kept() is None and opener.finalize()


class NothingNow(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        return None


@pytest.mark.parametrize("call", [
    lambda file: list(stream.encrypt_file(file, key=KEY)), lambda file: stream.open(file, key=KEY), stream.read_header,
])  # fmt: skip
def test_a_file_that_has_nothing_now_is_not_taken_for_its_end(call):
    with pytest.raises(BlockingIOError):
        call(NothingNow())


def test_a_file_that_seeks_and_has_nothing_now_was_not_cut_off():
    class NothingAfterHeader(io.BytesIO):
        def read(self, size=-1):
            return super().read(size) if self.tell() < stream.HEADER_SIZE else None

    with pytest.raises(BlockingIOError):
        stream.open(NothingAfterHeader(b"".join(stream.encrypt_file(TEXT, key=KEY))), key=KEY)


def test_a_write_that_does_not_say_how_much_it_took_is_not_repeated():
    """A non-blocking file took nothing; the files of some packages take all and return None."""

    class Silent(io.BytesIO):
        def write(self, data):
            assert self.tell() == 0
            super().write(data)

    with pytest.raises(BlockingIOError, match="None"):
        stream.open(Silent(), "wb", key=KEY)


def test_asyncio():
    async def pieces():
        for at in range(0, len(TEXT), 4):
            await asyncio.sleep(0)
            yield TEXT[at : at + 4]

    async def go():
        sealed = await collect(stream.async_encrypt_file(pieces(), key=KEY, chunk_size=CHUNK))
        return b"".join(await collect(stream.async_decrypt_file(b"".join(sealed), key=KEY)))

    assert asyncio.run(go()) == TEXT
    with pytest.raises(InvalidTag):
        read_async(DATA[:-1])


@pytest.mark.parametrize("source", [[b"text", None, b"more"], [None]])
def test_none_in_an_iterable_is_no_end(source):
    """None is refused with a TypeError, like any value that is not bytes: it must not end a file that seems whole."""
    with pytest.raises(TypeError, match="data must be a bytes-like object, not NoneType"):
        list(stream.encrypt_file(source, key=KEY))
    with pytest.raises(TypeError, match="data must be a bytes-like object, not NoneType"):
        asyncio.run(collect(stream.async_encrypt_file(source, key=KEY)))
    with pytest.raises(TypeError, match="data must be a bytes-like object, not NoneType"):
        asyncio.run(collect(stream.async_decrypt_file([DATA, None], key=KEY)))


def test_asyncio_works_in_threads():
    """Other tasks run during the work."""
    threads = []

    class Watching(io.BytesIO):
        def read1(self, size=-1):
            threads.append(threading.current_thread())
            return super().read1(size)

    assert b"".join(asyncio.run(collect(stream.async_decrypt_file(Watching(DATA), key=KEY)))) == TEXT
    assert threads and threading.main_thread() not in threads

    def key(header):  # as Argon2id, which may take seconds
        threads.append(threading.current_thread())
        return KEY

    threads.clear()
    sealed = asyncio.run(collect(stream.async_encrypt_file(TEXT, key=key)))
    assert b"".join(asyncio.run(collect(stream.async_decrypt_file(b"".join(sealed), key=key)))) == TEXT
    assert len(threads) == 2 and threading.main_thread() not in threads


def test_a_cancelled_task_waits_for_its_thread(tmp_path):
    running, go_on = threading.Event(), threading.Event()

    class Slow(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            running.set()
            go_on.wait()
            return 0

    async def go():
        task = asyncio.ensure_future(collect(stream.async_encrypt_file(Slow(), key=KEY)))
        await asyncio.to_thread(running.wait)
        for _ in range(2):
            for each in asyncio.all_tasks() - {asyncio.current_task()}:  # as asyncio.run() does at its end
                each.cancel()
            await asyncio.sleep(0.01)
            assert not task.done()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())


# ---- Pieces and rekeying ---------------------------------------------------------------------------------------------


def test_rekeying_on_one_side_alone():
    one = stream.Stream(KEY, SALT, chunk_size=CHUNK)
    for every in (1, 2, 3):
        sealer = stream.Sealer(one, rekey_every=every)
        sealed = sealer.update(TEXT[:15]) + sealer.update(TEXT[15:]) + sealer.finalize()
        right = stream.Opener(one, rekey_every=every)
        assert right.update(sealed) + right.finalize() == TEXT
        for other in (0, every + 1):
            wrong = stream.Opener(one, rekey_every=other)
            assert wrong.update(sealed) == TEXT[: every * CHUNK]
            with pytest.raises(InvalidTag):
                wrong.finalize()
    assert one.seal(0, TEXT[:10]) == stream.Stream(KEY, SALT, chunk_size=CHUNK).seal(0, TEXT[:10]), "not the caller's"


def test_ended_pieces_are_over():
    one = stream.Stream(KEY, SALT, chunk_size=CHUNK)
    sealer = stream.Sealer(one)
    sealed = sealer.update(TEXT) + sealer.finalize()
    opener = stream.Opener(one)
    assert opener.update(sealed) + opener.finalize() == TEXT
    for call in (lambda: sealer.update(b""), sealer.finalize, lambda: opener.update(b""), opener.finalize):
        with pytest.raises(StateError, match="has been ended"):
            call()


@pytest.mark.parametrize("make", [
    lambda: stream.Sealer(stream.Stream(KEY, SALT)), lambda: stream.Opener(stream.Stream(KEY, SALT)),
    lambda: stream.open(io.BytesIO(), "wb", key=KEY), lambda: stream.open(io.BytesIO(DATA), key=KEY),
    lambda: stream.open(Pipe(DATA), key=KEY),
], ids=["sealer", "opener", "writer", "reader", "reader of a pipe"])  # fmt: skip
def test_what_is_in_the_middle_of_a_stream_is_not_copied(make):
    one = make()
    for call in (copying.copy, copying.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot"):
            call(one)
    getattr(one, "close", lambda: None)()


def test_every_split():
    one = stream.Stream(KEY, SALT, chunk_size=CHUNK)
    sealed = one.seal_chunks(0, TEXT, True)
    for cut in range(len(TEXT) + 1):
        sealer = stream.Sealer(one, threads=1)
        assert sealer.update(TEXT[:cut]) + sealer.update(TEXT[cut:]) + sealer.finalize() == sealed
    for cut in range(len(sealed) + 1):
        opener = stream.Opener(one, threads=1)
        assert opener.update(sealed[:cut]) + opener.update(sealed[cut:]) + opener.finalize() == TEXT


# ---- Objects and arguments -------------------------------------------------------------------------------------------


def test_engines_agree():
    text = sample(10 * 40 + 3)
    one = stream.Stream(KEY, SALT, chunk_size=CHUNK)
    single = b"".join(one.seal(i, text[10 * i : 10 * i + 10], i == 40) for i in range(41))
    for name in asconkit.batch.engines():
        asconkit.batch.engine_force(name)
        try:
            assert one.seal_chunks(0, text, True) == single
            assert one.open_chunks(0, single, True) == text
        finally:
            asconkit.batch.engine_force(None)


def test_wiping_and_pickling():
    one = stream.Stream(KEY, SALT, chunk_size=CHUNK)
    assert repr(one) == "<asconkit.stream.Stream of ascon-aead128, chunks of 10>"
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(one)
    with one:
        copy = one.copy()
    assert repr(one).endswith(", wiped>")
    calls = (lambda: one.seal(0, b"", True), lambda: one.open(0, b""), lambda: one.seal_chunks(0, b"", True), one.copy,
             lambda: one.open_chunks(0, b"", True), lambda: one.rekey(1), lambda: stream.Sealer(one))  # fmt: skip
    for call in calls:
        with pytest.raises(StateError, match="was wiped"):
            call()
    assert copy.open(0, copy.seal(0, b"", True), True) == b""


def test_threads_share_a_stream():
    one, text = stream.Stream(KEY, SALT, chunk_size=1000), sample(1000)
    expected, wrong = one.seal(7, text), []

    def work():
        for _ in range(200):
            if one.seal(7, text) != expected or one.open_chunks(7, expected, False, threads=1) != text:
                wrong.append(1)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


ONE = stream.Stream(KEY, SALT, chunk_size=CHUNK)


def changed(at, value):
    """Reads the header with these bytes in it, and the checksum that it then has."""
    header = HEADER[:at] + value + HEADER[at + len(value) : 128]
    return stream.Stream.from_header(header + asconkit.hash256_digest(header)[:16], KEY)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: stream.Stream(b"", SALT), "key must be 32 bytes, not 0"),
    (lambda: stream.Stream(KEY, b"1"), "salt must be 32 bytes, not 1"),
    (lambda: stream.Stream(KEY, SALT, algorithm="ascon-hash256"), "the name of an AEAD, .* not 'ascon-hash256'"),
    (lambda: stream.Stream(KEY, SALT, chunk_size=0), "chunk_size must be 1 to 1048576, not 0"),
    (lambda: stream.Stream(KEY, SALT, chunk_size=1048577), "chunk_size must be 1 to 1048576, not 1048577"),
    (lambda: stream.Stream.from_secret(KEY + b"x"), "secret must be 32 bytes, not 33"),
    (lambda: ONE.seal(0, b"x"), "data must be 10 bytes, as the chunk is not the last one, not 1"),
    (lambda: ONE.seal(0, bytes(11), True), "data must be 0 to 10 bytes, not 11"),
    (lambda: ONE.seal(1, b"", True), "data must be 1 to 10 bytes, not 0"),
    (lambda: ONE.seal(2**32, bytes(10)), "at most 2\\*\\*32 chunks, and not one with the index 4294967296"),
    (lambda: ONE.seal(-1, bytes(10)), "index must be 0 or more, not -1"),
    (lambda: ONE.open(2**32, bytes(26)), "index 4294967296"),
    (lambda: ONE.seal_chunks(2**32 - 1, bytes(20), False), "index 4294967296"),
    (lambda: ONE.open_chunks(2**32 - 1, bytes(52), False), "index 4294967296"),
    (lambda: ONE.seal_chunks(0, bytes(11), False), "a multiple of 10 bytes unless ends is True, not 11"),
    (lambda: ONE.seal_chunks(1, b"", True), "data must be 1 to 10 bytes, not 0"),
    (lambda: ONE.rekey(2**32), "index 4294967296"),
    (lambda: ONE.rekey(0), "next must be 1 or more"),
    (lambda: stream.Stream.create_header(KEY, SALT, passphrase_cost=(7, 1, 1)),
     "less than 8 KiB of Argon2 memory for each lane, .*, with 7 KiB, 1 passes and 1 lanes"),
    (lambda: stream.Stream.create_header(KEY, SALT, passphrase_cost=(8, 1, 65)), "outside 1 to 64, with .* 65 lanes"),
    (lambda: stream.Stream.create_header(KEY, SALT, passphrase_cost=(8, 0, 1)), "no Argon2 passes.*, with .* 0 passes"),
    (lambda: changed(12, bytes(4)), "the header has a chunk size outside 1 to 1048576 bytes: 0"),
    (lambda: changed(16, b"x"), "the file has an unknown algorithm"),
    (lambda: changed(11, b"x"), "the file has unknown header fields"),
    (lambda: changed(10, b"x"), "the file has an unknown kind of key"),
    (lambda: changed(48, b"x"), "the file has Argon2 parameters without a passphrase"),
    (lambda: stream.Stream.create_header(KEY, SALT, passphrase_cost=(8, 2**32, 1)), "passes must be at most 42949"),
    (lambda: stream.Stream.from_header(b"ASCON", KEY), "a truncated header: 5 bytes, expected 10 or more"),
    (lambda: stream.Stream.from_header(HEADER[:143], KEY), "a truncated header: 143 bytes, expected 144 or more"),
    (lambda: stream.Stream.from_header(bytes(144), KEY), "the file has another format"),
    (lambda: stream.Stream.from_header(HEADER[:8] + b"\3" + HEADER[9:], KEY), "unknown version .*: 3, expected 1 to 2"),
    (lambda: stream.Stream.from_header(HEADER[:-1] + b"x", KEY), "the file has a corrupted header"),
    (lambda: stream.Sealer(ONE, rekey_every=-1), "rekey_every must be 0 or more, not -1"),
    (lambda: stream.open(io.BytesIO(), "rt", key=KEY), "mode must be 'rb', 'wb' or 'xb', not 'rt'"),
    (lambda: stream.open(io.BytesIO(), key=KEY, chunk_size=5), "algorithm and chunk_size are for writing"),
    (lambda: stream.open(io.BytesIO(b"ASCONKIT"), key=KEY), "ends inside its header: 8 bytes, expected 144 or more"),
    (lambda: stream.open(io.BytesIO(b"text"), key=KEY), "the file has another format"),
    (lambda: list(stream.decrypt_file(b"", key=KEY)), "ends inside its header: 0 bytes"),
    (lambda: list(stream.decrypt_file([b"x"], key=KEY)), "the file has another format"),
])  # fmt: skip
def test_errors_name_what_is_wrong(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: stream.Stream(KEY), "salt must be a bytes-like object, not NoneType"),
    (lambda: stream.Stream(KEY, SALT, b"", "ascon-128"), "Stream takes key, salt and context, and by name algorithm"),
    (lambda: stream.Stream(KEY, SALT, chunk=5), "Stream takes key, salt and context, and by name algorithm"),
    (lambda: stream.Stream(KEY, SALT, algorithm=None), "algorithm must be a str, not NoneType"),
    (lambda: ONE.seal(0), "missing a required argument: 'data'"),
    (lambda: stream.Stream(KEY, SALT, algorithm=5), "algorithm must be a str, not int"),
    (lambda: stream.Stream(KEY, SALT, chunk_size="1"), "chunk_size must be an int, not str"),
    (lambda: ONE.seal("0", b""), "index must be an int, not str"),
    (lambda: ONE.seal(0, "text"), "data must be a bytes-like object, not str"),
    (lambda: stream.open(io.BytesIO(), "wb", key="text"), "key must be a bytes-like object, not str"),
])  # fmt: skip
def test_wrong_types(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_a_passphrase_needs_a_function():
    header, one = stream.Stream.create_header(KEY, SALT, passphrase_cost=(64, 3, 2), chunk_size=CHUNK)
    data = header + one.seal_chunks(0, TEXT, True)
    with pytest.raises(ValueError, match="encrypted with a passphrase: key must be a Passphrase, or a function"):
        stream.open(io.BytesIO(data), key=KEY)
    with stream.open(io.BytesIO(data), key=lambda header: KEY if header.passes == 3 else b"") as file:
        assert file.read() == TEXT


def test_key_files(tmp_path):
    def with_check(line):
        return f"{line}-{model.hash_digest(find('ascon-hash256'), line.encode())[:4].hex()}"

    line = f"asconkit-key-v1-{KEY.hex()}"
    checked = with_check(line)
    file = tmp_path / "key"
    file.touch(0o600)
    for end in ("", "\n", " \t\r\n", "\t" * 423):
        file.write_text(checked + end)
        assert stream.read_key_file(file) == KEY
    for wrong in ("", line, checked[:-1] + ("0" if checked[-1] != "0" else "1"), checked[1:], checked + "\nmore",
                  checked.replace("v1", "v2"), KEY.hex(), checked.upper(), checked + "\t" * 424,
                  with_check(line[:-2] + "  ")):  # fmt: skip
        file.write_text(wrong)
        with pytest.raises(ValueError, match="must be a key file made by asconkit keygen"):
            stream.read_key_file(file)


def test_nothing_behind_a_header_is_read():
    for answer in (one for one in VECTORS if one["kind"] == "file"):
        file = io.BytesIO(answer["header"] + answer["sealed"])
        assert stream.read_header(file).size == file.tell() == len(answer["header"])
