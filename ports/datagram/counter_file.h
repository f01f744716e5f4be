/* Counters that survive a loss of power at any time, in files of a POSIX system whose fsync() waits
   for the disk. On macOS, F_FULLFSYNC is used too, because fsync() does not wait. For
   ascon_datagram_store of asconkit/datagram/ascon_datagram.h:

     static counter_file file;
     static const ascon_datagram_store store = {counter_file_load, counter_file_store, &file, 20};
     if (!counter_file_open(&file, "/var/lib/node", "sent")) puts(file.problem);

   From the first load() until it is closed, a counter belongs to one counter_file of one process,
   by flock() on the file NAME.lock. Never remove NAME.lock: the owner of the lock would then refuse
   every call. A program with many counters in a folder takes one lock for all of them
   (counter_folder); these counters need no descriptors. A call fails, and `problem` says why, in
   these cases: the counter is in use elsewhere; the file is a symbolic link, has two names, is
   damaged or has a higher counter than the one to store; the file system has no locks; the caller
   is a child of the process that holds the counter.

   Locks do not detect copies: a counter that was restored, such as from a snapshot, a container's
   image or a backup, is used again. With a new key, a sender may keep its counter; a receiver of
   another sender needs a new file. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_FILE_H
#define COUNTER_FILE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Counters of one folder that share a lock. Only one thread at a time may make calls with the
    folder and its counters, including counter_file_close(). Its fields are private, except
    `problem`. */
typedef struct counter_folder {
  const char *problem; /**< why the last call failed, in English; NULL if it did not */
  int folder, lock;    /* descriptors, or -1 */
  long process;        /* number of the lock's owner; 0: never opened */
  struct counter_file *first;
} counter_folder;

/** A counter, for one thread at a time. Its fields are private, except `problem`. It must stay
 * at the same address. */
typedef struct counter_file {
  const char *problem; /**< why the last call failed, in English; NULL if it did not */
  const char *name;
  counter_folder alone; /* if the counter has its own lock */
  counter_folder *folder;
  struct counter_file *next; /* next counter of the folder */
  int is_held;
  uint8_t least[8], tried[8]; /* counter_record.h */
} counter_file;

/** Opens the folder, which makes later calls independent of chdir(), and locks its file `.lock`.
    Until the folder is closed, no other process can use its counters. While `.lock` exists, calls
    fail for a counter that counter_file_open() opened in this folder.
    @return 1; 0 if this fails: `problem` says why */
int counter_folder_open(counter_folder *folder, const char *path);
/** Releases the lock, even if a child process still runs. Called in a child, leaves the lock to the
    parent. Close the counters of the folder first. Does nothing to a folder of zeros, which was
    never opened. */
void counter_folder_close(counter_folder *folder);

/** Opens the folder, which makes later calls independent of chdir(). Neither locks nor reads.
    @param name file in the folder: 1 to 240 bytes, no `/`, no `.` at the start; the string must not
                move. The files NAME.new and NAME.lock are made in the same folder
    @return 1; 0 if this fails: `problem` says why */
int counter_file_open(counter_file *file, const char *folder, const char *name);
/** Prepares a counter of an open folder, which must stay at the same address.
    @param name has only a-z, 0-9, `-`, `_` and `.`, and no `.` at its end, because two names could
                be the same file where a file system ignores case or such a `.`
    @return 1; 0 for other names: `problem` says why */
int counter_file_open_in(counter_file *file, counter_folder *folder, const char *name);
/** Releases the lock as counter_folder_close() does. Later calls with the counter fail, and so do
   calls with a counter of zeros, which was never opened. */
void counter_file_close(counter_file *file);

/** For the fields `load` and `store` of an ascon_datagram_store, whose `context` is the address of
   a counter_file. A store() that failed may have written its counter. Later calls accept lower
   counters, down to the last one stored with success, but keep the higher counter. */
int counter_file_load(void *file, uint8_t counter[8]);
int counter_file_store(void *file, const uint8_t counter[8]);

/** Stores counter 0 if there is no such file. Call it once, when the first key is made, and never
    when the program starts: if the file is lost, the program must not start at 0 again. Holds the
    lock only during this call, unless the counter has been loaded or stored.
    @return 1; 0 on failure, or if the file is damaged */
int counter_file_provision(counter_file *file);

#ifdef __cplusplus
}
#endif

#endif
