# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One tree that is a library of Arduino, a library of PlatformIO and a component of ESP-IDF.

src/asconkit is the library as it is in this project, without what is not for firmware; src/asconkit/settings.h chooses
the backend for the processor."""

import json
import re
import shutil
from pathlib import Path

from compiling import HOSTED, LIBRARY, OVER_BATCHES, ROOT

from .flattening import with_settings

PORTS = ROOT / "ports"
SENTENCE = "The Ascon family of lightweight cryptography: encryption, hashes and MACs of NIST SP 800-232."
PARAGRAPH = (
    "Ascon-AEAD128, Hash256, XOF128, CXOF128, their predecessors of version 1.2, MAC and PRF, in constant time, with "
    "assembly for AVR, Cortex-M, RISC-V and Xtensa. Nothing is allocated."
)
URL = "https://csrc.nist.gov/pubs/sp/800/232/final"
# Xtensa and RISC-V of 32 bits, for which there is assembly.
ESP_CHIPS = (
    "esp32", "esp32s2", "esp32s3", "esp32c2", "esp32c3", "esp32c5", "esp32c6", "esp32c61", "esp32h2", "esp32p4",
)  # fmt: skip
# Stores of datagrams' counters, beside the library.
COUNTERS = (
    "counter_record.h", "counter_slots.h", "counter_slots.c", "counter_avr.h", "counter_avr.c",
    "counter_flash.h", "counter_flash.c",
)  # fmt: skip
KEYWORD = re.compile(r"\b(ascon_text_\w+)\(")


def version() -> str:
    return re.search(r'ASCON_VERSION "(.+)"', (LIBRARY / "ascon.h").read_text(encoding="utf-8"))[1]


def properties() -> str:
    """For Arduino: https://docs.arduino.cc/arduino-cli/library-specification."""
    fields = {
        "name": "asconkit",
        "version": version(),
        "author": "The asconkit authors",
        "maintainer": "The asconkit authors",
        "sentence": SENTENCE,
        "paragraph": PARAGRAPH,
        "category": "Data Processing",
        "url": URL,
        "architectures": "*",
        "includes": "asconkit.h",
        "license": "Apache-2.0 OR MIT",
    }
    return "".join(f"{name}={value}\n" for name, value in fields.items())


def platformio() -> str:
    """For PlatformIO: library.json."""
    fields = {
        "name": "asconkit",
        "version": version(),
        "description": SENTENCE,
        "keywords": ["ascon", "cryptography", "encryption", "hash", "mac"],
        "authors": [{"name": "The asconkit authors"}],
        "license": "Apache-2.0 OR MIT",
        "frameworks": "*",
        "platforms": "*",
        "headers": "asconkit.h",
        "examples": [{"name": name, "base": f"examples/{name}", "files": [f"{name}.ino"]} for name in examples()],
    }
    return json.dumps(fields, indent=2) + "\n"


def component() -> str:
    """For ESP-IDF: idf_component.yml."""
    lines = (f'version: "{version()}"', f'description: "{SENTENCE}"', f'url: "{URL}"', 'license: "Apache-2.0 OR MIT"')
    return "".join(f"{line}\n" for line in (*lines, "targets:", *(f"  - {chip}" for chip in ESP_CHIPS)))


def keywords(header: str) -> str:
    """Names that Arduino's editor colours."""
    return "".join(f"{name}\tKEYWORD2\n" for name in sorted(set(KEYWORD.findall(header))))


def examples() -> list[str]:
    return sorted(path.name for path in (PORTS / "arduino/examples").iterdir())


def is_for_firmware(path: Path) -> bool:
    """C++'s headers are for C++20, which compilers of AVR do not know."""
    room = path.relative_to(LIBRARY).parts[0]
    if path.stem.endswith(OVER_BATCHES):
        return False
    return path.suffix in (".c", ".h", ".S", ".inc") and room not in (*HOSTED, "cpp")


def write(target: Path) -> int:
    """The number of files of the library."""
    shutil.copytree(PORTS / "arduino", target, dirs_exist_ok=True)
    files = sorted(path for path in LIBRARY.rglob("*") if path.is_file() and is_for_firmware(path))
    for path in files:
        place = target / "src/asconkit" / path.relative_to(LIBRARY)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(with_settings(path.name, path.read_text(encoding="utf-8")), encoding="utf-8")
    (target / "src/settings.h").rename(target / "src/asconkit/settings.h")
    for path in (PORTS / "kconfig/Kconfig.settings", *(PORTS / "esp-idf").iterdir(), *LIBRARY.glob("LICENSE*")):
        shutil.copy(path, target)
    for name in COUNTERS:
        shutil.copy(PORTS / "datagram" / name, target / "src")
    header = (target / "src/asconkit_text.h").read_text(encoding="utf-8")
    texts = {
        "library.properties": properties(), "library.json": platformio(), "idf_component.yml": component(),
        "keywords.txt": keywords(header), "README.md": f"# asconkit\n\n{SENTENCE} {PARAGRAPH}\n",
    }  # fmt: skip
    for name, text in texts.items():
        (target / name).write_text(text, encoding="utf-8")
    return len(files)
