/* What core/state/trace.h needs of the C library. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define PRIx64 "llx"
