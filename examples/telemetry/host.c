/* The node as a program: reads a line for each reading, and prints the frame of each as a line of
   hexadecimal digits.

     node FOLDER ADDRESS             sends
     node FOLDER ADDRESS provision   once, when the node gets its key: stores counter 0

   FOLDER has the file `key` of 16 bytes, and gets the file `sent-ADDRESS` of the counter.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "counter_file.h"
#include "node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  return 1;
}

static int read_key(const char *folder, uint8_t key[ASCON_DATAGRAM_KEY_BYTES]) {
  char path[512];
  const int length = snprintf(path, sizeof path, "%s/key", folder);
  FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "rb") : NULL;
  if (!file) return 0;
  const size_t bytes = fread(key, 1, ASCON_DATAGRAM_KEY_BYTES, file);
  const int ends = fgetc(file) == EOF;
  (void)fclose(file);
  return bytes == ASCON_DATAGRAM_KEY_BYTES && ends;
}

/* A device would give it to its radio. */
static void transmit(const uint8_t *frame, size_t length) {
  for (size_t i = 0; i < length; i++) printf("%02x", frame[i]);
  puts("");
  (void)fflush(stdout);
}

static int send_all(node *n) {
  char line[256];
  uint8_t frame[NODE_FRAME_BYTES];
  while (fgets(line, sizeof line, stdin)) {
    const size_t length = node_frame(n, frame, line, strcspn(line, "\n"));
    if (length == 0) return fail("a reading has more than 32 bytes, or no counter can be stored");
    transmit(frame, length);
  }
  return 0;
}

int main(int count, char **words) {
  static node n;
  uint8_t key[ASCON_DATAGRAM_KEY_BYTES];
  char name[32], *end = NULL;
  const unsigned long address = count >= 3 ? strtoul(words[2], &end, 10) : 0;
  if (count < 3 || *end || address > 0xffff) return fail("usage: node FOLDER ADDRESS [provision]");
  (void)snprintf(name, sizeof name, "sent-%lu", address);
  counter_file file = {words[1], name};
  const ascon_datagram_store store = {counter_file_load, counter_file_store, &file, 20};

  if (count == 4 && strcmp(words[3], "provision") == 0)
    return counter_file_provision(&file) ? 0 : fail("no counter can be stored");
  if (!read_key(words[1], key)) return fail("the file `key` must have 16 bytes");
  const int started = node_start(&n, (uint16_t)address, key, &store);
  ascon_wipe(key, sizeof key);
  if (!started) return fail("there is no counter: was the node provisioned?");
  const int status = send_all(&n);
  ascon_wipe(&n, sizeof n);
  return status;
}
