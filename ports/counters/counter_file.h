/* A counter that survives a loss of power at any time, in a file of a POSIX system whose fsync()
   waits for the disk. That of macOS does not: what the disk has not yet written may be lost there.
   For ascon_datagram_store of asconkit/ascon_datagram.h. One process at a time may use a file. For
   a new key, a sender may go on at the old counter; a receiver of another sender needs a new file.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_FILE_H
#define COUNTER_FILE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct counter_file {
  const char *folder; /**< exists; on the same disk as the files in it */
  const char *name;   /**< in the folder; a file with ".new" after this name is written first */
} counter_file;

/** For the fields `load` and `store` of an ascon_datagram_store, whose `context` is the address of
   a counter_file. */
int counter_file_load(void *file, uint8_t counter[8]);
int counter_file_store(void *file, const uint8_t counter[8]);

/** Stores counter 0 if there is no such file. Call it once, when the first key is made, and never
    when the program starts: if the file is lost, the program must not start at 0 again.
    @return 0 if that fails, or if the file is damaged */
int counter_file_provision(counter_file *file);

#ifdef __cplusplus
}
#endif

#endif
