# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Short runs of fuzz_asconkit.py, which must first find a planted fault."""

import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).parent / "fuzz_asconkit.py"
PLACE = "def one_call(data, objects):\n"
PLANTED = """    if len(objects) > 4:
        raise SystemError("planted")
"""


def fuzz(program, tmp_path, runs):
    options = ["-seed=1", f"-atheris_runs={runs}", f"-runs={runs}", "-max_len=400", "-len_control=0",
               "-rss_limit_mb=2048", f"-artifact_prefix={tmp_path}/"]  # fmt: skip
    return subprocess.run([sys.executable, program, *options], capture_output=True, text=True, timeout=300)


def test_the_fuzzer_finds_a_planted_fault(tmp_path):
    text = TARGET.read_text(encoding="utf-8")
    assert PLACE in text
    (tmp_path / TARGET.name).write_text(text.replace(PLACE, PLACE + PLANTED), encoding="utf-8")
    done = fuzz(tmp_path / TARGET.name, tmp_path, 50_000)
    assert done.returncode != 0 and "planted" in done.stdout + done.stderr


def test_nothing_ends_the_interpreter(tmp_path):
    done = fuzz(TARGET, tmp_path, 20_000)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "Done 20000" in done.stderr
