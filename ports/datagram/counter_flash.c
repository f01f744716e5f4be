/* A page has a header and groups. A group has a mark of one unit, and two slots for the same
   record. Whatever is cut off, and however often:

   The first slot of a group was programmed completely if the second one is used.

   The home is the page with the highest such group. Every counter that was ever in use is in the
   home, or lower: so every other page may be erased.

   A page whose header has a higher number than that of the home was erased completely, since a
   header is spoilt before its page is erased. The next records go there.

   A slot that gets a record was not programmed before. A programming that was cut off may leave a
   slot that reads as erased, now or sometimes. So a start marks the first group that looks free,
   and gives it up. Records go into groups after one that was marked or written completely in the
   same life. A mark may be programmed again, since nothing depends on its bits.

   Assumed is what counter_flash.h says of error correction. If all starts that fill a page are cut
   off, which takes 5 of them, the page may become the home with a single copy of its counter. The
   page of the counter in use is erased then, and a damaged copy would bring back an older counter.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "counter_flash.h"
#include "counter_record.h"

enum { MOST_UNIT_BYTES = 32, LEAST_GROUPS = 8, MARK = 0xa5 };

/* CLOSED: the pages were not looked at. OPENED: the next group is known, but nothing was programmed
   since the start. */
enum { CLOSED, OPENED, READY };

/* ---- Places --------------------------------------------------------------------------------- */

/* Bytes of a record in whole units: of a slot, and of a header. */
static uint16_t slot_bytes(const counter_flash *flash) {
  const uint16_t more = (uint16_t)(flash->unit - 1);
  return (uint16_t)((COUNTER_RECORD_BYTES + more) & ~more);
}

static uint32_t group_bytes(const counter_flash *flash) {
  return flash->unit + 2u * slot_bytes(flash);
}

static uint32_t group_count(const counter_flash *flash) {
  return (flash->page_bytes - slot_bytes(flash)) / group_bytes(flash);
}

static int is_valid(const counter_flash *flash) {
  const uint8_t unit = flash->unit;
  return unit != 0 && unit <= MOST_UNIT_BYTES && (unit & (unit - 1)) == 0 && flash->pages >= 2 &&
         flash->page_bytes >= slot_bytes(flash) && group_count(flash) >= LEAST_GROUPS;
}

static uint32_t page_place(const counter_flash *flash, uint16_t page) {
  return flash->start + page * flash->page_bytes;
}

/* Of the mark. */
static uint32_t group_place(const counter_flash *flash, uint16_t page, uint32_t group) {
  return page_place(flash, page) + slot_bytes(flash) + group * group_bytes(flash);
}

/* ---- Slots ---------------------------------------------------------------------------------- */

/* Changes the checksum of a record between flash and RAM. As it is, ff ff ff ff 00 00 00 00 ff ff
   ff ff would be a record: every counter below 2^32 looks so where the rest of it has been erased.
 */
static void change_checksum(uint8_t record[COUNTER_RECORD_BYTES]) {
  for (uint8_t i = COUNTER_BYTES; i < COUNTER_RECORD_BYTES; i++) record[i] ^= 0x69;
}

typedef struct content {
  int is_used; /* does not read as erased: all 0xff or all 0 */
  int has_record;
  uint8_t counter[COUNTER_BYTES];
} content;

/* Returns 0 if the memory cannot be read now. */
static int read_slot(const counter_flash *flash, uint32_t at, uint16_t length, content *found) {
  uint8_t bytes[MOST_UNIT_BYTES] = {0};
  const int result = flash->read(flash->memory, at, bytes, length);
  found->is_used = result == 0 || (bytes[0] != 0 && bytes[0] != 0xff);
  for (uint16_t i = 1; result > 0 && i < length; i++) found->is_used |= bytes[i] != bytes[0];
  change_checksum(bytes);
  found->has_record = result > 0 && found->is_used && counter_from_record(found->counter, bytes);
  return result >= 0;
}

