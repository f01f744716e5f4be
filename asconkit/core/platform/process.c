/* The number of a process: the system's, and how often its line of ancestors was forked.

   A mark is 0 after a fork. Where the system can, it is in a page that is wiped in every child,
   however that was made: Linux 4.14, FreeBSD, OpenBSD, NetBSD. A handler of pthread_atfork() wipes
   it too, for all other systems, and for kernels and emulators that do not wipe the page. Whoever
   finds it 0 writes the next number, which no ancestor has had.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#endif
#include "process.h"

#if ASCON_PROCESSES_FORK

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "atomic.h"

typedef ASCON_ATOMIC uint32_t mark;

/* ---- A page that the system wipes ------------------------------------------------------------ */

#if defined(__linux__)
#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18 /* older headers; an older kernel refuses it */
#endif
#define WIPED_PAGES 1
static int wipe_in_children(void *page, size_t bytes) {
  return madvise(page, bytes, MADV_WIPEONFORK) == 0;
}
#elif defined(INHERIT_ZERO) || defined(MAP_INHERIT_ZERO)
#ifndef INHERIT_ZERO
#define INHERIT_ZERO MAP_INHERIT_ZERO
#endif
#define WIPED_PAGES 1
static int wipe_in_children(void *page, size_t bytes) {
  return minherit(page, bytes, INHERIT_ZERO) == 0;
}
#else
#define WIPED_PAGES 0
#endif

#if WIPED_PAGES
/* NULL: the system has none. */
static mark *map_wiped_page(void) {
  const long bytes = sysconf(_SC_PAGESIZE);
  if (bytes <= 0) return NULL;
  void *page = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (page == MAP_FAILED) return NULL;
  if (wipe_in_children(page, (size_t)bytes)) return page;
  (void)munmap(page, (size_t)bytes);
  return NULL;
}

static void unmap(mark *page) { (void)munmap((void *)page, (size_t)sysconf(_SC_PAGESIZE)); }
#else
static mark *map_wiped_page(void) { return NULL; }
static void unmap(mark *page) { (void)page; }
#endif

/* ---- The mark -------------------------------------------------------------------------------- */

static mark own_mark;             /* where there is no wiped page */
static mark *ASCON_ATOMIC marked; /* the page or own_mark; NULL: nobody has asked yet */
static ASCON_ATOMIC uint32_t last_fork, handled;

static void wipe_mark(void) {
  mark *m = ASCON_LOAD(marked);
  if (m) ASCON_STORE(*m, 0);
}

/* Threads may be here at the same time. Each has a handler before any of them has a mark: one that
   is called twice does no harm. */
static mark *make_mark(void) {
  mark *page = map_wiped_page(), *before = NULL;
  if (pthread_atfork(NULL, NULL, wipe_mark) == 0) ASCON_STORE(handled, 1);
  if (ASCON_COMPARE_EXCHANGE(marked, &before, page ? page : &own_mark))
    return page ? page : &own_mark;
  if (page) unmap(page);
  return before;
}

static uint32_t read_mark(void) {
  mark *m = ASCON_LOAD(marked);
  if (!m) m = make_mark();
  uint32_t forks = ASCON_LOAD(*m);
  if (forks == 0) {
    const uint32_t next = ASCON_FETCH_ADD(last_fork, 1) + 1;
    if (ASCON_COMPARE_EXCHANGE(*m, &forks, next)) forks = next;
  }
  return forks;
}

uint64_t ascon_process_number(void) { return (uint64_t)read_mark() << 32 | (uint32_t)getpid(); }

/* Without a wiped page, processes with different numbers from the system differ in the low 22 bits,
   and those with the same number in the high 10 bits, which count forks. */
uint32_t ascon_process_mark(void) {
  const uint32_t forks = read_mark();
  if (WIPED_PAGES && ASCON_LOAD(marked) != &own_mark) return forks;
  return forks << 22 ^ (uint32_t)getpid();
}

int ascon_process_number_is_sure(void) {
  return WIPED_PAGES ? ASCON_LOAD(marked) != &own_mark : ASCON_LOAD(handled) != 0;
}

#endif
