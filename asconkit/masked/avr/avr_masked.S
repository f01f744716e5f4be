/* Masked units for AVR: asconkit/masked/contract.h says what each of them does, and its second form,
   of 8 bytes for each share of a word, is the one here. The round is that of 4 shares: with 2 and 3 the
   permutations beside this file need no random words in theirs. The linear layer is that of all.

   The gadget of an AND is that of Ishai, Sahai and Wagner, in the order that
   masked/armv7m/armv7m_masked.S explains. Shares are not rotated against each other: they are kept
   apart by the order of instructions.
     - The S-box works on 8 columns at a time, one byte of each word. All shares of these are in
       registers; in none of them, on no bus and at no port is a share of a word followed by another
       share of the same word, as other words come between.
     - The linear layer works on one share of all words, then on the next one. Between them all
       registers, buses and ports of memory are cleared. So does the tag, between any two shares.
     - Refreshing takes all bytes of a share before the next share: there other columns follow.

   Registers  r1 is zero as everywhere in C, and what buses are cleared with; the others as named
              below. What C may change is zero when a unit returns, or a pointer.
   Stack      with two bytes for an address of code, the round: 23 bytes; tags: 9; refreshing: 5.
   Timing     Loops, whose counts are constants, and no other branch; addresses depend on nothing.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_AVR

#include "macros.inc"

/* ---- The round -------------------------------------------------------------------------------

   Z points to byte AT of the state, after the bytes of columns that are done. It moves if a place is
   out of the 63 bytes that an instruction reaches. */
.macro REACH place
        .set    MOVE, (\place) - AT
        .if     MOVE > 63
        subi    r30, lo8(-MOVE)
        sbci    r31, hi8(-MOVE)
        .set    AT, \place
        .elseif MOVE < -63
        subi    r30, lo8(-MOVE)
        sbci    r31, hi8(-MOVE)
        .set    AT, \place
        .elseif MOVE < 0
        sbiw    r30, -MOVE
        .set    AT, \place
        .endif
.endm

.macro LOAD x, place
        REACH   \place
        ldd     \x, Z+(\place-AT)
.endm

.macro STORE place, x
        REACH   \place
        std     Z+(\place-AT), \x
.endm

/* The register of share i of word w: the last of them is r21. */
#define FIRST(shares) (22 - 5 * (shares))
#define X(shares, w, i) (FIRST(shares) + 5 * (i) + (w))
#define T r22
#define RANDOM r23
#define COLUMNS r27

/* The first linear step on share i: x2 ^= x1, x0 ^= x4, x4 ^= x3. x1 is not the last one on a bus, as the
   S-box begins with x1 of another share. */
.macro MIX_INPUT shares, i
        .irp    w, 0, 1, 2, 3, 4
        LOAD    X(\shares,\w,\i), PLACE(\shares,\w,\i)
        .endr
        eor     X(\shares,2,\i), X(\shares,1,\i)
        eor     X(\shares,0,\i), X(\shares,4,\i)
        eor     X(\shares,4,\i), X(\shares,3,\i)
.endm

/* y = share i of a ^ (~b & c), for words k, k + 1 and k + 2. Of the sum of all shares,
   a ^ c ^ (b & c): each share takes its own part of a ^ c. A product begins with the b of this share,
   so that the other share of c does not follow this one, which was added before, on a bus. */
.macro WORD_OF_CHI y, shares, i, k
        mov     \y, X(\shares,(\k+1)%5,\i)
        and     \y, X(\shares,(\k+2)%5,\i)
        eor     \y, X(\shares,(\k+2)%5,\i)
        eor     \y, X(\shares,\k,\i)
        .set    J, 0
        .rept   \shares
        .if     J != (\i)
        SET_PAIR \i, J
        ldd     RANDOM, Y+(5*PAIR+\k)
        mov     T, X(\shares,(\k+1)%5,\i)
        and     T, X(\shares,(\k+2)%5,J)
        eor     T, RANDOM
        eor     \y, T
        .endif
        .set    J, J + 1
        .endr
.endm

/* Share i of the S-box on these columns. Each word is stored as soon as the last linear step is done
   on it. */
