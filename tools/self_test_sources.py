"""Self-tests of the library and their known answers, which `./dev generate` (tools/generate.py) writes.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from spec.algorithms import ALGORITHMS, Algorithm, Kind
from spec.modes import compute
from spec.permutation import permute

HEADER = "ascon_self_test.h"
# As in asconkit/api/self_test.h.
INPUT = bytes(range(48))
AD, NONCE, TEXT, MESSAGE, SHORT = INPUT[1:18], INPUT[24:40], INPUT[7:24], INPUT[7:48], INPUT[7:23]
OUTPUT_LENGTH = 33
PERMUTATION = "permutation"
ROUNDS = 12

TESTS = [*(row.c_name for row in ALGORITHMS), PERMUTATION]

# ---- Known answers ------------------------------------------------------------------------------------------


def answer(row: Algorithm) -> bytes:
    """The output of the self-test, by the specification."""
    message = {Kind.AEAD: TEXT, Kind.PRFSHORT: SHORT}.get(row.kind, MESSAGE)
    inputs = {"key": INPUT[: row.key], "nonce": NONCE, "ad": AD, "customization": AD, "message": message}
    return compute(row, {**inputs, "output_bytes": row.output or OUTPUT_LENGTH})


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


# Of the calls that have no function in self_test.h.
ARGUMENTS = {
    Kind.HASH: "out, input + MESSAGE_AT, MESSAGE_LENGTH",
    Kind.XOF: "out, sizeof out, input + MESSAGE_AT, MESSAGE_LENGTH",
    Kind.CXOF: "out, sizeof out, input + MESSAGE_AT, MESSAGE_LENGTH, input + AD_AT, AD_LENGTH",
    Kind.PRF: "out, sizeof out, input + MESSAGE_AT, MESSAGE_LENGTH, input",
    Kind.PRFSHORT: "out, sizeof out, input + MESSAGE_AT, SHORT_LENGTH, input",
}


def self_test(row: Algorithm) -> str:
    name = row.c_name
    if row.kind is Kind.AEAD:
        body = f"  return aead_passes(ascon_{name}_encrypt, ascon_{name}_decrypt, answer);\n"
    elif row.kind is Kind.MAC:
        body = f"  return mac_passes(ascon_{name}, ascon_{name}_verify, answer);\n"
    else:
        body = "  uint8_t input[INPUT_LENGTH], out[sizeof answer];\n  make_input(input);\n"
        body += f"  return ascon_{name}({ARGUMENTS[row.kind]}) == ASCON_OK &&\n"
        body += "         ascon_equal(out, answer, sizeof answer);\n"
    return definition(name, title(row), answer(row), body)


def permutation_test() -> str:
    body = "  const uint64_t words[5] = {0, 1, 2, 3, 4};\n  ascon_state state;\n  uint8_t out[sizeof answer];\n"
    body += "  return ascon_permutation_init(&state, words) == ASCON_OK &&\n"
    body += f"         ascon_permutation_apply(&state, {ROUNDS}) == ASCON_OK &&\n"
    body += "         ascon_permutation_get(&state, ASCON_LITTLE_ENDIAN, 0, out, sizeof out) == ASCON_OK &&\n"
    body += "         ascon_equal(out, answer, sizeof answer);\n"
    return definition(PERMUTATION, f"Ascon-p[{ROUNDS}] (SP 800-232, section 3)", permuted(), body)


def self_tests(notice: str) -> str:
    """api/self_test.c."""
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


INTRODUCTION = """/* Self-tests: known answers, which show that this build computes on this device what the standard
   says. docs/self-tests.md says when to run them. The rules of ascon.h hold.

   Each call computes with fixed inputs by the active backend (ascon_backend.h), by the calls that
   programs make, and compares. Decryption and verification must also refuse a wrong tag. A program
   gets the code of the algorithms alone whose tests it calls.

   Each returns 1 if all is right, and 0 if not: do not use the library then. */
"""


def public_header(notice: str) -> str:
    text = notice + INTRODUCTION + "/* clang-format off */\n#ifndef ASCONKIT_ASCON_SELF_TEST_H\n"
    text += '#define ASCONKIT_ASCON_SELF_TEST_H\n\n#include "ascon.h"\n\n#ifdef __cplusplus\nextern "C" {\n#endif\n\n'
    must = "ASCON_MUST_CHECK ASCON_API int"
    text += f"/** Tests every algorithm of the library, and the permutation. */\n{must} ascon_self_test(void);\n\n"
    for row in ALGORITHMS:
        text += f"/** Tests {title(row)}. */\n{must} ascon_self_test_{row.c_name}(void);\n"
    text += f"/** Tests the permutation: Ascon-p[{ROUNDS}] (SP 800-232, section 3). */\n"
    text += f"{must} ascon_self_test_{PERMUTATION}(void);\n"
    return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n"


def outputs(notice, source: str) -> dict:
    """File name: what writes it."""
    return {
        f"asconkit/{HEADER}": lambda: public_header(notice(source)),
        "asconkit/api/self_test.c": lambda: self_tests(notice(source)),
    }
