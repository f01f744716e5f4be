# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Habits of writing that make a text hard to read, and where they are kept out: a check of tools/lint.py.

A pattern here is a phrase that nearly always has a plainer form. It cannot see a good sentence: CONTRIBUTING.md says
how texts should read."""

import re
from pathlib import Path

# A phrase, and what to write in its place.
HABITS = {
    r"(?<!left\s)(?<!leave\s)(?<!leaves\s)(?<!file\s)(?<!anything\s)(?<!nothing\s)\bbehind\b": "after, or below",
    r"\banother one\b": "name the other thing",
    r"(?<!there\s)\b(?:is|are|was|were) no (?!longer|more|need|way|other|worse|better|faster|slower|less|fewer)[a-z]":
        "is not a ...",
    r"\b(?:stands|stood) (?:in|at|on|there|here|where|beside)\b": "is in",
    r"\b(?:lies|lay) (?:in|at|on|there|here|where|below|beside)\b": "is in",
    r"(?:^|(?<!\.)\. )(?:Of|That of|Those of) (?:a|the|each)\b[^,.:]*[.:]": "a whole sentence",
    r"\bnow and then\b": "sometimes, or idle",
}  # fmt: skip
# A phrase may go on in the next line, also of a comment.
GAP = r"\\s+(?:(?:\\*|//|#)\\s+)?"
PATTERN = re.compile("|".join(f"({re.sub(' ', GAP, habit)})" for habit in HABITS), re.IGNORECASE)
ADVICE = list(HABITS.values())

# Texts that are held to it, as patterns of paths.
PLACES = (
    "*.md",
    "docs/*.md",
    "docs/constructions/*.md",
    "asconkit/*.h",
    "asconkit/*.hpp",
    "asconkit/*/*.[chS]",
    "asconkit/*/*.hpp",
    "asconkit/core/*/*.[chS]",
    "asconkit/core/backends/*/*",
    "asconkit/batch/engines/*/*",
    "asconkit/masked/*/*",
    "bindings/javascript/*.md",
    "bindings/javascript/src/*.ts",
    "bindings/python/asconkit/*.py",
    "bindings/python/src/*",
    "cli/*.[ch]pp",
    "spec/*.py",
)


def found(text: str) -> list[tuple[int, str, str]]:
    """Line, phrase and advice."""
    return [
        (text.count("\n", 0, match.start()) + 1, match[0].strip(), ADVICE[match.lastindex - 1])
        for match in PATTERN.finditer(text)
    ]


def complaints(root: Path) -> list[str]:
    files = sorted({path for place in PLACES for path in root.glob(place)})
    return [
        f'{path.relative_to(root)}:{line}: "{phrase}": better {advice}'
        for path in files
        for line, phrase, advice in found(path.read_text(encoding="utf-8"))
    ]
