"""What the tests of building share: the tree, compilers, and running many commands at a time."""

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, product
from pathlib import Path

import compiling
import pytest
from compiling import LAUNCHER, LIBRARY, PROFILES, ROOT, BuildError, backends, sources  # noqa: F401: for tests
from spec import kat
from spec.algorithms import ALGORITHMS, Algorithm

HERE = Path(__file__).resolve().parent
PROGRAMS = ROOT / "tests/build"
HEADERS = sorted(path.relative_to(LIBRARY).as_posix() for path in compiling.public_headers(".h"))
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
C11 = ("-std=c11", *STRICT)
# What gcc sees when it optimises files together: declarations that do not agree, memory used as another type.
LTO_ERRORS = ("-Werror=odr", "-Werror=lto-type-mismatch", "-Werror=strict-aliasing")
JOBS = int(os.environ.get("ASCONKIT_JOBS") or os.cpu_count() or 1)
# ./dev test without --all: representatives instead of everything.
SHORT_RUN = os.environ.get("ASCONKIT_TESTS", "all") != "all"
only_in_all = pytest.mark.skipif(SHORT_RUN, reason="only in ./dev test --all")

# Commands that these tests run, and the Debian packages that have them.
PACKAGES = {
    "arm-linux-gnueabihf-gcc": "gcc-arm-linux-gnueabihf",
    "avr-gcc": "gcc-avr avr-libc",
    "avr-objdump": "binutils-avr",
    "avr-size": "binutils-avr",
    "clang++-19": "clang-19",
    "clang-19": "clang-19",
    "clang++-14": "clang-14",
    "cmake": "cmake",
    "go": "golang-go",
    "i686-linux-gnu-gcc": "gcc-i686-linux-gnu",
    "make": "make",
    "ninja": "ninja-build",
    "pkg-config": "pkgconf",
    "qemu-arm": "qemu-user",
    "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf",
    "s390x-linux-gnu-gcc": "gcc-s390x-linux-gnu",
    "simavr": "simavr",
    "x86_64-w64-mingw32-g++-posix": "g++-mingw-w64-x86-64-posix",
    "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64",
    "/usr/lib/wine/wine64": "wine64",
}


def need(command: str) -> str:
    """The command; the test fails, rather than being skipped unseen, where it is not installed."""
    if not shutil.which(command):
        pytest.fail(f"needs {command}: apt-get install {PACKAGES.get(command, command)}", pytrace=False)
    return command


def run(*command, **options) -> str:
    """Standard output of a command that must succeed."""
    with failures_of_tools():
        return compiling.call([need(str(command[0])), *command[1:]], **options)


@contextlib.contextmanager
def failures_of_tools():
    """A tool that fails fails the test, which shows the command and the first lines that it printed."""
    try:
        yield
    except BuildError as error:
        raise AssertionError("\n".join(error.details.splitlines()[:40])) from None


def with_cached_compilers(folder: Path) -> dict[str, str]:
    """The environment of commands that call compilers by their own names, in this folder: where ccache is used, its."""
    own = [name for name in os.environ if name.endswith("_COMPILER_LAUNCHER")]
    if not own:
        return dict(os.environ)
    settings = {name: value for name, value in os.environ.items() if name not in own}
    path = f"/usr/lib/ccache{os.pathsep}{settings['PATH']}"
    return {**settings, "PATH": path, "CCACHE_BASEDIR": str(folder)}


def each(function, cases) -> list:
    """function(case) of all cases, as many at a time as is allowed; all failures in one message."""

    def attempt(case):
        try:
            return function(case), None
        except AssertionError as error:
            return None, f"{case}: {error}"

    with ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(attempt, cases))
    failures = [failure for _, failure in results if failure]
    assert not failures, f"{len(failures)} of {len(results)} failed\n\n" + "\n\n".join(failures)
    return [value for value, _ in results]


def pairs(row) -> set:
    """All pairs of the entries of a row. Each entry is a value together with the setting that it belongs to."""
    return set(combinations(row, 2))


def covering(rows: list) -> list:
    """Some of the rows that have every pair of values that any row has."""
    missing = set().union(*map(pairs, rows))
    chosen = []
    while missing:
        best = max(rows, key=lambda row: len(pairs(row) & missing))
        chosen.append(best)
        missing -= pairs(best)
    return chosen


def representatives(*settings) -> list[tuple]:
    """All combinations of these settings' values; in the short run some that have every pair of values."""
    rows = list(product(*map(enumerate_values, enumerate(settings))))
    return [tuple(value for _, value in row) for row in (covering(rows) if SHORT_RUN else rows)]


def enumerate_values(setting) -> list[tuple[int, object]]:
    number, values = setting
    return [(number, value) for value in values]


# ---- The tree ---------------------------------------------------------------------------------


@cache
def c_backends() -> list[str]:
    """The backends without assembly, which can be compiled for any processor and can print states. A backend that needs
    features of the processor is left out where they are missing."""
    found = []
    for name in compiling.c_backends():
        asks = ".needs = " in (LIBRARY / "core/backends" / name / "config.h").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as scratch:
            if not asks or runs_here(name, Path(scratch)):
                found.append(name)
    return found


def assembly_backends() -> list[str]:
    """The backends with assembly for this family of processors; test_embedded.py tests all other ones."""
    return [name for name in sorted(set(backends()) - set(c_backends())) if compiling.fits(["gcc"], name)]


