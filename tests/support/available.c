/* Succeeds where the processor can run the backend whose name is NAME.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon_backend.h"

int main(void) { return !ascon_backend_available(NAME); }
