# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The registry of domains: no string is the start of another, and the sources use none that is missing."""

import itertools
import re
from pathlib import Path

from spec.constructions import kdf
from spec.domains import DOMAINS, PREFIX

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("asconkit", "bindings", "cli", "ports", "spec/constructions", "zephyr")
# A literal "asconkit NAME v1...", and the first string after a call of CXOF128 or KMAC.
LABEL = re.compile(r'"(asconkit [a-z0-9 -]+ v\d[^"\n]*)"|(?:kmac|cxof\d*)_init\([^;"]*(?:, |\*\))"([^"\n]+)"')


def unregistered(text: str) -> set[str]:
    known = {domain.string for domain in DOMAINS}
    return {one for match in LABEL.finditer(text) if (one := match[1] or match[2]).encode() not in known}


def test_no_string_is_the_start_of_another():
    for one, other in itertools.permutations(DOMAINS, 2):
        assert not other.string.startswith(one.string), (one, other)


def test_strings_are_reserved():
    functions = tuple(map(kdf.encode_string, (kdf.KMAC, kdf.KDF)))
    assert all(domain.string.startswith((PREFIX, *functions)) for domain in DOMAINS)


def test_no_customization_string_of_kmac_is_another_domain():
    for domain in DOMAINS[1:]:
        for custom in (domain.string, *kdf.STEPS, b"KDF expand"):
            assert not kdf.start(kdf.KMAC, custom).startswith(domain.string)


def test_an_unregistered_label_is_found():
    assert unregistered('f("asconkit thing v1 key");') == {"asconkit thing v1 key"}
    assert unregistered('ascon_cxof128_init(&c, (const uint8_t *)"other", 5);') == {"other"}
    assert not unregistered('f("asconkit mac v1", key);')


def test_the_sources_use_registered_labels_alone():
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    found = {
        path.name: labels
        for path in files
        if path.suffix in {".c", ".h", ".cpp", ".hpp", ".py"} and not path.name.startswith("test_")
        if (labels := unregistered(path.read_text(encoding="utf-8")))
    }
    assert found == {}
