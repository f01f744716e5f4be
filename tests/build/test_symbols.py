"""What the library exports, and what the linker leaves out of a program that uses little of it."""

import os
import re
from pathlib import Path

import pytest
from builds import (
    ACCELERATOR_HEADER, ALGORITHMS, C11, HEADERS, PROFILES, ROOT, SHORT_RUN, c_backends, compile_library,
    declared_calls, direct, each, program, run, symbols,
)  # fmt: skip


HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> Path:
    """The folder with both libraries, of the build that runs this test or of a new build."""
    if "ASCONKIT_LIBRARIES" in os.environ:
        return Path(os.environ["ASCONKIT_LIBRARIES"])
    folder = tmp_path_factory.mktemp("build")
    options = ["-DASCONKIT_BUILD_CLI=OFF", "-DASCONKIT_BUILD_TESTS=OFF", "-DASCON_PROFILE=size"]
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, *options)
    run("cmake", "--build", folder)
    return folder / "lib"


def test_the_headers_declare_something():
    """Or the next test would compare nothing with nothing."""
    calls = declared_calls()
    assert {"ascon_any_run", "ascon_algorithm_hash256", "ascon_wipe", "ascon_aead128_init"} <= calls
    assert len(calls) > 3 * len(ALGORITHMS)


# The headers of each library.
OF_LIBRARY = {
    "libasconkit": [name for name in HEADERS if name != ACCELERATOR_HEADER],
    "libasconkit_accelerator": [ACCELERATOR_HEADER],
}


def listed(headers: list[str]) -> set[str]:
    """What exported.txt has of these headers: `HEADER: NAME...`, with further names on indented lines."""
    text = re.sub(r"^#.*\n", "", (HERE / "exported.txt").read_text(encoding="utf-8"), flags=re.M)
    rows = dict(row.split(":") for row in re.split(r"\n(?! )", text.strip()))
    assert set(rows) <= {*HEADERS}, "exported.txt names a header that is not there"
    return {name for header in headers for name in rows.get(header, "").split()}


@pytest.mark.parametrize("name", OF_LIBRARY)
def test_shared_library_exports_what_the_headers_declare(name, library):
    exported = {symbol for _, symbol in symbols("-D", "--defined-only", library / f"{name}.so")}
    declared = declared_calls(OF_LIBRARY[name])
    assert exported - declared == set()
    assert declared - exported == set()


@pytest.mark.parametrize("name", OF_LIBRARY)
def test_programs_that_were_linked_find_every_symbol(name, library):
    exported = {symbol for _, symbol in symbols("-D", "--defined-only", library / f"{name}.so")}
    promised = listed(OF_LIBRARY[name])
    assert promised - exported == set(), "gone, which only a new minor version may do"
    assert exported - promised == set(), "new: add them to tests/build/exported.txt"


@pytest.mark.parametrize("name", OF_LIBRARY)
def test_static_library_keeps_to_its_prefix(name, library):
    names = {symbol for _, symbol in symbols("-g", "--defined-only", library / f"{name}.a")}
    assert declared_calls(OF_LIBRARY[name]) <= names
    assert {name for name in names if not name.startswith("ascon_")} == set()


def test_shared_library_has_few_variables(library):
    """Zeroed data is what contexts and threads would share; crtstuff's own aside."""
    writable = {name for kind, name in symbols(library / "libasconkit.so") if kind in "bB"}
    own = {name for name in writable if not re.match(r"completed|__", name)}
    choices = {"ascon_active", "wanted", "features_found"}  # dispatch.c, batch.c
    assert own <= choices | {"marked", "own_mark", "last_fork", "handled"}  # process.c


def test_library_asks_the_environment_safely(library):
    """A program with more rights than its caller must not be led by the caller's variables."""
    needed = {name.partition("@")[0] for _, name in symbols("-D", "-u", library / "libasconkit.so")}
    assert "secure_getenv" in needed and "getenv" not in needed


# ---- One backend, one algorithm ---------------------------------------------------------------


USED = "aead128"
OPTIMISE = {"speed": "-O1", "small": "-O1", "size": "-Os"}  # what is kept does not depend on it
SPONGE_WORDS = ("sponge", "squeeze", "prf", "hash", "xof")


def foreign(name: str) -> bool:
    """Whether a symbol belongs to something else than Ascon-AEAD128."""
    others = [row.c_name for row in ALGORITHMS if row.c_name != USED]
    if any(name.startswith((f"ascon_{other}_", f"ascon_algorithm_{other}")) for other in others):
        return True
    if any(name in (f"ascon_{other}",) or name.endswith(f"_{other}") for other in others):
        return True
    return any(word in name for word in SPONGE_WORDS)


def sealed_program(folder: Path, backend: str, profile: str) -> Path:
    sections = ["-ffunction-sections", "-fdata-sections"]
    objects = compile_library(folder, "gcc", [*C11, OPTIMISE[profile], *sections, *direct(backend, profile)], backend)
    main = program(folder, "aead128_only", sections)
    run("gcc", "-Wl,--gc-sections", main, *objects, "-o", folder / "program")
    run(folder / "program")
    return folder / "program"


@pytest.mark.parametrize("backend", c_backends())
def test_unused_algorithms_are_dropped(backend, tmp_path, record_property):
    def build(profile):
        names = {name for _, name in symbols(sealed_program(tmp_path / profile, backend, profile))}
        kept = sorted(name for name in names if foreign(name))
        assert not kept, f"linked though unused: {', '.join(kept)}"
        assert f"ascon_{USED}_encrypt" in names

    each(build, ["size"] if SHORT_RUN else PROFILES)
    size = text_bytes(tmp_path / "size/program") - text_bytes(empty_program(tmp_path))
    record_property("bytes", size)
    print(f"Ascon-AEAD128 alone, {backend}, profile size: {size} bytes")
    assert size > 0


def empty_program(folder: Path) -> Path:
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    run("gcc", "-Os", folder / "empty.c", "-o", folder / "empty")
    return folder / "empty"


def text_bytes(file: Path) -> int:
    return int(run("size", file).splitlines()[1].split()[0])
