"""docs/results/embedded-TARGET.svg: size against speed, with the best trade-offs marked."""

from math import cos, degrees, radians, sin
from pathlib import Path

import plotting
from matplotlib import ticker
from matplotlib.lines import Line2D

from .published import PUBLISHED
from .tables import MAIN, SHORT_NAMES, Way, pareto, ways
from .targets import Target

MARKERS = {"speed": "o", "small": "s", "size": "^"}
SLANT, LINE = radians(35), 12  # of names: the angle, and points from one line to the next


def draw(records: list[dict], target: Target, folder: Path) -> Path:
    figure, axes = plotting.panels(len(MAIN))
    colours: dict[str, str] = {}
    for axis, algorithm in zip(axes, MAIN):
        # The reference is so slow that it would leave no room for the rest.
        found = [way for way in ways(records, target.name, algorithm) if way.a_byte() and way.backend != "ref"]
        for way in found:
            settings = [name for name in colours if name.split()[0] == way.backend and name != way.name]
            colours.setdefault(way.name, plotting.colour(way.backend, len(settings)))
        panel(axis, found, colours, target, MAIN.index(algorithm))
    plotting.finish(figure, legend(colours), columns=1)
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
    axis.set_xlim(min(x for x, _ in points) * 0.8, max(x for x, _ in points) * 2)
    for scale, places in ((axis.xaxis, (1, 2, 5)), (axis.yaxis, (1, 1.5, 2, 3, 5, 7))):
        scale.set_major_locator(ticker.LogLocator(subs=places))
        scale.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        scale.set_minor_locator(ticker.NullLocator())
    axis.set_title(f"{SHORT_NAMES[MAIN[index]]}, {target.title}")
    axis.set_xlabel("bytes of code (left: smaller)")
    axis.set_ylabel(f"{target.unit} per byte (below: faster)")
    axis.grid(True, linewidth=0.3)
    label_front(axis, found, points, front)


def published_lines(axis, target: Target, index: int) -> None:
    published = PUBLISHED[target.name]
    style = {"color": "#888888", "linestyle": "--", "linewidth": 1, "zorder": 1}
    if published.size[index]:
        axis.axvline(published.size[index], **style)
    if published.a_byte[index]:
        axis.axhline(published.a_byte[index], **style)


def label_front(axis, found: list[Way], points, front) -> None:
    """Names at the best trade-offs alone, slanted. A name that would cover that of a point further right is left out:
    colour and marker say which point it is."""
    taken: list[float] = []
    for point, way in sorted(zip(points, found), key=lambda pair: pair[0], reverse=True):
        x, y = axis.transData.transform(point) * 72 / axis.figure.dpi
        height = y * cos(SLANT) - x * sin(SLANT)  # across the lines of the names
        if point in front and all(abs(height - other) > LINE for other in taken):
            taken.append(height)
            text = f"{way.name.split(' -march=')[-1]} {way.profile}"
            text = text.replace("ASCON_INTERLEAVE=0", "plain").replace("ASCON_INTERLEAVE=1", "interleaved")
            place = {"xytext": (4, 6), "textcoords": "offset points", "rotation_mode": "anchor"}
            axis.annotate(text, point, zorder=4, rotation=degrees(SLANT), **place)


def legend(colours: dict[str, str]) -> dict[str, Line2D]:
    handles = {name: Line2D([], [], marker="o", linestyle="none", color=colour) for name, colour in colours.items()}
    for profile, marker in MARKERS.items():
        handles[f"profile {profile}"] = Line2D([], [], marker=marker, linestyle="none", color="#555555")
    handles["best trade-offs"] = Line2D([], [], color="black")
    handles["smallest, fastest published elsewhere"] = Line2D([], [], color="#888888", linestyle="--")
    return handles
