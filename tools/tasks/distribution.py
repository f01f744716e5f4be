"""The files of a release, and what is checked before they are written. docs/releasing.md has the other steps.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import sbom as bill

from . import packages
from .commands import ROOT, Failure, asks_for_help, call, succeeds

FOLDER = ROOT / "build/dist"


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def check_ready(root: Path) -> str:
    """The version, of a tree that may be released."""
    version = bill.version_of(root)
    changed = git(root, "status", "--porcelain")
    if changed:
        raise Failure(f"a release is made of a commit, and these files differ from it:\n{changed}")
    heading = f"## {version} ("
    log = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^{re.escape(heading)}\d{{4}}-\d\d-\d\d\)$", log, re.M):
        raise Failure(f"CHANGELOG.md has no line '{heading}YEAR-MONTH-DAY)': this version is not dated")
    tags = [tag for tag in git(root, "tag", "--points-at", "HEAD").split() if tag.startswith("v")]
    if tags and tags != [f"v{version}"]:
        raise Failure(f"the tag is {' '.join(tags)}, expected v{version}, the version of asconkit/ascon.h")
    return version


def write(root: Path, folder: Path) -> list[Path]:
    """Sources, bill of materials, and the sums of both. The same commit gives the same bytes."""
    version = check_ready(root)
    folder.mkdir(parents=True, exist_ok=True)
    name = f"asconkit-{version}"
    archive, materials, sums = (folder / f"{name}.tar.gz", folder / f"{name}.spdx.json", folder / "SHA256SUMS")
    git(root, "archive", "--format=tar.gz", f"--prefix={name}/", f"--output={archive.resolve()}", "HEAD")
    os.environ["SOURCE_DATE_EPOCH"] = git(root, "log", "-1", "--format=%ct")
    materials.write_text(json.dumps(bill.document(root), indent=1) + "\n", encoding="utf-8")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in (archive, materials)]
    sums.write_text("".join(lines), encoding="utf-8")
    return [archive, materials, sums]


def release(_) -> None:
    check_ready(ROOT)
    packages.install(packages.ABI)
    call(sys.executable, "tools/abi.py")
    for path in write(ROOT, FOLDER):
        print(path.relative_to(ROOT))
    print("Next: sign SHA256SUMS and publish, as docs/releasing.md says.")


def sbom(arguments: argparse.Namespace) -> None:
    if not succeeds(sys.executable, ROOT / "tools/sbom.py", *arguments.rest, cwd=Path.cwd()):
        raise Failure("failed: sbom")


def abi(arguments: argparse.Namespace) -> None:
    if not asks_for_help(arguments.rest):
        packages.install(packages.ABI)
    if not succeeds(sys.executable, "tools/abi.py", *arguments.rest):
        raise Failure("failed: abi")
