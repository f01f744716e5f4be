/* Threads, locks and a clock: threads.h says what each function does.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "threads.h"

#if ASCON_THREADS && defined(_WIN32)

static DWORD WINAPI thread_main(void *argument) {
  thread *t = argument;
  t->run(t->argument);
  return 0;
}

int ascon_thread_start(thread *t, void (*run)(void *argument), void *argument) {
  t->run = run, t->argument = argument;
  t->handle = CreateThread(NULL, 0, thread_main, t, 0, NULL);
  return t->handle != NULL;
}

void ascon_thread_join(thread *t) {
  WaitForSingleObject(t->handle, INFINITE);
  CloseHandle(t->handle);
}

void ascon_mutex_begin(mutex *m) { InitializeSRWLock(m); }
void ascon_mutex_end(mutex *m) { (void)m; }
void ascon_mutex_lock(mutex *m) { AcquireSRWLockExclusive(m); }
void ascon_mutex_unlock(mutex *m) { ReleaseSRWLockExclusive(m); }
void ascon_condition_begin(condition *c) { InitializeConditionVariable(c); }
void ascon_condition_end(condition *c) { (void)c; }
void ascon_condition_wake_one(condition *c) { WakeConditionVariable(c); }
void ascon_condition_wake_all(condition *c) { WakeAllConditionVariable(c); }
void ascon_condition_wait(condition *c, mutex *m) { SleepConditionVariableSRW(c, m, INFINITE, 0); }

size_t ascon_available_processors(void) {
  DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
  return count ? count : 1;
}

uint64_t ascon_nanoseconds(void) {
  LARGE_INTEGER now, second;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&second);
  return (uint64_t)((double)now.QuadPart * 1e9 / (double)second.QuadPart);
}

#elif ASCON_THREADS

#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static void *thread_main(void *argument) {
  thread *t = argument;
  t->run(t->argument);
  return NULL;
}

int ascon_thread_start(thread *t, void (*run)(void *argument), void *argument) {
  sigset_t all, before;
  t->run = run, t->argument = argument;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = pthread_create(&t->handle, NULL, thread_main, t);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error == 0;
}

void ascon_thread_join(thread *t) { (void)pthread_join(t->handle, NULL); }

/* None of these fails: the arguments are valid, and default attributes need no memory. */
void ascon_mutex_begin(mutex *m) { (void)pthread_mutex_init(m, NULL); }
void ascon_mutex_end(mutex *m) { (void)pthread_mutex_destroy(m); }
void ascon_mutex_lock(mutex *m) { (void)pthread_mutex_lock(m); }
void ascon_mutex_unlock(mutex *m) { (void)pthread_mutex_unlock(m); }
void ascon_condition_begin(condition *c) { (void)pthread_cond_init(c, NULL); }
void ascon_condition_end(condition *c) { (void)pthread_cond_destroy(c); }
void ascon_condition_wake_one(condition *c) { (void)pthread_cond_signal(c); }
void ascon_condition_wake_all(condition *c) { (void)pthread_cond_broadcast(c); }
void ascon_condition_wait(condition *c, mutex *m) { (void)pthread_cond_wait(c, m); }

size_t ascon_available_processors(void) {
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

uint64_t ascon_nanoseconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
