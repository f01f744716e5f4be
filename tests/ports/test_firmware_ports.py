# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The exported tree for firmware: as a library of Arduino, compiled by the recipes of Debian's arduino-core-avr and run
in simavr; as one of PlatformIO, packed by its own command; as a component of ESP-IDF, read by its tools."""

import ctypes
import json
import os
import re
import shlex
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from builds import LIBRARY, ROOT, each, need, run
from embedded import emulation
from embedded.targets import TARGETS
from exports import arduino
from node_frames import READING, node_frame

from spec.algorithms import find
from spec.modes import aead_encrypt, hash_digest

CORE = Path("/usr/share/arduino/hardware/arduino/avr")
KEY, NONCE = bytes(range(16)), bytes([1] + 15 * [0])
MESSAGE = b"21.5 degrees"
OK, TAG, NULL, RANGE = range(4)  # of ascon_result


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("arduino") / "asconkit"
    run("python3", ROOT / "tools/export.py", "arduino", "--to", target)
    return target


def sealed() -> bytes:
    return b"".join(aead_encrypt(find("ascon-aead128"), KEY, NONCE, b"", MESSAGE))


# ---- Arduino ------------------------------------------------------------------------------------------------


def read_properties(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


class Recipes:
    """The commands of platform.txt for the board called uno."""

    def __init__(self, build: Path):
        board = read_properties(CORE / "boards.txt")
        own = {name.removeprefix("uno."): value for name, value in board.items() if name.startswith("uno.")}
        given = {"runtime.ide.version": "10819", "build.arch": "AVR", "build.path": str(build)}
        # Debian's avr-gcc 5.4 has this name for C alone; platform.local.txt is where users would write it.
        given |= {"compiler.warning_flags": "-Wall", "compiler.cpp.extra_flags": "-DDECIMAL_DIG=__DECIMAL_DIG__"}
        self.properties = {**read_properties(CORE / "platform.txt"), **own, **given}

    def call(self, recipe: str, **names: object) -> str:
        """An expanded recipe, run."""
        text = self.properties[f"recipe.{recipe}.pattern"]
        known = {**self.properties, **{name: str(value) for name, value in names.items()}}
        while found := re.search(r"\{([\w.]+)\}", text):
            text = text.replace(found[0], known[found[1]])
        return run(*shlex.split(text))


def compile_sketch(library: Path, sketch: Path, build: Path) -> Path:
    """As Arduino's own builder does it: core, library and sketch; `loop` becomes the end of the simulation."""
    if not CORE.is_dir():
        pytest.fail("needs arduino-core-avr: apt-get install arduino-core-avr", pytrace=False)
    recipes, objects = Recipes(build), []
    folders = (CORE / "cores/arduino", CORE / "variants/standard", library / "src")
    includes = " ".join(f'"-I{folder}"' for folder in folders)
    source = build / f"{sketch.stem}.ino.cpp"
    text = sketch.read_text(encoding="utf-8")
    source.write_text(f"#include <Arduino.h>\n#define loop sketch_loop\n{text}", encoding="utf-8")
    core = [path for path in sorted((CORE / "cores/arduino").iterdir()) if path.suffix in (".c", ".cpp", ".S")]
    ours = sorted(path for path in (library / "src").rglob("*") if path.suffix in (".c", ".cpp", ".S"))

    def compile_one(numbered):
        number, path = numbered
        output = build / f"{number}-{path.name}.o"
        recipes.call(f"{path.suffix[1:]}.o", source_file=path, object_file=output, includes=includes)
        return output

    files = [source, ROOT / "tests/ports/arduino_end.cpp", *ours, *core]
    objects = each(compile_one, list(enumerate(files)))
    count = 2 + len(ours)
    for output in objects[count:]:
        recipes.call("ar", archive_file="core.a", object_file=output)
    names = {"build.project_name": sketch.stem, "archive_file": "core.a"}
    recipes.call("c.combine", object_files=" ".join(f'"{path}"' for path in objects[:count]), **names)
    return build / f"{sketch.stem}.elf"


