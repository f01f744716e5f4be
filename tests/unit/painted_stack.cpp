// Running a call on a stack of its own, and searching the stack and the registers; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "painted_stack.h"

#include <ucontext.h>

#include <algorithm>
#include <cstring>

namespace asconkit_test {
namespace {

// Vector registers, read at once after a call: what runs in between uses few of them. All of each,
// however wide they are here.
#if defined(__x86_64__)
#define ASCON_TEST_16 "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
#define ASCON_TEST_32                                                                              \
  ASCON_TEST_16 ", 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31"
size_t RegisterBytes() {
  return __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx") ? 32 : 16;
}
size_t RegisterCount() { return RegisterBytes() == 64 ? 32 : 16; }
#elif defined(__aarch64__)
#define ASCON_TEST_32                                                                              \
  "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, "                                         \
  "16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31"
size_t RegisterBytes() { return 16; }
size_t RegisterCount() { return 32; }
#else
size_t RegisterBytes() { return 16; }
size_t RegisterCount() { return 0; }
#endif

#define ASCON_TEST_EACH(numbers, instruction) ".irp n, " numbers "\n\t" instruction "\n\t.endr"

// Out of line: the compiler keeps nothing in these registers across a call.
[[gnu::noinline]] void ClearRegisters(size_t width) {
  (void)width;
#if defined(__x86_64__)
  if (width == 64)
    __asm__ volatile(ASCON_TEST_EACH(ASCON_TEST_32, "vpxorq %%zmm\\n, %%zmm\\n, %%zmm\\n")
                     :
                     :
                     : "memory");
  else if (width == 32) __asm__ volatile("vzeroall" : : : "memory");
  else __asm__ volatile(ASCON_TEST_EACH(ASCON_TEST_16, "pxor %%xmm\\n, %%xmm\\n") : : : "memory");
#elif defined(__aarch64__)
  __asm__ volatile(ASCON_TEST_EACH(ASCON_TEST_32, "movi v\\n\\().2d, #0") : : : "memory");
#endif
}

void StoreRegisters(uint8_t *to, size_t width) {
  (void)to, (void)width;
#if defined(__x86_64__)
  if (width == 64)
    __asm__ volatile(ASCON_TEST_EACH(ASCON_TEST_32, "vmovups %%zmm\\n, 64*\\n(%0)")
                     :
                     : "r"(to)
                     : "memory");
  else if (width == 32)
    __asm__ volatile(ASCON_TEST_EACH(ASCON_TEST_16, "vmovups %%ymm\\n, 32*\\n(%0)")
                     :
                     : "r"(to)
                     : "memory");
  else
    __asm__ volatile(ASCON_TEST_EACH(ASCON_TEST_16, "movups %%xmm\\n, 16*\\n(%0)")
                     :
                     : "r"(to)
                     : "memory");
#elif defined(__aarch64__)
  __asm__ volatile(ASCON_TEST_EACH(ASCON_TEST_32, "str q\\n, [%0, 16*\\n]") : : "r"(to) : "memory");
#endif
}

// The header of RISC-V's C library has an array of size 0.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
struct Switch {
  const std::function<void()> *task;
  const void *frame;
  ucontext_t here, there;
  const size_t width = RegisterBytes();
  Bytes registers = Bytes(width * RegisterCount());
};
#pragma GCC diagnostic pop
Switch *g_switch;

uint64_t Window(const uint8_t *p) {
  uint64_t window;
  std::memcpy(&window, p, sizeof window);
  return window;
}

uint64_t Reversed(uint64_t word) {
  uint64_t reversed = 0;
  for (int i = 0; i < 8; i++) reversed = reversed << 8 | (word >> 8 * i & 0xff);
  return reversed;
}

// The bits of a word with even places, or shifted by one the odd ones.
uint32_t EveryOtherBit(uint64_t word) {
  uint32_t half = 0;
  for (int i = 0; i < 32; i++) half |= static_cast<uint32_t>(word >> 2 * i & 1) << i;
  return half;
}

uint64_t Pair(uint32_t first, uint32_t second) {
  uint8_t bytes[8];
  std::memcpy(bytes, &first, 4);
  std::memcpy(bytes + 4, &second, 4);
  return Window(bytes);
}

}  // namespace

// The switch back overwrites what is near the top: a gap keeps that away from the task's frames.
void PaintedStack::Enter() {
  uint8_t gap[2048];
  g_switch->frame = gap;
  __asm__ volatile("" : : "r"(gap) : "memory");
  ClearRegisters(g_switch->width);
  (*g_switch->task)();
  StoreRegisters(g_switch->registers.data(), g_switch->width);
  __asm__ volatile("" : : "r"(gap) : "memory");
}

void PaintedStack::Run(const std::function<void()> &task) {
  auto state = std::make_unique<Switch>();
  state->task = &task;
  std::fill(memory_.begin(), memory_.end(), kPaint);
  g_switch = state.get();
  ASSERT_EQ(getcontext(&state->there), 0);
  state->there.uc_stack.ss_sp = memory_.data();
  state->there.uc_stack.ss_size = memory_.size();
  state->there.uc_link = &state->here;
  makecontext(&state->there, &PaintedStack::Enter, 0);
  ASSERT_EQ(swapcontext(&state->here, &state->there), 0);
  registers_ = state->registers;
  entry_ = static_cast<size_t>(static_cast<const uint8_t *>(state->frame) - memory_.data());
}

size_t PaintedStack::register_bytes() { return RegisterBytes(); }

size_t PaintedStack::depth() const {
  auto lowest =
      std::find_if(memory_.begin(), memory_.end(), [](uint8_t byte) { return byte != kPaint; });
  return DepthOf(static_cast<size_t>(lowest - memory_.begin()));
}

void Secrets::Add(uint64_t window, const std::string &label) {
  if (!public_.contains(window)) windows_.emplace(window, label);
}

void Secrets::AddPublic(const Bytes &bytes) {
  for (size_t i = 0; i + 8 <= bytes.size(); i++) AddPublicWord(Window(bytes.data() + i));
}

void Secrets::AddPublicWord(uint64_t word) { public_[word] = public_[Reversed(word)] = true; }

void Secrets::AddBytes(const Bytes &bytes, const std::string &label) {
  for (size_t i = 0; i + 8 <= bytes.size(); i++)
    Add(Window(bytes.data() + i), label + " from byte " + std::to_string(i) + " on");
}

void Secrets::AddWord(uint64_t word, const std::string &label) {
  if (public_.contains(word)) return;
  const auto low = static_cast<uint32_t>(word), high = static_cast<uint32_t>(word >> 32);
  const uint32_t even = EveryOtherBit(word), odd = EveryOtherBit(word >> 1);
  Add(word, label);
  Add(Reversed(word), label + ", bytes reversed");
  Add(Pair(low, high), label + ", low and high half");
  Add(Pair(high, low), label + ", high and low half");
  Add(Pair(even, odd), label + ", even and odd bits");
  Add(Pair(odd, even), label + ", odd and even bits");
}

std::optional<Secrets::Finding> Secrets::Search(const uint8_t *memory, size_t bytes) const {
  for (size_t i = 0; i + 8 <= bytes; i++) {
    auto found = windows_.find(Window(memory + i));
    if (found != windows_.end()) return Finding{found->second, i};
  }
  return std::nullopt;
}

}  // namespace asconkit_test
