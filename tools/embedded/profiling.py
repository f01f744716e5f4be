"""The last section of docs/results/embedded.md: flash and time of Ascon-128a on an emulated Cortex-M33, by backend and
profile. The page is its only record."""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from compiling import call
from markdown_tables import head, row

from .results import FOLDER
from .targets import EXAMPLES

PAGE = FOLDER / "embedded.md"
WAYS = (("ref", "small"), ("armv7m", "speed"), ("armv7m", "small"), ("armv7m", "size"))
LENGTHS = (1, 16, 64, 128, 256, 512, 1024)
LINE = re.compile(r"Length +(\d+) +Encrypt +\d+ \( *(\d+) ns\) +Decrypt +\d+ \( *(\d+) ns\)")
TITLE = "## Ascon-128a on a Cortex-M33, as a firmware developer compares backends"
INTRODUCTION = f"""{TITLE}

Measured by `./dev matrix` with [examples/firmware/profile.c](../../examples/firmware/profile.c) on the machine
`mps2-an505` of qemu. Its clock counts 16 ns for each instruction, as a processor with 62.5 MHz would take if each
instruction took one cycle. A real processor takes longer, mainly by the wait states of its flash. The column *flash*
has the size of the whole program.
"""


@dataclass(frozen=True)
class Profile:
    backend: str
    profile: str
    flash: int  # bytes of the whole program
    encryption: dict[int, int]  # nanoseconds by length
    decryption: dict[int, int]


def measure(backend: str, profile: str, folder: Path) -> Profile:
    common = ["make", "-s", "-C", EXAMPLES, "MACHINE=mps2-an505", "PROGRAM=profile", f"OUT={folder}"]
    printed = call([*common, f"BACKEND={backend}", f"PROFILE={profile}", "run"])
    found = [tuple(map(int, numbers)) for numbers in LINE.findall(printed)]
    listing = call(["arm-none-eabi-size", "-A", folder / "profile.elf"])
    flash = sum(map(int, re.findall(r"^\.(?:text|data|ARM\.exidx)\s+(\d+)", listing, re.MULTILINE)))
    return Profile(backend, profile, flash, {n: ns for n, ns, _ in found}, {n: ns for n, _, ns in found})


def kept() -> str:
    """The section as the page has it."""
    text = PAGE.read_text(encoding="utf-8")
    return text[text.index(TITLE) :]


def section() -> str:
    with tempfile.TemporaryDirectory(prefix="asconkit-") as folder:
        profiles = [measure(*way, Path(folder) / "-".join(way)) for way in WAYS]
    lines = [INTRODUCTION, *head("backend", "profile", "flash:", *(f"{n} bytes:" for n in LENGTHS))]
    for found in profiles:
        for name, times in (("", found.encryption), (", decryption", found.decryption)):
            cells = [f"{times[n] / 1000:.1f} µs" for n in LENGTHS]
            lines.append(row(found.backend + name, found.profile, f"{found.flash} B", *cells))
    return "\n".join(lines) + "\n"
