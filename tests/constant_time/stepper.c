/* Runs a program one instruction at a time, by ptrace, between two calls of its mark(), and writes
   what must not depend on secrets: test_native_traces.py compares it.

     stepper OUT PROGRAM [ARGUMENT...]

   OUT gets numbers of 64 bits in the processor's byte order. For each two marks: how many numbers
   follow; then for each instruction its own address and that of each operand in memory, also of
   those that its text does not show, such as the stack's. Zydis decodes an instruction once; the
   addresses are computed from the registers at each step, before the instruction runs. For an
   operand under a mask the mask is written too, and for a gather or scatter the indexes of the
   lanes that take part. The exit status is the program's; 2 after an error; 77 where ptrace is not
   allowed, as in some containers.

   x86-64 Linux. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <Zydis/Zydis.h>
#include <cpuid.h>
#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_ALLOWED = 77, MOST_OPERANDS = 4, TABLE = 1 << 18, VECTOR_BYTES = 64 };

static pid_t g_child;

static _Noreturn void fail(const char *what, uint64_t address) {
  fprintf(stderr, "stepper: %s at %#llx\n", what, (unsigned long long)address);
  exit(2);
}

/* ---- Registers ------------------------------------------------------------------------------ */

static struct user_regs_struct g_registers;

/* Where ptrace has a general register, by its number in machine code. */
static int place_of(int number) {
#define PLACE(field) (int)offsetof(struct user_regs_struct, field)
  static const int places[16] = {PLACE(rax), PLACE(rcx), PLACE(rdx), PLACE(rbx),
                                 PLACE(rsp), PLACE(rbp), PLACE(rsi), PLACE(rdi),
                                 PLACE(r8),  PLACE(r9),  PLACE(r10), PLACE(r11),
                                 PLACE(r12), PLACE(r13), PLACE(r14), PLACE(r15)};
#undef PLACE
  return places[number];
}

static uint64_t value_of(int place) {
  uint64_t value;
  memcpy(&value, (const char *)&g_registers + place, sizeof value);
  return value;
}

/* Vector registers and masks, as XSAVE stores them: fetched once an instruction, where needed. */
static unsigned char g_extended[1 << 14];
static bool g_extended_fetched;
enum { COMPONENT_YMM = 2, COMPONENT_MASKS = 5, COMPONENT_ZMM = 6, COMPONENT_ZMM16 = 7 };

static const unsigned char *component(unsigned number) {
  unsigned size = 0, offset = 0, c = 0, d = 0;
  __get_cpuid_count(0xd, number, &size, &offset, &c, &d);
  return g_extended + offset;
}

static void fetch_extended(void) {
  struct iovec place = {g_extended, sizeof g_extended};
  if (g_extended_fetched) return;
  memset(g_extended, 0, sizeof g_extended);
  if (ptrace(PTRACE_GETREGSET, g_child, NT_X86_XSTATE, &place) != 0)
    fail("no vector registers", g_registers.rip);
  g_extended_fetched = true;
}

static uint64_t mask_register(unsigned number) {
  uint64_t value;
  fetch_extended();
  memcpy(&value, component(COMPONENT_MASKS) + 8 * number, sizeof value);
  return value;
}

/* All 64 bytes of register `number`, whichever of its names the instruction uses. */
static void vector_register(unsigned number, unsigned char out[VECTOR_BYTES]) {
  fetch_extended();
  if (number >= 16) {
    memcpy(out, component(COMPONENT_ZMM16) + 64 * (number - 16), 64);
    return;
  }
  memcpy(out, g_extended + 160 + 16 * number, 16); /* the legacy area of XSAVE */
  memcpy(out + 16, component(COMPONENT_YMM) + 16 * number, 16);
  memcpy(out + 32, component(COMPONENT_ZMM) + 32 * number, 32);
}

/* ---- Instructions, decoded once ------------------------------------------------------------- */

typedef struct operand {
  int base, index; /* places of general registers; -1: none */
  int scale;
  int64_t displacement;
  int indexes; /* a vector register with an index for each lane; -1: none */
  unsigned index_size, lanes;
  int mask;  /* 1 to 7: the mask register that the lanes are under; 0: none */
  int signs; /* a vector register whose signs are the mask; -1: none */
  unsigned element_size;
} operand;

typedef struct instruction {
  uint64_t address; /* 0: an empty place of the table */
  operand operands[MOST_OPERANDS];
  int operand_count;
} instruction;

