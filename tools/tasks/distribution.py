# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The files of a release, and what is checked before they are written. docs/releasing.md has the other steps."""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import provenance
import renewal
import sbom as bill

from . import packages, packing
from .commands import ROOT, Failure, asks_for_help, call, succeeds

FOLDER = ROOT / "build/dist"
SCRATCH = ROOT / "build/packages"


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
    stale = renewal.stale(root, released=True)
    if stale:
        lines = "\n".join(f"  {name}: {reason}" for name, reason in stale.items())
        raise Failure(f"records are of other code than this release (./dev evidence --renew):\n{lines}")
    return version


# ---- The files -----------------------------------------------------------------------------------


def write(root: Path, folder: Path, packed: Callable[[], list[Path]] = list) -> list[Path]:
    """Sources, bill of materials, the packages that `packed` makes, how all were made, and the sums. The same commit
    gives the same bytes where the compilers have the same version, but for Conan's archive, which says when it was
    made, and the provenance, which names the builder and the sum of that archive."""
    version = check_ready(root)
    os.environ["SOURCE_DATE_EPOCH"] = git(root, "log", "-1", "--format=%ct")
    packages_made = packed()
    (folder / "packages").mkdir(parents=True, exist_ok=True)  # Python's sources have the name of the archive
    name = f"asconkit-{version}"
    archive, materials, sums = (folder / f"{name}.tar.gz", folder / f"{name}.spdx.json", folder / "SHA256SUMS")
    git(root, "archive", "--format=tar.gz", f"--prefix={name}/", f"--output={archive.resolve()}", "HEAD")
    materials.write_text(json.dumps(bill.document(root), indent=1) + "\n", encoding="utf-8")
    written = [archive, materials, *(Path(shutil.copy(path, folder / "packages")) for path in packages_made)]
    sum_of = {path.relative_to(folder): hashlib.sha256(path.read_bytes()).hexdigest() for path in written}
    made = folder / f"{name}.intoto.json"
    statement = provenance.statement(sum_of, version, git(root, "rev-parse", "HEAD"))
    made.write_text(json.dumps(statement, indent=1) + "\n", encoding="utf-8")
    sum_of[Path(made.name)] = hashlib.sha256(made.read_bytes()).hexdigest()
    lines = [f"{digest}  {name}\n" for name, digest in sum_of.items()]
    sums.write_text("".join(lines), encoding="utf-8")
    return [*written, made, sums]


def release(_) -> None:
    check_ready(ROOT)
    packages.install(packages.RELEASE)
    call(sys.executable, "tools/abi.py")
    for path in write(ROOT, FOLDER, lambda: packing.pack(SCRATCH)):
        print(f"{path.stat().st_size:>9}  {path.relative_to(ROOT)}")
    print("Next: sign SHA256SUMS and publish, as docs/releasing.md says.")


def sbom(arguments: argparse.Namespace) -> None:
    if not succeeds(sys.executable, ROOT / "tools/sbom.py", *arguments.rest, cwd=Path.cwd()):
        raise Failure("failed: sbom")


def evidence(arguments: argparse.Namespace) -> None:
    if not succeeds(sys.executable, "tools/renewal.py", *arguments.rest):
        raise Failure("failed: evidence")


def abi(arguments: argparse.Namespace) -> None:
    if not asks_for_help(arguments.rest):
        packages.install(packages.ABI)
    if not succeeds(sys.executable, "tools/abi.py", *arguments.rest):
        raise Failure("failed: abi")
