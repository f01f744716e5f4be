# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Counters in files, by ports/datagram/counter_file.c and by the package: shared, linked and spoilt files are refused.
"""

from __future__ import annotations

import copy
import ctypes
import errno
import os
import pickle
import re
import shutil
import signal
import stat
import subprocess
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from asconkit.datagram import FileStore, Sender, Settings, StoreFolder
from asconkit.exceptions import StateError

fcntl = pytest.importorskip("fcntl", reason="needs fork() and flock()")
resource = pytest.importorskip("resource")

COUNTERS = Path(__file__).resolve().parents[2] / "ports/datagram"
needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")

# What a store says when it refuses.
IN_USE, PARENT, LINK, TWO_NAMES = "another process", "parent", "symbolic link", "two names"
DAMAGED, LOWER, MISSING, NO_LOCKS, FOLDER = "damaged|not a file", "higher", "no such counter", "no locks", "one lock"


class CLibrary:
    """counter_file.c, as a library of this process."""

    def __init__(self, folder: Path, has_locks: bool = True) -> None:
        without = folder / "without.c"
        without.write_text("#include <errno.h>\nint no_lock(void) { return errno = ENOLCK, -1; }\n", encoding="utf-8")
        files = [COUNTERS / "counter_file.c", *([] if has_locks else ["-Dflock=no_lock", without])]
        path = folder / f"counters-{has_locks}.so"
        subprocess.run(["cc", "-std=c11", "-shared", "-fPIC", "-Wall", "-Wextra", *files, "-o", path], check=True)
        self.calls = ctypes.CDLL(str(path))

    def open(self, path: Path | str, folder: CFolder | None = None) -> CStore:
        return CStore(self.calls, os.path.split(path), folder)

    def folder(self, path: Path | str) -> CFolder:
        return CFolder(self.calls, path)


class CObject:
    """A counter_file or a counter_folder: `problem` is its first field."""

    def __init__(self, calls: ctypes.CDLL) -> None:
        self.calls, self.memory = calls, ctypes.create_string_buffer(256)

    def call(self, name: str, *arguments: object) -> None:
        if not getattr(self.calls, name)(self.memory, *arguments):
            raise OSError(ctypes.c_char_p.from_buffer(self.memory).value.decode())


class CFolder(CObject):
    def __init__(self, calls: ctypes.CDLL, path: Path | str) -> None:
        super().__init__(calls)
        self.call("counter_folder_open", os.fsencode(path))

    def close(self) -> None:
        self.calls.counter_folder_close(self.memory)


class CStore(CObject):
    def __init__(self, calls: ctypes.CDLL, path: tuple[str, str], folder: CFolder | None) -> None:
        super().__init__(calls)
        self.name = os.fsencode(path[1])
        if folder:
            self.call("counter_file_open_in", folder.memory, self.name)
        else:
            self.call("counter_file_open", os.fsencode(path[0] or "."), self.name)

    def load(self) -> int:
        counter = ctypes.create_string_buffer(8)
        self.call("counter_file_load", counter)
        return int.from_bytes(counter.raw, "little")

    def store(self, counter: int) -> None:
        self.call("counter_file_store", counter.to_bytes(8, "little"))

    def provision(self) -> None:
        self.call("counter_file_provision")

    def close(self) -> None:
        self.calls.counter_file_close(self.memory)


class Package:
    """The package's stores."""

    def open(self, path: Path | str, folder: StoreFolder | None = None) -> FileStore:
        return folder.store(os.path.basename(path)) if folder else FileStore(path)

    def folder(self, path: Path | str) -> StoreFolder:
        return StoreFolder(path)


@pytest.fixture(scope="module", params=["Python", pytest.param("C", marks=needs_compiler)])
def stores(request, tmp_path_factory) -> CLibrary | Package:
    return Package() if request.param == "Python" else CLibrary(tmp_path_factory.mktemp("library"))