def simulate(elf: Path) -> str:
    need("simavr")
    return subprocess.run(
        [emulation.avr_runner(), "atmega328p", elf, "ffffffff", "/dev/null"], capture_output=True, text=True
    ).stdout


def expected(name: str) -> list[str]:
    if name == "Hash":
        return [hash_digest(find("ascon-hash256"), b"abc").hex()]
    if name == "Datagrams":
        first, second = (node_frame(7, counter, READING).hex() for counter in (0, 100))
        return [first, "2150 accepted", second, "2150 accepted", "refused"]
    if name == "Radio":
        return ["7: door open?", "refused", "8: closed", "refused"]
    return [sealed().hex(), MESSAGE.decode(), "the tag does not match: wrong key, or the data was changed"]


@pytest.mark.parametrize("name", arduino.examples())
def test_sketches(exported, tmp_path, name):
    elf = compile_sketch(exported, exported / f"examples/{name}/{name}.ino", tmp_path)
    assert simulate(elf).splitlines() == expected(name)
    listed = run("avr-nm", elf)
    assert " malloc" not in listed and " free" not in listed
    code, data = map(int, run("avr-size", elf).splitlines()[1].split()[:2])
    print(f"{name}: {code + data} bytes of flash")
    assert code + data < 8448  # an Uno has 32,256


def test_properties(exported):
    """What Arduino's specification of libraries asks for."""
    fields = read_properties(exported / "library.properties")
    required = "name version author maintainer sentence paragraph category url architectures"
    assert set(required.split()) <= set(fields) and all(fields.values())
    assert f'"{fields["version"]}"' in (LIBRARY / "ascon.h").read_text(encoding="utf-8")
    assert (exported / "src" / fields["includes"]).is_file()
    declared = re.findall(r"\b(ascon_text_\w+)\(", (exported / "src/asconkit_text.h").read_text(encoding="utf-8"))
    coloured = re.findall(r"^(\w+)\tKEYWORD2$", (exported / "keywords.txt").read_text(encoding="utf-8"), re.M)
    assert sorted(set(declared)) == coloured


# ---- Settings for each processor -----------------------------------------------------------------------------


def test_profile_of_each_processor(exported):
    """settings.h takes small code, unless a flag says otherwise. tests/embedded/test_without_flags.py has backends."""
    file = exported / "src/asconkit/settings.h"
    for target in TARGETS:
        profile = "SIZE" if target.name == "avr" else "SMALL"
        assert f"#define ASCON_PROFILE_{profile}" in run(target.compiler, *target.flags, "-E", "-dM", file)
    asked = run("gcc", "-DASCON_PROFILE_SPEED", "-E", "-dM", file)
    assert "PROFILE_SMALL" not in asked


def test_tree_has_what_firmware_needs(exported):
    """And every source is compiled once, whatever the processor: no two have the same name."""
    names = [path.name for path in (exported / "src").rglob("*") if path.suffix in (".c", ".S")]
    assert len(set(names)) == len(names) > 50
    assert "batch.c" not in names and {"ascon.c", "avr_size.S", "scheme2.c"} <= set(names)


# ---- Text ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def text(exported, tmp_path_factory):
    """The calls for sketches, in the tree's own build for this machine, with sanitizers' traps."""
    path = tmp_path_factory.mktemp("text") / "text.so"
    folders = [exported / "src", *(exported / "src/asconkit" / name for name in ("core/api", "core/platform"))]
    files = [file for folder in folders for file in folder.glob("*.c")]
    flags = ("-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror")
    traps = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
    run("gcc", "-O1", *flags, *traps, "-shared", "-fPIC", f"-I{exported / 'src'}", *files, "-o", path)
    return ctypes.CDLL(str(path))


def call(function, size: int, *arguments) -> tuple[int, bytes]:
    """The result and the string that was written, after which nothing has changed."""
    out = ctypes.create_string_buffer(b"\xaa" * (size + 8), size + 8)
    result = ctypes.c_int(function(out, ctypes.c_size_t(size), *arguments)).value
    assert out.raw[size:] == b"\xaa" * 8
    return result, out.raw[:size]


