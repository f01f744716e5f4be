"""The specification in Coq: its theorems hold, rest on nothing, and do not hold of a changed specification.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re

import pytest
from builds import ROOT, SHORT_RUN
from coq import answers, checking
from coq.checking import CLOSED, FILES, Refused, Sources, statements

# Changes of Ascon.v, and the file that Coq must refuse then: known answers, or theorems where no answer would show it.
# The first two are tried in every run.
PLANTED = {
    "associated data is not separated": ("(zeros 319 ++ [one])", "(zeros 320)", "Known"),
    "every truncated tag is accepted": ("tag (firstn (length tag) right)", "tag tag", "Modes"),
    "the S-box has another term": ("x3 * x2 + x3 * x1 + x3", "x3 * x2 + x3 * x0 + x3", "Permutation"),
    "another rotation": ("sigma 19 28 x0", "sigma 18 28 x0", "Known"),
    "the key at another place": ("(zeros 128 ++ key ++ zeros 64)", "(zeros 64 ++ key ++ zeros 128)", "Known"),
    "one round less": ("(skipn (16 - rounds) constants)", "(skipn (17 - rounds) constants)", "Known"),
    "padding without its bit 1": ("x ++ one :: zeros (rate - 1", "x ++ zero :: zeros (rate - 1", "Blocks"),
    "decryption goes on with plaintext": ("(p 8 (block ++ ", "(p 8 (xor (firstn 128 s) block ++ ", "Modes"),
    "customization without its length": ("integer 64 (N.of_nat (length customization)) ::", "zeros 64 ::", "Modes"),
}
# Changes of a file that Coq must then refuse
CHANGES = {
    "an output is given again": ("Pieces", "(c, skipn (length buffer) output)", "(c, output)"),
    "empty data is padded": ("Pieces", "match piece with [] => some | _ => true end", "true"),
    "the first piece alone is data": ("Pieces", "match piece with [] => some | _ => true end", "some"),
    "a rest is lost": ("Pieces", "crypt s (buffer ++ piece) in", "crypt s piece in"),
    "a rest is lost, in all rows": ("Family", "parse (rate r) (buffer ++ piece)", "parse (rate r) piece"),
    "decryption goes on with plaintext": ("Family", "(block ++ skipn (rate r) s), xor", "(add (rate r) s block), xor"),
    "an output begins again": ("Family", "(Nat.iter count (permute r (rounds r)) s, skipn", "(s, skipn"),
    "PrfShort without its length": ("Family", "(N.of_nat (length message) * 2 ^ 48)", "(2 ^ 48)"),
    "nonces without the mark": ("Stream", "integer 8 (if last then 1 else 0)", "zeros 8"),
    "nonces with 31 bits of the index": ("Stream", "64 (N.of_nat index) ++", "31 (N.of_nat index) ++ zeros 33 ++"),
    "no chunk is marked as the last": ("Stream", "match following with [] => true", "match following with [] => false"),
    "a forged chunk is skipped": ("Stream", "| None => ([], false)", "| None => open_chunks parts"),
    "a forged chunk ends the text": ("Stream", "| None => ([], false)", "| None => ([], true)"),
    "a sender keeps its secret": ("Stream", "encrypt_masked (secret_of (fst at_))", "encrypt_masked secret"),
    "a new secret has no mask": ("Stream", "256 purpose", "128 purpose"),
    "a lane's end is passed by": ("Batch", "then min count next else next", "then next else next"),
    "a lane ends a turn late": ("Batch", "if done <? count", "if S done <? count"),
    "lanes end with the shortest": ("Batch", "if done =? list_max", "if done =? fold_right min (list_max counts)"),
    "an ended lane is not set aside": ("Batch", "state l) (state l) (blocks l)", "state l) (kept l) (blocks l)"),
    "an ended lane writes": ("Batch", "if goes_on then written l ++ [out] else written l", "written l ++ [out]"),
    "empty data is padded in lanes": ("Batch", "if is_empty (data m) then before else", ""),
    "a forgery clears all texts": ("Batch", "accepted op m (text, computed)) lanes", "(false, zeros 1)) lanes"),
    "answers stay in order": ("Batch", "combine numbers (answers op", "combine (seq 0 (length numbers)) (answers op"),
    "a text has an empty last chunk": ("Stream", "| ((_ :: _) as blocks, []) => blocks\n", ""),
}
TRIED = {name: each for name, each in list(PLANTED.items())[: 2 if SHORT_RUN else None]}


@pytest.fixture(scope="module")
def checked():
    sources = Sources()
    assert list(sources.check()) == list(FILES)
    return sources


def test_theorems_rest_on_definitions_alone(checked):
    assert len(statements()) > 35
    assert checked.assumptions() == CLOSED


@pytest.mark.parametrize("proof", ["Admitted.", "Proof. exact assumed. Qed."])
def test_an_axiom_is_found(checked, proof):
    text = f"Axiom assumed : False.\nTheorem wrong : False.\n{proof}\nPrint Assumptions wrong.\n"
    assert CLOSED not in checked.compile("Wrong", text)


@pytest.mark.parametrize("before, after, name", TRIED.values(), ids=TRIED)
def test_a_changed_specification_is_refused(tmp_path, before, after, name):
    sources = Sources(tmp_path, {"Ascon": (before, after)})
    for each in sources.needed(name)[:-1]:  # their statements alone
        sources.compile(each, sources.text(each), "-vos")
    with pytest.raises(Refused, match=f"{name}.v"):
        sources.compile(name, sources.text(name), "-vok")


@pytest.mark.parametrize("name, before, after", CHANGES.values(), ids=CHANGES)
def test_a_changed_file_is_refused(checked, name, before, after):
    with pytest.raises(Refused, match="Wrong.v"):
        checked.compile("Wrong", Sources(changes={name: (before, after)}).text(name))


def test_only_what_has_changed_is_checked_again(tmp_path, monkeypatch):
    compiled = []
    monkeypatch.setattr(Sources, "compile", lambda _self, name, _text: compiled.append(name))
    first, changed = Sources(tmp_path), Sources(tmp_path, {"Permutation": ("Lemma", "(* changed *) Lemma")})
    expected = (
        (first, ("Link",), ["Ascon", "Link"]),
        (first, FILES, [name for name in FILES if name not in ("Ascon", "Link")]),
        (first, ("Ascon", "Permutation", "Modes"), []),  # a shorter list makes nothing new
        (first, FILES, []),
        (changed, ("Permutation",), ["Permutation"]),
        (first, FILES, [name for name in FILES if "Permutation" in first.needed(name)]),
    )
    for sources, names, wanted in expected:
        compiled.clear()
        list(sources.check(names))
        assert compiled == wanted


def test_runs_at_once_have_files_of_their_own(tmp_path, monkeypatch):
    sources = Sources(tmp_path)

    def coqc(folder, _program, *words):
        other = sources.compile("Answers", "other") if is_first.pop() else ""
        return (folder / words[-1]).read_text() + other

    is_first = [False, True]
    monkeypatch.setattr(checking, "called", coqc)
    assert sources.compile("Answers", "one, ") == "one, other"


def test_known_answers_are_examples(checked):
    examples = list(answers.examples(400, ("ascon-aead128", "ascon-cxof128")))
    examples += answers.examples(600, ("ascon-80pq", "ascon-hasha", "ascon-maca", "ascon-prf-v13"))
    examples += answers.examples(9, ("ascon-prfshort", "ascon-prfshort-v13"))
    assert len(examples) == 6 + 8 + 4
    checked.compile("Answers", answers.HEAD + "".join(examples))
    checked.compile("Answers", answers.HEAD + "".join(answers.streams()))
    rekeyed = next(each for each in answers.streams() if "(every 3)" in each)
    with pytest.raises(Refused, match="Answers.v"):
        checked.compile("Answers", answers.HEAD + rekeyed.replace("(every 3)", "(every 0)"))
    with pytest.raises(Refused, match="Answers.v"):
        checked.compile("Answers", answers.HEAD + re.sub('hex "..', 'hex "3A', examples[1]))


def test_the_page_names_the_theorems():
    page = (ROOT / "proofs/coq/README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", page.partition("## What is proved")[2].partition("\n## ")[0]))
    assert named - {"parse"} <= set(statements()) and len(named) > 20
