# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The calls of asconkit/ascon.h, which is written by hand. Other headers and sources derive theirs from them: an
algorithm of another version has the same calls, with its own name and sizes."""

import re
from pathlib import Path
from typing import NamedTuple

from spec.algorithms import Algorithm, Kind

HEADER = Path(__file__).resolve().parent.parent / "asconkit/ascon.h"
CALL = re.compile(
    r"(/\*\*(?:(?!\*/).)*\*/\n)(ASCON_MUST_CHECK )?ASCON_API ascon_result\s+(ascon_\w+)\(([^;]*)\);", re.DOTALL
)
# For each kind, the algorithm whose calls serve as the model for all others.
MODELS = {Kind.AEAD: "aead128", Kind.HASH: "hash256", Kind.XOF: "xof128", Kind.CXOF: "cxof128"}


class Call(NamedTuple):
    ending: str  # what follows the algorithm's name
    arguments: str
    comment: str

    @property
    def names(self) -> list[str]:
        """The names of the arguments."""
        return [re.sub(r"\[.*", "", argument).split()[-1].lstrip("*") for argument in self.arguments.split(", ")]

    @property
    def in_pieces(self) -> bool:
        return self.names[0] == "ctx"


def calls(algorithm: str) -> list[Call]:
    """The calls of this algorithm that are declared in ascon.h. The algorithm is given by its name in C."""
    found = []
    for comment, _, name, arguments in CALL.findall(HEADER.read_text(encoding="utf-8")):
        mine = re.fullmatch(rf"ascon_{algorithm}((?!_nonce_masked)\w*)", name)
        if mine and (not mine[1] or mine[1][0] == "_"):
            found.append(Call(mine[1], " ".join(arguments.split()), comment))
    return found


def whole_messages(row: Algorithm) -> list[Call]:
    """The algorithm's own calls, or the same as the model's but for the combined ones."""
    own = calls(row.c_name)
    others = [like(call, row) for call in calls(MODELS[row.kind]) if not call.ending.endswith("_combined")]
    return [call for call in own or others if not call.in_pieces]


def like(model: Call, row: Algorithm) -> Call:
    """The same call of another algorithm of that kind, whose tags have one length."""
    name = MODELS[row.kind]
    comment = re.sub(r" \(section [\d.]+\)", "", model.comment).replace(f"ascon_{name}_", f"ascon_{row.c_name}_")
    of_tag = re.compile(r"(@param tag_length) .*?(?=\n    @)", re.DOTALL)
    comment = of_tag.sub(r"\1 must be 16: ASCON_ERR_RANGE otherwise", comment).replace("is not 4 to 16", "is not 16")
    arguments = model.arguments.replace(f"ASCON_{name.upper()}_", f"ASCON_{row.c_name.upper()}_")
    return Call(model.ending, arguments, comment)
