"""Builds the programs of the project's own units and controls, with the compilers of its embedded processors.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
from pathlib import Path

import compiling
from embedded import targets

from .manifest import Manifest, ManifestError

FOLDER = compiling.ROOT / "build/lab"


def build(manifest: Manifest, definitions: tuple[str, ...]) -> Path:
    """The linked program of a manifest that has [build]."""
    if manifest.build is None:
        raise ManifestError(f"{manifest.path.name} has no [build]: name the program, ./dev lab ELF MANIFEST")
    names = [row.name for row in targets.TARGETS]
    if manifest.build.target not in names:
        known = ", ".join(names)
        raise ManifestError(f"{manifest.path.name}, build: target = {manifest.build.target!r}; expected one of {known}")
    target = targets.find(manifest.build.target)
    settings = [*manifest.build.definitions, *definitions]
    FOLDER.mkdir(parents=True, exist_ok=True)
    label = re.sub(r"[^\w]+", "-", "-".join([manifest.path.parent.name, manifest.path.stem, *settings]))
    elf = FOLDER / f"{label}.elf"
    sources = [_source(manifest, name) for name in manifest.build.sources]
    command = [target.compiler, *target.flags, "-O2", "-g", "-nostdlib", "-static", "-Wl,-e,0"]
    command += debugging(target)
    compiling.call([*command, f"-I{compiling.ROOT}", *(f"-D{name}" for name in settings), *sources, "-o", elf])
    return elf


def debugging(target: targets.Target) -> list[str]:
    """So that lines of assembly are found: the assembler of AVR is older."""
    return ["-Wa,-gdwarf-2"] if target.name == "avr" else ["-Wl,--no-warn-rwx-segments"]


def _source(manifest: Manifest, name: str) -> Path:
    """Beside the manifest, or from the project's folder."""
    for folder in (manifest.path.parent, compiling.ROOT):
        if (folder / name).exists():
            return folder / name
    raise ManifestError(f"{manifest.path.name}, build: no file {name!r} beside it or in {compiling.ROOT}")
