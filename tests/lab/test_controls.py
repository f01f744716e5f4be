"""Runs the exact check as `./dev lab` does: it finds every control in its model, and the units in the same files and
in asconkit/masked are clean. Units that take long are left out here.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
from pathlib import Path

import pytest
from conftest import checked
from lab import manifest, report

FOLDER = Path(__file__).resolve().parents[2] / "proofs/lab"
CALLS, AVR = FOLDER / "units/calls.c", FOLDER.parents[1] / "asconkit/masked/avr"
PATHS = sorted([*FOLDER.glob("controls/*.toml"), *FOLDER.glob("units/*.toml")])
MANIFESTS = [manifest.load(path) for path in PATHS]
UNITS = [(found, unit) for found in MANIFESTS for unit in found.units if not unit.long]


def c_that_holds_shares(prepared):
    """Only assembly has shares and random words in registers, and functions of calls.c, the laboratory's source of
    random words. Programs for AVR have no files in their lines: there are functions in their place, some of which
    compilers have specialized."""
    assembly = [name for path in AVR.glob("*.S") for name in re.findall(r"ascon_masked_\w+", path.read_text())]
    of_the_laboratory = re.findall(r"\b(\w+)\(", CALLS.read_text(encoding="utf-8"))
    files = {re.sub(r"\.(isra|constprop|part)\b.*|\+.*", "", each) for each in prepared.holders}
    return {each for each in files if not each.endswith(".S")} - {"calls.c", *assembly, *of_the_laboratory}


@pytest.mark.parametrize(("found", "unit"), UNITS, ids=[f"{found.path.stem}: {unit.name}" for found, unit in UNITS])
def test_unit(found, unit):
    prepared, verdicts = checked(found, unit)
    models = {model for each in verdicts for model in report.models_of(each)}
    text = "\n".join(line for each in verdicts for line in report.findings(prepared, each))
    if unit.expect:
        assert unit.expect in models
        assert f"{found.path.stem}.S:" in text, "the source line is named"
    else:
        assert not models and not any(each.unfinished for each in verdicts), text
        is_leveled = "leveled" in unit.name  # between initialization and finalization C has the state
        assert is_leveled or not c_that_holds_shares(prepared)
