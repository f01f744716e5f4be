"""Tests of the specification itself: published digests, other formulations, rejected inputs, traces."""

import hashlib
import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from spec.__main__ import main
from spec.algorithms import ALGORITHMS, SP800_232, Kind, find
from spec.kat import arguments, first_difference, generate, vectors
from spec.modes import (
    InvalidTag, aead_decrypt, aead_encrypt, compute, cxof, hash_digest, initial_state, mac, prf, prfshort, xof,
)  # fmt: skip
from spec.permutation import ROUND_CONSTANTS, permute
from spec.trace import tracer


def rows(*kinds):
    chosen = [row for row in ALGORITHMS if row.kind in kinds or not kinds]
    return pytest.mark.parametrize("row", chosen, ids=lambda row: row.name)


def sample(size, seed=1):
    return random.Random(seed).getrandbits(8 * size + 8).to_bytes(size + 1, "big")[:size]


def aead_inputs(row, size=21):
    return sample(row.key, 2), sample(16, 3), sample(9, 4), sample(size, 5)


def flip(data, bit):
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def words_of(line):
    return [int(word, 16) for word in line[11:].split()]


# Permutation


SBOX = bytes.fromhex("040b1f141a1509021b0508121d03061c1e13070e000d1118100c0119160a0f17")
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))


def permute_by_columns(state, rounds):
    """Bit by bit: lists of 64 bits, bit 0 the least significant; x0 is the S-box's highest bit."""
    lanes = [[word >> bit & 1 for bit in range(64)] for word in state]
    for i in range(16 - rounds, 16):
        constant = (19 - i) % 16 << 4 | (i - 4) % 16
        lanes[2] = [value ^ (constant >> bit & 1) for bit, value in enumerate(lanes[2])]
        columns = [SBOX[int("".join(map(str, column)), 2)] for column in zip(*lanes)]
        lanes = [[column >> 4 - lane & 1 for column in columns] for lane in range(5)]
        lanes = [
            [lane[bit] ^ lane[(bit + left) % 64] ^ lane[(bit + right) % 64] for bit in range(64)]
            for lane, (left, right) in zip(lanes, ROTATIONS)
        ]
    return [sum(value << bit for bit, value in enumerate(lane)) for lane in lanes]


@pytest.mark.parametrize("rounds", range(1, 17))
def test_permutation_equals_columns(rounds):
    chance = random.Random(rounds)
    state = [chance.getrandbits(64) for _ in range(5)]
    before = list(state)
    assert permute(state, rounds) == permute_by_columns(state, rounds)
    assert state == before


@pytest.mark.parametrize("rounds", [-1, 0, 17])
def test_permutation_refuses_rounds(rounds):
    with pytest.raises(ValueError, match=f"{rounds} rounds, expected 1 to 16"):
        permute([0] * 5, rounds)


def test_fewer_rounds_are_the_last_ones():
    labels = []
    permute([0] * 5, 6, lambda label, _words: labels.append(label))
    assert labels == [f"round {constant:02x}" for constant in ROUND_CONSTANTS[10:]]


# Algorithms


@rows()
def test_known_answers(row):
    if not row.kat:
        pytest.skip("none published")
    text = "".join(generate(row))
    assert hashlib.sha256(text.encode()).hexdigest() == row.kat


def test_initial_state_is_as_published():
    """SP 800-232 Appendix A prints the precomputed words."""
    assert initial_state(find("ascon-hash256")) == [
        0x9B1E5494E934D681,
        0x4BC3A01E333751D2,
        0xAE65396C6B34B81A,
        0x3C7FD4A4D56A4DB3,
        0x1A5C464906C5976D,
    ]


@rows(Kind.AEAD)
@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 15, 16, 17, 32, 40])
def test_decrypt_inverts_encrypt(row, size):
    key, nonce, ad, plaintext = aead_inputs(row, size)
    ciphertext, tag = aead_encrypt(row, key, nonce, ad, plaintext)
    assert (len(ciphertext), len(tag)) == (size, 16)
    assert aead_decrypt(row, key, nonce, ad, ciphertext, tag) == plaintext


@rows(Kind.AEAD)
@pytest.mark.parametrize("changed", range(5), ids=["key", "nonce", "ad", "ciphertext", "tag"])
def test_tampering_is_rejected(row, changed):
    key, nonce, ad, plaintext = aead_inputs(row)
    inputs = [key, nonce, ad, *aead_encrypt(row, key, nonce, ad, plaintext)]
    for bit in range(8 * len(inputs[changed])):
        wrong = list(inputs)
        wrong[changed] = flip(inputs[changed], bit)
        with pytest.raises(InvalidTag):
            aead_decrypt(row, *wrong)


