# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The attacks of docs/constructions/commit.md work, take what the page says, and stop at a commitment."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from spec import attacks
from spec.algorithms import ALGORITHMS, Kind, find
from spec.attacks import CLAIMS, LABEL, Small, opened
from spec.constructions import commit, isap, siv, stream
from spec.modes import aead_encrypt, cxof, mac, prf
from spec.permutation import permute

PAGE = Path(__file__).parents[1] / "docs/constructions/commit.md"
AEADS = [row for row in ALGORITHMS if row.kind is Kind.AEAD]
KEY, NONCE = [1, 2, 3, 4], [5, 6]
TEXT = [1, 1, 1]


def as_bytes(words):
    return b"".join(word.to_bytes(8, "little") for word in words)


# ---- The model ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [4, 8, 16, 64])
def test_the_permutation_can_be_inverted(bits):
    small = Small(bits)
    for rounds in (1, 8, 12):
        assert small.invert(small.permute([1, 2, 3, 4, 5], rounds), rounds) == [1, 2, 3, 4, 5]
    assert small.calls == 6


def test_with_64_bits_it_is_ascon():
    ascon = Small(64)
    key, nonce = as_bytes(KEY), as_bytes(NONCE)
    words = list(range(9))
    assert ascon.permute(words[:5], 12) == permute(words[:5], 12)
    assert as_bytes(ascon.mac(KEY[:2], words)) == mac(find("ascon-mac-v13"), key[:16], as_bytes(words))
    assert as_bytes(ascon.prf(KEY[:2], words, 5)) == prf(find("ascon-prf-v13"), key[:16], as_bytes(words), 40)
    assert as_bytes(ascon.cxof(words, KEY, 4)) == cxof(find("ascon-cxof128"), as_bytes(words), key, 32)
    assert as_bytes(ascon.commitment(KEY, NONCE, words)) == commit.commitment(commit.SIV, key, nonce, as_bytes(words))
    assert LABEL.decode() == commit.PURPOSE + commit.SIV.name
    for size in range(5):
        for ad in ([], words[:3]):
            sealed = siv.encrypt(key, nonce, as_bytes(ad), as_bytes(words[:size]))
            assert tuple(map(as_bytes, ascon.seal_siv(KEY, NONCE, ad, words[:size]))) == sealed
            cipher, tag = aead_encrypt(find("ascon-aead128"), key[:16], nonce, as_bytes(ad), as_bytes(words[:size]))
            cipher = [int.from_bytes(cipher[at : at + 8], "little") for at in range(0, len(cipher), 8)]
            text, right = ascon.open_aead(KEY[:2], NONCE, ad, cipher)
            assert (text, as_bytes(right)) == (words[:size], tag)


# ---- Work --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.what)
def test_the_work_grows_as_claimed(claim):
    for bits in claim.bits:
        work, found = claim.run(bits)
        assert found
        steps = math.log2(work)
        assert -2 <= steps - claim.words * bits <= 4, f"2^{steps:.1f} with words of {bits} bits"


# ---- Ascon-SIV ---------------------------------------------------------------------------------------------


def attack(small, tries, key=(9, 8, 7, 6)):
    sealed = small.seal_siv(KEY, NONCE, [], TEXT)
    return sealed, attacks.another_opening_of_siv(small, list(key), [0, 0], *sealed, tries)


def test_another_key_opens_a_ciphertext_of_siv_and_the_commitment_notices():
    small = Small(16)
    sealed, ad = attack(small, 1 << 11)
    assert small.open_siv([9, 8, 7, 6], [0, 0], ad, *sealed) not in (None, TEXT)
    assert small.open_siv(KEY, NONCE, [], *sealed) == TEXT
    assert small.commitment([9, 8, 7, 6], [0, 0], ad) != small.commitment(KEY, NONCE, [])


def test_the_same_key_opens_it_too():
    small = Small(16)
    sealed, ad = attack(small, 1 << 11, KEY)
    assert ad and small.open_siv(KEY, [0, 0], ad, *sealed) == TEXT


def test_a_larger_capacity_or_too_little_work_finds_nothing():
    assert attack(Small(8), 1 << 8)[1]
    assert not attack(Small(8, mac_rate=1), 1 << 8)[1]
    assert not attack(Small(16), 1 << 4)[1]


