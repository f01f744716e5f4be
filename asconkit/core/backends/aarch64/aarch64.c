/* The modes compiled over aarch64: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_aarch64
/* gcc 12 warns at -O3 about bytes of a word, wrongly. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif
#include "backend.h"
#define BACKEND aarch64
#include "../../modes/instances.h"
#endif