@rows(Kind.AEAD)
def test_tags_are_truncated(row):
    inputs = aead_inputs(row)
    key, nonce, ad, plaintext = inputs
    ciphertext, tag = aead_encrypt(row, *inputs)
    for size in range(row.min_tag, 17):
        assert aead_encrypt(row, *inputs, tag_bytes=size) == (ciphertext, tag[:size])
        assert aead_decrypt(row, key, nonce, ad, ciphertext, tag[:size]) == plaintext
        with pytest.raises(InvalidTag):
            aead_decrypt(row, key, nonce, ad, ciphertext, flip(tag[:size], 8 * size - 1))


def test_nonce_masking_is_an_xor():
    masked, plain = find("ascon-aead128-nonce-masked"), find("ascon-aead128")
    key, nonce, ad, plaintext = aead_inputs(masked)
    seen = bytes(a ^ b for a, b in zip(nonce, key[16:]))
    sealed = aead_encrypt(plain, key[:16], seen, ad, plaintext)
    assert aead_encrypt(masked, key, nonce, ad, plaintext) == sealed
    assert aead_decrypt(masked, key, nonce, ad, *sealed) == plaintext


@rows(Kind.XOF, Kind.CXOF, Kind.PRF, Kind.PRFSHORT)
def test_shorter_outputs_are_prefixes(row):
    inputs = arguments(row, next(vectors(row)))
    longest = row.output or 70
    output = compute(row, {**inputs, "output_bytes": longest})
    for size in range(longest):
        assert compute(row, {**inputs, "output_bytes": size}) == output[:size]


def test_customization_separates():
    row = find("ascon-cxof128")
    outputs = {cxof(row, message, label, 16) for message, label in ((b"ab", b""), (b"b", b"a"), (b"", b"ab"))}
    assert len(outputs) == 3
    assert len(cxof(row, b"", bytes(256), 1)) == 1


# Sizes


@rows(Kind.AEAD)
def test_aead_sizes(row):
    key, nonce, tag = bytes(row.key), bytes(16), bytes(16)
    too_short = row.min_tag - 1
    cases = [
        (key[1:], nonce, tag, f"key of {row.key - 1} bytes, expected {row.key}"),
        (key + b"\0", nonce, tag, f"key of {row.key + 1} bytes, expected {row.key}"),
        (key, nonce[1:], tag, "nonce of 15 bytes, expected 16"),
        (key, nonce, tag[:too_short], f"tag of {too_short} bytes, expected {row.min_tag}"),
        (key, nonce, tag + b"\0", f"tag of 17 bytes, expected {row.min_tag}"),
        (key, nonce, b"", f"tag of 0 bytes, expected {row.min_tag}"),
    ]
    for case_key, case_nonce, case_tag, message in cases:
        with pytest.raises(ValueError, match=message):
            aead_encrypt(row, case_key, case_nonce, b"", b"", tag_bytes=len(case_tag))
        with pytest.raises(ValueError, match=message):
            aead_decrypt(row, case_key, case_nonce, b"", b"", case_tag)


SIZE_ERRORS = [
    ("ascon-xof128", xof, (b"", -1), "output of -1 bytes, expected 0 or more"),
    ("ascon-cxof128", cxof, (b"", bytes(257), 1), "customization of 257 bytes, expected 0 to 256"),
    ("ascon-cxof128", cxof, (b"", b"", -1), "output of -1 bytes, expected 0 or more"),
    ("ascon-mac", mac, (bytes(15), b""), "key of 15 bytes, expected 16"),
    ("ascon-prf", prf, (bytes(17), b"", 1), "key of 17 bytes, expected 16"),
    ("ascon-prf", prf, (bytes(16), b"", -1), "output of -1 bytes, expected 0 or more"),
    ("ascon-prfshort", prfshort, (b"", b"", 16), "key of 0 bytes, expected 16"),
    ("ascon-prfshort", prfshort, (bytes(16), bytes(17), 16), "message of 17 bytes, expected 0 to 16"),
    ("ascon-prfshort", prfshort, (bytes(16), b"", 17), "output of 17 bytes, expected 0 to 16"),
    ("ascon-xof128", hash_digest, (b"",), "kind xof, expected hash"),
    ("ascon-128", initial_state, (), "kind aead, expected hash or xof or cxof"),
]


@pytest.mark.parametrize("name, function, inputs, message", SIZE_ERRORS)
def test_size_errors(name, function, inputs, message):
    with pytest.raises(ValueError, match=f"^{name}: {message}$"):
        function(find(name), *inputs)


