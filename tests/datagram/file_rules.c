/* Rules of counter_file.c that the tests of the packages do not show: a case of the table below.
   The status is 1 after a failure, 2 if there is no such case.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asconkit/datagram/ascon_datagram.h"
#include "ports/datagram/counter_file.h"

static void fail(const char *what) {
  printf("failed: %s\n", what);
  exit(1);
}

static void expect(int good, const char *what) {
  if (!good) fail(what);
}

static void open_counter(counter_file *file, const char *name) {
  if (!counter_file_open(file, ".", name)) fail(file->problem);
}

static void provision(counter_file *file) {
  if (!counter_file_provision(file)) fail(file->problem);
}

static int load(counter_file *file) {
  uint8_t counter[8];
  return counter_file_load(file, counter);
}

static void expect_refused(int result, const counter_file *file, const char *why) {
  if (result) fail("it was not refused");
  if (!file->problem || !strstr(file->problem, why))
    fail(file->problem ? file->problem : "no text");
}

/* ---- The system ----------------------------------------------------------------------------- */

/* Called functions are replaced by the linker (--wrap). */
int __real_fsync(int descriptor);
int __real_fstat(int descriptor, struct stat *status);

int __real_fcntl(int descriptor, int command, ...);

static int folder_fails, has_no_name, full_syncs, full_sync_error;

int __wrap_fsync(int descriptor) {
  struct stat status;
  if (folder_fails && __real_fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) return -1;
  return __real_fsync(descriptor);
}

/* As on macOS. */
int __wrap_fcntl(int descriptor, int command, ...) {
  if (command != F_FULLFSYNC) return __real_fcntl(descriptor, command);
  full_syncs++;
  errno = full_sync_error;
  return errno ? -1 : 0;
}

/* A counter that is replaced between open() and fstat() has no name any more. */
int __wrap_fstat(int descriptor, struct stat *status) {
  const int result = __real_fstat(descriptor, status);
  if (has_no_name && result == 0 && status->st_size == 12) status->st_nlink = 0;
  return result;
}

/* ---- Cases ---------------------------------------------------------------------------------- */

static void never_opened(void) {
  static counter_file file, in_folder;
  static counter_folder folder;
  static const uint8_t counter[8];
  const int first = open("first", O_RDWR | O_CREAT, 0600);
  expect(first >= 0 && dup2(first, 0) == 0, "descriptor 0");
  expect_refused(load(&file), &file, "never opened");
  expect_refused(counter_file_store(&file, counter), &file, "never opened");
  expect_refused(counter_file_provision(&file), &file, "never opened");
  for (int i = 0; i < 2; i++) counter_file_close(&file);
  expect(counter_file_open_in(&in_folder, &folder, "counter"), "a name is only kept");
  expect_refused(load(&in_folder), &in_folder, "never opened");
  expect_refused(counter_file_open_in(&in_folder, &folder, "a/b"), &in_folder, "name");
  expect_refused(load(&in_folder), &in_folder, "never opened");
  for (int i = 0; i < 2; i++) counter_folder_close(&folder);
  expect(fcntl(0, F_GETFD) >= 0, "descriptor 0 was closed");
}

static void no_name(void) {
  counter_file file;
  open_counter(&file, "counter");
  provision(&file);
  has_no_name = 1;
  expect(load(&file), "a counter without a name was refused");
  counter_file_close(&file);
  expect_refused(load(&file), &file, "closed");
}

/* A child of fork(), which lives until the other end of the pipe is closed. */
static pid_t make_child(int *end) {
  int ends[2];
  char byte;
  if (pipe(ends) != 0) fail("pipe");
  *end = ends[1];
  const pid_t child = fork();
  if (child != 0) return close(ends[0]), child;
  close(ends[1]);
  _exit(read(ends[0], &byte, 1) != 0);
}

static void end_child(pid_t child, int end) {
  int status;
  close(end);
  expect(waitpid(child, &status, 0) == child && status == 0, "the child");
}

static void child_outlives(void) {
  counter_file first, second;
  counter_folder folder, again;
  int end;
  open_counter(&first, "counter");
  open_counter(&second, "counter");
  provision(&first);
  expect(load(&first), "load");
  pid_t child = make_child(&end);
  counter_file_close(&first);
  if (!load(&second)) fail(second.problem);
  end_child(child, end);
  counter_file_close(&second);

  expect(counter_folder_open(&folder, "."), "folder");
  child = make_child(&end);
  counter_folder_close(&folder);
  if (!counter_folder_open(&again, ".")) fail(again.problem);
  end_child(child, end);
  counter_folder_close(&again);
}

static void lock_removed(void) {
  static const uint8_t counter[8] = {1};
  static const char why[] = "lock file was removed";
  counter_file file, other, in_folder;
  counter_folder folder;
  open_counter(&file, "counter");
  open_counter(&other, "counter");
  provision(&file);
  expect(load(&file) && unlink("counter.lock") == 0, "load");
  expect(load(&other), "a new lock");
  expect_refused(load(&file), &file, why);
  expect_refused(counter_file_store(&file, counter), &file, why);
  counter_file_close(&file);
  expect(counter_file_store(&other, counter), "store");
  counter_file_close(&other);

  expect(counter_folder_open(&folder, "."), "folder");
  expect(unlink(".lock") == 0, "unlink");
  expect(counter_file_open_in(&in_folder, &folder, "counter"), "open");
  expect_refused(load(&in_folder), &in_folder, why);
  expect_refused(counter_file_store(&in_folder, counter), &in_folder, why);
  counter_file_close(&in_folder);
  counter_folder_close(&folder);
}

