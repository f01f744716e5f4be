/* A plugin for qemu: counts the instructions between calls of mark(). Each second call writes a
   line to a file. Debian ships no header, so what is used of the interface is declared here.

     qemu-arm -plugin count_plugin.so,mark=ADDRESS,out=FILE[,costs=FILE][,trace=on] PROGRAM

   With `costs`, lines "ADDRESS SIZE COST COST-IF-TAKEN" in hexadecimal and decimal give the cycles
   of each instruction, and the line gets a second number, the sum. With `trace` it gets a digest of
   the addresses of all instructions and of all that they read and write, in their order.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
typedef void (*tb_callback)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void (*insn_callback)(unsigned cpu, void *data);
typedef void (*mem_callback)(unsigned cpu, uint32_t info, uint64_t address, void *data);
typedef void (*exit_callback)(qemu_plugin_id_t id, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, tb_callback callback);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, insn_callback callback,
                                            enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
                                                enum qemu_plugin_op op, void *p, uint64_t n);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, mem_callback callback,
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
                                      void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, exit_callback callback, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv);

struct cost {
  uint64_t address, next;
  uint64_t cycles, taken;
};

static uint64_t g_mark, g_count, g_start, g_cycles, g_cycles_start;
static uint64_t g_digest;
static bool g_running, g_trace;
static FILE *g_out;
static struct cost *g_costs;
static size_t g_cost_count;
static const struct cost *g_last;

static void at_mark(unsigned cpu, void *data) {
  (void)cpu, (void)data;
  if (g_running) {
    fprintf(g_out, "%" PRIu64, g_count - g_start);
    if (g_costs) fprintf(g_out, " %" PRIu64, g_cycles - g_cycles_start);
    if (g_trace) fprintf(g_out, " %" PRIu64, g_digest);
    fprintf(g_out, "\n");
  }
  g_running = !g_running;
  g_digest = 0;
  g_start = g_count;
  g_cycles_start = g_cycles;
}

/* What the instruction before has cost is known when the next one starts. */
static void at_cost(unsigned cpu, void *data) {
  (void)cpu;
  const struct cost *now = data;
  if (g_last) g_cycles += g_last->next == now->address ? g_last->cycles : g_last->taken;
  g_last = now;
}

/* Order matters, and so does each bit. */
static void add_to_digest(uint64_t value) {
  g_digest = (g_digest ^ value) * 0x9e3779b97f4a7c15;
  g_digest ^= g_digest >> 29;
}

static void at_instruction(unsigned cpu, void *data) {
  (void)cpu;
  add_to_digest((uint64_t)(uintptr_t)data);
}

/* `info` has the size, and whether it is a store. */
static void at_access(unsigned cpu, uint32_t info, uint64_t address, void *data) {
  (void)cpu, (void)data;
  add_to_digest(address);
  add_to_digest(info);
}

static void trace(struct qemu_plugin_insn *insn, uint64_t address) {
  qemu_plugin_register_vcpu_insn_exec_cb(insn, at_instruction, QEMU_PLUGIN_CB_NO_REGS,
                                         (void *)(uintptr_t)address);
  qemu_plugin_register_vcpu_mem_cb(insn, at_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                   NULL);
}

static int compare(const void *a, const void *b) {
  uint64_t x = ((const struct cost *)a)->address, y = ((const struct cost *)b)->address;
  return x < y ? -1 : x > y;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
    struct cost wanted = {.address = qemu_plugin_insn_vaddr(insn)};
    struct cost *found =
        g_costs ? bsearch(&wanted, g_costs, g_cost_count, sizeof *g_costs, compare) : NULL;
    if (found) qemu_plugin_register_vcpu_insn_exec_cb(insn, at_cost, QEMU_PLUGIN_CB_NO_REGS, found);
    if (wanted.address == g_mark)
      qemu_plugin_register_vcpu_insn_exec_cb(insn, at_mark, QEMU_PLUGIN_CB_NO_REGS, NULL);
    if (g_trace) trace(insn, wanted.address);
    qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &g_count, 1);
  }
}

static void on_exit_(qemu_plugin_id_t id, void *data) {
  (void)id, (void)data;
  fclose(g_out);
}

static void read_costs(const char *name) {
  FILE *file = fopen(name, "r");
  struct cost cost;
  if (!file) return;
  g_costs = malloc(sizeof *g_costs);
  while (fscanf(file, "%" SCNx64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &cost.address, &cost.next,
                &cost.cycles, &cost.taken) == 4) {
    cost.next += cost.address;
    g_costs = realloc(g_costs, (g_cost_count + 1) * sizeof *g_costs);
    g_costs[g_cost_count++] = cost;
  }
  fclose(file);
  qsort(g_costs, g_cost_count, sizeof *g_costs, compare);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv) {
  (void)info;
  for (int i = 0; i < argc; i++) {
    if (strncmp(argv[i], "mark=", 5) == 0) g_mark = strtoull(argv[i] + 5, NULL, 16);
    if (strncmp(argv[i], "out=", 4) == 0) g_out = fopen(argv[i] + 4, "w");
    if (strncmp(argv[i], "costs=", 6) == 0) read_costs(argv[i] + 6);
    if (strncmp(argv[i], "trace=", 6) == 0) g_trace = true;
  }
  if (!g_out) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_atexit_cb(id, on_exit_, NULL);
  return 0;
}
