/* The profile of asconkit where no build system gives one, as in Arduino: small code.
   -DASCON_PROFILE_... takes precedence. The backend is chosen for the processor (ascon_config.h).
   For the preprocessor alone: assembly includes it too. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_SETTINGS_H
#define ASCONKIT_SETTINGS_H

#if !defined(ASCON_PROFILE_SPEED) && !defined(ASCON_PROFILE_SMALL) && !defined(ASCON_PROFILE_SIZE)
#if defined(__AVR__)
#define ASCON_PROFILE_SIZE
#else
#define ASCON_PROFILE_SMALL
#endif
#endif

#endif
