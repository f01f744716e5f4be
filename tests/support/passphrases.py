# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files with a passphrase: what the command writes opens in every language, and the reverse, by one table.

    passphrases.py DRIVER...   checks a language: `DRIVER... open|seal PHRASE INPUT OUTPUT` reads or writes one file
                               by its call with a passphrase, which is all of the file PHRASE, or prints its error
                               and exits with 1

ASCONKIT names the command; otherwise it is that of the release build."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from spec.algorithms import find  # noqa: E402
from spec.constructions.stream import KEY_FILE, PASSPHRASE, Header, counted  # noqa: E402

COMMAND = os.environ.get("ASCONKIT", str(ROOT / "build/release/bin/asconkit"))
VERSION1 = ROOT / "tests/cli/version1"
SECRET = "correct hörse"
TEXT = counted(3, 70)
DEFAULT_COST = (65536, 3, 4)
GIB = 1 << 20  # in KiB


def options(memory: int, passes: int, lanes: int) -> list[str]:
    return [f"--argon2-memory={memory}", f"--argon2-passes={passes}", f"--argon2-lanes={lanes}"]


# What the command writes: its options.
WRITTEN = {
    "the defaults": [],
    "a small cost": [*options(64, 3, 2), "--chunk-size=20"],
    "another algorithm": [*options(8, 1, 1), "--algorithm=ascon-80pq", "--chunk-size=20"],
    "as many lanes x passes as nobody is asked about": options(512, 4, 64),
}


def header(cost: tuple[int, int, int], source: int = PASSPHRASE) -> bytes:
    """Of a file with this cost, whose key check is wrong: whoever computed Argon2 would only find that."""
    return Header(find("ascon-aead128"), 20, counted(9, 32), source, cost).encode(counted(1, 32)) + bytes(16)


Change = Callable[[bytes], bytes]
# What must be refused: the passphrase, what becomes of a good file, what the error says.
REFUSED: dict[str, tuple[str, Change, str]] = {
    "a wrong passphrase": ("correct horse", lambda file: file, "wrong passphrase"),
    "a key in place of a passphrase": (SECRET, lambda file: header((0, 0, 0), KEY_FILE), "with a key"),
    "cut in the header": (SECRET, lambda file: file[:100], "header"),
    "cut to nothing": (SECRET, lambda file: b"", "header"),
    "a damaged header": (SECRET, lambda file: file[:70] + b"XY" + file[72:], "header"),
    "cut after the header": (SECRET, lambda file: file[:144], "cut off|forged|tag|changed|authentication failed"),
    "too much memory": (SECRET, lambda file: header((GIB + 1, 1, 1)), r"costly.*1048577.*1048576"),
    "too much work": (SECRET, lambda file: header((GIB, 4, 1)), r"costly.*1048576.*\b4\b.*3145728"),
    "too many threads": (SECRET, lambda file: header((512, 5, 64)), r"costly.*512.*\b5\b.*\b64\b.*256"),
    "more than the format allows": (SECRET, lambda file: header((3 * GIB, 1, 1)), "memory"),
}


class Files:
    """A folder with a passphrase file, and the command and the driver that work in it."""

    def __init__(self, folder: Path, driver: list[str]) -> None:
        self.folder, self.driver = folder, driver
        self.input, self.output = folder / "input", folder / "output"
        (folder / "phrase").touch(0o600)
        (folder / "phrase").write_text(SECRET + "\n", encoding="utf-8")

    def command(self, name: str, data: bytes, *words: str) -> bytes:
        line = [COMMAND, name, "--passphrase-file", str(self.folder / "phrase"), *words]
        return subprocess.run(line, input=data, stdout=subprocess.PIPE, check=True).stdout

    def drive(self, action: str, secret: str, data: bytes) -> tuple[bytes | None, str]:
        self.output.unlink(missing_ok=True)
        self.input.write_bytes(data)
        (self.folder / "secret").write_text(secret, encoding="utf-8")
        line = [*self.driver, action, *(str(self.folder / name) for name in ("secret", "input", "output"))]
        done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8")
        assert (done.returncode == 0) == self.output.exists(), done
        assert done.returncode in (0, 1), done
        return (self.output.read_bytes() if done.returncode == 0 else None), done.stdout + done.stderr


def check(driver: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = Files(Path(folder), driver)
        for name, words in WRITTEN.items():
            found = files.drive("open", SECRET, files.command("encrypt", TEXT, *words))
            assert found == (TEXT, ""), f"{name}: {found}"
        old = (VERSION1 / "passphrase.ascon").read_bytes()
        found = files.drive("open", (VERSION1 / "phrase").read_text(encoding="utf-8").rstrip("\n"), old)
        assert found == ((VERSION1 / "text").read_bytes(), ""), f"version 1: {found}"
        good = files.command("encrypt", TEXT, *WRITTEN["a small cost"])
        for name, (secret, change, says) in REFUSED.items():
            text, error = files.drive("open", secret, change(good))
            assert text is None and re.search(says, error, re.DOTALL), f"{name}: {text!r}, {error}"
        check_sealing(files)


def check_sealing(files: Files) -> None:
    for text in (TEXT, b"", counted(1, 200_000)):
        sealed, error = files.drive("seal", SECRET, text)
        assert sealed is not None and error == "", error
        assert tuple(int.from_bytes(sealed[at : at + 4], "little") for at in (48, 52, 56)) == DEFAULT_COST
        assert files.command("decrypt", sealed) == text
    for secret in ("", "x" * 1025):
        sealed, error = files.drive("seal", secret, TEXT)
        assert sealed is None and "1 to 1024" in error, error


if __name__ == "__main__":
    check(sys.argv[1:])
