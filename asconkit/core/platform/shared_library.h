/* Shared libraries that are opened while the program runs, such as those of drivers. Used by
   accelerators/. Functions of a header, as the library asconkit itself links no loader.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SHARED_LIBRARY_H
#define ASCON_SHARED_LIBRARY_H

#include "compiler.h"

/* The file names of one library. */
typedef struct library_name {
  const char *posix, *windows;
} library_name;

/* SYSTEM_CALL: on types of functions in such a library, how they are called. */
#if !ASCON_HAS_SYSTEM
#define SYSTEM_CALL

INLINED const char *library_file(const library_name *name) { return name->posix; }

INLINED void *open_library(const library_name *name) {
  (void)name;
  return NULL;
}

INLINED void *open_library_at(const library_name *path) { return open_library(path); }

INLINED int is_absolute_path(const char *path) { return path[0] == '/'; }

INLINED int find_function(void *library, const char *name, void *function) {
  (void)library, (void)name, (void)function;
  return 0;
}
#else
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
#define SYSTEM_CALL __stdcall
typedef FARPROC found_function;

INLINED const char *library_file(const library_name *name) { return name->windows; }

INLINED void *open_library(const library_name *name) {
  return (void *)LoadLibraryExA(name->windows, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
}

/* What it needs itself is searched for beside it, too. */
INLINED void *open_library_at(const library_name *path) {
  return (void *)LoadLibraryExA(path->windows, NULL,
                                LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
}

INLINED int is_absolute_path(const char *path) { return path[0] && path[1] == ':'; }

INLINED found_function function_of(void *library, const char *name) {
  return GetProcAddress((HMODULE)library, name);
}
#else
#include <dlfcn.h>
#define SYSTEM_CALL
typedef void *found_function;

/* The name of the file on this system. */
INLINED const char *library_file(const library_name *name) { return name->posix; }

/* NULL if there is no such library. It is never closed, as drivers keep threads. */
INLINED void *open_library(const library_name *name) {
  return dlopen(name->posix, RTLD_NOW | RTLD_LOCAL);
}

/* The library at an absolute path. */
INLINED void *open_library_at(const library_name *path) { return open_library(path); }

INLINED int is_absolute_path(const char *path) { return path[0] == '/'; }

INLINED found_function function_of(void *library, const char *name) { return dlsym(library, name); }
#endif

/* Sets the pointer at `function` to a function of the library; 0 if it has none of that name. Both
   systems give a function as another type of pointer, which ISO C does not convert. */
INLINED int find_function(void *library, const char *name, void *function) {
  const found_function found = function_of(library, name);
  memcpy(function, (const void *)&found, sizeof found);
  return found != NULL;
}
#endif

#endif