static instruction g_table[TABLE];
static ZydisDecoder g_decoder;

/* Excludes operands that look like memory and are not: what lea computes, and the padding of code.
   Operands of prefetches count, because they decide what is in the cache. */
static bool in_memory(const ZydisDecodedInstruction *code, const ZydisDecodedOperand *op) {
  return op->type == ZYDIS_OPERAND_TYPE_MEMORY && op->mem.type != ZYDIS_MEMOP_TYPE_AGEN &&
         code->mnemonic != ZYDIS_MNEMONIC_NOP;
}

static int general_register(ZydisRegister name, uint64_t address) {
  if (name == ZYDIS_REGISTER_NONE || name == ZYDIS_REGISTER_RIP) return -1;
  if (ZydisRegisterGetClass(name) != ZYDIS_REGCLASS_GPR64)
    fail("an address made of a register that is not known", address);
  return place_of(ZydisRegisterGetId(name));
}

static int vector_register_of(const ZydisDecodedOperand *op) {
  return op->type == ZYDIS_OPERAND_TYPE_REGISTER ? ZydisRegisterGetId(op->reg.value) : -1;
}

/* vpgatherdq has indexes of 4 bytes and data of 8, vgatherqps the other way round. */
static unsigned index_size_of(ZydisMnemonic mnemonic) {
  const char *text = ZydisMnemonicGetString(mnemonic);
  const size_t n = strlen(text);
  const bool is_float = strcmp(text + n - 2, "ps") == 0 || strcmp(text + n - 2, "pd") == 0;
  return text[n - (is_float ? 3 : 2)] == 'q' ? 8 : 4;
}

static void decode_lanes(operand *in, const ZydisDecodedInstruction *code,
                         const ZydisDecodedOperand *op) {
  in->indexes = ZydisRegisterGetId(op->mem.index);
  in->index_size = index_size_of(code->mnemonic);
  const unsigned wider = in->index_size > in->element_size ? in->index_size : in->element_size;
  in->lanes = code->avx.vector_length / 8 / wider;
}

/* A mask register; or the signs of a vector register, which is the second operand of a load or
   store and the third one of a gather. */
static void decode_mask(operand *in, const ZydisDecodedInstruction *code,
                        const ZydisDecodedOperand *all) {
  if (code->encoding == ZYDIS_INSTRUCTION_ENCODING_EVEX)
    in->mask =
        code->avx.mask.reg == ZYDIS_REGISTER_NONE ? 0 : ZydisRegisterGetId(code->avx.mask.reg);
  else if (in->indexes >= 0) in->signs = vector_register_of(&all[2]);
  else if (strstr(ZydisMnemonicGetString(code->mnemonic), "maskmov"))
    in->signs = vector_register_of(&all[1]);
}

static void decode_operand(instruction *in, const ZydisDecodedInstruction *code,
                           const ZydisDecodedOperand *all, const ZydisDecodedOperand *op) {
  if (in->operand_count == MOST_OPERANDS) fail("too many operands in memory", in->address);
  operand *next = &in->operands[in->operand_count++];
  next->base = general_register(op->mem.base, in->address);
  next->scale = op->mem.scale;
  next->displacement = op->mem.disp.value;
  next->index = next->indexes = next->signs = -1;
  next->element_size = op->element_size / 8u;
  if (op->mem.type == ZYDIS_MEMOP_TYPE_VSIB) decode_lanes(next, code, op);
  else next->index = general_register(op->mem.index, in->address);
  decode_mask(next, code, all);
}

static void decode(instruction *in, uint64_t address) {
  unsigned char bytes[ZYDIS_MAX_INSTRUCTION_LENGTH + 1];
  ZydisDecodedInstruction code;
  ZydisDecodedOperand all[ZYDIS_MAX_OPERAND_COUNT];
  memset(in, 0, sizeof *in);
  in->address = address;
  for (size_t i = 0; i < sizeof bytes; i += 8) {
    const long word = ptrace(PTRACE_PEEKTEXT, g_child, (void *)(uintptr_t)(address + i), NULL);
    memcpy(bytes + i, &word, sizeof word);
  }
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&g_decoder, bytes, sizeof bytes, &code, all)))
    fail("an instruction that is not known", address);
  for (unsigned i = 0; i < code.operand_count; i++)
    if (in_memory(&code, &all[i])) decode_operand(in, &code, all, &all[i]);
}

