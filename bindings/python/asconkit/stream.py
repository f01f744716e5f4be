# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Long messages in chunks: the files of `asconkit encrypt`, and streams for protocols.

Each chunk is authenticated together with its position, and the last chunk is marked, so readers detect cut-off, moved,
repeated and added chunks. No unverified byte is ever returned. docs/constructions/stream.md specifies the construction.

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
"""

from __future__ import annotations

import builtins
import io
import os
import re
import stat
import warnings
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import aclosing, suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import IO, Any, Literal, NoReturn, Union, cast, overload

from ._buffers import OwnKey, bytes_of
from ._core import Exclusive, Stream, hash256_digest, stream_header_fields, wipe
from .exceptions import InvalidTag, StateError

__all__ = [
    "HEADER_SIZE", "KEY_SIZE", "MAX_CHUNK_SIZE", "SALT_SIZE", "Header", "Key", "Opener", "Passphrase", "Sealer",
    "Source", "Stream", "StreamReader", "StreamWriter", "async_decrypt_file", "async_encrypt_file", "decrypt_file",
    "encrypt_file", "generate_key", "open", "read_header", "read_key_file",
]  # fmt: skip

KEY_SIZE = SALT_SIZE = 32
TAG_SIZE = 16
HEADER_SIZE = 144
MAX_CHUNK_SIZE = 1 << 20
_USUAL_CHUNK_SIZE = 65536
_ALGORITHM = "ascon-aead128"
_KEY_FILE = re.compile(rb"(asconkit-key-v1-([0-9a-f]{64}))-([0-9a-f]{8})[ \t\r\n]*")

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
    """The fields of a file's header."""

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
"""32 bytes, a Passphrase, or a function that returns 32 bytes for the header."""


class Passphrase:
    """A passphrase instead of a key, for files of `asconkit encrypt` without `--key`. The key is derived by Argon2id of
    the package argon2-cffi (the extra `passphrase`).

    A reader uses the cost in the header, which comes from strangers. A reader refuses the same costs as the command
    without `--allow-costly-passphrase`.

    Args:
        passphrase: 1 to 1024 bytes, or a string, which is encoded as UTF-8 and not normalised. It is not wiped, because
            Python copies such objects.
        memory_kib: To write: Argon2's memory in KiB. The default cost is the command's.
        passes: To write: Argon2's passes over the memory.
        lanes: To write: Argon2's lanes.
        allow_costly: Whether to accept more than 1 GiB of memory, 3 GiB in all passes, or 256 lanes x passes, to read
            and to write.

    Raises:
        ImportError: argon2-cffi is not installed.
        ValueError: The passphrase is empty or too long, or the cost is too high.
    """

    def __init__(
        self, passphrase: str | Buffer, *, memory_kib: int = 65536, passes: int = 3, lanes: int = 4,
        allow_costly: bool = False,
    ) -> None:  # fmt: skip
        from argon2 import low_level

        self._argon2 = low_level
        text = passphrase.encode() if isinstance(passphrase, str) else bytes(bytes_of("passphrase", passphrase))
        if not 1 <= len(text) <= 1024:
            raise ValueError(f"passphrase must be 1 to 1024 bytes, not {len(text)}")
        self._passphrase = text
        self._allow_costly = allow_costly
        self.cost = (memory_kib, passes, lanes)
        """Of a file that is written: memory in KiB, passes and lanes."""
        self._check(self.cost)
        Stream.create_header(bytes(KEY_SIZE), bytes(SALT_SIZE), passphrase_cost=self.cost)  # the limits of the format

    def _check(self, cost: tuple[int, int, int]) -> None:
        memory, passes, lanes = cost
        modest = memory <= 1 << 20 and memory * passes <= 3 << 20 and lanes * passes <= 256
        if not (modest or self._allow_costly):
            raise ValueError(
                f"the passphrase is costly: Argon2 memory in KiB {memory}, passes {passes}, lanes {lanes}; expected "
                f"memory of at most {1 << 20}, memory x passes of at most {3 << 20}, lanes x passes of at most 256, "
                "or allow_costly=True"
            )

    def __call__(self, header: Header) -> bytes:
        """The key of the file with this header."""
        if not header.passphrase:
            raise ValueError("the file is encrypted with a key, not with a passphrase")
        cost = (header.memory_kib, header.passes, header.lanes)
        self._check(cost)
        memory, passes, lanes = cost
        return self._argon2.hash_secret_raw(
            self._passphrase, header.salt, passes, memory, lanes, KEY_SIZE, self._argon2.Type.ID, 0x13
        )


