# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Short runs of the fuzz targets. Each must first find a planted fault."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# What the target calls, what is put in its place, and what is said of it.
PLANTED = {
    "fuzz_asconkit.py": ("def one_call(data, objects):", """def one_call(data, objects):
    if len(objects) > 4:
        raise SystemError("planted")""", "planted"),
    # pyarrow reads values without a check.
    "fuzz_arrow.py": (
        'batch.hash(columns["data"])', 'getattr(columns["data"], "to_pylist", list)()',
        "deadly signal|Negative size|was not refused",
    ),
}  # fmt: skip
RUN = """
import sys
sys.path.insert(0, {folder!r})
sys.argv[0] = {target!r}
source = open({target!r}).read()
assert {old!r} in source
exec(compile(source.replace({old!r}, {new!r}), {target!r}, "exec"), {{"__name__": "__main__", "__file__": {target!r}}})
"""
TARGETS = pytest.mark.parametrize("name", PLANTED)


def fuzz(command, tmp_path, runs):
    options = ["-seed=1", f"-atheris_runs={runs}", f"-runs={runs}", "-max_len=400", "-len_control=0",
               "-rss_limit_mb=2048", f"-artifact_prefix={tmp_path}/"]  # fmt: skip
    return subprocess.run([sys.executable, *command, *options], capture_output=True, text=True, timeout=300)


@TARGETS
def test_the_fuzzer_finds_a_planted_fault(name, tmp_path):
    old, new, said = PLANTED[name]
    program = RUN.format(folder=str(HERE), target=str(HERE / name), old=old, new=new)
    done = fuzz(["-c", program], tmp_path, 50_000)
    assert done.returncode != 0 and re.search(said, done.stdout + done.stderr)


@TARGETS
def test_nothing_ends_the_interpreter(name, tmp_path):
    done = fuzz([str(HERE / name)], tmp_path, 20_000)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "Done 20000" in done.stderr
