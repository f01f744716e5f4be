/*
 * Ascon-p[rounds] for x86-64 with BMI1 and BMI2.
 *
 *     void ascon_x86_64_bmi2_rounds(uint64_t *x, unsigned rounds);
 *
 * Replaces the five words x[0..4] (integers of the specification, in memory
 * order x0..x4) by the last `rounds` of the 16 rounds; rounds is 1..16 and
 * public. Any other count executes ud2. Algorithm: NIST SP 800-232, section 3.
 *
 * Instruction set  x86-64, BMI1 (andn), BMI2 (rorx).
 *                  CPUID leaf 7, subleaf 0: EBX bit 3 and EBX bit 8.
 * Registers        X0..X4 hold the state, T0..T3 temporaries, P the pointer,
 *                  ten in all. One table look-up, indexed by `rounds` only.
 * Clobbers         System V: rax rcx rdx rsi rdi r8 r9 r10 r11, flags.
 *                  Windows:  rax rcx rdx r8 r9 r10 r11, flags.
 *                  Those that held state are zero on return, except the
 *                  callee-saved ones, which hold the caller's values again.
 * Stack            System V: 8 bytes (rbx). Windows: 24 bytes (rbx, rsi, rdi).
 *                  Only the caller's values go there, never state.
 *
 * The trick: the S-box takes 15 operations because x2 travels complemented;
 * x2 also carries the constant of the coming round, so that the constant is
 * off the critical path and the complement costs nothing at either end. Each
 * word of the linear layer ends in its own register (rotate into a register
 * that just died, then rotate the source in place): 36 operations, 3 copies,
 * 9 registers, no renaming between rounds, and the order of the instructions
 * is the best that a measured search found.
 *
 * ASCON_ABI_WINDOWS 1 or 0 overrides the calling convention (default: the
 * target's). ASCON_BACKEND_DISABLE_ASM makes this file empty.
 */

#if defined(__x86_64__) && !defined(ASCON_BACKEND_DISABLE_ASM)

#ifndef ASCON_ABI_WINDOWS
#  if defined(_WIN32) || defined(__CYGWIN__)
#    define ASCON_ABI_WINDOWS 1
#  else
#    define ASCON_ABI_WINDOWS 0
#  endif
#endif

/* Names: Mach-O puts "_" before C names and "L" before local labels. */
#if defined(__APPLE__)
#  define SYM(name) _##name
#  define LOC(name) L##name
#else
#  define SYM(name) name
#  define LOC(name) .L##name
#endif

/* Object format: unwind directives, symbol attributes, table section. */
#if defined(__ELF__)
#  define ELF_ONLY(a)     a
#  define ELF_ONLY2(a, b) a, b
#  define CFI(a)          a
#  define CFI2(a, b)      a, b
#  define SEH(a)
#elif defined(__APPLE__)
#  define ELF_ONLY(a)
#  define ELF_ONLY2(a, b)
#  define CFI(a)          a
#  define CFI2(a, b)      a, b
#  define SEH(a)
#else
#  define ELF_ONLY(a)
#  define ELF_ONLY2(a, b)
#  define CFI(a)
#  define CFI2(a, b)
#  define SEH(a)          a
#endif

/* Indirect-branch tracking: a landing pad at the entry. The jump below needs
 * none, because its targets come from a read-only table (notrack). */
#if defined(__ELF__) && defined(__CET__)
#  include <cet.h>
#  define LANDING _CET_ENDBR
#  define JUMP(reg) notrack jmp *reg
#else
#  define LANDING
#  define JUMP(reg) jmp *reg
#endif

#define X0 %rax
#define X1 %rcx
#define X2 %rdx
#define X3 %rsi
#define X4 %r8
#define T0 %r9
#define T1 %r10
#define T2 %r11
#define T3 %rbx
#define P  %rdi

/* One round. On entry X2 is x2 ^ (this round's constant); on exit it is
 * x2 ^ next, next being the coming round's constant, or 0 after the last:
 * the S-box leaves ~x2, and ~next takes the complement back. */
.macro ROUND next
        mov     X4, T0
        xor     X0, T0                  /* a = x0 ^ x4 */
        mov     X3, T1
        xor     X4, T1                  /* e = x3 ^ x4 */
        and     T1, X4
        xor     X1, X2                  /* g = x1 ^ x2 ^ c */
        xor     X2, X4                  /* y2 = ~((x4 & e) ^ g), complemented */
        mov     X2, T2
        xor     T0, T2
        or      X1, T2                  /* (a ^ g) | x1 */
        xor     X1, X3
        or      X2, X3
        xor     T0, X3                  /* y1 = (g | (x1 ^ x3)) ^ a */
        or      T1, X0
        xor     X2, X0                  /* y3 = (x0 | e) ^ g */
        rorx    $1, X4, X2
        xor     T1, T2                  /* y0 = ((a ^ g) | x1) ^ e */
        andn    X1, T0, T3
        rorx    $61, X3, X1
        xor     T1, T3                  /* y4 = (x1 & ~a) ^ e */
        xor     X3, X1
        rorx    $39, X3, X3
        xor     X4, X2
        xor     X3, X1                  /* x1 done, X3 free */
        rorx    $6, X4, X4
        rorx    $10, X0, X3
        xor     X0, X3
        rorx    $17, X0, X0
        xor     X0, X3                  /* x3 done, X0 free */
        rorx    $19, T2, X0
        xor     $~(\next), X4
        xor     X4, X2                  /* x2 done, X4 free */
        rorx    $7, T3, X4
        xor     T3, X4
        rorx    $41, T3, T3
        xor     T3, X4                  /* x4 done */
        xor     T2, X0
        rorx    $28, T2, T2
        xor     T2, X0                  /* x0 done */
