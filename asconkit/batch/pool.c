/* The threads of a pool: created once by the program, woken by the batches of batch.c.

   A call opens a gate with some seats, works itself, and closes the gate when no message is left to
   claim. Every thread that came in meanwhile has a seat and claims messages as the caller does. The
   caller waits for those inside and for nobody else: a thread that wakes up late, or never, as in
   the child of a fork, costs nothing but its help.

   After a call its helpers look for the next one for a while and sleep then. To hand work to those
   that are awake takes some 100 nanoseconds; to wake one takes a system call, and is done only for
   much work.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pool.h"
#include "../core/platform/threads.h"

#if !ASCON_THREADS

ascon_result ascon_batch_pool_create(ascon_batch_pool **pool, unsigned threads) {
  if (!pool) return ASCON_ERR_NULL;
  *pool = NULL;
  return threads > ASCON_BATCH_POOL_MAX_THREADS ? ASCON_ERR_RANGE : ASCON_OK;
}

void ascon_batch_pool_destroy(ascon_batch_pool *pool) { (void)pool; }

#else

#include <stdlib.h>

#include "../core/platform/process.h"

/* How long a helper looks for the next call before it sleeps. */
enum { LOOK_NANOSECONDS = 50 * 1000 };

/* How long a caller looks whether its last helpers have left before it sleeps: most of them need a
   part of one claim. */
enum { LEAVE_NANOSECONDS = 20 * 1000 };

/* The least work, in shares of batch.c, for which helpers are woken. On a virtual machine, where it
   is expensive, waking one took the caller 15 microseconds, and 50 until it helped; these shares
   are 200 microseconds. */
enum { SHARES_TO_WAKE = 128 };

/* What a helper leaves for the caller. */
typedef struct seat {
  size_t failed;
  ascon_result result;
} seat;

typedef struct threaded_pool {
  ascon_batch_pool base;
  uint64_t owner;  /* the child of a fork has no threads */
  int may_look;    /* there is more than one processor to look on */
  size_t helpers;  /* threads that have been started */
  seat *seats;     /* one for each helper of a call */
  thread *threads; /* of the helpers */

  atomic_int busy;     /* a call uses the pool */
  uint64_t last_end;   /* of the last call */
  size_t shares_alone; /* worked off lately while helpers slept */
  batch_work *work;
  atomic_uint gate; /* free seats times SEAT, and how many threads are inside */
  atomic_int ending;

  mutex lock; /* held to go to sleep, and to wake */
  condition opened, left;
  atomic_size_t asleep; /* helpers, changed under the lock */
  atomic_int caller_sleeps;
} threaded_pool;

#define SEAT 0x10000u
#define INSIDE (SEAT - 1)

/* ---- Helpers -------------------------------------------------------------------------------- */

/* Takes a free seat of the call that is open; 0 if there is none. Its number is that of no other
   helper of this call: no seat is given back. */
static int enter(threaded_pool *pool, size_t *number) {
  unsigned gate = atomic_load_explicit(&pool->gate, memory_order_relaxed);
  while (gate >= SEAT)
    if (atomic_compare_exchange_weak_explicit(&pool->gate, &gate, gate - SEAT + 1,
                                              memory_order_acquire, memory_order_relaxed)) {
      *number = gate / SEAT - 1;
      return 1;
    }
  return 0;
}

/* From here on nothing of the call may be touched. The last one out of a closed gate wakes the
   caller. */
static void leave(threaded_pool *pool) {
  if (atomic_fetch_sub(&pool->gate, 1) != 1 || !atomic_load(&pool->caller_sleeps)) return;
  ascon_mutex_lock(&pool->lock);
  ascon_condition_wake_all(&pool->left);
  ascon_mutex_unlock(&pool->lock);
}

/* The engines clear the stack and the vector registers of whichever thread they run on. */
static void help(threaded_pool *pool, size_t number) {
  batch_worker worker = batch_new_worker(pool->work);
  batch_work_off(&worker);
  pool->seats[number] = (seat){worker.failed, worker.result};
  leave(pool);
}

