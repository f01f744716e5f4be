/* Random losses, delays and repetitions for a receiver whose window has the size that this program
   is compiled with: it accepts what is in the window and was not accepted before. Prints the size;
   the
   status is 1 after a failure. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include "asconkit/datagram/ascon_datagram.h"

enum { DATAGRAMS = 12000, WINDOW = ASCON_DATAGRAM_WINDOW_BITS, LENGTH = 2 + 4 };

static const uint8_t key[16] = {1}, identity[8] = {2};
static const ascon_datagram_settings settings = {1000000, 2, 4, 0};
static uint8_t datagrams[DATAGRAMS][LENGTH], accepted[DATAGRAMS];
static uint32_t noise = 1;

static unsigned up_to(unsigned most) {
  noise = noise * 1664525 + 1013904223;
  return (noise >> 8) % (most + 1);
}

int main(void) {
  ascon_datagram_sender sender;
  ascon_datagram_receiver receiver;
  int next = 0, of_each[2] = {0, 0};
  if (ascon_datagram_sender_init(&sender, &settings, identity, key, NULL) != ASCON_OK) return 1;
  if (ascon_datagram_receiver_init(&receiver, &settings, identity, key, NULL) != ASCON_OK) return 1;
  for (int i = 0; i < DATAGRAMS; i++) {
    if (ascon_datagram_seal(&sender, datagrams[i], NULL, 0, NULL, 0) != ASCON_OK) return 1;
    for (unsigned arrivals = up_to(2); arrivals > 0; arrivals--) {
      const unsigned most = up_to(3) ? 3 : up_to(30) ? WINDOW + 10 : 3 * WINDOW;
      const int back = (int)up_to(most), which = back > i ? 0 : i - back;
      const int expected = which + WINDOW >= next && !accepted[which];
      const int opened =
          ascon_datagram_open(&receiver, NULL, datagrams[which], LENGTH, NULL, 0) == ASCON_OK;
      if (opened != expected) {
        printf("failed: datagram %d of %d: %d\n", which, next, opened);
        return 1;
      }
      if (opened) accepted[which] = 1;
      if (opened && which >= next) next = which + 1;
      of_each[opened]++;
    }
  }
  if (of_each[0] < 1000 || of_each[1] < 1000) return 1;
  printf("%d bits, %d bytes\n", WINDOW, (int)sizeof receiver.accepted);
  return 0;
}
