/* Where this backend can be compiled.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define ASCON_HAVE_REF 1
