#!/usr/bin/env python3
"""Packs the npm package into build/javascript, and installs what its tests need.

The packages of the tests come from the npm registry, in the versions of tests/javascript/package-lock.json; none of
their programs is run to install them. They are in build/javascript/modules, to which a link beside the tests leads.
`./dev test javascript` calls this. Needs what bindings/javascript/build.py needs. Python's standard library alone.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
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


def main() -> int:
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