/* Returns 1 if the record can be read back. */
static int program_slot(const counter_flash *flash, uint32_t at, const uint8_t counter[8]) {
  uint8_t bytes[MOST_UNIT_BYTES], written[MOST_UNIT_BYTES];
  const uint16_t length = slot_bytes(flash);
  memset(bytes, 0xff, sizeof bytes);
  counter_to_record(bytes, counter);
  change_checksum(bytes);
  return flash->program(flash->memory, at, bytes, length) > 0 &&
         flash->read(flash->memory, at, written, length) > 0 && memcmp(written, bytes, length) == 0;
}

/* ---- Looking at pages ----------------------------------------------------------------------- */

static int open_group(counter_flash *flash, uint16_t page, uint32_t group, int *is_used) {
  content mark, first, second;
  const uint16_t length = slot_bytes(flash);
  const uint32_t at = group_place(flash, page, group);
  if (!read_slot(flash, at, flash->unit, &mark) ||
      !read_slot(flash, at + flash->unit, length, &first) ||
      !read_slot(flash, at + flash->unit + length, length, &second))
    return 0;
  *is_used = mark.is_used || first.is_used || second.is_used;
  if (second.has_record) first = second;
  if (!first.has_record) return 1;
  flash->has_newest = 1;
  if (counter_is_greater(first.counter, flash->newest))
    memcpy(flash->newest, first.counter, COUNTER_BYTES);
  if (second.is_used && !counter_is_greater(flash->kept, first.counter)) {
    memcpy(flash->kept, first.counter, COUNTER_BYTES);
    flash->home = page;
  }
  return 1;
}

static int open_page(counter_flash *flash, uint16_t page) {
  int is_used;
  for (uint32_t group = 0; group < group_count(flash); group++)
    if (!open_group(flash, page, group, &is_used)) return 0;
  return 1;
}

/* Goes to the group after the last one of a page that is used. */
static int go_to(counter_flash *flash, uint16_t page) {
  int is_used;
  flash->page = page;
  flash->group = 0;
  for (uint32_t group = 0; group < group_count(flash); group++) {
    if (!open_group(flash, page, group, &is_used)) return 0;
    if (is_used) flash->group = group + 1;
  }
  return 1;
}

/* Finds the number of a page's header, which is 0 if it has none. */
static int read_header(const counter_flash *flash, uint16_t page, uint32_t *number) {
  content header;
  *number = 0;
  if (!read_slot(flash, page_place(flash, page), slot_bytes(flash), &header)) return 0;
  for (uint8_t i = 4; header.has_record && i-- != 0;) *number = *number << 8 | header.counter[i];
  return 1;
}

static uint16_t page_after(const counter_flash *flash, uint16_t page) {
  return (uint16_t)(page + 1 == flash->pages ? 0
                                             : page + 1); /* a division is 460 bytes of Cortex-M0 */
}

/* Goes to the page after the home, if that was erased later: it has no record yet, or one whose
   writing was cut off. Otherwise goes to the home. */
static int find_place(counter_flash *flash) {
  const int has_home = flash->home != flash->pages;
  const uint16_t home = has_home ? flash->home : (uint16_t)(flash->pages - 1);
  const uint16_t next = page_after(flash, home);
  uint32_t of_home, of_next;
  if (!read_header(flash, home, &of_home) || !read_header(flash, next, &of_next)) return 0;
  if (has_home ? of_home && of_next > of_home : of_next != 0) return go_to(flash, next);
  if (has_home) return go_to(flash, home);
  flash->page = home;
  flash->group = group_count(flash);
  return 1;
}

