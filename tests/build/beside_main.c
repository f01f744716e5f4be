/* Calls both parts of beside.c; or one part, in a program that also has functions with the names of
   another Ascon. */
#include <stdint.h>
#include <string.h>

int prefixed_digest(uint8_t digest[32]);
const char *prefixed_name(void);

#ifdef OTHERS
/* Names that ascon-c, ascon-suite or LibAscon document, and that do something else there. */
int ascon_aead_encrypt(void);
int ascon_aead_decrypt(void);
int ascon_hash(void);
int ascon_hash_init(void);
int ascon_hash_update(void);
int ascon_hash_final(void);
int ascon_xof(void);
int ascon_xof_init(void);
int ascon_xof_squeeze(void);
int ascon_mac(void);
int ascon_mac_verify(void);
int ascon_prf(void);
int ascon_prf_init(void);
int ascon_prf_squeeze(void);
int ascon_prfshort(void);
int ascon_permute(void);
int ascon_hmac(void);
int ascon_hmac_init(void);
int ascon_hmac_update(void);
int ascon_hkdf(void);
int ascon_kmac(void);
int ascon_kmac_init(void);
int ascon_kmac_squeeze(void);
int ascon_pbkdf2(void);

int ascon_aead_encrypt(void) { return 11; }
int ascon_aead_decrypt(void) { return 12; }
int ascon_hash(void) { return 13; }
int ascon_hash_init(void) { return 14; }
int ascon_hash_update(void) { return 15; }
int ascon_hash_final(void) { return 16; }
int ascon_xof(void) { return 17; }
int ascon_xof_init(void) { return 18; }
int ascon_xof_squeeze(void) { return 19; }
int ascon_mac(void) { return 20; }
int ascon_mac_verify(void) { return 21; }
int ascon_prf(void) { return 22; }
int ascon_prf_init(void) { return 23; }
int ascon_prf_squeeze(void) { return 24; }
int ascon_prfshort(void) { return 25; }
int ascon_permute(void) { return 26; }
int ascon_hmac(void) { return 27; }
int ascon_hmac_init(void) { return 28; }
int ascon_hmac_update(void) { return 29; }
int ascon_hkdf(void) { return 30; }
int ascon_kmac(void) { return 31; }
int ascon_kmac_init(void) { return 32; }
int ascon_kmac_squeeze(void) { return 33; }
int ascon_pbkdf2(void) { return 34; }

static int right(const uint8_t digest[32]) {
  return ascon_hash() == 13 && ascon_permute() == 26 && digest[0] == 0x45;
}
#else
int plain_digest(uint8_t digest[32]);
const char *plain_name(void);

static int right(const uint8_t digest[32]) {
  uint8_t other[32];
  return plain_digest(other) == 0 && memcmp(digest, other, sizeof other) == 0 &&
         strcmp(plain_name(), prefixed_name()) == 0 && plain_name() != prefixed_name();
}
#endif

int main(void) {
  uint8_t digest[32];
  return !(prefixed_digest(digest) == 0 && right(digest));
}
