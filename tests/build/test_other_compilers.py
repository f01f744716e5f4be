"""Compilers of which nothing is known: without what gcc and clang add to C, the library is plain C11, and its results
are the same. gcc stands in for them, which does not say that it is gcc."""

from __future__ import annotations

import pytest
from builds import LIBRARY, PROFILES, ROOT, SHORT_RUN, c_backends, check_known_answers, compile_library, direct, each
from builds import program, run

# The two warnings are of what these compilers do not get: marks of unused functions, and of cases that go on.
PLAIN = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-function", "-Wno-implicit-fallthrough")
UNKNOWN = (*PLAIN, "-O1", "-U__GNUC__", "-U__GNUC_MINOR__")


def plain_backends() -> list[str]:
    """Those without instructions of a processor."""
    sources = {name: (LIBRARY / "backends" / name / "config.h").read_text(encoding="utf-8") for name in c_backends()}
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
