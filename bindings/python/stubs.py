# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes asconkit/_core.pyi, the types and docstrings of the extension, which editors and type checkers read.

CMakeLists.txt calls it when the extension is built: stubs.py EXTENSION FILE."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from nanobind import stubgen


def load(extension: Path) -> ModuleType:
    """The extension out of the build folder, with the package's Python files out of the sources."""
    package = ModuleType("asconkit")
    package.__path__ = [str(extension.parent), str(Path(__file__).parent / "asconkit")]
    sys.modules["asconkit"] = package
    return import_module("asconkit._core")


def unwrap(scope):
    """nanobind describes its own objects alone, so the package's function objects give way to them."""
    for name, value in list(vars(scope).items()):
        if hasattr(value, "__nb_signature__") or not hasattr(value, "__name__"):
            continue
        if isinstance(value, type):
            value.__module__ = "asconkit._core"
            unwrap(value)
        elif hasattr(value, "__wrapped__"):
            setattr(scope, name, value.__wrapped__)


if __name__ == "__main__":
    extension, stubs = map(Path, sys.argv[1:])
    unwrap(load(extension))
    stubgen.main(["-q", "-m", "asconkit._core", "-o", str(stubs)])
