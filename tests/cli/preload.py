"""Libraries of tests/cli/shims, which change what the system does for one run of the command."""

import atexit
import functools
import os
import subprocess
import tempfile
from pathlib import Path

SHIMS = Path(__file__).parent / "shims"


def compile_c(source, target, *options):
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", *options, "-o", target, source], check=True)
    return target


@functools.cache
def shim(name):
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return compile_c(SHIMS / f"{name}.c", Path(folder.name) / f"{name}.so", "-shared", "-fPIC")


def preloading(name, **variables):
    """An environment in which programs load the library."""
    return {**os.environ, "LD_PRELOAD": str(shim(name)), **variables}
