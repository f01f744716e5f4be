/* A counter that survives a loss of power at any time, and a fault in any one record, in raw pages
   of flash: two or more pages that are erased as a whole, with units that are programmed once
   between two erases. For ascon_datagram_store of asconkit/datagram/ascon_datagram.h.

   The pages are written in turn. The page of the newest record is never erased. A page begins with
   the number of erases so far. Each store programs one unit and two records of 12 bytes, each
   rounded up to whole units. A page of 1 KiB with units of 4 bytes is erased once in 36 stores. The
   first store after a start takes twice the space; counter_flash.c says why.

   The counter survives these events:
   - The power fails at any time, any number of times. Bits that were being programmed or erased may
     read differently each time; with error correction, a unit whose programming was cut off may not
     read at all.
   - Memory with error correction refuses to program a unit again before its page is erased, or
     loses the unit. Only two kinds of units are programmed again, when their content is no longer
     needed: the header of a page that is erased next, and a mark, the first unit of a group of
     records, whose programming may have been cut off. In such memory, an erase that is cut off must
     not leave the header unchanged while later units that were programmed read as erased.
   - One record is damaged, with or without error correction. No older counter is used then, unless
     the power failed 5 times or more since the last store that returned 1.
   Flash that is programmed at too low a voltage may lose any data: use the brown-out detector.

   With a new key, a sender may keep its counter. A receiver of another sender needs erased pages,
   because it refuses counters below the one in the pages.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_FLASH_H
#define COUNTER_FLASH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The fields after `unit` are private: zeros when the program starts. */
typedef struct counter_flash {
  /** Reads bytes. Returns 1; 0 if error correction reports that some bytes are lost; a negative
      number if the memory cannot be read now, in which case load and store fail. */
  int (*read)(void *memory, uint32_t at, uint8_t *bytes, uint16_t length);
  /** Programs whole units, at most 32 bytes; `bytes` need not be aligned. Returns 1 once the bytes
      are certain to stay, 0 on failure or if the memory refuses. */
  int (*program)(void *memory, uint32_t at, const uint8_t *bytes, uint16_t length);
  /** Erases the page that begins at `at` to bytes that are all 0xff or all 0. Returns 1, or 0 on
      failure. */
  int (*erase)(void *memory, uint32_t at);
  void *memory;        /**< passed to all three */
  uint32_t start;      /**< address of the first page */
  uint32_t page_bytes; /**< room for a record and at least 8 stores */
  uint16_t pages;      /**< consecutive, at least 2, used only for this counter */
  uint8_t unit;        /**< bytes that are programmed at once: 1, 2, 4, 8, 16 or 32 */

  uint8_t phase, has_newest;
  uint8_t newest[8], kept[8]; /* the highest counter; the home's counter */
  uint8_t least[8], tried[8]; /* counter_record.h */
  uint16_t home, page;        /* the page that is not erased; the next record's page */
  uint32_t group;             /* the next group in `page` */
  uint32_t erases;
} counter_flash;

/** For the fields `load` and `store` of an ascon_datagram_store, whose `context` is the address of
    a counter_flash. A counter below the newest one is refused, with one exception: a store() that
    failed may have written its counter. Later calls accept lower counters, down to the last one
    stored with success, but keep the higher counter. */
int counter_flash_load(void *flash, uint8_t counter[8]);
int counter_flash_store(void *flash, const uint8_t counter[8]);

/** Stores counter 0 if the pages have no counter, whatever else is in them. Call it once, when the
    device gets its first key, and never when it starts: if the counter is lost, the device must not
    start at 0 again.
    @return 1; 0 on failure */
int counter_flash_provision(counter_flash *flash);

/** Returns how often pages were erased in total, to forecast the memory's life. All pages share
    these erases. Erases that were cut off are not counted. 0 before the first load().
 */
uint32_t counter_flash_erases(const counter_flash *flash);

#ifdef __cplusplus
}
#endif

#endif
