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


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_c_example_compiles_and_detects_the_change(tmp_path):
    (example,) = blocks("c")
    shutil.copytree(LIBRARY, tmp_path / "asconkit")
    (tmp_path / "main.c").write_text(example)
    sources = [str(path.relative_to(tmp_path)) for path in (tmp_path / "asconkit").rglob("*.[cS]")]
    run("gcc", "main.c", *sources, cwd=tmp_path)
    said = re.search(r"puts\(.*/\* (.*) \*/", example).group(1)
    assert run(tmp_path / "a.out") == said + "\n"


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
