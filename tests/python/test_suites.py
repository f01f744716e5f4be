# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The runners of public test suites, on small files of the same form, whose answers the specification computes.

The suites' own files are not here: users download them."""

import copy
import json
import re

import pytest

from asconkit import acvp, wycheproof
from rows import sample
from spec import modes, vector_files
from spec.algorithms import find
from spec.modes import BitString, first_bits

# ---- NIST's validation protocol -------------------------------------------------------------------------------

BITS = (0, 1, 7, 8, 65, 127, 128, 129, 1003)


def digits(data):
    return data.hex().upper()


def string(bits, start=0):
    return BitString(first_bits(sample(-(-bits // 8), start), bits), bits)


def output(data, bits):
    return digits(first_bits(data, bits))


def message(bits):
    return {"msg": digits(string(bits).data), "len": bits}


def hash_cases():
    for bits in BITS:
        yield message(bits), {"md": digits(modes.hash_digest(find("ascon-hash256"), string(bits)))}


def xof_cases():
    for bits in BITS:
        out = bits * 3 % 200
        result = modes.xof(find("ascon-xof128"), string(bits), -(-out // 8))
        yield {**message(bits), "outLen": out}, {"md": output(result, out)}


def cxof_cases():
    for bits in BITS:
        out, custom = bits * 3 % 200, string(bits * 5 % 2049, 7)
        result = modes.cxof(find("ascon-cxof128"), string(bits), custom, -(-out // 8))
        case = {**message(bits), "outLen": out, "cs": digits(custom.data), "csLen": custom.bits}
        yield case, {"md": output(result, out)}


def aead_case(bits, encrypts, masks, genuine):
    row = find("ascon-aead128-nonce-masked" if masks else "ascon-aead128")
    key, nonce, ad, tag_bits = sample(row.key, 3), sample(16, 5), string(bits // 2, 9), 32 + bits % 97
    ciphertext, tag = modes.aead_encrypt(row, key, nonce, ad, string(bits))
    sealed = {"ct": digits(ciphertext), "tag": output(tag, tag_bits)}
    opened = {"pt": digits(string(bits).data)}
    case = {"key": digits(key[:16]), "nonce": digits(nonce), "ad": digits(ad.data), "adLen": ad.bits,
            "payloadLen": bits, "tagLen": tag_bits}  # fmt: skip
    if masks:
        case["secondKey"] = digits(key[16:])
    if encrypts:
        return {**case, **opened}, {"tag": sealed["tag"], "ct": sealed["ct"]}
    if genuine:
        return {**case, **sealed}, {"testPassed": True, **opened}
    wrong = bytes([tag[0] ^ 1]) + tag[1:]
    return {**case, **sealed, "tag": output(wrong, tag_bits)}, {"testPassed": False}


def aead_groups():
    for encrypts in (True, False):
        for masks in (True, False):
            head = {"direction": "encrypt" if encrypts else "decrypt", "supportsNonceMasking": masks}
            yield head, [aead_case(bits, encrypts, masks, bits % 2 == 0) for bits in BITS]


MODES = {
    "Hash256": [({}, list(hash_cases()))],
    "XOF128": [({}, list(xof_cases()))],
    "CXOF128": [({}, list(cxof_cases()))],
    "AEAD128": list(aead_groups()),
}


def vector_set(mode):
    """A prompt, and the response to it."""
    head = {"vsId": 42, "algorithm": "Ascon", "mode": mode, "revision": "SP800-232", "isSample": True}
    prompts, responses, number = [], [], 0
    for group, (extra, cases) in enumerate(MODES[mode], 1):
        numbered = list(enumerate(cases, number + 1))
        number += len(cases)
        tests = [{"tcId": i, **case} for i, (case, _) in numbered]
        prompts.append({"tgId": group, "testType": "AFT", **extra, "tests": tests})
        responses.append({"tgId": group, "tests": [{"tcId": i, **result} for i, (_, result) in numbered]})
    return {**head, "testGroups": prompts}, {**head, "testGroups": responses}


@pytest.mark.parametrize("mode", MODES)
def test_every_case_is_answered(mode):
    prompt, response = vector_set(mode)
    answer = acvp.answer(prompt)
    assert (answer.response, answer.refused, answer.wrong) == (response, [], [])
    assert answer.answered == len(BITS) * len(MODES[mode])
    version = {"acvVersion": "1.0"}
    assert acvp.answer([version, prompt]).response == [version, response]


@pytest.mark.parametrize("mode", MODES)
def test_results_in_the_file_are_compared(mode):
    prompt, response = vector_set(mode)
    for group, answers in zip(prompt["testGroups"], response["testGroups"]):
        for case, results in zip(group["tests"], answers["tests"]):
            case.update(results, deferred=False)
    assert acvp.answer(prompt).wrong == []
    last = prompt["testGroups"][-1]["tests"][-1]
    name = "md" if "md" in last else "testPassed"
    last[name] = not last[name] if name == "testPassed" else "00" + last[name][2:]
    (wrong,) = acvp.answer(prompt).wrong
    assert f"tcId {last['tcId']}: " in wrong and "expected" in wrong


def test_names_of_the_draft():
    prompt, response = vector_set("CXOF128")
    names = {new: old for old, new in acvp.DRAFT_NAMES.items()}
    for group in prompt["testGroups"]:
        group["tests"] = [{names.get(name, name): value for name, value in case.items()} for case in group["tests"]]
    assert acvp.answer(prompt).response == response


def changed(mode, change):
    prompt = copy.deepcopy(vector_set(mode)[0])
    change(prompt, prompt["testGroups"][0], prompt["testGroups"][0]["tests"][0])
    return prompt


@pytest.mark.parametrize(("mode", "change", "message"), [
    ("Hash256", lambda s, g, c: s.update(mode="Hash128"), "'mode' is 'Hash128', expected 'AEAD128' or 'Hash256' or"),
    ("Hash256", lambda s, g, c: s.update(algorithm="AES"), "'algorithm' is 'AES', expected 'Ascon'"),
    ("Hash256", lambda s, g, c: s.update(revision="1.0"), "'revision' is '1.0', expected 'SP800-232'"),
    ("Hash256", lambda s, g, c: s.update(note="new"), "the vector set: the field 'note' is unknown"),
    ("Hash256", lambda s, g, c: s.pop("vsId"), "the field 'vsId' is missing"),
    ("Hash256", lambda s, g, c: g.update(testType="MCT"), "group 1: 'testType' is 'MCT', expected 'AFT'"),
    ("Hash256", lambda s, g, c: g.update(direction="encrypt"), "group 1: the field 'direction' is unknown"),
    ("AEAD128", lambda s, g, c: g.update(direction="both"), "'direction' is 'both', expected 'encrypt' or 'decrypt'"),
    ("AEAD128", lambda s, g, c: g.pop("supportsNonceMasking"), "group 1: the field 'supportsNonceMasking' is missing"),
    ("AEAD128", lambda s, g, c: c.pop("secondKey"), "group 1, case 1: the field 'secondKey' is missing"),
    ("Hash256", lambda s, g, c: c.update(outLen=8), "group 1, case 1: the field 'outLen' is unknown; expected "),
    ("Hash256", lambda s, g, c: c.update(msg="0G"), "'msg' is '0G', expected pairs of hexadecimal digits"),
    ("Hash256", lambda s, g, c: c.update(msg="0 0"), "'msg' is '0 0', expected pairs"),
    ("Hash256", lambda s, g, c: c.update(len="8"), "'len' is '8', expected a whole number"),
    ("Hash256", lambda s, g, c: c.update(len=True), "'len' is True, expected a whole number"),
    ("Hash256", lambda s, g, c: c.update(message=""), "a field is given by two names"),
    ("Hash256", lambda s, g, c: g["tests"].append(3), "case 10 is 3, expected an object"),
])  # fmt: skip
def test_what_the_format_does_not_have(mode, change, message):
    with pytest.raises(ValueError, match=message):
        acvp.answer(changed(mode, change))


@pytest.mark.parametrize(("mode", "change", "reason"), [
    ("Hash256", lambda s, g, c: c.update(len=3), "data must be 1 bytes for 3 bits, not 0"),
    ("CXOF128", lambda s, g, c: c.update(cs="00" * 257, csLen=2056), "customization must be at most 2048 bits"),
    ("XOF128", lambda s, g, c: c.update(outLen=65537), "outLen must be 0 to 65536 bits, not 65537"),
    ("CXOF128", lambda s, g, c: c.update(outLen=10**18), f"outLen must be 0 to 65536 bits, not {10**18}"),
    ("XOF128", lambda s, g, c: c.update(outLen=-8), "outLen must be 0 to 65536 bits, not -8"),
    ("Hash256", lambda s, g, c: c.update(len=10**19), f"bits must be 0 to {2**63 - 1}"),
    ("AEAD128", lambda s, g, c: c.update(tagLen=31), "tag_bits must be 32 to 128, not 31"),
    ("AEAD128", lambda s, g, c: c.update(secondKey=""), "secondKey must be 16 bytes, not 0"),
    ("AEAD128", lambda s, g, c: c.update(nonce="00"), "nonce must be 16 bytes, not 1"),
])  # fmt: skip
def test_refused_cases_are_counted_with_the_reason(mode, change, reason):
    answer = acvp.answer(changed(mode, change))
    assert answer.answered == len(BITS) * len(MODES[mode]) - 1
    (refused,) = answer.refused
    assert refused.startswith(f"group 1, tcId 1: {reason}")


def command(module, monkeypatch, capsys, *arguments):
    monkeypatch.setattr("sys.argv", ["command", *map(str, arguments)])
    status = module.main()
    return status, *capsys.readouterr()


def test_acvp_command(monkeypatch, capsys, tmp_path):
    prompt, response = vector_set("AEAD128")
    file, expected = tmp_path / "prompt.json", tmp_path / "expected.json"
    file.write_text(json.dumps(prompt))
    status, out, err = command(acvp, monkeypatch, capsys, file)
    assert status == 0 and json.loads(out) == response
    assert err == "asconkit-acvp: 36 cases answered, 0 refused, 0 wrong\n"
    expected.write_text(json.dumps(response).lower().replace("tcid", "tcId").replace("tgid", "tgId")
                        .replace("testgroups", "testGroups").replace("testpassed", "testPassed"))  # fmt: skip
    assert command(acvp, monkeypatch, capsys, file, "--expected", expected)[0] == 0
    response["testGroups"][3]["tests"].pop()
    response["testGroups"][0]["tests"][0]["tag"] = "00"
    expected.write_text(json.dumps(response))
    status, out, err = command(acvp, monkeypatch, capsys, file, "--expected", expected)
    assert status == 1 and out == "" and err.endswith("36 cases answered, 0 refused, 2 wrong\n")
    assert "tcId 1: {'tag':" in err and "tcId 36: " in err and "expected none" in err
    file.write_text('{"vsId": 1, "vsId": 2}')
    assert command(acvp, monkeypatch, capsys, file) == (
        2, "", f"asconkit-acvp: {file}: the field 'vsId' appears twice\n")  # fmt: skip
    status, out, err = command(acvp, monkeypatch, capsys, tmp_path / "none.json")
    assert (status, out) == (2, "") and "No such file" in err


@pytest.mark.parametrize(("expected", "message"), [
    ("[]", "the file is a list of 0, expected the version and a vector set"),
    ("3", "the response is 3, expected an object"),
    ("{}", "the response: 'testGroups' is None, expected a list"),
    ('{"testGroups": [3]}', "a group is 3, expected an object"),
    ('{"testGroups": [{"tests": [[]]}]}', r"a case is \[\], expected an object"),
    ('{"testGroups": [{"tests": [{"tcId": []}]}]}', r"a case: 'tcId' is \[\], expected a whole number"),
])  # fmt: skip
def test_an_expected_response_that_is_none(expected, message):
    with pytest.raises(ValueError, match=message):
        acvp.differences(vector_set("Hash256")[1], json.loads(expected))


@pytest.mark.parametrize("module", [acvp, wycheproof])
@pytest.mark.parametrize(("text", "message"), [
    *((opening * depth, "") for opening in ("[", '{"a":') for depth in (500, 900, 960, 980, 100_000)),
    ("[" * 900 + "]" * 900, "expected "), ("[" * 100_000 + "]" * 100_000, "arrays or objects are nested too deeply"),
    ('{"vsId": ' + 5001 * "9" + "}", "a number has 5,001 characters, expected at most 20"),
    ('{"vsId": -' + 5001 * "9" + "}", "a number has 5,002 characters, expected at most 20"),
    ('{"vsId": 1e999999999}', "expected"), ('{"vsId": NaN}', "expected"), ('"\xff"', "expected an object"),
])  # fmt: skip
def test_commands_refuse_hostile_files_in_one_line(module, text, message, monkeypatch, capsys, tmp_path):
    file = tmp_path / "file.json"
    file.write_text(text)
    status, out, err = command(module, monkeypatch, capsys, file)
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith(f"asconkit-{module.__name__[9:]}: {file}: ")
    assert message in err and len(err) < 500


# ---- Project Wycheproof -------------------------------------------------------------------------------------------

NAMES = {
    "ASCON-AEAD128": "ascon-aead128", "ASCON128": "ascon-128", "ASCON128A": "ascon-128a", "ASCON80PQ": "ascon-80pq",
}  # fmt: skip


def wycheproof_case(row, number, size):
    key, nonce, ad, text = sample(row.key, 3), sample(16, 5), sample(size // 2, 9), sample(size)
    ciphertext, tag = modes.aead_encrypt(row, key, nonce, ad, text)
    strings = {"key": key, "iv": nonce, "aad": ad, "msg": text, "ct": ciphertext, "tag": tag}
    case = {"tcId": number, "comment": f"{size} bytes", "flags": ["Pseudorandom"], "result": "valid"}
    return {**case, **{name: data.hex() for name, data in strings.items()}}


def invalid(case, number, name):
    data = bytearray.fromhex(case[name])
    data[-1] ^= 0x80
    return {**case, "tcId": number, "comment": f"changed {name}", "result": "invalid", name: data.hex()}


def wycheproof_file(algorithm="ASCON-AEAD128"):
    row = find(NAMES[algorithm])
    cases = [wycheproof_case(row, number, size) for number, size in enumerate((0, 1, 15, 16, 17, 40), 1)]
    cases += [invalid(cases[5], 7 + i, name) for i, name in enumerate(("tag", "ct", "aad", "iv", "key"))]
    group = {"type": "AeadTest", "source": {"name": "test", "version": "1"}, "ivSize": 128, "keySize": 8 * row.key,
             "tagSize": 128, "tests": cases}  # fmt: skip
    return {"algorithm": algorithm, "schema": "aead_test_schema_v1.json", "numberOfTests": len(cases), "header": [],
            "notes": {"Pseudorandom": {}}, "testGroups": [group]}  # fmt: skip


@pytest.mark.parametrize("algorithm", NAMES)
def test_wycheproof_cases(algorithm):
    outcome = wycheproof.run(wycheproof_file(algorithm))
    assert outcome.counts == {"valid": 6, "invalid": 5} and outcome.failed == []


def with_case(change, position=0):
    file = wycheproof_file()
    change(file, file["testGroups"][0], file["testGroups"][0]["tests"][position])
    return file


@pytest.mark.parametrize(("change", "position", "message"), [
    (lambda f, g, c: c.update(result="invalid"), 0, r"tcId 1 \(invalid, '0 bytes'\): it was decrypted"),
    (lambda f, g, c: c.update(result="valid"), 6, r"tcId 7 \(valid, 'changed tag'\): decryption: the tag does"),
    (lambda f, g, c: c.update(msg="00"), 0, "decrypted to , expected 00"),
    (lambda f, g, c: c.update(result="acceptable", msg="00"), 0, "decrypted to , expected 00"),
])  # fmt: skip
def test_wycheproof_finds(change, position, message):
    (failure,) = wycheproof.run(with_case(change, position)).failed
    assert re.search(message, failure), failure


def test_wycheproof_parameters_that_no_library_has():
    """An invalid case may have sizes that the algorithm does not have, which are refused; so may an acceptable one."""
    for result in ("invalid", "acceptable"):
        outcome = wycheproof.run(with_case(lambda f, g, c: c.update(result=result, iv="00", tag="00")))
        assert outcome.failed == [] and outcome.counts[result] >= 1


@pytest.mark.parametrize(("change", "message"), [
    (lambda f, g, c: f.update(algorithm="AES-GCM"), "'algorithm' is 'AES-GCM', expected 'ASCON-AEAD128' or"),
    (lambda f, g, c: f.update(schema="mac_test_schema.json"), "'schema' is 'mac_test_schema.json', expected"),
    (lambda f, g, c: f.update(numberOfTests=12), "the file has 11 cases, numberOfTests says 12"),
    (lambda f, g, c: f.update(more=1), "the file: the field 'more' is unknown"),
    (lambda f, g, c: g.update(type="MacTest"), "group 1: 'type' is 'MacTest', expected 'AeadTest'"),
    (lambda f, g, c: g.update(ivSize=96), "'iv' has 128 bits, 'ivSize' is 96"),
    (lambda f, g, c: c.update(result="perhaps"), "'result' is 'perhaps', expected 'valid' or 'invalid' or "),
    (lambda f, g, c: c.pop("aad"), "group 1, case 1: the field 'aad' is missing"),
    (lambda f, g, c: c.update(key="0"), "'key' is '0', expected pairs of hexadecimal digits"),
])  # fmt: skip
def test_wycheproof_format(change, message):
    with pytest.raises(ValueError, match=message):
        wycheproof.run(with_case(change))


def test_wycheproof_command(monkeypatch, capsys, tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(wycheproof_file()))
    bad.write_text(json.dumps(with_case(lambda f, g, c: c.update(msg="00"))))
    assert command(wycheproof, monkeypatch, capsys, good) == (
        0, f"{good}: 11 cases (5 invalid, 6 valid), 0 failed\n", "")  # fmt: skip
    status, out, err = command(wycheproof, monkeypatch, capsys, good, bad)
    assert status == 1 and out.endswith("1 failed\n") and err.startswith(f"{bad}: tcId 1 (valid, ")
    bad.write_text("{")
    status, out, err = command(wycheproof, monkeypatch, capsys, bad)
    assert status == 2 and err.startswith(f"asconkit-wycheproof: {bad}: ")


# ---- The project's own vectors ----------------------------------------------------------------------------------

@pytest.mark.parametrize("mode", MODES)
def test_vectors_of_the_protocol(mode):
    answer = acvp.answer(json.loads(vector_files.text(f"acvp/{mode.lower()}")))
    assert answer.answered >= 7
    assert (answer.refused, answer.wrong) == ([], [])


@pytest.mark.parametrize("name", ["ascon_aead128", "ascon_128", "ascon_128a", "ascon_80pq"])
def test_vectors_of_wycheproof(name):
    outcome = wycheproof.run(json.loads(vector_files.text(f"wycheproof/{name}_test")))
    assert outcome.failed == []
    assert outcome.counts["valid"] >= 10 and outcome.counts["invalid"] >= 5
