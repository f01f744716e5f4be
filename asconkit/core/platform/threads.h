/* Threads, locks and a clock, for the pools of batch/pool.c. POSIX and Windows.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_THREADS_H
#define ASCON_THREADS_H

#include "compiler.h"

/* ASCON_THREADS 1: there are threads, and variables that they may share. 0: nothing here is
   declared. */
#if ASCON_HAS_SYSTEM
#include "atomic.h"
#define ASCON_THREADS ASCON_ATOMICS
#else
#define ASCON_THREADS 0
#endif

#if ASCON_THREADS
#if defined(_WIN32)
#include <windows.h>
typedef HANDLE thread_handle;
typedef SRWLOCK mutex;
typedef CONDITION_VARIABLE condition;
#else
#include <pthread.h>
typedef pthread_t thread_handle;
typedef pthread_mutex_t mutex;
typedef pthread_cond_t condition;
#endif

/* Stays where it is from its start until it has been joined. */
typedef struct thread {
  thread_handle handle;
  void (*run)(void *argument);
  void *argument;
} thread;

/* Starts run(argument), with all signals blocked: the program's handlers run on its own threads. 0
   if the system has no resources for a thread. */
int ascon_thread_start(thread *t, void (*run)(void *argument), void *argument);
/* Waits until run() has returned. */
void ascon_thread_join(thread *t);

/* None of these fails. */
void ascon_mutex_begin(mutex *m);
void ascon_mutex_end(mutex *m);
void ascon_mutex_lock(mutex *m);
void ascon_mutex_unlock(mutex *m);
void ascon_condition_begin(condition *c);
void ascon_condition_end(condition *c);
void ascon_condition_wake_one(condition *c);
void ascon_condition_wake_all(condition *c);
/* The caller holds the lock, before and after. May also return when nobody has woken it. */
void ascon_condition_wait(condition *c, mutex *m);

/* How many processors this process may use, at least 1. */
size_t ascon_available_processors(void);
/* Of a clock that only goes forward. */
uint64_t ascon_nanoseconds(void);
#endif

#endif
