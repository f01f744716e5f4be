/* A sender and a receiver whose counters are in a simulated memory, a row of `models`: EEPROM, or
   pages of flash. The power is cut at every byte of every store and erase, and again later; what
   was being written keeps its value, becomes anything, or reads differently each time. After that
   no counter may be used twice, no datagram accepted twice, and a cut may lose a step at most. One
   record may rot as well: then an older counter is not used again.

     memory_cuts NUMBER APART

   NUMBER is that of the row, and the status is 2 if there is none. One byte in APART is the place
   of a first cut. Prints how many cuts there were; the status is 1 after a failure.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asconkit/datagram/ascon_datagram.h"
#include "ports/datagram/counter_flash.h"
#include "ports/datagram/counter_slots.h"

enum { STEP = 3, DATAGRAMS = 60, MOST_CELLS = 1600, LENGTH = 2 + 1 + 8 };

/* How the memory is left where the power was cut. EVERY_WAY: each of the others at random. */
enum torn { KEPT, WRITTEN, ERASED, ANYTHING, UNSTABLE, TORN, EVERY_WAY };

static const struct model {
  const char *name;
  uint16_t page_bytes, pages; /* of an EEPROM: one page, of slots */
  uint8_t unit;               /* 0: EEPROM, written byte by byte */
  uint8_t erased;
  int corrects; /* errors: a unit reads as it was programmed, or not at all */
} models[] = {
    {"EEPROM", 4 * COUNTER_SLOT_BYTES, 1, 0, 0xff, 0},
    {"flash in bytes", 12 + 8 * 25, 2, 1, 0xff, 0},
    {"flash in words", 12 + 8 * 28, 3, 4, 0xff, 0},
    {"flash in words, erased to 0", 12 + 8 * 28, 2, 4, 0, 0},
    {"flash in 8 bytes with error correction", 16 + 8 * 40, 2, 8, 0xff, 1},
    {"flash in 16 bytes", 16 + 8 * 48, 2, 16, 0xff, 0},
    {"flash in 32 bytes with error correction", 32 + 8 * 96, 2, 32, 0xff, 1},
};
static const struct model *model;

static const uint8_t key[16] = {1}, identity[8] = {2};
static const ascon_datagram_settings settings = {1000000, 2, 8, 0};

/* ---- The memory ----------------------------------------------------------------------------- */

/* What was done to a unit since its page was erased. */
enum history { FRESH, CUT_OFF, PROGRAMMED };
enum loss { READS, IS_LOST, MAY_BE_LOST };

typedef struct memory {
  uint8_t cells[MOST_CELLS];
  uint8_t unstable[MOST_CELLS];                  /* bits that read differently each time */
  uint8_t history[MOST_CELLS], loss[MOST_CELLS]; /* of the unit that begins here */
  uint8_t is_erased[3];                          /* pages, completely */
  uint8_t is_spoilt[3];                          /* headers, since the page was erased */
  uint32_t erases;
} memory;

static jmp_buf power;
static long bytes_left; /* that are written before the power is cut; negative: it is not */
static enum torn torn;
static unsigned long cuts, written;
static uint32_t noise = 1;

static uint8_t random_byte(void) {
  noise = noise * 1664525 + 1013904223;
  return (uint8_t)(noise >> 24);
}

static long random_up_to(long most) {
  return (long)(((uint32_t)random_byte() << 16 | (uint32_t)random_byte() << 8 | random_byte()) %
                (uint32_t)(most + 1));
}

static void fail(const char *what) {
  printf("failed: %s: %s\n", model->name, what);
  exit(1);
}

static uint32_t cell_count(void) { return (uint32_t)model->page_bytes * model->pages; }

/* 1 if the power is cut before this byte. `how` is then how it is left. */
static int is_cut(enum torn *how) {
  written++;
  *how = torn == EVERY_WAY ? (enum torn)(random_byte() % TORN) : torn;
  return bytes_left-- == 0;
}

static void cut(void) {
  cuts++;
  longjmp(power, 1);
}

/* Makes a cell something between what it was and what it should become. */
static void tear(memory *m, uint32_t at, uint8_t wanted, enum torn how) {
  const uint8_t differing = m->cells[at] ^ wanted;
  if (how == WRITTEN) m->cells[at] = wanted;
  if (how == ERASED) m->cells[at] = model->unit ? m->cells[at] : 0xff;
  if (how == ANYTHING) m->cells[at] ^= model->unit ? differing & random_byte() : random_byte();
  if (how == UNSTABLE) m->unstable[at] |= differing;
}

