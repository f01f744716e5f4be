"""Tables and plots of pages in Markdown. SPDX-License-Identifier: Apache-2.0 OR MIT"""


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def plot(file: str, title: str) -> str:
    """Where the site has a plot, which bench/draw_results.py draws of a record: docs/site/conf.py shows it. No drawing
    is tracked, so that other readers of the page do not see it."""
    return f"<!-- plot {file}: {title} -->"


def on_site(file: str, title: str) -> str:
    """A link to a page that bench/draw_results.py writes of a record, and which is not tracked, as a plot()."""
    return f"<!-- page {file}: {title} -->"
