"""Long messages in chunks: the files of `asconkit encrypt`, and streams for protocols.

Every chunk is authenticated, in its place, and the last one is marked: nothing can be cut off, moved, repeated or added
unnoticed. No unverified byte is ever returned. docs/constructions/stream.md specifies the construction.

    >>> import io
    >>> from asconkit import stream
    >>> key, file = stream.generate_key(), io.BytesIO()
    >>> with stream.open(file, "wb", key=key) as out:
    ...     out.write(b"a long text")
    11
    >>> file.seek(0)
    0
    >>> with stream.open(file, key=key) as text:
    ...     text.seek(7), text.read()
    (7, b'text')

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import builtins
import io
import os
import warnings
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import IO, Any, Literal, NoReturn, Union, cast, overload

from ._buffers import bytes_of
from ._core import Exclusive, Stream, hash256_digest, stream_header_fields, wipe
from .exceptions import InvalidTag, StateError

__all__ = [
    "HEADER_SIZE",
    "KEY_SIZE",
    "MAX_CHUNK_SIZE",
    "SALT_SIZE",
    "Header",
    "Key",
    "Opener",
    "Sealer",
    "Source",
    "Stream",
    "StreamReader",
    "StreamWriter",
    "async_decrypt_file",
    "async_encrypt_file",
    "decrypt_file",
    "encrypt_file",
    "generate_key",
    "open",
    "read_header",
    "read_key_file",
]

KEY_SIZE = SALT_SIZE = 32
TAG_SIZE = 16
HEADER_SIZE = 144
MAX_CHUNK_SIZE = 1 << 20
_USUAL_CHUNK_SIZE = 65536
_ALGORITHM = "ascon-aead128"

# What is read and worked on at a time: enough chunks for the lanes of some threads.
_GROUP_BYTES = 4 << 20
_GROUP_CHUNKS = 16

Buffer = Union[bytes, bytearray, memoryview]
Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, IO[bytes], Iterable[Buffer], Buffer]
"""A path, a binary file, an iterable of bytes in pieces of any length, or the bytes themselves."""


# ---- Keys and headers ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Header:
    """What the header of a file says."""

    version: int
    passphrase: bool
    """Whether the key is Argon2id(passphrase, salt, memory_kib, passes, lanes), version 0x13, of 32 bytes."""
    algorithm: str
    chunk_size: int
    memory_kib: int
    passes: int
    lanes: int
    salt: bytes
    size: int
    """The bytes of the header itself."""


Key = Union[Buffer, Callable[[Header], Buffer]]
"""32 bytes, or a function that makes them when it gets the header: of a passphrase, or by the file's salt."""


def generate_key() -> bytes:
    """A new key of 32 bytes from the operating system's random generator."""
    return os.urandom(KEY_SIZE)


def read_key_file(path: Path) -> bytes:
    """The key in a file that `asconkit keygen` has made.

    Args:
        path: The file's path.

    Returns:
        32 bytes.

    Raises:
        ValueError: It is not such a file, or a digit is wrong.
    """
    with builtins.open(path, "rb") as file:
        line = file.read(513).rstrip(b" \r\n")
    start, _, checksum = line.rpartition(b"-")
    prefix, digits = start[:16], start[16:]
    good = prefix == b"asconkit-key-v1-" and len(digits) == 2 * KEY_SIZE and digits == digits.lower()
    if not good or hash256_digest(start)[:4].hex().encode() != checksum:
        raise ValueError(f"{os.fspath(path)} must be a key file made by asconkit keygen, or a digit of it is wrong")
    return bytes.fromhex(digits.decode())


def read_header(source: Path | IO[bytes]) -> Header:
    """Reads the header of a file, which shows which key it needs. The key check is not looked at.

    Args:
        source: A path, or a binary file, of which no more than the header is read.

    Returns:
        Its fields. Nobody has authenticated them.

    Raises:
        ValueError: The file has no header of this format.
    """
    if isinstance(source, (str, os.PathLike)):
        with builtins.open(source, "rb") as file:
            return read_header(file)
    return _read_start(source)[1]


