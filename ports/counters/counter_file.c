/* The new file is on the disk before it takes the place of the old one, and its name is before
   counter_file_store() returns. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _POSIX_C_SOURCE 200809L
#include "counter_file.h"
#include "counter_record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_folder(const counter_file *file) {
  return open(file->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Reads or writes all of a record. */
static int transfer(int descriptor, uint8_t *record, int writing) {
  size_t done = 0;
  while (done < COUNTER_RECORD_BYTES) {
    const size_t left = COUNTER_RECORD_BYTES - done;
    const ssize_t n =
        writing ? write(descriptor, record + done, left) : read(descriptor, record + done, left);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    done += (size_t)n;
  }
  return 1;
}

int counter_file_load(void *context, uint8_t counter[8]) {
  const counter_file *file = (const counter_file *)context;
  uint8_t record[COUNTER_RECORD_BYTES];
  const int folder = open_folder(file);
  if (folder < 0) return 0;
  const int descriptor = openat(folder, file->name, O_RDONLY | O_CLOEXEC);
  const int good =
      descriptor >= 0 && transfer(descriptor, record, 0) && counter_from_record(counter, record);
  if (descriptor >= 0) (void)close(descriptor);
  (void)close(folder);
  return good;
}

/* Writes the new file. */
static int write_new(int folder, const char *name, uint8_t *record) {
  const int descriptor =
      openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return 0;
  const int written = transfer(descriptor, record, 1) && fsync(descriptor) == 0;
  return close(descriptor) == 0 && written;
}

int counter_file_store(void *context, const uint8_t counter[8]) {
  const counter_file *file = (const counter_file *)context;
  uint8_t record[COUNTER_RECORD_BYTES];
  char name[256];
  const int length = snprintf(name, sizeof name, "%s.new", file->name);
  if (length < 0 || (size_t)length >= sizeof name) return 0;
  const int folder = open_folder(file);
  if (folder < 0) return 0;
  counter_to_record(record, counter);
  const int good = write_new(folder, name, record) &&
                   renameat(folder, name, folder, file->name) == 0 && fsync(folder) == 0;
  (void)close(folder);
  return good;
}

int counter_file_provision(counter_file *file) {
  uint8_t counter[COUNTER_BYTES] = {0};
  struct stat status;
  const int folder = open_folder(file);
  if (folder < 0) return 0;
  const int missing = fstatat(folder, file->name, &status, 0) != 0 && errno == ENOENT;
  (void)close(folder);
  return missing ? counter_file_store(file, counter) : counter_file_load(file, counter);
}
