/* Calls an assembly permutation, ENTRY(uint64_t words[5], unsigned rounds), as a Windows or a
   System V compiler would, with known values in every register that it must keep (WINDOWS is 1 or
   0). The results are compared with the library's backend. That a lost register is found is tried
   first. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include "asconkit/ascon.h"

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)

enum { RBX, RBP, R12, R13, R14, R15, RDI, RSI, KEPT_GENERAL };
enum { KEPT_VECTORS = 10 /* xmm6 to xmm15 */ };

static const char *const names[KEPT_GENERAL] = {"rbx", "rbp", "r12", "r13",
                                                "r14", "r15", "rdi", "rsi"};

/* The callee's view of its caller. */
typedef struct frame {
  void *function;
  uint64_t *words;
  uint64_t rounds;
  uint64_t stack_before, stack_after;
  uint64_t kept[KEPT_GENERAL];
  uint64_t vectors[KEPT_VECTORS][2];
} frame;

/* Loads the registers, calls, stores the registers. Windows: arguments in rcx and rdx, 32 bytes of
   home space above the return address, rdi, rsi and xmm6 on kept. */
void call_with_frame(frame *f);
__asm__(
    ".text\n"
    "call_with_frame:\n"
    "  push %rbx\n  push %rbp\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n  push %rdi\n"
    "  sub $48, %rsp\n"
    "  mov %rdi, 40(%rsp)\n"
    "  mov 8(%rdi), %rcx\n"
    "  mov 16(%rdi), %rdx\n"
    "  mov 40(%rdi), %rbx\n  mov 48(%rdi), %rbp\n  mov 56(%rdi), %r12\n  mov 64(%rdi), %r13\n"
    "  mov 72(%rdi), %r14\n  mov 80(%rdi), %r15\n"
    "  movups 104(%rdi), %xmm6\n  movups 120(%rdi), %xmm7\n  movups 136(%rdi), %xmm8\n"
    "  movups 152(%rdi), %xmm9\n  movups 168(%rdi), %xmm10\n  movups 184(%rdi), %xmm11\n"
    "  movups 200(%rdi), %xmm12\n  movups 216(%rdi), %xmm13\n  movups 232(%rdi), %xmm14\n"
    "  movups 248(%rdi), %xmm15\n"
    "  mov %rsp, 24(%rdi)\n"
    "  mov 0(%rdi), %rax\n"
    "  mov 96(%rdi), %rsi\n"
    "  mov 88(%rdi), %rdi\n"
    "  call *%rax\n"
    "  mov 40(%rsp), %rax\n" /* as long as rsp is right, which is checked after */
    "  mov %rsp, 32(%rax)\n"
    "  mov %rbx, 40(%rax)\n  mov %rbp, 48(%rax)\n  mov %r12, 56(%rax)\n  mov %r13, 64(%rax)\n"
    "  mov %r14, 72(%rax)\n  mov %r15, 80(%rax)\n  mov %rdi, 88(%rax)\n  mov %rsi, 96(%rax)\n"
    "  movups %xmm6, 104(%rax)\n  movups %xmm7, 120(%rax)\n  movups %xmm8, 136(%rax)\n"
    "  movups %xmm9, 152(%rax)\n  movups %xmm10, 168(%rax)\n  movups %xmm11, 184(%rax)\n"
    "  movups %xmm12, 200(%rax)\n  movups %xmm13, 216(%rax)\n  movups %xmm14, 232(%rax)\n"
    "  movups %xmm15, 248(%rax)\n"
    "  add $48, %rsp\n"
    "  pop %rdi\n  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbp\n  pop %rbx\n"
    "  ret\n");

/* One culprit for each register that a callee must keep, to see that it is found. */
#define CULPRIT(name, instruction)                                                                 \
  void culprit_##name(void);                                                                       \
  __asm__("culprit_" #name ":\n  " instruction "\n  ret\n");
CULPRIT(rbx, "inc %rbx")
CULPRIT(rbp, "inc %rbp")
CULPRIT(r12, "inc %r12")
CULPRIT(r13, "inc %r13")
CULPRIT(r14, "inc %r14")
CULPRIT(r15, "inc %r15")
CULPRIT(rdi, "inc %rdi")
CULPRIT(rsi, "inc %rsi")
CULPRIT(xmm6, "xorps %xmm6, %xmm6")
CULPRIT(xmm15, "xorps %xmm15, %xmm15")
CULPRIT(nothing, "nop")

void ENTRY(uint64_t *words, unsigned rounds);

static int kept_general(void) { return WINDOWS ? KEPT_GENERAL : RDI; }

/* The name of the first register that the function does not keep; NULL if it keeps all. */
static const char *lost_by(void (*function)(void), uint64_t *words, unsigned rounds) {
  frame before, f;
  memset(&before, 0, sizeof before);
  for (int i = 0; i < KEPT_GENERAL; i++) before.kept[i] = 0x0123456789abcd00u + (uint64_t)i;
  for (int i = 0; i < KEPT_VECTORS; i++) before.vectors[i][0] = before.vectors[i][1] = ~(uint64_t)i;
  memcpy(&before.function, &function, sizeof before.function);
  before.words = words;
  before.rounds = rounds;
  if (!WINDOWS) { /* the arguments' registers */
    before.kept[RDI] = (uint64_t)(uintptr_t)words;
    before.kept[RSI] = rounds;
  }
  f = before;
  call_with_frame(&f);
  if (f.stack_before != f.stack_after) return "rsp";
  for (int i = 0; i < kept_general(); i++)
    if (f.kept[i] != before.kept[i]) return names[i];
  if (WINDOWS && memcmp(f.vectors, before.vectors, sizeof f.vectors) != 0) return "xmm";
  return NULL;
}

static int finds_culprits(void) {
  uint64_t words[5] = {0};
  int windows = WINDOWS;
  return lost_by(culprit_nothing, words, 1) == NULL && lost_by(culprit_rbx, words, 1) &&
         lost_by(culprit_rbp, words, 1) && lost_by(culprit_r12, words, 1) &&
         lost_by(culprit_r13, words, 1) && lost_by(culprit_r14, words, 1) &&
         lost_by(culprit_r15, words, 1) && !lost_by(culprit_rdi, words, 1) == !windows &&
         !lost_by(culprit_rsi, words, 1) == !windows &&
         !lost_by(culprit_xmm6, words, 1) == !windows &&
         !lost_by(culprit_xmm15, words, 1) == !windows;
}

static int same_result(unsigned rounds) {
  uint64_t words[5], expected[5];
  ascon_state state;
  for (unsigned i = 0; i < 5; i++) words[i] = 0x9e3779b97f4a7c15u * (16 * i + rounds);
  ascon_state_init(&state, words);
  ascon_permute(&state, rounds);
  ascon_state_get(&state, ASCON_LITTLE_ENDIAN, 0, (uint8_t *)expected, sizeof expected);
  const char *lost = lost_by((void (*)(void))ENTRY, words, rounds);
  if (lost) printf("%u rounds: %s is not kept\n", rounds, lost);
  if (memcmp(words, expected, sizeof words) == 0) return !lost;
  printf("%u rounds: another result than %s has\n", rounds, ascon_backend_active());
  return 0;
}

int main(void) {
  if (!finds_culprits()) {
    printf("this check does not see a lost register\n");
    return 2;
  }
  int right = 1;
  for (unsigned rounds = 1; rounds <= 16; rounds++) right &= same_result(rounds);
  return !right;
}