static void folder_closed_first(void) {
  counter_file file, other;
  counter_folder folder;
  expect(counter_folder_open(&folder, "."), "folder");
  expect(counter_file_open_in(&file, &folder, "counter"), "open");
  provision(&file);
  expect(load(&file), "load");
  counter_folder_close(&folder);
  expect(counter_folder_open(&folder, "."), "folder again");
  expect(counter_file_open_in(&other, &folder, "counter") && load(&other), "load again");
  counter_file_close(&file); /* not in the list of this folder */
  counter_file_close(&other);
  counter_folder_close(&folder);
}

static void names_in_a_folder(void) {
  static const char *const good[] = {"0", "node-7", "node_7.sent", "65535"};
  static const char *const bad[] = {"Node",      "node ", "node.", "n\\x", "n:x",
                                    "n\xc3\xa4", "a/b",   "",      ".n",   "n.new"};
  counter_file file;
  counter_folder folder;
  expect(counter_folder_open(&folder, "."), "folder");
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    if (!counter_file_open_in(&file, &folder, good[i])) fail(good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    expect_refused(counter_file_open_in(&file, &folder, bad[i]), &file, "name of a counter");
  open_counter(&file, "Node");
  counter_file_close(&file);
  counter_folder_close(&folder);
}

/* A store that fails after it has written: the folder cannot be synchronized. */
static void failed_store(void) {
  enum { DATAGRAMS = 300, LENGTH = 2 + 8 };
  static const ascon_datagram_settings with_epochs = {1000, 2, 8, 1}, settings = {1000, 2, 8, 0};
  static const uint8_t key[16] = {1}, identity[8] = {2}, lower[8] = {0};
  static uint8_t datagrams[DATAGRAMS][LENGTH];
  static counter_file sent, accepted;
  static const ascon_datagram_store sent_store = {counter_file_load, counter_file_store, &sent, 20},
                                    accepted_store = {counter_file_load, counter_file_store,
                                                      &accepted, 20};
  ascon_datagram_sender sender;
  ascon_datagram_receiver receiver;
  open_counter(&sent, "sent");
  open_counter(&accepted, "accepted");
  provision(&sent);
  provision(&accepted);

  expect(ascon_datagram_sender_init(&sender, &with_epochs, identity, key, &sent_store) == 0 &&
             ascon_datagram_seal(&sender, datagrams[0], NULL, 0, NULL, 0) == 0,
         "start");
  folder_fails = 1;
  expect(ascon_datagram_rekey(&sender) == ASCON_ERR_STORE, "rekey");
  folder_fails = 0;
  for (int i = 0; i < 400; i++)
    if (ascon_datagram_seal(&sender, datagrams[0], NULL, 0, NULL, 0) != 0) fail(sent.problem);
  expect_refused(counter_file_store(&sent, lower), &sent, "higher");

  expect(ascon_datagram_sender_init(&sender, &settings, identity, key, NULL) == 0, "start");
  for (int i = 0; i < DATAGRAMS; i++)
    expect(ascon_datagram_seal(&sender, datagrams[i], NULL, 0, NULL, 0) == 0, "seal");
  expect(ascon_datagram_receiver_init(&receiver, &settings, identity, key, &accepted_store) == 0,
         "start");
  folder_fails = 1;
  expect(ascon_datagram_open(&receiver, NULL, datagrams[200], LENGTH, NULL, 0) == ASCON_ERR_STORE,
         "open");
  folder_fails = 0;
  for (int i = 0; i < DATAGRAMS; i++)
    if (ascon_datagram_open(&receiver, NULL, datagrams[i], LENGTH, NULL, 0) != 0)
      fail(accepted.problem);
  expect_refused(counter_file_store(&accepted, lower), &accepted, "higher");
}

static void disk_is_waited_for(void) {
  static const uint8_t counter[8] = {1};
  counter_file file;
  open_counter(&file, "counter");
  provision(&file);
  expect(full_syncs == 2, "the file and its folder");
  full_sync_error = ENOTSUP; /* of this file system: fsync() has to do */
  expect(counter_file_store(&file, counter), "without F_FULLFSYNC");
  full_sync_error = EIO;
  expect_refused(counter_file_store(&file, counter), &file, "cannot be written");
  counter_file_close(&file);
}

/* ---- The table ------------------------------------------------------------------------------ */

static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {
    {"never opened", never_opened},
    {"no name", no_name},
    {"a child lives longer", child_outlives},
    {"the lock is removed", lock_removed},
    {"the folder is closed first", folder_closed_first},
    {"names in a folder", names_in_a_folder},
    {"a store fails after writing", failed_store},
    {"the disk is waited for", disk_is_waited_for},
};

int main(int words, char **word) {
  for (size_t i = 0; words == 2 && i < sizeof cases / sizeof cases[0]; i++)
    if (strcmp(word[1], cases[i].name) == 0) {
      cases[i].run();
      puts("passed");
      return 0;
    }
  return 2;
}
