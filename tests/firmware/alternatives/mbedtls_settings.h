/* Mbed TLS with what is measured and no more; settings for size and speed come from the command
   line. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define MBEDTLS_AES_C
#define MBEDTLS_CCM_C
#define MBEDTLS_GCM_C
#define MBEDTLS_CHACHA20_C
#define MBEDTLS_POLY1305_C
#define MBEDTLS_CHACHAPOLY_C
#define MBEDTLS_SHA256_C
