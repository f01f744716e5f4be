#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Python environments that the Python package is built and tested in, below build/python.

    tools/python_env.py            builds the package, installs it, prints its interpreter
    tools/python_env.py pytest ... runs pytest with these options and the package
    tools/python_env.py few ...    the tests of calls alone, with few packages
    tools/python_env.py newer ...  the tests of calls in a newer Python with the stable ABI, if this one has none
    tools/python_env.py bench ...  runs bench/python with pytest's options
    tools/python_env.py environment NAME FILE   makes a separate environment, of what FILE names

`./dev python` calls it. Packages come from PyPI: those files, of those versions, that requirements-*.txt in
bindings/python name. Python's standard library alone."""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where nothing runs several steps of the tests at once
    fcntl = None

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build/python"
REQUIREMENTS = ROOT / "bindings/python/requirements-test.txt"
FEW_REQUIREMENTS = ROOT / "bindings/python/requirements-calls.txt"
PACKAGING_REQUIREMENTS = ROOT / "tools/packaging-requirements.txt"
STABLE_ABI = (3, 12)  # of nanobind
# Of Debian 12, Ubuntu 24.04 and Debian 13. requirements*.txt have hashes of the files that these install.
TESTED_PYTHONS = ((3, 11), (3, 12), (3, 13))
PIP = ("-m", "pip", "--disable-pip-version-check", "-q")
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
FEW_CALLS = "aead algorithms arguments batch bounds datagram direct exit hashes processes signatures threads"
FEW_TESTS = [f"tests/python/test_{name}.py" for name in FEW_CALLS.split()]
BENCHMARKS = ("bench/python/bench_asconkit.py", "bench/python/bench_limits.py")
LICENCES = ("LICENSE", "LICENSE-APACHE", "LICENSE-MIT")


def call(*command: object, **options) -> None:
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT, **options)


def version_of(python: Path) -> tuple[int, int] | None:
    """None for an interpreter that cannot be used here: without pip, or free-threaded."""
    code = "import sys, ensurepip, sysconfig as s; print(*sys.version_info, s.get_config_var('Py_GIL_DISABLED') or 0)"
    done = subprocess.run([str(python), "-I", "-c", code], capture_output=True, text=True)
    words = done.stdout.split()
    return (int(words[0]), int(words[1])) if done.returncode == 0 and words[-1] == "0" else None


def interpreters() -> dict[tuple[int, int], Path]:
    """CPythons on this machine by version: this one, those on the path, and pyenv's."""
    found = {sys.version_info[:2]: Path(sys.executable)}
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += sorted(pyenv.glob("versions/*/bin"))
    for folder in folders:
        for python in sorted(folder.glob("python3.*")):
            if re.fullmatch(r"python3\.\d+", python.name) and "shims" not in python.parts:
                version = version_of(python)
                if version and version >= (3, 10):
                    found.setdefault(version, python)
    return dict(sorted(found.items()))


def with_stable_abi() -> list[Path]:
    """Tested interpreters that make wheels for all later versions too."""
    return [path for version, path in interpreters().items() if version >= STABLE_ABI and version in TESTED_PYTHONS]


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Steps of the tests that run at once share environments: the first one makes it while the others wait."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def require_tested(python: Path) -> None:
    version = version_of(python)
    if version not in TESTED_PYTHONS:
        found, tested = (".".join(map(str, numbers)) for numbers in (version or ("unusable",), TESTED_PYTHONS[0]))
        newest = ".".join(map(str, TESTED_PYTHONS[-1]))
        sys.exit(f"python_env: {python} is {found}; requirements*.txt have packages for Python {tested} to {newest}")


def environment(python: Path, name: str, requirements: Path = REQUIREMENTS) -> Path:
    """Makes the environment, or only what changed in it; returns its interpreter."""
    folder = FOLDER / name
    inside = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = hashlib.sha256(requirements.read_bytes() + str(python).encode()).hexdigest()
    stamp = folder / "installed"
    with one_at_a_time(name):
        if not stamp.exists() or stamp.read_text() != wanted:
            require_tested(python)
            shutil.rmtree(folder, ignore_errors=True)
            call(python, "-m", "venv", folder)
            call(inside, *PIP, "install", "--require-hashes", "-r", requirements)
            stamp.write_text(wanted)
    return inside


