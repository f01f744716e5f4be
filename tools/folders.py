# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The folders of the project, and which of them each may use: a check of tools/lint.py.

Each folder's README.md says the same in words."""

import re
from collections.abc import Iterable
from pathlib import Path

# The folders that each folder may use. They are all in rows above it, so that there are no cycles.
USES = {
    "asconkit": (),
    "spec": (),
    "cli": ("asconkit",),
    "bindings": ("asconkit",),
    "examples": ("asconkit", "bindings"),
    "ports": ("asconkit", "bindings"),
    "tools": ("asconkit", "spec", "bindings"),
    "proofs": ("asconkit", "spec", "tools"),
    "tests": ("asconkit", "spec", "examples", "cli", "bindings", "ports", "tools", "proofs"),
    "bench": ("asconkit", "spec", "bindings", "examples", "tools", "tests"),
    "docs": ("asconkit", "spec", "bindings", "tools", "proofs", "bench"),
}
C_SUFFIXES = (".c", ".h", ".cpp", ".hpp", ".S", ".inc")
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]', re.M)
IMPORT = re.compile(r"^\s*(?:from|import) (\w+)", re.M)
PLACES = {"tools": ("tools",), "proofs": ("proofs",), "bench": ("bench",), "tests": ("tests", "tests/support")}
PACKAGES = {"spec": "spec", "asconkit": "bindings", "bench": "bench"}


def modules(root: Path) -> dict[str, set[str]]:
    """The folders that have a module of this name."""
    found = {name: {folder} for name, folder in PACKAGES.items()}
    for folder, places in PLACES.items():
        for path in (path for place in places for path in (root / place).glob("*")):
            if path.suffix == ".py" or (path / "__init__.py").exists():
                found.setdefault(path.stem, set()).add(folder)
    return found


def used(root: Path, name: str, known: dict[str, set[str]]) -> set[str]:
    """The other folders that a file uses."""
    path, folder = root / name, name.split("/")[0]
    text = path.read_text(encoding="utf-8", errors="ignore")
    if path.suffix == ".py":
        owners = [known.get(module, set()) for module in IMPORT.findall(text)]
        return {owner for found in owners if folder not in found for owner in found}
    includes = [(path.parent / include, root / include) for include in INCLUDE.findall(text)]
    files = [near if near.exists() else far for near, far in includes if near.exists() or far.exists()]
    return {file.resolve().relative_to(root.resolve()).parts[0] for file in files} - {folder}


def wrong_uses(root: Path, files: Iterable[str]) -> list[str]:
    known = modules(root)
    wrong = []
    for name in files:
        folder = name.split("/")[0]
        if folder in USES and name.endswith((".py", *C_SUFFIXES)):
            wrong += [f"{name}: uses {other}/" for other in sorted(used(root, name, known) - set(USES[folder]))]
    return wrong
