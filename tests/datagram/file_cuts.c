/* A sender whose counter is in a file. The power is cut at every call that changes the disk: before
   it, in the middle of a write, and after it. A disk of the worst kind: what was not synchronized
   is lost, unless its loss would be kinder. Called functions are replaced by the linker (--wrap).
   Prints how many cuts there were; the status is 1 after a failure.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asconkit/datagram/ascon_datagram.h"
#include "ports/datagram/counter_file.h"

enum { STEP = 3 };

static const uint8_t key[16] = {1}, identity[8] = {2};
static const ascon_datagram_settings settings = {1, 2, 8, 0};
static counter_file file;
static const ascon_datagram_store store = {counter_file_load, counter_file_store, &file, STEP};

/* ---- The disk ------------------------------------------------------------------------------- */

static int calls_left; /* before the power is cut */
static int renamed, synchronized;
static int lose_names; /* what is not synchronized: 1 is lost, 0 is kept */

ssize_t __real_write(int descriptor, const void *bytes, size_t length);
int __real_fsync(int descriptor);
int __real_renameat(int from, const char *name, int to, const char *other);

static void cut(void) {
  if (renamed && lose_names && rename("old", "counter") != 0) unlink("counter");
  _exit(3);
}

ssize_t __wrap_write(int descriptor, const void *bytes, size_t length) {
  if (calls_left-- == 0) cut();
  synchronized = 0;
  if (calls_left-- == 0) {
    (void)__real_write(descriptor, bytes, length / 2);
    cut();
  }
  return __real_write(descriptor, bytes, length);
}

int __wrap_fsync(int descriptor) {
  struct stat status;
  if (calls_left-- == 0) cut();
  if (fstat(descriptor, &status) != 0) return -1;
  if (S_ISDIR(status.st_mode)) renamed = 0;
  else synchronized = 1;
  return __real_fsync(descriptor);
}

/* A file that was not synchronized is empty. */
int __wrap_renameat(int from, const char *name, int to, const char *other) {
  if (calls_left-- == 0) cut();
  unlink("old");
  (void)!link("counter", "old");
  if (!synchronized) (void)!truncate(name, 0);
  const int result = __real_renameat(from, name, to, other);
  renamed = 1;
  return result;
}

/* ---- A device ------------------------------------------------------------------------------- */

/* Sends 20 datagrams, writes each counter to the pipe, and cuts the power in between. */
static void live(int pipe_end) {
  ascon_datagram_sender sender;
  uint8_t datagram[2 + 8];
  if (ascon_datagram_sender_init(&sender, &settings, identity, key, &store) != ASCON_OK) _exit(4);
  for (int i = 0; i < 20; i++) {
    const uint64_t counter = ascon_datagram_next(&sender.state);
    if (ascon_datagram_seal(&sender, datagram, NULL, 0, NULL, 0) != ASCON_OK) _exit(5);
    if (__real_write(pipe_end, &counter, sizeof counter) != sizeof counter) _exit(6);
  }
  cut();
}

int main(void) {
  uint64_t expected = 0;
  unsigned cuts = 0, used = 0;
  calls_left = -1;
  if (!counter_file_open(&file, ".", "counter") || !counter_file_provision(&file) ||
      !counter_file_provision(&file)) {
    puts("failed: provision");
    return 1;
  }
  for (int at = 0; at < 40; at++)
    for (lose_names = 0; lose_names < 2; lose_names++) {
      int ends[2], status;
      uint64_t counter;
      if (pipe(ends) != 0) return 1;
      calls_left = at;
      renamed = synchronized = 0;
      const pid_t child = fork();
      if (child == 0) live(ends[1]);
      close(ends[1]);
      if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 3) {
        printf("failed: it does not start, status %d\n", WEXITSTATUS(status));
        return 1;
      }
      for (int first = 1; read(ends[0], &counter, sizeof counter) == sizeof counter; first = 0) {
        if (counter < expected || (!first && counter != expected) ||
            counter > expected + 2 * STEP) {
          printf("failed: counter %lu after %lu\n", (unsigned long)counter,
                 (unsigned long)expected);
          return 1;
        }
        expected = counter + 1;
        used++;
      }
      close(ends[0]);
      cuts++;
    }
  printf("%u cuts, %u counters\n", cuts, used);
  return 0;
}