.macro SUBSTITUTE shares, i
        WORD_OF_CHI r24, \shares, \i, 0
        WORD_OF_CHI r25, \shares, \i, 1
        eor     r25, r24
        STORE   PLACE(\shares,1,\i), r25
        WORD_OF_CHI r26, \shares, \i, 2
        WORD_OF_CHI r25, \shares, \i, 3
        eor     r25, r26
        .if     (\i) == 0
        com     r26
        .endif
        STORE   PLACE(\shares,2,\i), r26
        STORE   PLACE(\shares,3,\i), r25
        WORD_OF_CHI r25, \shares, \i, 4
        eor     r24, r25
        STORE   PLACE(\shares,4,\i), r25
        STORE   PLACE(\shares,0,\i), r24
.endm

/* void ascon_masked_round_SHARES(uint32_t *words, const uint32_t *random, uint32_t constant), in r25:r24,
   r23:r22 and, its lowest byte, r18. Random bytes are taken for one column of bytes after the other. */
.macro ROUND shares
        ENTER   FIRST(\shares)
        movw    r30, r24
        movw    r28, r22
        .set    AT, 0
        LOAD    r0, PLACE(\shares,2,0)
        eor     r0, r18
        STORE   PLACE(\shares,2,0), r0
        ldi     COLUMNS, 8
        REACH   0
1:
        .set    I, 0
        .rept   \shares
        MIX_INPUT \shares, I
        .set    I, I + 1
        .endr
        .set    I, 0
        .rept   \shares
        SUBSTITUTE \shares, I
        .set    I, I + 1
        .endr
        REACH   0
        adiw    r30, 1
        adiw    r28, 5 * MASKED_PAIRS(\shares)
        dec     COLUMNS
        breq    2f
        rjmp    1b
2:
        sbiw    r30, 8
        ldi     r28, 8 * \shares
        ldi     r29, \shares
        XCALL   ascon_masked_diffuse
        LEAVE   FIRST(\shares)
.endm

/* ---- The linear layer -------------------------------------------------------------------------

   Two copies of a share of a word: one becomes the sum. Both are turned. */
#define SUM 12
#define COPY 20

/* A rotation right by n: bits to the right, or to the left if negative, and then whole bytes. */
#define BITS(n) (((n) + 3) % 8 - 3)
#define BYTES(n) (((n) - BITS(n)) / 8)

/* Rotates a copy right by bits, or left. r1 is zero. */
.macro ROTATE copy, bits
        .rept   (\bits) * ((\bits) > 0) * -1
        mov     r0, \copy
        ror     r0
        .irp    byte, 7, 6, 5, 4, 3, 2, 1, 0
        ror     \copy + \byte
        .endr
        .endr
        .rept   (\bits) * ((\bits) < 0)
        lsl     \copy
        .irp    byte, 1, 2, 3, 4, 5, 6, 7
        rol     \copy + \byte
        .endr
        adc     \copy, r1
        .endr
.endm

/* SUM ^= ror(word, n), where SUM began as the word turned by `own`. COPY becomes turned by the bits
   of n. Whole bytes are a choice of registers. */
.macro ADD_ROTATED own, n
        ROTATE  COPY, BITS(\n) - TURNED
        .set    TURNED, BITS(\n)
        .irp    byte, 0, 1, 2, 3, 4, 5, 6, 7
        eor     SUM + (\byte + BYTES(\own)) % 8, COPY + (\byte + BYTES(\n)) % 8
        .endr
.endm

/* Of one share of a word, at Z: ror(word, own) ^ ror(word, a) ^ ror(word, b), of which one is the word
   itself. The order takes the fewest rotations by bits. It goes to where `to` points, Z or Y. */
.macro DIFFUSE own, a, b, to
        .irp    byte, 0, 1, 2, 3, 4, 5, 6, 7
        ldd     SUM + \byte, Z+\byte
        .endr
        .irp    byte, 0, 2, 4, 6
        movw    COPY + \byte, SUM + \byte
        .endr
        ROTATE  SUM, BITS(\own)
        .set    TURNED, 0
        ADD_ROTATED \own, \a
        ADD_ROTATED \own, \b
        .irp    byte, 0, 1, 2, 3, 4, 5, 6, 7
        std     \to+\byte, SUM + (\byte + BYTES(\own)) % 8
        .endr
.endm

/* The same share of all words; `next` moves the pointers on to the next word. Leaves zeros in r12 to
   r27, on buses and at ports. */
.macro DIFFUSE_SHARE to, next
        DIFFUSE 0, 19, 28, \to
        \next
        DIFFUSE 0, 39, 61, \to
        \next
        DIFFUSE 1, 0, 6, \to
        \next
        DIFFUSE 0, 17, 10, \to
        \next
        DIFFUSE 7, 0, 41, \to
        \next
        CLEAR
        CLEAR_REGISTERS 12, 27
