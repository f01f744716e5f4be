#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds DuckDB's extension, ports/duckdb, into build/duckdb: `./dev duckdb`.

    tools/duckdb_extension.py            against the headers of the version that the tests use
    tools/duckdb_extension.py FOLDER     against duckdb_extension.h and duckdb.h of this folder

The headers come from the source distribution of the Python package duckdb, of the version and with a hash that
bindings/python/requirements-test.txt names. Python's standard library alone."""

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from python_env import FEW_REQUIREMENTS, PIP, REQUIREMENTS, ROOT, call, environment, one_at_a_time

FOLDER = ROOT / "build/duckdb"
HEADERS = ("duckdb.h", "duckdb_extension.h")
ANY_CMAKE = {"SKBUILD_CMAKE_VERSION": ">=3.20"}  # nothing is built, and Debian 12's is older than what DuckDB asks for
WITHIN = "external/duckdb/src/include"  # of the source distribution


def requirement() -> str:
    """The lines of duckdb: its version, and the hashes of its files."""
    found = re.search(r"^duckdb==.*\n(?: .*\n)*", REQUIREMENTS.read_text(encoding="utf-8"), re.M)
    if not found:
        raise SystemExit(f"duckdb_extension: {REQUIREMENTS} does not name duckdb")
    return found[0]


def download(python: Path, folder: Path) -> Path:
    """The source distribution. pip asks its build system for its name, so the environment has what that needs."""
    lines = folder / "requirements.txt"
    lines.write_text(requirement(), encoding="utf-8")
    call(python, *PIP, "download", "--no-deps", "--no-binary", "duckdb", "--no-build-isolation", "--require-hashes",
         "-r", lines, "-d", folder, env={**os.environ, **ANY_CMAKE})  # fmt: skip
    return next(folder.glob("duckdb-*.tar.gz"))


def headers(python: Path) -> Path:
    """The folder of DuckDB's headers, fetched once for each version with the pip of this interpreter."""
    folder, wanted = FOLDER / "headers", requirement()
    stamp = folder / "requirement"
    with one_at_a_time("duckdb-headers"):
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory() as scratch, tarfile.open(download(python, Path(scratch))) as archive:
                top = archive.getnames()[0].partition("/")[0]
                for name in HEADERS:
                    (folder / name).write_bytes(archive.extractfile(f"{top}/{WITHIN}/{name}").read())
            stamp.write_text(wanted, encoding="utf-8")
    return folder


def build(include: Path, folder: Path = FOLDER, *options: str) -> Path:
    """The extension, of a build in this folder."""
    with one_at_a_time(folder.name):
        call("cmake", "-G", "Ninja", "-S", "ports/duckdb", "-B", folder, f"-DDUCKDB_INCLUDE_DIR={include}", *options,
             stdout=subprocess.DEVNULL)  # fmt: skip
        call("cmake", "--build", folder, "--", "--quiet")
    return folder / "asconkit.duckdb_extension"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="of duckdb_extension.h and duckdb.h")
    arguments = parser.parse_args()
    try:
        python = environment(Path(sys.executable), "duckdb", FEW_REQUIREMENTS)
        print(build(arguments.folder.resolve() if arguments.folder else headers(python)).relative_to(ROOT))
    except subprocess.CalledProcessError as error:
        print(f"duckdb_extension: failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
