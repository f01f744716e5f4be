// Batches in memory, streams and events of the caller: objects that the test has made through the
// driver's own functions. On an emulated device, or on a GPU.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

#include "asconkit/accelerators/ascon_accelerator.h"
#include "asconkit/ascon_any.h"
#include "../support/support.h"

namespace asconkit_test {
namespace {

constexpr size_t kCount = 200, kLength = 64;

// A function of the driver, whose parameters are integers and pointers.
class Driver {
 public:
  explicit Driver(const char *name) : library_(dlopen(name, RTLD_NOW)) {}

  bool Has(const char *name) const { return library_ && dlsym(library_, name); }

  template <typename Result = int, typename... Arguments>
  Result Call(const char *name, Arguments... arguments) const {
    Result (*function)(Arguments...) = nullptr;
    void *found = library_ ? dlsym(library_, name) : nullptr;
    if (!found) {
      ADD_FAILURE() << "there is no " << name;
      return Result{};
    }
    std::memcpy(&function, &found, sizeof found);
    return function(arguments...);
  }

 private:
  void *library_;
};

bool DeviceIs(const char *kind) {
  const char *device = std::getenv("ASCONKIT_TEST_DEVICE");
  return device && std::string(device) == kind;
}

ascon_queue *MakeQueue(ascon_device_kind kind, void *context) {
  ascon_device device = {};
  ascon_queue *queue = nullptr;
  char text[ASCON_DEVICE_TEXT_BYTES];
  EXPECT_GE(ascon_accelerator_devices(kind, &device, 1, text), 1u) << text;
  EXPECT_EQ(ascon_accelerator_create(&queue, &device, context, text), ASCON_OK) << text;
  return queue;
}

ascon_accelerator_batch Hashes(void *in, void *out, void *results) {
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = kCount;
  b.columns.in.data = in, b.columns.in.length = b.columns.in.stride = kLength;
  b.columns.out.data = out, b.columns.out.length = b.columns.out.stride = 32;
  b.results = static_cast<uint8_t *>(results);
  return b;
}

void ExpectHashes(const Bytes &in, const Bytes &digests, const Bytes &results) {
  EXPECT_EQ(results, Bytes(kCount, ASCON_OK));
  for (size_t i = 0; i < kCount; i++) {
    uint8_t wanted[32];
    ascon_hash256(wanted, in.data() + kLength * i, kLength);
    ASSERT_EQ(0, std::memcmp(wanted, digests.data() + 32 * i, 32)) << i;
  }
}

// What is enqueued in the stream before is done before; the event is recorded after the batch.
TEST(CudaCallers, MemoryStreamAndEvent) {
  if (!DeviceIs("cuda")) GTEST_SKIP() << "for CUDA";
  const Driver cuda("libcuda.so.1");
  void *context = nullptr, *stream = nullptr, *event = nullptr;
  uint64_t memory[3] = {};
  ascon_queue *queue = MakeQueue(ASCON_DEVICE_CUDA, nullptr);
  ASSERT_EQ(cuda.Call("cuDevicePrimaryCtxRetain", &context, 0), 0);
  ASSERT_EQ(cuda.Call("cuCtxPushCurrent_v2", context), 0);
  ASSERT_EQ(cuda.Call("cuStreamCreate", &stream, 0u), 0);
  ASSERT_EQ(cuda.Call("cuEventCreate", &event, 0u), 0);
  const size_t sizes[] = {kCount * kLength, kCount * 32, kCount};
  for (int i = 0; i < 3; i++) ASSERT_EQ(cuda.Call("cuMemAlloc_v2", &memory[i], sizes[i]), 0);
  const auto pointer = [&](int i) { return reinterpret_cast<void *>(memory[i]); };

  const Bytes in = Random(21).Some(sizes[0]);
  Bytes digests(sizes[1]), results(sizes[2]);
  const void *from = in.data();
  ASSERT_EQ(cuda.Call("cuMemcpyHtoDAsync_v2", memory[0], from, sizes[0], stream), 0);
  const ascon_accelerator_batch b = Hashes(pointer(0), pointer(1), pointer(2));
  ASSERT_EQ(ascon_accelerator_enqueue(queue, &b, stream, event), ASCON_OK)
      << ascon_accelerator_error(queue);
  void *to[] = {digests.data(), results.data()};
  for (int i = 0; i < 2; i++)
    ASSERT_EQ(cuda.Call("cuMemcpyDtoHAsync_v2", to[i], memory[1 + i], sizes[1 + i], stream), 0);
  if (cuda.Has("standin_fail")) {
    EXPECT_NE(cuda.Call("cuEventQuery", event), 0);  // nothing is done yet
  }
  ASSERT_EQ(ascon_accelerator_wait_for(queue, stream), ASCON_OK) << ascon_accelerator_error(queue);
  EXPECT_EQ(cuda.Call("cuEventQuery", event), 0);
  ExpectHashes(in, digests, results);

  for (uint64_t address : memory) EXPECT_EQ(cuda.Call("cuMemFree_v2", address), 0);
  EXPECT_EQ(cuda.Call("cuEventDestroy_v2", event), 0);
  EXPECT_EQ(cuda.Call("cuStreamDestroy_v2", stream), 0);
  EXPECT_EQ(cuda.Call("cuCtxPopCurrent_v2", &context), 0);
  EXPECT_EQ(cuda.Call("cuDevicePrimaryCtxRelease_v2", 0), 0);
  ascon_accelerator_destroy(queue);
}

// The same with a context, a command queue, memory objects and an event of OpenCL.
TEST(OpenClCallers, MemoryQueueAndEvent) {
  if (!DeviceIs("opencl")) GTEST_SKIP() << "for OpenCL";
  using Object = void *;
  const Driver cl("libOpenCL.so.1");
  Object platform = nullptr, device = nullptr, event = nullptr, memory[3] = {};
  int error = 0;
  ASSERT_EQ(cl.Call("clGetPlatformIDs", 1u, &platform, nullptr), 0);
  ASSERT_EQ(cl.Call("clGetDeviceIDs", platform, uint64_t{0xffffffff}, 1u, &device, nullptr), 0);
  Object context =
      cl.Call<Object>("clCreateContext", nullptr, 1u, &device, nullptr, nullptr, &error);
  Object commands = cl.Call<Object>("clCreateCommandQueue", context, device, uint64_t{0}, &error);
  ASSERT_NE(commands, nullptr);
  const size_t sizes[] = {kCount * kLength, kCount * 32, kCount};
  for (int i = 0; i < 3; i++) {
    memory[i] = cl.Call<Object>("clCreateBuffer", context, uint64_t{1}, sizes[i], nullptr, &error);
    ASSERT_NE(memory[i], nullptr);
  }
  ascon_queue *queue = MakeQueue(ASCON_DEVICE_OPENCL, context);

  const Bytes in = Random(22).Some(sizes[0]);
  Bytes digests(sizes[1]), results(sizes[2]);
  const void *from = in.data();
  const auto enqueue = [&](const char *name, int i, unsigned blocking, auto host) {
    return cl.Call(name, commands, memory[i], blocking, size_t{0}, sizes[i], host, 0u, nullptr,
                   nullptr);
  };
  ASSERT_EQ(enqueue("clEnqueueWriteBuffer", 0, 0, from), 0);
  const ascon_accelerator_batch b = Hashes(memory[0], memory[1], memory[2]);
  ASSERT_EQ(ascon_accelerator_enqueue(queue, &b, commands, &event), ASCON_OK)
      << ascon_accelerator_error(queue);
  ASSERT_NE(event, nullptr);
  ASSERT_EQ(cl.Call("clWaitForEvents", 1u, &event), 0);
  ASSERT_EQ(enqueue("clEnqueueReadBuffer", 1, 1, static_cast<void *>(digests.data())), 0);
  ASSERT_EQ(enqueue("clEnqueueReadBuffer", 2, 1, static_cast<void *>(results.data())), 0);
  ExpectHashes(in, digests, results);

  EXPECT_EQ(cl.Call("clReleaseEvent", event), 0);
  ascon_accelerator_destroy(queue);
  for (Object object : memory) EXPECT_EQ(cl.Call("clReleaseMemObject", object), 0);
  EXPECT_EQ(cl.Call("clReleaseCommandQueue", commands), 0);
  EXPECT_EQ(cl.Call("clReleaseContext", context), 0);
}

}  // namespace
}  // namespace asconkit_test
