/* Succeeds where the processor can run the backend whose table is TABLE.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/modes/backend_table.h"
#include "asconkit/platform/cpu.h"

extern const ascon_backend TABLE;

int main(void) { return (ascon_cpu_features() & TABLE.needs) != TABLE.needs; }
