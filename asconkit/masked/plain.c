/* Plain strings as arguments of calls that take shares. ascon_masked.h says what the calls do.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_masked.h"

ascon_masked_in ascon_masked_plain_in(const uint8_t *data) { return (ascon_masked_in){data, 0}; }

ascon_masked_out ascon_masked_plain_out(uint8_t *data) { return (ascon_masked_out){data, 0}; }
