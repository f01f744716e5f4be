"""The library in the forms of other ecosystems: a program of its own, which is given the options.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
import sys

from .commands import call


def export(arguments: argparse.Namespace) -> None:
    call(sys.executable, "tools/export.py", *arguments.rest)
