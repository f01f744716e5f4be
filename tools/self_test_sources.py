# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Self-tests of the library and their known answers, which `./dev generate` (tools/generate.py) writes."""

from spec.algorithms import ALGORITHMS, Algorithm, Kind
from spec.modes import compute
from spec.permutation import permute

HEADER = "ascon_self_test.h"
# Inputs and lengths as in asconkit/self_test/self_test.h, which says why these.
INPUT = bytes(0x9D * i % 256 for i in range(90))
NONCE, AD, MESSAGE = INPUT[24:40], INPUT[1:], INPUT[5:]
PERMUTATION = "permutation"
ROUNDS = 12

TESTS = [*(row.c_name for row in ALGORITHMS), PERMUTATION]

# ---- Known answers ------------------------------------------------------------------------------------------


def result(row: Algorithm, message: bytes, **inputs) -> bytes:
    """By the specification."""
    return compute(row, {"key": INPUT[: row.key], "nonce": NONCE, "message": message, **inputs})


def wrong_tag(tag: bytes) -> bytes:
    """The tag with another last bit."""
    return tag[:-1] + bytes([tag[-1] ^ 0x80])


def aead_answer(row: Algorithm) -> bytes:
    """A ciphertext; its tag, that of its beginning, and a wrong one of its first bytes without associated data."""
    whole, beginning = (result(row, MESSAGE[:length], ad=AD[:37], output_bytes=16) for length in (43, 21))
    keystream = result(row, bytes(5), ad=b"", output_bytes=16)
    forged = bytes(a ^ b for a, b in zip(keystream[:5], whole))
    return whole + beginning[21:] + wrong_tag(result(row, forged, ad=b"", output_bytes=16)[5:])


def answer(row: Algorithm) -> bytes:
    """What the self-test compares with. Where there are two calls, the second one's input is the first one's output."""
    if row.kind is Kind.AEAD:
        return aead_answer(row)
    if row.kind is Kind.HASH:
        digest = result(row, MESSAGE[:21], output_bytes=32)
        return digest + result(row, digest[:3], output_bytes=32)[:8]
    if row.kind in (Kind.XOF, Kind.CXOF):
        first = result(row, MESSAGE[:19], customization=AD[:21], output_bytes=13)
        return result(row, first, customization=AD[:3], output_bytes=19)
    if row.kind is Kind.MAC:
        first, second = (result(row, MESSAGE[:length], output_bytes=16) for length in (85, 11))
        return first + second + wrong_tag(second)
    if row.kind is Kind.PRF:
        return result(row, MESSAGE[:45], output_bytes=43)
    return result(row, MESSAGE[:13], output_bytes=16)


def permuted() -> bytes:
    """The words 0 to 4 after Ascon-p[12], in little-endian order."""
    return b"".join(word.to_bytes(8, "little") for word in permute([0, 1, 2, 3, 4], ROUNDS))


def array(data: bytes) -> str:
    lines = [", ".join(f"0x{byte:02x}" for byte in data[i : i + 16]) for i in range(0, len(data), 16)]
    return "  static const uint8_t answer[] = {\n      " + ",\n      ".join(lines) + "};\n"


def title(row: Algorithm) -> str:
    return f"{row.name} ({row.convention.name})"


def definition(name: str, about: str, data: bytes, body: str) -> str:
    return f"\n/* {about} */\nint ascon_self_test_{name}(void) {{\n{array(data)}{body}}}\n"


INPUTS = "  uint8_t input[INPUT_LENGTH], out[sizeof answer];\n  make_input(input, sizeof input);\n"
# The calls of kinds that have no function in self_test.h.
CALLS = {
    Kind.XOF: ("out, NEXT_LENGTH, input + MESSAGE_AT, XOF_MESSAGE_LENGTH", "out, sizeof out, out, NEXT_LENGTH"),
    Kind.CXOF: (
        "out, NEXT_LENGTH, input + MESSAGE_AT, XOF_MESSAGE_LENGTH, input + AD_AT,\n           CUSTOMIZATION_LENGTH",
        "out, sizeof out, out, NEXT_LENGTH, input + AD_AT, NEXT_CUSTOMIZATION_LENGTH",
    ),
    Kind.PRF: ("out, sizeof out, input + MESSAGE_AT, PRF_MESSAGE_LENGTH, input",),
    Kind.PRFSHORT: ("out, sizeof out, input + MESSAGE_AT, SHORT_LENGTH, input",),
}  # fmt: skip