def as_string(memory: bytes) -> bytes:
    return memory.split(b"\0")[0]


def test_hash_of_text(text):
    for message in (b"", b"abc", b"x" * 100):
        result, digest = call(text.ascon_text_hash256, 65, message)
        assert (result, as_string(digest).decode()) == (OK, hash_digest(find("ascon-hash256"), message).hex())
    assert call(text.ascon_text_hash256, 64, b"abc") == (RANGE, b"\0" + b"\xaa" * 63)
    assert call(text.ascon_text_hash256, 65, None)[0] == NULL


def test_sealed_text(text):
    assert call(text.ascon_text_encrypt, 57, MESSAGE, NONCE, KEY) == (OK, sealed().hex().encode() + b"\0")
    assert call(text.ascon_text_encrypt, 56, MESSAGE, NONCE, KEY)[0] == RANGE
    assert call(text.ascon_text_encrypt, 33, b"", NONCE, KEY)[0] == OK
    assert call(text.ascon_text_encrypt, 32, b"", NONCE, KEY)[0] == RANGE
    assert call(text.ascon_text_encrypt, 57, MESSAGE, None, KEY)[0] == NULL


def test_opened_text(text):
    good = sealed().hex().encode()
    for digits in (good, good.upper()):
        assert call(text.ascon_text_decrypt, 13, digits, NONCE, KEY) == (OK, MESSAGE + b"\0")
    assert call(text.ascon_text_decrypt, 12, good, NONCE, KEY)[0] == RANGE
    for i in range(len(good)):
        changed = good[:i] + (b"1" if good[i : i + 1] == b"0" else b"0") + good[i + 1 :]
        result, opened = call(text.ascon_text_decrypt, 13, changed, NONCE, KEY)
        assert result == TAG and opened == bytes(12) + b"\xaa"
        assert call(text.ascon_text_decrypt, 13, good[:i], NONCE, KEY)[0] in (TAG, RANGE)
        wrong = good[:i] + b"g" + good[i + 1 :]
        result, opened = call(text.ascon_text_decrypt, 13, wrong, NONCE, KEY)
        assert result == RANGE and as_string(opened) == b""


def test_digits(text):
    """Every character: 22 of them are digits."""
    good = 0
    for high in range(1, 256):
        byte = ctypes.create_string_buffer(b"\xaa\xaa", 2)
        result = ctypes.c_int(text.ascon_text_from_hex(byte, ctypes.c_size_t(1), bytes([high, ord("7")]))).value
        valid = chr(high) in "0123456789abcdefABCDEF"
        assert (result, byte.raw[1:]) == (OK if valid else RANGE, b"\xaa")
        assert byte.raw[0] == (int(chr(high) + "7", 16) if valid else 0)
        good += valid
    assert good == 22
    for digits in (b"7", b"777", b"7777", b""):
        assert ctypes.c_int(text.ascon_text_from_hex(byte, ctypes.c_size_t(1), digits)).value == RANGE
    every = bytes(range(256))
    assert call(text.ascon_text_to_hex, 513, every, ctypes.c_size_t(256)) == (OK, every.hex().encode() + b"\0")


# ---- PlatformIO --------------------------------------------------------------------------------------------------


def pack(tools: Path, tree: Path, folder: Path) -> subprocess.CompletedProcess:
    settings = {"PLATFORMIO_CORE_DIR": str(folder / "core"), "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    command = [tools / "pio", "pkg", "pack", tree, "-o", folder / "asconkit.tar.gz"]
    return subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True)


