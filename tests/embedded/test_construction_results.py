"""docs/results/constructions.json: complete, and what is measured, and the page of it."""

import pytest
from builds import ROOT
from embedded import construction_tables, constructions, results
from embedded.constructions import CONSTRUCTIONS, LENGTHS, PROFILES, TARGETS
from embedded.emulation import RunError
from embedded.measuring import Build
from embedded.targets import find

# What is not measured: passwords are Argon2id's.
NO_CALLS = {"passwords"}


@pytest.fixture(scope="module")
def record() -> list[dict]:
    return results.load(results.CONSTRUCTIONS)


def test_the_record_has_everything(record):
    """Every page of a construction, and each of its operations."""
    pages = {path.stem for path in (ROOT / "docs/constructions").glob("*.md")}
    assert {each.page for each in CONSTRUCTIONS} == pages - NO_CALLS
    wanted = {
        (target, find(target).settings[0].backend, profile, each.name, operation, n)
        for target in TARGETS for profile in PROFILES for each in CONSTRUCTIONS
        for operation in each.operations for n in LENGTHS
    }  # fmt: skip
    assert set(map(results.CONSTRUCTIONS.key, record)) == wanted and len(record) == len(wanted)
    assert all(0 < each["own_bytes"] < each["text_bytes"] for each in record)


def test_the_page_has_every_construction(record):
    page = construction_tables.document(record, results.load())
    assert all(page.count(f"\n| [{each.name}](") == len(PROFILES) for each in CONSTRUCTIONS)


def test_wrong_results_are_found(tmp_path):
    """A program whose output is that of another nonce. (The compiler refuses a nonce in place of the longer key.)"""
    construction = CONSTRUCTIONS[0]
    build = Build(next(constructions.configurations(["cortex-m0"])), tmp_path)
    program = (ROOT / "tests/firmware/measure_constructions.c").read_text(encoding="utf-8")
    assert constructions.measure(build, construction)
    changed = tmp_path / "changed.c"
    changed.write_text(program.replace("nonce, key)", "key, key)"), encoding="utf-8")
    with pytest.raises(RunError, match="wrong result of encrypt with 16 bytes"):
        constructions.measure(build, construction, changed)


@pytest.mark.parametrize("target", TARGETS)
def test_measured_again(target, record, tmp_path, as_recorded):
    build = Build(next(constructions.configurations([target])), tmp_path)
    chosen = [each for each in CONSTRUCTIONS if each.name in ("Ascon-SIV", "HMAC", "tree hash")]
    found = [each for construction in chosen for each in constructions.records(build, construction)]
    as_recorded(found, record, results.CONSTRUCTIONS.key)
