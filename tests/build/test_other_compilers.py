"""Compilers that the library does not know: without the extensions of gcc and clang the library is plain C11, and its
results are the same. The tests use gcc without the macros that say that it is gcc."""

import pytest
from builds import LIBRARY, PROFILES, ROOT, SHORT_RUN, c_backends, check_known_answers, compile_library, direct, each
from builds import program, run

# Two warnings are off, since unknown compilers get no attributes that mark unused functions and fallthrough.
PLAIN = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-function", "-Wno-implicit-fallthrough")
UNKNOWN = (*PLAIN, "-O1", "-U__GNUC__", "-U__GNUC_MINOR__")


def plain_backends() -> list[str]:
    """The C backends that need no special instructions of a processor."""
    folder = LIBRARY / "core/backends"
    sources = {name: (folder / name / "config.h").read_text(encoding="utf-8") for name in c_backends()}
    return [name for name, text in sources.items() if ".needs = " not in text]


@pytest.mark.parametrize("backend", plain_backends())
def test_known_answers(backend, tmp_path):
    main = program(tmp_path, "genkat", file=ROOT / "tests/support/genkat.c")

    def check(profile):
        folder = tmp_path / profile
        objects = compile_library(folder, "gcc", [*UNKNOWN, *direct(backend, profile)], backend)
        run("gcc", main, *objects, "-o", folder / "genkat")
        check_known_answers(folder / "genkat")

    each(check, ["size"] if SHORT_RUN else PROFILES)