def generate_key() -> bytes:
    """Returns a new key of 32 bytes from the operating system's random generator."""
    return os.urandom(KEY_SIZE)


def read_key_file(path: Path) -> bytes:
    """Returns the key in a file that `asconkit keygen` has made.

    Args:
        path: The file's path.

    Returns:
        32 bytes.

    Raises:
        ValueError: The file is not a key file, or a digit is wrong.

    Warns:
        UserWarning: Other users have access to the file; not on Windows, where the mode does not show this.
    """
    with builtins.open(path, "rb") as file:
        info = os.fstat(file.fileno())
        if os.name == "posix" and stat.S_ISREG(info.st_mode) and info.st_mode & 0o077:
            mode = stat.S_IMODE(info.st_mode)
            text = f"other users have access to the key file {os.fspath(path)}, whose mode is {mode:04o}"
            warnings.warn(text, stacklevel=2)
        content = file.read(513)
    found = _KEY_FILE.fullmatch(content)
    if len(content) > 512 or not found or hash256_digest(found[1])[:4].hex().encode() != found[3]:
        raise ValueError(f"{os.fspath(path)} must be a key file made by asconkit keygen, or a digit of it is wrong")
    return bytes.fromhex(found[2].decode())


def read_header(source: Path | IO[bytes]) -> Header:
    """Reads the header of a file, which shows whether the file needs a key file or a passphrase. Does not check a key.

    Args:
        source: A path, or a binary file, of which no more than the header is read.

    Returns:
        The fields of the header. They are not authenticated.

    Raises:
        ValueError: The file has no header of this format.
    """
    if isinstance(source, (str, os.PathLike)):
        with builtins.open(source, "rb") as file:
            return read_header(file)
    return _read_start(source)[1]


def _read_start(file: IO[bytes]) -> tuple[bytes, Header]:
    """Reads the header, 128 bytes in version 1 and 144 in version 2, and no byte after it."""
    start = b""
    while True:
        header = _decode(start)
        if header is not None:
            return start, header
        more = _available(file.read((128 if len(start) < 128 else HEADER_SIZE) - len(start)))
        if not more:
            raise _truncated_header(start)
        start += more


def _decode(start: Buffer) -> Header | None:
    """Returns None if more bytes are needed. Raises ValueError if more would not help."""
    fields = stream_header_fields(start)
    return None if fields is None else Header(*fields)


def _truncated_header(start: Buffer) -> ValueError:
    return ValueError(f"the file ends inside its header: {len(start)} bytes, expected {HEADER_SIZE} or more")


def _own(key: Key) -> Key:
    """Returns a copy of the key for later use. Raises TypeError or ValueError if it is not a key."""
    if callable(key):
        return key
    copy = OwnKey(bytes_of("key", key))
    if len(copy) != KEY_SIZE:
        raise ValueError(f"key must be {KEY_SIZE} bytes, not {len(copy)}")
    return copy


def _key_bytes(key: Key, header: Header) -> Buffer:
    if callable(key):
        return key(header)
    if header.passphrase:
        raise ValueError(
            "the file is encrypted with a passphrase: key must be a Passphrase, or a function that makes the key"
        )
    return key


def _stream_of(start: Buffer, key: Key, header: Header) -> Stream:
    try:
        return Stream.from_header(start, _key_bytes(key, header))
    except InvalidTag:
        what = "wrong passphrase" if header.passphrase else "another key"
        raise InvalidTag(f"{what}, or somebody changed the header") from None


# ---- Pieces of any length ------------------------------------------------------------------------


class _OneOwner:
    """An object that threads may share, one call at a time. It cannot be copied, because two copies would use a nonce
    twice: copy.copy() and pickle are refused, and calls in the child of a fork raise StateError."""

    def __init__(self) -> None:
        self._turn = Exclusive()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"cannot pickle or copy a {type(self).__name__}")


