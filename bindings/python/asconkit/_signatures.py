# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signatures of the extension's functions for inspect and help(), and errors that name a wrong argument.

The extension imports this module only when it is needed.
"""

from __future__ import annotations

import importlib
import inspect
import re
import typing
from types import NoneType, SimpleNamespace
from typing import Any, NoReturn


class _Buffer:
    """Anything with the buffer protocol: bytes, bytearray, memoryview, array, mmap, numpy."""


def _buffer() -> Any:
    """The type of buffers in annotations, which Python has from 3.12 on."""
    for module in ("collections.abc", "typing_extensions"):
        try:
            return importlib.import_module(module).Buffer
        except (AttributeError, ImportError):
            continue
    return _Buffer


Buffer = _buffer()
WORDS = {Buffer: "a bytes-like object", int: "an int", bool: "a bool", str: "a str"}


def signature(function: Any) -> inspect.Signature:
    """The signature that nanobind gives as text, with types in place of their names."""
    text, _, defaults = function.__wrapped__.__nb_signature__[0]
    scope: dict[str, Any] = {
        **vars(importlib.import_module("asconkit._core")),
        "asconkit": importlib.import_module("asconkit"),
        "typing": typing,
        "typing_extensions": SimpleNamespace(Buffer=Buffer),
    }

    def default(place: re.Match[str]) -> str:
        value = (defaults or ())[int(place[2])]
        if place[1]:
            return str(value)  # it is an expression
        scope[f"default{place[2]}"] = value
        return f"default{place[2]}"

    source = re.sub(r"\\(=?)(\d+)", default, text)
    source = f"def signature{source[source.index('(') :]}: ..."
    exec(compile(source, "<signature>", "exec", dont_inherit=True), scope)
    return inspect.signature(scope["signature"])


def refuse(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> NoReturn:
    """Raises TypeError for arguments that do not fit the function."""
    expected = signature(function)
    try:
        bound = expected.bind(*arguments, **named)
    except TypeError as error:
        raise TypeError(f"{function.__name__}(): {error}; it is {_plain(function, expected)}") from None
    for name, value in bound.arguments.items():
        wanted = expected.parameters[name].annotation
        if not _fits(value, wanted):
            raise TypeError(f"{name} must be {_words(wanted)}, not {type(value).__name__}")
    given = ", ".join(type(value).__name__ for value in bound.arguments.values())
    raise TypeError(f"{_plain(function, expected)} does not take arguments of the types {given}")


def _plain(function: Any, expected: inspect.Signature) -> str:
    """Name and parameters as in a call."""
    parameters = [p.replace(annotation=inspect.Parameter.empty) for p in expected.parameters.values()]
    shown = expected.replace(
        parameters=[p for p in parameters if p.name != "self"], return_annotation=inspect.Signature.empty
    )
    return f"{function.__name__}{shown}"


def _choices(wanted: Any) -> tuple[Any, ...]:
    return typing.get_args(wanted) or (wanted,)


def _fits(value: Any, wanted: Any) -> bool:
    """Whether a value fits. The extension has checked buffers already: here they are anything but None."""
    for choice in _choices(wanted):
        if (choice is Buffer and value is not None) or (isinstance(choice, type) and isinstance(value, choice)):
            return True
    return wanted is inspect.Parameter.empty


def _words(wanted: Any) -> str:
    choices = [choice for choice in _choices(wanted) if choice is not NoneType]
    return " or ".join(WORDS.get(choice) or f"of type {choice.__name__}" for choice in choices)
