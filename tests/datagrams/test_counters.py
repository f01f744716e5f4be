"""The stores of ports/counters: the power is cut at every byte and at every call, and no counter is used twice.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from builds import C11, LIBRARY, ROOT, need, run, sources

COUNTERS = ROOT / "ports/counters"
HERE = Path(__file__).resolve().parent
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
WRAPPED = "-Wl,--wrap=write,--wrap=fsync,--wrap=renameat"
# Extensions of gcc, which the warnings for a program do not allow.
LIBRARY_FLAGS = ("-std=c11", "-O1", "-DASCON_BACKEND=c64", f"-I{ROOT}", "-ffunction-sections", "-fdata-sections")


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> Path:
    """Without datagram.c, which some of these tests change."""
    folder = tmp_path_factory.mktemp("library")
    files = [file for file in sources("c64") if file.name != "datagram.c" and file.suffix == ".c"]
    run("gcc", *LIBRARY_FLAGS, "-c", *files, cwd=folder)
    run("ar", "rcs", "library.a", *sorted(folder.glob("*.o")), cwd=folder)
    return folder / "library.a"


def build(library: Path, folder: Path, program: str, changed: Path | None = None, flags: tuple[str, ...] = ()) -> Path:
    """A program of this folder with the stores and datagrams; `changed` has another text of one of these files, or of
    datagram.h, which datagram.c finds in its own folder."""
    files = [HERE / program, COUNTERS / "counter_slots.c", COUNTERS / "counter_file.c"]
    files = [changed if changed and changed.name == file.name else file for file in files]
    datagram = LIBRARY / "constructions/datagram.c"
    if changed and changed.name == "datagram.h":
        datagram = shutil.copy(datagram, folder)
    inside = (f"-I{ROOT}", f"-I{COUNTERS}", f"-I{LIBRARY / 'constructions'}")
    run("gcc", *LIBRARY_FLAGS, *inside, *SANITIZED, "-c", datagram, "-o", folder / "datagram.o")
    objects = (folder / "datagram.o", library)
    run("gcc", *C11, *SANITIZED, *inside, *files, *objects, *flags, "-o", folder / "program")
    return folder / "program"


def outcome(program: Path, folder: Path) -> str:
    """What it prints; "failed: ..." with another status than 0."""
    done = subprocess.run([program], cwd=folder, capture_output=True, text=True)
    assert (done.returncode != 0) == done.stdout.startswith("failed"), done.stdout + done.stderr
    return done.stdout


def test_slots_survive_a_cut_at_every_byte(library, tmp_path):
    found = outcome(build(library, tmp_path, "slots_cuts.c"), tmp_path)
    print(found)
    lives, cuts, written = map(int, re.findall(r"\d+", found))
    assert lives == 4 * written * 60 == 51_840 and cuts > 1.5 * lives  # the number is in datagram.md


def test_files_survive_a_cut_at_every_call(library, tmp_path):
    found = outcome(build(library, tmp_path, "file_cuts.c", flags=(WRAPPED,)), tmp_path)
    print(found)
    cuts, counters = map(int, re.findall(r"\d+", found))
    assert cuts == 80 and counters > 400


# A mistake in one of the files, and what the program says of it.
SLOTS, FILE, DATAGRAM = (
    COUNTERS / "counter_slots.c", COUNTERS / "counter_file.c", LIBRARY / "constructions/datagram.h",
)  # fmt: skip
MISTAKES = {
    "the newest slot is overwritten": (SLOTS, "(newest + i) % slots->count", "newest % slots->count"),
    "any slot counts as newest": (SLOTS, "return a[i] > b[i];", "return 1;"),
    "a slot that cannot be read is skipped": (SLOTS, "sizeof record)) return 0;", "sizeof record)) continue;"),
    "the checksum is not checked": (SLOTS, "record)) continue;\n    if (*newest",
                                    "record)) memcpy(found, record, sizeof found);\n    if (*newest"),
    "the sender uses one more than is stored": (DATAGRAM, "(uint16_t)(store->step - 1)", "store->step"),
    "the sender stores the next counter": (DATAGRAM, "(int)store->step)", "0)"),
    "the receiver stores nothing": (DATAGRAM, "if (ahead > 0) RETURN_IF_ERROR(reserve(later, (uint16_t)ahead));", ""),
    "what is in the window is accepted again": (DATAGRAM, "!(*byte_of(receiver, low) & bit_of(low))", "1"),
    "the file is not synchronized": (FILE, "&& fsync(descriptor) == 0", ""),
    "the folder is not synchronized": (FILE, "&& fsync(folder) == 0", ""),
    "the file is written in place": (FILE, 'sizeof name, "%s.new", file->name', 'sizeof name, "%s", file->name'),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_noticed(library, tmp_path, mistake):
    file, old, new = MISTAKES[mistake]
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    changed = tmp_path / file.name
    changed.write_text(text.replace(old, new).replace('"../', f'"{LIBRARY}/'), encoding="utf-8")
    if file == FILE:
        program = build(library, tmp_path, "file_cuts.c", changed, (WRAPPED,))
    else:
        program = build(library, tmp_path, "slots_cuts.c", changed)
    found = outcome(program, tmp_path)
    print(found)
    assert found.startswith("failed")


def test_stores_of_zephyr_and_esp_idf(tmp_path):
    """Over stand-ins of their storage."""
    names = ("counter_zephyr_nvs", "counter_zephyr_settings", "counter_esp_idf")
    files = [COUNTERS / f"{name}.c" for name in names]
    flags = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-D_POSIX_C_SOURCE=200809L", f"-I{HERE / 'include'}")
    run("gcc", *flags, *SANITIZED, f"-I{ROOT}", *files, HERE / "systems.c", "-o", tmp_path / "systems")
    assert outcome(tmp_path / "systems", tmp_path) == "passed\n"


def test_an_avr_has_room(tmp_path):
    need("avr-gcc")
    for name in ("counter_slots", "counter_avr"):
        flags = ("-std=c11", "-mmcu=atmega328p", "-Os", "-Wall", "-Wextra", "-Werror")
        run("avr-gcc", *flags, "-c", COUNTERS / f"{name}.c", "-o", tmp_path / f"{name}.o")
    sizes = run("avr-size", *sorted(tmp_path.glob("*.o"))).splitlines()[1:]
    total = sum(int(line.split()[0]) for line in sizes)
    print(f"{total} bytes of code")
    assert total < 1500


@pytest.mark.parametrize("bits", [32, 64, 128, 256, 512, 1024])
def test_windows_of_every_size(library, tmp_path, bits):
    flags = (*LIBRARY_FLAGS, *SANITIZED, f"-DASCON_DATAGRAM_WINDOW_BITS={bits}")
    run("gcc", *flags, HERE / "window.c", LIBRARY / "constructions/datagram.c", library, "-o", tmp_path / "window")
    assert outcome(tmp_path / "window", tmp_path) == f"{bits} bits, {bits // 8} bytes\n"


@pytest.mark.parametrize("bits", [0, 16, 48, 2048])
def test_windows_of_other_sizes_do_not_compile(bits):
    command = ("gcc", *LIBRARY_FLAGS, f"-DASCON_DATAGRAM_WINDOW_BITS={bits}", "-fsyntax-only", HERE / "window.c")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0 and "must be 32, 64, 128, 256, 512 or 1024" in done.stderr
