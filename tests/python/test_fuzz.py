"""A short run of the fuzz target, after it has found a fault that was planted.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).with_name("fuzz_asconkit.py")
PLANTED = """
import sys
sys.argv[0] = {target!r}
source = open({target!r}).read().replace("def one_call(data, objects):", '''def one_call(data, objects):
    if len(objects) > 4:
        raise SystemError("planted")''')
exec(compile(source, {target!r}, "exec"), {{"__name__": "__main__"}})
"""


def fuzz(command, tmp_path, runs):
    options = ["-seed=1", f"-atheris_runs={runs}", f"-runs={runs}", "-max_len=400", "-rss_limit_mb=2048",
               f"-artifact_prefix={tmp_path}/"]  # fmt: skip
    return subprocess.run([sys.executable, *command, *options], capture_output=True, text=True, timeout=300)


def test_the_fuzzer_finds_a_planted_fault(tmp_path):
    done = fuzz(["-c", PLANTED.format(target=str(TARGET))], tmp_path, 50_000)
    assert done.returncode != 0 and "planted" in done.stdout + done.stderr


def test_nothing_ends_the_interpreter(tmp_path):
    done = fuzz([str(TARGET)], tmp_path, 20_000)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "Done 20000" in done.stderr
