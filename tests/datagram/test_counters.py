# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The stores of ports/datagram: the power is cut at every byte and at every call, and no counter is used twice."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from builds import C11, LIBRARY, ROOT, need, run, sources

COUNTERS = ROOT / "ports/datagram"
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
    datagram.c or datagram.h, which datagram.c finds in its own folder."""
    files = [HERE / program, *(COUNTERS / f"counter_{name}.c" for name in ("slots", "flash", "file"))]
    files = [changed if changed and changed.name == file.name else file for file in files]
    datagram = LIBRARY / "datagram/datagram.c"
    if changed and changed.name == "datagram.h":
        datagram = shutil.copy(datagram, folder)
    if changed and changed.name == "datagram.c":
        datagram = changed
    inside = (f"-I{ROOT}", f"-I{COUNTERS}", f"-I{LIBRARY / 'datagram'}")
    run("gcc", *LIBRARY_FLAGS, *inside, *SANITIZED, "-c", datagram, "-o", folder / "datagram.o")
    objects = (folder / "datagram.o", library)
    run("gcc", *C11, *SANITIZED, *inside, *files, *objects, *flags, "-o", folder / "program")
    return folder / "program"


def outcome(program: Path, folder: Path, *words: object) -> str:
    """What it prints; "failed: ..." with another status than 0."""
    done = subprocess.run([program, *map(str, words)], cwd=folder, capture_output=True, text=True)
    assert (done.returncode != 0) == done.stdout.startswith("failed"), done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def memory(library, tmp_path_factory) -> Path:
    return build(library, tmp_path_factory.mktemp("memory"), "memory_cuts.c")


MEMORIES = 7  # rows of memory_cuts.c: EEPROM, and kinds of flash


@pytest.mark.parametrize("row", range(MEMORIES))
def test_a_memory_survives_a_cut_at_every_byte(memory, tmp_path, row):
    apart = {"quick": 20, "full": 10}.get(os.environ.get("ASCONKIT_TESTS", ""), 1) if row else 1
    found = outcome(memory, tmp_path, row, apart)
    print(found)
    lives, cuts = map(int, re.search(r"(\d+) lives, (\d+) cuts", found).groups())
    assert lives > 2000 and cuts > 2 * lives


def test_every_memory_is_tested(memory):
    assert subprocess.run([memory, str(MEMORIES), "1"]).returncode == 2


def test_keys_of_epochs_survive_a_cut_at_every_byte(library, tmp_path):
    found = outcome(build(library, tmp_path, "epoch_cuts.c"), tmp_path)
    print(found)
    lives, cuts, written = map(int, re.findall(r"\d+", found))
    assert lives == written * 90 == 15_930 and cuts > 1.5 * lives  # the number is in datagram.md


def test_files_survive_a_cut_at_every_call(library, tmp_path):
    found = outcome(build(library, tmp_path, "file_cuts.c", flags=(WRAPPED,)), tmp_path)
    print(found)
    cuts, counters = map(int, re.findall(r"\d+", found))
    assert cuts == 80 and counters > 400


FILE_RULES = (
    "never opened",
    "no name",
    "a child lives longer",
    "the lock is removed",
    "the folder is closed first",
    "names in a folder",
    "a store fails after writing",
    "the disk is waited for",
)


@pytest.fixture(scope="module")
def file_rules(library, tmp_path_factory) -> Path:
    flags = ("-DF_FULLFSYNC=7777", "-Wl,--wrap=fsync,--wrap=fstat,--wrap=fcntl")  # the former is macOS's
    return build(library, tmp_path_factory.mktemp("rules"), "file_rules.c", flags=flags)


@pytest.mark.parametrize("case", FILE_RULES)
def test_rules_of_files(file_rules, tmp_path, case):
    assert outcome(file_rules, tmp_path, case) == "passed\n"


# A mistake in one of the files, and what the program says of it.
SLOTS, FLASH, FILE, DATAGRAM = (
    *(COUNTERS / f"counter_{name}.c" for name in ("slots", "flash", "file")), LIBRARY / "datagram/datagram.h",
)  # fmt: skip
SENDER, EPOCHS = LIBRARY / "datagram/datagram.c", HERE / "epoch_cuts.c"
MISTAKES = {
    "the newest pair is overwritten": (SLOTS, "(newest.first + i) % slots->count", "newest.first % slots->count"),
    "any pair counts as newest": (SLOTS, "counter_is_greater(found.record, newest->record) ||", "1 ||"),
    "a slot that cannot be read is skipped": (SLOTS, "sizeof record)) return 0;", "sizeof record)) continue;"),
    "the checksum is not checked": (SLOTS, "record)) continue;\n    if (!found->copies",
                                    "record)) memcpy(counter, record, 8);\n    if (!found->copies"),
    "a counter has one copy": (SLOTS, " && write_slot(slots, first + 1, record)", ""),
    "a copy that was lost is not written again": (SLOTS, "newest.copies && newest.copies != BOTH", "0"),
    "a lower counter is stored": (SLOTS, "tried, newest.record, counter)", "tried, counter, counter)"),
    "an odd number of slots is taken": (SLOTS, "slots->count % 2 == 0", "1"),
    "a record in flash has one copy": (FLASH, " && program_slot(flash, at + slot_bytes(flash), counter)", ""),
    "a start gives nothing up": (FLASH, "if (flash->phase == OPENED)", "if (flash->phase > READY)"),
    "a mark has no place of its own": (FLASH, "flash->group++) + flash->unit;", "flash->group++);"),
    "a header stays until its page is erased": (FLASH, "  (void)program_mark(flash, at, slot_bytes(flash));\n", ""),
    "a mark that is refused counts": (FLASH, "mark, length) > 0;", "mark, length) >= 0;"),
    "the home is erased": (FLASH, "if (flash->page == flash->home)", "if (0)"),
    "a unit that is lost ends the device": (FLASH, "return result >= 0;", "return result > 0;"),
    "memory that does not answer is skipped": (FLASH, "return result >= 0;", "return 1;"),
    "a checksum is as of a file": (FLASH, "record[i] ^= 0x69;", "record[i] ^= 0;"),
    "the sender uses one more than is stored": (DATAGRAM, "(uint16_t)(stored - used)", "stored"),
    "the sender stores the next counter": (DATAGRAM, "(int)stored)", "0)"),
    "the receiver stores nothing": (DATAGRAM, "if (ahead > 0) RETURN_IF_ERROR(reserve(later, (uint16_t)ahead, 1));",
                                    ""),
    "what is in the window is accepted again": (DATAGRAM, "!(*byte_of(receiver, low) & bit_of(low))", "1"),
    "a rekey is not stored": (SENDER, "reserve(state, distance(before, counter), 0)", "ASCON_OK"),
    "the old key is erased first": (EPOCHS, "  write_bytes(kept.slots[!old].key,",
                                    "  erase(&kept.slots[old]);\n  write_bytes(kept.slots[!old].key,"),
    "the old key stays": (EPOCHS, "  erase(&kept.slots[old]);\n", ""),
    "the file is not synchronized": (FILE, "&& synchronize(descriptor)", ""),
    "the folder is not synchronized": (FILE, "synchronize(folder)", "1"),
    "the file is written in place": (FILE, 'name_beside(name, file, ".new");', 'name_beside(name, file, "");'),
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
    elif file in (SENDER, EPOCHS):
        program = build(library, tmp_path, "epoch_cuts.c", changed)
    else:
        program = build(library, tmp_path, "memory_cuts.c", changed)
    flash = [(row, 20) for row in (4, 6, 1, 2, 3, 5)]
    rows = {FLASH: flash, SLOTS: [(0, 1)], DATAGRAM: [(0, 1)]}.get(file, [()])
    found = next((found for row in rows if (found := outcome(program, tmp_path, *row)).startswith("failed")), "")
    print(found)
    assert found


def run_on_an_nrf51(folder: Path, flash: Path) -> subprocess.CompletedProcess[str]:
    for command in ("arm-none-eabi-gcc", "qemu-system-arm", "make"):
        need(command)
    files = (flash, COUNTERS / "counter_nvmc.c")
    settings = ("MACHINE=microbit", "PROFILE=size", "PROGRAM=resets", f"OUT={folder}/out", f"EXTRA_FLAGS=-I{COUNTERS}")
    more = f"EXTRA_SOURCES={' '.join(map(str, files))}"
    command = ["make", "-s", "-C", ROOT / "examples/firmware", "run", *settings, more]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_flash_of_an_nrf51_survives_resets(tmp_path):
    """In an emulator, by the controller's registers."""
    done = run_on_an_nrf51(tmp_path, FLASH)
    print(done.stdout, done.stderr)
    lives, stores, erases = map(int, re.fullmatch(r"(\d+) lives, (\d+) stores, (\d+) erases\n", done.stdout).groups())
    assert done.returncode == 0 and lives == 400 and stores > 1000 and erases > 20


