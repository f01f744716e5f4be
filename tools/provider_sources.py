# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes ports/openssl/algorithms.c: the lists of algorithms for OpenSSL, and a dispatch table for each algorithm.
tools/generate.py calls it."""

from spec.algorithms import ALGORITHMS, Kind

# OpenSSL's operation of each kind.
OPERATIONS = {
    "cipher": (Kind.AEAD,),
    "digest": (Kind.HASH, Kind.XOF, Kind.CXOF),
    "mac": (Kind.MAC, Kind.PRF, Kind.PRFSHORT),
}
TEXT = """/* clang-format off */

/* The dispatch tables. OpenSSL asks for a context or for parameters without saying of which algorithm, so each
   has functions of its own: cipher_aead128_new() and so on. The others, of provider.h, serve all algorithms. */
#include "provider.h"

#define ENTRY(id, function) {OSSL_FUNC_##id, (void (*)(void))function}

#define NEW(operation, name, row) \\
  static void *operation##_##name##_new(void *who) { return operation##_new(who, row); }
/* Parameters of an algorithm. A MAC has none without a context. */
#define PARAMETERS(operation, name, row) \\
  static int operation##_##name##_params(OSSL_PARAM params[]) { return operation##_get_params(row, params); }

#define CIPHER(name, row, title, comment) NEW(cipher, name, row) PARAMETERS(cipher, name, row) \\
  static const OSSL_DISPATCH cipher_##name##_functions[] = { \\
      ENTRY(CIPHER_NEWCTX, cipher_##name##_new), ENTRY(CIPHER_GET_PARAMS, cipher_##name##_params), \\
      ENTRY(CIPHER_FREECTX, cipher_free), ENTRY(CIPHER_DUPCTX, cipher_copy), \\
      ENTRY(CIPHER_ENCRYPT_INIT, cipher_encrypt_init), ENTRY(CIPHER_DECRYPT_INIT, cipher_decrypt_init), \\
      ENTRY(CIPHER_UPDATE, cipher_update), ENTRY(CIPHER_FINAL, cipher_final), ENTRY(CIPHER_CIPHER, cipher_piece), \\
      ENTRY(CIPHER_GET_CTX_PARAMS, cipher_get_ctx_params), ENTRY(CIPHER_SET_CTX_PARAMS, cipher_set_ctx_params), \\
      ENTRY(CIPHER_GETTABLE_PARAMS, cipher_gettable_params), \\
      ENTRY(CIPHER_GETTABLE_CTX_PARAMS, cipher_gettable_ctx_params), \\
      ENTRY(CIPHER_SETTABLE_CTX_PARAMS, cipher_settable_ctx_params), {0, NULL}};

#define DIGEST(name, row, title, comment) NEW(digest, name, row) PARAMETERS(digest, name, row) \\
  static const OSSL_DISPATCH digest_##name##_functions[] = { \\
      ENTRY(DIGEST_NEWCTX, digest_##name##_new), ENTRY(DIGEST_GET_PARAMS, digest_##name##_params), \\
      ENTRY(DIGEST_FREECTX, digest_free), ENTRY(DIGEST_DUPCTX, digest_copy), ENTRY(DIGEST_INIT, digest_init), \\
      ENTRY(DIGEST_UPDATE, digest_update), ENTRY(DIGEST_FINAL, digest_final), ENTRY(DIGEST_SQUEEZE, digest_squeeze), \\
      ENTRY(DIGEST_GET_CTX_PARAMS, digest_get_ctx_params), ENTRY(DIGEST_SET_CTX_PARAMS, digest_set_ctx_params), \\
      ENTRY(DIGEST_GETTABLE_PARAMS, digest_gettable_params), \\
      ENTRY(DIGEST_GETTABLE_CTX_PARAMS, digest_gettable_ctx_params), \\
      ENTRY(DIGEST_SETTABLE_CTX_PARAMS, digest_settable_ctx_params), {0, NULL}};

#define MAC(name, row, title, comment) NEW(mac, name, row) \\
  static const OSSL_DISPATCH mac_##name##_functions[] = { \\
      ENTRY(MAC_NEWCTX, mac_##name##_new), ENTRY(MAC_FREECTX, mac_free), ENTRY(MAC_DUPCTX, mac_copy), \\
      ENTRY(MAC_INIT, mac_init), ENTRY(MAC_UPDATE, mac_update), ENTRY(MAC_FINAL, mac_final), \\
      ENTRY(MAC_GET_CTX_PARAMS, mac_get_ctx_params), ENTRY(MAC_SET_CTX_PARAMS, mac_set_ctx_params), \\
      ENTRY(MAC_GETTABLE_CTX_PARAMS, mac_gettable_ctx_params), \\
      ENTRY(MAC_SETTABLE_CTX_PARAMS, mac_settable_ctx_params), {0, NULL}};

/* A row of OpenSSL's list. */
#define LISTED_CIPHER(name, row, title, comment) {title, "provider=" PROVIDER_NAME, cipher_##name##_functions, comment},
#define LISTED_DIGEST(name, row, title, comment) {title, "provider=" PROVIDER_NAME, digest_##name##_functions, comment},
#define LISTED_MAC(name, row, title, comment) {title, "provider=" PROVIDER_NAME, mac_##name##_functions, comment},
"""


def provider_algorithms(notice, source: str):
    """The text of algorithms.c, for tools/generate.py."""

    def write() -> str:
        text = notice(source) + TEXT
        for operation, kinds in OPERATIONS.items():
            upper = operation.upper()
            text += f"\n#define ALL_{upper}S(X)"
            for row in (row for row in ALGORITHMS if row.kind in kinds):
                text += f' \\\n  X({row.c_name}, ASCON_{row.c_name.upper()}, "{row.name}",'
                text += f' "{row.name} ({row.convention.name})")'
            text += f"\nALL_{upper}S({upper})\n"
            text += f"const OSSL_ALGORITHM asconprov_{operation}s[] = {{\n"
            text += f"    ALL_{upper}S(LISTED_{upper}) {{NULL, NULL, NULL, NULL}}}};\n"
        return text

    return write