# Traces


def traced(row, inputs):
    lines = []
    return compute(row, inputs, tracer(lines.append)), lines


@rows()
def test_trace_ends_where_the_result_comes_from(row):
    inputs = arguments(row, list(vectors(row))[-1])
    result, lines = traced(row, inputs)
    assert result == compute(row, inputs)
    state = b"".join(word.to_bytes(8, row.convention.byteorder) for word in words_of(lines[-1]))
    keyed_end = row.kind in (Kind.AEAD, Kind.PRFSHORT)
    last = result[-16:] if keyed_end else result[-row.squeeze :]
    assert last == (state[24:] if keyed_end else state[: row.squeeze])


@rows()
def test_traced_rounds_follow_each_other(row):
    _result, lines = traced(row, arguments(row, next(vectors(row))))
    before = None
    for line in lines:
        if line.startswith("round "):
            rounds = 16 - ROUND_CONSTANTS.index(int(line[6:8], 16))
            after = words_of(line)
            assert permute(before, rounds) == (permute(after, rounds - 1) if rounds > 1 else after)
        before = words_of(line)


def steps(row, **inputs):
    """The labels of a trace, rounds as their number."""
    first = arguments(row, next(vectors(row)))
    steps, rounds = [], 0
    for line in traced(row, {**first, **inputs})[1]:
        label = line[:10].rstrip()
        if label.startswith("round"):
            rounds += 1
            continue
        steps += [rounds] * bool(rounds) + [label]
        rounds = 0
    return steps + [rounds] * bool(rounds)


def test_steps_of_aead():
    expected = ["init", 12, "key", "absorb", "pad", 8, "separate", "encrypt", 8, "pad", "key", 12, "key"]
    assert steps(find("ascon-aead128"), ad=bytes(1), message=bytes(16)) == expected
    expected = ["init", 12, "key", "absorb", 6, "pad", 6, "separate", "encrypt", "pad", "key", 12, "key"]
    assert steps(find("ascon-80pq"), ad=bytes(8), message=bytes(7)) == expected
    assert steps(find("ascon-128")) == ["init", 12, "key", "separate", "pad", "key", 12, "key"]


def test_steps_of_hash_and_xof():
    assert steps(find("ascon-hasha"), message=bytes(9)) == ["init", 12, "absorb", 8, "absorb", "pad", 36]
    assert steps(find("ascon-xof128"), output_bytes=9) == ["init", 12, "pad", 24]
    expected = ["init", 12, "absorb", 12, "absorb", "pad", 12, "absorb", 12, "pad", 12]
    assert steps(find("ascon-cxof128"), customization=bytes(1), message=bytes(8), output_bytes=8) == expected


def test_steps_of_mac_and_prf():
    expected = ["init", 12, "absorb", 8, "pad", "separate", 12]
    assert steps(find("ascon-maca"), message=bytes(40)) == expected
    assert steps(find("ascon-prfshort"), message=bytes(3)) == ["init", 12, "key"]


def test_decryption_passes_the_same_states():
    for row in ALGORITHMS:
        if row.kind is not Kind.AEAD:
            continue
        key, nonce, ad, plaintext = aead_inputs(row)
        there, back = [], []
        ciphertext, tag = aead_encrypt(row, key, nonce, ad, plaintext, trace=tracer(there.append))
        aead_decrypt(row, key, nonce, ad, ciphertext, tag, trace=tracer(back.append))
        assert [line.replace("encrypt", "decrypt") for line in there] == back


# Known-answer texts


def test_first_difference():
    row = find("ascon-prfshort")
    text = "".join(generate(row))
    assert first_difference(row, text) is None
    wrong_tag = text.replace("Tag = 5006EB", "Tag = 5006EC")
    assert first_difference(row, wrong_tag).startswith("Count = 1, Tag: 'Tag = 5006EC")
    wrong_input = text.replace("Msg = 000102\n", "Msg = 000103\n")
    assert first_difference(row, wrong_input) == "Count = 4, Msg: 'Msg = 000103\\n', expected 'Msg = 000102\\n'"
    short = "".join(list(generate(row))[:5])
    assert first_difference(row, short).startswith("Count = 6, Count: the text ends")
    assert first_difference(row, text + "more").startswith("after Count = 17: 'more'")
    assert first_difference(row, text.replace("\n", "\r\n")).startswith("Count = 1, Count: 'Count = 1\\r\\n'")
    assert first_difference(row, text[:-1]).startswith("Count = 17, empty line: the text ends")


# Command


def run(capsys, *arguments):
    """Exit status, stdout and stderr of `python -m spec`."""
    try:
        status = main(list(arguments))
    except SystemExit as stop:
        status = stop.code
    return (status, *capsys.readouterr())


