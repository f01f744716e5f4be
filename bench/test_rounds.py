"""The rounds that ascon-bench divides by are those that the specification's trace shows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from spec.algorithms import Kind, find  # noqa: E402
from spec.modes import CALLS, compute  # noqa: E402
from spec.trace import tracer  # noqa: E402

BENCH = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release")) / "bin/ascon-bench"
LENGTHS = (0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 39, 40, 41, 64, 80, 256, 1536)
CUSTOMIZATION_BYTES = 16


def rows() -> list:
    if not BENCH.exists():
        pytest.skip(f"{BENCH} is not built", allow_module_level=True)
    lengths = ",".join(map(str, LENGTHS))
    output = subprocess.run([BENCH, f"--print-rounds={lengths}"], check=True, capture_output=True, text=True).stdout
    return [line.split() for line in output.splitlines()]


def traced_rounds(name: str, operation: str, size: int) -> int:
    row = find(name)
    squeeze = operation == "squeeze"
    output_bytes = row.output or (16 if row.key else 32)
    values = {
        "key": bytes(row.key),
        "nonce": bytes(16),
        "ad": b"",
        "message": bytes(0 if squeeze else size),
        "customization": bytes(CUSTOMIZATION_BYTES),
        "output_bytes": size if squeeze else output_bytes,
    }
    lines: list[str] = []
    compute(row, {key: values[key] for key in CALLS[row.kind][1]}, tracer(lines.append))
    return sum(line.startswith("round") for line in lines)


@pytest.mark.parametrize(("name", "operation", "size", "rounds"), rows())
def test_rounds(name: str, operation: str, size: str, rounds: str) -> None:
    assert int(rounds) == traced_rounds(name, operation, int(size))


def test_every_algorithm_is_measured() -> None:
    from spec.algorithms import ALGORITHMS

    assert {row[0] for row in rows()} == {algorithm.name for algorithm in ALGORITHMS}
    assert {row[1] for row in rows() if find(row[0]).kind is Kind.AEAD} == {"encrypt", "decrypt"}
