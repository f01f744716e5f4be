/* The board that programs of tests/firmware run on where the processor itself does: the C library,
   and a mark() at which stepper.c stops. The first line says which backend and which engine of
   batches are active. The argument is the number of a leak that test_native_traces.py has planted
   in the library, 0: none; or "names", to end after that line. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tests/firmware/firmware.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "asconkit/ascon_backend.h"
#include "asconkit/batch/ascon_batch.h"

void mark(void) {
#ifdef __x86_64__
  __asm__ volatile("int3");
#endif
}

void board_write(const char *text, size_t bytes) {
  if (write(STDOUT_FILENO, text, bytes) < 0) exit(3);
}

void board_exit(int status) { exit(status); }

extern int planted_leak;
int planted_leak;

int main(int argc, char **argv) {
  if (argc > 1) planted_leak = atoi(argv[1]);
  put_text(ascon_backend_active());
  put_text(" ");
  put_text(ascon_batch_engine_active(1000));
  put_text("\n");
  if (argc > 1 && strcmp(argv[1], "names") == 0) return 0;
  return firmware_main(argc, argv);
}
