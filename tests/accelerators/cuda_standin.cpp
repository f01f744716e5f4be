// A stand-in for libcuda.so.1, and by a link of that name for libnvrtc.so.13: it has the functions
// that the library calls, and its device is this processor, which runs the kernels as C++. Streams
// do their work when they are waited for, never before, so that memory that is used again too early
// is seen; memory of the device and pinned memory are blocks of the heap of exactly their size, for
// the address sanitizer. A test can let any call fail.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../../asconkit/accelerators/kernel/kernels.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using Bytes = const lane_byte *;
using Words = const lane_word *;
using Kernel = void (*)(kernel_call, Bytes, lane_byte *, Bytes, Bytes, Bytes, lane_byte *,
                        lane_byte *, Words, Words, Words, Words, Words, Words, const lane_index *,
                        lane_word);
using Stream = std::vector<std::function<void()>>;

// `old`: there before the test asked for a fault.
struct Block {
  size_t bytes;
  bool old;
};
using Blocks = std::map<void *, Block>;

void *const kLegacy = reinterpret_cast<void *>(1);  // the default stream: nothing is in it
constexpr int kInvalid = 1, kNoMemory = 2, kNoBinaryForDevice = 209, kNotFound = 500,
              kNotReady = 600, kFailed = 719;

struct Fault {
  std::string function;
  int call = 0;  // this one, counted from 1; 0: none
  bool for_good = false;
};

int g_context, g_current;  // whether the context is there, and how often it was pushed
Fault g_fault;             // what a test asked for
std::map<std::string, int> g_calls;
Blocks g_pinned, g_device;
std::set<Stream *> g_streams;
bool g_broken;          // a failure for good: nothing works any more
bool g_given_back;      // whether memory was freed that was not zeros
bool g_forgets_wiping;  // whether zeros that are to be filled in are left out

// What every function begins with: whether this call is to fail.
bool Fails(const char *function) {
  const int call = ++g_calls[function];
  if (g_fault.call && g_fault.function == function &&
      (call == g_fault.call || (g_fault.for_good && call > g_fault.call)))
    return true;
  return g_broken;
}

bool AllZero(const Blocks &memory) {
  for (const auto &[start, block] : memory)
    for (size_t i = 0; i < block.bytes && !block.old; i++)
      if (static_cast<const unsigned char *>(start)[i]) return false;
  return true;
}

int Allocate(Blocks *all, void **memory, size_t bytes) {
  if (!g_current || bytes == 0) return kInvalid;
  *memory = std::calloc(1, bytes);
  (*all)[*memory] = {bytes, false};
  return 0;
}

void Finish(Stream *stream) {
  for (const auto &work : *stream) work();
  stream->clear();
}

// Waits for all streams first, as the driver does.
int Free(Blocks *all, void *memory) {
  for (Stream *stream : g_streams) Finish(stream);
  const auto found = all->find(memory);
  if (!g_current || found == all->end()) return kInvalid;
  g_given_back |= !AllZero({*found});
  all->erase(found);
  std::free(memory);
  return 0;
}

void *Pointer(uint64_t address) { return reinterpret_cast<void *>(address); }

int Enqueue(void *stream, std::function<void()> work) {
  if (!g_current || !stream) return kInvalid;
  static_cast<Stream *>(stream)->push_back(std::move(work));
  return 0;
}

const std::map<std::string, Kernel> &Kernels() {
  static const std::map<std::string, Kernel> kernels = {
#define NAMED(name) {#name, name},
#include "kernel_names.inc"
  };
  return kernels;
}

}  // namespace

// ---- For tests ----------------------------------------------------------------------------------

// From here on, call number `call` of this function fails, and with `for_good` all after it; 0:
// none.
EXPORT void standin_fail(const char *function, int call, int for_good) {
  g_fault = {function, call, for_good != 0};
  g_calls.clear();
  g_given_back = false;
  for (Blocks *all : {&g_pinned, &g_device})
    for (auto &[start, block] : *all) block.old = true;
}

