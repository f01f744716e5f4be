/* What a queue, a driver or a check of a request says of an error.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define __USE_MINGW_ANSI_STDIO 1 /* Windows: formats of C99 for vsnprintf; unknown elsewhere */
#include "driver.h"

#if ASCON_HAS_SYSTEM
#include <stdarg.h>
#include <stdio.h>

void ascon_device_say(char *text, const char *format, ...) {
  va_list arguments;
  if (!text) return;
  va_start(arguments, format);
  (void)vsnprintf(text, ASCON_DEVICE_TEXT_BYTES, format, arguments);
  va_end(arguments);
}

#endif
