# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the programs of targets, also with a fault planted in the code that they test."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from python_env import zcbor

from .table import ROOT, Build, Fault, Target

# That of an overlay.
CODE = ("asconkit", "cli", "bindings/python/src", "ports/cose", "ports/datagram", "tests/accelerators")


class BuildFailure(Exception):
    """A command of the build failed; it has printed why."""


def call(*words: object) -> None:
    if subprocess.run([str(word) for word in words], cwd=ROOT).returncode != 0:
        raise BuildFailure(f"failed: {shlex.join(map(str, words))}")


def folder_of(build: Build) -> Path:
    return ROOT / "build" / build.preset


def program_of(target: Target, build: Build) -> Path:
    return folder_of(build) / "bin" / f"fuzz_{target.name}"


def make(build: Build, targets: Iterable[Target], python: Path | None) -> None:
    """Builds those of the targets that the build has. `python` is a Python with nanobind, for the target that embeds
    it; it has pip."""
    names = [program_of(target, build).name for target in targets if target.is_in(build)]
    if names:
        settings = {"ASCONKIT_ZCBOR": zcbor(python or Path(sys.executable))}
        if python and "python" in build.folders:
            settings["ASCONKIT_FUZZ_PYTHON"] = python
        call("cmake", "--preset", build.preset, *(f"-D{name}={value}" for name, value in settings.items()))
        jobs = os.environ.get("ASCONKIT_JOBS") or os.cpu_count() or 1
        call("cmake", "--build", "--preset", build.preset, "-j", jobs, "--target", *names)


# ---- Planted faults ----------------------------------------------------------------------------------------


def lay_over(folder: Path, fault: Fault) -> None:
    """The code by links, but for the file that has the fault: includes find that one."""
    for path in (path for code in CODE for path in (ROOT / code).rglob("*") if path.is_file()):
        link = folder / path.relative_to(ROOT)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(path)
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    if text.count(fault.right) != 1:
        raise ValueError(f"{fault.file}: {text.count(fault.right)} times {fault.right!r}, expected once")
    (folder / fault.file).unlink()
    (folder / fault.file).write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")


def compile_in(folder: Path, unit: str, build: Build) -> Path:
    """The object of a file of the overlay, by the command of the build."""
    database = json.loads((folder_of(build) / "compile_commands.json").read_text(encoding="utf-8"))
    found = next(entry for entry in database if entry["file"] == str(ROOT / unit))
    words = shlex.split(found["command"])
    output = folder / f"{Path(unit).stem}.o"
    words[words.index("-o") + 1] = str(output)
    words[words.index(str(ROOT / unit))] = str(folder / unit)
    subprocess.run(words, cwd=found["directory"], check=True)
    return output


def plant(target: Target, fault: Fault, folder: Path) -> Path:
    """A program of this target whose objects with the fault come before those of the libraries."""
    lay_over(folder, fault)
    objects = [compile_in(folder, unit, fault.build) for unit in fault.units]
    name = program_of(target, fault.build).name
    list_commands = ["ninja", "-C", folder_of(fault.build), "-t", "commands", f"bin/{name}"]
    commands = subprocess.run(list_commands, capture_output=True, text=True, check=True).stdout
    link = commands.strip().splitlines()[-1]
    usual, program = f" -o bin/{name} ", folder / name
    if usual not in link:
        raise ValueError(f"no output in {link!r}")
    link = link.replace(usual, f" {shlex.join(map(str, objects))} -o {shlex.quote(str(program))} ")
    subprocess.run(link, shell=True, cwd=folder_of(fault.build), check=True)
    return program
