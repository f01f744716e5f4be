#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draws plots and writes the pages that only the site has, mostly out of the records in docs/results: all tables of
each machine and of accelerators, all algorithms on embedded processors, constructions, proofs, texts that say the same,
the laboratory, and what vectors find. `./dev docs` calls it before it builds the site.

None of them is tracked. Pages say where they belong: plot() and on_site() of tools/markdown_tables.py.
Needs matplotlib (Debian: python3-matplotlib)."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs/results"
sys.path[:0] = [str(ROOT / name) for name in (".", "tools", "proofs", "bench")]

import accelerators  # noqa: E402
from analysis import record as eva  # noqa: E402
import kept  # noqa: E402
import report  # noqa: E402
from embedded import alternative_tables, construction_tables, masked_plots, masked_tables, tables  # noqa: E402
from embedded import plots, results  # noqa: E402
from embedded.targets import TARGETS  # noqa: E402
from lab import results as laboratory  # noqa: E402
from prove import report as proofs  # noqa: E402
from scheduling import chart  # noqa: E402
from texts import record as texts  # noqa: E402

from spec import vector_files  # noqa: E402

# Records of other things than speed.
OTHERS = {"accelerators", "alternatives", "constructions", "embedded", "eva", "lab", "masked", "prove", "specification"}


def devices() -> dict:
    return json.loads((RESULTS / "accelerators.json").read_text(encoding="utf-8"))


def pages(embedded: list[dict], masked: list[dict]) -> dict[str, str]:
    """Pages of docs/ by their names."""
    return {
        "results/accelerators.md": accelerators.page(devices()),
        f"results/{alternative_tables.ALL_PAGE}": alternative_tables.all_document(results.load(results.ALTERNATIVES)),
        "results/constructions.md": construction_tables.document(results.load(results.CONSTRUCTIONS), embedded),
        f"results/{tables.PROCESSORS_PAGE}": tables.processors_document(embedded),
        f"results/{tables.ALGORITHMS_PAGE}": tables.algorithms_document(embedded),
        "results/eva.md": eva.page(),
        "results/lab.md": laboratory.page(RESULTS / "lab.json"),
        f"results/{masked_tables.ALGORITHMS_PAGE}": masked_tables.algorithms_document(masked, embedded),
        "results/prove.md": proofs.page(),
        "results/specification.md": texts.page(),
        "vectors-mistakes.md": vector_files.mistakes(),
    }


def main() -> int:
    for file in RESULTS.glob("*.json"):
        if file.stem not in OTHERS:
            report.write(RESULTS, file.stem, kept.load(file))
    embedded, masked = results.load(), results.load(results.MASKED)
    for target in TARGETS:
        plots.draw(embedded, target, RESULTS)
    masked_plots.write(masked, embedded)
    accelerators.draw(devices(), RESULTS / "accelerators.svg")
    chart.draw()
    for name, text in pages(embedded, masked).items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")
    print(f"docs: drew {len(list(RESULTS.glob('*.svg')))} plots")
    return 0


if __name__ == "__main__":
    sys.exit(main())
