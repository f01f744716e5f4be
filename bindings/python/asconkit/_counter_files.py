# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Counters of datagrams in files, in the format and by the rules of ports/datagram/counter_file.c.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import threading
import zlib
from typing import TYPE_CHECKING, NoReturn, SupportsIndex

from .exceptions import StateError

if TYPE_CHECKING:
    from typing_extensions import Self

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    _synchronize = os.fsync

    def _unlock(file: int) -> None:
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)

    def _synchronize(file: int) -> None:
        """On macOS fsync() does not wait until the disk has written; F_FULLFSYNC does, if the file system has it."""
        os.fsync(file)
        full: int | None = getattr(fcntl, "F_FULLFSYNC", None)
        try:
            if full is not None:
                fcntl.fcntl(file, full)
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                raise


# Windows has neither these flags nor calls with a folder's descriptor.
_HAS_FOLDERS = sys.platform != "win32"
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_RECORD_BYTES = 12


def _end_lock(file: int, process: int) -> None:
    """Releases the lock in the process that took it, even if a child shares the lock.

    A child only closes the file: unlocking it would take the lock from the parent.
    """
    try:
        if process == os.getpid():
            _unlock(file)
    finally:
        os.close(file)


class _Uncopied:
    """Refuses copies: a copy would have the same descriptors, and release the lock at its end."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(f"cannot pickle {type(self)!r}")


class _Folder(_Uncopied):
    """A folder that is found once, so a later chdir() has no effect, and a lock on a file in it."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self.names: set[str] = set()  # of counters that are in use
        self._turns: dict[int, threading.RLock] = {}
        self._lock: int | None = None
        self._process = 0  # that has the lock
        self._is_open = True
        self._folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY) if _HAS_FOLDERS else None

    def close(self) -> None:
        self._is_open = False
        self.unlock()
        folder, self._folder = self._folder, None
        if folder is not None:
            os.close(folder)

    def __del__(self) -> None:
        if hasattr(self, "_folder"):
            self.close()

    def turn(self) -> threading.RLock:
        """Lets threads take turns. An RLock, because the garbage collector may close another store meanwhile.

        Each process has its own: in a child of fork(), nobody would end the turn of a thread of the parent.
        """
        return self._turns.setdefault(os.getpid(), threading.RLock())

    def error(self, number: int, text: str, name: str) -> OSError:
        return OSError(number, text, os.path.join(self.path, name))

    def check(self) -> None:
        if not self._is_open:
            raise StateError("the folder of the store was closed")
        if self._lock is not None and self._process != os.getpid():
            raise StateError("the counter belongs to the parent of this process")

    def check_lock(self) -> None:
        """Refuses if the lock file was removed, because the next process would make and lock a new file."""
        if self._lock is None or os.fstat(self._lock).st_nlink == 0:
            raise StateError("the lock file was removed: somebody else may have the counter")

    def open(self, name: str, flags: int) -> int:
        return os.open(self._at(name), flags | _PLAIN, 0o600, dir_fd=self._folder)

    def status(self, name: str) -> os.stat_result | None:
        """The status of the file itself; None if there is no file."""
        try:
            return os.stat(self._at(name), dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        if self.status(name) is not None:
            os.unlink(self._at(name), dir_fd=self._folder)

    def replace(self, new: str, name: str) -> None:
        """The name is on the disk when this returns, except on Windows."""
        os.replace(self._at(new), self._at(name), src_dir_fd=self._folder, dst_dir_fd=self._folder)
        if self._folder is not None:
            _synchronize(self._folder)

    def lock(self, name: str) -> None:
        file = self.locked(name)
        self._lock, self._process = file, os.getpid()

    def unlock(self) -> None:
        file, self._lock = self._lock, None
        if file is not None:
            _end_lock(file, self._process)

    def locked(self, name: str) -> int:
        """A file that is open and locked."""
        status = self.status(name)
        if status is not None and not stat.S_ISREG(status.st_mode):
            raise self.error(errno.EINVAL, "the lock file must be a file, and no symbolic link", name)
        file = self.open(name, os.O_RDWR | os.O_CREAT)
        try:
            _lock(file)
        except OSError as error:
            os.close(file)
            if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                raise self.in_use(name) from None
            raise self.error(error.errno or 0, "the file system has no locks: a counter needs one", name) from error
        return file

    def in_use(self, name: str) -> OSError:
        return self.error(errno.EAGAIN, "another process, or another store of this one, has the counter", name)

    def _at(self, name: str) -> str:
        return name if _HAS_FOLDERS else os.path.join(self.path, name)


class StoreFolder(_Uncopied):
    """A folder of many counters with one lock, the file `.lock`: its counters need no open files of their own.

    Until it is closed, no other process can use its counters. Once it is closed, its stores refuse all calls. Without a
    call of close(), it is closed together with its last store. Threads take turns. As long as `.lock` exists, a
    FileStore that is not made by store() refuses counters of this folder.

    Args:
        path: The folder, which must exist.

    Raises:
        OSError: Another process has the folder, or the file system has no locks.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._folder = _Folder(os.fsdecode(path))
        try:
            self._folder.lock(".lock")
        except OSError:
            self._folder.close()
            raise

    def store(self, name: str) -> FileStore:
        """Returns the store of the counter in the file of this name.

        Args:
            name: The file's name, 1 to 240 bytes.

        Raises:
            ValueError: The name has characters other than a-z, 0-9, `-`, `_` and `.`, ends in a dot, or is refused by
                FileStore. Some file systems ignore case or a dot at the end, so two names could be the same file.
        """
        return FileStore._in(self._folder, name)  # pyright: ignore[reportPrivateUsage]

    def close(self) -> None:
        """Releases the lock, even if a child of this process still runs."""
        with self._folder.turn():
            self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class FileStore(_Uncopied):
    """A counter that survives a loss of power at any time, in a file of a system whose fsync() waits for the disk.

    On macOS, F_FULLFSYNC is used instead, because fsync() does not wait. Windows does not report when the new name of a
    file is on the disk: after a loss of power, the file may have an old counter, which is then used again.

    The format is the same as in ports/datagram/counter_file.c. From the first load() until it is closed, the counter
    belongs to this store only, by a lock on the file with ".lock" after the name. Never remove that file: the owner of
    the lock would then refuse every call. The store refuses a symbolic link, a file with two names, a damaged file, a
    counter below the file's counter, and calls in a child of fork().

    Locks do not detect copies: a counter that was restored, such as from a snapshot or a backup, is used again.

    Args:
        path: The file. Its folder must exist and is found now, so a later chdir() has no effect. Each store() first
            writes a file with ".new" after this name.

    Raises:
        OSError: The folder cannot be opened.
        ValueError: The name is empty, has more than 240 bytes, begins with a dot, or ends in ".new" or ".lock".
    """

    _folder: _Folder | None

    def __init__(self, path: str | os.PathLike[str]) -> None:
        folder, name = os.path.split(os.fsdecode(path))
        self._start(None, name)
        self._folder = _Folder(folder or ".")
        self._is_alone = True

    @classmethod
    def _in(cls, folder: _Folder, name: str) -> FileStore:
        store = cls.__new__(cls)
        store._start(folder, name)
        if not re.fullmatch(r"[a-z0-9_.-]*[a-z0-9_-]", name):
            raise ValueError(
                "the name of a counter in a folder must have only a-z, 0-9, `-`, `_` and `.`, and no `.` at its end; "
                f"not {name!r}"
            )
        return store

    def _start(self, folder: _Folder | None, name: str) -> None:
        if (
            not 0 < len(os.fsencode(name)) <= 240 or name[0] == "." or name.endswith((".new", ".lock"))
            or os.path.basename(name) != name
        ):  # fmt: skip
            raise ValueError(
                f"the name of a counter must have 1 to 240 bytes, no slash and no dot at its start, and not end in "
                f".new or .lock; not {name!r}"
            )
        self._name, self._folder = name, folder
        self._is_held = self._is_alone = False
        self._tried: set[int] = set()  # counters of this store that the file may have, even after an error

    def load(self) -> int:
        """Returns the counter in the file.

        Raises:
            OSError: There is no such file, it is a link, the counter is in use elsewhere, or the system failed.
            StateError: The parent of this process has the counter, its lock file was removed, or the store was closed.
            ValueError: The file is damaged.
        """
        folder = self._opened()
        with folder.turn():
            self._hold(folder)
            return self._read(folder)

    def store(self, counter: int) -> None:
        """Replaces the counter in the file.

        A store() that failed may have written its counter: a later store() of a lower counter then succeeds and keeps
        the higher counter, which skips counters and repeats none.

        Args:
            counter: Less than 2**64, and not below the counter in the file, unless this store has written the latter.

        Raises:
            OSError: As load() does, or the file cannot be written.
            StateError: As load() does.
            ValueError: The file is damaged, or has a higher counter.
        """
        folder = self._opened()
        with folder.turn():
            self._hold(folder)
            stored = self._read(folder)
            if stored > counter and stored not in self._tried:
                raise ValueError(f"the file has a higher counter, {stored}, than the one to store, {counter}")
            self._write(folder, max(stored, counter), stored)

    def provision(self) -> None:
        """Stores counter 0 if there is no such file.

        Call it once, when the key is made, and never when the program starts: if the file is lost, the program must not
        start at 0 again. Holds the lock only during this call, unless the counter has been loaded or stored.

        Raises:
            OSError: As load() does, or the file cannot be written.
            StateError: As load() does.
            ValueError: The file exists and is damaged.
        """
        folder = self._opened()
        with folder.turn():
            was_held = self._is_held
            self._hold(folder)
            try:
                if folder.status(self._name) is None:
                    self._write(folder, 0)
                else:
                    self._read(folder)
            finally:
                if not was_held:
                    self._release(folder)

    def close(self) -> None:
        """Releases the lock, even if a child of this process still runs. Later calls fail."""
        folder = self._folder
        if folder is None:
            return
        with folder.turn():
            self._folder = None
            self._release(folder)
            if self._is_alone:
                folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_folder"):
            self.close()

    def _opened(self) -> _Folder:
        if self._folder is None:
            raise StateError("the store was closed")
        return self._folder

    def _hold(self, folder: _Folder) -> None:
        self._opened()  # another thread may have closed it before this turn
        folder.check()
        if not self._is_held:
            self._lock_alone(folder) if self._is_alone else self._hold_in(folder)
        self._is_held = True
        folder.check_lock()

    def _lock_alone(self, folder: _Folder) -> None:
        """Takes the counter's own lock, then checks that the folder has no lock file."""
        folder.lock(f"{self._name}.lock")
        try:
            if folder.status(".lock") is not None:
                text = "the counters of this folder have one lock, the file `.lock`"
                raise folder.error(errno.EBUSY, text, self._name)
        except BaseException:
            folder.unlock()
            raise

    def _hold_in(self, folder: _Folder) -> None:
        """The folder is locked already, so a counter that is in use outside of it is found by its own lock."""
        if self._name in folder.names:
            raise folder.in_use(self._name)
        if folder.status(f"{self._name}.lock") is not None:
            _end_lock(folder.locked(f"{self._name}.lock"), os.getpid())
        folder.names.add(self._name)

    def _release(self, folder: _Folder) -> None:
        if self._is_alone:
            folder.unlock()
        elif self._is_held:
            folder.names.discard(self._name)
        self._is_held = False

    def _read(self, folder: _Folder) -> int:
        status = folder.status(self._name)
        if status is None:
            text = "there is no such counter: provision it once, together with its key"
            raise folder.error(errno.ENOENT, text, self._name)
        if stat.S_ISLNK(status.st_mode):
            raise folder.error(errno.ELOOP, "the counter is a symbolic link: name the file itself", self._name)
        with open(folder.open(self._name, os.O_RDONLY), "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            if status.st_nlink > 1:
                text = "the counter has two names: the other one would keep an old counter"
                raise folder.error(errno.EMLINK, text, self._name)
            record = file.read(_RECORD_BYTES + 1) if stat.S_ISREG(status.st_mode) else None
        counter = int.from_bytes((record or b"")[:8], "little")
        if record != _record(counter):
            raise ValueError(
                f"{os.path.join(folder.path, self._name)} must be a counter and its checksum, 12 bytes; it is damaged"
            )
        return counter

    def _write(self, folder: _Folder, counter: int, stored: int | None = None) -> None:
        """Writes the new file to the disk before it replaces the old one.

        Somebody may have made a file with the new name before, such as a link to another file.
        """
        self._tried = {counter} | self._tried & {stored}
        new = f"{self._name}.new"
        folder.remove(new)
        with open(folder.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
            file.write(_record(counter))
            file.flush()
            _synchronize(file.fileno())
        folder.replace(new, self._name)


def _record(counter: int) -> bytes:
    number = counter.to_bytes(8, "little")
    return number + zlib.crc32(number).to_bytes(4, "little")