/* Finds the highest counter, the home, and the first group that looks free. */
static int open_pages(counter_flash *flash) {
  if (!is_valid(flash)) return 0;
  flash->phase = CLOSED;
  flash->has_newest = 0;
  memset(flash->newest, 0, sizeof flash->newest);
  memset(flash->kept, 0, sizeof flash->kept);
  flash->erases = 0;
  flash->home = flash->pages; /* none */
  for (uint16_t page = 0; page < flash->pages; page++) {
    uint32_t number;
    if (!open_page(flash, page) || !read_header(flash, page, &number)) return 0;
    if (number > flash->erases) flash->erases = number;
  }
  if (!find_place(flash)) return 0;
  flash->phase = OPENED;
  return 1;
}

/* ---- Programming ---------------------------------------------------------------------------- */

static int program_mark(const counter_flash *flash, uint32_t at, uint16_t length) {
  uint8_t mark[MOST_UNIT_BYTES];
  memset(mark, MARK, sizeof mark);
  return flash->program(flash->memory, at, mark, length) > 0;
}

/* Marks the group and gives it up. If the memory refuses to program a mark once more, the next
   group is marked too. */
static void mark_group(counter_flash *flash) {
  int is_marked = 0;
  while (!is_marked && flash->group < group_count(flash))
    is_marked = program_mark(flash, group_place(flash, flash->page, flash->group++), flash->unit);
}

/* Goes to the next page that is not the home, and erases it. Its header is spoilt before, also one
   that was cut off: if the erase is cut off too, it must not read as one. */
static void turn_page(counter_flash *flash) {
  uint8_t counter[COUNTER_BYTES] = {0};
  uint32_t at;
  flash->page = page_after(flash, flash->page);
  if (flash->page == flash->home) flash->page = page_after(flash, flash->page);
  flash->group = group_count(flash); /* as if the page were full */
  at = page_place(flash, flash->page);
  (void)program_mark(flash, at, slot_bytes(flash));
  if (flash->erase(flash->memory, at) <= 0) return;
  flash->erases++;
  for (uint8_t i = 0; i < 4; i++) counter[i] = (uint8_t)(flash->erases >> 8 * i);
  (void)program_slot(flash, at, counter);
  flash->group = 0;
}

/* Groups that do not take the record are skipped: cells wear out. */
static int program_record(counter_flash *flash, const uint8_t counter[8]) {
  for (uint16_t tried = 1;; tried++) {
    while (flash->group < group_count(flash)) {
      const uint32_t at = group_place(flash, flash->page, flash->group++) + flash->unit;
      if (program_slot(flash, at, counter) && program_slot(flash, at + slot_bytes(flash), counter))
        return 1;
    }
    if (tried == flash->pages) return 0;
    turn_page(flash);
  }
}

/* ---- Calls ---------------------------------------------------------------------------------- */

int counter_flash_load(void *context, uint8_t counter[8]) {
  counter_flash *flash = (counter_flash *)context;
  if (!open_pages(flash) || !flash->has_newest) return 0;
  memcpy(counter, flash->newest, COUNTER_BYTES);
  return 1;
}

int counter_flash_store(void *context, const uint8_t counter[8]) {
  counter_flash *flash = (counter_flash *)context;
  if (flash->phase == CLOSED && !open_pages(flash)) return 0;
  const uint8_t *written = counter_to_write(flash->least, flash->tried, flash->newest, counter);
  if (!written) return 0;
  if (flash->phase == OPENED) mark_group(flash);
  flash->phase = CLOSED; /* if this fails, the next call looks at the pages again */
  if (!program_record(flash, written)) return 0;
  memmove(flash->least, counter, COUNTER_BYTES); /* may be `newest` */
  memmove(flash->newest, written, COUNTER_BYTES);
  flash->home = flash->page;
  flash->phase = READY;
  return 1;
}

/* Also what is there is stored again: a provision that was cut off may have left a single copy. */
int counter_flash_provision(counter_flash *flash) {
  return open_pages(flash) && counter_flash_store(flash, flash->newest);
}

uint32_t counter_flash_erases(const counter_flash *flash) { return flash->erases; }
