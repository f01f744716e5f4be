"""The packages of a release, installed from the files alone: in a bare Debian 13 without a network, by each ecosystem's
own client. Then the first program of the package's page runs. The clients are installed before. The wheel for AArch64
runs in qemu-user. The wheels for musl are not run: Debian has no Python for musl."""

import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import bare
import pytest
import python_env
import wheels
from builds import ROOT, only_in_all, run
from exports import go_module
from pages import blocks
from tasks import packing
from test_firmware_ports import expected as printed_by
from test_firmware_ports import simulate
from test_packages import CMAKE

pytestmark = only_in_all
CLIENTS = """
    python3-venv nodejs npm golang-go cargo gcc libc6-dev cmake make pkg-config libargon2-1 arduino-builder
    arduino-core-avr musl
""".split()
CONAN = "python3 -m venv conan; conan/bin/pip install -q --require-hashes -r conan.txt"


def first(page: str, language: str) -> str:
    """The first block of a page in this language."""
    return next(block.text for block in blocks(page) if block.language == language)


@pytest.fixture(scope="module")
def packed(tmp_path_factory) -> Callable[[Callable], list[Path]]:
    """What a packer makes of the working tree."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
    made = {}

    def pack(packer: Callable[[Path], list[Path]]) -> list[Path]:
        if packer not in made:
            made[packer] = packer(tmp_path_factory.mktemp("packed"))
        return made[packer]

    return pack


class Machine:
    """A root; commands run in the home of its user, without a network."""

    def __init__(self, root: Path):
        self.root, self.home = root, root / "root"

    def sh(self, script: str) -> str:
        command = bare.start(self.root, "/root", ["sh", "-euc", script], "--net")
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, f"{script}\n{done.stdout[-3000:]}{done.stderr[-6000:]}"
        return done.stdout

    def folder(self, name: str, **files: str) -> Path:
        """A new folder in the home, with these files."""
        folder = self.home / name
        folder.mkdir()
        for file, text in files.items():
            (folder / file.replace("_", ".")).write_text(text, encoding="utf-8")
        return folder


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    root = tmp_path_factory.mktemp("bare") / "root"
    root.mkdir(mode=0o755)
    try:
        bare.make_root(root, "trixie", f"--include={','.join(CLIENTS)}")
        made = Machine(root)
        shutil.copy(python_env.PACKAGING_REQUIREMENTS, made.home / "conan.txt")
        bare.call(bare.start(root, "/root", ["sh", "-euc", CONAN]))
        yield made
    finally:
        bare.remove(root)


def test_the_network_is_gone(machine):
    """Otherwise the tests below would show less."""
    with pytest.raises(AssertionError, match="Network is unreachable"):
        machine.sh("python3 -c 'import socket; socket.create_connection((\"192.0.2.1\", 53))'")


# ---- Python --------------------------------------------------------------------------------------


def test_wheel(machine, packed):
    """pip chooses the wheel for this machine."""
    folder = machine.folder("python", page_txt=first("README.md", "pycon") + first("docs/python.md", "pycon"))
    for path in packed(packing.pack_python):
        shutil.copy(path, folder)
    machine.sh("""cd python; python3 -m venv here
        here/bin/pip install -q --no-index --only-binary :all: --find-links . asconkit
        here/bin/python -m doctest page.txt; here/bin/asconkit --version""")


def test_wheel_on_aarch64(packed, tmp_path):
    """pip of this machine installs the wheel. Debian's packages are unpacked, but not set up, because their scripts
    cannot run here."""
    root, site, where = tmp_path / "root", tmp_path / "site", tmp_path / "where"
    where.mkdir()
    options = ("--quiet", "--variant=extract", "--architectures=arm64", "--include=python3")
    settings = bare.apt_settings(run("apt-config", "dump"))
    run("mmdebstrap", *options, *settings, "trixie", root, *bare.sources("trixie", where), cwd="/")
    (root / "lib").symlink_to("usr/lib")
    (wheel,) = (path for path in packed(packing.pack_python) if "manylinux" in path.name and "aarch64" in path.name)
    other = ("--platform", wheel.stem.split("-")[-1], "--python-version", "3.13", "--only-binary", ":all:")
    run(wheels.environment(), "-m", "pip", "install", "--no-index", "--target", site, *other, wheel)
    (tmp_path / "page.txt").write_text(first("README.md", "pycon"), encoding="utf-8")
    emulated = ("qemu-aarch64", "-L", root, next((root / "usr/bin").glob("python3.*")))
    run(*emulated, "-m", "doctest", tmp_path / "page.txt", env={"PATH": os.environ["PATH"], "PYTHONPATH": str(site)})


def symbols_of(library: Path) -> tuple[set[str], set[str]]:
    """The names that a library needs, and the names that it has."""
    listed = [line.split()[-2:] for line in run("nm", "-D", library).splitlines()]
    return tuple({name for kind, name in listed if (kind in "Uw") == needed} for needed in (True, False))


@pytest.mark.parametrize("processor", ("x86_64", "aarch64"))
def test_wheels_for_musl(machine, packed, tmp_path, processor):
    """The extension needs Python and what musl has, which is the same for both processors."""
    (wheel,) = (path for path in packed(packing.pack_python) if path.stem.endswith(f"musllinux_1_2_{processor}"))
    with zipfile.ZipFile(wheel) as opened:
        needed, shown = symbols_of(opened.extract("asconkit/_core.abi3.so", tmp_path))
    _, of_musl = symbols_of(machine.root / "usr/lib/x86_64-linux-musl/libc.so")
    assert {name for name in needed - of_musl if not re.match("_?Py", name)} == set()
    assert shown == {"PyInit__core"}


# ---- C -------------------------------------------------------------------------------------------


def test_debian(machine, packed):
    folder = machine.folder("debian", hello_c=first("README.md", "c"))
    for path in packed(packing.pack_debian):
        shutil.copy(path, folder)
    said = machine.sh("""cd debian; apt-get install -qq -y ./*.deb
        asconkit keygen key; asconkit encrypt -k key hello.c; asconkit decrypt -k key hello.c.ascon -o again
        cmp hello.c again
        cc hello.c $(pkg-config --cflags --libs asconkit) -o hello; ./hello""")
    assert said.endswith("hello\n")


def test_conan(machine, packed):
    """The archive has the recipe and the sources, which Conan builds."""
    folder = machine.folder("recipe", main_c=first("README.md", "c"), CMakeLists_txt=CMAKE)
    shutil.copy(*packed(packing.pack_conan), folder / "asconkit.tgz")
    said = machine.sh(f"""
        PATH=$HOME/conan/bin:$PATH; cd recipe; conan profile detect; conan cache restore asconkit.tgz
        conan install --requires=asconkit/{packing.version()} -g CMakeDeps -g CMakeToolchain -s compiler.cstd=11 \
          --no-remote --build=missing -of .
        cmake -DCMAKE_TOOLCHAIN_FILE=conan_toolchain.cmake -DCMAKE_BUILD_TYPE=Release .; cmake --build .; ./consumer""")
    assert said.endswith("hello\n")


def test_arduino(machine, packed):
    """By the builder of Arduino 1.8: the sketch with the hash, which ends as in test_firmware_ports.py."""
    libraries = machine.folder("libraries")
    shutil.unpack_archive(*packed(packing.pack_arduino), libraries)
    sketch = (libraries / "asconkit/examples/Hash/Hash.ino").read_text(encoding="utf-8")
    folder = machine.folder("Hash", Hash_ino=f"#define loop sketch_loop\n{sketch}")
    shutil.copy(ROOT / "tests/ports/arduino_end.cpp", folder)
    machine.sh("""cd Hash; mkdir build; arduino-builder -compile -fqbn arduino:avr:uno -tools /usr/bin \
        -hardware /usr/share/arduino-builder -hardware /usr/share/arduino/hardware -libraries ../libraries \
        -build-path $PWD/build .""")
    assert simulate(folder / "build/Hash.ino.elf").split() == printed_by("Hash")


# ---- Other ecosystems ----------------------------------------------------------------------------


def test_npm(machine, packed):
    (made,) = packed(packing.pack_npm)
    shutil.copy(made, machine.folder("npm", main_mjs=first("bindings/javascript/README.md", "js")))
    said = machine.sh(f"cd npm; npm install --offline --no-audit --no-fund ./{made.name}; node main.mjs")
    assert said.endswith("24\na secret\n32\nthe tag does not match: wrong key, or the data was changed\n")


def test_go(machine, packed, tmp_path):
    """From a proxy of files, with our module and the modules that it needs; without cgo, which test_go.py has."""
    cache, version = tmp_path / "cache", packing.version()
    settings = {**os.environ, "GOMODCACHE": cache, "GOFLAGS": "-modcacherw"}
    run("go", "mod", "download", cwd=ROOT / "bindings/go", env=settings)
    folder = machine.folder("go", main_go=first("bindings/go/README.md", "go"))
    place = folder / f"proxy/{go_module.MODULE}/@v"
    shutil.copytree(cache / "cache/download", folder / "proxy")
    place.mkdir(parents=True)
    shutil.copy(*packed(packing.pack_go), place / f"v{version}.zip")
    shutil.copy(ROOT / "bindings/go/go.mod", place / f"v{version}.mod")
    (place / f"v{version}.info").write_text(json.dumps({"Version": f"v{version}"}), encoding="utf-8")
    said = machine.sh(f"""
        export GOPROXY=file://$HOME/go/proxy GOSUMDB=off GOTOOLCHAIN=local; cd go
        go mod init example.org/program; go mod download {go_module.MODULE}@v{version}
        go get {go_module.MODULE}@v{version}; CGO_ENABLED=0 go run .""")
    assert said == first("bindings/go/README.md", "text")


def test_crates(machine, packed):
    """By path, with the crates by other people in a folder."""
    sys_crate, crate, _ = packed(packing.pack_rust)
    replaced = f'[patch.crates-io]\nasconkit-sys = {{ path = "{sys_crate.stem}" }}\n'
    folder = machine.folder("rust", Cargo_toml=f'[package]\nname = "program"\nedition = "2024"\n{replaced}')
    for path in (sys_crate, crate):
        run("tar", "-xf", path, "-C", folder)
    run("cargo", "vendor", "--locked", folder / "vendor", cwd=ROOT / "bindings/rust")
    source = '[source.crates-io]\nreplace-with = "files"\n[source.files]\ndirectory = "vendor"\n'
    machine.folder("rust/.cargo", config_toml=source)
    machine.folder("rust/src", main_rs=first("bindings/rust/asconkit/README.md", "rust"))
    machine.sh(f"cd rust; cargo add -q --offline asconkit --path {crate.stem}; cargo run -q --offline")