.endm

.macro NEXT_WORD
        add     r30, r28
        adc     r31, r1
.endm

.macro NEXT_WORDS
        adiw    r30, 8 * 2
        adiw    r28, 8 * 2
.endm

/* On the state at Z; r28 has the bytes from a word to the next one, r29 the number of shares, r1 is
   zero. Leaves Z after the shares of word 0. */
        FUNCTION ascon_masked_diffuse
1:
        DIFFUSE_SHARE Z, NEXT_WORD
        .rept   5                       /* back from after word 4 to word 0 */
        sub     r30, r28
        sbc     r31, r1
        .endr
        adiw    r30, 8
        dec     r29
        breq    2f
        rjmp    1b
2:
        ret
        END     ascon_masked_diffuse

/* Of the 2 shares of the state at Z, to the one at Y; r1 is zero. Changes the pointers and
   r2. */
        FUNCTION ascon_masked_diffuse_2_to
        ldi     r26, 2
        mov     r2, r26
1:
        DIFFUSE_SHARE Y, NEXT_WORDS
        subi    r30, 8 * 9
        sbc     r31, r1
        subi    r28, 8 * 9
        sbc     r29, r1
        dec     r2
        breq    2f
        rjmp    1b
2:
        ret
        END     ascon_masked_diffuse_2_to

        FUNCTION ascon_masked_round_4
        ROUND   4
        END     ascon_masked_round_4

#undef SUM
#undef COPY
#undef T
#undef RANDOM
#undef COLUMNS

/* ---- Refresh --------------------------------------------------------------------------------

   Every pair of shares takes random bytes of its own, which cancel out of the sum. This is share i;
   Z moves on to the next share. */
.macro REFRESH_SHARE shares, i
        ldi     r20, 8
1:
        ld      r18, Z
        .set    J, 0
        .rept   \shares
        .if     J != (\i)
        SET_PAIR \i, J
        ldd     r19, Y+(8*PAIR)
        eor     r18, r19
        .endif
        .set    J, J + 1
        .endr
        st      Z+, r18
        adiw    r28, 1
        dec     r20
        brne    1b
        sbiw    r28, 8
.endm

/* void ascon_masked_refresh_SHARES(uint32_t *word, const uint32_t *random) */
.macro REFRESH shares
        ENTER   18
        movw    r30, r24
        movw    r28, r22
        .set    I, 0
        .rept   \shares
        REFRESH_SHARE \shares, I
        .set    I, I + 1
        .endr
        CLEAR
        CLEAR_REGISTERS 18, 19
        LEAVE   18
.endm

        UNIT    ascon_masked_refresh_2, REFRESH, 2
        UNIT    ascon_masked_refresh_3, REFRESH, 3
        UNIT    ascon_masked_refresh_4, REFRESH, 4

/* ---- The tag ---------------------------------------------------------------------------------- */
#define COUNT r16
#define A r17
#define T r18
#define SUM r19
#define RANDOM(pair) (20 + (pair))

/* After a share, and before the next one of the same bits. */
.macro CLEAR_SHARE
        CLEAR
        mov     A, r1
        mov     T, r1
        mov     SUM, r1
.endm

/* a &= b, on a byte of each share: a at Z, b at Y, one share 8 bytes after the other. X is the pointer to
   random bytes, and moves on. The order of operations is that of masked/armv7m/armv7m_masked.S, against
   pairs of transitions. */
.macro AND_BYTES shares
        .set    I, 0
        .rept   \shares
        ldd     A, Z+(8*I)
        ldd     SUM, Y+(8*I)
        and     SUM, A
        .set    J, 0
        .rept   \shares
        .if     J != I
        SET_PAIR I, J
        CLEAR                           /* another share of b was at the port */
        mov     T, r1
        .if     J > I
        ld      RANDOM(PAIR), X+
        .endif
        eor     SUM, RANDOM(PAIR)
        sub     r1, r1
        ldd     T, Y+(8*J)
        and     T, A
        eor     SUM, T
        .endif
        .set    J, J + 1
        .endr
        std     Z+(8*I), SUM
        CLEAR_SHARE
        .set    I, I + 1
        .endr
        ret
.endm

/* a &= b for `count` bytes, b being `distance` bytes after a. Z does not change. */
.macro FOLD shares, distance, count
        movw    r28, r30
        adiw    r28, \distance
        ldi     COUNT, \count