class _Pieces(_OneOwner):
    """A stream from its first chunk to its last chunk. A chunk is kept until there is a byte after it."""

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
        self._is_over = False
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
            self._finish()
            return last

    def _work_off(self, count: int) -> bytes:
        """Processes `count` chunks, none of them the last, up to the next rekeying at a time."""
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

    def _finish(self) -> None:
        self._is_over = True
        wipe(self._kept)
        self._kept = bytearray()
        self._stream.wipe()

    def _require_more(self) -> None:
        if self._is_over:
            raise StateError("the stream has been ended")


class Sealer(_Pieces):
    """Encrypts a stream in pieces of any length.

    Args:
        stream: The stream. The object makes a copy.
        rekey_every: The secret is replaced after every such number of chunks; 0 for never.
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
            The chunks that now have text after them; may be empty.

        Raises:
            StateError: The stream has been ended.
            ValueError: The stream would have more than 2**32 chunks.
        """
        return self._add(data)

    def finalize(self) -> bytes:
        """Ends the stream.

        Returns:
            The last chunk. Without it, readers refuse the stream.
        """
        return self._end()


class Opener(_Pieces):
    """Verifies and decrypts a stream in pieces of any length. It returns only verified text.

    Args:
        stream: The stream. The object makes a copy.
        rekey_every: The same number as for the writer.
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
        """The text before the first forged chunk. From then on, every call fails."""
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
        self._finish()
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
            The text of the chunks that now have bytes after them, up to the first forged chunk.

        Raises:
            InvalidTag: A chunk is forged, and all text before it has been returned. Every later call raises it too.
            StateError: The stream has been ended.
        """
        return self._add(data)

    def finalize(self) -> bytes:
        """Ends the stream and checks that it is complete.

        Returns:
            The text of the last chunk.

        Raises:
            InvalidTag: The stream was cut off, or a chunk is forged.
        """
        return self._end()


def _explain(stream: Stream, index: int, chunk: Buffer, last: bool) -> InvalidTag:
    """Tries the other mark, to tell a stream that was cut off or extended from a stream that was changed."""
    try:
        stream.open(index, chunk, not last)
    except InvalidTag:
        return InvalidTag(f"chunk {index} is forged: it was changed or moved, or the stream was cut off within it")
    if last:
        return InvalidTag(f"the stream was cut off: no chunk follows chunk {index}")
    return InvalidTag(f"there is data after the last chunk, chunk {index}")


class _FileOpener:
    """An Opener for a file that arrives in pieces, the header first."""

    def __init__(self, key: Key, threads: int) -> None:
        self._key = _own(key)
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
        with _stream_of(self._start, self._key, header) as stream:
            self._opener = Opener(stream, threads=self._threads)
        del self._key
        return self._opener.update(self._start[header.size :])

    def finalize(self) -> bytes:
        if self._opener is None:
            raise _truncated_header(self._start)
        return self._opener.finalize()


# ---- Files ---------------------------------------------------------------------------------------


class StreamWriter(_OneOwner, io.BufferedIOBase):
    """A binary file whose bytes are encrypted and written to an underlying file. open() returns it.

    The underlying file is complete after close() or the end of a `with` block. If an exception leaves the block, or if
    the object is dropped, the file stays unfinished, and every reader refuses it.

    Args:
        file: The file for the encrypted bytes.
        header: The start of the file.
        sealer: Encrypts everything after the header.
        owned: Whether `file` is closed with this object.
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
        """Adds text. If an exception interrupts the call, the file stays unfinished.

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
        """Returns the number of bytes of text that were written."""
        self._require_open()
        return self._position

    def flush(self) -> None:
        """Flushes the underlying file. A chunk is written once there is text after it."""
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
        """Writes all bytes, even if a raw file takes fewer at a time. After None it is unknown which were written."""
        rest = memoryview(data)
        while rest:
            count = cast("int | None", self._file.write(rest))  # of a non-blocking file
            if count is None:
                raise BlockingIOError("write() returned None, not a number: asconkit.stream needs a blocking file")
            rest = rest[count:]

    def _require_open(self) -> Sealer:
        if self.closed:
            raise ValueError("I/O operation on closed file")
        if self._sealer is None:
            raise StateError("writing has failed: the file is unfinished")
        return self._sealer


_Start = tuple[bytes, Sealer]
"""The header of a new file, and what encrypts after it."""