/* Where the memory does not answer, and the pages that take nothing more but a header. */
static uint32_t refused = MOST_CELLS;
static uint8_t is_worn[3];
/* Writes until the memory says that they fail, though it has written. Negative: they do not. */
static long good_writes = -1;

static int end_write(void) {
  if (good_writes > 0) good_writes--;
  return good_writes != 0;
}

/* Returns 0 if a unit is lost. */
static int read_cells(void *from, uint32_t at, uint8_t *bytes, uint16_t length) {
  const memory *m = (const memory *)from;
  if (at + length > cell_count()) fail("read outside of the memory");
  if (refused >= at && refused < at + length) return -1;
  int result = 1;
  for (uint32_t i = 0; i < length; i++) {
    bytes[i] = m->cells[at + i] ^ (m->unstable[at + i] & random_byte());
    if (m->loss[at + i] == IS_LOST || (m->loss[at + i] == MAY_BE_LOST && random_byte() % 2))
      result = 0;
  }
  return result;
}

/* ---- EEPROM --------------------------------------------------------------------------------- */

static int read_eeprom(void *from, uint16_t at, uint8_t *bytes, uint16_t length) {
  return read_cells(from, at, bytes, length) == 1;
}

static int write_eeprom(void *to, uint16_t at, const uint8_t *bytes, uint16_t length) {
  memory *m = (memory *)to;
  enum torn how;
  if (at + length > model->page_bytes) fail("written outside of the memory");
  for (uint16_t i = 0; i < length; i++) {
    m->unstable[at + i] = 0;
    if (is_cut(&how)) {
      tear(m, at + i, bytes[i], how);
      cut();
    }
    m->cells[at + i] = bytes[i];
  }
  return end_write();
}

/* ---- Flash ---------------------------------------------------------------------------------- */

static int is_mark(const uint8_t *bytes, uint16_t length) {
  int is = 1;
  for (uint16_t i = 0; i < length; i++) is &= bytes[i] == 0xa5;
  return is;
}

/* How a unit is left whose programming was cut off at a byte. */
static void tear_unit(memory *m, uint32_t at, const uint8_t *bytes, uint32_t from, enum torn how) {
  if (model->corrects) {
    for (uint32_t i = 0; how == WRITTEN && i < model->unit; i++) m->cells[at + i] = bytes[i];
    if (how == ANYTHING) m->loss[at] = IS_LOST;
    if (how == UNSTABLE) m->loss[at] = MAY_BE_LOST;
    return;
  }
  for (uint32_t i = 0; i < from; i++) tear(m, at + i, bytes[i], how == UNSTABLE ? how : WRITTEN);
  tear(m, at + from, bytes[from], how);
  for (uint32_t i = from + 1; how == UNSTABLE && i < model->unit; i++)
    tear(m, at + i, bytes[i], how);
}

/* Each unit once, in a page that was completely erased. But a mark may get where something was cut
   off, and a header that is to be erased; memory with error correction may refuse that. */
static int program_flash(void *to, uint32_t at, const uint8_t *bytes, uint16_t length) {
  memory *m = (memory *)to;
  enum torn how;
  if (at + length > cell_count()) fail("programmed outside of the memory");
  if (at % model->unit || length % model->unit) fail("programmed a part of a unit");
  const int is_lasting = !is_mark(bytes, length);
  if (!m->is_erased[at / model->page_bytes] && (is_lasting || at % model->page_bytes != 0))
    fail("programmed a page that was not erased");
  if (is_worn[at / model->page_bytes] && at % model->page_bytes != 0) return 0;
  for (uint32_t u = 0; u < length; u += model->unit) {
    if (m->history[at + u] != FRESH && is_lasting) fail("programmed a unit twice");
    if (m->history[at + u] == PROGRAMMED && at % model->page_bytes != 0)
      fail("programmed a mark twice");
    if (m->history[at + u] != FRESH && model->corrects && random_byte() % 2) return 0;
    m->history[at + u] = CUT_OFF;
    for (uint32_t i = 0; i < model->unit; i++)
      if (is_cut(&how)) {
        tear_unit(m, at + u, bytes + u, i, how);
        cut();
      }
    m->history[at + u] = PROGRAMMED;
    for (uint32_t i = 0; i < model->unit; i++)
      m->cells[at + u + i] =
          model->erased ? m->cells[at + u + i] & bytes[u + i] : m->cells[at + u + i] | bytes[u + i];
    memset(m->unstable + at + u, 0, model->unit);
    m->loss[at + u] = READS;
  }
  if (!is_lasting && at % model->page_bytes == 0) m->is_spoilt[at / model->page_bytes] = 1;
  return end_write();
}

