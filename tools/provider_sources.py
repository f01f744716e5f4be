"""Writes ports/openssl/algorithms.c: for each algorithm the two functions that OpenSSL calls without saying for which
algorithm, its dispatch table, and the lists of algorithms. tools/generate.py calls it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from spec.algorithms import ALGORITHMS, Algorithm, Kind

# OpenSSL's operation of each kind, with the functions of provider.h that serve all its algorithms.
CIPHER = {
    "FREECTX": "cipher_free",
    "DUPCTX": "cipher_copy",
    "ENCRYPT_INIT": "cipher_encrypt_init",
    "DECRYPT_INIT": "cipher_decrypt_init",
    "UPDATE": "cipher_update",
    "FINAL": "cipher_final",
    "CIPHER": "cipher_piece",
    "GET_CTX_PARAMS": "cipher_get_ctx_params",
    "SET_CTX_PARAMS": "cipher_set_ctx_params",
    "GETTABLE_PARAMS": "cipher_gettable_params",
    "GETTABLE_CTX_PARAMS": "cipher_gettable_ctx_params",
    "SETTABLE_CTX_PARAMS": "cipher_settable_ctx_params",
}
DIGEST = {
    "FREECTX": "digest_free",
    "DUPCTX": "digest_copy",
    "INIT": "digest_init",
    "UPDATE": "digest_update",
    "FINAL": "digest_final",
    "GET_CTX_PARAMS": "digest_get_ctx_params",
    "SET_CTX_PARAMS": "digest_set_ctx_params",
    "GETTABLE_PARAMS": "digest_gettable_params",
    "GETTABLE_CTX_PARAMS": "digest_gettable_ctx_params",
    "SETTABLE_CTX_PARAMS": "digest_settable_ctx_params",
}
MAC = {
    "FREECTX": "mac_free",
    "DUPCTX": "mac_copy",
    "INIT": "mac_init",
    "UPDATE": "mac_update",
    "FINAL": "mac_final",
    "GET_CTX_PARAMS": "mac_get_ctx_params",
    "SET_CTX_PARAMS": "mac_set_ctx_params",
    "GETTABLE_CTX_PARAMS": "mac_gettable_ctx_params",
    "SETTABLE_CTX_PARAMS": "mac_settable_ctx_params",
}
OPERATIONS = {
    "cipher": (CIPHER, (Kind.AEAD,)),
    "digest": (DIGEST, (Kind.HASH, Kind.XOF, Kind.CXOF)),
    "mac": (MAC, (Kind.MAC, Kind.PRF, Kind.PRFSHORT)),
}
SQUEEZE = """#ifdef OSSL_FUNC_DIGEST_SQUEEZE
    {OSSL_FUNC_DIGEST_SQUEEZE, (void (*)(void))digest_squeeze},
#endif
"""


def entry(operation: str, function: str, value: str) -> str:
    return f"    {{OSSL_FUNC_{operation.upper()}_{function}, (void (*)(void)){value}}},\n"


def functions(row: Algorithm, operation: str, common: dict[str, str]) -> str:
    """What OpenSSL calls of one algorithm."""
    name, algorithm = f"{operation}_{row.c_name}", f"ASCON_{row.c_name.upper()}"
    text = f"\n/* {row.name} */\n"
    text += f"static void *{name}_new(void *who) {{\n  return {operation}_new(who, {algorithm});\n}}\n"
    table = entry(operation, "NEWCTX", f"{name}_new")
    if operation != "mac":  # a MAC has no parameters without a context
        text += f"static int {name}_params(OSSL_PARAM params[]) {{\n"
        text += f"  return {operation}_get_params({algorithm}, params);\n}}\n"
        table += entry(operation, "GET_PARAMS", f"{name}_params")
    table += "".join(entry(operation, function, value) for function, value in common.items())
    table += SQUEEZE if operation == "digest" else ""
    return text + f"static const OSSL_DISPATCH {name}_functions[] = {{\n{table}    {{0, NULL}},\n}};\n"


def provider_algorithms(notice, source: str):
    """The text of algorithms.c, for tools/generate.py."""

    def write() -> str:
        text = notice(source) + "/* clang-format off */\n\n"
        text += "/* The dispatch tables. OpenSSL asks for a context or for parameters without saying\n"
        text += "   of which algorithm, so each has two functions of its own. */\n"
        text += '#include "provider.h"\n'
        for operation, (common, kinds) in OPERATIONS.items():
            rows = [row for row in ALGORITHMS if row.kind in kinds]
            text += "".join(functions(row, operation, common) for row in rows)
            text += f"\nconst OSSL_ALGORITHM asconprov_{operation}s[] = {{\n"
            for row in rows:
                title = f"{row.name} ({row.convention.name})"
                table = f"{operation}_{row.c_name}_functions"
                text += f'    {{"{row.name}", "provider=" PROVIDER_NAME, {table}, "{title}"}},\n'
            text += "    {NULL, NULL, NULL, NULL},\n};\n"
        return text

    return write
