// The host's side of CUDA on the stand-in of tests/accelerators, and that of OpenCL with a library
// before the system's: each call of the driver fails, once and for good. Without these there is
// nothing to test.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

#include "asconkit/accelerators/ascon_accelerator.h"
#include "asconkit/ascon_any.h"
#include "../support/support.h"

namespace asconkit_test {
namespace {

// What a test asks of the stand-in for CUDA's driver, or of the library before OpenCL's.
struct StandIn {
  void (*fail)(const char *, int, int) = nullptr;
  int (*calls)(const char *) = nullptr;
  int (*holds)() = nullptr;
  void (*forget_wiping)(int) = nullptr;
  int (*left)() = nullptr;

  StandIn(const char *name, const std::string &prefix) {
    void *library = dlopen(name, RTLD_NOW);
    if (!library) return;
    Find(library, prefix + "fail", &fail);
    Find(library, prefix + "calls", &calls);
    Find(library, prefix + "holds", &holds);
    Find(library, prefix + "forget_wiping", &forget_wiping);
    Find(library, prefix + "left", &left);
  }
  template <typename Function>
  static void Find(void *library, const std::string &name, Function *function) {
    void *found = dlsym(library, name.c_str());
    std::memcpy(function, &found, sizeof found);
  }
};

// What StandIn::holds() says: memory that holds something else than zeros, or did when it was
// freed.
constexpr int kPinned = 1, kOfDevice = 2, kGivenBack = 4;

class CudaFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    const char *device = std::getenv("ASCONKIT_TEST_DEVICE");
    if (!device || std::string(device) != "cuda" || !standin_.fail)
      GTEST_SKIP() << "there is no stand-in for CUDA";
    left_before_ = standin_.left();
  }
  void TearDown() override {
    if (standin_.fail) standin_.fail("", 0, 0);
  }

  StandIn standin_{"libcuda.so.1", "standin_"};
  int left_before_ = 0;
};

// 90 ciphertexts of other lengths, every seventh forged, in slots of 4096 bytes.
struct Opened {
  static constexpr size_t kCount = 90, kRoom = 200;

  Opened() : in(kCount * kRoom), tags(kCount * 16), nonces(kCount * 16), plain(kCount * kRoom) {
    Random random(9);
    key = random.Some(16);
    for (size_t i = 0; i < kCount; i++) {
      offsets.push_back(i * kRoom), lengths.push_back(random.UpTo(kRoom));
      const Bytes text = random.Some(lengths[i]), nonce = random.Some(16);
      std::copy(nonce.begin(), nonce.end(), nonces.begin() + static_cast<ptrdiff_t>(16 * i));
      ascon_aead128_encrypt(in.data() + offsets[i], tags.data() + 16 * i, 16, text.data(),
                            text.size(), nullptr, 0, nonce.data(), key.data());
      if (i % 7 == 0) tags[16 * i] ^= 1;
      if (i % 7) std::copy(text.begin(), text.end(), plain.data() + offsets[i]);
    }
  }
  ascon_accelerator_batch Batch() {
    out.assign(kCount * kRoom, 0xee), results.assign(kCount, 77);
    ascon_accelerator_batch b = {};
    b.algorithm = ASCON_AEAD128, b.op = ASCON_DECRYPT, b.count = kCount;
    b.columns.in.data = in.data(), b.columns.in.offsets = offsets.data(),
    b.columns.in.lengths = lengths.data();
    b.columns.out.data = out.data(), b.columns.out.offsets = offsets.data();
    b.columns.nonce.data = nonces.data(), b.columns.nonce.length = b.columns.nonce.stride = 16;
    b.columns.key.data = key.data(), b.columns.key.length = 16;
    b.columns.tag.data = tags.data(), b.columns.tag.length = b.columns.tag.stride = 16;
    b.results = results.data();
    return b;
  }
  // Every message is done in whole, or has not been touched and says so.
  void ExpectHonest(bool complete) const {
    for (size_t i = 0; i < kCount; i++) {
      const uint8_t *found = out.data() + offsets[i], *wanted = plain.data() + offsets[i];
      if (!complete && results[i] == ASCON_ERR_DEVICE) {
        for (size_t j = 0; j < kRoom; j++) ASSERT_EQ(found[j], 0xee) << i;
        continue;
      }
      ASSERT_EQ(results[i], i % 7 ? ASCON_OK : ASCON_ERR_TAG) << i;
      ASSERT_EQ(0, std::memcmp(found, wanted, lengths[i])) << i;
    }
  }

  Bytes key, in, tags, nonces, plain, out, results;
  std::vector<uint64_t> offsets, lengths;
};

