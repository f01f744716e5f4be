/* The new file is on the disk before it takes the place of the old one, and its name is before
   counter_file_store() returns. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _DEFAULT_SOURCE /* flock() */
#include "counter_file.h"
#include "counter_record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 256, MOST_NAME_BYTES = 240 };

static const char in_use[] = "another process, or another store of this one, has the counter";

/* ---- Locks ---------------------------------------------------------------------------------- */

/* Opens and locks a file of the folder. Returns its descriptor, or -1 and why not. */
static int lock_file(int folder, const char *name, int flags, const char **problem) {
  const int lock =
      openat(folder, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags, S_IRUSR | S_IWUSR);
  if (lock < 0) {
    *problem = "the lock file cannot be opened: it must be a file, and no symbolic link";
    return -1;
  }
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  *problem = errno == EWOULDBLOCK
                 ? in_use
                 : "the file system has no locks: a counter needs one with flock()";
  (void)close(lock);
  return -1;
}

/* In the process that took the lock it is released, though a child may live that shares it. A child
   only closes its descriptor: unlocking would take the lock from the parent. */
static void unlock(int lock, long process) {
  if (process == (long)getpid()) (void)flock(lock, LOCK_UN);
  (void)close(lock);
}

static void close_folder(counter_folder *folder) {
  const int was_opened = folder->process != 0;
  if (was_opened && folder->lock >= 0) unlock(folder->lock, folder->process);
  if (was_opened && folder->folder >= 0) (void)close(folder->folder);
  folder->folder = folder->lock = -1;
}

static int find_folder(counter_folder *folder, const char *path) {
  folder->process = (long)getpid();
  folder->lock = -1;
  folder->first = NULL;
  folder->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  folder->problem = folder->folder < 0 ? "the folder cannot be opened" : NULL;
  return folder->folder >= 0;
}

int counter_folder_open(counter_folder *folder, const char *path) {
  if (!find_folder(folder, path)) return 0;
  folder->lock = lock_file(folder->folder, ".lock", O_CREAT, &folder->problem);
  if (folder->lock < 0) close_folder(folder);
  return folder->lock >= 0;
}

void counter_folder_close(counter_folder *folder) { close_folder(folder); }

static int is_missing(int folder, const char *name) {
  struct stat status;
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
}

static void name_beside(char *name, const counter_file *file, const char *ending) {
  (void)snprintf(name, NAME_BYTES, "%s%s", file->name, ending);
}

/* First the counter's own lock, then a look for the lock of the folder. */
static int lock_alone(counter_file *file) {
  char name[NAME_BYTES];
  counter_folder *alone = &file->alone;
  name_beside(name, file, ".lock");
  alone->process = (long)getpid();
  alone->lock = lock_file(alone->folder, name, O_CREAT, &file->problem);
  if (alone->lock < 0) return 0;
  if (is_missing(alone->folder, ".lock")) return 1;
  unlock(alone->lock, alone->process);
  alone->lock = -1;
  file->problem = "the counters of this folder have one lock, the file `.lock` in it";
  return 0;
}

/* The folder was locked before: so a counter that was alone before shows that by its own lock. */
static int look_for_lock(counter_file *file) {
  char name[NAME_BYTES];
  name_beside(name, file, ".lock");
  if (is_missing(file->folder->folder, name)) return 1;
  const int lock = lock_file(file->folder->folder, name, 0, &file->problem);
  if (lock >= 0) unlock(lock, file->folder->process);
  return lock >= 0;
}

/* In a folder that has the lock. */
static int hold_in_folder(counter_file *file) {
  for (const counter_file *other = file->folder->first; other; other = other->next)
    if (strcmp(other->name, file->name) == 0) {
      file->problem = in_use;
      return 0;
    }
  if (!look_for_lock(file)) return 0;
  file->next = file->folder->first;
  file->folder->first = file;
  return 1;
}

/* Once the file of a lock is removed, the next process makes and locks another one. */
static const char *why_lock_is_lost(int lock) {
  struct stat status;
  return fstat(lock, &status) == 0 && status.st_nlink != 0
             ? NULL
             : "the lock file was removed: somebody else may have the counter";
}

/* From the first load() or store() on, or as long as the counter is provisioned. */
static int hold(counter_file *file) {
  const counter_folder *folder = file->folder;
  if (!folder || folder->process == 0 || folder->folder < 0)
    file->problem = "the counter was closed, or never opened";
  else if (folder->lock >= 0 && folder->process != (long)getpid())
    file->problem = "the counter belongs to the parent of this process";
  else if (file->is_held || (folder == &file->alone ? lock_alone(file) : hold_in_folder(file))) {
    file->is_held = 1;
    file->problem = why_lock_is_lost(folder->lock);
  }
  return file->problem == NULL;
}

static void release(counter_file *file) {
  if (file->folder == &file->alone) {
    if (file->alone.lock >= 0) unlock(file->alone.lock, file->alone.process);
    file->alone.lock = -1;
  } else if (file->is_held) {
    counter_file **at = &file->folder->first;
    while (*at && *at != file) at = &(*at)->next;
    if (*at) *at = file->next;
  }
  file->is_held = 0;
}

/* ---- Counters ------------------------------------------------------------------------------- */

static int ends_with(const char *name, const char *ending) {
  const size_t length = strlen(name), more = strlen(ending);
  return length >= more && strcmp(name + length - more, ending) == 0;
}

