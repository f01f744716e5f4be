# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The laboratory and the gates have types, and mypy in its strict mode accepts them."""

import os
import subprocess
import sys

from compiling import ROOT


def mypy(*words):
    settings = {**os.environ, "MYPYPATH": f"{ROOT / 'tools'}:{ROOT / 'proofs'}", "PYTHONPATH": ""}
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", *words]
    return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)


def test_types(tmp_path):
    done = mypy("--cache-dir", tmp_path, "proofs/lab", "proofs/gates")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_type_is_found(tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text("number: int = 'text'\n", encoding="utf-8")
    assert "Incompatible types" in mypy("--cache-dir", tmp_path, file).stdout