ascon_result Create(ascon_queue **queue, char *text, ascon_device_kind kind = ASCON_DEVICE_CUDA) {
  ascon_device device = {};
  device.kind = kind;
  std::strcpy(device.name, "stand-in");
  return ascon_accelerator_create(queue, &device, nullptr, text);
}

bool IsOfTheDevice(ascon_result result) {
  return result == ASCON_ERR_DEVICE || result == ASCON_ERR_RESOURCES;
}

// Whether a failure is explained: by the function's name, or by what OpenCL's devices lack then.
bool Explains(const std::string &said, const std::string &function, ascon_device_kind kind) {
  return said.find(function) != std::string::npos ||
         (kind == ASCON_DEVICE_OPENCL && said.rfind("OpenCL: ", 0) == 0);
}

// Two batches in host memory, and copies to memory of the device. `function`: what is to fail.
// Returns whether the queue was lost.
bool UseDevice(const StandIn &standin, Opened *opened, const std::string &function,
               ascon_device_kind kind = ASCON_DEVICE_CUDA) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  const ascon_result created = Create(&queue, text, kind);
  if (created != ASCON_OK) {
    EXPECT_TRUE(IsOfTheDevice(created));
    EXPECT_TRUE(Explains(text, function, kind)) << text;
    EXPECT_EQ(queue, nullptr);
    return false;
  }
  EXPECT_EQ(ascon_accelerator_set_staging(queue, 4096), ASCON_OK);
  bool failed = false, lost = false;
  for (int turn = 0; turn < 2; turn++) {
    const ascon_accelerator_batch b = opened->Batch();
    const ascon_result result = ascon_accelerator_run(queue, &b, nullptr, nullptr);
    const std::string said = ascon_accelerator_error(queue);
    if (result == ASCON_ERR_TAG) {
      opened->ExpectHonest(true);
      EXPECT_EQ(standin.holds() & (kPinned | kOfDevice), 0) << function;
    } else if (said.find("failed before") != std::string::npos) {
      lost = true;
      EXPECT_TRUE(failed) << said;  // a queue that is lost refuses, and touches nothing
      EXPECT_EQ(opened->results, Bytes(Opened::kCount, 77));
    } else {
      EXPECT_TRUE(IsOfTheDevice(result)) << result;
      EXPECT_TRUE(Explains(said, function, kind)) << said;
      opened->ExpectHonest(false);
    }
    failed = failed || result != ASCON_ERR_TAG;
  }
  EXPECT_TRUE(!lost || ascon_accelerator_wait(queue) == ASCON_ERR_DEVICE) << function;
  void *memory = nullptr;
  uint8_t bytes[100] = {1};
  ascon_result result = ascon_accelerator_allocate(queue, &memory, sizeof bytes);
  if (result == ASCON_OK) result = ascon_accelerator_write(queue, memory, bytes, sizeof bytes);
  if (result == ASCON_OK) result = ascon_accelerator_read(queue, bytes, memory, sizeof bytes);
  EXPECT_TRUE(result == ASCON_OK || IsOfTheDevice(result));
  ascon_accelerator_free(queue, memory, sizeof bytes);
  ascon_accelerator_destroy(queue);
  return lost;
}

const char *const kFunctions[] = {
    "cuInit",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDevicePrimaryCtxRetain",
    "cuDriverGetVersion",
    "nvrtcCreateProgram",
    "nvrtcCompileProgram",
    "nvrtcGetCUBINSize",
    "nvrtcGetCUBIN",
    "cuModuleLoadData",
    "cuModuleGetFunction",
    "cuCtxPushCurrent_v2",
    "cuMemAlloc_v2",
    "cuMemHostAlloc",
    "cuStreamCreate",
    "cuStreamSynchronize",
    "cuMemcpyHtoDAsync_v2",
    "cuMemsetD8Async",
    "cuLaunchKernel",
    "cuMemcpyDtoHAsync_v2",
    "cuMemFree_v2",
    "cuMemFreeHost",
    "cuStreamDestroy_v2",
    "cuModuleUnload",
    "cuDevicePrimaryCtxRelease_v2",
};
// Whether the function frees something, which remains if the function fails.
bool Frees(const std::string &function) {
  return function == "cuMemFree_v2" || function == "cuMemFreeHost" ||
         function == "cuDevicePrimaryCtxRelease_v2" || function == "cuStreamDestroy_v2" ||
         function == "cuModuleUnload";
}

TEST_F(CudaFaults, NothingIsLeftBehind) {
  Opened opened;
  standin_.fail("", 0, 0);
  UseDevice(standin_, &opened, "nothing");
  opened.ExpectHonest(true);
  EXPECT_EQ(standin_.left(), left_before_);
  for (const char *function : kFunctions) EXPECT_GT(standin_.calls(function), 0) << function;
}

