/* What the page calls: a message of any algorithm, with the lines that a library built with
   ASCON_PRINT_STATE=2 prints, in memory instead of on a terminal. tools/explorer.py compiles it
   with the library to WebAssembly. Each call works on the same buffers, which the page fills before
   and reads after. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_any.h"
#include "freestanding/stdio.h"
#include <stdarg.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
  MAX_LENGTH = 2048, /* of the message, associated data and output */
  MAX_NAME = 256,    /* of the customization string */
  LINE = 96,         /* bytes of a line: a label of 10, and five words */
  /* A CXOF has the most: 12 rounds of three lines for each 8 bytes of message, output and
     customization string, whose length is a block too. */
  MAX_LINES = (2 * (MAX_LENGTH / 8 + 2) + MAX_NAME / 8 + 2) * (12 * 3 + 2)
};

static uint8_t key[32], nonce[16], tag[16], ad[MAX_LENGTH], in[MAX_LENGTH], out[MAX_LENGTH];
static char lines[MAX_LINES * LINE];
static size_t written;

/* ---- Without a C library --------------------------------------------------------------------- */

/* What core/state/trace.h prints with: text, %s, %-10s, %02x and %016llx. */
static size_t format(char *to, size_t room, const char *text, va_list arguments) {
  size_t n = 0;
  for (; *text; text++) {
    unsigned width = 0;
    if (*text != '%') {
      if (n < room) to[n] = *text;
      n++;
      continue;
    }
    while (*++text == '-' || (*text >= '0' && *text <= '9'))
      if (*text != '-') width = 10 * width + (unsigned)(*text - '0');
    if (*text == 's') {
      const char *string = va_arg(arguments, const char *);
      for (unsigned i = 0; *string || i < width; i++, n++) {
        const char c = *string ? *string++ : ' ';
        if (n < room) to[n] = c;
      }
      continue;
    }
    const int is_long = *text == 'l';
    const uint64_t value =
        is_long ? va_arg(arguments, unsigned long long) : va_arg(arguments, unsigned);
    text += 2 * is_long;
    for (; width > 0; width--, n++)
      if (n < room) to[n] = "0123456789abcdef"[value >> 4 * (width - 1) & 15];
  }
  return n;
}

int printf(const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  written += format(lines + written, sizeof lines - written, text, arguments);
  va_end(arguments);
  if (written > sizeof lines) __builtin_trap(); /* MAX_LINES is wrong */
  return 0;
}

int snprintf(char *to, size_t bytes, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  const size_t n = format(to, bytes - 1, text, arguments);
  va_end(arguments);
  to[n < bytes ? n : bytes - 1] = 0;
  return (int)n;
}

/* ---- The page's calls ---------------------------------------------------------------------------
 */

/* One algorithm of the table; NULL past the last one. */
EXPORT(algorithm) const ascon_algorithm *algorithm_at(unsigned index) {
  return ascon_any_at(index);
}
EXPORT(name) const char *name_of(const ascon_algorithm *row) { return row->name; }
EXPORT(convention) const char *convention_of(const ascon_algorithm *row) { return row->convention; }
EXPORT(kind) const char *kind_of(const ascon_algorithm *row) {
  return ascon_any_kind_name(row->kind);
}
EXPORT(key_bytes) unsigned key_bytes_of(const ascon_algorithm *row) { return row->key_bytes; }
EXPORT(output_bytes) unsigned output_bytes_of(const ascon_algorithm *row) {
  return row->output_bytes;
}
EXPORT(rate_bytes) unsigned rate_bytes_of(const ascon_algorithm *row) { return row->rate_bytes; }

/* The buffers. */
EXPORT(max_length) unsigned max_length(void) { return MAX_LENGTH; }
EXPORT(key) uint8_t *key_buffer(void) { return key; }
EXPORT(nonce) uint8_t *nonce_buffer(void) { return nonce; }
EXPORT(tag) uint8_t *tag_buffer(void) { return tag; }
EXPORT(ad) uint8_t *ad_buffer(void) { return ad; }
EXPORT(in) uint8_t *in_buffer(void) { return in; }
EXPORT(out) uint8_t *out_buffer(void) { return out; }
EXPORT(lines) char *lines_buffer(void) { return lines; }
EXPORT(lines_length) unsigned lines_length(void) { return written; }

/* An ascon_result, whose text is below. */
EXPORT(run)
unsigned run(const ascon_algorithm *row, ascon_operation op, unsigned length, unsigned ad_length,
             unsigned tag_length, unsigned out_length) {
  const ascon_message message = {.out = out,
                                 .in = in,
                                 .length = length,
                                 .tag = tag,
                                 .tag_length = tag_length,
                                 .ad = ad,
                                 .ad_length = ad_length,
                                 .nonce = nonce,
                                 .key = key,
                                 .out_length = out_length};
  written = 0;
  return ascon_any_run(row, op, &message);
}

EXPORT(result_text) const char *result_text(ascon_result result) {
  return ascon_result_text(result);
}
