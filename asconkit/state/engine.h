/* Builds the operations of the modes from a backend's state operations, by one of three engines.
   Included at the end of every backend.h.

   FRAMES. C leaves copies of secrets in the frames of its functions: saved registers, spilled
   temporaries. Only a frame that is already gone can be cleared. So an engine says for the
   functions of modes/instances.h which of them have a frame of their own, OUTLINED, or work in that
   of their caller, INLINED, and it brings the function that clears after them:

     FRAME_OF_BOTH_DIRECTIONS   NAME_crypt(): checks, and either direction of AEAD
     FRAME_OF_MESSAGE           a message without a key, or of AEAD whose user's key has 16 bytes
     FRAME_OF_KEYED_MESSAGE     any other message with a key
     clear_in_message()         at the end of a message, in its frame: the state by name
     clear_after_message()      when the message's frame is gone

   inlined.h and outlined.h give every message a frame and clear the stack below the public call.
   Where assembly does both ends of AEAD, outlined.h gives frames to keyed messages alone; others
   need them for single blocks only. compact.h has one frame for both directions and zeroizes in it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_ENGINE_H
#define ASCON_ENGINE_H

#if ASCON_COMPACT || ASCON_PRINT_STATE
#include "compact.h"
#elif defined(BLOCKS_IN_MODES) && ASCON_INLINE_MODE
#include "inlined.h"
#else
#include "outlined.h"
#endif

#endif
