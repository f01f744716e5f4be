/* secrets.h and stack.h for C code that calls the public functions and keeps a few strings between
   them: the constructions, and strings of bits.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SECRETS_IN_C_H
#define ASCON_SECRETS_IN_C_H

#include "compiler.h"

#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES ASCON_STACK_OF_C
#endif

#include "stack.h"

#endif
