# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes `spec` importable. The package under test is the installed one."""

import os
import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

settings.register_profile("usual", deadline=None, max_examples=200, database=None)
settings.load_profile("usual")


def pytest_report_header():
    import asconkit

    return f"asconkit: {Path(asconkit.__file__).parent}, backend {asconkit.backend.active()}, CPUs {os.cpu_count()}"
