"""Wiping in every build that a 64-bit machine runs: each backend, profile, optimisation and compiler.

What a compiler leaves on the stack depends on all of these. The tests are those of tests/unit/test_wipe.cpp, compiled
once and linked to each build of the library."""

import subprocess

import pytest
import wiping
from builds import LIBRARY, PROFILES, SHORT_RUN, c_backends, compile_all, direct, each

LEVELS = ("-O1", "-O2", "-O3", "-Os")  # -O0 leaves copies that no number of bytes reaches: not promised
COMPILERS = ("gcc", "clang-19")
# CMake's default, what distributions compile with, small code by the other compiler, and one in which gcc pushes
# registers to make room on the stack.
USUAL = (
    ("gcc", "c64", "speed", "-O3"), ("gcc", "c64", "speed", "-O2"), ("clang-19", "c64", "size", "-Os"),
    ("gcc", "c64_bmi", "speed", "-Os"),
)  # fmt: skip
SOURCES = [*(LIBRARY / "core/api").glob("*.c"), LIBRARY / "core/platform/cpu.c"]


@pytest.fixture(scope="module")
def tests(tmp_path_factory):
    return wiping.compile_tests(tmp_path_factory.mktemp("tests"), "g++", "-O1")


def search(folder, tests, setting, *flags) -> subprocess.CompletedProcess:
    """The tests with the library compiled in this way."""
    compiler, backend, profile, level = setting
    own = [level, *direct(backend, profile), *flags]
    return wiping.search(folder / "wipe", ["g++"], [*tests, *compile_all(folder, compiler, own, SOURCES)])


def settings() -> list[tuple[str, str, str, str]]:
    if SHORT_RUN:
        return [setting for setting in USUAL if setting[1] in c_backends()]
    return [(c, b, p, level) for b in c_backends() for c in COMPILERS for p in PROFILES for level in LEVELS]


def test_nothing_is_left(tests, tmp_path):
    def check(setting):
        done = search(tmp_path / "-".join(setting), tests, setting)
        assert done.returncode == 0 and "PASSED" in done.stdout, done.stdout

    each(check, settings())


def test_too_little_is_found(tests, tmp_path):
    """The settings reach the library: a number of bytes that is too small is seen."""
    done = search(tmp_path, tests, USUAL[0], "-DASCON_STACK_BYTES=16")
    assert done.returncode == 1 and "Wipe.AeadOneCall" in done.stdout, done.stdout


@pytest.mark.parametrize("first", ("core/platform/stack.h", "core/platform/secrets_in_c.h"))
def test_number_has_no_default(first, tmp_path):
    """A file that includes what clears before its backend.h does not compile."""
    text = f'#include "{LIBRARY / first}"\n#include "{LIBRARY / "core/backends/c8/backend.h"}"\n'
    (tmp_path / "order.c").write_text(text, encoding="utf-8")
    done = subprocess.run(["gcc", "-fsyntax-only", tmp_path / "order.c"], capture_output=True, text=True)
    expected = "define ASCON_STACK_BYTES before" if first == "core/platform/stack.h" else "include a backend.h before"
    assert done.returncode == 1 and expected in done.stderr, done.stderr