EXPORT int standin_calls(const char *function) { return g_calls[function]; }

// Which memory since then holds something else than zeros, or was freed with it since the last
// call: as opencl_faults.c says it.
EXPORT int standin_holds() {
  const int given_back = g_given_back ? 4 : 0;
  g_given_back = false;
  return given_back | (AllZero(g_pinned) ? 0 : 1) | (AllZero(g_device) ? 0 : 2);
}

EXPORT void standin_forget_wiping(int forgets) { g_forgets_wiping = forgets != 0; }

// Blocks that are still there, and contexts.
EXPORT int standin_left() {
  return static_cast<int>(g_pinned.size() + g_device.size()) + g_context + g_current;
}

// ---- The driver ---------------------------------------------------------------------------------

#define FAIL_IF_ASKED(error)                                                                       \
  if (Fails(__func__)) return error

EXPORT int cuInit(unsigned) {
  FAIL_IF_ASKED(100);
  return 0;
}

EXPORT int cuGetErrorName(int error, const char **name) {
  *name = error == kNoMemory  ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == kFailed  ? "CUDA_ERROR_LAUNCH_FAILED"
          : error == kInvalid ? "CUDA_ERROR_INVALID_VALUE"
                              : nullptr;
  return *name ? 0 : kInvalid;
}

EXPORT int cuDeviceGetCount(int *count) {
  FAIL_IF_ASKED(kFailed);
  *count = std::getenv("STANDIN_NO_DEVICE") ? 0 : 1;
  return 0;
}

EXPORT int cuDeviceGet(int *device, int index) {
  FAIL_IF_ASKED(kFailed);
  *device = index;
  return 0;
}

EXPORT int cuDeviceGetName(char *name, int bytes, int) {
  FAIL_IF_ASKED(kFailed);
  std::strncpy(name, "stand-in", static_cast<size_t>(bytes));
  return 0;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int) {
  FAIL_IF_ASKED(kFailed);
  *value = attribute == 16 ? 1 : attribute == 75 ? 9 : attribute == 76 ? 0 : 1000000;
  return 0;
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int) {
  FAIL_IF_ASKED(kFailed);
  *bytes = 1 << 30;
  return 0;
}

EXPORT int cuDevicePrimaryCtxRetain(void **context, int) {
  FAIL_IF_ASKED(kNoMemory);
  g_context++;
  *context = &g_context;
  return 0;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int) {
  FAIL_IF_ASKED(kFailed);
  g_context--;
  return 0;
}

EXPORT int cuCtxPushCurrent_v2(void *context) {
  FAIL_IF_ASKED(kFailed);
  if (context != &g_context || !g_context) return kInvalid;
  g_current++;
  return 0;
}

EXPORT int cuCtxPopCurrent_v2(void **context) {
  *context = &g_context;
  if (!g_current) return kInvalid;
  g_current--;
  return 0;
}

// Code is that of all kernels, "image"; of one, "ONLY_" and its name, as this stand-in compiles it;
// or machine code that NVRTC has made, an ELF file for 64 bits, in which its name stands.
EXPORT int cuModuleLoadData(void **module, const void *image) {
  FAIL_IF_ASKED(kFailed);
  if (!g_current) return kInvalid;
  const auto *code = static_cast<const char *>(image);
  const bool is_elf = std::memcmp(code,
                                  "\x7f"
                                  "ELF",
                                  4) == 0,
             is_image = std::strcmp(code, "image") == 0;
  if (is_image && std::getenv("STANDIN_NO_CODE_FOR_DEVICE")) return kNoBinaryForDevice;
  uint64_t sections = 0;  // where the last part of the file begins: 64 bytes for each section
  uint16_t count = 0;
  if (is_elf) std::memcpy(&sections, code + 40, 8), std::memcpy(&count, code + 60, 2);
  const size_t bytes = is_elf ? sections + 64u * count : std::strlen(code);
  std::fprintf(stderr, "stand-in: loads %s\n",
               is_image ? "an image"
               : is_elf ? "an ELF file"
                        : "a kernel");
  *module = new std::string(code, bytes);
  return 0;
}

