# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The package as a whole: names, import, the command, the documentation."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import asconkit
import pytest
from spec.algorithms import ALGORITHMS, Kind

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)


def test_names():
    for module in (asconkit, asconkit.v12, asconkit.prf):
        for name in module.__all__:
            assert getattr(module, name) is not None
    exported = {name for module in (asconkit, asconkit.v12, asconkit.prf) for name in module.__all__}
    assert len([name for name in exported if name.startswith("Ascon")]) == 5
    assert re.search(r'ASCON_VERSION "(.+)"', (ROOT / "asconkit/ascon.h").read_text())[1] == asconkit.__version__
    kinds = (Kind.HASH, Kind.XOF, Kind.CXOF)
    assert asconkit.algorithms_available == {row.name for row in ALGORITHMS if row.kind in kinds}
    assert not hasattr(asconkit, "no_such_name")


def test_modules_have_the_names_of_headers():
    headers = {path.stem.removeprefix("ascon_") for path in (ROOT / "asconkit").rglob("ascon_*.h")}
    modules = {path.stem for path in Path(asconkit.__file__).parent.glob("[!_]*.py")}
    assert headers - modules == {
        "algorithms", "any", "base", "config", "hardened", "masked", "namespace", "permutation", "self_test",
    }  # fmt: skip
    assert modules - headers == {
        "acvp", "cose", "duckdb", "exceptions", "keys", "oscore", "pandas", "polars", "ray", "spark", "wycheproof",
    }  # fmt: skip


def test_heavy_modules_are_imported_when_used():
    heavy = "{'numpy', 'pyarrow', 'polars', 'duckdb', 'pyspark', 'ray', 'cwt', 'aiocoap', 'typing', 'subprocess'}"
    done = run("-I", "-c", f"import asconkit, sys; print(sorted({heavy} & set(sys.modules)))")
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
    assert run("-I", "-c", "import asconkit; asconkit.batch.hash").returncode == 0


def test_command():
    native = Path(asconkit.__file__).parent / "bin/asconkit"
    done = run("-m", "asconkit", "--version")
    if native.exists():
        assert done.returncode == 0 and asconkit.__version__ in done.stdout
        done = run("-m", "asconkit", "sum", "-", input="hello")
        assert done.stdout.split()[0] == asconkit.hash256_digest(b"hello").hex()
        assert run("-m", "asconkit", "no-such-command").returncode != 0
    else:
        assert done.returncode == 1 and "without the native command" in done.stderr


def test_command_that_is_not_there(tmp_path):
    code = "import asconkit.__main__ as m, pathlib, sys; m.__file__ = sys.argv[1] + '/x'; sys.exit(m.main())"
    done = run("-c", code, str(tmp_path))
    assert done.returncode == 1 and "without the native command" in done.stderr


FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")))
    if "```pycon" in page.read_text(encoding="utf-8")
]


def test_docstrings():
    assert doctest.testmod(asconkit, optionflags=FLAGS)[0] == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_documentation(page):
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert failed == 0 and tried >= page.read_text(encoding="utf-8").count("```pycon")


def test_pages_install_the_package_from_its_folder():
    """The package is not in a registry, where someone else could take its name."""
    for page in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")):
        named = re.search(r"pip install +[\"']?asconkit|`asconkit\[", page.read_text(encoding="utf-8"))
        assert not named, f"{page}: {named[0]}"


def test_environment_chooses_the_backend():
    for name in asconkit.backend.available():
        done = run("-c", "import asconkit; print(asconkit.backend.active())", env={**os.environ, "ASCON_BACKEND": name})
        assert done.stdout.strip() == name
