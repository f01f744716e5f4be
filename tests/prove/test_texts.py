"""Other texts say what spec/, the model of the proofs and the specification in Coq say; changes of them are found.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import gc
import inspect
import shutil

import pytest
from builds import only_in_all
from coq.checking import Sources
from prove.graph import Graph
from spec import modes
from spec.algorithms import find
from texts import designers, from_coq, proving, record, rustcrypto
from texts.extracted import Program

FEW = designers.Lengths((0, 17), (0, 16, 33), (0, 9), (1, 33))
AEAD, HASH, MAC = "ascon-128a", "ascon-hash", "ascon-prf"
TEXT = inspect.getsource(designers.designers)
# Changes of the designers' text, by the algorithm in which they show.
CHANGES = (
    (AEAD, "if len(associateddata) > 0:", "if True:"),
    (AEAD, "p_padding = to_bytes([0x80]", "p_padding = to_bytes([0x01]"),
    (AEAD, "c_padding1 = (0x80 << (8-c_lastlen_word-1)*8)", "c_padding1 = (0x80 << (8-c_lastlen_word-1)*8) >> 1"),
    (AEAD, "S[3] ^= bytes_to_int(key[-16:-8])", "S[3] ^= bytes_to_int(key[-8:])"),
    (AEAD, "if tag == ciphertext[-16:]:", "if tag[:15] == ciphertext[-16:-1]:"),
    (AEAD, "S[0] = Ci[0] ^ (S[0] & c_mask) ^ c_padding1", "S[0] = Ci[0] ^ c_padding1"),
    (HASH, "m_padding = to_bytes([0x80]) + zero_bytes(rate", "m_padding = to_bytes([0x81]) + zero_bytes(rate"),
    (HASH, "tagspec = int_to_bytes(256", "tagspec = int_to_bytes(255"),
    (MAC, "T += int_to_bytes(S[1], 8)", "T += int_to_bytes(S[2], 8)"),
    (MAC, "S[3] ^= bytes_to_int(m_padded[block+24:block+32])", "S[3] ^= 0"),
)


def test_the_designers_python():
    rows = list(designers.proofs(designers.SHORT))
    assert len(rows) == 2 + len(designers.AEADS) + len(designers.HASHES) + len(designers.MACS) + 1


def compare(name: str) -> None:
    if name == AEAD:
        for sizes in ((0, 0), (1, 1), (1, 9), (16, 17)):
            designers.aead(find(name), designers.AEADS[name], *sizes)
    elif name == HASH:
        designers.hashes(find(name), designers.HASHES[name], 9, 32)
    else:
        designers.macs(find(name), designers.MACS[name], 70, 32)


def test_graphs_of_earlier_cases_are_freed():
    gc.collect()
    before = sum(isinstance(each, Graph) for each in gc.get_objects())
    compare(AEAD)
    gc.collect()
    assert sum(isinstance(each, Graph) for each in gc.get_objects()) == before


@pytest.mark.parametrize("name, before, after", CHANGES, ids=[after for _, _, after in CHANGES])
def test_a_changed_text_is_found(monkeypatch, name, before, after):
    compare(name)
    assert before in TEXT
    for each, meaning in vars(designers.designers).copy().items():
        monkeypatch.setitem(vars(designers.designers), each, meaning)
    exec(compile(TEXT.replace(before, after), "changed", "exec"), vars(designers.designers))
    with pytest.raises(Exception):
        compare(name)


def test_a_changed_specification_is_found(monkeypatch):
    """In spec/, and so in the same way in the model."""
    monkeypatch.setattr(modes, "NONCE_BYTES", 15)
    with pytest.raises(Exception):
        designers.aead(find("ascon-aead128"), "", 1, 1)


# ---- Coq -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checked():
    return list(Sources().check(("Link",)))


def test_the_specification_in_coq_is_the_model(checked):
    assert len(list(from_coq.proofs(from_coq.SHORT))) == 4


@pytest.mark.parametrize("function, other", [("y1", "y3"), ("y4", "y0"), ("substitute", "diffuse")])
def test_a_changed_extraction_is_found(checked, function, other):
    of = from_coq.Extracted()
    from_coq.permutation(of, 1)
    of.program.globals[function] = of.program.globals[other]
    with pytest.raises(Exception):
        from_coq.permutation(of, 1)


def test_another_padding_is_found(checked):
    of = from_coq.Extracted()
    from_coq.aead(of, 8, 8)
    assert isinstance(of.program, Program)
    of.program.globals["pad"] = of.program.globals["zeros"]
    with pytest.raises(Exception):
        from_coq.aead(of, 8, 8)


# ---- RustCrypto ----------------------------------------------------------------------------------------


@only_in_all
def test_rustcrypto():
    assert len(list(rustcrypto.proofs(FEW))) == 7


@only_in_all
def test_changed_machine_code_is_found(tmp_path, monkeypatch):
    """Its initial value, which is a constant of the program."""
    list(rustcrypto.built())
    shutil.copytree(rustcrypto.BUILD, tmp_path, ignore=shutil.ignore_patterns("aead", "hash"), dirs_exist_ok=True)
    code, value = (tmp_path / "aead.elf").read_bytes(), find("ascon-aead128").iv.to_bytes(8, "little")
    assert value in code
    (tmp_path / "aead.elf").write_bytes(code.replace(value, bytes([value[0] ^ 1]) + value[1:]))
    elf = rustcrypto.Elf(tmp_path / "aead.elf", "x86-64")
    called = rustcrypto.Permutations(elf, rustcrypto.FUNCTIONS["aead"])
    with pytest.raises(Exception):
        rustcrypto.aead(elf, called, 1, 1, decrypt=False)


# ---- The record ----------------------------------------------------------------------------------------


def test_the_record_has_what_was_proved(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RESULTS", tmp_path / "specification.json")
    row = {"left": "a text", "right": "another", "cases": "0 to 3 bytes", "by": "reading", "text": "0123456789abcdef"}

    def fails():
        yield row
        raise ValueError("4 bytes")

    assert record.run("texts", lambda: [row], recording=True) == 0
    assert record.run("coq", lambda: [{**row, "left": "theorems"}], recording=True) == 0
    assert record.run("texts", fails, recording=True) == 1
    assert record.run("texts", lambda: [], recording=False) == 0
    assert record.recorded() == {"coq": [{**row, "left": "theorems"}], "texts": [row]}
    assert "| a text | another | 0 to 3 bytes | reading | `0123456789ab` |" in record.page()


@pytest.mark.parametrize("whole", [False, True])
def test_all_compares_more_lengths(monkeypatch, whole):
    found = []
    for part in (designers, from_coq, rustcrypto):
        monkeypatch.setattr(part, "proofs", lambda lengths: found.append(lengths) or [])
    monkeypatch.setattr(Sources, "check", lambda *_: [])
    assert list(proving.proofs(whole)) == []
    bytes_, bits = (designers.ALL, from_coq.ALL) if whole else (designers.SHORT, from_coq.SHORT)
    assert found == [bytes_, bits, bytes_]
