# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The packages of a release, each by its ecosystem's own tool, of the working tree."""

import os
import shutil
import sys
import zipfile
from pathlib import Path

import javascript
import python_env
import rust_packages
import wheels
from exports import arduino, go_module
from package_files import version

from .commands import ROOT, call

SDIST = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"


def pack_python(folder: Path) -> list[Path]:
    """The sources, and wheels for Linux."""
    python = wheels.environment()
    call(python, "-c", SDIST, folder)
    return [*folder.glob("asconkit-*.tar.gz"), *wheels.build(python, folder / "wheels")]


def pack_rust(folder: Path) -> list[Path]:
    return rust_packages.pack(folder / "rust")


def pack_npm(_: Path) -> list[Path]:
    javascript.BUILD.mkdir(parents=True, exist_ok=True)
    return [javascript.pack()]


def archive(folder: Path, name: str) -> list[Path]:
    """What is in `folder`, as a file beside it: the same content gives the same bytes."""
    packed = folder.parent / f"{name}.tar.gz"
    same = ("--sort=name", f"--mtime=@{os.environ['SOURCE_DATE_EPOCH']}", "--owner=0", "--group=0", "--numeric-owner")
    call("tar", *same, "--mode=u=rwX,go=rX", "-C", folder, "-czf", packed, ".")
    return [packed]


def zipped(folder: Path, prefix: str, name: str) -> list[Path]:
    """The same as .zip; its names begin with `prefix`."""
    packed = folder.parent / f"{name}.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for path in sorted(filter(Path.is_file, folder.rglob("*"))):
            entry = zipfile.ZipInfo(f"{prefix}/{path.relative_to(folder).as_posix()}")
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            opened.writestr(entry, path.read_bytes())
    return [packed]


def pack_go(folder: Path) -> list[Path]:
    """The module as a proxy of modules has it. It is published by the tag of its repository."""
    go_module.write(folder / "go", go_module.MODULE)
    return zipped(folder / "go", f"{go_module.MODULE}@v{version()}", f"asconkit-go-{version()}")


def pack_arduino(folder: Path) -> list[Path]:
    """For Arduino's `Add .ZIP Library`; PlatformIO and ESP-IDF take the unpacked folder."""
    arduino.write(folder / "arduino")
    return zipped(folder / "arduino", "asconkit", f"asconkit-arduino-{version()}")


def pack_conan(folder: Path) -> list[Path]:
    """The recipe with the sources, for `conan cache restore`."""
    conan = python_env.packaging_tools() / "conan"
    folder.mkdir(parents=True, exist_ok=True)
    packed, home = folder / f"asconkit-conan-{version()}.tgz", {**os.environ, "CONAN_HOME": str(folder / "conan")}
    call(conan, "export", "ports/conan", env=home)
    call(conan, "cache", "save", f"asconkit/{version()}", "--file", packed, env=home)
    return [packed]


def pack_debian(folder: Path) -> list[Path]:
    """The library, its headers and the command, of the files in git's index. Each needs the system that builds it, or a
    later one."""
    sources = folder / "debian/asconkit"
    call("git", "checkout-index", "--all", f"--prefix={sources}/")
    shutil.copytree(sources / "ports/debian", sources / "debian")
    call("dpkg-buildpackage", "-us", "-uc", "-b", cwd=sources, env={**os.environ, "DEB_BUILD_OPTIONS": "noautodbgsym"})
    return sorted(sources.parent.glob("*.deb"))


def pack_vectors(folder: Path) -> list[Path]:
    """Vectors for other implementations, with the page that explains them, and the licence."""
    call(sys.executable, "-m", "spec", "vectors", "--folder", folder / "vectors")
    for name in ("docs/vectors.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copy(ROOT / name, folder / "vectors")
    return archive(folder / "vectors", f"asconkit-{version()}-vectors")


PACKERS = (pack_python, pack_rust, pack_npm, pack_go, pack_debian, pack_conan, pack_arduino, pack_vectors)


def pack(folder: Path) -> list[Path]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return [path for one in PACKERS for path in one(folder)]