EXPORT int cuModuleUnload(void *module) {
  FAIL_IF_ASKED(kFailed);
  delete static_cast<std::string *>(module);
  return 0;
}

// A kernel must be in the code that was loaded, not only here.
EXPORT int cuModuleGetFunction(void **function, void *module, const char *name) {
  FAIL_IF_ASKED(kFailed);
  const auto found = Kernels().find(name);
  const auto *code = static_cast<std::string *>(module);
  if (found == Kernels().end() || (*code != "image" && code->find(name) == std::string::npos))
    return kNotFound;
  *function = reinterpret_cast<void *>(found->second);
  return 0;
}

EXPORT int cuDriverGetVersion(int *version) {
  FAIL_IF_ASKED(kFailed);
  *version = 13000;
  return 0;
}

// The real NVRTC looks for a driver, and asks it for tables that no documentation has.
EXPORT int cuGetExportTable(const void **table, const void *) {
  *table = nullptr;
  return kNotFound;
}

// ---- NVRTC --------------------------------------------------------------------------------------

EXPORT const char *nvrtcGetErrorString(int error) {
  return error == 1 ? "NVRTC_ERROR_OUT_OF_MEMORY" : "NVRTC_ERROR_COMPILATION";
}

// A program is its text, then its code.
EXPORT int nvrtcCreateProgram(void **program, const char *text, const char *, int headers,
                              const char *const *, const char *const *) {
  FAIL_IF_ASKED(1);
  *program = new std::string(text);
  return headers == 0 ? 0 : 3;
}

EXPORT int nvrtcDestroyProgram(void **program) {
  FAIL_IF_ASKED(6);
  delete static_cast<std::string *>(*program);
  return 0;
}

// STANDIN_NO_ARCHITECTURE: the compiler is older than the device.
EXPORT int nvrtcCompileProgram(void *program, int count, const char *const *options) {
  FAIL_IF_ASKED(6);
  auto *text = static_cast<std::string *>(program);
  const std::string architecture = options[0], only = options[2];
  const bool is_older = std::getenv("STANDIN_NO_ARCHITECTURE") != nullptr;
  if (count != 3 || architecture != (is_older ? "-arch=compute_75" : "-arch=sm_90")) return 5;
  const std::string kernel = "KERNEL " + only.substr(std::strlen("-DONLY_")) + "(";
  if (text->find(kernel) == std::string::npos) return 6;
  *text = only;
  return 0;
}

EXPORT int nvrtcGetProgramLogSize(void *, size_t *bytes) {
  FAIL_IF_ASKED(6);
  *bytes = sizeof "two\nlines";
  return 0;
}

EXPORT int nvrtcGetProgramLog(void *, char *log) {
  FAIL_IF_ASKED(6);
  std::strcpy(log, "two\nlines");
  return 0;
}

EXPORT int nvrtcGetCUBINSize(void *program, size_t *bytes) {
  FAIL_IF_ASKED(6);
  *bytes = static_cast<std::string *>(program)->size() + 1;
  return 0;
}

EXPORT int nvrtcGetCUBIN(void *program, char *code) {
  FAIL_IF_ASKED(6);
  std::strcpy(code, static_cast<std::string *>(program)->c_str());
  return 0;
}

EXPORT int nvrtcGetPTXSize(void *program, size_t *bytes) {
  return nvrtcGetCUBINSize(program, bytes);
}

EXPORT int nvrtcGetPTX(void *program, char *code) { return nvrtcGetCUBIN(program, code); }

// ---- Memory, streams and launches ---------------------------------------------------------------

EXPORT int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  FAIL_IF_ASKED(kNoMemory);
  void *memory = nullptr;
  const int error = Allocate(&g_device, &memory, bytes);
  *address = reinterpret_cast<uint64_t>(memory);
  return error;
}

