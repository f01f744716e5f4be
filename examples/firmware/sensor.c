/* A sensor sends a packet: a header in the clear, measurements encrypted, both authenticated, with
   Ascon-AEAD128. Prints the packet, what the receiver makes of it, and how long encryption took.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon.h"
#include "board.h"

/* From the sensor's provisioning: 16 random bytes, which the receiver knows too. */
static const uint8_t key[16] = {0x8f, 0x1c, 0x5e, 0x33, 0xa9, 0x02, 0x77, 0xd4,
                                0x10, 0x6b, 0xe8, 0x95, 0x4a, 0xcd, 0x21, 0xf6};

typedef struct packet {
  uint8_t header[8]; /* sensor's number and packet counter, in the clear */
  uint8_t data[12];  /* encrypted */
  uint8_t tag[16];
} packet;

/* What the sensor measured: temperature in 1/100 K, pressure in Pa, and so on. */
static const uint8_t measured[12] = {0x72, 0x4d, 0x01, 0x8b, 0xcd, 0x2f, 0x00, 0x64, 0, 0, 0, 7};

/* Never twice the same nonce with one key: the counter must survive a loss of power. */
static void make_nonce(uint8_t nonce[16], const uint8_t header[8]) {
  for (uint8_t i = 0; i < 16; i++) nonce[i] = i < 8 ? header[i] : 0;
}

static ascon_result seal(packet *p, uint32_t counter) {
  uint8_t nonce[16];
  for (uint8_t i = 0; i < 4; i++) p->header[i] = (uint8_t)(0xc0 + i);
  for (uint8_t i = 0; i < 4; i++) p->header[4 + i] = (uint8_t)(counter >> 8 * i);
  make_nonce(nonce, p->header);
  return ascon_aead128_encrypt(p->data, p->tag, sizeof p->tag, measured, sizeof measured, p->header,
                               sizeof p->header, nonce, key);
}

static ascon_result unseal(uint8_t *plain, const packet *p) {
  uint8_t nonce[16];
  make_nonce(nonce, p->header);
  return ascon_aead128_decrypt(plain, p->data, sizeof p->data, p->tag, sizeof p->tag, p->header,
                               sizeof p->header, nonce, key);
}

static void print_time(uint32_t ticks) {
  put_text("encryption: ");
  put_number(ticks);
  put_text(" ticks of a clock with ");
  put_number(board_ticks_per_second);
  put_text(" Hz\n");
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  packet p;
  uint8_t plain[sizeof measured];
  uint32_t start = board_ticks_since(0);
  ascon_result sealed = seal(&p, 1);
  uint32_t ticks = board_ticks_since(start);
  put_text("packet: ");
  put_hex(p.header, sizeof p.header);
  put_text(" ");
  put_hex(p.data, sizeof p.data);
  put_text(" ");
  put_hex(p.tag, sizeof p.tag);
  put_text("\n");
  print_time(ticks);
  ascon_result opened = unseal(plain, &p);
  put_text("received: ");
  put_hex(plain, sizeof plain);
  p.data[0] ^= 1;
  ascon_result forged = unseal(plain, &p);
  put_text(forged == ASCON_ERR_TAG ? "\nforged: rejected\n" : "\nforged: accepted!\n");
  return sealed == ASCON_OK && opened == ASCON_OK && forged == ASCON_ERR_TAG ? 0 : 1;
}
