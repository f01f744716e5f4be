# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Colours and files of all plots: each thing has one colour, and files can be read on light and dark pages."""

from collections.abc import Mapping
from math import ceil
from pathlib import Path

import matplotlib

matplotlib.use("svg")

from matplotlib import colors, pyplot  # noqa: E402

# One colour for each thing in every plot. A processor's own backend has one colour: no plot has two processors.
OWN = "#d55e00"
OWN_VECTORS = "#cc79a7"
COLOURS = {
    "c64": "#0072b2", "c32": "#b8860b", "bi32": "#009e73", "c8": "#8c6d31", "ref": "#777777",
    "armv6m": OWN, "armv7m": OWN, "armv6": OWN, "aarch64": OWN, "rv32": OWN, "rv64": OWN,
    "xtensa": OWN, "avr": OWN, "c64_bmi": OWN, "avx512vl": OWN_VECTORS, "neon32": OWN_VECTORS,
    "x1": "#5b7fa6", "avx512_x16": "#a6256f", "avx512vl_x16": "#e07b39", "avx2_x8": "#2e8b57",
    "sha3_x4": "#a6256f", "neon_x4": "#2e8b57", "sve2_x16": "#7a5195", "rvv_x16": "#b5651d",
    "wasm_x4": "#6b8e23",
    "rscrypto": "#6a3d9a", "ascon-core": "#17a2b8", "fast-ascon": "#b15928",
}  # fmt: skip
OTHER = "#444444"  # what has no colour of its own, such as another library of `./dev bench --peers`
SHADES = (0.0, 0.35, 0.6, -0.45)  # of white, or of black if negative: one for each setting of a backend

# On a dark page a plot is dark too: lightness is inverted, hues stay. The background is part of the plot, so that
# it can be read wherever it is shown.
DARK = "<style>@media (prefers-color-scheme: dark) { svg { filter: invert(0.93) hue-rotate(180deg); } }</style>"

# Files that stay the same as long as the figures do. On a screen of 390 pixels, where a plot is 358 wide, this size of
# letters is 11 pixels: panels are under each other, and as wide as a telephone needs.
matplotlib.rcParams.update({"svg.hashsalt": "asconkit", "svg.fonttype": "none", "font.size": 11})
matplotlib.rcParams.update({f"{text}size": 11 for text in ("axes.title", "legend.font", "figure.title")})
WIDTH, PANEL_HEIGHT, LEGEND_LINE = 4.8, 3.6, 0.24  # inches


def panels(count: int):
    """A figure and its axes, one under the other."""
    figure, axes = pyplot.subplots(count, 1, figsize=(WIDTH, PANEL_HEIGHT * count), squeeze=False)
    return figure, list(axes[:, 0])


def finish(figure, handles: Mapping[str, object], columns: int = 2) -> None:
    """Makes room below the panels for a legend, the lines by their names."""
    height = LEGEND_LINE * ceil(len(handles) / columns) + 0.15
    figure.set_figheight(figure.get_figheight() + height)
    figure.legend(handles.values(), handles.keys(), loc="lower center", ncols=columns, frameon=False)
    figure.tight_layout(rect=(0, height / figure.get_figheight(), 1, 1))


def of_all(axes) -> dict[str, object]:
    """The lines of all panels by their names."""
    return {label: handle for axis in axes for handle, label in zip(*axis.get_legend_handles_labels())}


def colour(name: str, setting: int = 0) -> str:
    """The colour of a backend, an engine or another library. `setting` numbers the ways of compiling a backend."""
    shade = SHADES[setting % len(SHADES)]
    parts = colors.to_rgb(COLOURS.get(name, OTHER))
    return colors.to_hex([part + (1 - part if shade > 0 else part) * shade for part in parts])


def save(figure, path: Path) -> Path:
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(" <defs>", f" {DARK}\n <defs>", 1), encoding="utf-8")
    return path