1:
        rcall   ascon_masked_and_\shares
        adiw    r30, 1
        adiw    r28, 1
        dec     COUNT
        brne    1b
        sbiw    r30, \count
.endm

/* Folds a byte: of the first byte and of itself rotated by n, which goes to the second one. All of its
   bits become the AND of two bits, each with shares of its own. */
.macro FOLD_BYTE shares, n
        .set    I, 0
        .rept   \shares
        ldd     T, Z+(8*I)
        .rept   \n
        lsl     T
        adc     T, r1
        .endr
        std     Z+(8*I+1), T
        CLEAR_SHARE
        .set    I, I + 1
        .endr
        FOLD    \shares, 1, 1
.endm

/* uint32_t ascon_masked_tag_SHARES(uint32_t *difference, const uint32_t *random): its result is in r25 to
   r22. */
.macro TAG shares
        ENTER   16
        movw    r30, r24
        movw    r26, r22
        ldi     COUNT, 8
1:
        ld      T, Z                    /* the complement of share 0 of both words */
        com     T
        st      Z, T
        ldd     T, Z+(8*\shares)
        com     T
        std     Z+(8*\shares), T
        adiw    r30, 1
        dec     COUNT
        brne    1b
        sbiw    r30, 8
        CLEAR_SHARE
        FOLD    \shares, 8 * \shares, 8
        FOLD    \shares, 4, 4
        FOLD    \shares, 2, 2
        FOLD    \shares, 1, 1
        FOLD_BYTE \shares, 4
        FOLD_BYTE \shares, 2
        FOLD_BYTE \shares, 1
        CLEAR_REGISTERS 20, 25
        ldi     r22, 1
        .set    I, 0
        .rept   \shares
        ldd     T, Z+(8*I)
        andi    T, 1
        eor     r22, T
        CLEAR_SHARE
        .set    I, I + 1
        .endr
        LEAVE   16
.endm

        FUNCTION ascon_masked_tag_2
        TAG     2
        END     ascon_masked_tag_2
        LOCAL_FUNCTION ascon_masked_and_2
        AND_BYTES 2
        END     ascon_masked_and_2
        FUNCTION ascon_masked_tag_3
        TAG     3
        END     ascon_masked_tag_3
        LOCAL_FUNCTION ascon_masked_and_3
        AND_BYTES 3
        END     ascon_masked_and_3
        FUNCTION ascon_masked_tag_4
        TAG     4
        END     ascon_masked_tag_4
        LOCAL_FUNCTION ascon_masked_and_4
        AND_BYTES 4
        END     ascon_masked_and_4

/* ---- Units of one share -----------------------------------------------------------------------

   A share lies as its integer does. For a part in r20, the pointer whose lower byte is `word` goes to its
   first byte, and r20 becomes the number of bytes. Skips an instruction if the next ones lie above it. */
.macro BYTES_OF_PART word
        mov     r18, r20
        andi    r18, 7
        add     \word, r18
        adc     \word+1, r1
        mov     r18, r20
        swap    r20
        andi    r20, 15
        sbrc    r18, 3
.endm

/* r20 bytes, from one place to the other. */
.macro ADD_BYTES from, at, to, last
1:
        ld      r18, \from
        ld      r19, \at
        eor     r19, r18
        st      \to, r19
        dec     r20
        brne    1b
        .ifnb   \last
        rjmp    \last
        .endif
.endm

/* void ascon_masked_absorb(uint32_t share[2], const uint8_t *in, unsigned part, unsigned index) */
        FUNCTION ascon_masked_absorb
        movw    r30, r24
        movw    r26, r22
        BYTES_OF_PART 30
        rjmp    2f
        ADD_BYTES X+, Z, Z+, 3f
2:
        adiw    r30, 1
        ADD_BYTES X+, -Z, Z
3:
        CLEAR
        CLEAR_REGISTERS 18, 19
        ret
        END     ascon_masked_absorb

/* void ascon_masked_store(uint8_t *out, const uint32_t share[2], unsigned part, unsigned index) */
        FUNCTION ascon_masked_store
        movw    r30, r24
        movw    r26, r22
        BYTES_OF_PART 26
        rjmp    2f
        ADD_BYTES X+, Z, Z+, 3f
2:
        adiw    r26, 1
        ADD_BYTES -X, Z, Z+
3:
        CLEAR
        CLEAR_REGISTERS 18, 19
        ret
        END     ascon_masked_store

#endif

#include "../../core/platform/object_marks.inc"
