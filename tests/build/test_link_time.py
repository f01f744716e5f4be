"""Known answers and wiping with link-time optimisation, which many distributions use.

The tests are compiled in the same way as the library, so that the linker may inline calls across both."""

from itertools import product

import pytest
import wiping
from builds import (
    LTO_ERRORS, PROFILES, ROOT, SHORT_RUN, c_backends, check_known_answers, compile_all, direct, each, in_core, program,
    run, sources,
)  # fmt: skip

# For each compiler: the linker, and the flags of both. Distributions add -ffat-lto-objects, which keeps machine code
# for linkers that do not optimise.
LINKERS = {"gcc": ("g++", "-flto=auto", *LTO_ERRORS), "clang-19": ("clang++-19", "-flto=thin")}
MARKS = {"gcc": b".gnu.lto_", "clang-19": b"BC\xc0\xde"}  # in objects of each compiler
CHOSEN = ""  # the backend: chosen at run time
USUAL = (("gcc", CHOSEN, "speed"), ("gcc", "c32", "size"), ("clang-19", "c64", "small"))


def settings() -> list[tuple[str, str, str]]:
    if SHORT_RUN:
        return list(USUAL)
    names = [name for name in ("c64", "c64_bmi", "c32") if name in c_backends()]
    return list(product(LINKERS, (CHOSEN, *names), PROFILES))


@pytest.fixture(scope="module")
def tests(tmp_path_factory):
    """The objects of the tests, by the compiler of the library."""
    folders = {compiler: tmp_path_factory.mktemp("tests") for compiler in LINKERS}  # which two threads must not make

    def compile_for(compiler):
        linker, *flags = LINKERS[compiler]
        return wiping.compile_tests(folders[compiler], linker, "-O2", *flags)

    return dict(zip(LINKERS, each(compile_for, LINKERS)))


def compile_setting(folder, setting, *definitions):
    """The objects of the library, and the linker with its flags."""
    compiler, backend, profile = setting
    linker, *flags = LINKERS[compiler]
    flags = [*flags, PROFILES[profile]]
    names = direct(backend, profile) if backend else [f"-DASCON_PROFILE_{profile.upper()}"]
    objects = compile_all(folder, compiler, [*flags, *names, *definitions], filter(in_core, sources(backend or "*")))
    assert MARKS[compiler] in (folder / "ascon.o").read_bytes()
    return objects, [linker, *flags]


def test_known_answers_and_wiping(tests, tmp_path):
    def check(setting):
        folder = tmp_path / "-".join(setting)
        objects, linker = compile_setting(folder, setting)
        done = wiping.search(folder / "wipe", linker, [*tests[setting[0]], *objects])
        assert done.returncode == 0 and "PASSED" in done.stdout, done.stdout
        main = program(folder / "program", "genkat", linker[1:], ROOT / "tests/support/genkat.c", setting[0])
        run(*linker, main, *objects, "-o", folder / "genkat")
        for options in [()] if setting[1] else [("--backend", name) for name in c_backends()]:
            check_known_answers(folder / "genkat", *options)

    each(check, settings())


@pytest.mark.parametrize("compiler", LINKERS)
def test_too_little_wiping_is_found(compiler, tests, tmp_path):
    """Such a number of bytes reaches the library's code, although it is compiled when it is linked."""
    objects, linker = compile_setting(tmp_path, (compiler, "c64", "speed"), "-DASCON_STACK_BYTES=16")
    done = wiping.search(tmp_path / "wipe", linker, [*tests[compiler], *objects])
    assert done.returncode == 1 and "Wipe.AeadOneCall" in done.stdout, done.stdout


def test_other_declarations_are_found(tmp_path):
    """A program that declares a function of the library with other types is not linked."""
    (tmp_path / "other.c").write_text("long ascon_equal(int);\nint main(void) { return (int)ascon_equal(1); }\n")
    objects, linker = compile_setting(tmp_path / "library", ("gcc", "c32", "size"))
    main = compile_all(tmp_path, "gcc", linker[1:], [tmp_path / "other.c"])
    with pytest.raises(AssertionError, match="ascon_equal.*lto-type-mismatch"):
        run(*linker, *main, *objects, "-o", tmp_path / "other")
