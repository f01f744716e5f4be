"""The names that linkers see: other Ascons have none of them, ASCON_NAMESPACE gives all of a build a prefix, so that it
lives beside another build, and a program with other sizes than its library's does not link."""

import re
import subprocess

import pytest
from builds import C11, PROGRAMS, ROOT, compile_all, compile_library, declared_calls, program, run, symbols
from compiling import room
from embedded.targets import TARGETS

PREFIX = "mine_"
OURS = "ascon_"
FREESTANDING = ("-std=c11", "-ffreestanding")
NAMESPACE = f"-DASCON_NAMESPACE={PREFIX}"
AS_OTHER_PART = ["-Dplain_digest=prefixed_digest", "-Dplain_name=prefixed_name"]  # of beside.c


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
    return {name for _, name in symbols("-g", *objects) if name.startswith(OURS)}


def test_every_symbol_has_the_prefix(libraries):
    assert without_prefix(libraries["plain"]), "the check itself finds nothing"
    assert without_prefix(libraries["prefixed"]) == set()
    found = {name for kind, name in symbols("-g", "--defined-only", libraries["prefixed"])}
    assert {f"{PREFIX}ascon_aead128_encrypt", f"{PREFIX}ascon_algorithm_hash256"} <= found
    assert all(name.startswith(PREFIX) for name in found)


def link(folder, parts, settings=()) -> subprocess.CompletedProcess:
    """Links beside_main.c, compiled with `settings`, and `parts`. Each part is beside.c, compiled with other settings,
    and the library that it belongs to."""
    objects = [program(folder / name, "beside", flags) for name, flags, _ in parts]
    others = ["-DOTHERS"] if len(parts) == 1 else []
    main = compile_all(folder / "main", "gcc", [*C11, f"-I{ROOT}", *others, *settings], [PROGRAMS / "beside_main.c"])
    whole = ["-Wl,--whole-archive", *(library for *_, library in parts), "-Wl,--no-whole-archive"]  # every name
    command = ["gcc", *main, *objects, *whole, "-pthread", "-o", folder / "program"]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


def test_two_builds_in_one_program(libraries, tmp_path):
    parts = [(name, flags, libraries[name]) for name, flags in (("prefixed", [NAMESPACE]), ("plain", []))]
    done = link(tmp_path, parts)
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "program"]).returncode == 0


def test_beside_another_ascon(libraries, tmp_path):
    """The library without any setting links with functions that have the names of another Ascon's."""
    done = link(tmp_path, [("plain", AS_OTHER_PART, libraries["plain"])])
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "program"]).returncode == 0


def test_names_that_clash_are_found(libraries, tmp_path):
    """The linker reports a clash: here a function of the other Ascon gets a name of ours."""
    clash = ["-Dascon_permute=ascon_permutation_apply"]
    done = link(tmp_path, [("plain", AS_OTHER_PART, libraries["plain"])], clash)
    assert done.returncode != 0 and "multiple definition of `ascon_permutation_apply'" in done.stderr


def test_others_have_the_names(libraries):
    """None of the 24 names in beside_main.c is a name of ours."""
    listed = set(re.findall(r"^int (ascon_\w+)\(void\) \{", (PROGRAMS / "beside_main.c").read_text(), re.MULTILINE))
    assert len(listed) == 24 and not listed & declared_calls()
    assert not listed & {name for _, name in symbols("-g", "--defined-only", libraries["plain"])}


# Calls whose structures or results depend on a setting; the library is compiled with this value of it.
CALLS = {
    "ASCON_DATAGRAM_WINDOW_BITS=1024": "ascon_datagram_receiver_init(&(ascon_datagram_receiver){0}, 0, 0, 0, 0)",
    "ASCON_MASKED_MAX_SHARES=2": "ascon_masked_key_init(&(ascon_masked_key){0}, 0, 0, 0)",
    "ASCON_EXTERN_BI=1": "ascon_hash256(0, 0, 0)",
}


@pytest.mark.parametrize("setting", CALLS)
def test_a_program_with_another_setting_does_not_link(setting, tmp_path):
    flags = ["-std=c11", "-O0", "-DASCON_BACKEND=bi32", f"-D{setting}"]
    library = archive(tmp_path / "library.a", compile_library(tmp_path / "library", "gcc", flags, "bi32"))
    name, _, value = setting.partition("=")
    (tmp_path / "settings.h").write_text(f"#define {name} {value}\n")
    (tmp_path / "main.c").write_text(
        '#include "asconkit/datagram/ascon_datagram.h"\n#include "asconkit/masked/ascon_masked.h"\n'
        f"int main(void) {{ return {CALLS[setting]} != ASCON_ERR_NULL; }}\n"
    )
    in_file = [f"-DASCON_CONFIG_FILE=\"{tmp_path / 'settings.h'}\""]
    for more, links in (([f"-D{setting}"], True), (in_file, True), ([], False)):
        command = ["gcc", f"-I{ROOT}", *more, tmp_path / "main.c", library, "-o", tmp_path / "main"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        assert (done.returncode == 0) == links and links != ("undefined reference" in done.stderr), done.stderr
        if links:
            assert subprocess.run([tmp_path / "main"]).returncode == 0


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_assembly(target, tmp_path):
    """That of each processor, and the C beside it, with its first backend. The other C is the same everywhere."""
    setting = target.settings[0]
    flags = [*target.flags, *setting.flags, f"-DASCON_BACKEND={setting.backend}", NAMESPACE, "-Os", *FREESTANDING]

    def has_assembly(path):
        return room(path) in ("backends", "masked")

    objects = compile_library(tmp_path, target.compiler, flags, setting.backend, has_assembly)
    assert without_prefix_of(target, objects) == set()


def without_prefix_of(target, objects) -> set[str]:
    lines = run(f"{target.tool}nm", "-P", "-g", *objects).splitlines()
    return {line.split()[0] for line in lines if line.startswith(OURS)}