static int something_to_do(threaded_pool *pool) {
  return atomic_load(&pool->gate) >= SEAT || atomic_load(&pool->ending);
}

static void look_for_work(threaded_pool *pool) {
  const uint64_t end = ascon_nanoseconds() + LOOK_NANOSECONDS;
  do
    for (size_t i = 0; i < 16; i++) {
      if (something_to_do(pool)) return;
      pause_briefly();
    }
  while (ascon_nanoseconds() < end);
}

/* Until it is woken, be it too late for that call: then it is awake for the next one. A call counts
   the sleepers after it has opened the gate; a helper looks at the gate after it has been counted:
   one of them sees the other. */
static void sleep_until_work(threaded_pool *pool) {
  ascon_mutex_lock(&pool->lock);
  atomic_fetch_add(&pool->asleep, 1);
  if (!something_to_do(pool)) ascon_condition_wait(&pool->opened, &pool->lock);
  atomic_fetch_sub(&pool->asleep, 1);
  ascon_mutex_unlock(&pool->lock);
}

static void pool_thread_main(void *argument) {
  threaded_pool *pool = argument;
  size_t number;
  while (!atomic_load(&pool->ending)) {
    if (enter(pool, &number)) help(pool, number);
    if (pool->may_look) look_for_work(pool);
    if (!something_to_do(pool)) sleep_until_work(pool);
  }
}

/* ---- Calls ---------------------------------------------------------------------------------- */

/* 0: another call has the pool. */
static int take(threaded_pool *pool) {
  int free = 0;
  return atomic_compare_exchange_strong_explicit(&pool->busy, &free, 1, memory_order_acquire,
                                                 memory_order_relaxed);
}

static void give_back(threaded_pool *pool) {
  pool->last_end = ascon_nanoseconds();
  atomic_store_explicit(&pool->busy, 0, memory_order_release);
}

static void work_alone(batch_worker *caller) {
  caller->work->grain = BATCH_WINDOW;
  batch_work_off(caller);
}

static void wake_helpers(threaded_pool *pool, size_t most) {
  ascon_mutex_lock(&pool->lock);
  if (most >= atomic_load(&pool->asleep)) ascon_condition_wake_all(&pool->opened);
  else
    for (size_t i = 0; i < most; i++) ascon_condition_wake_one(&pool->opened);
  ascon_mutex_unlock(&pool->lock);
}

/* Whether it pays to wake helpers: for much work in one call, or in several that follow each other
   so fast that the helpers will be awake for the next ones. */
static int worth_waking(threaded_pool *pool, size_t shares) {
  if (ascon_nanoseconds() - pool->last_end > LOOK_NANOSECONDS) pool->shares_alone = 0;
  pool->shares_alone += smaller(shares, SHARES_TO_WAKE);
  if (pool->shares_alone < SHARES_TO_WAKE) return 0;
  pool->shares_alone = 0;
  return 1;
}

/* How many of so many seats a call gets: for helpers that are awake, or for all if it pays to wake
   them. A helper that falls asleep meanwhile is not missed. */
static size_t choose_seats(threaded_pool *pool, size_t shares) {
  const size_t awake = pool->helpers - smaller(atomic_load(&pool->asleep), pool->helpers);
  const size_t seats = smaller(shares - 1, pool->helpers);
  if (seats <= awake || worth_waking(pool, shares)) return seats;
  return awake;
}

/* Seats are filled before the gate opens: one that nobody takes reports no failure. */
static void open_gate(threaded_pool *pool, batch_work *work, size_t seats) {
  for (size_t i = 0; i < seats; i++) pool->seats[i] = (seat){work->count, ASCON_OK};
  pool->work = work;
  atomic_store(&pool->gate, (unsigned)seats * SEAT);
  const size_t awake = pool->helpers - atomic_load(&pool->asleep);
  if (seats > awake) wake_helpers(pool, seats - awake);
}

