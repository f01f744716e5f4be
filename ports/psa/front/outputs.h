/* Outputs of calls that fail. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_PSA_OUTPUTS_H
#define ASCONKIT_PSA_OUTPUTS_H

#include <psa/crypto.h>
#include <string.h>

/* Zeroes the output of a call that fails before the driver has written it. Returns `status`. */
static inline psa_status_t refuse(psa_status_t status, uint8_t *output, size_t size,
                                  size_t *length) {
  if (size) memset(output, 0, size);
  *length = 0;
  return status;
}

#endif
