"""Tables and plots of pages in Markdown. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from collections.abc import Iterable, Iterator


def text_of(value: object, digits: int = 2) -> str:
    """The text of a cell: None is empty, and a float has so many digits after the point, or fewer if they are 0."""
    if isinstance(value, float):
        return f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


def row(*cells: object) -> str:
    return f"| {' | '.join(map(text_of, cells))} |"


def head(*columns: str) -> Iterator[str]:
    """The two lines above the rows. A column whose name ends with ":" has numbers, and is aligned to the right."""
    yield row(*(name.removesuffix(":") for name in columns))
    yield row(*("---:" if name.endswith(":") else "---" for name in columns))


def table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    yield from head(*columns)
    yield from (row(*cells) for cells in rows)


def numbers(names: Iterable[object]) -> Iterator[str]:
    """Columns of numbers, for table()."""
    return (f"{name}:" for name in names)


def document(*parts: str | Iterable[str]) -> str:
    """A page: paragraphs, and the lines of tables and sections, with an empty line between."""
    return "\n\n".join((part if isinstance(part, str) else "\n".join(part)).rstrip("\n") for part in parts) + "\n"


def plot(file: str, title: str) -> str:
    """Where the site has a plot, which docs/site/made_pages.py draws of a record: conf.py there shows it. No drawing
    is tracked, so that other readers of the page do not see it."""
    return f"<!-- plot {file}: {title} -->"


def on_site(file: str, title: str) -> str:
    """A link to a page that docs/site/made_pages.py writes of a record, and which is not tracked, as a plot()."""
    return f"<!-- page {file}: {title} -->"