def zcbor(python: Path = Path(sys.executable)) -> Path:
    """The folder of zcbor's C sources, of the version that ports/cose names. The interpreter has pip."""
    named, folder = ROOT / "ports/cose/zcbor.txt", ROOT / "build/zcbor"
    stamp = folder / "installed"
    with one_at_a_time("zcbor"):
        if not stamp.exists() or stamp.read_bytes() != named.read_bytes():
            shutil.rmtree(folder, ignore_errors=True)
            options = ("--no-deps", "--require-hashes", "--root-user-action=ignore", "--target", folder)
            call(python, *PIP, "install", *options, "-r", named)
            stamp.write_bytes(named.read_bytes())
    return folder / "zcbor"


def packaging_tools() -> Path:
    """The folder of commands that make and check packages."""
    return environment(Path(sys.executable), "packaging", PACKAGING_REQUIREMENTS).parent


def sources() -> str:
    """A digest of all that wheels are made of."""
    digest = hashlib.sha256()
    build_files = (f"bindings/python/{name}" for name in ("CMakeLists.txt", "stubs.py"))
    files = ("CMakeLists.txt", "pyproject.toml", *LICENCES, "docs/python.md", *build_files)
    folders = ("asconkit", "cli", "tools/cmake", "bindings/python/asconkit", "bindings/python/src")
    below = sorted(path for name in folders for path in (ROOT / name).rglob("*"))
    for path in [*map(ROOT.joinpath, files), *below]:
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def install_wheel(python: Path) -> Path:
    """The wheel that this environment's Python makes of the working tree, made where that has changed. Environments of
    one version of Python share a folder for building."""
    inside = python.parent.parent
    folder = FOLDER / "wheels" / inside.name
    stamp, wanted = folder / "sources", f"{sources()} {(inside / 'installed').read_text()}"
    installed = inside / "package"  # inside: it goes when the environment is made anew
    with one_at_a_time("wheels"):
        if not stamp.exists() or stamp.read_text() != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
            call(python, *PIP, "wheel", ROOT, "--no-deps", "--no-build-isolation", "-w", folder,
                 env={**os.environ, "PATH": path})  # fmt: skip
            stamp.write_text(wanted)
        if not installed.exists() or installed.read_text() != wanted:
            call(python, *PIP, "install", "--no-deps", "--force-reinstall", next(folder.glob("*.whl")))
            installed.write_text(wanted)
    return next(folder.glob("*.whl"))


def prepare() -> dict[Path, Path]:
    """Interpreters that have the package, and the wheels that they made. The first one has all tools;
    a second one is there if that one is too old for the stable ABI and this machine has another."""
    pythons = [environment(Path(sys.executable), "venv")]
    newer = with_stable_abi()
    if newer and sys.version_info[:2] < STABLE_ABI:
        pythons.append(environment(newer[0], "abi3", FEW_REQUIREMENTS))
    return {python: install_wheel(python) for python in pythons}


def few() -> Path:
    """The interpreter of the environment with the few packages that the tests of calls need, and this package."""
    python = environment(Path(sys.executable), "few", FEW_REQUIREMENTS)
    install_wheel(python)
    return python


def settings(wheels: Iterable[Path]) -> dict[str, str]:
    """For tests/python/test_wheel.py: what to test, and in which interpreters."""
    pythons = os.pathsep.join(str(path) for path in interpreters().values())
    return {
        **os.environ,
        "PYTHONDONTWRITEBYTECODE": "1",
        "ASCONKIT_WHEELS": os.pathsep.join(str(wheel) for wheel in wheels),
        "ASCONKIT_PYTHONS": pythons,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", nargs="?", choices=("pytest", "few", "newer", "bench", "environment"))
    arguments, rest = parser.parse_known_args()
    try:
        if arguments.task == "few":
            call(few(), *PYTEST, *FEW_TESTS, *rest)
            return 0
        if arguments.task == "environment":
            name, requirements = rest
            print(environment(Path(sys.executable), name, ROOT / requirements))
            return 0
        wheels = prepare()
        python, *newer = wheels
        if arguments.task == "pytest":
            call(python, *PYTEST, *rest, env=settings(wheels.values()))
        elif arguments.task == "newer":
            for other in newer:
                call(other, *PYTEST, *FEW_TESTS, *rest, env=settings(wheels.values()))
        elif arguments.task == "bench":
            call(python, *PYTEST, *BENCHMARKS, *rest)
        else:
            print(python)
    except subprocess.CalledProcessError as error:
        print(f"python_env: failed: {' '.join(error.cmd)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
