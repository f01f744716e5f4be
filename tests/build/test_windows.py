"""The library for 64-bit Windows: all of it compiles, and a DLL exports what the headers declare."""

import re

from builds import C11, PROGRAMS, ROOT, compile_library, declared_calls, only_in_all, run

COMPILER = "x86_64-w64-mingw32-gcc"


@only_in_all  # which the next one does too, with visible names
def test_cross_compiles_without_warnings(tmp_path):
    compile_library(tmp_path, COMPILER, [*C11, "-O1", "-DASCON_PROFILE_SIZE"])


def test_dll(tmp_path):
    """It exports what the headers declare, and a program links to it by the import library."""
    objects = compile_library(tmp_path, COMPILER, [*C11, "-O1", "-DASCON_PROFILE_SIZE", "-DASCON_BUILD_SHARED"])
    dll, imports = tmp_path / "asconkit.dll", tmp_path / "libasconkit.dll.a"
    run(COMPILER, "-shared", *objects, "-lbcrypt", "-o", dll, f"-Wl,--out-implib,{imports}")
    printed = run(COMPILER.replace("gcc", "objdump"), "-p", dll)
    # binutils 2.44 says more in the heading, and before each name: `[   0] +base[   1]  0000 ascon_...`
    table = re.split(r"\[Ordinal/Name Pointer\] Table.*\n", printed)[1].split("\n\n")[0]
    assert set(re.findall(r"^\s*\[\s*\d+\].*?(\w+)$", table, re.MULTILINE)) == declared_calls()
    use = [*C11, "-DASCON_USE_SHARED", f"-I{ROOT}", PROGRAMS / "consumers/main.c"]
    run(COMPILER, *use, imports, "-o", tmp_path / "consumer.exe")
