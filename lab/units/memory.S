// Memory for the masked units of the manifests in this folder: a state in shares, and random words.
// SPDX-License-Identifier: Apache-2.0 OR MIT
  .section .bss  // as assemblers of AVR want it
  .align 2
  .global words, random
words: .space 512
random: .space 4096