/* From its first byte on, or from its last. With error correction, a header that could not be
   spoilt is always lost first: counter_flash.h assumes that. */
static int erase_flash(void *to, uint32_t at) {
  memory *m = (memory *)to;
  const uint32_t page = at / model->page_bytes;
  const int keeps_header = !model->corrects || m->is_spoilt[page];
  const uint32_t last = keeps_header && random_byte() % 2 ? model->page_bytes - 1u : 0;
  enum torn how;
  if (at % model->page_bytes || at >= cell_count()) fail("erased what is no page");
  m->is_erased[page] = 0;
  for (uint32_t i = 0; i < model->page_bytes; i++) {
    if (!is_cut(&how)) continue;
    for (uint32_t j = 0; j < model->page_bytes; j++) {
      if (model->corrects && how >= ANYTHING) m->loss[at + j] = how == ANYTHING ? 1 + j % 2 : 2;
      else
        tear(m, at + (last ? last - j : j), model->erased,
             j < i && how != UNSTABLE ? WRITTEN : how);
      if (j == i && how < ANYTHING) break;
    }
    if (!keeps_header && how >= ANYTHING) m->loss[at] = IS_LOST;
    cut();
  }
  memset(m->cells + at, model->erased, model->page_bytes);
  memset(m->unstable + at, 0, model->page_bytes);
  memset(m->history + at, FRESH, model->page_bytes);
  memset(m->loss + at, READS, model->page_bytes);
  m->is_erased[page] = 1;
  m->is_spoilt[page] = 0;
  m->erases++;
  return 1;
}

/* ---- A counter in the memory ---------------------------------------------------------------- */

typedef struct place {
  memory cells;
  counter_slots slots;
  counter_flash flash;
} place;

static place of_sender, of_receiver;

/* As after the power comes back: what is in RAM is new. */
static void power_up(place *p) {
  const counter_slots slots = {.read = read_eeprom,
                               .write = write_eeprom,
                               .memory = &p->cells,
                               .count = (uint16_t)(model->page_bytes / COUNTER_SLOT_BYTES)};
  const counter_flash flash = {.read = read_cells,
                               .program = program_flash,
                               .erase = erase_flash,
                               .memory = &p->cells,
                               .page_bytes = model->page_bytes,
                               .pages = model->pages,
                               .unit = model->unit};
  p->slots = slots;
  p->flash = flash;
}

static int load(void *from, uint8_t counter[8]) {
  place *p = (place *)from;
  return model->unit ? counter_flash_load(&p->flash, counter)
                     : counter_slots_load(&p->slots, counter);
}

static int store(void *to, const uint8_t counter[8]) {
  place *p = (place *)to;
  return model->unit ? counter_flash_store(&p->flash, counter)
                     : counter_slots_store(&p->slots, counter);
}

static int provision(place *p) {
  return model->unit ? counter_flash_provision(&p->flash) : counter_slots_provision(&p->slots);
}

/* An EEPROM as it is new; flash with what another program has left. */
static void make_new(place *p) {
  memset(p, 0, sizeof *p);
  for (uint32_t i = 0; i < cell_count(); i++)
    p->cells.cells[i] = model->unit ? random_byte() : 0xff;
}

static uint64_t number_of(const uint8_t counter[8]) {
  uint64_t number = 0;
  for (int i = 8; i-- != 0;) number = number << 8 | counter[i];
  return number;
}

/* One bit becomes another one, or the unit that begins here is lost. */
static void rot_cell(place *p, uint32_t at, uint8_t bit) {
  if (model->corrects) p->cells.loss[at] = IS_LOST;
  else p->cells.cells[at] ^= (uint8_t)(1 << bit);
}

/* Loads from a copy of the memory with a fault. */
static void load_with_fault(const place *p, uint32_t at, uint8_t bit, uint64_t least) {
  static place copy;
  uint8_t counter[8];
  copy = *p;
  power_up(&copy);
  rot_cell(&copy, at, bit);
  if (!load(&copy, counter)) fail("a fault has ended the device");
  if (number_of(counter) < least) fail("a fault has brought an old counter back");
}