def test_command_list(capsys):
    status, out, _err = run(capsys, "list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == [row.name for row in ALGORITHMS]


def test_command_checks_known_answers(capsys, tmp_path):
    status, text, _err = run(capsys, "kat", "ascon-prfshort")
    assert status == 0
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes(text.encode())
    bad.write_bytes(text.replace("Count = 9\n", "Count = 8\n").encode())
    assert run(capsys, "check-kat", "ascon-prfshort", str(good))[0] == 0
    status, out, _err = run(capsys, "check-kat", "ascon-prfshort", str(bad))
    assert (status, out.split(":")[1]) == (1, " Count = 9, Count")


def test_command_permutes(capsys):
    status, out, _err = run(capsys, "permute", "--rounds", "3", "0", "1", "2", "3", "ffffffffffffffff")
    lines = out.splitlines()
    assert (status, [line[:8] for line in lines]) == (0, ["round 69", "round 5a", "round 4b"])
    assert words_of(lines[-1]) == permute([0, 1, 2, 3, 2**64 - 1], 3)


def test_command_traces_encryption_and_decryption(capsys):
    row = find("ascon-aead128")
    status, out, err = run(capsys, "trace", row.name, "--message", "00ff", "--ad", "01")
    assert status == 0
    assert out.startswith("init       00001000808c0001 0706050403020100")
    ciphertext, tag = (line.split()[1] for line in err.splitlines())
    back = ("trace", row.name, "--ad", "01", "--decrypt", "--message", ciphertext, "--tag")
    status, again, err = run(capsys, *back, tag)
    assert (status, again, err) == (0, out.replace("encrypt", "decrypt"), "plaintext  00ff\n")
    status, again, err = run(capsys, *back, "00" * 16)
    assert (status, again, err) == (1, out.replace("encrypt", "decrypt"), "spec: ascon-aead128: the tag is wrong\n")


@rows()
def test_trace_without_options_is_the_first_known_answer(row, capsys):
    status, _out, err = run(capsys, "trace", row.name)
    printed = "".join(line[11:] for line in err.splitlines())
    expected = next(generate(row)).splitlines()[-2].split(" = ")[1]
    assert (status, printed.upper()) == (0, expected)


@pytest.mark.parametrize("line, message", [
    ("", "required: COMMAND"),
    ("kat ascon-129", "unknown algorithm 'ascon-129'"),
    ("check-kat ascon-128 /no/such/file", "No such file"),
    ("trace ascon-128 --key 0", "'0', expected pairs of hexadecimal digits"),
    ("trace ascon-128 --key 00", "key of 1 bytes, expected 16"),
    ("trace ascon-hash256 --key 00", "ascon-hash256 takes no --key"),
    ("trace ascon-hash256 --output-bytes 1", "ascon-hash256 takes no --output-bytes"),
    ("trace ascon-hash256 --decrypt", "ascon-hash256 takes no --decrypt"),
    ("trace ascon-128 --tag 00", "ascon-128 takes no --tag"),
    ("trace ascon-128 --decrypt", "trace --decrypt needs --tag"),
    ("trace ascon-128 --decrypt --output-bytes 16", "trace --decrypt takes no --output-bytes"),
    ("permute --rounds 17 0 0 0 0 0", "17 rounds, expected 1 to 16"),
    ("permute --rounds 1 0 0 0 0 10000000000000000", "expected at most 16 hexadecimal digits"),
    ("permute --rounds 1 0 0 0 0 g", "'g', expected at most 16 hexadecimal digits"),
])  # fmt: skip
def test_command_errors(line, message, capsys):
    status, out, err = run(capsys, *line.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


@rows()
def test_failing_tests_name_a_command_that_explains(row, capsys):
    """make_vectors.py prints a result, and the trace that ends with it."""
    root = Path(__file__).parent.parent
    size = row.output or 11
    command = [sys.executable, root / "tests/support/make_vectors.py", "result", row.name, "0", "9", str(size)]
    process = subprocess.run(command, check=True, capture_output=True, text=True, env={"PYTHONPATH": str(root)})
    result, trace = process.stdout.splitlines()
    status, states, err = run(capsys, *shlex.split(trace.removeprefix("python3 -m spec ")))
    assert status == 0 and len(states.splitlines()) > 10
    assert "".join(line.split()[1] for line in err.splitlines()) == result


def test_sp800_232_names_have_no_prefix():
    assert all(row.c_name == row.name[6:].replace("-", "_") for row in ALGORITHMS if row.convention is SP800_232)