EXPORT int cuMemFree_v2(uint64_t address) {
  FAIL_IF_ASKED(kFailed);
  return Free(&g_device, Pointer(address));
}

EXPORT int cuMemHostAlloc(void **memory, size_t bytes, unsigned) {
  FAIL_IF_ASKED(kNoMemory);
  return Allocate(&g_pinned, memory, bytes);
}

EXPORT int cuMemFreeHost(void *memory) {
  FAIL_IF_ASKED(kFailed);
  return Free(&g_pinned, memory);
}

EXPORT int cuStreamCreate(void **stream, unsigned) {
  FAIL_IF_ASKED(kNoMemory);
  if (!g_current) return kInvalid;
  *stream = new Stream;
  g_streams.insert(static_cast<Stream *>(*stream));
  return 0;
}

EXPORT int cuStreamDestroy_v2(void *stream) {
  FAIL_IF_ASKED(kFailed);
  g_streams.erase(static_cast<Stream *>(stream));
  delete static_cast<Stream *>(stream);
  return 0;
}

EXPORT int cuStreamSynchronize(void *stream) {
  FAIL_IF_ASKED(kFailed);
  if (!g_current || !stream) return kInvalid;
  if (stream == kLegacy) return 0;
  Finish(static_cast<Stream *>(stream));
  return 0;
}

EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *stream) {
  FAIL_IF_ASKED(kFailed);
  return Enqueue(stream, [=] { std::memcpy(Pointer(to), from, bytes); });
}

EXPORT int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream) {
  FAIL_IF_ASKED(kFailed);
  return Enqueue(stream, [=] { std::memcpy(to, Pointer(from), bytes); });
}

EXPORT int cuMemsetD8Async(uint64_t to, unsigned char value, size_t bytes, void *stream) {
  FAIL_IF_ASKED(kFailed);
  if (g_forgets_wiping && value == 0) return 0;
  return Enqueue(stream, [=] { std::memset(Pointer(to), value, bytes); });
}

EXPORT int cuEventCreate(void **event, unsigned) {
  FAIL_IF_ASKED(kNoMemory);
  *event = new int(0);
  return 0;
}

EXPORT int cuEventDestroy_v2(void *event) {
  FAIL_IF_ASKED(kFailed);
  delete static_cast<int *>(event);
  return 0;
}

EXPORT int cuEventQuery(void *event) {
  FAIL_IF_ASKED(kFailed);
  return *static_cast<int *>(event) ? 0 : kNotReady;
}

EXPORT int cuEventRecord(void *event, void *stream) {
  FAIL_IF_ASKED(kFailed);
  return Enqueue(stream, [=] { *static_cast<int *>(event) = 1; });
}

EXPORT int cuLaunchKernel(void *function, unsigned groups, unsigned, unsigned, unsigned lanes,
                          unsigned, unsigned, unsigned, void *stream, void **parameters, void **) {
  FAIL_IF_ASKED(kFailed);
  if (groups == 0 || lanes == 0) return kInvalid;
  const auto kernel = reinterpret_cast<Kernel>(function);
  const kernel_call call = *static_cast<const kernel_call *>(parameters[0]);
  std::vector<void *> p;
  for (int i = 1; i <= 14; i++) p.push_back(*static_cast<void **>(parameters[i]));
  auto bytes = [p](int i) { return static_cast<lane_byte *>(p[static_cast<size_t>(i)]); };
  auto words = [p](int i) { return static_cast<Words>(p[static_cast<size_t>(i)]); };
  return Enqueue(stream, [=] {
    for (lane_word lane = 0; lane < static_cast<lane_word>(groups) * lanes; lane++)
      kernel(call, bytes(0), bytes(1), bytes(2), bytes(3), bytes(4), bytes(5), bytes(6), words(7),
             words(8), words(9), words(10), words(11), words(12),
             static_cast<const lane_index *>(p[13]), lane);
  });
}
