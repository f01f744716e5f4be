/*
 * Ascon-p[rounds] for Xtensa, in as few bytes as possible: the state stays in memory, and small
 * loops go over its halves and its words. The other profiles take xtensa_rounds.S.
 *
 *     void ascon_xtensa_rounds(ascon_words *state, unsigned rounds);
 *
 * Replaces the five words by the last `rounds` of the 16 rounds, 1..16. Algorithm: NIST SP 800-232,
 * section 3. `state` is a multiple of 8, as the type demands.
 *
 * Instruction set  base and code density.
 * Clobbers         call0: a2..a11 and SAR. Windowed: SAR.
 * Stack            call0: none. Windowed: 32 bytes, not written here.
 */
#include "../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_XTENSA && !(ASCON_INLINE_PERM || ASCON_UNROLL_LOOPS)
#include "xtensa_macros.inc"

/* Five fields of 6 bits for x0, x1 and so on. x ^ ror(x, r) ^ ror(x, s) is
 * x ^ ror(x ^ ror(x, s - r), r): here are s - r and r. */
#define FIELDS(x0, x1, x2, x3, x4) (x0 | x1 << 6 | x2 << 12 | x3 << 18 | x4 << 24)
        .section .literal.ascon_xtensa_rounds, "ax", %progbits
        .align  4
.Linner: .long  FIELDS(9, 22, 5, 7, 30)
.Louter: .long  FIELDS(19, 39, 1, 10, 41)

FUNCTION ascon_xtensa_rounds
#ifdef __XTENSA_WINDOWED_ABI__
        entry   a1, 32
#endif
        addi    a3, a3, -12             /* a3 is the constant: 0xf0 for 12 rounds, then less by */
        slli    a4, a3, 4               /* 15 a round; above 12 rounds up to 60, and after 0 */
        sub     a3, a4, a3              /* comes 0xf0; 60 follows the last */
.Lnext_round:
        bgei    a3, 1, .Lround
        movi    a4, 0xf0
        add     a3, a3, a4
.Lround:
        l32i    a5, a2, 16 + LOW_HALF
        xor     a5, a5, a3
        s32i    a5, a2, 16 + LOW_HALF

        mov     a4, a2
.Lhalf:                                 /* half of the S-box: see SBOX_TRUE */
        l32i    a5, a4, 0
        l32i    a6, a4, 8
        l32i    a7, a4, 16
        l32i    a8, a4, 24
        l32i    a9, a4, 32
        xor     a10, a8, a9             /* e */
        xor     a7, a6, a7              /* g */
        xor     a11, a5, a9             /* a */
        and     a9, a9, a10
        xor     a9, a9, a7              /* ~y2 */
        or      a5, a5, a10
        xor     a5, a5, a7              /* y3 */
        xor     a8, a8, a6
        or      a8, a8, a7
        xor     a8, a8, a11             /* y1 */
        xor     a7, a7, a11
        or      a7, a7, a6
        xor     a7, a7, a10             /* y0 */
        or      a6, a6, a11
        xor     a6, a6, a11
        xor     a6, a6, a10             /* y4 */
        movi    a10, -1
        xor     a9, a9, a10             /* y2 */
        s32i    a7, a4, 0
        s32i    a8, a4, 8
        s32i    a9, a4, 16
        s32i    a5, a4, 24
        s32i    a6, a4, 32
        addi    a4, a4, 4
        bbsi.l  a4, 2, .Lhalf           /* only after the first half the address is odd */

        mov     a4, a2
        l32r    a10, .Linner
        l32r    a11, .Louter
.Lword:
        l32i    a5, a4, LOW_HALF
        l32i    a6, a4, HIGH_HALF
        ssr     a10                     /* takes 5 bits */
        src     a7, a6, a5
        src     a8, a5, a6
        xor     a7, a7, a5
        xor     a8, a8, a6
        ssr     a11
        bbci.l  a11, 5, .Lbelow_32      /* else the halves change places */
        mov     a9, a7
        mov     a7, a8
        mov     a8, a9
.Lbelow_32:
        src     a9, a8, a7
        src     a8, a7, a8
        xor     a5, a5, a9
        xor     a6, a6, a8
        s32i    a5, a4, LOW_HALF
        s32i    a6, a4, HIGH_HALF
        srli    a10, a10, 6
        srli    a11, a11, 6
        addi    a4, a4, 8
        bnez    a11, .Lword

        addi    a3, a3, -15
        addi    a4, a3, -60
        bnez    a4, .Lnext_round
#ifdef __XTENSA_WINDOWED_ABI__
        retw
#else
        ret
#endif
END_FUNCTION ascon_xtensa_rounds

#endif

        .section .note.GNU-stack, "", %progbits
