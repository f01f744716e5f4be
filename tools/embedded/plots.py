"""docs/results/embedded-TARGET.svg: size against speed, with the best trade-offs marked."""

from __future__ import annotations

from pathlib import Path

import plotting
from matplotlib import pyplot, ticker
from matplotlib.lines import Line2D

from .published import PUBLISHED
from .tables import MAIN, SHORT_NAMES, Way, pareto, ways
from .targets import Target

MARKERS = {"speed": "o", "small": "s", "size": "^"}


def draw(records: list[dict], target: Target, folder: Path) -> Path:
    figure, axes = pyplot.subplots(1, len(MAIN), figsize=(12, 5.4))
    colours: dict[str, str] = {}
    for axis, algorithm in zip(axes, MAIN):
        # The reference is so slow that it would leave no room for the rest.
        found = [way for way in ways(records, target.name, algorithm) if way.a_byte() and way.backend != "ref"]
        for way in found:
            settings = [name for name in colours if name.split()[0] == way.backend and name != way.name]
            colours.setdefault(way.name, plotting.colour(way.backend, len(settings)))
        panel(axis, found, colours, target, MAIN.index(algorithm))
    figure.suptitle(f"{target.title}: the more to the left, the smaller; the lower, the faster")
    legend(figure, colours)
    figure.tight_layout(rect=(0, 0.14, 1, 0.98))
    return plotting.save(figure, folder / f"embedded-{target.name}.svg")


def panel(axis, found: list[Way], colours: dict[str, str], target: Target, index: int) -> None:
    points = [(way.text, way.a_byte()) for way in found]
    front = sorted(point for point, best in zip(points, pareto(points)) if best)
    for way, point in zip(found, points):
        edge = "black" if point in front else "none"
        axis.scatter(*point, marker=MARKERS[way.profile], color=colours[way.name], edgecolors=edge, s=70, zorder=3)
    axis.step(*zip(*front), where="post", color="black", linewidth=1, zorder=2)
    published_lines(axis, target, index)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_ylim(min(y for _, y in points) * 0.8, max(y for _, y in points) * 1.5)
    axis.set_xlim(min(x for x, _ in points) * 0.8, max(x for x, _ in points) * 1.3)
    for scale in (axis.xaxis, axis.yaxis):
        scale.set_major_locator(ticker.LogLocator(subs=(1, 1.5, 2, 3, 5, 7)))
        scale.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        scale.set_minor_locator(ticker.NullLocator())
    axis.set_title(SHORT_NAMES[MAIN[index]])
    axis.set_xlabel("bytes of code")
    axis.set_ylabel(f"{target.unit} per byte, long messages")
    axis.grid(True, linewidth=0.3)
    axis.tick_params(labelsize=8)
    label_front(axis, found, points, front)


def published_lines(axis, target: Target, index: int) -> None:
    published = PUBLISHED[target.name]
    style = {"color": "#888888", "linestyle": "--", "linewidth": 1, "zorder": 1}
    if published.size[index]:
        axis.axvline(published.size[index], **style)
    if published.a_byte[index]:
        axis.axhline(published.a_byte[index], **style)


def label_front(axis, found: list[Way], points, front) -> None:
    """Names at the best trade-offs alone, slanted, so that none lies on another."""
    for way, point in zip(found, points):
        if point in front:
            text = f"{way.name} {way.profile}".replace("ASCON_INTERLEAVE=0", "plain").replace(
                "ASCON_INTERLEAVE=1", "interleaved"
            )
            place = {"xytext": (4, 6), "textcoords": "offset points", "rotation": 35, "rotation_mode": "anchor"}
            axis.annotate(text, point, fontsize=9, zorder=4, **place)


def legend(figure, colours: dict[str, str]) -> None:
    handles = [
        Line2D([], [], marker="o", linestyle="none", color=colour, label=name) for name, colour in colours.items()
    ]
    handles += [
        Line2D([], [], marker=marker, linestyle="none", color="#555555", label=f"profile {profile}")
        for profile, marker in MARKERS.items()
    ]
    handles.append(Line2D([], [], color="black", label="best trade-offs"))
    handles.append(Line2D([], [], color="#888888", linestyle="--", label="smallest, fastest published elsewhere"))
    figure.legend(handles=handles, loc="lower center", ncols=5, frameon=False, fontsize=9)
