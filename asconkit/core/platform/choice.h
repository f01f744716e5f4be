/* Choosing at run time one of several implementations: a backend (core/api/dispatch.c) or a batch
   engine (batch/batch.c). The rules are the same for both: of the candidates that the processor can
   run, the one with the highest rank, unless the program or the environment names another.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PLATFORM_CHOICE_H
#define ASCON_PLATFORM_CHOICE_H

#include "atomic.h"
#include "cpu.h"
#include "environment.h"
#include "names.h"

/* What can be chosen. docs/choosing-a-backend.md and docs/batches.md have the figures. */
typedef struct candidate {
  const char *name;
  const char *merit;   /* of a backend: why it is chosen where it is; for people */
  unsigned needs;      /* ASCON_CPU_* bits of processors that can run it */
  unsigned first_with; /* on processors with all of these, it comes before others; 0: nowhere */
  int preference;      /* below 100: otherwise the highest is chosen */
  size_t min_batch;    /* of an engine: it is not for fewer messages */
  size_t small_batch;  /* for so many messages or fewer, it comes before all others; 0: for none */
} candidate;

/* A list: candidate `index`, NULL past the last one. A candidate's number is its index plus 1; the
   number 0 stands for none. */
typedef const candidate *candidate_list(size_t index);

INLINED int can_run(const candidate *c, unsigned features) {
  return has_features(features, c->needs);
}

INLINED int rank_of(const candidate *c, unsigned features, size_t count) {
  return c->preference + (c->first_with && has_features(features, c->first_with) ? 100 : 0) +
         (count <= c->small_batch ? 200 : 0);
}

/* The best one for `count` messages on a processor with these features; of equals the first. */
INLINED size_t best_number(candidate_list *list, unsigned features, size_t count) {
  const candidate *best = NULL, *c;
  size_t number = 0;
  for (size_t i = 0; (c = list(i)) != NULL; i++)
    if (can_run(c, features) && count >= c->min_batch &&
        (!best || rank_of(c, features, count) > rank_of(best, features, count)))
      best = c, number = i + 1;
  return number;
}

/* By its name, whether the processor can run it or not. */
INLINED size_t named_number(candidate_list *list, const char *name) {
  const candidate *c;
  for (size_t i = 0; name && (c = list(i)) != NULL; i++)
    if (same_name(name, c->name)) return i + 1;
  return 0;
}

/* 0 too if the processor cannot run it. */
INLINED size_t available_number(candidate_list *list, const char *name, unsigned features) {
  const size_t number = named_number(list, name);
  return number && can_run(list(number - 1), features) ? number : 0;
}

/* What a variable of the environment names. A name that is unknown or cannot be run counts as none:
   a program must not fail because of a variable that was meant for another computer, and a library
   has no way to complain. */
INLINED size_t environment_number(candidate_list *list, const char *variable, unsigned features) {
  return available_number(list, ascon_environment(variable), features);
}

/* The first use sets `*chosen`, which is 0 until then. What another thread has chosen or forced
   meanwhile stays. Returns what is chosen now. */
INLINED size_t choose_first(ASCON_ATOMIC size_t *chosen, size_t mine) {
  size_t theirs = 0;
  return ASCON_COMPARE_EXCHANGE(*chosen, &theirs, mine) ? mine : theirs;
}

#endif
