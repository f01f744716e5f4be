# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The stores of counters, in MicroPython."""

import os

import asconkit
from asconkit_counters import FileStore, NVSStore
from support import KEY, raises

BLOCK = 512


class Flash:
    """Blocks in memory, of which only some are still written: then the power fails."""

    def __init__(self, memory):
        self.memory, self.writes = bytearray(memory), 1 << 30

    def readblocks(self, block, buf, offset=0):
        start = block * BLOCK + offset
        buf[:] = self.memory[start : start + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        self.writes -= 1
        if self.writes < 0:
            raise OSError(5)
        start = block * BLOCK + offset
        self.memory[start : start + len(buf)] = buf

    def ioctl(self, op, arg):
        return {4: len(self.memory) // BLOCK, 5: BLOCK}.get(op, 0)


def mount(flash):
    os.mount(os.VfsLfs2(flash), "/flash")


def test_loss_of_power_at_every_write():
    """On littlefs: after it, the counter is the one that was to be stored, or the one before."""
    flash, counter, writes, cuts, rounds = Flash(BLOCK * 64), 0, 0, 0, 0
    os.VfsLfs2.mkfs(flash)
    mount(flash)
    FileStore("/flash/sent").provision()
    while rounds < 50:
        store = FileStore("/flash/sent")
        assert store.load() == counter
        flash.writes = writes
        try:
            store.store(counter + 10)
            is_complete = True
        except OSError:
            is_complete = False
        os.umount("/flash")
        flash = Flash(flash.memory)  # files that were open may still write to the old one
        mount(flash)
        found = FileStore("/flash/sent").load()
        assert found == counter + 10 or not is_complete and found == counter, (found, counter, writes)
        counter = found
        writes, rounds, cuts = (0, rounds + 1, cuts) if is_complete else (writes + 1, rounds, cuts + 1)
    os.umount("/flash")
    assert cuts > 100, cuts
    print("cut", cuts, "times")


def test_damaged_copies():
    store = FileStore("counter")
    raises(ValueError, "never provisioned", store.load)
    store.provision()
    store.store(2**55 + 3)
    store.provision()  # changes nothing
    for damage in (b"", b"\0" * 12, b"\xff" * 12, b"1" * 100):
        for name in ("counter", "counter2"):
            with open(name, "wb") as file:
                file.write(damage)
            assert FileStore("counter").load() == 2**55 + 3
        os.remove("counter")
        assert FileStore("counter").load() == 2**55 + 3
    for name in ("counter", "counter2"):
        with open(name, "wb") as file:
            file.write(b"damaged")
    for call in (store.load, store.provision, lambda: store.store(2**56)):
        raises(ValueError, "both copies are damaged", call)


def test_two_owners():
    first, second = FileStore("shared"), FileStore("shared")
    first.provision()
    sender, other = asconkit.Sender(KEY, bytes(8), first, 4), asconkit.Sender(KEY, bytes(8), second, 4)
    for _ in range(9):
        sender.seal(b"")
    raises(ValueError, "higher", other.seal, b"")


def test_nvs():
    class Entries(dict):  # as esp32.NVS
        def get_blob(self, key, blob):
            if key not in self:
                raise OSError(-0x1102, "ESP_ERR_NVS_NOT_FOUND")
            blob[: len(self[key])] = self[key]
            return len(self[key])

        def set_blob(self, key, blob):
            self[key] = bytes(blob)
            self.committed = False

        def commit(self):
            self.committed = True

    nvs = Entries()
    store = NVSStore(nvs, "sent")
    raises(OSError, "NOT_FOUND", store.load)
    store.provision()
    sender = asconkit.Sender(KEY, bytes(8), store, 100)
    sender.seal(b"")
    assert nvs.committed and nvs["sent"] == b"\x64" + bytes(7) and store.load() == 100
    store.provision()
    assert store.load() == 100
    nvs["sent"] = b"1234"
    raises(ValueError, "no counter of 8 bytes", store.load)
    raises(ValueError, "no counter of 8 bytes", store.provision)
