"""Every profile of every C backend, one at a time and without a C library: it needs nothing from outside,
computes the known answers, and decrypts."""

import pytest
from builds import (
    C11, PROFILES, ROOT, c_backends, check_known_answers, compile_library, direct, each, program, representatives, run,
    symbols,
)  # fmt: skip

FREESTANDING = ("-ffreestanding", "-nostdlib")


@pytest.mark.parametrize("backend", c_backends())
def test_freestanding(backend, tmp_path):
    programs = {
        "genkat": program(tmp_path, "genkat", file=ROOT / "tests/support/genkat.c"),
        "roundtrip": program(tmp_path, "roundtrip"),
    }

    def build(case):
        compiler, profile = case
        folder = tmp_path / compiler / profile
        # clang finds memset and memcpy in loops from -O1 on, gcc from -O2 on.
        optimise = "-O1" if (compiler, profile) == ("clang-19", "speed") else PROFILES[profile]
        flags = [*C11, optimise, *FREESTANDING, *direct(backend, profile)]
        objects = compile_library(folder, compiler, flags, backend)
        run(compiler, "-nostdlib", "-r", *objects, "-o", folder / "whole.o")
        # The linker makes this one, where code takes the address of a function.
        undefined = {name for _, name in symbols("-u", folder / "whole.o")} - {"_GLOBAL_OFFSET_TABLE_"}
        assert not undefined, f"needs {', '.join(sorted(undefined))}"
        for name, file in programs.items():
            run(compiler, file, folder / "whole.o", "-o", folder / name)
        run(folder / "roundtrip")
        check_known_answers(folder / "genkat")

    every = representatives(c_backends(), ("gcc", "clang-19"), PROFILES)
    own = [(compiler, profile) for name, compiler, profile in every if name == backend]
    assert {profile for _, profile in own} == set(PROFILES) and {compiler for compiler, _ in own} == {"gcc", "clang-19"}
    each(build, own)