@pytest.fixture
def path(tmp_path, stores, monkeypatch) -> Path:
    """A counter that was provisioned."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "state").mkdir()
    one = stores.open(tmp_path / "state/counter")
    one.provision()
    one.close()
    return tmp_path / "state/counter"


def record(counter: int) -> bytes:
    number = counter.to_bytes(8, "little")
    return number + zlib.crc32(number).to_bytes(4, "little")


def counter_in(path: Path) -> int:
    assert path.read_bytes() == record(counter := int.from_bytes(path.read_bytes()[:8], "little"))
    return counter


def refused(call, why: str, *arguments) -> None:
    with pytest.raises((OSError, ValueError, StateError), match=why):
        call(*arguments)


def in_child(work) -> None:
    """Runs it in a child of fork(), which then ends at once."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_relative_path_is_resolved_once(stores, path, tmp_path, monkeypatch):
    store = stores.open("state/counter")
    monkeypatch.chdir("/")
    assert store.load() == 0
    store.store(20)
    store.close()
    assert counter_in(path) == 20 and sorted(os.listdir(path.parent)) == ["counter", "counter.lock"]


def test_links_are_refused(stores, path):
    link, other = path.with_name("link"), path.with_name("other")
    link.symlink_to(path)
    store = stores.open(link)
    for call in (store.load, store.provision):
        refused(call, LINK)
    store.close()
    link.unlink()
    link.symlink_to("nowhere")
    refused(stores.open(link).provision, LINK)
    other.hardlink_to(path)
    refused(stores.open(path).load, TWO_NAMES)
    store = stores.open(other)
    refused(store.store, TWO_NAMES, 1)
    path.unlink()
    assert store.load() == 0
    store.close()


def test_a_counter_has_one_owner(stores, path):
    first, second = stores.open(path), stores.open(path)
    assert first.load() == 0
    for _ in range(2):
        refused(second.load, IN_USE)
        refused(second.store, IN_USE, 7)
        refused(second.provision, IN_USE)
        in_child(lambda: refused(stores.open(path).load, IN_USE))
        first.store(7)  # replaces the file, and not the lock
    first.close()
    refused(first.load, "closed")
    assert second.load() == 7
    second.close()
    assert path.with_name("counter.lock").exists()


def test_an_owner_that_is_killed_leaves_the_counter(stores, path):
    ready, started = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            held = stores.open(path)
            held.load()
            os.write(started, b"1")
            signal.pause()
        finally:
            os._exit(1)
    try:
        os.read(ready, 1)
        store = stores.open(path)
        refused(store.load, IN_USE)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert store.load() == 0
    store.close()


def test_a_child_has_no_counter(stores, path):
    store = stores.open(path)
    store.load()

    def child() -> None:
        for call in (store.load, store.provision, lambda: store.store(9)):
            refused(call, PARENT)
        store.close()

    in_child(child)
    refused(stores.open(path).load, IN_USE)  # the child's close() did not release the lock
    store.store(9)
    store.close()


def test_a_counter_never_goes_back(stores, path):
    store = stores.open(path)
    for counter in (30, 30, 31, 2**56 - 1):
        store.store(counter)
    store.close()
    store = stores.open(path)
    refused(store.store, LOWER, 20)
    assert counter_in(path) == 2**56 - 1
    path.unlink()
    refused(store.store, MISSING, 2**56 - 1)
    refused(store.load, MISSING)
    store.provision()
    assert store.load() == 0
    store.close()


def test_a_counter_that_a_failed_store_wrote_is_no_obstacle(tmp_path, monkeypatch):
    path, real = tmp_path / "counter", os.fsync

    def fail_for_folders(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(errno.EIO, "Input/output error")
        real(file)

    with FileStore(path) as store:
        store.provision()
        sender = Sender(bytes(16), b"sensor 7", Settings(epoch_length=1), store)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fail_for_folders)
            refused(sender.rekey, "Input/output error")
        path.with_name("counter.new").mkdir()
        refused(store.store, "irectory", 300)  # which fails before the file is replaced
        path.with_name("counter.new").rmdir()
        for _ in range(3):
            sender.seal(b"21.5C")
        assert sender.next == 3 and counter_in(path) == store.load() == 256
        path.write_bytes(record(255))  # by somebody else
        refused(store.store, LOWER, 4)


