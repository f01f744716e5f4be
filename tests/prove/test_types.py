"""./dev prove and the texts that it compares have types, and mypy in its strict mode accepts them."""

import os
import subprocess
import sys

from compiling import ROOT


def test_types(tmp_path):
    settings = {**os.environ, "MYPYPATH": f"{ROOT / 'tools'}:{ROOT / 'proofs'}", "PYTHONPATH": ""}
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path]
    command += ["proofs/prove", "proofs/coq", "proofs/texts"]
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