// Batches in slots of 4096 bytes; what memory holds between the parts of the first one, after each
// of them, and after the queue's end.
struct Held {
  int between = 0, after = 0, at_the_end = 0;
};

Held Watch(const StandIn &standin, ascon_device_kind kind) {
  struct Watcher {
    const StandIn &standin;
    Held held;
  } watcher = {standin, {}};
  char text[ASCON_DEVICE_TEXT_BYTES];
  Opened opened;
  ascon_queue *queue = nullptr;
  standin.fail("", 0, 0);
  EXPECT_EQ(Create(&queue, text, kind), ASCON_OK) << text;
  EXPECT_EQ(ascon_accelerator_set_staging(queue, 4096), ASCON_OK);
  const auto look = [](void *user, size_t, size_t) {
    auto *to = static_cast<Watcher *>(user);
    to->held.between |= to->standin.holds();
  };
  for (int turn = 0; turn < 2; turn++) {
    const ascon_accelerator_batch b = opened.Batch();
    EXPECT_EQ(ascon_accelerator_run(queue, &b, look, &watcher), ASCON_ERR_TAG);
    watcher.held.after |= standin.holds();
  }
  ascon_accelerator_destroy(queue);
  watcher.held.at_the_end = standin.holds();
  return watcher.held;
}

// Keys, nonces, tags and texts are all that these bytes can be: the memory began with zeros. First
// the check sees them where they must be, and what is left of them if the device is not asked to
// wipe.
void ExpectStagingIsWiped(const StandIn &standin, ascon_device_kind kind) {
  standin.forget_wiping(1);
  const Held forgotten = Watch(standin, kind);
  standin.forget_wiping(0);
  EXPECT_EQ(forgotten.after, kOfDevice);
  EXPECT_EQ(forgotten.at_the_end, kGivenBack);
  const Held held = Watch(standin, kind);
  EXPECT_EQ(held.between, kPinned | kOfDevice);
  EXPECT_EQ(held.after, 0);
  EXPECT_EQ(held.at_the_end, 0);
}

TEST_F(CudaFaults, StagingIsWiped) { ExpectStagingIsWiped(standin_, ASCON_DEVICE_CUDA); }

TEST_F(CudaFaults, EachCallFails) {
  Opened opened;
  standin_.fail("", 0, 0);
  UseDevice(standin_, &opened, "nothing");
  for (const char *function : kFunctions) {
    if (Frees(function)) continue;
    standin_.fail("", 0, 0);
    UseDevice(standin_, &opened, "nothing");
    const int calls = standin_.calls(function);
    for (int call = 1; call <= calls; call++)
      for (int for_good : {0, 1}) {
        SCOPED_TRACE(std::string(function) + ", call " + std::to_string(call) +
                     (for_good ? " and all after it" : ""));
        standin_.fail(function, call, for_good);
        UseDevice(standin_, &opened, function);
      }
  }
}

// A slot that the device might still write is not given back to the heap, nor used again.
TEST_F(CudaFaults, LostQueueRefuses) {
  Opened opened;
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  standin_.fail("", 0, 0);
  ASSERT_EQ(Create(&queue, text), ASCON_OK);
  ascon_accelerator_batch b = opened.Batch();
  standin_.fail("cuStreamSynchronize", 1, 1);
  EXPECT_EQ(ascon_accelerator_run(queue, &b, nullptr, nullptr), ASCON_ERR_DEVICE);
  EXPECT_STREQ(ascon_accelerator_error(queue),
               "cuStreamSynchronize: CUDA error 719, CUDA_ERROR_LAUNCH_FAILED");
  opened.ExpectHonest(false);
  EXPECT_EQ(opened.results, Bytes(Opened::kCount, ASCON_ERR_DEVICE));
  standin_.fail("", 0, 0);
  b = opened.Batch();
  EXPECT_EQ(ascon_accelerator_run(queue, &b, nullptr, nullptr), ASCON_ERR_DEVICE);
  EXPECT_STREQ(ascon_accelerator_error(queue),
               "stand-in: failed before, and may still use its staging memory");
  EXPECT_EQ(opened.results, Bytes(Opened::kCount, 77));
  EXPECT_EQ(ascon_accelerator_enqueue(queue, &b, nullptr, nullptr), ASCON_ERR_DEVICE);
  EXPECT_EQ(ascon_accelerator_wait(queue), ASCON_ERR_DEVICE);
  EXPECT_EQ(ascon_accelerator_set_staging(queue, 8192), ASCON_ERR_DEVICE);
  ascon_accelerator_destroy(queue);
}

