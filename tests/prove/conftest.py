"""Proofs of small programs. They run with the packages of ./dev prove: `./dev test prove`."""

from pathlib import Path

import compiling
import pytest
from lab.elf import Elf

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def controls(tmp_path_factory):
    """Makes control.c with a fault, and control.S, by a compiler."""
    folder = tmp_path_factory.mktemp("controls")

    def make(fault: int, compiler: tuple[str, ...], processor: str) -> Elf:
        elf = folder / f"{compiler[0]}-{fault}.elf"
        sources = [HERE / "control.c", *([HERE / "control.S"] if processor == "x86-64" else [])]
        libgcc = compiling.call([*compiler, "-print-libgcc-file-name"]).strip()
        flags = ["-O2", "-nostdlib", "-static", "-Wl,-e,0", f"-DPLANT={fault}"]
        if not elf.exists():
            compiling.call([*compiler, *flags, *sources, libgcc, "-o", elf])
        return Elf(elf, processor)

    return make
