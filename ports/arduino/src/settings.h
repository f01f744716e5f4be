/* The settings of asconkit for environments without a build system, such as Arduino: one backend,
   which ascon_config.h chooses for the processor, and small code. -DASCON_BACKEND=... and
   -DASCON_PROFILE_... take precedence. Only preprocessor lines: assembly includes this too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_SETTINGS_H
#define ASCONKIT_SETTINGS_H

/* Always a firmware build, even if a sketch is tested on a desktop. */
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
