"""The xtensa backend for the calling convention with register windows, as ESP32 has it, under emulation. The compiler
here is for a processor without windows and without loops: tests/firmware/windows.inc has their instructions."""

import re
import resource
import shutil
from dataclasses import replace

import pytest
from builds import LIBRARY, each
from embedded import emulation
from embedded.building import BuildError, Configuration, call, compile_board, compile_files, link
from embedded.targets import FIRMWARE, PROFILES, find

LX106 = find("xtensa")
TARGET = replace(LX106, name="xtensa-windows", emulator=("qemu-xtensa", "-cpu", "dc232b"))
INSTRUCTIONS = ("-include", str(FIRMWARE / "windows.inc"))
WINDOWED = (*INSTRUCTIONS, "-D__XTENSA_WINDOWED_ABI__")
BACKEND = "core/backends/xtensa"


def assembly(library) -> list:
    return sorted((library / BACKEND).glob("*.S"))


def windowed_objects(configuration, folder, library, loops) -> list:
    names = (*configuration.names, f"ASCON_XTENSA_LOOPS={loops}")
    objects = compile_files(configuration, folder / "windowed", assembly(library), names, WINDOWED)
    for path in objects:
        call([f"{TARGET.tool}objcopy", "--prefix-symbols=windowed_", path])
    return objects


def build(folder, profile, loops=0, library=LIBRARY, *definitions):
    """The program that compares both conventions; `library` is where those with windows are from."""
    configuration = Configuration(TARGET, TARGET.settings[0], profile)
    names = (*configuration.names, *definitions)
    objects = [
        *compile_files(configuration, folder / "program", [FIRMWARE / "windowed.c"], names),
        *compile_files(configuration, folder / "calls", [FIRMWARE / "windowed.S"], flags=INSTRUCTIONS),
        *compile_files(configuration, folder / "library", assembly(LIBRARY), configuration.names),
        *windowed_objects(configuration, folder, library, loops),
        *compile_board(configuration, folder),
    ]
    return link(configuration, folder, "windowed", objects)


def compare(*arguments) -> int:
    """The number of cases, all of them right."""
    try:
        return int(re.fullmatch(r"(\d+) cases\n", emulation.run(build(*arguments)))[1])
    except (BuildError, emulation.RunError) as error:
        raise AssertionError(str(error)) from None


def test_windowed_functions(tmp_path):
    """Every function, with loops of the processor and without."""
    cases = [(profile, loops) for profile in PROFILES for loops in (0, 1)]
    counts = each(lambda case: compare(tmp_path / f"{case[0]}-{case[1]}", *case), cases)
    print(dict(zip(cases, counts)))


# ---- Faults ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fault", "found"), list(enumerate(("lost registers", "lost registers", "wrong memory"), 1)))
def test_comparison_finds_faults(fault, found, tmp_path):
    with pytest.raises(AssertionError, match=found):
        compare(tmp_path, "size", 0, LIBRARY, f"WINDOWED_FAULT={fault}")


MACROS, LOOPS, ROUNDS = "xtensa_macros.inc", "xtensa_loops.S", "xtensa_rounds.S"
FAULTS = {
    "frame too small": (MACROS, "define RESERVED 16 ", "define RESERVED 0 ", "status -"),
    "frame too large": (MACROS, "define SAVED 0\n", "define SAVED 16\n", "too much stack"),
    "return address lost": (MACROS, "        l32i    a0, a1, SLOT(0)\n", "", "status -"),
    "slot outside the frame": (LOOPS, "define DISTANCE SLOT(5) ", "define DISTANCE SLOT(9) ", "status -"),
    "constant of loops": (ROUNDS, "movi    T0, 12\n#else", "movi    T0, 11\n#else", "wrong memory"),
}  # fmt: skip


@pytest.fixture
def no_core_files():
    """Some faults crash the program."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


@pytest.mark.parametrize("name", FAULTS)
def test_comparison_finds_faults_of_the_library(name, tmp_path, no_core_files):
    file, code, fault, found = FAULTS[name]
    shutil.copytree(LIBRARY, tmp_path / "asconkit")
    changed = tmp_path / "asconkit" / BACKEND / file
    text = changed.read_text(encoding="utf-8")
    assert text.count(code) == 1
    changed.write_text(text.replace(code, fault), encoding="utf-8")
    with pytest.raises(AssertionError, match=found):
        compare(tmp_path, "small", 1, tmp_path / "asconkit")
