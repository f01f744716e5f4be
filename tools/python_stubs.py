#!/usr/bin/env python3
"""Writes the stubs of the extension asconkit._core: `tools/python_env.py stubs` runs it where that is installed.

nanobind describes its own objects alone, so the package's function objects give way to them before.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import sys

from asconkit import _core
from nanobind import stubgen


def unwrap(scope):
    for name, value in list(vars(scope).items()):
        if hasattr(value, "__nb_signature__") or not hasattr(value, "__name__"):
            continue
        if isinstance(value, type):
            value.__module__ = "asconkit._core"
            unwrap(value)
        elif hasattr(value, "__wrapped__"):
            setattr(scope, name, value.__wrapped__)


if __name__ == "__main__":
    unwrap(_core)
    stubgen.main(["-q", "-m", "asconkit._core", "-o", sys.argv[1]])
