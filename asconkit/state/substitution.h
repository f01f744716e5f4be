/* The S-box in 15 operations and a complement, on as many columns as the words have bits. It
   computes SP 800-232, section 3.3; found by collecting common terms: g, e and a are shared, and
   x4 & ~x3 is x4 & e. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SUBSTITUTION_H
#define ASCON_SUBSTITUTION_H

/* x0 to x4 are variables of an unsigned type `word`. */
#define ASCON_SUBSTITUTION(word, x0, x1, x2, x3, x4)                                               \
  do {                                                                                             \
    word g = (word)((x1) ^ (x2));                                                                  \
    word e = (word)((x3) ^ (x4));                                                                  \
    word a = (word)((x0) ^ (x4));                                                                  \
    word y0 = (word)(((a ^ g) | (x1)) ^ e);                                                        \
    word y1 = (word)((g | ((x1) ^ (x3))) ^ a);                                                     \
    word y2 = (word) ~(((x4) & e) ^ g);                                                            \
    word y3 = (word)(((x0) | e) ^ g);                                                              \
    (x4) = (word)(((x1) & ~a) ^ e);                                                                \
    (x0) = y0, (x1) = y1, (x2) = y2, (x3) = y3;                                                    \
  } while (0)

#endif
