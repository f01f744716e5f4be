#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page that shows Ascon step by step: one file, with the library in it as WebAssembly, which works offline.

    tools/explorer.py [FILE]     writes it, to build/explorer.html unless FILE is given

tools/docs.py puts it into the site. Needs clang-19 and lld-19. Python's standard library alone."""

import base64
import hashlib
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "docs/site/explorer"
sys.path.append(str(ROOT / "bindings"))

from wasm import build  # noqa: E402

# One copy of each mode for all algorithms.
FLAGS = (*build.PROFILES["size"], "-DASCON_INLINE_MODE=0", "-DASCON_PRINT_STATE=2")


def compiled() -> bytes:
    """The library with printed states, and explorer.c."""
    sources = [*build.library_sources(["core/api"]), SOURCES / "explorer.c"]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "explorer.wasm")
        build.module(made, sources, [*FLAGS, "-isystem", SOURCES / "freestanding"])
        return made.read_bytes()


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def page(wasm: bytes) -> str:
    """Nothing but this script and this style runs or loads: the page's own policy says so."""
    html, style, script = ((SOURCES / f"explorer.{end}").read_text(encoding="utf-8") for end in ("html", "css", "js"))
    script = script.replace("/* wasm */", base64.b64encode(wasm).decode())
    rules = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {digest(style)}; "
    rules += f"script-src {digest(script)} 'wasm-unsafe-eval'"
    policy = f'<meta http-equiv="Content-Security-Policy" content="{rules}">'
    for place, text in (("<!-- policy -->", policy), ("/* style */", style), ("/* script */", script)):
        assert html.count(place) == 1, place
        html = html.replace(place, text)
    return html


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(compiled()), encoding="utf-8")


def main() -> int:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/explorer.html"
    try:
        write(path)
    except build.BuildError as error:
        sys.exit(f"explorer: {error}")
    print(f"explorer: {path}, {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
