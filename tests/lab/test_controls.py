"""Runs the exact check as `./dev lab` does: it finds every control in its model, and the units in the same files and
in asconkit/masked are clean. Units that take long are left out here.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import prepared_of
from lab import exact, manifest, report

FOLDER = Path(__file__).resolve().parents[2] / "proofs/lab"
PATHS = sorted([*FOLDER.glob("controls/*.toml"), *FOLDER.glob("units/*.toml")])
MANIFESTS = [manifest.load(path) for path in PATHS]
UNITS = [(found, unit) for found in MANIFESTS for unit in found.units if not unit.long]


@pytest.mark.parametrize(("found", "unit"), UNITS, ids=[f"{found.path.stem}: {unit.name}" for found, unit in UNITS])
def test_unit(found, unit):
    prepared = prepared_of(found, unit)
    verdict = exact.check(prepared)
    models = report.models_of(verdict)
    if unit.expect:
        assert unit.expect in models
        text = "\n".join(report.findings(prepared, verdict))
        assert f"{found.path.stem}.S:" in text, "the source line is named"
    else:
        assert not models, "\n".join(report.findings(prepared, verdict))
