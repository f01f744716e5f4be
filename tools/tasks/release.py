# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The release build, and a tour of the command on real files."""

import os
import shlex
import shutil
import tempfile
from pathlib import Path

from . import packages
from .commands import ROOT, call

FOLDER = ROOT / "build/release"
ASCONKIT = FOLDER / "bin/asconkit"


def compile_release() -> None:
    packages.install(packages.BUILD)
    call("cmake", "--workflow", "--preset", "run")


def build(_) -> None:
    compile_release()
    folder = FOLDER.relative_to(ROOT)
    print(f"\nThe command is {folder}/bin/asconkit, the libraries are in {folder}/lib, the headers in asconkit/.")
    print(f"Next: {folder}/bin/asconkit --help; cmake --install {folder}; docs/index.md; ./dev test")


def show(*command: object, **options) -> None:
    """Runs a command of the tour, printing it as one would type it."""
    print(f"$ {shlex.join(map(str, command))}", flush=True)
    path = f"{ASCONKIT.parent}{os.pathsep}{os.environ['PATH']}"
    call(*command, env={**os.environ, "PATH": path}, **options)


def run(_) -> None:
    compile_release()
    print(f"\nThe main job on real files. The command is {ASCONKIT.relative_to(ROOT)}.\n")
    with tempfile.TemporaryDirectory(prefix="asconkit-") as folder:
        here = {"cwd": folder}
        shutil.copy(ROOT / "README.md", folder)
        shutil.copytree(ROOT / "docs", Path(folder) / "docs")
        show("asconkit", "keygen", "my.key", **here)
        show("asconkit", "encrypt", "--key", "my.key", "README.md", "-o", "README.md.ascon", **here)
        show("asconkit", "decrypt", "--key", "my.key", "README.md.ascon", "-o", "README.copy.md", **here)
        show("cmp", "README.md", "README.copy.md", **here)
        print("$ asconkit sum -r docs > docs.sums", flush=True)
        with open(Path(folder) / "docs.sums", "wb") as sums:
            call(ASCONKIT, "sum", "-r", "docs", stdout=sums, **here)
        show("asconkit", "sum", "-c", "docs.sums", **here)
    print("\nAll of it worked. Next: asconkit --help, docs/, ./dev test.")