static uint32_t any_cell(void) {
  return (uint32_t)random_up_to((long)cell_count() - 1) / (model->corrects ? model->unit : 1) *
         (model->corrects ? model->unit : 1);
}

static void load_with_some_faults(const place *p, uint64_t least) {
  for (int i = 0; i < 20; i++) load_with_fault(p, any_cell(), random_byte() % 8, least);
}

static void load_with_every_fault(const place *p, uint64_t least) {
  for (uint32_t at = 0; at < cell_count(); at += model->corrects ? model->unit : 1)
    for (uint8_t bit = 0; bit < (model->corrects ? 1 : 8); bit++)
      load_with_fault(p, at, bit, least);
}

/* A fault, and then a store in which the power is cut: at each byte in turn, in a copy. */
static void cut_after_fault(const place *p, uint32_t cell, uint64_t least) {
  static place copy;
  static volatile long at;
  static volatile int is_stored;
  static unsigned long written_before;
  uint8_t counter[8];
  torn = EVERY_WAY;
  written_before = written;
  for (at = 0, is_stored = 0; !is_stored; at++) {
    copy = *p;
    power_up(&copy);
    rot_cell(&copy, cell, random_byte() % 8);
    bytes_left = at;
    if (setjmp(power) == 0) {
      if (!load(&copy, counter)) fail("a fault has ended the device");
      counter[1]++;
      is_stored = store(&copy, counter);
    }
    bytes_left = -1;
    power_up(&copy);
    if (!load(&copy, counter)) fail("a fault and a cut have ended the device");
    if (number_of(counter) < least) fail("a fault and a cut have brought an old counter back");
  }
  written = written_before;
}

/* Each fault, and after the first store in a page each with a cut. */
static void check_faults(const place *p, uint64_t least) {
  static uint16_t home = 0xffff;
  load_with_every_fault(p, least);
  if (model->unit && p->flash.home == home) return;
  home = p->flash.home;
  for (uint32_t at = 0; at < cell_count(); at += model->corrects ? model->unit : 5)
    cut_after_fault(p, at, least);
}

/* ---- Two devices, which lose power together ------------------------------------------------- */

static const ascon_datagram_store sent_store = {load, store, &of_sender, STEP};
static const ascon_datagram_store accepted_store = {load, store, &of_receiver, STEP};
static ascon_datagram_sender sender;
static ascon_datagram_receiver receiver;
static uint8_t datagrams[DATAGRAMS][LENGTH];
static uint64_t counters[DATAGRAMS]; /* of the datagrams */
static int accepted[DATAGRAMS];
static volatile int sent, cuts_since; /* datagrams; cuts since the last one */

static uint64_t unused(void) { return sent ? counters[sent - 1] + 1 : 0; }

static void provision_both(void) {
  if (!provision(&of_sender) || !provision(&of_receiver)) fail("provision");
}

static void start(void) {
  if (ascon_datagram_sender_init(&sender, &settings, identity, key, &sent_store) != ASCON_OK ||
      ascon_datagram_receiver_init(&receiver, &settings, identity, key, &accepted_store) !=
          ASCON_OK)
    fail("start");
  const uint64_t next = ascon_datagram_next(&sender.state);
  if (next < unused()) fail("the counter went back");
  if (next > unused() + (uint64_t)(STEP * cuts_since)) fail("a cut lost more than a step");
}

static void open_again(int i) {
  uint8_t text;
  if (ascon_datagram_open(&receiver, &text, datagrams[i], LENGTH, NULL, 0) != ASCON_OK) return;
  if (accepted[i]++) fail("a datagram was accepted twice");
}

/* Sends one, delivers it and an older one, and now and then everything again. */
static void send(void) {
  const uint8_t text = (uint8_t)sent;
  const uint64_t counter = ascon_datagram_next(&sender.state);
  if (ascon_datagram_seal(&sender, datagrams[sent], &text, 1, NULL, 0) != ASCON_OK) fail("seal");
  if (sent && counter <= counters[sent - 1]) fail("a counter was used twice");
  counters[sent] = counter;
  sent++;
  cuts_since = 0;
  open_again(sent - 1);
  open_again(random_byte() % sent);
  if (random_byte() % 8 == 0)
    for (int i = 0; i < sent; i++) open_again(i);
}

/* A life with cuts after so many bytes, each counted from the one before. At the cut of number
   `fault_at` a random record rots. */
typedef struct plan {
  const long *cuts;
  int count, fault_at;
} plan;

