/* What pool.c needs of the system: threads, locks, a clock. POSIX and Windows.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_POOL_SYSTEM_H
#define ASCON_BATCH_POOL_SYSTEM_H

#if defined(__linux__) && !defined(_GNU_SOURCE) /* read alone; pool.c has said it */
#define _GNU_SOURCE
#endif

#include "work.h"

#if defined(_WIN32)

#include <windows.h>

typedef HANDLE thread;
typedef DWORD thread_value;
typedef SRWLOCK mutex;
typedef CONDITION_VARIABLE condition;

#define THREAD_CALL WINAPI

INLINED void begin_mutex(mutex *m) { InitializeSRWLock(m); }
INLINED void end_mutex(mutex *m) { (void)m; }
INLINED void lock_mutex(mutex *m) { AcquireSRWLockExclusive(m); }
INLINED void unlock_mutex(mutex *m) { ReleaseSRWLockExclusive(m); }
INLINED void begin_condition(condition *c) { InitializeConditionVariable(c); }
INLINED void end_condition(condition *c) { (void)c; }
INLINED void wake_one(condition *c) { WakeConditionVariable(c); }
INLINED void wake_all(condition *c) { WakeAllConditionVariable(c); }
INLINED void wait_for(condition *c, mutex *m) { SleepConditionVariableSRW(c, m, INFINITE, 0); }

INLINED size_t available_processors(void) {
  DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
  return count ? count : 1;
}

INLINED uint64_t nanoseconds(void) {
  LARGE_INTEGER now, second;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&second);
  return (uint64_t)((double)now.QuadPart * 1e9 / (double)second.QuadPart);
}

INLINED int start(thread *handle, thread_value(WINAPI *function)(void *), void *argument) {
  *handle = CreateThread(NULL, 0, function, argument, 0, NULL);
  return *handle != NULL;
}

INLINED void join(thread handle) {
  WaitForSingleObject(handle, INFINITE);
  CloseHandle(handle);
}

#else

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

typedef pthread_t thread;
typedef void *thread_value;
typedef pthread_mutex_t mutex;
typedef pthread_cond_t condition;

#define THREAD_CALL

/* None of these fails: the arguments are valid, and default attributes need no memory. */
INLINED void begin_mutex(mutex *m) { (void)pthread_mutex_init(m, NULL); }
INLINED void end_mutex(mutex *m) { (void)pthread_mutex_destroy(m); }
INLINED void lock_mutex(mutex *m) { (void)pthread_mutex_lock(m); }
INLINED void unlock_mutex(mutex *m) { (void)pthread_mutex_unlock(m); }
INLINED void begin_condition(condition *c) { (void)pthread_cond_init(c, NULL); }
INLINED void end_condition(condition *c) { (void)pthread_cond_destroy(c); }
INLINED void wake_one(condition *c) { (void)pthread_cond_signal(c); }
INLINED void wake_all(condition *c) { (void)pthread_cond_broadcast(c); }
INLINED void wait_for(condition *c, mutex *m) { (void)pthread_cond_wait(c, m); }

INLINED size_t available_processors(void) {
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

INLINED uint64_t nanoseconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* With all signals blocked: the program's handlers run on its own threads. */
INLINED int start(thread *handle, thread_value (*function)(void *), void *argument) {
  sigset_t all, before;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = pthread_create(handle, NULL, function, argument);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error == 0;
}

INLINED void join(thread handle) { (void)pthread_join(handle, NULL); }

#endif

#endif