.endm

        .text
        .p2align 6
        .globl  SYM(ascon_x86_64_bmi2_rounds)
ELF_ONLY2(.type  ascon_x86_64_bmi2_rounds, @function)
ELF_ONLY(.hidden ascon_x86_64_bmi2_rounds)
SEH(.def ascon_x86_64_bmi2_rounds; .scl 2; .type 32; .endef)
SEH(.seh_proc ascon_x86_64_bmi2_rounds)
SYM(ascon_x86_64_bmi2_rounds):
CFI(.cfi_startproc)
        LANDING
        push    %rbx
CFI(.cfi_adjust_cfa_offset 8)
CFI2(.cfi_rel_offset %rbx, 0)
SEH(.seh_pushreg %rbx)
#if ASCON_ABI_WINDOWS
        push    %rsi
CFI(.cfi_adjust_cfa_offset 8)
CFI2(.cfi_rel_offset %rsi, 0)
SEH(.seh_pushreg %rsi)
        push    %rdi
CFI(.cfi_adjust_cfa_offset 8)
CFI2(.cfi_rel_offset %rdi, 0)
SEH(.seh_pushreg %rdi)
#endif
SEH(.seh_endprologue)
#if ASCON_ABI_WINDOWS
        mov     %rcx, P
        mov     %edx, %esi
#endif
        lea     -1(%rsi), %eax          /* 0..15, anything else is a bug */
        cmp     $15, %eax
        ja      LOC(bad_rounds)
        lea     LOC(table)(%rip), T0
        movslq  (T0, %rax, 8), T1       /* where this many rounds begin */
        mov     4(T0, %rax, 8), %edx    /* constant of the first of them */
        add     T0, T1
        xor     16(P), X2
        mov     (P), X0
        mov     8(P), X1
        mov     24(P), X3
        mov     32(P), X4
        JUMP(T1)

        .p2align 4
LOC(rounds16):  ROUND 0x2d
LOC(rounds15):  ROUND 0x1e
LOC(rounds14):  ROUND 0x0f
LOC(rounds13):  ROUND 0xf0
LOC(rounds12):  ROUND 0xe1
LOC(rounds11):  ROUND 0xd2
LOC(rounds10):  ROUND 0xc3
LOC(rounds9):   ROUND 0xb4
LOC(rounds8):   ROUND 0xa5
LOC(rounds7):   ROUND 0x96
LOC(rounds6):   ROUND 0x87
LOC(rounds5):   ROUND 0x78
LOC(rounds4):   ROUND 0x69
LOC(rounds3):   ROUND 0x5a
LOC(rounds2):   ROUND 0x4b
LOC(rounds1):   ROUND 0x00

        mov     X0, (P)
        mov     X1, 8(P)
        mov     X2, 16(P)
        mov     X3, 24(P)
        mov     X4, 32(P)
        xor     %eax, %eax              /* X0..X4, T0..T2; T3, and X3 on */
        xor     %ecx, %ecx              /* Windows, are restored below */
        xor     %edx, %edx
        xor     %r8d, %r8d
        xor     %r9d, %r9d
        xor     %r10d, %r10d
        xor     %r11d, %r11d
#if ASCON_ABI_WINDOWS
        pop     %rdi
CFI(.cfi_adjust_cfa_offset -8)
CFI(.cfi_restore %rdi)
        pop     %rsi
CFI(.cfi_adjust_cfa_offset -8)
CFI(.cfi_restore %rsi)
#else
        xor     %esi, %esi
#endif
        pop     %rbx
CFI(.cfi_adjust_cfa_offset -8)
CFI(.cfi_restore %rbx)
        ret
LOC(bad_rounds):
        ud2
CFI(.cfi_endproc)
SEH(.seh_endproc)
ELF_ONLY2(.size  ascon_x86_64_bmi2_rounds, . - ascon_x86_64_bmi2_rounds)

/* Entry point (relative to the table) and first constant, by rounds - 1. */
#if defined(__ELF__)
        .section .rodata
#elif !defined(__APPLE__)               /* Mach-O: stays in the text section */
        .section .rdata,"dr"
#endif
        .p2align 3
LOC(table):
        .long   LOC(rounds1) - LOC(table), 0x4b
        .long   LOC(rounds2) - LOC(table), 0x5a
        .long   LOC(rounds3) - LOC(table), 0x69
        .long   LOC(rounds4) - LOC(table), 0x78
        .long   LOC(rounds5) - LOC(table), 0x87
        .long   LOC(rounds6) - LOC(table), 0x96
        .long   LOC(rounds7) - LOC(table), 0xa5
        .long   LOC(rounds8) - LOC(table), 0xb4
        .long   LOC(rounds9) - LOC(table), 0xc3
        .long   LOC(rounds10) - LOC(table), 0xd2
        .long   LOC(rounds11) - LOC(table), 0xe1
        .long   LOC(rounds12) - LOC(table), 0xf0
        .long   LOC(rounds13) - LOC(table), 0x0f
        .long   LOC(rounds14) - LOC(table), 0x1e
        .long   LOC(rounds15) - LOC(table), 0x2d
        .long   LOC(rounds16) - LOC(table), 0x3c
ELF_ONLY(.text)

#undef SYM
#undef LOC
#undef X0
#undef X1
#undef X2
#undef X3
#undef X4
#undef T0
#undef T1
#undef T2
#undef T3
#undef P

#endif

#include "../../src/object_marks.inc"