static void live(const plan *the_plan) {
  static volatile int number, provisioned;
  static plan p;
  p = *the_plan;
  number = provisioned = sent = cuts_since = 0;
  memset(accepted, 0, sizeof accepted);
  make_new(&of_sender);
  make_new(&of_receiver);
  if (setjmp(power)) {
    cuts_since++;
    number++;
    if (provisioned && number == 1) load_with_some_faults(&of_sender, unused());
    if (provisioned && number == p.fault_at)
      rot_cell(random_byte() % 2 ? &of_sender : &of_receiver, any_cell(), random_byte() % 8);
  }
  bytes_left = number < p.count ? p.cuts[number] : -1;
  power_up(&of_sender);
  power_up(&of_receiver);
  if (!provisioned) provision_both();
  provisioned = 1;
  start();
  for (int i = 0; i < sent; i++) open_again(i);
  while (sent < DATAGRAMS) {
    send();
    if (p.count == 0) check_faults(&of_sender, unused());
  }
  power_up(&of_sender);
  power_up(&of_receiver);
  provision_both(); /* once more: that changes nothing */
  cuts_since = 1;
  start();
}

/* ---- Lives ---------------------------------------------------------------------------------- */

static unsigned long lives;

static void live_with(const long *at, int count, int fault_at) {
  const plan one = {at, count, fault_at};
  live(&one);
  lives++;
}

/* Cuts at every byte, and again at bytes of what comes after that: of all of them in turn. */
static void live_with_two_cuts(long all, long apart) {
  enum { SECOND = 120, SECOND_APART = 31 };
  for (torn = KEPT; torn < TORN; torn++)
    for (long first = torn % apart; first < all; first += apart) {
      for (long second = first % SECOND_APART; second < SECOND; second += SECOND_APART) {
        const long both[] = {first, second};
        live_with(both, 2, 0);
      }
    }
}

/* Very many cuts, as of a battery that is nearly empty. Or a few cuts, and one fault. */
static void live_with_many_cuts(long many) {
  enum { MOST = 60, WITH_FAULT = 4 }; /* counter_flash.h */
  long at[MOST];
  torn = EVERY_WAY;
  for (long i = 0; i < many; i++) {
    const int has_fault = i % 2 != 0, count = has_fault ? WITH_FAULT : MOST;
    for (int j = 0; j < count; j++) at[j] = random_up_to(j == 0 ? 600 : i % 4 < 2 ? 40 : 150);
    live_with(at, count, has_fault ? 1 + (int)(i / 2 % WITH_FAULT) : 0);
  }
}

/* ---- What is no cut ------------------------------------------------------------------------- */

/* A memory that does not answer may have the newest counter: nothing older is loaded, nothing is
   stored. A lower counter is refused, an equal one is not. */
static void refuse(void) {
  place *p = &of_sender;
  const memory before = p->cells;
  uint8_t counter[8], lower[8] = {1};
  power_up(p);
  if (!load(p, counter) || number_of(counter) <= 1 || store(p, lower))
    fail("stored a lower counter");
  for (refused = 0; refused < cell_count(); refused++) {
    uint8_t other[8];
    power_up(p);
    if (load(p, other) || store(p, counter)) fail("skipped what cannot be read");
  }
  refused = MOST_CELLS;
  static const uint16_t wrong_counts[] = {0, 1, 2, 3, 5, 0xfffe};
  for (int i = 0; model->unit == 0 && i < 6; i++) {
    power_up(p);
    p->slots.count = wrong_counts[i];
    if (load(p, counter) || store(p, counter)) fail("took a number of slots that is no such");
  }
  if (memcmp(&before, &p->cells, sizeof before) != 0) fail("wrote what was refused");
  power_up(p);
  if (!store(p, counter)) fail("refused the counter that is there");
}

/* A store that fails may have written its counter: the owner goes on below it, and no lower than
   before. */
static void go_on_after_failures(void) {
  static place copy;
  const uint8_t lower[8] = {1};
  for (int good = 0, is_stored = 0; !is_stored; good++) {
    uint8_t counter[8], higher[8], loaded[8];
    copy = of_sender;
    power_up(&copy);
    if (!load(&copy, counter)) fail("load");
    memcpy(higher, counter, 8);
    higher[1]++;
    good_writes = good;
    is_stored = store(&copy, higher);
    good_writes = -1;
    for (int i = 0; i < 5; i++) {
      counter[0]++;
      if (store(&copy, counter) == is_stored)
        fail(is_stored ? "stored a lower counter" : "a store that failed stops its owner");
      if (store(&copy, lower)) fail("stored a lower counter after a failure");
    }
    power_up(&copy);
    if (!load(&copy, loaded) || number_of(loaded) < number_of(counter)) fail("lost a counter");
  }
}

