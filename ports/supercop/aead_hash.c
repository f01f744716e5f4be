/* AEAD and a hash in one folder, over one permutation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "aead.c"
#include "hash.c"
