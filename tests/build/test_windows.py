"""The library for 64-bit Windows: all of it compiles, and its assembly keeps to the calling convention."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest
from building import (
    C11,
    HERE,
    LIBRARY,
    ROOT,
    compile_all,
    compile_library,
    declared_calls,
    only_in_all,
    program,
    run,
    runs_here,
)

COMPILER = "x86_64-w64-mingw32-gcc"
ORACLE = "ref"
ASSEMBLY = sorted(LIBRARY.glob("backends/x86_64*/*.S"))


@only_in_all  # which the next one does too, with visible names
def test_cross_compiles_without_warnings(tmp_path):
    compile_library(tmp_path, COMPILER, [*C11, "-O1", "-DASCON_PROFILE_SIZE"])


def test_dll(tmp_path):
    """It exports what the headers declare, and a program links to it by the import library."""
    objects = compile_library(tmp_path, COMPILER, [*C11, "-O1", "-DASCON_PROFILE_SIZE", "-DASCON_BUILD_SHARED"])
    dll, imports = tmp_path / "asconkit.dll", tmp_path / "libasconkit.dll.a"
    run(COMPILER, "-shared", *objects, "-lbcrypt", "-o", dll, f"-Wl,--out-implib,{imports}")
    table = run(COMPILER.replace("gcc", "objdump"), "-p", dll).split("[Ordinal/Name Pointer] Table\n")[1]
    assert set(re.findall(r"\[\s*\d+\] (\w+)", table.split("\n\n")[0])) == declared_calls()
    use = [*C11, "-DASCON_USE_SHARED", f"-I{ROOT}", HERE / "consumers/main.c"]
    run(COMPILER, *use, imports, "-o", tmp_path / "consumer.exe")


@pytest.mark.parametrize("convention", ("windows", "system-v"))
@pytest.mark.parametrize("file", ASSEMBLY, ids=lambda file: file.parent.name)
def test_assembly_keeps_registers(file, convention, tmp_path):
    """The Windows form, assembled under another name for the system that runs the tests."""
    backend = file.parent.name
    if platform.machine() != "x86_64" or not runs_here(backend, tmp_path):
        pytest.skip(f"this processor cannot run {backend}")
    windows = int(convention == "windows")
    entry = entry_point(file)
    oracle = compile_library(tmp_path / "oracle", "gcc", [*C11, "-O1", f"-DASCON_BACKEND={ORACLE}"], ORACLE)
    flags = [f"-DENTRY={entry}", f"-DWINDOWS={windows}"]
    main = program(tmp_path / "main", "calling_convention", flags)
    assembled = compile_all(tmp_path / "assembled", "gcc", [f"-DASCON_ABI_WINDOWS={windows}"], [file])
    run("gcc", main, *oracle, *assembled, "-o", tmp_path / "check")
    run(tmp_path / "check")


def entry_point(file: Path) -> str:
    found = re.findall(r"\.globl\s+(?:SYM\()?(\w+)", file.read_text(encoding="utf-8"))
    assert len(found) == 1, f"{file.name} has the entry points {found}"
    return found[0]
