#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library in the form that another ecosystem wants, as copies.

    tools/export.py arduino [--to FOLDER]
    tools/export.py go [--to FOLDER] [--module PATH]     the Go module
    tools/export.py go --in-place                        what bindings/go lacks of it, for `go test` there
    tools/export.py supercop [--to FOLDER] [--backend NAME] [--profile NAME] [--algorithm NAME]

`./dev export` calls it. Python's standard library alone."""

import argparse
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import compiling  # noqa: E402
from exports import arduino, go_module, supercop  # noqa: E402


def export_supercop(options: argparse.Namespace) -> str:
    backends = options.backend or compiling.backends()
    profiles, names = options.profile or ["speed"], options.algorithm or supercop.ALL
    count = supercop.write(options.to, backends, profiles, names)
    return f"{count} folders"


def export_arduino(options: argparse.Namespace) -> str:
    return f"a library of {arduino.write(options.to)} files"


def export_go(options: argparse.Namespace) -> str:
    return f"a module with {go_module.write(options.to, options.module)} files of the library"


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./dev export", description=__doc__.splitlines()[0])
    forms = parser.add_subparsers(dest="form", metavar="FORM", required=True)

    def add(name: str, action, text: str) -> argparse.ArgumentParser:
        form = forms.add_parser(name, help=text, description=text)
        default = ROOT / "build/export" / name
        form.add_argument("--to", type=Path, metavar="FOLDER", default=default, help="instead of build/export/FORM")
        form.set_defaults(action=action, in_place=False)
        return form

    add("arduino", export_arduino, "A library of Arduino and PlatformIO, and component of ESP-IDF.")
    form = add("go", export_go, "A module of Go, with the C library and with the same as WebAssembly.")
    form.add_argument("--module", metavar="PATH", default=go_module.MODULE, help=f"instead of {go_module.MODULE}")
    form.add_argument("--in-place", action="store_true", help="copy the library into bindings/go instead")
    form = add("supercop", export_supercop, "Folders with the interface of SUPERCOP and NIST's drivers.")
    again = "only this one; may be repeated"
    form.add_argument("--backend", action="append", choices=compiling.backends(), metavar="NAME", help=again)
    text = f"{', '.join(compiling.PROFILES)}; may be repeated (without it: speed)"
    form.add_argument("--profile", action="append", choices=compiling.PROFILES, metavar="NAME", help=text)
    form.add_argument("--algorithm", action="append", choices=supercop.ALL, metavar="NAME", help=again)
    return parser


def main() -> int:
    options = make_parser().parse_args()
    if options.in_place:
        print(f"{go_module.prepare(go_module.HERE)} files in {go_module.HERE / go_module.COPY}")
        return 0
    if options.to.exists() and any(options.to.iterdir()) and not (options.to / "LICENSE").exists():
        sys.exit(f"export: {options.to} is not empty, and no earlier export")
    shutil.rmtree(options.to, ignore_errors=True)
    options.to.mkdir(parents=True)
    print(f"{options.action(options)} in {options.to}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
