#!/usr/bin/env python3
"""Draws the plots of docs/results out of the records there, and writes the pages that only the site has: all tables
of each machine and of accelerators, and all algorithms on embedded processors. `./dev docs` calls it before it builds
the site.

None of them is tracked. Pages say where they belong: plot() and on_site() of tools/markdown_tables.py.
Needs matplotlib (Debian: python3-matplotlib). SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs/results"
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import accelerators  # noqa: E402
import kept  # noqa: E402
import report  # noqa: E402
from embedded import masked_plots, plots, results, tables  # noqa: E402
from embedded.targets import TARGETS  # noqa: E402

# Records of other things than speed.
OTHERS = {"accelerators", "alternatives", "constructions", "embedded", "lab", "masked", "prove"}


def main() -> int:
    for file in RESULTS.glob("*.json"):
        if file.stem not in OTHERS:
            report.write(RESULTS, file.stem, kept.load(file))
    embedded = results.load()
    (RESULTS / tables.ALGORITHMS_PAGE).write_text(tables.algorithms_document(embedded), encoding="utf-8")
    for target in TARGETS:
        plots.draw(embedded, target, RESULTS)
    masked_plots.write(results.load(results.MASKED), embedded)
    record = json.loads((RESULTS / "accelerators.json").read_text(encoding="utf-8"))
    (RESULTS / "accelerators.md").write_text(accelerators.page(record), encoding="utf-8")
    accelerators.draw(record, RESULTS / "accelerators.svg")
    print(f"docs: drew {len(list(RESULTS.glob('*.svg')))} plots")
    return 0


if __name__ == "__main__":
    sys.exit(main())
