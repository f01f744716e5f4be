"""The report's plots, docs/results/PROCESSOR-*.svg. report.py calls this."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from goals import AEAD, HASH, MANY, SOME
from peers import AT_BEST
from records import Record, Records

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

import plotting  # noqa: E402
from matplotlib import ticker  # noqa: E402

MARKERS = "os^Dv<>pPX"
MAIN = ((AEAD, "Ascon-AEAD128, encryption"), (HASH, "Ascon-Hash256"))
SINGLE = {AEAD: "encrypt", HASH: "hash"}
FEW = 64  # messages of a small batch
SLOWER_THAN_SHOWN = 2.5  # times the fastest: slower backends would leave no room for the rest

Figure = Callable[[Record], "float | None"]


def draw(records: Records, stem: Path) -> dict[str, str]:
    """Writes what the records have; returns titles by file names."""
    drawn = {}
    for suffix, title, picture in (
        ("length", "Cycles per byte against the length of a message", lengths),
        ("batch", "Throughput against the number of messages in a batch", batches),
        ("small", "Cycles of a message against the number of messages in a small batch", small_batches),
        ("threads", "Throughput against the number of threads", threads),
    ):
        figure = picture(records)
        if figure:
            drawn[plotting.save(figure, stem.with_name(f"{stem.name}-{suffix}.svg")).name] = title
    return drawn


def lengths(records: Records):
    panels = []
    for algorithm, title in MAIN:
        chosen = records.select(algorithm=algorithm, operation=SINGLE[algorithm], messages=1)
        panels.append((title, without_slow(chosen, Record.cycles_per_byte.fget)))
    return plot([panels], "bytes", [("bytes of the message", "cycles per byte", Record.cycles_per_byte.fget)])


def batches(records: Records):
    rows = []
    for algorithm, title in MAIN:
        wanted = {"algorithm": algorithm, "operation": f"batch-{SINGLE[algorithm]}", "threads": 1}
        rows.append([(f"{title}, {size} bytes each", records.select(bytes=size, **wanted)) for size in (64, 4096)])
    label = "messages in the batch"
    scales = [(label, "million messages per second", millions), (label, "gigabytes per second", gigabytes)]
    return plot(rows, "messages", scales)


def small_batches(records: Records):
    """What a user gets; the line is a loop over single calls."""
    panels = []
    for algorithm, title in MAIN:
        wanted = {"algorithm": algorithm, "bytes": 64, "threads": 1}
        batch = records.select(operation=f"batch-{SINGLE[algorithm]}", **wanted)
        chosen = [record for record in batch if record.messages <= FEW and not record.peer]
        single = records.first(operation=SINGLE[algorithm], messages=1, default=True, **wanted)
        if single and chosen:
            counts = {record.messages for record in chosen}
            loop = [replace(single, backend="single calls", messages=n, cycles=n * single.cycles) for n in counts]
            panels.append((f"{title}, 64 bytes each", chosen + loop))
    label = "messages in the batch"
    return plot([panels], "messages", [(label, "cycles of a message", Record.cycles_per_message.fget)])


def threads(records: Records):
    rows = []
    for size, count in ((64, MANY), (4096, SOME)):
        panels = []
        for algorithm, title in MAIN:
            wanted = {"algorithm": algorithm, "bytes": size, "messages": count, "peer": False}
            chosen = records.select(operation=f"batch-{SINGLE[algorithm]}", **wanted)
            if any(record.threads > 1 for record in chosen):
                panels.append((f"{title}, {count} messages of {size} bytes", chosen))
        rows.append(panels)
    return plot(rows, "threads", [("threads", "gigabytes per second", gigabytes)])


def gigabytes(record: Record) -> float:
    return record.gigabytes_per_second


def millions(record: Record) -> float:
    return record.messages_per_second / 1e6


def without_slow(chosen: list[Record], figure: Figure) -> list[Record]:
    longest = [record for record in chosen if record.bytes == max(other.bytes for other in chosen)]
    known = {record.backend: figure(record) for record in longest if figure(record)}
    limit = SLOWER_THAN_SHOWN * min(known.values(), default=0)
    return [record for record in chosen if known.get(record.backend, limit + 1) <= limit]


def plot(rows: list, x: str, scales: list):
    """Panels under each other. Each place of a row has its scale: the labels of both axes and the figure."""
    rows = [panels for panels in rows if any(chosen for _, chosen in panels)]
    if not rows:
        return None
    panels = [(panel, scales[min(index, len(scales) - 1)]) for row in rows for index, panel in enumerate(row)]
    figure, axes = plotting.panels(len(panels))
    markers: dict[str, str] = {}
    for ((title, chosen), scale), axis in zip(panels, axes):
        draw_panel(axis, title, chosen, x, scale, markers)
    plotting.finish(figure, plotting.of_all(axes))
    return figure


def apart(places: list[int]) -> list[int]:
    """Without those whose labels would touch the one before: the axis has room for some ten."""
    kept: list[int] = []
    for place in places:
        if not kept or place >= kept[-1] * (places[-1] / places[0]) ** (1 / 10):
            kept.append(place)
    return kept


def draw_panel(axis, title: str, chosen: list[Record], x: str, scale: tuple, markers: dict) -> None:
    x_label, y_label, figure = scale
    for name in dict.fromkeys(record.backend for record in chosen):
        line = [(getattr(record, x), figure(record)) for record in chosen if record.backend == name]
        peer = any(record.peer for record in chosen if record.backend == name)
        marker = markers.setdefault(name, MARKERS[len(markers) % len(MARKERS)])
        known = sorted((at, value) for at, value in line if value)
        if known:
            label = f"{name} (peer)" if peer else name
            line_style = "-" if not peer else "--" if name.endswith(AT_BEST) else ":"
            style = {"linestyle": line_style, "linewidth": 1.4, "markersize": 5}
            colour = plotting.colour(name.removesuffix(AT_BEST))
            axis.plot(*zip(*known), color=colour, marker=marker, label=label, **style)
    axis.set_title(title)
    axis.set_xlabel(x_label)
    axis.set_ylabel(y_label)
    places = sorted({getattr(record, x) for record in chosen})
    axis.set_xscale("log", base=2 if x == "threads" else 10)
    axis.xaxis.set_major_locator(ticker.FixedLocator(apart(places)))
    axis.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:.0f}"))
    axis.xaxis.set_minor_locator(ticker.NullLocator())
    axis.set_yscale("log")
    axis.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 1.5, 2, 3, 5, 7)))
    axis.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.yaxis.set_minor_locator(ticker.NullLocator())
    axis.grid(True, linewidth=0.3)
