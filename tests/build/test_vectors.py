"""The vectors for other implementations on the library, with every backend of this processor: the files as
`python3 -m spec vectors` writes them, and by calls that take an algorithm as an argument."""

import ctypes
import json

import pytest
from library_models import BYTES, ERR_RANGE, ERR_TAG, LIBRARY, MODELS, OK, SIZE

from spec import vector_files
from spec.algorithms import ALGORITHMS, Kind
from spec.construction_suites import SUITES, read

OF_CONSTRUCTIONS = {suite.file: suite for suite in SUITES}
OF_ALGORITHMS = sorted(set(vector_files.DOCUMENTS) - set(OF_CONSTRUCTIONS))
WYCHEPROOF = [name for name in OF_ALGORITHMS if name.startswith("wycheproof/")]
ACVP = [name for name in OF_ALGORITHMS if name.startswith("acvp/")]
ENCRYPT, DECRYPT, COMPUTE, VERIFY = range(4)


class Message(ctypes.Structure):
    """ascon_message."""

    _fields_ = [
        ("out", ctypes.c_void_p), ("in_", BYTES), ("length", SIZE), ("tag", ctypes.c_void_p), ("tag_length", SIZE),
        ("ad", BYTES), ("ad_length", SIZE), ("nonce", BYTES), ("key", BYTES), ("out_length", SIZE),
        ("result", ctypes.c_int),
    ]  # fmt: skip


def backends() -> list[str]:
    names = []
    while name := LIBRARY.ascon_backend_at(len(names)):
        names.append(name)
    return [name.decode() for name in names if LIBRARY.ascon_backend_available(name)]


def test_there_are_several_backends():
    assert len(backends()) >= 2


@pytest.fixture(params=backends())
def backend(request):
    assert LIBRARY.ascon_backend_force(request.param.encode()) == OK
    yield request.param
    LIBRARY.ascon_backend_force(None)


def algorithm(name: str):
    """An algorithm of the table, and its row."""
    (row,) = [row for row in ALGORITHMS if row.name.replace("-", "_") == name]
    return row, ctypes.c_void_p(LIBRARY.ascon_any_find(row.name.encode()))


def run(found, operation: int, **fields) -> tuple[int, bytes, bytes]:
    """The result, the output and the tag of one message."""
    out = ctypes.create_string_buffer(fields.pop("size") or 1)
    tag = ctypes.create_string_buffer(fields.pop("tag", b"") or bytes(16), 16)
    message = Message(out=ctypes.addressof(out), tag=ctypes.addressof(tag), **fields)
    return LIBRARY.ascon_any_run(found, operation, ctypes.byref(message)), out.raw, tag.raw


def passes(row, found, case: dict) -> bool:
    given = {name: bytes.fromhex(case[name]) for name in case if isinstance(case[name], str) and name not in
             ("comment", "result")}
    common = {"key": given.get("key"), "in_": given["msg"], "length": len(given["msg"])}
    valid = case["result"] == "valid"
    if row.kind is Kind.AEAD:
        common.update(nonce=given["iv"], ad=given["aad"], ad_length=len(given["aad"]), tag_length=len(given["tag"]))
        size = len(given["ct"])
        opened, text, _ = run(found, DECRYPT, **{**common, "in_": given["ct"]}, tag=given["tag"], size=size)
        if not valid:
            return opened in (ERR_TAG, ERR_RANGE) and text[:size] == bytes(size)
        sealed, ciphertext, tag = run(found, ENCRYPT, **common, size=size)
        made = (ciphertext[:size], tag[: len(given["tag"])], text[:size])
        return sealed == opened == OK and made == (given["ct"], given["tag"], given["msg"])
    if row.kind is Kind.MAC:
        verified, *_ = run(found, VERIFY, **common, tag=given["tag"], size=0)
        computed, _, tag = run(found, COMPUTE, **common, size=0)
        return computed == OK and (verified == OK) == valid == (tag == given["tag"])
    wanted = given.get("md", given.get("out"))
    custom = given.get("customization")
    result, out, _ = run(found, COMPUTE, **common, ad=custom, ad_length=len(custom or b""), out_length=len(wanted),
                         size=len(wanted))
    return result == OK and out[: len(wanted)] == wanted


@pytest.mark.parametrize("name", WYCHEPROOF)
def test_files_of_wycheproof(name, backend):
    document = json.loads(vector_files.text(name))
    row, found = algorithm(name.removeprefix("wycheproof/").removesuffix("_test"))
    cases = [case for group in document["testGroups"] for case in group["tests"]]
    assert len(cases) == document["numberOfTests"] >= 5
    assert {flag for case in cases for flag in case["flags"]} == set(document["notes"])
    assert [case["tcId"] for case in cases if not passes(row, found, case)] == []


