"""./dev analyze misra: the library breaks the rules that misra.toml lists and no other rules."""

import re
from collections import Counter

import pytest
from analysis import misra
from builds import SHORT_RUN

RULES = Counter(list(misra.deviations()))
KDF = "kdf/kdf.c"


@pytest.mark.skipif(SHORT_RUN, reason="only in ./dev test --all")
def test_rules():
    assert misra.wrong(misra.report()) == []


@pytest.mark.skipif(SHORT_RUN, reason="only in ./dev test --all")
def test_faults_are_found(planted):
    """A goto, rule 15.1, and an index that is too large."""
    wrong = "  size_t count = 1;\n  uint8_t few[2];\n  few[2] = 0;\n  goto counted;\ncounted:\n"
    library = planted(KDF, "  size_t count = 1;\n", wrong)
    told = "\n".join(misra.wrong(misra.report(library)))
    assert "NOT EXPLAINED  rule 15.1, 1 places" in told
    assert re.search(r"kdf.c:\d+: .*few\[2\].* \[arrayIndexOutOfBounds\]", told)


def test_what_is_told():
    assert misra.wrong(misra.Report(RULES, ())) == []
    assert misra.wrong(misra.Report(RULES + Counter({"15.1": 2}), ())) == ["NOT EXPLAINED  rule 15.1, 2 places"]
    fewer = Counter({each: 1 for each in RULES if each != "2.5"})
    assert misra.wrong(misra.Report(fewer, ("a.c:1: text [name]",))) == [
        "FOUND NO MORE  rule 2.5; delete it from proofs/analysis/misra.toml", "CPPCHECK       a.c:1: text [name]",
    ]  # fmt: skip


def test_the_page_has_every_deviation():
    page = misra.PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d.]+) \| (\w+) \| (.*) \| (\d+) \| (.*) \|$", page, re.M)
    found = [misra.Deviation(number, kind, asks, reason) for number, kind, asks, _, reason in rows]
    assert found == list(misra.deviations().values()) and all(int(row[3]) > 0 for row in rows)