/* A start and a store, which is cut off at a byte. Returns 1 if it was done before. */
static int cut_store(place *p, long at) {
  static volatile int is_stored;
  uint8_t counter[8];
  power_up(p);
  is_stored = 0;
  if (setjmp(power) == 0) {
    if (!load(p, counter)) fail("load");
    counter[1]++;
    bytes_left = at;
    is_stored = store(p, counter);
    if (!is_stored) fail("store");
  }
  bytes_left = -1;
  return is_stored;
}

/* Starts that are all cut off, in the first copy of their record, fill a page, which then is erased
   again: that is cut off too. A page has 8 groups, of which each start takes one or two. */
static void cut_off_erases(void) {
  static place filled, copy;
  if (model->unit == 0) return;
  const long slot = (12 + model->unit - 1) / model->unit * model->unit;
  filled = of_sender;
  const uint16_t home = filled.flash.home;
  while (copy = filled, cut_store(&copy, -1), copy.flash.home == home) filled = copy;
  for (int erases = 0; erases < 2;) {
    copy = filled;
    const unsigned long before = written;
    (void)cut_store(&copy, -1);
    const long all = (long)(written - before);
    erases += copy.cells.erases != filled.cells.erases;
    for (int how = KEPT; how < TORN; how++)
      for (long at = 0; at < all; at += 3) {
        copy = filled;
        torn = (enum torn)how;
        (void)cut_store(&copy, at);
        (void)cut_store(&copy, -1);
      }
    torn = KEPT;
    (void)cut_store(&filled, all - slot - 5);
  }
}

/* Pages that take nothing more, while the newest record is in the last one that did: it stays. */
static void wear_out(void) {
  place *p = &of_sender;
  uint8_t counter[8], newest[8], again[8];
  if (model->unit == 0) return;
  power_up(p);
  if (!load(p, counter)) fail("load");
  for (int i = 0; i < model->pages; i++) is_worn[i] = i != p->flash.home;
  for (int i = 0; memcpy(newest, counter, 8), counter[0]++, store(p, counter); i++)
    if (i == 8) fail("stored in pages that take nothing");
  if (store(p, counter)) fail("stored in pages that take nothing");
  power_up(p);
  if (!load(p, again) || memcmp(again, newest, 8) != 0) fail("lost the newest counter");
  memset(is_worn, 0, sizeof is_worn);
  power_up(p);
  if (!load(p, again) || !store(p, counter)) fail("does not go on");
}

/* What CRC-32 takes for a record, though all but 4 bytes are erased, or the device would jump by
 * 2^32. */
static void erase_all_but_a_zero(void) {
  place *p = &of_sender;
  uint8_t counter[8];
  if (model->unit == 0 || model->unit > 4) return;
  make_new(p);
  memset(p->cells.cells, 0xff, sizeof p->cells.cells);
  for (uint32_t at = 12u + model->unit; at < 36u + model->unit; at += 12)
    memset(p->cells.cells + at + 4, 0, 4);
  power_up(p);
  if (load(p, counter)) fail("loaded what was erased");
}

/* A life without cuts. Returns how many bytes were written. */
static long live_long(void) {
  live_with(NULL, 0, 0);
  const long all = (long)written;
  if (model->unit && (counter_flash_erases(&of_sender.flash) != of_sender.cells.erases ||
                      of_sender.cells.erases < 3))
    fail("the number of erases");
  refuse();
  go_on_after_failures();
  cut_off_erases();
  wear_out();
  erase_all_but_a_zero();
  return all;
}

int main(int words, char **word) {
  const size_t number = words == 3 ? strtoul(word[1], NULL, 10) : MOST_CELLS;
  const long apart = words == 3 ? strtol(word[2], NULL, 10) : 0;
  if (number >= sizeof models / sizeof models[0] || apart < 1) return 2;
  model = &models[number];
  const long all = live_long();
  live_with_two_cuts(all, apart);
  live_with_many_cuts(6000 / apart);
  printf("%s: %lu lives, %lu cuts, %ld bytes written in a life without cuts\n", model->name, lives,
         cuts, all);
  return 0;
}
