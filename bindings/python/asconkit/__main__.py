# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`python -m asconkit`: the native command, if the package contains the command.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def command() -> Path:
    """Returns the path of the native command, if this package contains the command."""
    return Path(__file__).parent / "bin" / ("asconkit.exe" if os.name == "nt" else "asconkit")


def main() -> int:
    """Replaces this process by the native command, with the same arguments."""
    program = str(command())
    if not os.path.exists(program):
        print("asconkit: this Python package was built without the native command", file=sys.stderr)
        return 1
    if os.name == "nt":
        return subprocess.call([program, *sys.argv[1:]])
    os.execv(program, ["asconkit", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