def _read_start(file: IO[bytes]) -> tuple[bytes, Header]:
    """The header's bytes, and no byte after it: the versions have 128 and 144."""
    start = b""
    while True:
        header = _decode(start)
        if header is not None:
            return start, header
        more = file.read((128 if len(start) < 128 else HEADER_SIZE) - len(start))
        if not more:
            raise _truncated_header(start)
        start += more


def _decode(start: Buffer) -> Header | None:
    """None if more bytes are needed; ValueError if more would not help."""
    fields = stream_header_fields(start)
    return None if fields is None else Header(*fields)


def _truncated_header(start: Buffer) -> ValueError:
    return ValueError(f"the file ends inside its header: {len(start)} bytes, expected {HEADER_SIZE} or more")


def _key_bytes(key: Key, header: Header) -> Buffer:
    if callable(key):
        return key(header)
    if header.passphrase:
        raise ValueError(
            "the file is encrypted with a passphrase: key must be a function that makes the key from the header"
        )
    return key


# ---- Pieces of any length ------------------------------------------------------------------------


class _OneOwner:
    """An object that threads may share, one call at a time. Two copies of it would use a nonce twice, so there is none:
    copy.copy() and pickle are refused, and the child of a fork gets StateError."""

    def __init__(self) -> None:
        self._turn = Exclusive()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"cannot pickle or copy a {type(self).__name__}")


