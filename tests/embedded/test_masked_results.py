"""docs/results/masked.json and masked.md: complete, and both are what is measured."""

import pytest
from builds import LIBRARY
from embedded import masked, masked_tables, results
from embedded.masked import BACKENDS, IN_C, SHARES, Call, Way
from embedded.measuring import OPERATIONS, Build
from embedded.results import MASKED
from embedded.targets import find

from spec.algorithms import find as find_algorithm

AEAD, DIGEST = (find_algorithm(name) for name in ("ascon-aead128", "ascon-hash256"))


@pytest.fixture(scope="module")
def record() -> list[dict]:
    return results.load(MASKED)


def test_the_record_has_everything(record):
    """Every processor with masked assembly, and all calls."""
    assert {path.parent.name for path in LIBRARY.glob("masked/*/*.S")} == set(BACKENDS.values())
    wanted = {
        (way.target.name, way.backend, way.shares, call.row.name, call.form, call.interface, operation, n)
        for way in masked.ways() for call in masked.calls(way)
        for operation in OPERATIONS[call.row.kind] for n in call.lengths
    }  # fmt: skip
    assert set(map(MASKED.key, record)) == wanted and len(record) == len(wanted)


def test_the_page_is_what_the_record_says(record, tmp_path, monkeypatch):
    text = masked_tables.PAGE.read_text(encoding="utf-8")
    assert text == masked_tables.document(record, results.load())
    masked_plots = pytest.importorskip("embedded.masked_plots")
    monkeypatch.setattr(masked_plots, "FOLDER", tmp_path)
    masked_plots.write(record, results.load())
    for name in masked_tables.PLOTS:
        assert f"<!-- plot {name}: " in text
        picture = (tmp_path / name).read_text(encoding="utf-8")
        assert picture.startswith("<?xml") and all(find(target).title in picture for target in BACKENDS)


def test_a_new_record_takes_the_place_of_the_old_one(record, tmp_path):
    changed = {**record[0], "text_bytes": 1}
    found = results.merged(record, [changed], MASKED.key)
    assert len(found) == len(record) and changed in found and record[0] not in found
    results.save(found, MASKED, tmp_path / "masked.json")
    assert results.load(MASKED, tmp_path / "masked.json") == sorted(found, key=MASKED.place)


WITH_GUARDS = (2, 3)


def test_words_of_the_page_on_masked_code(record):
    """docs/masked.md has some of these numbers too."""
    page = (masked_tables.PAGE.parent.parent / "masked.md").read_text(encoding="utf-8")
    for row, form, text in (
        (AEAD, "plain", "Ascon-AEAD128 of a message with 16 bytes of text and no associated data"),
        (AEAD, "leveled", "Ascon-AEAD128 in the leveled form, any length"),
        (DIGEST, "plain", "Ascon-Hash256, 16 bytes"),
    ):
        call = (row.name, form, "ordinary", OPERATIONS[row.kind][0], 16)
        words = {MASKED.key(each): each["random_words"] for each in record}
        for target, backend, counts in (("avr", IN_C, SHARES), ("cortex-m3", "armv7m", WITH_GUARDS)):
            found = [words[target, backend, shares, *call] for shares in counts]
            assert f"| {text} | {' | '.join(map(str, found))} |" in page
        for target, backend in (("cortex-m0", "armv6m"), ("avr", "avr"), ("rv32i", "rv32")):
            for shares in WITH_GUARDS:
                assert words[target, backend, shares, *call] == words["cortex-m3", "armv7m", shares, *call]


AGAIN = [
    ("cortex-m3", "armv7m", 2, [Call(AEAD), Call(AEAD, form="leveled"), Call(DIGEST, interface="shared")]),
    ("rv32i", "rv32", 3, [Call(AEAD, interface="shared"), Call(find_algorithm("ascon-mac"))]),
    ("cortex-m0", "armv6m", 3, [Call(AEAD)]),
    ("cortex-m0", IN_C, 4, [Call(AEAD)]),
    ("avr", "avr", 2, [Call(AEAD, form="leveled")]),
]


@pytest.mark.parametrize(("target", "backend", "shares", "calls"), AGAIN, ids=[" ".join(row[:2]) for row in AGAIN])
def test_measured_again(target, backend, shares, calls, record, tmp_path, as_recorded):
    way = Way(find(target), backend, shares)
    build = Build(way.configuration, tmp_path)
    found = [each for call in calls for each in masked.records(build, way, call)]
    as_recorded(found, record, MASKED.key)
