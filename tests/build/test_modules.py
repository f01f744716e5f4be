"""The core compiles, links and passes known answers with the folder of every module deleted, and each module with what
its row in asconkit/modules.toml names: for this machine, and for a Cortex-M3 that qemu-arm emulates."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from builds import C11, LIBRARY, ROOT, check_known_answers, compile_all, declared_calls, failures_of_tools, run, symbols
from compiling import HOSTED, MODULES, OVER_BATCHES
from spec import kat
from spec.algorithms import ALGORITHMS

# Calls that exist with an operating system alone.
OF_SYSTEMS = {"ascon_random_bytes", "ascon_system_entropy"}
ANY_BACKEND = "*"

# What a module has, in paths with its name; self-tests and page names may have hyphens or a plural.
FILES_OF_MODULE = {
    "public header": r"asconkit/{module}/ascon[\w]*\.hp*$",
    "test": r"tests/(?!fuzz/).*{name}(\w*\.|/)",
    "page": r"docs/.*{name}[^/]*\.md$",
    "fuzz target": r"tests/fuzz/library/\w*{name}\w*\.cpp$",
    "model": r"spec/constructions/{module}\.py$",
}
WITHOUT = {
    "fuzz target": {"hardened", "self_test", "cpp"},
    "model": {"batch", "hardened", "self_test", "masked", "accelerators", "cpp"},
}


@dataclass(frozen=True)
class Machine:
    compiler: str
    flags: tuple[str, ...]
    link: tuple[object, ...]
    backend: str = ANY_BACKEND


HOST = Machine("gcc", (*C11, "-O0"), ("-pthread", "-ldl"))
# Without a C library: memory.c has memcpy() and others, linux.c writes and exits.
OF_TESTS = ("mark.c", "linux.c", "linux_start.S", "memory.c")
BOARD = ("examples/firmware/text.c", *(f"tests/firmware/{name}" for name in OF_TESTS))
BOARD_HEADERS = ("tests/firmware/include", "tests/firmware", "examples/firmware", "tests/firmware/stdio", "")
CORTEX_M3 = Machine(
    "arm-none-eabi-gcc",
    (*C11, "-Os", "-mcpu=cortex-m3", "-mthumb", "-ffreestanding", "-DASCON_BACKEND=armv7m", "-DASCON_PROFILE_SMALL"),
    ("-w", *(f"-I{ROOT / name}" for name in BOARD_HEADERS), "-fno-tree-loop-distribute-patterns",
     *(ROOT / name for name in BOARD), "-nostdlib", "-static", "-lgcc"),
    "armv7m",
)  # fmt: skip
EMULATED = ("qemu-arm", "-cpu", "max")
MACHINES = {"here": HOST, "Cortex-M3": CORTEX_M3}


class Copy:
    """The core in a folder of its own, with some modules."""

    def __init__(self, folder: Path, machine: Machine, modules: tuple[str, ...] = (), library: Path = LIBRARY):
        self.folder, self.machine, self.modules = folder, machine, modules
        self.library = folder / "asconkit"
        self.library.mkdir(parents=True)
        for path in library.glob("*.h"):
            shutil.copy(path, self.library)
        for name in ("core", *modules):
            shutil.copytree(library / name, self.library / name)

    def is_compiled(self, path: Path) -> bool:
        if path.stem.endswith(OVER_BATCHES) and "batch" not in self.modules:
            return False
        is_of_backend = path.is_relative_to(self.library / "core/backends")
        return not is_of_backend or self.machine.backend in (ANY_BACKEND, path.parent.name)

    def compile(self, *folders: str) -> list[Path]:
        paths = [path for name in folders for path in sorted((self.library / name).rglob("*.[cS]"))]
        wanted = list(filter(self.is_compiled, paths))
        in_c = [path for path in wanted if path.suffix == ".c"]
        settings = [flag for flag in self.machine.flags if flag.startswith(("-D", "-m"))]
        objects = compile_all(self.folder / "objects", self.machine.compiler, self.machine.flags, in_c)
        assembly = [path for path in wanted if path.suffix == ".S"]
        return objects + compile_all(self.folder / "objects", self.machine.compiler, settings, assembly)

    def link(self, file: Path, objects: list[Path], *flags: object) -> Path:
        """A program of this file and of all objects, whole."""
        command = (self.machine.compiler, *self.machine.flags, f"-I{self.folder}", *flags, file, *objects)
        with failures_of_tools():
            run(*command, *self.machine.link, "-o", self.folder / file.stem)
        return self.folder / file.stem

    def link_text(self, text: str, objects: list[Path]) -> Path:
        """`text` has main(), which a bare processor calls by another name."""
        file = self.folder / "program.c"
        firmware = "int firmware_main(int count, char **words);\n"
        firmware += "int firmware_main(int count, char **words) { (void)count, (void)words; return main(); }\n"
        file.write_text(text + (firmware if self.machine is CORTEX_M3 else ""), encoding="utf-8")
        return self.link(file, objects)

    def link_calls(self, calls: set[str], objects: list[Path]) -> None:
        """A program that has every call."""
        names = sorted(calls)
        text = "".join(f"extern char {name}[];\n" for name in names)
        text += f"const void *const calls[] = {{{', '.join(names)}}};\nint main(void) {{ return calls[0] == 0; }}\n"
        self.link_text(text, objects)

    def declared(self, module: str = "") -> set[str]:
        """What the public headers of a module declare, or those of the core."""
        headers = sorted((self.library / module).glob("ascon*.h"))
        calls = declared_calls([path.relative_to(self.library).as_posix() for path in headers])
        return calls - (OF_SYSTEMS if self.machine is CORTEX_M3 else set())


def defined(objects: list[Path]) -> set[str]:
    return {name for _, name in symbols("--defined-only", "-g", *objects)}


def needed(*names: str) -> tuple[str, ...]:
    """These modules and all that they need."""
    found = list(dict.fromkeys(names))
    for name in found:
        found += [other for other in MODULES[name]["needs"] if other not in found]
    return tuple(found)


def over_batches(module: str) -> set[str]:
    """The calls that files over batches define."""
    texts = (path.read_text(encoding="utf-8") for path in (LIBRARY / module).glob(f"*{OVER_BATCHES}.c"))
    return {name for text in texts for name in re.findall(r"^[\w *]*\b(ascon_\w+)\(", text, re.M)}


def has(module: str, pattern: str) -> bool:
    return any((LIBRARY / module).rglob(pattern))


@pytest.fixture(scope="module", params=MACHINES)
def core(request, tmp_path_factory) -> tuple[Copy, list[Path]]:
    """The core alone, and its objects."""
    copy = Copy(tmp_path_factory.mktemp("core"), MACHINES[request.param])
    return copy, copy.compile("core")


def test_every_folder_has_a_row():
    assert {path.name for path in LIBRARY.iterdir() if path.is_dir()} - {"core", "cmake"} == set(MODULES)


def test_kconfig_has_the_modules_for_firmware():
    text = (ROOT / "ports/kconfig/Kconfig.settings").read_text(encoding="utf-8")
    names = re.search(r'config ASCONKIT_MODULES\n.*\n\tdefault "(.*)"', text)[1].split()
    assert set(names) == {name for name in MODULES if name not in HOSTED and has(name, "*.c")}


def test_the_core_alone(core):
    copy, objects = core
    calls = copy.declared()
    assert len(calls) > 90 and calls <= defined(objects)
    copy.link_calls(calls, objects)
    if copy.machine is HOST:
        place = copy.folder / "tests/support"  # genkat.c names the library's folder from its own
        place.mkdir(parents=True)
        for name in ("genkat.c", "any_kind.h"):
            shutil.copy(ROOT / "tests/support" / name, place)
        check_known_answers(copy.link(place / "genkat.c", objects))
        return
    # Shorter texts: a beginning of the published ones.
    answers = ROOT / "tests/firmware/known_answers.c"
    program = copy.link(answers, objects, "-DGENKAT_LONGEST_MESSAGE=64")
    for row in ALGORITHMS:
        printed = run(*EMULATED, program, row.name).split("\n", 1)[1].rstrip("\n")
        assert len(printed) > 1000 and "".join(kat.generate(row)).startswith(printed), row.name


IN_C = [name for name in MODULES if has(name, "*.c")]


@pytest.mark.parametrize("module", IN_C)
def test_a_module_with_what_it_needs(module, core, tmp_path):
    whole, of_core = core
    if whole.machine is CORTEX_M3 and module in HOSTED:
        return  # of no use there
    check_module(Copy(tmp_path, whole.machine, needed(module)), module, of_core)


def check_module(copy: Copy, module: str, of_core: list[Path]) -> None:
    objects = [*of_core, *copy.compile(*copy.modules)]
    later = over_batches(module) if "batch" not in copy.modules else set()
    calls = copy.declared(module) - later
    assert calls and calls <= defined(objects), f"declared, and not there: {sorted(calls - defined(objects))}"
    copy.link_calls(calls, objects)
    if module == "self_test":
        test = '#include "asconkit/self_test/ascon_self_test.h"\nint main(void) { return !ascon_self_test(); }\n'
        run(*(EMULATED if copy.machine is CORTEX_M3 else ()), copy.link_text(test, objects))


@pytest.mark.parametrize("module", [name for name in IN_C if has(name, f"*{OVER_BATCHES}.c")])
def test_a_module_over_batches(module, core, tmp_path):
    whole, of_core = core
    if whole.machine is HOST:
        check_module(Copy(tmp_path, HOST, needed(module, "batch")), module, of_core)


@pytest.mark.parametrize("module", [name for name in MODULES if has(name, "*.hpp")])
def test_headers_of_cpp(module, tmp_path):
    copy = Copy(tmp_path, HOST, needed(module, "cpp"))
    for header in sorted((copy.library / module).glob("*.hpp")):
        if header.name != "ascon_sycl.hpp":  # needs SYCL's headers
            run("g++", "-std=c++20", "-x", "c++", "-fsyntax-only", header)


# ---- Planted faults -------------------------------------------------------------------------------------


def test_a_row_without_its_need_is_found(tmp_path):
    with pytest.raises(AssertionError, match=r"siv/ascon_siv\.h"):
        Copy(tmp_path, HOST, ("commit",)).compile("commit")


def test_a_core_that_includes_a_module_is_found(tmp_path):
    changed = tmp_path / "changed"
    shutil.copytree(LIBRARY, changed)
    file = changed / "core/api/any.c"
    file.write_text('#include "../../kdf/ascon_kdf.h"\n' + file.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"kdf/ascon_kdf\.h"):
        Copy(tmp_path / "copy", HOST, library=changed).compile("core/api")


def test_a_call_that_nothing_defines_is_found(tmp_path):
    copy = Copy(tmp_path, HOST)
    with pytest.raises(AssertionError, match="undefined reference to `ascon_kdf_init'"):
        copy.link_calls({"ascon_kdf_init"}, [])


def modules_without(files: list[str]) -> dict[str, set[str]]:
    """By kind of file, the modules of the table that have none with their name."""
    found = {}
    for kind, pattern in FILES_OF_MODULE.items():
        for module in MODULES:
            path = re.compile(pattern.format(module=module, name=module.removesuffix("s").replace("_", "[-_]")))
            if not any(path.match(file) for file in files):
                found.setdefault(kind, set()).add(module)
    return found


def test_files_of_a_module_have_its_name():
    """`git ls-files '*siv*'` is the whole feature."""
    files = run("git", "ls-files", cwd=ROOT).split("\n")
    assert modules_without(files) == WITHOUT
    assert modules_without([file for file in files if file != "docs/constructions/siv.md"])["page"] == {"siv"}
