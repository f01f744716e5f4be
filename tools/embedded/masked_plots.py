"""docs/results/masked-speed.svg and masked-size.svg: what each share costs."""

from collections.abc import Callable

import plotting
from matplotlib import ticker

from .masked import BACKENDS, SHARES
from .masked_tables import PLOTS, Figures, Record
from .results import FOLDER
from .tables import MAIN
from .targets import find

COLOURS = dict(zip(BACKENDS, ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b")))
Value = Callable[[str, int], "float | None"]  # of a target and a number of shares, 0 being none
Panel = tuple[str, str, tuple[tuple[str, Value], ...]]  # title, label of the axis, lines for each processor
ASSEMBLY, C = "-", ":"  # styles of lines
TIMES = "times the code that is not masked"


def ratio(record: Record, value: Callable[[Figures], float | None], *call: str, c: bool = False) -> Value:
    """How many times the code that is not masked."""

    def found(target: str, shares: int) -> float | None:
        figure, base = value(record.find(target, shares, *call, c=c)), value(record.not_masked(target, call[0]))
        return figure / base if figure and base else None

    return found


def speed_panels(record: Record) -> list[Panel]:
    long, small = (lambda figures: figures.a_byte), (lambda figures: figures.small)
    aead, digest = MAIN

    def lines(value: Callable[[Figures], float | None], *call: str) -> tuple[tuple[str, Value], ...]:
        return (ASSEMBLY, ratio(record, value, *call)), (C, ratio(record, value, *call, c=True))

    return [
        ("AEAD128, long messages", TIMES, lines(long, aead)),
        ("AEAD128, leveled, 16 bytes", TIMES, lines(small, aead, "leveled")),
        ("Hash256, long messages", TIMES, lines(long, digest)),
    ]


def size_panels(record: Record) -> list[Panel]:
    def figure(value: Callable[[Figures], float | None], c: bool) -> Value:
        return lambda target, shares: value(record.find(target, shares, MAIN[0], c=c))

    code, stack = (lambda figures: figures.code), (lambda figures: figures.stack)
    words = figure(lambda figures: figures.words, False)
    return [
        ("AEAD128: code", "bytes", ((ASSEMBLY, figure(code, False)), (C, figure(code, True)))),
        ("AEAD128: stack", "bytes", ((ASSEMBLY, figure(stack, False)), (C, figure(stack, True)))),
        ("AEAD128, 16 bytes: random words", "words of 32 bits", ((ASSEMBLY, words),)),
    ]


def set_scale(axis, label: str) -> None:
    """Ratios have a logarithmic scale, because the units in C take very long on AVR."""
    if label != TIMES:
        axis.set_ylim(bottom=0)
        return
    axis.set_yscale("log")
    axis.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axis.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.yaxis.set_minor_locator(ticker.NullLocator())


def draw(panels: list[Panel]):
    figure, axes = plotting.panels(len(panels))
    for axis, (title, label, lines) in zip(axes, panels):
        for style, value in lines:
            for target, colour in COLOURS.items():
                heights = [value(target, shares) for shares in (0, *SHARES)]
                name = find(target).title + (", units in C" if style == C else "")
                look = {"color": colour, "marker": "o", "markersize": 4, "linewidth": 1.4}
                axis.plot((1, *SHARES), heights, style, label=name, **look)
        axis.set_title(title)
        axis.set_xlabel("shares (1: not masked)")
        axis.set_ylabel(label)
        axis.set_xticks((1, *SHARES))
        set_scale(axis, label)
        axis.grid(True, linewidth=0.3)
    plotting.finish(figure, plotting.of_all(axes))
    return figure


def write(masked: list[dict], plain: list[dict]) -> None:
    record = Record(masked, plain)
    for name, panels in zip(PLOTS, (speed_panels(record), size_panels(record))):
        plotting.save(draw(panels), FOLDER / name)