class _Pieces(_OneOwner):
    """A stream from its first chunk to its last one. A chunk is kept until there is a byte after it."""

    def __init__(self, stream: Stream, unit: int, rekey_every: int, threads: int) -> None:
        if rekey_every < 0:
            raise ValueError(f"rekey_every must be 0 or more, not {rekey_every}")
        super().__init__()
        self._stream = stream.copy()
        self._unit = unit
        self._every = rekey_every
        self._threads = threads
        self._kept = bytearray()
        self._index = 0
        self._over = ""
        self._failure: InvalidTag | None = None  # of a chunk after text that was given out

    def _crypt(self, first: int, data: memoryview, ends: bool) -> bytes:
        raise NotImplementedError

    def _add(self, data: Buffer) -> bytes:
        with bytes_of("data", data) as more, self._turn:
            self._require_more()
            self._kept += more
            return self._work_off(max(len(self._kept) - 1, 0) // self._unit)

    def _end(self) -> bytes:
        with self._turn:
            self._require_more()
            with memoryview(self._kept) as rest:
                last = self._crypt(self._index, rest, True)
            self._finish("the stream has been ended")
            return last

    def _work_off(self, count: int) -> bytes:
        """So many chunks that are not the last one, up to the next rekeying at a time."""
        results: list[bytes] = []
        at = 0
        with memoryview(self._kept) as kept:
            while count and self._failure is None:
                part = min(count, self._every - self._index % self._every) if self._every else count
                results.append(self._crypt(self._index, kept[at : at + part * self._unit], False))
                at += part * self._unit
                count -= part
                self._index += part
                if self._every and self._index % self._every == 0:
                    self._stream.rekey(self._index)
        del self._kept[:at]
        return results[0] if len(results) == 1 else b"".join(results)

    def _finish(self, why: str) -> None:
        self._over = why
        wipe(self._kept)
        self._kept = bytearray()
        self._stream.wipe()

    def _require_more(self) -> None:
        if self._over:
            raise StateError(self._over)


class Sealer(_Pieces):
    """Encrypts a stream in pieces of any length.

    Args:
        stream: The stream. The object makes a copy.
        rekey_every: After so many chunks the secret is replaced, again and again; 0 for never.
        threads: The number of threads; 0 for one per processor that the process may use.
    """

    def __init__(self, stream: Stream, *, rekey_every: int = 0, threads: int = 0) -> None:
        super().__init__(stream, stream.chunk_size, rekey_every, threads)

    def _crypt(self, first: int, data: memoryview, ends: bool) -> bytes:
        return self._stream.seal_chunks(first, data, ends, self._threads)

    def update(self, data: Buffer) -> bytes:
        """Adds text.

        Args:
            data: Any number of bytes.

        Returns:
            The chunks after which there is text now; perhaps none.

        Raises:
            StateError: The stream has been ended.
            ValueError: It would have more than 2**32 chunks.
        """
        return self._add(data)

    def finalize(self) -> bytes:
        """Ends the stream.

        Returns:
            The last chunk. Without it, nobody takes the others for a whole stream.
        """
        return self._end()


class Opener(_Pieces):
    """Verifies and decrypts a stream in pieces of any length. It returns verified text alone.

    Args:
        stream: The stream. The object makes a copy.
        rekey_every: What the writer has done.
        threads: The number of threads; 0 for one per processor that the process may use.
    """

    def __init__(self, stream: Stream, *, rekey_every: int = 0, threads: int = 0) -> None:
        super().__init__(stream, stream.chunk_size + TAG_SIZE, rekey_every, threads)

    def _crypt(self, first: int, data: memoryview, ends: bool) -> bytes:
        try:
            return self._stream.open_chunks(first, data, ends, self._threads)
        except InvalidTag:
            return self._good_ones(first, data, ends)

    def _good_ones(self, first: int, data: memoryview, ends: bool) -> bytes:
        """The text before the first chunk that is forged; from then on, every call fails."""
        texts: list[bytes] = []
        for at in range(0, max(len(data), 1), self._unit):
            index, chunk = first + at // self._unit, data[at : at + self._unit]
            last = ends and at + self._unit >= len(data)
            try:
                texts.append(self._stream.open(index, chunk, last))
            except InvalidTag:
                self._failure = _explain(self._stream, index, chunk, last)
                break
        if not any(texts) and self._failure is not None:
            self._fail()
        return b"".join(texts)

    def _fail(self) -> None:
        self._finish("the stream is forged")
        if self._failure is not None:
            raise self._failure

    def _require_more(self) -> None:
        if self._failure is not None:
            self._fail()
        super()._require_more()

    def update(self, data: Buffer) -> bytes:
        """Adds bytes of the stream.

        Args:
            data: Any number of bytes.

        Returns:
            The text of the chunks after which there are bytes now, up to the first one that is forged.

        Raises:
            InvalidTag: A chunk is forged, and all text before it has been returned. Every later call raises it too.
            StateError: The stream has been ended.
        """
        return self._add(data)

    def finalize(self) -> bytes:
        """Ends the stream, which says that it is whole.

        Returns:
            The text of the last chunk.

        Raises:
            InvalidTag: The stream was cut off, or a chunk is forged.
        """
        return self._end()


def _explain(stream: Stream, index: int, chunk: Buffer, last: bool) -> InvalidTag:
    """A second try with the other mark tells a stream that was cut off or extended from one that was changed."""
    try:
        stream.open(index, chunk, not last)
    except InvalidTag:
        return InvalidTag(f"chunk {index} is forged: it was changed or moved, or the stream was cut off within it")
    if last:
        return InvalidTag(f"the stream was cut off: no chunk follows chunk {index}")
    return InvalidTag(f"there is data after the last chunk, chunk {index}")


class _FileOpener:
    """An Opener of a file that comes in pieces, its header first."""

    def __init__(self, key: Key, threads: int) -> None:
        self._key = key
        self._threads = threads
        self._start = bytearray()
        self._opener: Opener | None = None

    def update(self, data: Buffer) -> bytes:
        if self._opener is not None:
            return self._opener.update(data)
        self._start += bytes_of("data", data)
        header = _decode(self._start)
        if header is None:
            return b""
        with Stream.from_header(self._start, _key_bytes(self._key, header)) as stream:
            self._opener = Opener(stream, threads=self._threads)
        return self._opener.update(self._start[header.size :])

    def finalize(self) -> bytes:
        if self._opener is None:
            raise _truncated_header(self._start)
        return self._opener.finalize()


# ---- Files ---------------------------------------------------------------------------------------


class StreamWriter(_OneOwner, io.BufferedIOBase):
    """A binary file whose bytes are encrypted and written to a file below. open() makes it.

    The file is whole after close() or the end of a `with` block. Where an exception leaves the block, and where the
    object is dropped, what was written stays unfinished, and every reader refuses it.

    Args:
        file: Where the encrypted bytes go.
        header: The start of the file.
        sealer: What encrypts after it.
        owned: Whether `file` is closed with this one.
    """

    def __init__(self, file: IO[bytes], header: bytes, sealer: Sealer, owned: bool) -> None:
        super().__init__()
        self._file = file
        self._owned = owned
        self._sealer: Sealer | None = sealer
        self._position = 0
        self._put(header)

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        """Adds text. What an exception interrupts leaves the file unfinished.

        Args:
            data: Bytes, or any buffer.

        Returns:
            The number of bytes, all of them.
        """
        self._require_open()
        with bytes_of("data", data) as text, self._turn:
            sealer = self._require_open()
            try:
                self._put(sealer.update(text))
            except BaseException:
                self._sealer = None
                raise
            self._position += len(text)
            return len(text)

    def tell(self) -> int:
        """How many bytes of text were written."""
        self._require_open()
        return self._position

    def flush(self) -> None:
        """Flushes the file below. A chunk goes there when there is text after it."""
        if not self.closed:
            self._file.flush()

    def close(self) -> None:
        """Writes the last chunk, unless a call has failed."""
        if self.closed:
            return
        try:
            with self._turn:
                sealer, self._sealer = self._sealer, None
                if sealer is not None:
                    self._put(sealer.finalize())
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Closes the file without its last chunk: every reader refuses it."""
        self._sealer = None
        try:
            super().close()
        finally:
            if self._owned:
                self._file.close()

    def __enter__(self) -> StreamWriter:
        self._require_open()
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            self.close()
        else:
            self.abandon()

    def __del__(self) -> None:
        if not self.closed:
            warnings.warn("a StreamWriter was not closed: its file is unfinished", ResourceWarning, source=self)
            self.abandon()

    def _put(self, data: bytes) -> None:
        """All of it, though a raw file may take less at a time."""
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) or 0 :]

    def _require_open(self) -> Sealer:
        if self.closed:
            raise ValueError("I/O operation on closed file")
        if self._sealer is None:
            raise StateError("writing has failed: the file is unfinished")
        return self._sealer


def _start_file(key: Key, algorithm: str, chunk_size: int, threads: int) -> tuple[bytes, Sealer]:
    """The header of a new file."""
    salt = os.urandom(SALT_SIZE)
    header = Header(2, False, algorithm, chunk_size, 0, 0, 0, salt, HEADER_SIZE)  # for a function that makes the key
    made, stream = Stream.create_header(_key_bytes(key, header), salt, algorithm=algorithm, chunk_size=chunk_size)
    with stream:
        return made, Sealer(stream, threads=threads)


class _Reader(io.RawIOBase):
    """What both kinds of readers have: they begin where the header ends."""

    def __init__(self, file: IO[bytes], key: Key, owned: bool) -> None:
        self._file = file
        self._owned = owned
        start, self.header = _read_start(file)
        self._stream = Stream.from_header(start, _key_bytes(key, self.header))

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if self.closed:
            return
        super().close()
        self._stream.wipe()
        if self._owned:
            self._file.close()

    def _require_open(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file")


class _RandomReader(_Reader):
    """Text of a file that can seek. The last chunk is verified first, so that the length is certain."""

    def __init__(self, file: IO[bytes], key: Key, threads: int, owned: bool) -> None:
        super().__init__(file, key, owned)
        self._threads = threads
        self._begin = file.tell()
        self._chunk = self.header.chunk_size
        self._unit = self._chunk + TAG_SIZE
        self._position = 0
        self._ahead = 1  # chunks to read at once, as long as one is read after the other
        self._load_last(file.seek(0, os.SEEK_END) - self._begin)

    def _load_last(self, sealed: int) -> None:
        self._count = max(-(-sealed // self._unit), 1)
        self._last_size = sealed - (self._count - 1) * self._unit
        index = self._count - 1
        chunk = self._sealed(index, 1)
        try:
            self._cache = self._stream.open(index, chunk, True)
        except InvalidTag:
            raise _explain(self._stream, index, chunk, True) from None
        except ValueError as error:
            raise InvalidTag(f"the file is too long: {error}") from None
        self._cached_from = index * self._chunk
        self._size = self._cached_from + len(self._cache)

    def _sealed(self, first: int, count: int) -> bytes:
        """So many chunks; less if the file has become shorter."""
        size = count * self._unit if first + count < self._count else (count - 1) * self._unit + self._last_size
        self._file.seek(self._begin + first * self._unit)
        parts: list[bytes] = []
        while size and (part := self._file.read(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        self._require_open()
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._require_open()
        if whence not in (os.SEEK_SET, os.SEEK_CUR, os.SEEK_END):
            raise ValueError(f"whence must be 0, 1 or 2, not {whence}")
        target = offset + (0, self._position, self._size)[whence]
        if target < 0:
            raise ValueError(f"the position must be 0 or more, not {target}")
        self._position = target
        return target

    def readinto(self, buffer: Any) -> int:
        self._require_open()
        with memoryview(buffer) as view, view.cast("B") as out:
            size = min(len(out), self._size - self._position)
            if size <= 0:
                return 0
            if not self._cached_from <= self._position < self._cached_from + len(self._cache):
                self._load(size)
            at = self._position - self._cached_from
            text = self._cache[at : at + size]
            out[: len(text)] = text
        self._position += len(text)
        return len(text)

    def _load(self, size: int) -> None:
        """The chunks of the next `size` bytes, and more where chunk after chunk is read."""
        first = self._position // self._chunk
        needed = (self._position + size - 1) // self._chunk + 1 - first
        goes_on = self._position in (0, self._cached_from + len(self._cache))
        self._ahead = min(4 * self._ahead, _group(self._unit)) if goes_on else 1
        count = max(min(needed, _group(self._unit)), self._ahead)
        self._cache = self._open(first, min(count, self._count - first))
        self._cached_from = first * self._chunk

    def _open(self, first: int, count: int) -> bytes:
        """If not all of them are good, the first one alone: what is good is given out before the error."""
        try:
            return self._stream.open_chunks(
                first, self._sealed(first, count), first + count == self._count, self._threads
            )
        except InvalidTag:
            if count == 1:
                raise InvalidTag(f"chunk {first} is forged: it was changed or moved") from None
            return self._open(first, 1)


class _SequentialReader(_Reader):
    """Text of a file that cannot seek, such as a pipe. That it is whole is known at its end."""

    def __init__(self, file: IO[bytes], key: Key, threads: int, owned: bool) -> None:
        super().__init__(file, key, owned)
        self._opener = Opener(self._stream, threads=threads)
        self._text = memoryview(b"")
        self._ended = False

    def readinto(self, buffer: Any) -> int:
        self._require_open()
        while not self._text and not self._ended:
            self._text = memoryview(self._next())
        with memoryview(buffer) as view, view.cast("B") as out:
            size = min(len(out), len(self._text))
            out[:size] = self._text[:size]
        self._text = self._text[size:]
        return size

    def _next(self) -> bytes:
        data = _read_some(self._file)
        if data:
            return self._opener.update(data)
        last = self._opener.finalize()
        self._ended = True
        return last


class StreamReader(io.BufferedReader):
    """A binary file with the bytes of a file below, verified and decrypted. open() makes it.

    If the other file can seek, so can this one, and its end is verified when it is opened. Otherwise a read that
    reaches the end says whether the file was cut off: it raises InvalidTag then.

    Args:
        raw: What decrypts the other file.
    """

    def __init__(self, raw: _RandomReader | _SequentialReader) -> None:
        super().__init__(raw)
        self._header = raw.header

    @property
    def header(self) -> Header:
        """The header of the file below, which the key has authenticated."""
        return self._header


def _group(unit: int) -> int:
    """How many chunks to work on at once."""
    return max(_GROUP_BYTES // unit, _GROUP_CHUNKS)


def _read_some(file: IO[bytes]) -> bytes:
    """What there is, up to a group; empty at the end."""
    read = getattr(file, "read1", file.read)
    data: bytes | None = read(_GROUP_BYTES)
    if data is None:
        raise BlockingIOError("the file does not block, and has nothing now: asconkit.stream needs one that waits")
    return data


ReadMode = Literal["r", "rb"]
WriteMode = Literal["w", "wb", "x", "xb"]


@overload
def open(file: Path | IO[bytes], mode: ReadMode = ..., *, key: Key, threads: int = ...) -> StreamReader: ...


@overload
def open(
    file: Path | IO[bytes], mode: WriteMode, *, key: Key, algorithm: str | None = ..., chunk_size: int | None = ...,
    threads: int = ...,
) -> StreamWriter: ...  # fmt: skip


def open(
    file: Path | IO[bytes], mode: str = "rb", *, key: Key, algorithm: str | None = None, chunk_size: int | None = None,
    threads: int = 0,
) -> StreamReader | StreamWriter:  # fmt: skip
    """Opens an encrypted file, as `asconkit encrypt --key` writes it and `asconkit decrypt --key` reads it.

    Args:
        file: A path, or a binary file, which stays open when the stream is closed.
        mode: "rb" to read, "wb" to write, "xb" to write a file that does not exist yet.
        key: 32 bytes, or a function that makes them when it gets the header.
        algorithm: To write: the name of an AEAD; "ascon-aead128" otherwise.
        chunk_size: To write: the bytes of text in a chunk; 65536 otherwise.
        threads: The number of threads; 0 for one per processor that the process may use.

    Returns:
        A binary file with the text. Read it, or write to it, and close it, best by `with`.

    Raises:
        InvalidTag: It is another key, or the file was changed or cut off. Reading raises it too.
        ValueError: The file is none of this format, or an argument has a wrong value.
    """
    if mode in ("r", "rb"):
        if algorithm is not None or chunk_size is not None:
            raise ValueError("algorithm and chunk_size are for writing: the header of a file has them")
        return _open_to_read(file, key, threads)
    if mode not in ("w", "wb", "x", "xb"):
        raise ValueError(f"mode must be 'rb', 'wb' or 'xb', not {mode!r}")
    header, sealer = _start_file(key, algorithm or _ALGORITHM, _or_usual(chunk_size), threads)
    if isinstance(file, (str, os.PathLike)):
        return StreamWriter(builtins.open(file, mode[0] + "b"), header, sealer, True)
    return StreamWriter(file, header, sealer, False)


def _or_usual(chunk_size: int | None) -> int:
    return _USUAL_CHUNK_SIZE if chunk_size is None else chunk_size


def _open_to_read(file: Path | IO[bytes], key: Key, threads: int) -> StreamReader:
    if not isinstance(file, (str, os.PathLike)):
        kind = _RandomReader if file.seekable() else _SequentialReader
        return StreamReader(kind(file, key, threads, False))
    opened = builtins.open(file, "rb")
    try:
        kind = _RandomReader if opened.seekable() else _SequentialReader
        return StreamReader(kind(opened, key, threads, True))
    except BaseException:
        opened.close()
        raise


# ---- Iterators -----------------------------------------------------------------------------------


def encrypt_file(
    source: Source, *, key: Key, algorithm: str = _ALGORITHM, chunk_size: int = _USUAL_CHUNK_SIZE, threads: int = 0,
) -> Iterator[bytes]:  # fmt: skip
    """Encrypts a file or pieces of text.

    Args:
        source: A path, a binary file, an iterable of bytes in pieces of any length, or the bytes themselves.
        key: 32 bytes, or a function that makes them when it gets the header.
        algorithm: The name of an AEAD.
        chunk_size: The bytes of text in a chunk.
        threads: The number of threads; 0 for one per processor that the process may use.

    Yields:
        The encrypted file in pieces. It is not whole before the iterator has ended.
    """
    header, sealer = _start_file(key, algorithm, chunk_size, threads)
    yield header
    for data in _pieces(source):
        if sealed := sealer.update(data):
            yield sealed
    yield sealer.finalize()


def decrypt_file(source: Source, *, key: Key, threads: int = 0) -> Iterator[bytes]:
    """Verifies and decrypts a file, or pieces of one.

    Args:
        source: A path, a binary file, an iterable of bytes in pieces of any length, or the bytes themselves.
        key: 32 bytes, or a function that makes them when it gets the header.
        threads: The number of threads; 0 for one per processor that the process may use.

    Yields:
        Verified text. That nothing is missing, the end of the iterator says: do not act on the text as a whole before.

    Raises:
        InvalidTag: It is another key, or the file was changed or cut off.
        ValueError: The file is none of this format.
    """
    opener = _FileOpener(key, threads)
    for data in _pieces(source):
        if text := opener.update(data):
            yield text
    if text := opener.finalize():
        yield text


async def async_encrypt_file(
    source: Source | AsyncIterable[Buffer], *, key: Key, algorithm: str = _ALGORITHM,
    chunk_size: int = _USUAL_CHUNK_SIZE, threads: int = 0,
) -> AsyncIterator[bytes]:  # fmt: skip
    """Does what asconkit.stream.encrypt_file() does, for asyncio: what takes long runs in threads. The source may be an
    asynchronous iterable too."""
    header, sealer = _start_file(key, algorithm, chunk_size, threads)
    yield header
    async with aclosing(_async_pieces(source)) as pieces:
        async for data in pieces:
            if sealed := await _in_thread(sealer.update, data):
                yield sealed
    yield await _in_thread(sealer.finalize)


async def async_decrypt_file(
    source: Source | AsyncIterable[Buffer], *, key: Key, threads: int = 0
) -> AsyncIterator[bytes]:
    """Does what asconkit.stream.decrypt_file() does, for asyncio: what takes long runs in threads. The source may be an
    asynchronous iterable too."""
    opener = _FileOpener(key, threads)
    async with aclosing(_async_pieces(source)) as pieces:
        async for data in pieces:
            if text := await _in_thread(opener.update, data):
                yield text
    if text := await _in_thread(opener.finalize):
        yield text


def _pieces(source: Source) -> Generator[Buffer, None, None]:
    if isinstance(source, (bytes, bytearray, memoryview)):
        yield cast(Buffer, source)
    elif isinstance(source, (str, os.PathLike)):
        with builtins.open(source, "rb") as file:
            yield from _pieces(file)
    elif hasattr(source, "read"):
        while data := _read_some(cast(IO[bytes], source)):
            yield data
    else:
        yield from source


async def _async_pieces(source: Source | AsyncIterable[Buffer]) -> AsyncGenerator[Buffer, None]:
    if isinstance(source, AsyncIterable):
        async for data in source:
            yield data
        return
    pieces = _pieces(source)
    end = object()  # no value of the source, which may yield anything
    try:
        while (piece := await _in_thread(next, pieces, end)) is not end:
            yield piece
    finally:
        pieces.close()


async def _in_thread(call: Callable[..., Any], *arguments: Any) -> Any:
    """A cancelled task waits for the thread, which uses what the task would close."""
    import asyncio

    work = asyncio.ensure_future(asyncio.to_thread(call, *arguments))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise
