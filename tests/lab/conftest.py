"""Small programs for the tests of the laboratory. They run with its packages: `./dev test masked`."""

from pathlib import Path

import compiling
import pytest
from embedded import targets
from lab import building, checking, manifest, units
from lab.elf import Elf, opened
from lab.exact import Verdict
from lab.manifest import Manifest, Unit
from lab.units import Prepared


class Bench:
    """Assembles sources, and prepares and checks units."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def assemble(self, source: str, target: str = "cortex-m4") -> Path:
        row, file = targets.find(target), self.folder / "unit.S"
        file.write_text(source, encoding="utf-8")
        elf = self.folder / "unit.elf"
        flags = ["-g", "-nostdlib", "-static", "-Wl,-e,0", *building.debugging(row), f"-I{compiling.ROOT}"]
        compiling.call([row.compiler, *row.flags, *flags, file, "-o", elf])
        return elf

    def manifest(self, text: str) -> Manifest:
        file = self.folder / "unit.toml"
        file.write_text(text, encoding="utf-8")
        return manifest.load(file)

    def prepare(self, source: str, text: str, target: str = "cortex-m4") -> Prepared:
        found = self.manifest(text)
        return self.prepare_unit(source, found.units[0], found.processor, target)

    def prepare_unit(self, source: str, unit: Unit, processor: str, target: str) -> Prepared:
        return units.prepare(unit, Elf(self.assemble(source, target), processor), processor)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def quiet(*_: object) -> None:
    """In place of a function that reports progress."""


def prepared_of(found: Manifest, unit: Unit) -> Prepared:
    """A unit of a manifest that says how its program is built."""
    return checking.prepare(unit, opened(building.build(found, unit), found.processor), found.processor)


def checked(found: Manifest, unit: Unit) -> tuple[Prepared, list[Verdict]]:
    """As `./dev lab` does it, with a patience that is far more than any unit of the tests needs."""
    program = opened(building.build(found, unit), found.processor)
    results = list(checking.verdicts(unit, program, found.processor, patience=120))
    return results[0][0], [verdict for _, verdict in results]
