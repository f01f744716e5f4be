# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/embedded.md has what `make size` of examples/node prints."""

import re
import subprocess

from builds import ROOT

PAGE = ROOT / "docs/embedded.md"
TOLERANCE = 0.02  # compilers of other releases


def rows(text: str) -> dict[str, list[int]]:
    """The rows of the table of bytes."""
    table = text.split("| bytes |", 1)[1].split("\n\n")[0]
    found = re.findall(r"^\| ([^|]+) \|((?: \**\d+\** \|)+)$", table, re.MULTILINE)
    return {name: [int(number) for number in re.findall(r"\d+", figures)] for name, figures in found}


def differ(printed: dict[str, list[int]], page: dict[str, list[int]]) -> list[str]:
    if printed.keys() != page.keys():
        return sorted(printed.keys() ^ page.keys())
    return [
        f"{name}: {figures}, not {page[name]}"
        for name, figures in printed.items()
        if any(abs(figure - said) > TOLERANCE * said for figure, said in zip(figures, page[name]))
    ]


def test_page_says_what_a_node_costs(tmp_path):
    command = ["make", "-s", "-C", ROOT / "examples/node", f"OUT={tmp_path}", "size"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    printed, page = rows(done.stdout), rows(PAGE.read_text(encoding="utf-8"))
    assert len(printed) == 10 and all(len(figures) == 4 for figures in printed.values())
    assert differ(printed, page) == [], f"write this into {PAGE}:\n{done.stdout}"
    parts = list(printed)
    for i in range(4):  # the sums are right
        assert sum(printed[name][i] for name in parts[:5]) == printed["**code in all**"][i]
        assert sum(printed[name][i] for name in parts[6:9]) == printed["**RAM in all**"][i]
    printed["stack, at most"][1] += 100
    assert len(differ(printed, page)) == 1
