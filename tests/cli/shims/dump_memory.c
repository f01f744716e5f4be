// SPDX-License-Identifier: Apache-2.0 OR MIT
// Preloaded: writes all memory that the program could write to into $DUMP_FOLDER/end when it ends,
// and into $DUMP_FOLDER/sync when it flushes a file. Memory that was freed, and the stack below
// what is in use, are part of that.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_range(int fd, const char *at, const char *end) {
  while (at < end) {
    ssize_t done = write(fd, at, (size_t)(end - at));
    if (done <= 0) return;  // a page without memory after it
    at += done;
  }
}

// The list is read into one buffer first: reading must not move the heap.
static size_t read_list(char *list, size_t room) {
  int fd = open("/proc/self/maps", O_RDONLY);
  size_t size = 0;
  ssize_t got;
  while ((got = read(fd, list + size, room - 1 - size)) > 0) size += (size_t)got;
  close(fd);
  list[size] = '\0';
  return size;
}

static void dump(const char *name) {
  static char list[1 << 18];
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", getenv("DUMP_FOLDER"), name);
  if (read_list(list, sizeof list) + 1 >= sizeof list) abort();
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0) abort();
  for (char *line = list; *line != '\0'; line = strchr(line, '\n') + 1) {
    void *from;
    void *to;
    char rights[5];
    if (sscanf(line, "%p-%p %4s", &from, &to, rights) != 3) abort();
    if (rights[1] == 'w') write_range(fd, from, to);
  }
  if (close(fd) != 0) abort();
}

int fsync(int fd) {
  dump("sync");
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd);
}

__attribute__((destructor)) static void at_end(void) { dump("end"); }
