"""Has Coq check the files here, and asks it what the theorems rest on.

Coq writes beside its sources, so that these are copied to a folder first. A file is checked again if it, or a file
that it uses, has changed. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import fcntl
import hashlib
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build/coq"
# Each may use those before it.
FILES = ("Ascon", "Permutation", "Blocks", "Family", "Known", "Modes", "Pieces", "Link", "Counter", "Stream", "Batch")
STATEMENT = re.compile(r"^(?:Theorem|Corollary|Example) (\w+)", re.M)
USED = re.compile(r"^From Ascon Require Import (.+)\.$", re.M)
CLOSED = "Closed under the global context"  # Coq's words for: no axiom, nothing that was admitted


class Refused(Exception):
    """Coq does not accept a file: what it said."""


def text_of(name: str) -> str:
    return (HERE / f"{name}.v").read_text(encoding="utf-8")


def statements(names: Iterable[str] = FILES) -> list[str]:
    """The theorems of these files. Lemmas are what their proofs use."""
    return [found for name in names for found in STATEMENT.findall(text_of(name))]


@dataclass
class Sources:
    """The files in a folder, changed by these functions of a text where one is given."""

    folder: Path = BUILD
    changes: dict[str, tuple[str, str]] = field(default_factory=dict)  # by file: a text, and what replaces it

    def check(self, names: Iterable[str] = FILES) -> Iterator[str]:
        """Each of these names, and of those that they use, once its file is checked. One process at a time does it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        needed = {each for name in names for each in self.needed(name)}
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for name in filter(needed.__contains__, FILES):
                digest = hashlib.sha256("".join(map(self.text, self.needed(name))).encode()).hexdigest()
                stamp = self.stamp(name)
                if not stamp.exists() or stamp.read_text() != digest:
                    for other in FILES:  # those that use it are checked again
                        if name in self.needed(other):
                            self.stamp(other).unlink(missing_ok=True)
                    self.compile(name, self.text(name))
                    stamp.write_text(digest)
                yield name

    def stamp(self, name: str) -> Path:
        return self.folder / f"{name}.checked"

    def needed(self, name: str) -> list[str]:
        """The files that this one uses, directly or not, in the order of FILES; it is the last."""
        found = {name}
        for each in reversed(FILES):
            if each in found:
                found.update(*map(str.split, USED.findall(self.text(each))))
        return [each for each in FILES if each in found]

    def compile(self, name: str, text: str, *options: str) -> str:
        """What Coq prints. A file that is not one of FILES has a folder of its own, as another run may use its name."""
        with tempfile.TemporaryDirectory() as own:
            folder = self.folder if name in FILES else Path(own)
            (folder / f"{name}.v").write_text(text, encoding="utf-8")
            return called(folder, "coqc", "-q", "-Q", str(self.folder), "Ascon", *options, f"{name}.v")

    def assumptions(self) -> str:
        """What all theorems rest on, after check()."""
        theorems = ", ".join(f"@{name}" for name in statements())
        text = f"From Ascon Require Import {' '.join(FILES)}.\nDefinition theorems := ({theorems}).\n"
        return self.compile("Assumptions", f"{text}Print Assumptions theorems.\n").strip()

    def text(self, name: str) -> str:
        text = text_of(name)
        before, after = self.changes.get(name, ("", ""))
        if before not in text:
            raise ValueError(f"{name}.v has no {before!r}")
        return text.replace(before, after, 1) if before else text


def called(folder: Path, program: str, *words: str) -> str:
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"{words[-1]}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