def _start_file(key: Key, algorithm: str, chunk_size: int, threads: int) -> _Start:
    salt = os.urandom(SALT_SIZE)
    cost = key.cost if isinstance(key, Passphrase) else None
    # For a function that makes the key.
    header = Header(2, cost is not None, algorithm, chunk_size, *(cost or (0, 0, 0)), salt, HEADER_SIZE)
    made, stream = Stream.create_header(
        _key_bytes(key, header), salt, algorithm=algorithm, chunk_size=chunk_size, passphrase_cost=cost
    )
    with stream:
        return made, Sealer(stream, threads=threads)


class _Reader(io.RawIOBase):
    """The base of both kinds of readers, which begin where the header ends."""

    def __init__(self, file: IO[bytes], key: Key, owned: bool) -> None:
        self._file = file
        self._owned = owned
        start, self.header = _read_start(file)
        self._stream = _stream_of(start, key, self.header)

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
        """Reads `count` chunks; fewer if the file has become shorter."""
        size = self._sealed_size(first, count)
        self._file.seek(self._begin + first * self._unit)
        parts: list[bytes] = []
        while size > 0 and (part := _available(self._file.read(size))):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _sealed_size(self, first: int, count: int) -> int:
        return count * self._unit if first + count < self._count else (count - 1) * self._unit + self._last_size

    def seekable(self) -> bool:
        return True

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
        """The chunks of the next `size` bytes, and more if chunks are read one after the other."""
        first = self._position // self._chunk
        needed = (self._position + size - 1) // self._chunk + 1 - first
        goes_on = self._position in (0, self._cached_from + len(self._cache))
        self._ahead = min(4 * self._ahead, _group(self._unit)) if goes_on else 1
        count = max(min(needed, _group(self._unit)), self._ahead)
        self._cache = self._open(first, min(count, self._count - first))
        self._cached_from = first * self._chunk

    def _open(self, first: int, count: int) -> bytes:
        """Opens chunks; only the first if not all are there and valid, so valid text is returned before the error."""
        sealed = self._sealed(first, count)
        is_whole = len(sealed) == self._sealed_size(first, count)  # open_chunks() takes any number of chunks
        try:
            if is_whole:
                return self._stream.open_chunks(first, sealed, first + count == self._count, self._threads)
        except InvalidTag:
            pass
        if count > 1:
            return self._open(first, 1)
        reason = "it was changed or moved" if is_whole else "the file was cut off before its end after it was opened"
        raise InvalidTag(f"chunk {first} is forged: {reason}")


class _SequentialReader(_Reader):
    """Text of a file that cannot seek, such as a pipe. Only the end shows that the file is complete."""

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
    """A binary file with the verified and decrypted bytes of an underlying file. open() returns it.

    If the underlying file can seek, this object can seek too, and its end is verified when it is opened. Otherwise only
    a read that reaches the end shows whether the file was cut off: it then raises InvalidTag.

    Args:
        raw: Decrypts the underlying file.
    """

    def __init__(self, raw: _RandomReader | _SequentialReader) -> None:
        super().__init__(raw)
        self._header = raw.header

    @property
    def header(self) -> Header:
        """The header of the underlying file, authenticated by the key."""
        return self._header