static int name_counter(counter_file *file, counter_folder *folder, const char *name) {
  const int is_good = name[0] != '\0' && name[0] != '.' && strlen(name) <= MOST_NAME_BYTES &&
                      !strchr(name, '/') && !ends_with(name, ".new") && !ends_with(name, ".lock");
  file->alone.folder = file->alone.lock = -1;
  file->folder = is_good ? folder : &file->alone;
  file->name = name;
  file->is_held = 0;
  memset(file->least, 0, COUNTER_BYTES);
  memset(file->tried, 0, COUNTER_BYTES);
  file->problem = is_good
                      ? NULL
                      : "the name of a counter must have 1 to 240 bytes, no `/` and no `.` at its "
                        "start, and not end in `.new` or `.lock`";
  return is_good;
}

int counter_file_open(counter_file *file, const char *folder, const char *name) {
  if (!name_counter(file, &file->alone, name)) return 0;
  if (!find_folder(&file->alone, folder)) file->problem = file->alone.problem;
  return file->problem == NULL;
}

/* Names are compared as bytes, so a file may have only one: some file systems ignore case, the
   composition of letters, or a dot at the end. */
int counter_file_open_in(counter_file *file, counter_folder *folder, const char *name) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
  if (!name_counter(file, folder, name)) return 0;
  if (name[strspn(name, allowed)] == '\0' && !ends_with(name, ".")) return 1;
  file->folder = &file->alone;
  file->problem =
      "the name of a counter in a folder must have only a-z, 0-9, `-`, `_` and `.`, "
      "and no `.` at its end";
  return 0;
}

void counter_file_close(counter_file *file) {
  release(file);
  close_folder(&file->alone);
  file->folder = &file->alone;
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

static const char *why_not_opened(const counter_file *file, int error) {
  struct stat status;
  if (error == ENOENT) return "there is no such counter: provision it once, together with its key";
  if (fstatat(file->folder->folder, file->name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISLNK(status.st_mode))
    return "the counter is a symbolic link: name the file itself";
  return "the counter cannot be opened";
}

/* Of a file that is open. NULL: it is a counter. */
static const char *why_no_counter(int descriptor, uint8_t counter[COUNTER_BYTES]) {
  uint8_t record[COUNTER_RECORD_BYTES];
  struct stat status;
  if (fstat(descriptor, &status) != 0) return "the counter cannot be read";
  if (!S_ISREG(status.st_mode)) return "the counter is not a file";
  if (status.st_nlink > 1)
    return "the counter has two names: the other one would keep an old counter";
  if (status.st_size == COUNTER_RECORD_BYTES && transfer(descriptor, record, 0) &&
      counter_from_record(counter, record))
    return NULL;
  return "the counter is damaged: it must be a counter and its checksum, 12 bytes";
}

static int read_counter(counter_file *file, uint8_t counter[COUNTER_BYTES]) {
  const int descriptor =
      openat(file->folder->folder, file->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    file->problem = why_not_opened(file, errno);
    return 0;
  }
  file->problem = why_no_counter(descriptor, counter);
  (void)close(descriptor);
  return file->problem == NULL;
}

/* On macOS, only F_FULLFSYNC waits for the disk, if the file system has it. */
static int synchronize(int descriptor) {
  if (fsync(descriptor) != 0) return 0;
#ifdef F_FULLFSYNC
  if (fcntl(descriptor, F_FULLFSYNC) != 0)
    return errno == ENOTSUP || errno == EINVAL || errno == ENOTTY;
#endif
  return 1;
}

/* Writes the new file, which somebody may have made before, such as a link to another file. */
static int write_new(int folder, const char *name, const uint8_t counter[COUNTER_BYTES]) {
  uint8_t record[COUNTER_RECORD_BYTES];
  if (unlinkat(folder, name, 0) != 0 && errno != ENOENT) return 0;
  const int descriptor =
      openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return 0;
  counter_to_record(record, counter);
  const int written = transfer(descriptor, record, 1) && synchronize(descriptor);
  return close(descriptor) == 0 && written;
}

static int write_counter(counter_file *file, const uint8_t counter[COUNTER_BYTES]) {
  char name[NAME_BYTES];
  const int folder = file->folder->folder;
  name_beside(name, file, ".new");
  if (write_new(folder, name, counter) && renameat(folder, name, folder, file->name) == 0 &&
      synchronize(folder))
    return 1;
  file->problem = "the counter cannot be written";
  return 0;
}

int counter_file_load(void *context, uint8_t counter[8]) {
  counter_file *file = (counter_file *)context;
  return hold(file) && read_counter(file, counter);
}

int counter_file_store(void *context, const uint8_t counter[8]) {
  counter_file *file = (counter_file *)context;
  uint8_t stored[COUNTER_BYTES];
  if (!hold(file) || !read_counter(file, stored)) return 0;
  const uint8_t *written = counter_to_write(file->least, file->tried, stored, counter);
  if (!written) {
    file->problem = "the file has a higher counter than the one to store";
    return 0;
  }
  if (!write_counter(file, written)) return 0;
  memcpy(file->least, counter, COUNTER_BYTES);
  return 1;
}

static int provision_held(counter_file *file) {
  uint8_t counter[COUNTER_BYTES] = {0};
  return is_missing(file->folder->folder, file->name) ? write_counter(file, counter)
                                                      : read_counter(file, counter);
}

int counter_file_provision(counter_file *file) {
  const int was_held = file->is_held;
  const int is_done = hold(file) && provision_held(file);
  if (!was_held) release(file);
  return is_done;
}
