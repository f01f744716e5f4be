"""Running programs under an emulator, with what runs between two marks counted."""

import fcntl
import subprocess
from functools import cache
from pathlib import Path

from compiling import BuildError, call

from .building import BUILD, Program, symbol
from .targets import FIRMWARE, Target

LONGEST = 600  # seconds a program may run
NOWHERE = 0xFFFFFFFF  # no instruction's address


class RunError(Exception):
    """A program under emulation failed."""


def _host_tool(source: str, name: str, *flags: str) -> Path:
    """Compiled where that has not been done yet, by one process at a time."""
    BUILD.mkdir(parents=True, exist_ok=True)
    path, file = BUILD / name, FIRMWARE / source
    with open(BUILD / f"{name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists() or path.stat().st_mtime < file.stat().st_mtime:
            call(["gcc", "-O2", "-Wall", "-Wextra", file, *flags, "-o", path])
    return path


@cache
def plugin() -> Path:
    return _host_tool("count_plugin.c", "count_plugin.so", "-shared", "-fPIC")


@cache
def avr_runner() -> Path:
    return _host_tool("avr_runner.c", "avr_runner", "-lsimavr", "-lelf")


@cache
def emulator_text(target: Target) -> str:
    if target.name == "avr":
        return "simavr 1.6"
    first = call([target.emulator[0], "--version"]).splitlines()[0].split()
    return f"{' '.join(target.emulator)} ({first[2]})"


def run(program: Program, *arguments: str) -> str:
    """What the program prints."""
    if program.target.name == "avr":
        return _run(_avr_command(program, NOWHERE, Path("/dev/null")))
    return _run([*program.target.emulator, program.elf, *arguments])


@cache
def can_count(target: Target) -> bool:
    """Whether the emulator counts instructions: Debian 13 compiles QEMU's user emulators without plugins."""
    if target.name == "avr":
        return True
    words = [target.emulator[0], "-h"]
    return "-plugin" in subprocess.run(words, capture_output=True, text=True, check=False).stdout


def run_counted(
    program: Program, costs: Path | None = None, trace: bool = False, arguments: tuple[str, ...] = ()
) -> tuple[str, list[list[int]]]:
    """What the program prints, and the numbers counted between each two marks; the last of them is with `trace` a
    digest of the addresses of instructions and of what they read and write."""
    out, mark = program.elf.with_suffix(".counts"), symbol(program.target, program.elf, "mark") & ~1
    if program.target.name == "avr":
        printed = _run([*_avr_command(program, mark, out), *(["trace"] if trace else [])])
    else:
        if not can_count(program.target):
            raise BuildError(f"{program.target.emulator[0]} has no plugins, which count instructions; Debian 12's has")
        options = f"{plugin()},mark={mark:#x},out={out}" + (f",costs={costs}" if costs else "")
        options += ",trace=on" if trace else ""
        emulator, *words = program.target.emulator
        printed = _run([emulator, "-plugin", options, *words, program.elf, *arguments])
    lines = out.read_text(encoding="ascii").splitlines()
    return printed, [[int(number) for number in line.split()] for line in lines]


def _avr_command(program: Program, mark: int, out: Path) -> list:
    return [avr_runner(), program.target.processor, program.elf, f"{mark:x}", out]


def _run(command: list) -> str:
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST)
    except FileNotFoundError:
        raise BuildError(f"{words[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise RunError(f"{Path(words[-1]).name}: still running after {LONGEST} s") from None
    if done.returncode != 0:
        text = " | ".join((done.stdout + done.stderr).strip().splitlines()[-3:])
        raise RunError(f"{Path(words[-1]).name}: status {done.returncode}: {text}")
    return done.stdout
