/* The OpenSSL provider's entry: what OpenSSL asks when it loads asconprov.so, and errors.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "provider.h"
#include <asconkit/ascon_backend.h>

#include <openssl/crypto.h>
#include <stdarg.h>

/* ---- Errors ------------------------------------------------------------------------------- */

static const OSSL_ITEM reasons[] = {
    {REASON_KEY_LENGTH, "wrong length of the key"},
    {REASON_NONCE_LENGTH, "wrong length of the nonce"},
    {REASON_TAG_LENGTH, "wrong length of the tag"},
    {REASON_CUSTOMIZATION_LENGTH, "customization too long"},
    {REASON_MESSAGE_LENGTH, "message too long"},
    {REASON_OUTPUT_LENGTH, "wrong length of the output"},
    {REASON_NO_KEY, "no key set"},
    {REASON_NO_NONCE, "no nonce set, or the nonce was used before"},
    {REASON_NO_TAG, "no tag set or computed"},
    {REASON_WRONG_TAG, "the tag is wrong"},
    {REASON_ORDER, "call out of order"},
    {REASON_OVERLAP, "output and input overlap in part"},
    {REASON_PARAMETER, "wrong parameter"},
    {REASON_MEMORY, "no memory"},
    {REASON_LIBRARY, "the library refused"},
    {0, NULL},
};

int raise_error(const provider *who, enum reason reason, const char *file, int line,
                const char *format, ...) {
  va_list values;
  va_start(values, format);
  who->new_error(who->handle);
  who->set_error_place(who->handle, file, line, NULL);
  who->set_error(who->handle, reason, format, values);
  va_end(values);
  return 0;
}

int check(const provider *who, ascon_result result) {
  if (result == ASCON_OK) return 1;
  return RAISE(who, result == ASCON_ERR_ORDER ? REASON_ORDER : REASON_LIBRARY, "%s",
               ascon_result_text(result));
}

int give_size(OSSL_PARAM params[], const char *name, size_t value) {
  OSSL_PARAM *param = OSSL_PARAM_locate(params, name);
  return param == NULL || OSSL_PARAM_set_size_t(param, value);
}

int read_size(const provider *who, const OSSL_PARAM *param, size_t *value) {
  if (param->data != NULL && OSSL_PARAM_get_size_t(param, value)) return 1;
  return RAISE(who, REASON_PARAMETER, "%s: expected an unsigned integer", param->key);
}

/* ---- What OpenSSL asks the provider --------------------------------------------------------- */

static void tear_down(void *context) { OPENSSL_free(context); }

static const OSSL_PARAM *gettable_params(void *context) {
  (void)context;
  RETURN_PARAMETERS(OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
                    OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
                    OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
                    OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL));
}

static int set_text(OSSL_PARAM params[], const char *name, const char *text) {
  OSSL_PARAM *param = OSSL_PARAM_locate(params, name);
  return param == NULL || OSSL_PARAM_set_utf8_ptr(param, text);
}

static int get_params(void *context, OSSL_PARAM params[]) {
  OSSL_PARAM *status = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_STATUS);
  (void)context;
  return set_text(params, OSSL_PROV_PARAM_NAME, "asconkit: the Ascon family") &&
         set_text(params, OSSL_PROV_PARAM_VERSION, ASCON_VERSION) &&
         set_text(params, OSSL_PROV_PARAM_BUILDINFO, ascon_backend_active()) &&
         (status == NULL || OSSL_PARAM_set_int(status, 1));
}

static const OSSL_ALGORITHM *query(void *context, int operation, int *no_cache) {
  (void)context;
  *no_cache = 0;
  switch (operation) {
    case OSSL_OP_CIPHER: return asconprov_ciphers;
    case OSSL_OP_DIGEST: return asconprov_digests;
    case OSSL_OP_MAC: return asconprov_macs;
    default: return NULL;
  }
}

static const OSSL_ITEM *get_reasons(void *context) {
  (void)context;
  return reasons;
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))tear_down},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query},
    {OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, (void (*)(void))get_reasons},
    {0, NULL},
};

/* The functions of OpenSSL's core that errors need. */
static void take_core(provider *who, const OSSL_DISPATCH *core) {
  for (; core->function_id != 0; core++) {
    switch (core->function_id) {
      case OSSL_FUNC_CORE_NEW_ERROR: who->new_error = OSSL_FUNC_core_new_error(core); break;
      case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
        who->set_error_place = OSSL_FUNC_core_set_error_debug(core);
        break;
      case OSSL_FUNC_CORE_VSET_ERROR: who->set_error = OSSL_FUNC_core_vset_error(core); break;
      default: break;
    }
  }
}

/* Called once for each load, by OpenSSL alone: the one symbol that asconprov.so exports. */
__attribute__((visibility("default"))) OSSL_provider_init_fn OSSL_provider_init;

int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                       const OSSL_DISPATCH **out, void **context) {
  provider *who = OPENSSL_zalloc(sizeof *who);
  if (who == NULL) return 0;
  who->handle = handle;
  take_core(who, in);
  if (who->new_error == NULL || who->set_error_place == NULL || who->set_error == NULL) {
    OPENSSL_free(who);
    return 0;
  }
  *out = functions;
  *context = who;
  return 1;
}
