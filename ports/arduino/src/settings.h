/* The settings of asconkit where no build system gives any, as in Arduino: one backend, which
   ascon_config.h chooses for the processor, and small code. -DASCON_BACKEND=... and
   -DASCON_PROFILE_... take precedence.
   For the preprocessor alone: assembly includes it too. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_SETTINGS_H
#define ASCONKIT_SETTINGS_H

/* As firmware, also where a sketch is tested on a system. */
#ifndef ASCON_HAS_SYSTEM
#define ASCON_HAS_SYSTEM 0
#endif

#if !defined(ASCON_PROFILE_SPEED) && !defined(ASCON_PROFILE_SMALL) && !defined(ASCON_PROFILE_SIZE)
#if defined(__AVR__)
#define ASCON_PROFILE_SIZE
#else
#define ASCON_PROFILE_SMALL
#endif
#endif

#endif
