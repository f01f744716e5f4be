# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files that a program writes out of other files of the project: `./dev generate`, and lint's check that they are up to
date. Python's standard library alone."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(title: str, outputs: Mapping[str, Callable[[], str]]) -> int:
    """Writes those that have changed; `outputs` gives the text of each by its path."""
    parser = argparse.ArgumentParser(description=title.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
    check = parser.parse_args().check
    stale = []
    for name, write in outputs.items():
        path, text = ROOT / name, write()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'differs from what ./dev generate writes' if check else 'written'}")
    return 1 if check and stale else 0
