/* The known-answer text of the algorithms named as arguments, or of all, each after a line
   "# NAME". It is tests/support/genkat.c that prints. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon_any.h"
#include "firmware.h"

#define main genkat_main
#include "tests/support/genkat.c"
#undef main

#include <stdarg.h>

static void print_argument(char conversion, va_list *arguments) {
  if (conversion == 's') {
    put_text(va_arg(*arguments, const char *));
  } else if (conversion == 'd') {
    put_number((uint32_t)va_arg(*arguments, int));
  } else {
    static const char digits[] = "0123456789ABCDEF";
    unsigned byte = va_arg(*arguments, unsigned);
    char text[3] = {digits[byte >> 4 & 15], digits[byte & 15], 0};
    put_text(text);
  }
}

static void print(const char *format, va_list *arguments) {
  for (; *format; format++) {
    char text[2] = {*format, 0};
    if (*format != '%') {
      put_text(text);
      continue;
    }
    while (*++format == '0' || *format == '2') continue;
    print_argument(*format, arguments);
  }
}

int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print(format, &arguments);
  va_end(arguments);
  return 0;
}

int fprintf(FILE *stream, const char *format, ...) {
  (void)stream;
  va_list arguments;
  va_start(arguments, format);
  print(format, &arguments);
  va_end(arguments);
  return 0;
}

int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

static int print_algorithm(const char *name) {
  char program[] = "genkat", *arguments[] = {program, (char *)(uintptr_t)name};
  put_text("# ");
  put_text(name);
  put_text("\n");
  return genkat_main(2, arguments);
}

int firmware_main(int argc, char **argv) {
  int failed = 0;
  for (int i = 1; i < argc; i++) failed |= print_algorithm(argv[i]);
  for (size_t i = 0; argc < 2 && ascon_any_at(i); i++)
    failed |= print_algorithm(ascon_any_at(i)->name);
  return failed;
}
