#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes an extension of DuckDB out of a shared library: appends the fields that DuckDB checks before it loads a file.

The fields are those of DuckDB's own build (scripts/append_metadata.cmake of its sources). The signature is left empty.
Python's standard library alone."""

import argparse
import platform
import sys
from pathlib import Path

FORMAT = "4"
INTERFACE = "v1.2.0"  # as api.hpp asks for
FIELD, FIELDS, SIGNATURE = 32, 8, 256
# A section of WebAssembly: its kind, its length and name, and the length of the rest. Other systems read the end alone.
SECTION = b"\0\x93\x04\x10duckdb_signature\x80\x04"
SYSTEMS = {"linux": "linux", "darwin": "osx", "win32": "windows"}
PROCESSORS = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def this_platform() -> str:
    """The name that DuckDB has for this machine."""
    system, processor = SYSTEMS.get(sys.platform), PROCESSORS.get(platform.machine().lower())
    if not system or not processor:
        sys.exit(f"footer: no name of DuckDB's for {sys.platform} on {platform.machine()}: give --platform")
    return f"{system}_{processor}"


def footer(version: str, target: str) -> bytes:
    fields = [FORMAT, target, INTERFACE, version, "C_STRUCT"]
    fields += [""] * (FIELDS - len(fields))
    return SECTION + b"".join(field.encode().ljust(FIELD, b"\0") for field in reversed(fields)) + bytes(SIGNATURE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("extension", type=Path)
    parser.add_argument("--version", required=True, help="of the extension")
    parser.add_argument("--platform", default="", help="such as linux_amd64; this machine's without it")
    arguments = parser.parse_args()
    end = footer(arguments.version, arguments.platform or this_platform())
    arguments.extension.write_bytes(arguments.library.read_bytes() + end)


if __name__ == "__main__":
    main()
