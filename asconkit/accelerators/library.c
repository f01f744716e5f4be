/* Libraries of drivers, opened at run time, and lines of text about them.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(_WIN32)
#define __USE_MINGW_ANSI_STDIO 1
#endif

#include "driver.h"

#if ASCON_HAS_SYSTEM
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

static void *open_one(const char *name) {
#if defined(_WIN32)
  return (void *)LoadLibraryExA(name, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
#else
  return dlopen(name, RTLD_NOW | RTLD_LOCAL);
#endif
}

void *ascon_library_open(const char *const *names) {
  void *library = NULL;
  for (; *names && !library; names++) library = open_one(*names);
  return library;
}

/* Both systems give a function as another type of pointer, which ISO C does not convert. */
int ascon_library_find(void *library, const char *name, void *function) {
#if defined(_WIN32)
  FARPROC found = GetProcAddress((HMODULE)library, name);
#else
  void *found = dlsym(library, name);
#endif
  memcpy(function, (const void *)&found, sizeof found);
  return found != NULL;
}

void ascon_device_say(char *text, const char *format, ...) {
  va_list arguments;
  if (!text) return;
  va_start(arguments, format);
  (void)vsnprintf(text, ASCON_DEVICE_TEXT_BYTES, format, arguments);
  va_end(arguments);
}

#endif
