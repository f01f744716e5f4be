"""Models of what is built over the modes: one module for each construction.

Each module has the construction as its page in docs/ specifies it, over the functions of `spec.modes`, and vectors(),
known answers for implementations. `./dev generate` writes these to vectors/constructions/NAME.json."""

import importlib
import json
import pkgutil
from typing import Union

# A string of bytes or a number under each name; "name" has text that says what the vector is of.
Vector = dict[str, Union[bytes, int, str]]

NAMES = sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("test_"))


def vectors(name: str) -> list[Vector]:
    return list(importlib.import_module(f"{__name__}.{name}").vectors())


def vector_file(name: str) -> str:
    """One vector a line, strings of bytes in hexadecimal."""
    lines = [json.dumps(vector, default=bytes.hex) for vector in vectors(name)]
    return "[\n" + ",\n".join(lines) + "\n]\n"
