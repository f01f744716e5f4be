# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints vectors/constructions for construction_vectors.cpp: a line {construction, {{field, text}...}} for each.
"""

import json
import sys
from pathlib import Path


def literal(value: str | int) -> str:
    return json.dumps(str(value))


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        for vector in json.loads(path.read_text(encoding="utf-8")):
            fields = ", ".join(f"{{{literal(name)}, {literal(value)}}}" for name, value in vector.items())
            print(f"{{{literal(path.stem)}, {{{fields}}}}},")


if __name__ == "__main__":
    main()