def test_other_files_are_not_written(stores, path, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    new, lock = path.with_name("counter.new"), path.with_name("counter.lock")
    store = stores.open(path)
    for i, make in enumerate((new.symlink_to, new.hardlink_to)):
        make(victim)
        store.store(1 + i)
    new.mkdir()
    refused(store.store, "cannot be written|irectory", 5)
    new.rmdir()
    store.close()
    lock.unlink()
    lock.symlink_to(victim)
    refused(stores.open(path).load, "lock file")
    assert victim.read_text() == "precious" and counter_in(path) == 2


def test_what_is_no_counter_is_refused(stores, path):
    good = record(0x0102030405)
    changed = [bytes(byte ^ (1 << bit % 8 if i == bit // 8 else 0) for i, byte in enumerate(good)) for bit in range(96)]
    store = stores.open(path)
    for bad in (*changed, b"", good[:11], good + b"\0"):
        path.write_bytes(bad)
        for call in (store.load, store.provision, lambda: store.store(2**50)):
            refused(call, DAMAGED)
        assert path.read_bytes() == bad
    path.unlink()
    os.mkfifo(path)
    refused(store.load, DAMAGED)
    store.close()


@needs_compiler
def test_a_file_system_without_locks_is_refused_in_c(tmp_path):
    store = CLibrary(tmp_path, has_locks=False).open(tmp_path / "counter")
    refused(store.provision, NO_LOCKS)
    assert not (tmp_path / "counter").exists()


def test_a_file_system_without_locks_is_refused(tmp_path, monkeypatch):
    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", fail)
    refused(FileStore(tmp_path / "counter").provision, NO_LOCKS)
    refused(lambda: StoreFolder(tmp_path), NO_LOCKS)
    assert not (tmp_path / "counter").exists()


@needs_compiler
def test_c_and_the_package_share_files_and_locks(tmp_path):
    in_c, path = CLibrary(tmp_path), tmp_path / "counter"
    with FileStore(path) as store:
        store.provision()
        store.store(7)
        refused(in_c.open(path).load, IN_USE)
        refused(in_c.open(path, in_c.folder(tmp_path)).load, IN_USE)
    (tmp_path / ".lock").unlink()
    other = in_c.open(path)
    assert other.load() == 7
    refused(FileStore(path).load, IN_USE)
    other.close()
    with StoreFolder(tmp_path) as folder:
        assert folder.store("counter").load() == 7
        refused(lambda: in_c.folder(tmp_path), IN_USE)
        refused(in_c.open(path).load, FOLDER)


def test_a_folder_lives_as_long_as_its_stores(path, monkeypatch):
    store = StoreFolder(path.parent).store("counter")  # the folder is named by nothing else
    store.store(3)
    refused(lambda: StoreFolder(path.parent), IN_USE)
    del store
    with StoreFolder(path.parent) as folder:
        store = folder.store("counter")
        assert store.load() == 3
    monkeypatch.chdir(path.parent)
    refused(store.load, "closed")  # and does not look in the current folder
    refused(store.store, "closed", 4)


def in_threads(monkeypatch, *calls) -> list:
    """What they return or raise. Each look for a file gives the other threads time."""

    def outcome(call):
        try:
            return call()
        except (OSError, StateError) as error:
            return type(error)

    real = os.stat
    with monkeypatch.context() as patch, ThreadPoolExecutor(len(calls)) as threads:
        patch.setattr(os, "stat", lambda *a, **k: (time.sleep(0.05), real(*a, **k))[1])
        return list(threads.map(outcome, calls))


def test_threads_do_not_share_a_counter(tmp_path, monkeypatch):
    (tmp_path / "counter").write_bytes(record(7))
    with StoreFolder(tmp_path) as folder:
        opened = [folder.store("counter") for _ in range(2)]
        loaded = in_threads(monkeypatch, *(store.load for store in opened))
        assert loaded.count(7) == 1 and BlockingIOError in loaded


def test_threads_take_turns_with_one_store(tmp_path, monkeypatch):
    with FileStore(tmp_path / "counter") as store:
        store.provision()
        assert in_threads(monkeypatch, store.provision, store.load) == [None, 0]
        refused(FileStore(tmp_path / "counter").load, IN_USE)
        store.store(3)
        assert in_threads(monkeypatch, store.load, store.close)[0] in (3, StateError)
        refused(store.load, "closed")


def test_stores_are_not_copied(tmp_path):
    with StoreFolder(tmp_path) as folder, folder.store("counter") as store:
        store.provision()
        store.load()
        for one in (folder, store, FileStore(tmp_path / "other")):
            for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="pickle"):
                    duplicate(one)
        refused(lambda: StoreFolder(tmp_path), IN_USE)


def test_closing_releases_the_lock_while_a_child_lives(tmp_path):
    path = tmp_path / "counter"
    path.write_bytes(record(0))
    store = FileStore(path)
    store.load()
    for take in (lambda: FileStore(path), lambda: StoreFolder(path.parent).store("counter")):
        ends, end = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(end)
            os.read(ends, 1)
            os._exit(0)
        try:
            store.close()
            store = take()
            assert store.load() == 0
        finally:
            os.close(end)
            os.waitpid(child, 0)
            os.close(ends)
    store.close()
    StoreFolder(path.parent).close()


def test_a_lock_that_was_removed_protects_nothing(tmp_path):
    path = tmp_path / "counter"
    path.write_bytes(record(0))
    first, second = FileStore(path), FileStore(path)
    first.load()
    path.with_name("counter.lock").unlink()
    assert second.load() == 0
    for call in (first.load, first.provision, lambda: first.store(1)):
        refused(call, "lock file was removed")
    second.store(2)
    first.close()
    second.close()
    with StoreFolder(path.parent) as folder, folder.store("counter") as store:
        store.load()
        path.with_name(".lock").unlink()
        refused(store.store, "lock file was removed", 3)
        refused(folder.store("other").provision, "lock file was removed")
    assert counter_in(path) == 2


def test_a_look_for_the_folder_that_fails_keeps_no_lock(tmp_path, monkeypatch):
    path = tmp_path / "counter"
    path.write_bytes(record(0))

    def fail(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    store, real = FileStore(path), os.stat
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", lambda name, **more: (fail if name == ".lock" else real)(name, **more))
        refused(store.load, "Permission denied")
        refused(FileStore(path).load, "Permission denied")
    assert store.load() == 0
    store.close()


def test_a_file_is_synchronized_before_it_takes_the_place_of_the_old_one(tmp_path, monkeypatch):
    calls = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        fake = lambda *a, name=name, real=real, **k: (calls.append(name), real(*a, **k))[1]  # noqa: E731
        monkeypatch.setattr(os, name, fake)
    store = FileStore(tmp_path / "counter")
    store.provision()
    store.store(7)
    assert calls == 2 * ["fsync", "replace", "fsync"]
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", fcntl.F_GETFD, raising=False)  # of macOS
    monkeypatch.setattr(fcntl, "fcntl", lambda *_: calls.append("full"))
    store.store(8)
    assert calls[6:] == ["fsync", "full", "replace", "fsync", "full"]


@pytest.mark.parametrize("name", ["", ".counter", "counter.new", "counter.lock", "n" * 241])
def test_other_names_are_refused(stores, tmp_path, name):
    refused(lambda: stores.open(f"{tmp_path}/{name}"), "name")


def test_a_file_of_a_folder_has_one_name(tmp_path):
    """Also where the file system ignores case, the composition of letters, or a dot at the end."""
    with StoreFolder(tmp_path) as folder:
        for name in ("Node", "node.", "node ", "node:x", "node~1", "n\u00f6de", "node\n", ".node", "node.new", ""):
            refused(folder.store, re.escape(f"not {name!r}"), name)
        for name in ("0", "65535", "node-7_sent.2"):
            folder.store(name).provision()
    assert FileStore(tmp_path / "Node")


def test_many_counters_of_a_folder_have_one_lock(stores, tmp_path):
    names = [f"counter-{i}" for i in range(10000)]
    for i, name in enumerate(names):
        (tmp_path / name).write_bytes(record(i))
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        folder = stores.folder(tmp_path)
        opened = [stores.open(tmp_path / name, folder) for name in names]
        assert [store.load() for store in opened] == list(range(10000))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    opened[7].store(70)
    assert counter_in(tmp_path / "counter-7") == 70
    for store in opened:
        store.close()
    folder.close()


def test_a_folder_has_one_owner(stores, path):
    alone = stores.open(path)
    alone.load()
    folder = stores.folder(path.parent)
    refused(stores.open(path, folder).load, IN_USE)  # its owner was there before the folder's
    alone.close()
    store, second = stores.open(path, folder), stores.open(path, folder)
    store.provision()
    second.load()
    refused(store.load, IN_USE)
    in_child(lambda: refused(second.load, PARENT))
    refused(lambda: stores.folder(path.parent), IN_USE)
    refused(stores.open(path).load, FOLDER)
    second.close()
    assert store.load() == 0
    store.close()
    folder.close()
    refused(stores.open(path).load, FOLDER)
    path.with_name(".lock").unlink()
    alone = stores.open(path)
    assert alone.load() == 0
    alone.close()
