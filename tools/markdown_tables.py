"""Tables of Markdown. SPDX-License-Identifier: Apache-2.0 OR MIT"""


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"
