/* Of libb2, whose own build writes one: names of functions end with nothing more.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define SUFFIX