static void wait_until_empty(threaded_pool *pool) {
  const uint64_t end = ascon_nanoseconds() + LEAVE_NANOSECONDS;
  do
    for (size_t i = 0; i < 16; i++) {
      if (!atomic_load(&pool->gate)) return;
      pause_briefly();
    }
  while (pool->may_look && ascon_nanoseconds() < end);
  ascon_mutex_lock(&pool->lock);
  atomic_store(&pool->caller_sleeps, 1);
  while (atomic_load(&pool->gate)) ascon_condition_wait(&pool->left, &pool->lock);
  atomic_store(&pool->caller_sleeps, 0);
  ascon_mutex_unlock(&pool->lock);
}

static void close_gate(threaded_pool *pool) {
  if (atomic_fetch_and(&pool->gate, INSIDE) & INSIDE) wait_until_empty(pool);
}

static void work_together(threaded_pool *pool, batch_worker *caller, size_t seats) {
  open_gate(pool, caller->work, seats);
  batch_work_off(caller);
  close_gate(pool);
  for (size_t i = 0; i < seats; i++)
    if (pool->seats[i].failed < caller->failed) {
      caller->failed = pool->seats[i].failed;
      caller->result = pool->seats[i].result;
    }
}

static void run(ascon_batch_pool *base, batch_worker *caller, size_t shares) {
  threaded_pool *pool = (threaded_pool *)base;
  if (!take(pool)) {
    work_alone(caller);
    return;
  }
  const size_t seats = choose_seats(pool, shares);
  /* In the child of a fork, helpers are awake in memory alone, and the lock may be locked. */
  if (seats > 0 && pool->owner == ascon_process_number()) work_together(pool, caller, seats);
  else work_alone(caller);
  give_back(pool);
}

/* ---- Creation ------------------------------------------------------------------------------- */

static void free_memory(threaded_pool *pool) {
  free(pool->threads);
  free(pool->seats);
  free(pool);
}

/* Memory for all, or NULL. */
static threaded_pool *allocate(size_t threads) {
  threaded_pool *pool = calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->seats = calloc(threads - 1, sizeof *pool->seats);
  pool->threads = calloc(threads - 1, sizeof *pool->threads);
  if (pool->seats && pool->threads) return pool;
  free_memory(pool);
  return NULL;
}

static void end_threads(threaded_pool *pool) {
  ascon_mutex_lock(&pool->lock);
  atomic_store(&pool->ending, 1);
  ascon_condition_wake_all(&pool->opened);
  ascon_mutex_unlock(&pool->lock);
  while (pool->helpers > 0) ascon_thread_join(&pool->threads[--pool->helpers]);
}

void ascon_batch_pool_destroy(ascon_batch_pool *base) {
  threaded_pool *pool = (threaded_pool *)base;
  if (!pool) return;
  if (pool->owner == ascon_process_number()) {
    end_threads(pool);
    ascon_condition_end(&pool->left);
    ascon_condition_end(&pool->opened);
    ascon_mutex_end(&pool->lock);
  }
  free_memory(pool);
}

ascon_result ascon_batch_pool_create(ascon_batch_pool **made, unsigned threads) {
  if (!made) return ASCON_ERR_NULL;
  *made = NULL;
  if (threads > ASCON_BATCH_POOL_MAX_THREADS) return ASCON_ERR_RANGE;
  const size_t processors = smaller(ascon_available_processors(), ASCON_BATCH_POOL_MAX_THREADS);
  const size_t wanted = threads ? threads : processors;
  if (wanted == 1) return ASCON_OK;
  threaded_pool *pool = allocate(wanted);
  if (!pool) return ASCON_ERR_RESOURCES;
  pool->base = (ascon_batch_pool){wanted, run};
  pool->owner = ascon_process_number();
  pool->may_look = processors > 1;
  ascon_mutex_begin(&pool->lock);
  ascon_condition_begin(&pool->opened);
  ascon_condition_begin(&pool->left);
  while (pool->helpers + 1 < wanted) {
    if (!ascon_thread_start(&pool->threads[pool->helpers], pool_thread_main, pool)) {
      ascon_batch_pool_destroy(&pool->base);
      return ASCON_ERR_RESOURCES;
    }
    pool->helpers++;
  }
  *made = &pool->base;
  return ASCON_OK;
}

#endif