def self_test(row: Algorithm) -> str:
    name = row.c_name
    if row.kind is Kind.AEAD:
        body = f"  return aead_passes(ascon_{name}_encrypt, ascon_{name}_decrypt, answer);\n"
    elif row.kind is Kind.HASH:
        body = f"  return hash_passes(ascon_{name}, answer);\n"
    elif row.kind is Kind.MAC:
        body = f"  return mac_passes(ascon_{name}, ascon_{name}_verify, answer);\n"
    else:
        calls = (f"ascon_{name}({arguments}) == ASCON_OK &&\n" for arguments in CALLS[row.kind])
        body = INPUTS + f"  return {'         '.join(calls)}         ascon_equal(out, answer, sizeof answer);\n"
    return definition(name, title(row), answer(row), body)


def permutation_test() -> str:
    body = "  const uint64_t words[5] = {0, 1, 2, 3, 4};\n  ascon_state state;\n  uint8_t out[sizeof answer];\n"
    body += "  return ascon_permutation_init(&state, words) == ASCON_OK &&\n"
    body += f"         ascon_permutation_apply(&state, {ROUNDS}) == ASCON_OK &&\n"
    body += "         ascon_permutation_get(&state, ASCON_LITTLE_ENDIAN, 0, out, sizeof out) == ASCON_OK &&\n"
    body += "         ascon_equal(out, answer, sizeof answer);\n"
    return definition(PERMUTATION, f"Ascon-p[{ROUNDS}] (SP 800-232, section 3)", permuted(), body)


def self_tests(notice: str) -> str:
    """self_test/self_test.c."""
    text = notice + "/* The self-tests: known answers, computed by the specification. ascon_self_test.h says what\n"
    text += "   they are for. */\n"
    text += '/* clang-format off */\n#include "self_test.h"\n#include "../ascon_permutation.h"\n'
    text += '#include "../ascon_prf.h"\n#include "../ascon_v12.h"\n\n'
    text += "#if !ASCON_EXTERN_BI /* there, results are not the standard's */\n"
    text += "".join(self_test(row) for row in ALGORITHMS) + permutation_test()
    text += "\n/* All of them, to the first that fails. */\nint ascon_self_test(void) {\n"
    text += "  static int (*const tests[])(void) = {\n"
    text += "".join(f"      ascon_self_test_{name},\n" for name in TESTS) + "  };\n"
    text += "  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)\n    if (!tests[i]()) return 0;\n"
    return text + "  return 1;\n}\n\n#endif\n"


INTRODUCTION = """/* Known-answer self-tests: they show that this build of the library computes the right
   outputs on this device. docs/self-tests.md says when to run them. The rules of ascon.h apply.

   Each test calls the public functions of an algorithm with fixed inputs, on the active backend
   (ascon_backend.h), and compares the outputs with known answers. Decryption and verification
   must also refuse a wrong tag. A program contains only the algorithms whose tests it calls.

   Each test returns 1 if all outputs are right, otherwise 0. After 0, do not use the library. */
"""


def public_header(notice: str) -> str:
    text = notice + INTRODUCTION + "/* clang-format off */\n#ifndef ASCONKIT_ASCON_SELF_TEST_H\n"
    text += '#define ASCONKIT_ASCON_SELF_TEST_H\n\n#include "../ascon.h"\n\n'
    text += 'ASCON_C_BEGIN\n\n'
    must = "ASCON_MUST_CHECK ASCON_API int"
    text += f"/** Tests every algorithm of the library, and the permutation. */\n{must} ascon_self_test(void);\n\n"
    for row in ALGORITHMS:
        text += f"/** Tests {title(row)}. */\n{must} ascon_self_test_{row.c_name}(void);\n"
    text += f"/** Tests the permutation: Ascon-p[{ROUNDS}] (SP 800-232, section 3). */\n"
    text += f"{must} ascon_self_test_{PERMUTATION}(void);\n"
    return text + "\nASCON_C_END\n\n#endif\n"


def outputs(notice, source: str) -> dict:
    """File name: what writes it."""
    return {
        f"asconkit/self_test/{HEADER}": lambda: public_header(notice(source)),
        "asconkit/self_test/self_test.c": lambda: self_tests(notice(source)),
    }