def test_both_openings_of_one_ciphertext_are_right():
    small = Small(16)
    keys, nonce, ads = attacks.two_openings_of_siv(small, 1 << 11)
    sealed = [small.seal_siv(key, nonce, ad, TEXT) for key, ad in zip(keys, ads)]
    assert keys[0] != keys[1] and sealed[0] == sealed[1]
    assert len({tuple(small.commitment(key, nonce, ad)) for key, ad in zip(keys, ads)}) == 2


# ---- MACs --------------------------------------------------------------------------------------------------


def test_ascon_maca_has_a_message_for_every_tag_at_once():
    key, tag = bytes(range(16)), bytes(range(100, 116))
    message = attacks.maca_preimage(key, tag)
    assert mac(find("ascon-maca"), key, message) == tag
    assert mac(find("ascon-mac"), key, message) != tag


# ---- Tags --------------------------------------------------------------------------------------------------

# The tag of one ciphertext under another key: of each encryption with its own size.
CIPHERTEXT = bytes(range(5))
RIGHT_TAGS = {
    **{row.name: (row.key, lambda key, row=row: opened(row, key, bytes(16), b"", CIPHERTEXT)[1]) for row in AEADS},
    "isap-a-128a": (16, lambda key: isap.tag(isap.INSTANCES[0], key, bytes(16), b"", CIPHERTEXT)),
}
every_tag = pytest.mark.parametrize("name", RIGHT_TAGS)


@every_tag
def test_a_tag_of_t_bits_is_the_same_for_two_keys_after_some_2_to_the_t_halves(name):
    key_bytes, right_tag = RIGHT_TAGS[name]
    first, other = attacks.two_openings_by_tag(right_tag, key_bytes, 12, 8 << 6)
    assert first != other and attacks.first_bits(right_tag(first), 12) == attacks.first_bits(right_tag(other), 12)
    assert right_tag(first) != right_tag(other)
    assert not attacks.two_openings_by_tag(right_tag, key_bytes, 128, 8 << 6)


@every_tag
def test_a_given_tag_of_t_bits_is_right_for_another_key_after_some_2_to_the_t(name):
    key_bytes, right_tag = RIGHT_TAGS[name]
    tag = attacks.first_bits(right_tag(bytes(key_bytes)), 6)
    key = attacks.another_opening_by_tag(right_tag, key_bytes, tag, 6)
    assert any(key) and attacks.first_bits(right_tag(key), 6) == tag


def test_two_keys_of_one_tag_have_two_commitments():
    key_bytes, right_tag = RIGHT_TAGS["ascon-aead128"]
    scheme = commit.of_row(find("ascon-aead128"))
    keys = attacks.two_openings_by_tag(right_tag, key_bytes, 12, 8 << 6)
    first, other = (commit.commitment(scheme, key, bytes(16), b"") for key in keys)
    assert first != other


# ---- Streams -----------------------------------------------------------------------------------------------


def test_a_chunk_under_a_chosen_secret_opens_at_another_place():
    """The mask hides the number of the chunk: other ones give the same nonce. A derived secret cannot be chosen."""
    row = find("ascon-aead128")
    first = stream.derive(row, 8, bytes(32), bytes(32), b"")
    sealed = first.seal_chunk(b"01234567", 0, False)
    change = bytes(a ^ b for a, b in zip(first.nonce(0, False), first.nonce(5, False)))
    other = replace(first, secret=first.key + bytes(a ^ b for a, b in zip(first.mask, change)))
    assert other.secret != first.secret and other.open_chunk(sealed, 5, False) == b"01234567"
    with pytest.raises(stream.Refused):
        first.open_chunk(sealed, 5, False)


# ---- The page ----------------------------------------------------------------------------------------------


def power(number: float) -> str:
    return "2" + str(round(number)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def test_the_page_has_the_exponents_of_the_attacks():
    """Within the few permutations that a step takes: 2^34 for 2^32 steps."""
    page = PAGE.read_text(encoding="utf-8")
    for claim in CLAIMS:
        stem = claim.what.split(":")[0].removeprefix("the ")
        lines = [line for line in page.splitlines() if re.match(rf"\| (\[?|the ){re.escape(stem)}", line)]
        near = {power(64 * claim.words + more) for more in range(3)}
        assert any(each in line for line in lines for each in near), f"{stem}: none of {near} in {lines}"
