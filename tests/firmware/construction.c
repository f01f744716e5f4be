/* A construction on a bare processor, out of the files that pages and makefiles name.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/datagram/ascon_datagram.h"
#include "firmware.h"

int firmware_main(int argc, char **argv) {
  const ascon_datagram_settings settings = {
      .counter_length = 2, .tag_length = 8, .max_forgeries = 1000};
  static const uint8_t key[ASCON_DATAGRAM_KEY_BYTES] = {1};
  static const uint8_t node[ASCON_DATAGRAM_IDENTITY_BYTES] = {7};
  static ascon_datagram_sender sender;
  static ascon_datagram_receiver receiver;
  uint8_t datagram[2 + 6 + 8], text[6];
  (void)argc, (void)argv;
  const int opened =
      ascon_datagram_sender_init(&sender, &settings, node, key, NULL) == ASCON_OK &&
      ascon_datagram_receiver_init(&receiver, &settings, node, key, NULL) == ASCON_OK &&
      ascon_datagram_seal(&sender, datagram, (const uint8_t *)"21.5C\n", 6, NULL, 0) == ASCON_OK &&
      ascon_datagram_open(&receiver, text, datagram, sizeof datagram, NULL, 0) == ASCON_OK;
  put_text(opened && text[0] == '2' && text[5] == '\n' ? "opened\n" : "failed\n");
  return 0;
}
