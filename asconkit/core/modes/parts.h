/* Which functions of a backend an object has, and what they are called.

   In a build with several backends, a backend is four objects, so that linkers that know only whole
   objects leave out what is not called: NAME_PART.c in its folder defines PART and includes NAME.c,
   which by itself is the part for contexts. Functions and rows are visible to the rest of the
   library, and their names begin with that of the backend. In a build with one backend these
   objects are empty: core/api/route.h includes backend.h, and they are static functions of ascon.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PARTS_H
#define ASCON_PARTS_H

#include "../platform/compiler.h"

#define PART_PIECES 0 /* contexts and the state */
#define PART_AEAD128 1
#define PART_HASH 2 /* Hash256, XOF128, CXOF128 */
#define PART_OTHERS 3
#define PART_ALL 4 /* in a build with one backend */

/* HAS_PART(part)              1: this object has these functions
   ENTRY(name)                 the name of a function or a row of the backend
   ROW_OF_BACKEND(type, name)  begins the definition of a row
   MESSAGE                     on a function for whole messages
   PIECES                      on a function for contexts */
#ifdef BACKEND
#ifndef PART
#define PART PART_PIECES
#endif
#define OF_BACKEND(backend, name) LINKER_NAME(backend, name)
#define ENTRY(name) OF_BACKEND(BACKEND, name)
#define ROW_OF_BACKEND(type, name)                                                                 \
  OF_LIBRARY extern type ENTRY(name);                                                              \
  OF_LIBRARY type ENTRY(name)
#define MESSAGE
#define PIECES
#else
#define PART PART_ALL
#define ENTRY(name) name
#define ROW_OF_BACKEND(type, name) UNUSED static type name
#define MESSAGE INLINED
#define PIECES OUTLINED
#endif

#define HAS_PART(part) (PART == PART_ALL || PART == (part))

#endif
