# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ISAP compares its right tag with a given one only after both went through the permutation.

No result shows that: a direct comparison gives the same answers, and its leakage gives the right tag away. So the
source is searched."""

import re

import pytest
from builds import LIBRARY

SOURCE = (LIBRARY / "isap/isap.c").read_text(encoding="utf-8")
# Whatever compares strings, by its arguments: hidden tags, and states that are public.
COMPARES = re.compile(r"\b(?:bytes_differ|ascon_equal|memcmp|compare_tag)\(([^()]*)\)")
ALLOWED = {"a, b, SIZE", "digest, ctx->digest, sizeof digest"}


def comparisons(source: str) -> set[str]:
    return set(COMPARES.findall(re.sub(r"/\*.*?\*/", "", source, flags=re.S)))


def test_only_hidden_tags_are_compared():
    assert comparisons(SOURCE) == ALLOWED
    body = SOURCE.split("static unsigned tags_differ(", 1)[1].split("\n}\n", 1)[0]
    assert "hide_tag(p, a, expected);" in body and "hide_tag(p, b, given);" in body


@pytest.mark.parametrize("planted", ("bytes_differ(expected, given, SIZE)", "ascon_equal(expected, tag, SIZE)"))
def test_a_direct_comparison_is_found(planted):
    assert comparisons(SOURCE.replace("tags_differ(ctx->instance, expected, tag)", planted)) != ALLOWED