static const instruction *instruction_at(uint64_t address) {
  size_t place = (size_t)(address * 0x9e3779b97f4a7c15 >> 46);
  while (g_table[place].address != 0 && g_table[place].address != address)
    place = (place + 1) % TABLE;
  if (g_table[place].address == 0) decode(&g_table[place], address);
  return &g_table[place];
}

/* ---- What is written ------------------------------------------------------------------------ */

static FILE *g_out;
static uint64_t *g_numbers;
static size_t g_count, g_capacity;

static void put(uint64_t number) {
  if (g_count == g_capacity) {
    g_capacity = g_capacity ? 2 * g_capacity : 1 << 16;
    g_numbers = realloc(g_numbers, g_capacity * sizeof *g_numbers);
    if (!g_numbers) fail("no memory", 0);
  }
  g_numbers[g_count++] = number;
}

static void write_numbers(void) {
  const uint64_t count = g_count;
  fwrite(&count, sizeof count, 1, g_out);
  fwrite(g_numbers, sizeof *g_numbers, g_count, g_out);
  g_count = 0;
}

/* Bit i: the sign of element i of a vector register. */
static uint64_t signs_of(int number, unsigned element_size) {
  unsigned char bytes[VECTOR_BYTES];
  uint64_t mask = 0;
  vector_register((unsigned)number, bytes);
  for (unsigned i = 0; i < VECTOR_BYTES / element_size; i++)
    mask |= (uint64_t)(bytes[element_size * (i + 1) - 1] >> 7) << i;
  return mask;
}

static void put_indexes(const operand *in, uint64_t mask) {
  unsigned char bytes[VECTOR_BYTES];
  vector_register((unsigned)in->indexes, bytes);
  for (unsigned i = 0; i < in->lanes; i++) {
    uint64_t index = 0;
    memcpy(&index, bytes + i * in->index_size, in->index_size);
    if (mask >> i & 1) put(index);
  }
}

static void put_operand(const operand *in) {
  uint64_t address = (uint64_t)in->displacement, mask = UINT64_MAX;
  if (in->base >= 0) address += value_of(in->base);
  if (in->index >= 0) address += value_of(in->index) * (uint64_t)in->scale;
  put(address);
  if (in->mask != 0) put(mask = mask_register((unsigned)in->mask));
  if (in->signs >= 0) put(mask = signs_of(in->signs, in->element_size));
  if (in->indexes >= 0) put_indexes(in, mask);
}

static void put_step(const instruction *in) {
  put(in->address);
  for (int i = 0; i < in->operand_count; i++) put_operand(&in->operands[i]);
}

/* ---- The program ---------------------------------------------------------------------------- */

static void resume(int request) {
  int status;
  if (ptrace(request, g_child, NULL, NULL) != 0) fail("cannot resume", g_registers.rip);
  if (waitpid(g_child, &status, 0) != g_child) fail("lost the program", g_registers.rip);
  if (WIFEXITED(status)) {
    fclose(g_out);
    exit(WEXITSTATUS(status));
  }
  if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
    fail("another signal than SIGTRAP", g_registers.rip);
  g_extended_fetched = false;
  if (ptrace(PTRACE_GETREGS, g_child, NULL, &g_registers) != 0) fail("no registers", 0);
}

/* mark() is an int3, after which the program stops. The second one ends the steps. */
static void step_to_mark(void) {
  const uint64_t mark = g_registers.rip;
  do {
    put_step(instruction_at(g_registers.rip));
    resume(PTRACE_SINGLESTEP);
  } while (g_registers.rip != mark);
  write_numbers();
}

int main(int argc, char **argv) {
  int status;
  if (argc < 3) {
    fputs("usage: stepper OUT PROGRAM [ARGUMENT...]\n", stderr);
    return 2;
  }
  g_out = fopen(argv[1], "wb");
  if (!g_out) fail("cannot write OUT", 0);
  if (!ZYAN_SUCCESS(ZydisDecoderInit(&g_decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)))
    fail("no decoder", 0);
  g_child = fork();
  if (g_child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(NOT_ALLOWED);
    execv(argv[2], argv + 2);
    _exit(127);
  }
  if (g_child < 0 || waitpid(g_child, &status, 0) != g_child) fail("no process", 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_ALLOWED) return NOT_ALLOWED;
  if (!WIFSTOPPED(status)) fail("the program does not start", 0);
  for (;;) {
    resume(PTRACE_CONT);
    step_to_mark();
  }
}
