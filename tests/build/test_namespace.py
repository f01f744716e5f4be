"""ASCON_NAMESPACE: a prefix of all symbols of a build, which then lives beside another one, and beside other Ascons."""

from __future__ import annotations

import subprocess

import pytest
from builds import LIBRARY, PROGRAMS, ROOT, compile_all, compile_library, program, run, symbols
from embedded.targets import TARGETS

PREFIX = "mine_"
FREESTANDING = ("-std=c11", "-ffreestanding")
NAMESPACE = f"-DASCON_NAMESPACE={PREFIX}"


def archive(path, objects):
    run("ar", "rcs", path, *objects)
    return path


@pytest.fixture(scope="module")
def libraries(tmp_path_factory) -> dict[str, object]:
    """The library twice, with every backend of this machine."""
    folder = tmp_path_factory.mktemp("libraries")
    flags = ("-std=c11", "-O0")
    return {
        name: archive(folder / f"lib{name}.a", compile_library(folder / name, "gcc", [*flags, *more]))
        for name, more in (("prefixed", [NAMESPACE]), ("plain", []))
    }


def without_prefix(*objects) -> set[str]:
    """Names of the library, defined or asked for, that lack it."""
    return {name for _, name in symbols("-g", *objects) if name.startswith("ascon_")}


def test_every_symbol_has_the_prefix(libraries):
    assert without_prefix(libraries["plain"]), "the check itself finds nothing"
    assert without_prefix(libraries["prefixed"]) == set()
    found = {name for kind, name in symbols("-g", "--defined-only", libraries["prefixed"])}
    assert {f"{PREFIX}ascon_aead128_encrypt", f"{PREFIX}ascon_algorithm_hash256"} <= found
    assert all(name.startswith(PREFIX) for name in found)


def link(folder, libraries, others: bool):
    parts = [program(folder / "prefixed", "beside", [NAMESPACE])]
    used = [libraries["prefixed"]]
    if not others:
        parts += [program(folder / "plain", "beside")]
        used += [libraries["plain"]]
    main = compile_all(folder / "main", "gcc", ["-DOTHERS"] if others else [], [PROGRAMS / "beside_main.c"])
    run("gcc", *main, *parts, *used, "-pthread", "-o", folder / "program")
    return folder / "program"


@pytest.mark.parametrize("others", [False, True], ids=["two builds", "another Ascon"])
def test_one_program(libraries, tmp_path, others):
    assert subprocess.run([link(tmp_path, libraries, others)]).returncode == 0


def test_without_it_the_names_clash(libraries, tmp_path):
    """What the setting is for."""
    parts = [program(tmp_path / "plain", "beside", ["-Dplain_digest=prefixed_digest", "-Dplain_name=prefixed_name"])]
    more = compile_all(tmp_path / "more", "gcc", ["-std=c11", f"-I{ROOT}"], [LIBRARY / "api/ascon.c"])
    main = compile_all(tmp_path / "main", "gcc", ["-DOTHERS"], [PROGRAMS / "beside_main.c"])
    command = ["gcc", *main, *parts, *more, libraries["plain"], "-pthread", "-o", tmp_path / "program"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode != 0 and "multiple definition of `ascon_permute'" in done.stderr


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_assembly(target, tmp_path):
    """One build a processor, with its first backend."""
    setting = target.settings[0]
    flags = [*target.flags, *setting.flags, f"-DASCON_BACKEND={setting.backend}", NAMESPACE, "-Os", *FREESTANDING]
    objects = compile_library(tmp_path, target.compiler, flags, setting.backend)
    assert without_prefix_of(target, objects) == set()


def without_prefix_of(target, objects) -> set[str]:
    lines = run(f"{target.tool}nm", "-P", "-g", *objects).splitlines()
    return {line.split()[0] for line in lines if line.startswith("ascon_")}
