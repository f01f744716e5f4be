"""The README and the other pages say what is true: their examples are built and run, their links lead somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from building import LIBRARY, ROOT, run  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])


def blocks(language: str, page: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def examples() -> list:
    """The complete C programs on all pages."""
    found = [(page.name, text) for page in PAGES for text in blocks("c", page.read_text(encoding="utf-8"))]
    return [pytest.param(text, id=name) for name, text in found if "int main(" in text]


@pytest.fixture(scope="module")
def objects(tmp_path_factory) -> Path:
    """The library as a user compiles it: all files, no flags."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(LIBRARY, folder / "asconkit")
    run("gcc", "-c", *[str(path) for path in (folder / "asconkit").rglob("*.[cS]")], cwd=folder)
    return folder


@pytest.mark.parametrize("example", examples())
def test_c_example_compiles_and_says_what_it_should(example, objects):
    (objects / "main.c").write_text(example)
    run("gcc", "-Wall", "-Wextra", "-I.", "main.c", *sorted(map(str, objects.glob("*.o"))), cwd=objects)
    output = run(objects / "a.out")  # fails if the program does
    said = re.search(r"puts\(.*/\* (.*) \*/", example)
    assert not said or output == said.group(1) + "\n"


def test_commands_run_as_written(tmp_path):
    command = Path(os.environ.get("ASCONKIT", ROOT / "build/release/bin/asconkit"))
    script = next(block for block in blocks("sh") if "keygen" in block)
    shutil.copy(ROOT / "README.md", tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-eux"], input=script, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "README.copy.md").read_bytes() == (ROOT / "README.md").read_bytes()
    assert "docs/algorithms.md: OK" in done.stdout


def test_dev_commands_exist():
    listed = run(sys.executable, ROOT / "dev", "--help")
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in sorted(set(re.findall(r"\./dev ([a-z]+)", pages))):
        assert re.search(rf"^ +{name}\b", listed, re.MULTILINE), f"./dev {name} is not a command"


def test_table_names_every_backend():
    table = README.split("## Which backend\n")[1].split("\n\n")[0]
    first_cells = "".join(re.findall(r"^\|[^|]*\|", table, re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", first_cells)) == {path.name for path in (LIBRARY / "backends").iterdir()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page):
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), f"{page.name}: no such file: {link}"
