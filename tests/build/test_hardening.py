"""Hardening, read from the files that the build made; and a checker that finds each kind that is missing."""

import json
import os
import platform
import re
import shlex
from pathlib import Path

import hardening
import pytest
from builds import LIBRARY, ROOT, compile_all, run

BUILD = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release"))
COMMAND = Path(os.environ.get("ASCONKIT", BUILD / "bin/asconkit"))
LIBRARIES = Path(os.environ.get("ASCONKIT_LIBRARIES", BUILD / "lib"))
HARD = ("-O2", "-fPIE", "-fstack-protector-strong", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2")
HARD_LINK = ("-pie", "-Wl,-z,relro,-z,now,-z,noexecstack")
# Each takes one thing away again.
FAULTS = {
    "position independence": ("-fno-pie", "-no-pie"),
    "read-only relocations": ("-Wl,-z,norelro",),
    "binding at the start": ("-Wl,-z,lazy",),
    "stack without execution": ("-Wl,-z,execstack",),
    "stack protectors": ("-fno-stack-protector",),
    "checked calls of libc": ("-U_FORTIFY_SOURCE",),
}
PROGRAM = """#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
  char text[64];
  strcpy(text, words[count - 1]);
  return puts(text);
}
"""
SOURCE_MARKS = {"x86_64": "-fcf-protection=full", "aarch64": "-mbranch-protection=standard"}


def test_command():
    assert hardening.of_linked(COMMAND) == []


def test_shared_library():
    """Its own code has fixed arrays and no stack protectors, which would cost time."""
    (library,) = LIBRARIES.glob("libasconkit.so.*.*.*")
    assert hardening.of_linked(library, protected=False, checked=False) == []


def test_objects():
    """Checks the objects of the library, including those of assembly, and of the command."""
    assert hardening.of_objects(LIBRARIES / "libasconkit.a") == []
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    commands = [(entry["directory"], shlex.split(entry["command"])) for entry in entries]
    outputs = {Path(folder, words[words.index("-o") + 1]) for folder, words in commands}
    objects = [path for path in sorted(outputs) if re.fullmatch(r"asconkit_cli(_parts|_table)?\.dir", path.parent.name)]
    assert len(objects) > 20
    assert [fault for path in objects for fault in hardening.of_objects(path)] == []


@pytest.mark.parametrize("compiler", ("gcc", "aarch64-linux-gnu-gcc"))
def test_assembly(compiler, tmp_path):
    """Marked as the compiler's own code is, when it is asked for marks; also where the file is empty."""
    processor = run(compiler, "-dumpmachine").split("-")[0]
    if processor not in SOURCE_MARKS:
        pytest.skip(f"no marks on {processor}")
    (file,) = LIBRARY.glob("core/backends/aarch64/*.S")
    (marked,) = compile_all(tmp_path / "marked", compiler, [SOURCE_MARKS[processor]], [file])
    assert hardening.of_objects(marked) == []


@pytest.mark.parametrize("fault", ("", *FAULTS))
def test_finds_what_is_missing(fault, tmp_path):
    (tmp_path / "program.c").write_text(PROGRAM)
    flags = [*HARD, *HARD_LINK, *FAULTS.get(fault, ())]
    run("gcc", *flags, "-w", tmp_path / "program.c", "-o", tmp_path / "program")
    found = hardening.of_linked(tmp_path / "program")
    assert fault in found if fault else not found


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the planted assembly is that of x86-64")
def test_finds_an_object_without_a_mark(tmp_path):
    """Among objects with one, in an archive: that is how it would be overlooked."""
    (tmp_path / "good.c").write_text("int good(void) { return 1; }\n")
    stack = '.section .note.GNU-stack,"",%progbits\n'
    (tmp_path / "unmarked.S").write_text(f".globl unmarked\nunmarked: ret\n{stack}")
    (tmp_path / "executable.S").write_text(".globl executable\nexecutable: ret\n")
    files = [tmp_path / name for name in ("good.c", "unmarked.S", "executable.S")]
    objects = compile_all(tmp_path / "objects", "gcc", ["-fcf-protection=full"], files)
    run("ar", "rc", tmp_path / "library.a", *objects)
    found = hardening.of_objects(tmp_path / "library.a")
    marks = [f"{name}.o: mark {mark}" for name in ("unmarked", "executable") for mark in ("IBT", "SHSTK")]
    assert sorted(found) == sorted([*marks, "executable.o: stack without execution"])
