"""The library without any setting where there is no operating system: every file compiles, and the backend is the one
that is made for the processor. Wrong settings are errors that say what is expected."""

import os
import re
import subprocess

import pytest
from builds import LIBRARY, PROFILES, direct, each, need, run, sources
from compiling import backends
from embedded.targets import TARGETS

# Bare-metal compilers. Debian's for RISC-V has no C library, and so no stdint.h of a hosted one.
RISCV = ("riscv64-unknown-elf-gcc", "-ffreestanding")
BARE = {
    "cortex-m0+": ("arm-none-eabi-gcc", "-mcpu=cortex-m0plus", "-mthumb"),
    "cortex-m4": ("arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"),
    "avr": ("avr-gcc", "-mmcu=atmega328p"),
    "rv32": (*RISCV, "-march=rv32imac", "-mabi=ilp32"),
}
# Processors that are none of the targets of measurements, and the backend that each gets.
OTHERS = {
    ("arm-none-eabi-gcc", "-mcpu=cortex-m23", "-mthumb"): "armv6m",
    ("arm-none-eabi-gcc", "-mcpu=cortex-m7", "-mthumb"): "armv7m",
    ("arm-none-eabi-gcc", "-mcpu=arm7tdmi"): "c32",
    ("arm-none-eabi-gcc", "-mcpu=arm7tdmi", "-mthumb"): "c32",
    ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-mbig-endian"): "c32",
    ("avr-gcc", "-mmcu=attiny26"): "c8",
    (*RISCV, "-march=rv32e", "-mabi=ilp32e"): "c32",
    ("gcc", "-ffreestanding"): "c64",
    ("gcc", "-ffreestanding", "-mbmi", "-mbmi2"): "c64_bmi",
}


def macros(*command) -> dict[str, str]:
    """What a compiler defines after ascon_config.h, the folders of all backends, and the choice of one."""
    listed = run(*command, "-E", "-dM", LIBRARY / "core/backends/choice.h")
    return dict(re.findall(r"^#define (\w+) (.*)$", listed, re.M))


@pytest.mark.parametrize("name", BARE)
def test_every_file_compiles(name, tmp_path):
    def build(file):
        run(*BARE[name], "-Os", "-c", file, "-o", tmp_path / f"{file.name}.o")

    each(build, sources())


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_backend_of_each_target(target):
    """The one that results are shown for, which no other that fits ranks above."""
    command = (need(target.compiler), *target.flags, "-ffreestanding")
    defined = macros(*command)
    assert defined["ASCON_BACKEND"] == target.settings[0].backend
    fitting = [name for name in backends() if defined[f"ASCON_HAVE_{name}"] == "1"]
    ranks = {name: int(defined.get(f"ASCON_{name.upper()}_PREFERENCE", 0)) for name in fitting}
    assert max(ranks, key=ranks.__getitem__) == defined["ASCON_BACKEND"], ranks


@pytest.mark.parametrize("command", OTHERS, ids=" ".join)
def test_backend_of_other_processors(command):
    assert macros(*command)["ASCON_BACKEND"] == OTHERS[command]


def test_the_compiler_says_which():
    """The compiler names the chosen backend once in a build, and only if the user has not chosen one."""
    said = {}
    for flags in ((), ("-DASCON_BACKEND=c32",)):
        command = [*BARE["cortex-m4"], *flags, "-c", LIBRARY / "core/api/dispatch.c", "-o", os.devnull]
        said[flags] = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert said[()].count("no ASCON_BACKEND is given, the processor's is armv7m") == 1
    assert said[("-DASCON_BACKEND=c32",)] == ""


def test_with_a_system_it_is_chosen_at_run_time():
    assert "ASCON_BACKEND" not in macros("gcc")


WRONG = {
    ("-DASCON_UNROLL_LOOPS=on",): "ASCON_UNROLL_LOOPS must be 0 or 1",
    ("-DASCON_INLINE_MODE=2",): "ASCON_INLINE_MODE must be 0 or 1",
    ("-DASCON_INTERLEAVE=yes",): "ASCON_INTERLEAVE must be 0 or 1",
    ("-DASCON_PROFILE=size",): "define ASCON_PROFILE_SPEED",
    ("-DASCON_PROFILE_SIZE", "-DASCON_PROFILE_SPEED"): "define one profile",
    ("-DASCON_MASKED_MAX_SHARES=5",): "ASCON_MASKED_MAX_SHARES must be 2, 3 or 4",
    ("-DASCON_BACKEND=c46",): "c64_bmi, c8, neon32",
    ("-DASCON_BACKEND=c64_bmi",): "one of: aarch64",
    ("-DASCON_BACKEND=avr",): "must name a backend that this compiler can build",
}


@pytest.mark.parametrize("flags", WRONG, ids=" ".join)
def test_wrong_settings(flags):
    command = ["gcc", *flags, "-fsyntax-only", LIBRARY / "core/api/ascon.c"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and WRONG[flags] in done.stderr, done.stderr


def test_right_settings():
    """So that nothing above fails for another reason."""
    for profile in PROFILES:
        run("gcc", *direct("c32", profile), "-DASCON_UNROLL_LOOPS=1", "-fsyntax-only", LIBRARY / "core/api/ascon.c")
