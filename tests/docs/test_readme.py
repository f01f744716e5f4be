"""The README and the other pages say what is true. test_samples.py runs their code."""

from __future__ import annotations

import re
import sys

import headlines
import pytest
from builds import LIBRARY, ROOT, run
from pages import PAGES

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_dev_commands_exist():
    listed = run(sys.executable, ROOT / "dev", "--help")
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in sorted(set(re.findall(r"\./dev ([a-z]+)", pages))):
        assert re.search(rf"^ +{name}\b", listed, re.MULTILINE), f"./dev {name} is not a command"


def test_table_names_every_backend():
    table = README.split("## Which backend\n")[1].split("\n\n")[0]
    first_cells = "".join(re.findall(r"^\|[^|]*\|", table, re.MULTILINE))
    folders = {path.parent.name for path in LIBRARY.glob("backends/*/backend.h")}
    assert set(re.findall(r"`(\w+)`", first_cells)) == folders


@pytest.mark.parametrize("index, compiler", [(0, "cc"), (1, "arm-none-eabi-gcc"), (2, "avr-gcc")])
def test_sizes_of_contexts(index, compiler, tmp_path):
    """What the front pages say of the memory that a message in pieces takes."""
    wanted = {name: sizes[index] for name, sizes in headlines.CONTEXTS.items()}
    source = tmp_path / "sizes.c"
    checks = "".join(f'_Static_assert(sizeof({name}) == {size}, "{name}");\n' for name, size in wanted.items())
    source.write_text(f'#include "asconkit/ascon.h"\n{checks}')
    run(compiler, "-std=c11", f"-I{ROOT}", "-fsyntax-only", source)
    source.write_text(source.read_text().replace("== ", "== 1 + "))
    with pytest.raises(AssertionError, match="ascon_aead_ctx"):
        run(compiler, "-std=c11", f"-I{ROOT}", "-fsyntax-only", source)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page):
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), f"{page.name}: no such file: {link}"
