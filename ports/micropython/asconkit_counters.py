# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Stores for the counters of asconkit.Sender and asconkit.Receiver, which survive a loss of power: copy this file to
the device. One store belongs to one object. Never restore an old copy of what a store keeps: it would repeat nonces."""

from binascii import crc32


class FileStore:
    """A counter in two files, `path` and `path` + "2", which are written one after the other.

    Whenever the power fails, one of them is whole, and load() gives the counter that was to be stored or the one
    before. While both are whole, one may rot. A file system must keep what flush() has written, as littlefs does and
    FAT on plain flash may not. There is no lock: one program alone may have the counter.
    """

    def __init__(self, path):
        self._names = (path, path + "2")
        self._tried = -1

    def load(self):
        """The counter. OSError or ValueError if there is none: after that, only a new key helps."""
        copies = [_read(name) for name in self._names]
        counter = max(copies)
        if counter < 0:
            raise ValueError("no counter in %s: it was never provisioned, or both copies are damaged" % self._names[0])
        for name, copy in zip(self._names, copies):
            if copy != counter:
                _write(name, counter)
        return counter

    def store(self, counter):
        """Keeps a counter. ValueError if the files have a higher one that another store has written."""
        found = self.load()
        if counter < found and found != self._tried:
            raise ValueError("%s has counter %d, which is higher than %d" % (self._names[0], found, counter))
        self._tried = counter = max(found, counter)
        for name in self._names:
            _write(name, counter)

    def provision(self):
        """Stores 0 if there are no such files. Call it once, together with the first key, and never at start."""
        if any(_exists(name) for name in self._names):
            self.load()
        else:
            for name in self._names:
                _write(name, 0)


class NVSStore:
    """A counter in the non-volatile storage of an ESP32, which is written at once or not at all.

    Give it an open esp32.NVS and the key of the entry, at most 15 characters.
    """

    _NOT_FOUND = 0x1102  # ESP_ERR_NVS_NOT_FOUND

    def __init__(self, nvs, key):
        self._nvs, self._key = nvs, key

    def load(self):
        """The counter. OSError if there is none: after that, only a new key helps."""
        blob = bytearray(8)
        if self._nvs.get_blob(self._key, blob) != 8:
            raise ValueError("the entry %s is no counter of 8 bytes" % self._key)
        return int.from_bytes(blob, "little")

    def store(self, counter):
        """Keeps a counter."""
        self._nvs.set_blob(self._key, counter.to_bytes(8, "little"))
        self._nvs.commit()

    def provision(self):
        """Stores 0 if there is no such entry. Call it once, together with the first key, and never at start."""
        try:
            self.load()
        except OSError as error:
            if abs(error.args[0]) != self._NOT_FOUND:
                raise
            self.store(0)


def _record(counter):
    number = counter.to_bytes(8, "little")
    return number + crc32(number).to_bytes(4, "little")


def _exists(name):
    try:
        open(name, "rb").close()
    except OSError as error:
        if error.args[0] != 2:  # ENOENT
            raise
        return False
    return True


def _read(name):
    """The counter in a file; -1 if it is missing or damaged."""
    if not _exists(name):
        return -1
    with open(name, "rb") as file:
        record = file.read(13)
    counter = int.from_bytes(record[:8], "little")
    return counter if record == _record(counter) else -1


def _write(name, counter):
    with open(name, "wb") as file:
        file.write(_record(counter))
        file.flush()