def interleaves(backend: str) -> bool:
    return "words_bi32.h" in (LIBRARY / "core/backends" / backend / "backend.h").read_text(encoding="utf-8")


def copy_project(folder: Path) -> None:
    """What git has or would add."""
    listed = run("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
            (folder / name).chmod((ROOT / name).stat().st_mode)


# ---- Compiling --------------------------------------------------------------------------------


NEEDS = {"c64_bmi": ["-mbmi", "-mbmi2"]}  # flags of the processor, without which this backend is refused


def direct(backend: str, profile: str = "") -> list[str]:
    """The flags of a build with one backend."""
    flags = [f"-DASCON_BACKEND={backend}", *NEEDS.get(backend, ())]
    return flags + ([f"-DASCON_PROFILE_{profile.upper()}"] if profile else [])


def compile_all(folder: Path, compiler: str, flags, files, copy: Path | None = None) -> list[Path]:
    """Object files in a new folder, one a source. In a copy of the tree the names are relative to it: ccache then finds
    files that another copy has too."""
    names = [file.relative_to(copy) if copy else file for file in map(Path, files)]
    with failures_of_tools():
        return compiling.compile_files(folder, [need(compiler), *flags], names, cwd=copy)


def in_core(path: Path) -> bool:
    return path.is_relative_to(LIBRARY / "core")


def compile_library(folder: Path, compiler: str, flags, backend: str = "*", wanted=lambda path: True) -> list[Path]:
    """Those of its files that are wanted. Assembly is given the settings, not the flags that speak of C's dialect."""
    assembly = list(filter(wanted, sources(backend, (".S",))))
    objects = compile_all(folder, compiler, flags, filter(wanted, sources(backend, (".c",))))
    settings = ["-Wall", "-Wextra", "-Werror", *(flag for flag in flags if flag.startswith(("-D", "-m")))]
    return objects + (compile_all(folder, compiler, settings, assembly) if assembly else [])


def program(folder: Path, name: str, flags=(), file: Path | None = None, compiler: str = "gcc") -> Path:
    """The object file of a program of these tests or of tools/, whose file includes `asconkit/ascon.h`."""
    file = file or PROGRAMS / f"{name}.c"
    return compile_all(folder, compiler, [*C11, "-O1", f"-I{ROOT}", *flags], [file])[0]


def symbols(*arguments) -> list[tuple[str, str]]:
    """(type, name) of each symbol that nm lists; names of archive members are left out."""
    lines = run("nm", "-P", *arguments).splitlines()
    return [(fields[1], fields[0]) for fields in map(str.split, lines) if len(fields) > 1]


def runs_here(backend: str, folder: Path) -> bool:
    """As a build with several says, which chooses one."""
    flags = [f'-DNAME="{backend}"', "-DASCON_PROFILE_SIZE", f"-I{ROOT}"]
    chooses = [*LIBRARY.glob("core/platform/*.c"), LIBRARY / "core/api/dispatch.c", LIBRARY / "core/api/ascon.c"]
    files = [HERE / "available.c", *chooses]
    if subprocess.run(["gcc", *flags, *files, "-o", folder / "available"], capture_output=True).returncode != 0:
        return False  # for another family of processors
    return subprocess.run([folder / "available"]).returncode == 0


# ---- Known answers ----------------------------------------------------------------------------

# SHA-256 of the known-answer files published for peers that interleave (ASCON_EXTERN_BI).
INTERLEAVED = {
    "ascon-128": "85f534e241b2cde3c59ddc7487dde0fd1d8cafd2a84d40c50d17a97652f697e5",
    "ascon-128a": "06f80ad7814b82dc447b2bfdb97707de2286a5eec1352bad87c27c2c17c41b8d",
    "ascon-hash": "2402e3b6988fd552843a566716aac19a667bed2f758a6739f1ec6208a0c6ced1",
    "ascon-hasha": "cfe3309b0ee3c4b00f49b49438f623014805db2688c49856f9d5a63fc6dd7dc6",
}


@cache
def known_digest(row: Algorithm) -> str:
    """The digest of the published known-answer file, or where none was published, of the file that spec/ generates."""
    return row.kat or hashlib.sha256("".join(kat.generate(row)).encode()).hexdigest()


def printed_digest(genkat: Path, name: str, *options: str) -> str:
    return hashlib.sha256(run(genkat, *options, name).encode()).hexdigest()


def check_known_answers(genkat: Path, *options: str) -> None:
    """ascon-genkat prints every algorithm's known-answer file."""
    wrong = [row.name for row in ALGORITHMS if printed_digest(genkat, row.name, *options) != known_digest(row)]
    assert not wrong, f"other known answers than the published ones: {', '.join(wrong)}"


ACCELERATOR_HEADER = "accelerators/ascon_accelerator.h"  # of a library of its own


def declared_calls(headers=HEADERS) -> set[str]:
    """Every function and object that these public headers declare with ASCON_API."""
    text = "\n".join((LIBRARY / name).read_text(encoding="utf-8") for name in headers)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^\s*#.*?(?<!\\)$", "", text, flags=re.DOTALL | re.MULTILINE)
    return set(re.findall(r"\bASCON_API\b[^;({}]*?\b(ascon_\w+)\s*[(;]", text))
