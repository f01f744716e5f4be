/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "threads.h"

static void run_here(batch_worker *worker) {
  const batch_work *work = worker->work;
  if (work->algorithm->kind == ASCON_KIND_AEAD) work->engine->aead(worker);
  else work->engine->sponge(worker);
}

#if !ASCON_ATOMICS || !(defined(_WIN32) || defined(__unix__) || defined(__APPLE__))

size_t ascon_batch_processors(void) { return 1; }

void ascon_batch_run_workers(batch_worker *workers, size_t count) {
  (void)count;
  run_here(workers);
}

#else

#if defined(_WIN32)

#include <windows.h>

typedef HANDLE thread;

size_t ascon_batch_processors(void) {
  DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
  return count ? count : 1;
}

static DWORD WINAPI thread_main(void *worker) {
  run_here((batch_worker *)worker);
  return 0;
}

static int start(thread *handle, batch_worker *worker) {
  *handle = CreateThread(NULL, 0, thread_main, worker, 0, NULL);
  return *handle != NULL;
}

static void join(thread handle) {
  WaitForSingleObject(handle, INFINITE);
  CloseHandle(handle);
}

#else

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

typedef pthread_t thread;

size_t ascon_batch_processors(void) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    int count = CPU_COUNT(&allowed);
    if (count > 0) return (size_t)count;
  }
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (size_t)online : 1;
}

static void *thread_main(void *worker) {
  run_here((batch_worker *)worker);
  return NULL;
}

static int start(thread *handle, batch_worker *worker) {
  return pthread_create(handle, NULL, thread_main, worker) == 0;
}

static void join(thread handle) { (void)pthread_join(handle, NULL); }

#endif

void ascon_batch_run_workers(batch_worker *workers, size_t count) {
  thread handles[ASCON_BATCH_MAX_THREADS];
  size_t started = 0;
  while (started + 1 < count && start(&handles[started], &workers[started + 1])) started++;
  run_here(workers);
  while (started > 0) join(handles[--started]);
}

#endif
