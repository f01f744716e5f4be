#!/usr/bin/env python3
"""The page that shows Ascon step by step: one file, with the library in it as WebAssembly, which works offline.

    tools/explorer.py [FILE]     writes it, to build/explorer.html unless FILE is given

tools/docs.py puts it into the site. Needs clang-19 and lld-19. Python's standard library alone.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "docs/site/explorer"
CLANG, LINKER = "clang-19", "wasm-ld-19"
# -mbulk-memory: memcpy and memset are instructions, where clang would otherwise call the function it is compiling.
FLAGS = """
    --target=wasm32 -mbulk-memory -Oz -std=c11 -ffreestanding -nostdlib -Wall -Wextra -Werror
    -DASCON_BACKEND=c64 -DASCON_PROFILE_SIZE -DASCON_INLINE_MODE=0 -DASCON_PRINT_STATE=2
    -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-all
""".split()


def module() -> bytes:
    """The library with printed states, and explorer.c."""
    for tool, package in ((CLANG, CLANG), (LINKER, "lld-19")):
        if not shutil.which(tool):
            sys.exit(f"explorer: needs {tool}: apt-get install {package}")
    library = ROOT / "asconkit"
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "explorer.wasm")
        places = [f"-I{library}", f"-I{SOURCES}", "-isystem", SOURCES / "freestanding"]
        files = [*sorted((library / "api").glob("*.c")), SOURCES / "explorer.c"]
        subprocess.run([CLANG, *FLAGS, f"-fuse-ld={shutil.which(LINKER)}", *places, *files, "-o", made], check=True)
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
    path.write_text(page(module()), encoding="utf-8")


def main() -> int:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/explorer.html"
    write(path)
    print(f"explorer: {path}, {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
