"""docs/results/alternatives.json and alternatives.md: complete, and both are what is measured.

What needs a library's sources is skipped where nothing has fetched them: `./dev matrix --alternatives` does."""

from dataclasses import replace

import pytest
from compiling import BuildError
from embedded import alternative_tables, alternatives, archives, peer_models, results
from embedded.alternatives import LENGTHS, OURS, TARGETS, Peer
from embedded.emulation import RunError, run


@pytest.fixture(scope="module")
def record() -> list[dict]:
    return results.load(results.ALTERNATIVES)


def chosen(target: str, library: str, algorithm: str, setting: str) -> Peer:
    peers = {(each.library, each.algorithm, each.setting): each for each in alternatives.peers(TARGETS[target])}
    return peers[library, algorithm, setting]


# ---- The record and the page ---------------------------------------------------------------------------


def test_the_record_has_everything(record):
    ways = {
        (name, each.library, each.setting, each.algorithm)
        for name in TARGETS for each in alternatives.peers(TARGETS[name])
    } | {
        (name, OURS, setting, call.algorithm)
        for name in TARGETS for _, setting, calls in alternatives.own(TARGETS[name]) for call in calls
    }  # fmt: skip
    wanted = {
        (*way, operation, n) for way in ways for n in LENGTHS
        for operation in (("hash",) if way[3] in ("Ascon-Hash256", *alternatives.HASHES) else ("encrypt", "decrypt"))
    }  # fmt: skip
    assert set(map(results.ALTERNATIVES.key, record)) == wanted and len(record) == len(wanted)
    versions = {each.library: each.version for each in archives.ARCHIVES}
    assert all(each["version"] == versions.get(each["library"], "") for each in record)


def test_the_page_is_what_the_record_says(record):
    page = alternative_tables.PAGE.read_text(encoding="utf-8")
    assert page == alternative_tables.document(record)


def slower(record, algorithm):
    """A record where it takes 100 times as much on every processor."""
    return [
        {**each, name: 100 * each[name]} if each["algorithm"] == algorithm else each
        for each in record for name in ("instructions", "cycles") if name in each
    ]  # fmt: skip


@pytest.mark.parametrize("algorithm, verdict", [
    (alternatives.CHACHAPOLY, "for a byte of long messages on no processor. - **Speed of hashing"),
    (alternative_tables.AEAD, "the fastest of the other ciphers on no processor."),
])  # fmt: skip
def test_a_verdict_follows_the_record(record, algorithm, verdict):
    assert verdict not in " ".join(alternative_tables.document(record).split())
    assert verdict in " ".join(alternative_tables.document(slower(record, algorithm)).split())


def test_constant_time_is_said_of_the_processor():
    peer = chosen("cortex-m3", "Monocypher", alternatives.CHACHAPOLY, "smallest")
    assert alternatives.constant_time(TARGETS["cortex-m3"], peer) == "no: UMULL"
    assert alternatives.constant_time(TARGETS["rv32im"], peer) == "if MUL is"
    assert alternatives.constant_time(TARGETS["cortex-m0"], peer) == "yes"
    tables = chosen("cortex-m0", "Mbed TLS", alternatives.CCM, "fastest")
    assert alternatives.constant_time(TARGETS["cortex-m0"], tables) == "no: tables"


# ---- What is right ---------------------------------------------------------------------------------------


def test_models_give_published_answers():
    block = peer_models.aes128(bytes(range(16)), bytes(17 * i for i in range(16)))
    assert block.hex() == "69c4e0d86a7b0430d8cdb78070b4c55a"  # FIPS 197, appendix C.1
    text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    text += b"sunscreen would be it."
    nonce, ad = bytes.fromhex("070000004041424344454647"), bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
    found = peer_models.chacha20_poly1305(bytes(range(0x80, 0xA0)), nonce, ad, text)
    assert found[0].endswith(bytes.fromhex("58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116"))
    assert found[1].hex() == "1ae10b594f09e26a7e902ecbd0600691"  # RFC 8439, section 2.8.2
    found = peer_models.aes128_ccm(
        bytes(range(0x40, 0x50)), bytes(range(0x10, 0x1C)), bytes(range(20)), bytes(range(0x20, 0x38)), 8
    )
    assert found[0].hex() == "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5"  # SP 800-38C, example 3
    assert found[1].hex() == "484392fbc1b09951"
    key, nonce = bytes.fromhex("feffe9928665731c6d6a8f9467308308"), bytes.fromhex("cafebabefacedbaddecaf888")
    text = bytes.fromhex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    )
    ad = bytes.fromhex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    assert peer_models.aes128_gcm(key, nonce, ad, text)[1].hex() == "5bc94fbc3221a5db94fae95ae7121a47"  # test case 4


def test_a_library_that_is_wrong_is_not_measured(tmp_path):
    """One that hashes to zeros."""
    wrong = tmp_path / "wrong.c"
    text = '#include "peer.h"\nint peer_hash(uint8_t *out, const uint8_t *in, size_t length)'
    wrong.write_text(text + " { (void)in, (void)length; for (int i = 0; i < 32; i++) out[i] = 0; return 0; }\n")
    peer = Peer(alternatives.SHA256, "BearSSL", "smallest", ())
    program = alternatives.compile_from(tmp_path, wrong, TARGETS["cortex-m0"], peer, tmp_path / "built")
    with pytest.raises(RunError, match="status 1"):
        run(program)


def test_another_archive_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "FOLDER", tmp_path)
    archive = replace(archives.ARCHIVES[0], sha256="0" * 64)
    archive.path.parent.mkdir()
    archive.path.write_bytes(b"something else")
    with pytest.raises(BuildError, match=r"SHA-256 [0-9a-f]{64}, expected 0{64}; remove the file"):
        archives.fetch(archive)


@pytest.mark.parametrize("target", ["cortex-m3", "avr"])
@pytest.mark.parametrize(
    "peer",
    [("Monocypher", alternatives.CHACHAPOLY, "smallest"), ("BearSSL", alternatives.CCM, "smallest, constant time")],
    ids=lambda peer: peer[0],
)
def test_measured_again(target, peer, record, as_recorded):
    if not archives.find(peer[0]).is_here:
        pytest.skip(f"{peer[0]} has not been fetched")
    found = alternatives.records_of_peer(TARGETS[target], chosen(target, *peer))
    as_recorded(found, record, results.ALTERNATIVES.key)


def test_ours_measured_again(record, as_recorded):
    """In the same conditions as others; the masked forms too."""
    for way in alternatives.own(TARGETS["cortex-m3"]):
        as_recorded(alternatives.records_of_own(*way), record, results.ALTERNATIVES.key)
