"""Programs with faults in their machine code."""

from lab.elf import Elf


class Flipped:
    """A program of which one bit is another."""

    def __init__(self, elf: Elf, address: int, bit: int) -> None:
        self._elf, self.path = elf, elf.path
        self.constants = [
            (start, _with_flipped(data, address - start, bit) if start <= address < start + len(data) else data)
            for start, data in elf.constants
        ]

    def __getattr__(self, name: str):
        return getattr(self._elf, name)


def _with_flipped(data: bytes, at: int, bit: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
