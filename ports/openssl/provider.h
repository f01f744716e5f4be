/* What the parts of the OpenSSL provider share: its context, its errors, and the functions that the
   dispatch tables of algorithms.c name. Names and contracts of these functions are OpenSSL's
   (provider-cipher(7), provider-digest(7), provider-mac(7)): they return 1, or 0 with an error on
   OpenSSL's error stack, and they hold nothing that two contexts share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONPROV_PROVIDER_H
#define ASCONPROV_PROVIDER_H

#include <asconkit/ascon_any.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdbool.h>

/* OpenSSL 3.3 and later call it; headers before have no name for it. */
#ifndef OSSL_FUNC_DIGEST_SQUEEZE
#define OSSL_FUNC_DIGEST_SQUEEZE 14
#endif

/* The value of `provider=` in property queries. */
#define PROVIDER_NAME "asconprov"

/* ---- Errors ------------------------------------------------------------------------------- */

/* Reasons, as on OpenSSL's error stack; provider.c has their texts. */
enum reason {
  REASON_KEY_LENGTH = 1,
  REASON_NONCE_LENGTH,
  REASON_TAG_LENGTH,
  REASON_CUSTOMIZATION_LENGTH,
  REASON_MESSAGE_LENGTH,
  REASON_OUTPUT_LENGTH,
  REASON_NO_KEY,
  REASON_NO_NONCE,
  REASON_NO_TAG,
  REASON_WRONG_TAG,
  REASON_ORDER,
  REASON_OVERLAP,
  REASON_PARAMETER,
  REASON_MEMORY,
  REASON_LIBRARY
};

/* One for each time that the provider is loaded. */
typedef struct provider {
  const OSSL_CORE_HANDLE *handle;
  OSSL_FUNC_core_new_error_fn *new_error;
  OSSL_FUNC_core_set_error_debug_fn *set_error_place;
  OSSL_FUNC_core_vset_error_fn *set_error;
} provider;

/* Puts an error with a formatted text onto the stack. Returns 0, for `return RAISE(...)`. */
#define RAISE(who, reason, ...) raise_error(who, reason, OPENSSL_FILE, OPENSSL_LINE, __VA_ARGS__)
int raise_error(const provider *who, enum reason reason, const char *file, int line,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

/* 1 for ASCON_OK; otherwise an error with the library's text. */
int check(const provider *who, ascon_result result);

/* Gives the parameter `name` a value, if it is asked for. */
int give_size(OSSL_PARAM params[], const char *name, size_t value);

/* Reads a parameter that is a size. Without data it is refused: OpenSSL 3.0 would read at NULL. */
int read_size(const provider *who, const OSSL_PARAM *param, size_t *value);

/* Ends a function by which OpenSSL asks which parameters there are: these, without values. */
#define RETURN_PARAMETERS(...)                                                                     \
  do {                                                                                             \
    static const OSSL_PARAM known[] = {__VA_ARGS__, OSSL_PARAM_END};                               \
    return known;                                                                                  \
  } while (0)

/* ---- The algorithms of each operation: algorithms.c, generated ------------------------------ */

extern const OSSL_ALGORITHM asconprov_ciphers[];
extern const OSSL_ALGORITHM asconprov_digests[];
extern const OSSL_ALGORITHM asconprov_macs[];

/* ---- cipher.c: AEAD ----------------------------------------------------------------------- */

void *cipher_new(const provider *who, const ascon_algorithm *algorithm);
int cipher_get_params(const ascon_algorithm *algorithm, OSSL_PARAM params[]);

OSSL_FUNC_cipher_freectx_fn cipher_free;
OSSL_FUNC_cipher_dupctx_fn cipher_copy;
OSSL_FUNC_cipher_encrypt_init_fn cipher_encrypt_init;
OSSL_FUNC_cipher_decrypt_init_fn cipher_decrypt_init;
OSSL_FUNC_cipher_update_fn cipher_update;
OSSL_FUNC_cipher_final_fn cipher_final;
OSSL_FUNC_cipher_cipher_fn cipher_piece;
OSSL_FUNC_cipher_get_ctx_params_fn cipher_get_ctx_params;
OSSL_FUNC_cipher_set_ctx_params_fn cipher_set_ctx_params;
OSSL_FUNC_cipher_gettable_params_fn cipher_gettable_params;
OSSL_FUNC_cipher_gettable_ctx_params_fn cipher_gettable_ctx_params;
OSSL_FUNC_cipher_settable_ctx_params_fn cipher_settable_ctx_params;

/* ---- digest.c: hash, XOF and CXOF --------------------------------------------------------- */

void *digest_new(const provider *who, const ascon_algorithm *algorithm);
int digest_get_params(const ascon_algorithm *algorithm, OSSL_PARAM params[]);

OSSL_FUNC_digest_freectx_fn digest_free;
OSSL_FUNC_digest_dupctx_fn digest_copy;
OSSL_FUNC_digest_init_fn digest_init;
OSSL_FUNC_digest_update_fn digest_update;
OSSL_FUNC_digest_final_fn digest_final;
int digest_squeeze(void *context, unsigned char *out, size_t *written, size_t out_bytes);
OSSL_FUNC_digest_get_ctx_params_fn digest_get_ctx_params;
OSSL_FUNC_digest_set_ctx_params_fn digest_set_ctx_params;
OSSL_FUNC_digest_gettable_params_fn digest_gettable_params;
OSSL_FUNC_digest_gettable_ctx_params_fn digest_gettable_ctx_params;
OSSL_FUNC_digest_settable_ctx_params_fn digest_settable_ctx_params;

/* ---- mac.c: MAC, PRF and PrfShort --------------------------------------------------------- */

void *mac_new(const provider *who, const ascon_algorithm *algorithm);

OSSL_FUNC_mac_freectx_fn mac_free;
OSSL_FUNC_mac_dupctx_fn mac_copy;
OSSL_FUNC_mac_init_fn mac_init;
OSSL_FUNC_mac_update_fn mac_update;
OSSL_FUNC_mac_final_fn mac_final;
OSSL_FUNC_mac_get_ctx_params_fn mac_get_ctx_params;
OSSL_FUNC_mac_set_ctx_params_fn mac_set_ctx_params;
OSSL_FUNC_mac_gettable_ctx_params_fn mac_gettable_ctx_params;
OSSL_FUNC_mac_settable_ctx_params_fn mac_settable_ctx_params;

#endif