def test_a_wrong_vector_fails(backend):
    """Each string of each vector of one file, changed in its first bit."""
    row, found = algorithm("ascon_aead128")
    groups = json.loads(vector_files.text("wycheproof/ascon_aead128_test"))["testGroups"]
    cases = [case for group in groups for case in group["tests"] if case["result"] == "valid"]
    for case in cases:
        for name in filter(case.get, ("key", "iv", "aad", "msg", "ct", "tag")):
            changed = f"{int(case[name][:2], 16) ^ 0x80:02x}{case[name][2:]}"
            assert not passes(row, found, {**case, name: changed}), (case["tcId"], name)


# ---- Strings of bits: the forms of NIST's protocol --------------------------------------------------------


def answered(mode: str, case: dict, group: dict) -> dict:
    """The results of a case, by the library."""
    given = {name: bytes.fromhex(case[name]) for name in case if isinstance(case[name], str)}
    masks = group.get("supportsNonceMasking")
    names = {"AEAD128": f"ascon_aead128{'_nonce_masked' if masks else ''}"}
    _, found = algorithm(names.get(mode, f"ascon_{mode.lower()}"))
    if mode != "AEAD128":
        bits = case.get("outLen", 256)
        out = ctypes.create_string_buffer(-(-bits // 8))
        result = LIBRARY.ascon_bits_sponge(found, out, SIZE(bits), given["msg"], SIZE(case["len"]), given.get("cs"),
                                           SIZE(case.get("csLen", 0)))
        return {"result": result, "md": out.raw.hex().upper()}
    bits = case["payloadLen"]
    text = ctypes.create_string_buffer(-(-bits // 8))
    key = given["key"] + given.get("secondKey", b"")
    rest = (given["ad"], SIZE(case["adLen"]), given["nonce"], key)
    if group["direction"] == "decrypt":
        result = LIBRARY.ascon_bits_aead_decrypt(found, text, given["ct"], SIZE(bits), given["tag"],
                                                 SIZE(case["tagLen"]), *rest)
        return {"result": result, "pt": text.raw.hex().upper()}
    tag = ctypes.create_string_buffer(-(-case["tagLen"] // 8))
    result = LIBRARY.ascon_bits_aead_encrypt(found, text, tag, SIZE(case["tagLen"]), given["pt"], SIZE(bits), *rest)
    return {"result": result, "ct": text.raw.hex().upper(), "tag": tag.raw.hex().upper()}


@pytest.mark.parametrize("file", ACVP)
def test_files_of_the_protocol(file, backend):
    document = json.loads(vector_files.text(file))
    pairs = [(group, case) for group in document["testGroups"] for case in group["tests"]]
    for group, case in pairs:
        found = answered(document["mode"], case, group)
        assert found == {**{name: case[name] for name in found if name != "result"}, "result": OK}, case["tcId"]
    assert len(pairs) >= 7
    longest = max(pairs, key=lambda pair: len(json.dumps(pair[1])))
    name = "pt" if "pt" in longest[1] else "msg"
    changed = {**longest[1], name: "00" * (len(longest[1][name]) // 2)}
    if longest[0].get("direction") != "decrypt":
        found = answered(document["mode"], changed, longest[0])
        assert found.get("md", found.get("ct")) != changed.get("md", changed.get("ct"))


# ---- Constructions ------------------------------------------------------------------------------------------


@pytest.fixture(params=OF_CONSTRUCTIONS)
def construction(request):
    """What passes a vector on the library, and all vectors: their fields, and whether each is valid."""
    suite, document = OF_CONSTRUCTIONS[request.param], json.loads(vector_files.text(request.param))
    tests = [{**group, **test} for group in document["testGroups"] for test in group["tests"]]
    assert {flag for test in tests for flag in test.get("flags", ())} == set(document.get("notes", ()))
    vectors = [(read(test), test.get("result", "valid") == "valid") for test in tests]
    assert len(vectors) == document.get("numberOfTests", len(vectors)) >= 4
    return lambda fields, valid: suite.passes(MODELS[suite.module], fields, valid), vectors


def test_files_of_constructions(construction, backend):
    passed, vectors = construction
    assert [fields["tcId"] for fields, valid in vectors if not passed(fields, valid)] == []


def with_wrong_bits(fields: dict, path: tuple = ()):
    """The vector with each of its strings wrong in the first bit, and where that is; not in what is to be refused."""
    if isinstance(fields, dict) and fields.get("result") == "invalid":
        return
    for name, value in fields.items() if isinstance(fields, dict) else enumerate(fields):
        if isinstance(value, bytes) and value:
            yield replaced(fields, name, bytes([value[0] ^ 0x80]) + value[1:]), (*path, name)
        elif isinstance(value, (dict, list)):
            for changed, where in with_wrong_bits(value, (*path, name)):
                yield replaced(fields, name, changed), where


def replaced(fields, name, value):
    return {**fields, name: value} if isinstance(fields, dict) else [*fields[:name], value, *fields[name + 1 :]]


def test_a_wrong_vector_of_a_construction_fails(construction):
    """Or it would be no test of the library. So does one with the other result."""
    passed, vectors = construction
    for fields, valid in vectors:
        for changed, where in with_wrong_bits(fields) if valid else ():
            assert not passed(changed, valid), (fields["tcId"], where)
        assert not passed(fields, not valid), fields["tcId"]
