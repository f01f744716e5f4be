"""The measurement of devices runs, on this processor, and its page says what was measured."""

import json
import os
import subprocess
import sys
from pathlib import Path

import accelerators
import pytest

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs/results/accelerators.json"
LIBRARIES = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release")) / "lib"


def bench(*options: object) -> subprocess.CompletedProcess:
    command = [sys.executable, ROOT / "bench/accelerators.py", *options]
    own = {**os.environ, "OCL_ICD_VENDORS": "/no-such-folder/"}
    return subprocess.run([str(word) for word in command], env=own, capture_output=True, text=True)


def test_it_measures(tmp_path):
    pytest.importorskip("matplotlib")
    done = bench("--seconds", 0, "--output", tmp_path, "--libraries", LIBRARIES)
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "accelerators.json").read_text(encoding="utf-8"))
    assert record["devices"][0]["name"] == "processor"
    assert any(line.startswith("OpenCL: there is no ") or "no driver" in line for line in record["missing"])
    assert len(record["figures"]) % (len(accelerators.LENGTHS) * len(accelerators.COUNTS)) == 0
    assert all(row["nanoseconds"] > 0 for row in record["figures"])
    assert done.stdout.startswith((tmp_path / "accelerators.md").read_text(encoding="utf-8"))


def test_page_of_the_record(tmp_path):
    """Written again, the page has each device, and a row for each algorithm, memory and length on it."""
    pytest.importorskip("matplotlib")
    done = bench("--from", RECORD, "--output", tmp_path)
    assert done.returncode == 0, done.stderr
    record, page = json.loads(RECORD.read_text("utf-8")), (tmp_path / "accelerators.md").read_text("utf-8")
    assert all(f"\n## {device['name']}: " in page for device in record["devices"])
    rows = len(record["figures"]) // len(accelerators.COUNTS)
    assert page.count("| Hash256 | ") + page.count("| AEAD128 | ") == rows > 0


def test_page_says_that_no_gpu_was_measured():
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    gpu = {"name": "cuda:0", "description": "a GPU", "units": 132, "mhz": 1755, "memory_gigabytes_per_second": 3350.0}
    assert (accelerators.NO_GPU in accelerators.page(record)) == all(
        row["name"][:4] != "cuda" for row in record["devices"]
    )
    assert accelerators.NO_GPU not in accelerators.page({**record, "devices": [gpu]})


def test_limits_are_those_of_the_page():
    """docs/accelerators.md has 2.1 billion messages/s for Hash256 of 64 bytes on an H100."""
    gpu = accelerators.Found("cuda:0", "", 132, 1755, 0)
    assert accelerators.rounds("Hash256", 64) == 144 and accelerators.rounds("AEAD128", 64) == 56
    assert 2100 < accelerators.limit(gpu, "Hash256", 64) < 2150
    slow = accelerators.Found("cuda:0", "", 132, 1755, 96.0)
    assert accelerators.limit(slow, "Hash256", 64) == 1000
    assert accelerators.limit(accelerators.Found("opencl:0", "", 2, 3000, 0), "Hash256", 64) == 0


def test_without_the_library(tmp_path):
    done = bench("--libraries", tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("bench: ") and done.stderr.count("\n") == 1