def _group(unit: int) -> int:
    """How many chunks to work on at once."""
    return max(_GROUP_BYTES // unit, _GROUP_CHUNKS)


def _read_some(file: IO[bytes]) -> bytes:
    """Returns the available bytes, at most a group; empty at the end."""
    return _available(getattr(file, "read1", file.read)(_GROUP_BYTES))


def _available(data: bytes | None) -> bytes:
    if data is None:
        raise BlockingIOError("the file is non-blocking and has no data now: asconkit.stream needs a blocking file")
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
    """Opens an encrypted file, as `asconkit encrypt` writes it and `asconkit decrypt` reads it.

    Args:
        file: A path, or a binary file, which stays open when the stream is closed.
        mode: "rb" to read, "wb" to write, "xb" to write a file that does not exist yet.
        key: 32 bytes, a Passphrase, or a function that returns 32 bytes for the header.
        algorithm: To write: the name of an AEAD, by default "ascon-aead128".
        chunk_size: To write: the bytes of text in a chunk, by default 65536.
        threads: The number of threads; 0 for one per processor that the process may use.

    Returns:
        A binary file with the text. Read it, or write to it, and close it, best by `with`.

    Raises:
        InvalidTag: The key is wrong, or the file was changed or cut off. Reading raises it too.
        ValueError: The file does not have this format, or an argument has a wrong value.
    """
    if mode in ("r", "rb"):
        if algorithm is not None or chunk_size is not None:
            raise ValueError("algorithm and chunk_size are for writing: the header of a file has them")
        return _open_to_read(file, key, threads)
    if mode not in ("w", "wb", "x", "xb"):
        raise ValueError(f"mode must be 'rb', 'wb' or 'xb', not {mode!r}")
    chunk_size = _USUAL_CHUNK_SIZE if chunk_size is None else chunk_size
    header, sealer = _start_file(key, algorithm or _ALGORITHM, chunk_size, threads)
    if isinstance(file, (str, os.PathLike)):
        return StreamWriter(builtins.open(file, mode[0] + "b"), header, sealer, True)
    return StreamWriter(file, header, sealer, False)


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
        key: 32 bytes, a Passphrase, or a function that returns 32 bytes for the header.
        algorithm: The name of an AEAD.
        chunk_size: The bytes of text in a chunk.
        threads: The number of threads; 0 for one per processor that the process may use.

    Returns:
        An iterator over the encrypted file in pieces. The file is complete only when the iterator has ended. The key is
        not needed after this call.
    """
    return _encrypted(*_start_file(key, algorithm, chunk_size, threads), source)


def _encrypted(header: bytes, sealer: Sealer, source: Source) -> Iterator[bytes]:
    yield header
    for data in _pieces(source):
        if sealed := sealer.update(data):
            yield sealed
    yield sealer.finalize()


def decrypt_file(source: Source, *, key: Key, threads: int = 0) -> Iterator[bytes]:
    """Verifies and decrypts a file, or pieces of a file.

    Args:
        source: A path, a binary file, an iterable of bytes in pieces of any length, or the bytes themselves.
        key: 32 bytes, a Passphrase, or a function that returns 32 bytes for the header.
        threads: The number of threads; 0 for one per processor that the process may use.

    Returns:
        An iterator over verified text. Only the iterator's end shows that nothing is missing: do not act on the text as
        a whole before. The iterator keeps a copy of the key until it has read the header.

    Raises:
        InvalidTag: During the iteration: the key is wrong, or the file was changed or cut off.
        ValueError: The key has a wrong size; during the iteration: the file does not have this format.
    """
    return _decrypted(_FileOpener(key, threads), source)


def _decrypted(opener: _FileOpener, source: Source) -> Iterator[bytes]:
    for data in _pieces(source):
        if text := opener.update(data):
            yield text
    if text := opener.finalize():
        yield text


def async_encrypt_file(
    source: Source | AsyncIterable[Buffer], *, key: Key, algorithm: str = _ALGORITHM,
    chunk_size: int = _USUAL_CHUNK_SIZE, threads: int = 0,
) -> AsyncIterator[bytes]:  # fmt: skip
    """Like asconkit.stream.encrypt_file(), for asyncio: long work runs in threads. A Passphrase or key function also
    runs in a thread, when the iterator begins. The source may be an asynchronous iterable too."""
    start = partial(_start_file, key, algorithm, chunk_size, threads)
    return _async_encrypted(start if callable(key) else start(), source)


async def _async_encrypted(
    start: _Start | Callable[[], _Start], source: Source | AsyncIterable[Buffer]
) -> AsyncIterator[bytes]:
    header, sealer = await _in_thread(start) if callable(start) else start
    yield header
    async with aclosing(_async_pieces(source)) as pieces:
        async for data in pieces:
            if sealed := await _in_thread(sealer.update, data):
                yield sealed
    yield await _in_thread(sealer.finalize)


def async_decrypt_file(
    source: Source | AsyncIterable[Buffer], *, key: Key, threads: int = 0
) -> AsyncIterator[bytes]:
    """Like asconkit.stream.decrypt_file(), for asyncio: long work runs in threads. The source may be an asynchronous
    iterable too."""
    return _async_decrypted(_FileOpener(key, threads), source)


async def _async_decrypted(opener: _FileOpener, source: Source | AsyncIterable[Buffer]) -> AsyncIterator[bytes]:
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
    """A cancelled task waits for the thread, which uses objects that the task would close, also if it is cancelled
    again. The work is not a task, because asyncio.run() cancels all tasks at its end."""
    import asyncio

    work = asyncio.get_running_loop().run_in_executor(None, partial(copy_context().run, call, *arguments))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        while not work.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([work])
        raise