def test_platformio_packs_it(exported, tools, tmp_path):
    """Without its licence, whose name PlatformIO looks up in a list that it fetches."""
    tree = shutil.copytree(exported, tmp_path / "tree")
    manifest = json.loads((tree / "library.json").read_text(encoding="utf-8"))
    assert manifest.pop("license") == "Apache-2.0 OR MIT"
    (tree / "library.json").write_text(json.dumps(manifest), encoding="utf-8")
    done = pack(tools, tree, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    with tarfile.open(tmp_path / "asconkit.tar.gz") as packed:
        names = set(packed.getnames())
    assert {"library.json", "src/asconkit.h", "src/asconkit/core/api/ascon.c", "examples/Hash/Hash.ino"} <= names


def test_platformio_finds_a_planted_fault(tools, tmp_path):
    (tmp_path / "library.json").write_text('{"name": "asconkit", "version": "one"}')
    done = pack(tools, tmp_path, tmp_path / "out")
    assert done.returncode != 0 and "Invalid semantic versioning" in done.stderr


# ---- ESP-IDF -----------------------------------------------------------------------------------------------------

READ = ROOT / "tests/ports/read.py"


def test_manifest(exported, tools, tmp_path):
    assert run(tools / "python", READ, "manifest", exported) == f"valid {arduino.version()}\n"
    # What the registry of components shows, and which chips it offers the component for.
    manifest = json.loads(run(tools / "python", READ, "yaml", exported / "idf_component.yml"))
    assert manifest["url"].startswith("https://") and {"esp32", "esp32c3"} <= set(manifest["targets"])
    (tmp_path / "idf_component.yml").write_text('version: "one"\n')
    done = subprocess.run([tools / "python", READ, "manifest", tmp_path], capture_output=True, text=True)
    assert "valid" not in done.stdout.split()


# As esp32 and esp32c3, with what is nearest of Debian's compilers; what a user asks for.
CHIPS = {
    "xtensa": ("IDF_TARGET_ARCH_XTENSA=y", (), "xtensa-lx106-elf-", "-mlongcalls"),
    "rv32": ("IDF_TARGET_ARCH_RISCV=y", (), "riscv64-unknown-elf-", "-march=rv32imc -mabi=ilp32"),
    "c32": (
        "IDF_TARGET_ARCH_RISCV=y", ("ASCONKIT_BACKEND_C32=y", "ASCONKIT_PROFILE_SIZE=y"),
        "riscv64-unknown-elf-", "-march=rv32imc -mabi=ilp32",
    ),
}  # fmt: skip


@pytest.mark.parametrize("backend", CHIPS)
def test_component(exported, tools, tmp_path, backend):
    """Compiled by its CMakeLists.txt with what Kconfig gives."""
    processor, chosen, prefix, flags = CHIPS[backend]
    settings = run(tools / "python", READ, "kconfig", exported / "Kconfig", processor, "--", *chosen)
    assert f'set(CONFIG_ASCONKIT_BACKEND "{backend}")' in settings
    assert f'set(CONFIG_ASCONKIT_PROFILE "{"SIZE" if chosen else "SMALL"}")' in settings
    (tmp_path / "settings.cmake").write_text(settings)
    include = f"-ffreestanding -I{ROOT / 'tests/firmware/include'}"
    options = [f"-DCMAKE_{language}_COMPILER={prefix}gcc" for language in ("C", "ASM")]
    options += [f"-DCMAKE_{language}_FLAGS={flags} {include}" for language in ("C", "ASM")]
    options += ["-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY"]
    options += [f"-DCOMPONENT={exported}", f"-DSETTINGS={tmp_path / 'settings.cmake'}"]
    run("cmake", "-G", "Ninja", "-S", ROOT / "tests/ports/esp_idf", "-B", tmp_path / "build", *options)
    run("cmake", "--build", tmp_path / "build")
    listed = run(f"{prefix}nm", "--defined-only", tmp_path / "build/component/libasconkit.a")
    assert " T ascon_aead128_encrypt" in listed and " T ascon_text_encrypt" in listed
    assert (f"ascon_{backend}_rounds" in listed) == (backend != "c32")


def test_a_backend_of_another_processor_is_refused(exported, tools):
    words = (READ, "kconfig", exported / "Kconfig", "IDF_TARGET_ARCH_XTENSA=y", "--", "ASCONKIT_BACKEND_RV32=y")
    done = subprocess.run([tools / "python", *words], capture_output=True, text=True)
    assert done.returncode != 0 and "cannot be y" in done.stderr