def test_an_nrf51_notices_flash_that_keeps_nothing(tmp_path):
    changed = tmp_path / FLASH.name
    text = FLASH.read_text(encoding="utf-8")
    mistake = "if (!program_record(flash, written)) return 0;"
    assert text.count(mistake) == 1
    changed.write_text(text.replace(mistake, "(void)program_record;"), encoding="utf-8")
    done = run_on_an_nrf51(tmp_path, changed)
    assert done.returncode != 0 and "failed" in done.stdout, done.stderr


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
    assert total < 1600


@pytest.mark.parametrize("bits", [32, 64, 128, 256, 512, 1024])
def test_windows_of_every_size(library, tmp_path, bits):
    flags = (*LIBRARY_FLAGS, *SANITIZED, f"-DASCON_DATAGRAM_WINDOW_BITS={bits}")
    run("gcc", *flags, HERE / "window.c", LIBRARY / "datagram/datagram.c", library, "-o", tmp_path / "window")
    assert outcome(tmp_path / "window", tmp_path) == f"{bits} bits, {bits // 8} bytes\n"


@pytest.mark.parametrize("bits", [0, 16, 48, 2048])
def test_windows_of_other_sizes_do_not_compile(bits):
    command = ("gcc", *LIBRARY_FLAGS, f"-DASCON_DATAGRAM_WINDOW_BITS={bits}", "-fsyntax-only", HERE / "window.c")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0 and "must be 32, 64, 128, 256, 512 or 1024" in done.stderr
