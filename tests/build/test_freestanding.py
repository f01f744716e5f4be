"""Without a C library: one backend at a time links to nothing, and computes the known answers."""

from __future__ import annotations

import pytest
from building import (
    C11,
    PROFILES,
    ROOT,
    c_backends,
    check_known_answers,
    compile_library,
    direct,
    each,
    program,
    run,
    symbols,
)

FREESTANDING = ("-ffreestanding", "-nostdlib")
# Compilers may replace loops and copies by calls of these, which SP 800-232 code has no need of.
LIBRARY_CALLS_ALLOWED: set[str] = set()


@pytest.mark.parametrize("compiler", ("gcc", "clang-19"))
@pytest.mark.parametrize("backend", c_backends())
def test_freestanding(backend, compiler, tmp_path):
    genkat = program(tmp_path / "genkat", "genkat", file=ROOT / "tools/genkat.c")

    def build(profile):
        folder = tmp_path / profile
        flags = [*C11, PROFILES[profile], *FREESTANDING, *direct(backend, profile)]
        objects = compile_library(folder, compiler, flags, backend)
        run(compiler, "-nostdlib", "-r", *objects, "-o", folder / "whole.o")
        undefined = {name for _, name in symbols("-u", folder / "whole.o")} - LIBRARY_CALLS_ALLOWED
        assert not undefined, f"needs {', '.join(sorted(undefined))}"
        run(compiler, genkat, folder / "whole.o", "-o", folder / "genkat")
        check_known_answers(folder / "genkat")

    each(build, PROFILES)
