#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Packs the npm package into build/javascript, and installs what its tests need.

    tools/javascript.py          does that; `./dev test javascript` calls it
    tools/javascript.py --lock   writes tests/javascript/package-lock.json anew, of package.json

The packages of the tests come from the npm registry, in the versions of tests/javascript/package-lock.json; none of
their programs is run to install them. They are in build/javascript/modules, to which a link beside the tests leads.
Needs what bindings/javascript/build.py needs. Python's standard library alone."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "bindings/javascript"
TESTS = ROOT / "tests/javascript"
BUILD = ROOT / "build/javascript"
QUIET = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


def pack() -> Path:
    """The package as it would be published. `npm pack` calls build.py."""
    for old in BUILD.glob("*.tgz"):
        old.unlink()
    subprocess.run(["npm", "pack", "--silent", f"--pack-destination={BUILD}"], cwd=PACKAGE, check=True)
    (packed,) = BUILD.glob("*.tgz")
    return packed


def install_modules() -> None:
    """Where the lock file has changed."""
    modules, link = BUILD / "modules", TESTS / "node_modules"
    modules.mkdir(exist_ok=True)
    names = ("package.json", "package-lock.json")
    done = modules / "installed"
    wanted = b"".join((TESTS / name).read_bytes() for name in names)
    if not done.exists() or done.read_bytes() != wanted:
        for name in names:
            shutil.copy(TESTS / name, modules / name)
        subprocess.run(["npm", "ci", *QUIET], cwd=modules, check=True)
        done.write_bytes(wanted)
    if link.is_symlink() or not link.exists():
        link.unlink(missing_ok=True)
        link.symlink_to(os.path.relpath(modules / "node_modules", TESTS), target_is_directory=True)


# What npm installs by. Other fields say again what the package itself says.
FIELDS = (
    "name", "version", "resolved", "dev", "optional", "peer", "devOptional", "hasInstallScript", "bin", "os", "cpu",
    "libc", "integrity", "dependencies", "optionalDependencies", "peerDependencies", "peerDependenciesMeta",
    "devDependencies",
)  # fmt: skip
PLATFORM = {"os": ("linux",), "cpu": ("x64", "arm64"), "libc": ("glibc",)}


def runs_here(package: dict) -> bool:
    """On the platforms of the tests: Linux with glibc on x86-64 and AArch64."""
    def listed(name: str) -> tuple[str, ...]:
        found = package.get(name, PLATFORM[name])
        return (found,) if isinstance(found, str) else tuple(found)

    return all(set(listed(name)) & set(here) for name, here in PLATFORM.items())


def locked(lock: dict) -> str:
    """The lock file without packages of other platforms, in full lines."""
    packages = {name: package for name, package in lock["packages"].items() if runs_here(package)}
    names = {name.rpartition("node_modules/")[2] for name in packages}
    entries = []
    for name, package in packages.items():
        package = {field: package[field] for field in FIELDS if field in package}
        if optional := package.get("optionalDependencies"):
            package["optionalDependencies"] = {other: optional[other] for other in optional if other in names}
        text = f"{json.dumps(name)}: {json.dumps(package)}"
        text = re.sub(r'"[^"]*"', lambda string: string[0].replace(" ", "\0"), text)
        text = text.replace(": ", ":\0")
        wrapped = textwrap.fill(text, 119, break_long_words=False, break_on_hyphens=False, subsequent_indent="  ")
        entries.append(wrapped.replace("\0", " "))
    head = json.dumps({name: value for name, value in lock.items() if name != "packages"})
    return f'{head[:-1]}, "packages": {{\n' + ",\n".join(entries) + "\n}}\n"


def write_lock() -> None:
    with tempfile.TemporaryDirectory(prefix="asconkit-") as folder:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(TESTS / name, folder)
        subprocess.run(["npm", "install", "--package-lock-only", *QUIET], cwd=folder, check=True)
        lock = json.loads((Path(folder) / "package-lock.json").read_text(encoding="utf-8"))
    (TESTS / "package-lock.json").write_text(locked(lock), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lock", action="store_true", help="write the lock file of the tests anew, and nothing else")
    if parser.parse_args().lock:
        write_lock()
        return 0
    for name in ("node", "npm"):
        if not shutil.which(name):
            sys.exit(f"javascript: needs {name}: apt-get install nodejs npm")
    BUILD.mkdir(parents=True, exist_ok=True)
    try:
        packed = pack()
        install_modules()
    except subprocess.CalledProcessError as error:
        sys.exit(f"javascript: failed: {' '.join(map(str, error.cmd))}")
    print(f"javascript: {packed.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
