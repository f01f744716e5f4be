# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads files of ESP-IDF and Zephyr with their tools: whether a manifest is valid, YAML as JSON, or lines of CMake with
what Kconfig gives when these symbols have these values.

    read.py manifest FOLDER
    read.py yaml FILE
    read.py kconfig FILE [NAME=VALUE...]          symbols of the processor, which the file does not define
    read.py kconfig FILE [NAME=VALUE...] -- NAME=VALUE...    and choices of the user"""

import json
import os
import sys
import tempfile
from pathlib import Path


def manifest(folder: str) -> None:
    from idf_component_tools.manager import ManifestManager

    manager = ManifestManager(folder, "asconkit")
    print("\n".join(manager.validation_errors) or "valid", manager.load().version)


def as_json(file: str) -> None:
    import yaml

    print(json.dumps(yaml.safe_load(Path(file).read_text(encoding="utf-8"))))


def kconfig(file: str, *words: str) -> None:
    """The processor's symbols are defined before the file is read, as those systems do it."""
    import kconfiglib

    given, chosen = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, ())
    with tempfile.TemporaryDirectory() as scratch:
        top = Path(scratch, "Kconfig")
        symbols = "".join(f"config {word.split('=')[0]}\n\tbool\n\tdefault {word.split('=')[1]}\n\n" for word in given)
        top.write_text(f'{symbols}source "{file}"\n', encoding="utf-8")
        os.environ["srctree"] = scratch
        tree = kconfiglib.Kconfig(str(top), warn_to_stderr=False)
        for word in chosen:
            name, value = word.split("=")
            if not tree.syms[name].set_value(value) or tree.syms[name].str_value != value:
                sys.exit(f"{name} cannot be {value}")
        for symbol in tree.unique_defined_syms:
            if symbol.str_value:
                print(f'set(CONFIG_{symbol.name} "{symbol.str_value}")')
        if tree.warnings:
            sys.exit("\n".join(tree.warnings))


if __name__ == "__main__":
    {"manifest": manifest, "yaml": as_json, "kconfig": kconfig}[sys.argv[1]](*sys.argv[2:])