// Memory that cannot be cleared is not handed out, and not kept either.
TEST_F(CudaFaults, MemoryThatIsNotCleared) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  ASSERT_EQ(Create(&queue, text), ASCON_OK) << text;
  const int before = standin_.left();
  void *memory = &queue;
  standin_.fail("cuMemsetD8Async", 1, 0);
  EXPECT_EQ(ascon_accelerator_allocate(queue, &memory, 100), ASCON_ERR_DEVICE);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(standin_.left(), before);
  ascon_accelerator_destroy(queue);
}

TEST_F(CudaFaults, ErrorWithoutAName) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  standin_.fail("cuInit", 1, 0);
  EXPECT_EQ(Create(&queue, text), ASCON_ERR_DEVICE);
  EXPECT_STREQ(text, "cuInit: CUDA error 100, unknown error");
}

TEST_F(CudaFaults, DescriptionOfTheDevice) {
  ascon_device device = {};
  ASSERT_EQ(ascon_accelerator_devices(ASCON_DEVICE_CUDA, &device, 1, nullptr), 1u);
  EXPECT_EQ(device.units, 1u);
  EXPECT_EQ(device.mhz, 1000u);
  EXPECT_EQ(device.memory_bytes, 1u << 30);
}

// The caller's event is recorded after the batch, also after none.
TEST_F(CudaFaults, EventOfTheCaller) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  ASSERT_EQ(Create(&queue, text), ASCON_OK);
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE;
  b.columns.out.length = b.columns.out.stride = 32;
  int event = 0;
  EXPECT_EQ(ascon_accelerator_enqueue(queue, &b, nullptr, &event), ASCON_OK);
  EXPECT_EQ(event, 0);
  EXPECT_EQ(ascon_accelerator_wait(queue), ASCON_OK);
  EXPECT_EQ(event, 1);
  ascon_accelerator_destroy(queue);
}

// ---- OpenCL -------------------------------------------------------------------------------------

// What a test asks of tests/accelerators/opencl_faults.c.
class OpenClFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!standin_.fail) GTEST_SKIP() << "there is no library before OpenCL's";
  }
  void TearDown() override {
    if (standin_.fail) standin_.fail("", 0, 0);
  }
  bool Use(const std::string &function) {
    return UseDevice(standin_, &opened_, function, ASCON_DEVICE_OPENCL);
  }

  Opened opened_;
  StandIn standin_{"libOpenCL.so.1", "faults_"};
};

const char *const kOpenClFunctions[] = {
    "clGetPlatformIDs",
    "clGetDeviceIDs",
    "clGetDeviceInfo",
    "clCreateContext",
    "clCreateCommandQueue",
    "clCreateProgramWithSource",
    "clBuildProgram",
    "clCreateKernel",
    "clCreateBuffer",
    "clEnqueueMapBuffer",
    "clSetKernelArg",
    "clEnqueueNDRangeKernel",
    "clEnqueueWriteBuffer",
    "clEnqueueReadBuffer",
    "clEnqueueFillBuffer",
    "clFlush",
    "clFinish",
    "clReleaseContext",
    "clReleaseCommandQueue",
    "clReleaseProgram",
    "clReleaseKernel",
    "clReleaseMemObject",
    "clEnqueueUnmapMemObject",
};

TEST_F(OpenClFaults, StagingIsWiped) { ExpectStagingIsWiped(standin_, ASCON_DEVICE_OPENCL); }

TEST_F(OpenClFaults, NothingIsLeftBehind) {
  const int before = standin_.left();
  EXPECT_FALSE(Use("nothing"));
  opened_.ExpectHonest(true);
  EXPECT_EQ(standin_.left(), before);
}

TEST_F(OpenClFaults, ErrorIsNamed) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  standin_.fail("clCreateContext", 1, 0);
  EXPECT_EQ(Create(&queue, text, ASCON_DEVICE_OPENCL), ASCON_ERR_DEVICE);
  EXPECT_STREQ(text, "clCreateContext: OpenCL error -9999");
}

// Each call of a function fails; of functions that are called often, only the first calls and the
// last one.
TEST_F(OpenClFaults, EachCallFails) {
  constexpr int kFirst = 5;
  for (const char *function : kOpenClFunctions) {
    standin_.fail(function, 0, 0);
    Use("nothing");
    const int calls = standin_.calls(function);
    EXPECT_GT(calls, 0) << function;
    for (int call = 1; call <= calls; call++) {
      if (call > kFirst && call < calls) continue;
      for (int for_good : {0, 1}) {
        SCOPED_TRACE(std::string(function) + ", call " + std::to_string(call) +
                     (for_good ? " and all after it" : ""));
        const int before = standin_.left();
        standin_.fail(function, call, for_good);
        // The memory of a lost queue is not given back, as the device might still use it.
        const bool lost = Use(function);
        EXPECT_TRUE(lost || standin_.left() == before) << standin_.left() - before;
      }
    }
  }
}

}  // namespace
}  // namespace asconkit_test
